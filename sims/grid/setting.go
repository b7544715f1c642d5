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

// rows are those of θ^Δ, each once, and the vote logs.
func rows(symmetric []setting.Setting) (all []Setting, err error) {
	for _, of := range symmetric {
		s, err := family(of.Family, of.Delta)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(all, func(o Setting) bool { return o.Source == s.Source && o.Delta == s.Delta }) {
			all = append(all, s)
		}
	}
	for _, name := range samplelogs.Names() {
		s, err := Log(name, 0.05)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

func settings(sweeps []setting.Sweep) (all []setting.Setting) {
	for _, sweep := range sweeps {
		all = append(all, sweep.Settings...)
	}
	return all
}

// Default is the scaling part of the paper's experiments on θ^Δ; the corners
// K ∈ {16,64}, d ∈ {4,10}, Δ ∈ {0.5,1} at δ = 0.05; and the three vote logs replayed
// with replacement.
func Default() ([]Setting, error) {
	all := settings(setting.Scaling())
	for _, K := range []int{16, 64} {
		for _, d := range []int{4, 10} {
			for _, gap := range []float64{0.5, 1} {
				all = append(all, setting.Symmetric(K, d, gap, 0.05))
			}
		}
	}
	return rows(all)
}

// Quick is a grid for continuous integration: small sweeps and the logs.
func Quick() ([]Setting, error) { return rows(settings(setting.Quick())) }
