package grid

import (
	"slices"

	"vectorborda/sims/instance"
	"vectorborda/sims/samplelogs"
	"vectorborda/sims/setting"
	"vectorborda/sims/stat"
)

// Setting is one row of a grid: an instance at one δ.
type Setting struct {
	setting.Setting
	Trials   int                `json:"-"` // runs; 0 means as many as the claims' power needs
	Instance *instance.Instance `json:"-"`
}

// on is the row of an instance at δ.
func on(in *instance.Instance, family string, gap []float64, delta float64, source string) Setting {
	K, d := in.Size()
	return Setting{Setting: setting.Setting{Family: family, K: K, D: d, Gap: stat.Number(slices.Min(gap)), Delta: delta, Source: source}, Instance: in}
}

// Symmetric is the row of θ^Δ.
func Symmetric(K, d int, gap, delta float64) (Setting, error) {
	return family(setting.Symmetric(K, d, gap, delta).Family, delta)
}

// family is the row of a family: θ^Δ goes by its name, which makes it part of the
// sweeps, a random family by its whole description.
func family(description string, delta float64) (Setting, error) {
	in, err := instance.Family(description)
	if err != nil {
		return Setting{}, err
	}
	s := on(in, description, in.Gaps().Latent, delta, "--family "+description)
	if s.IsSymmetric() {
		s.Family = "symmetric"
	}
	return s, nil
}

// Log is the row of one of the embedded vote logs.
func Log(name string, delta float64) (Setting, error) {
	in, err := samplelogs.Read(name)
	if err != nil {
		return Setting{}, err
	}
	return on(in, name, in.Gaps().Borda, delta, "--instance sims/samplelogs/"+name+".csv"), nil
}

// builder collects settings until the first error.
type builder struct {
	all []Setting
	err error
}

func (b *builder) add(s Setting, err error) {
	if b.err == nil {
		b.err = err
	}
	same := func(o Setting) bool { return o.Source == s.Source && o.Delta == s.Delta }
	if !slices.ContainsFunc(b.all, same) {
		b.all = append(b.all, s)
	}
}

func (b *builder) sweeps(all []setting.Sweep) {
	for _, sweep := range all {
		for _, s := range sweep.Settings {
			b.add(family(s.Family, s.Delta))
		}
	}
}

func (b *builder) logs() {
	for _, name := range samplelogs.Names() {
		b.add(Log(name, 0.05))
	}
}

// Default is the scaling part of the paper's experiments on θ^Δ; the corners
// K ∈ {16,64}, d ∈ {4,10}, Δ ∈ {0.5,1} at δ = 0.05; and the three vote logs replayed
// with replacement.
func Default() ([]Setting, error) {
	var b builder
	b.sweeps(setting.Scaling())
	for _, K := range []int{16, 64} {
		for _, d := range []int{4, 10} {
			for _, gap := range []float64{0.5, 1} {
				b.add(Symmetric(K, d, gap, 0.05))
			}
		}
	}
	b.logs()
	return b.all, b.err
}

// Quick is a grid for continuous integration: small sweeps and the logs.
func Quick() ([]Setting, error) {
	var b builder
	b.sweeps(setting.Quick())
	b.logs()
	return b.all, b.err
}
