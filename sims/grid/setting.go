package grid

import (
	"fmt"
	"slices"

	"vectorborda/sims/instance"
	"vectorborda/sims/samplelogs"
)

// Setting is one row of a grid: an instance at one δ.
type Setting struct {
	Family   string  // "symmetric", the name of a log, or a file as its grid names it
	Replay   string  // the flag of `simulate` that names the instance
	Gap      float64 // Δ of the family, else the smallest Borda gap
	Delta    float64
	Trials   int // runs; 0 means as many as the claims' power needs
	Instance *instance.Instance
}

// Name is the setting in one line.
func (s Setting) Name() string {
	K, d := s.Instance.Size()
	if s.Family == symmetric {
		return fmt.Sprintf("symmetric K=%d d=%d Δ=%v δ=%v", K, d, s.Gap, s.Delta)
	}
	return fmt.Sprintf("%s δ=%v", s.Family, s.Delta)
}

const symmetric = "symmetric"

// Symmetric is the row of θ^Δ.
func Symmetric(K, d int, gap, delta float64) (Setting, error) {
	description := fmt.Sprintf("symmetric,K=%d,d=%d,gap=%v", K, d, gap)
	in, err := instance.Family(description)
	return Setting{Family: symmetric, Replay: "--family " + description, Gap: gap, Delta: delta, Instance: in}, err
}

// Log is the row of one of the embedded vote logs.
func Log(name string, delta float64) (Setting, error) {
	in, err := samplelogs.Read(name)
	if err != nil {
		return Setting{}, err
	}
	return Setting{
		Family: name, Replay: "--instance sims/samplelogs/" + name + ".csv",
		Gap: slices.Min(in.Gaps().Borda), Delta: delta, Instance: in,
	}, nil
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
	same := func(o Setting) bool { return o.Replay == s.Replay && o.Delta == s.Delta }
	if !slices.ContainsFunc(b.all, same) {
		b.all = append(b.all, s)
	}
}

// Default is the scaling part of the paper's experiments on θ^Δ,
//
//	K ∈ {16,32,64,128} at d=4, Δ=1;  d ∈ {2,4,10} and Δ ∈ {0.5,…,1.5} at K=64;
//	δ ∈ {0.2,…,0.001} at K=64, d=10, Δ=1,
//
// δ = 0.05 where not said; the corners K ∈ {16,64}, d ∈ {4,10}, Δ ∈ {0.5,1}; and
// the three vote logs replayed with replacement.
func Default() ([]Setting, error) {
	var b builder
	for _, K := range []int{16, 32, 64, 128} {
		b.add(Symmetric(K, 4, 1, 0.05))
	}
	for _, d := range []int{2, 4, 10} {
		b.add(Symmetric(64, d, 1, 0.05))
	}
	for _, gap := range []float64{0.5, 0.75, 1, 1.25, 1.5} {
		b.add(Symmetric(64, 10, gap, 0.05))
	}
	for _, delta := range []float64{0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001} {
		b.add(Symmetric(64, 10, 1, delta))
	}
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
	for _, K := range []int{4, 8, 16} {
		b.add(Symmetric(K, 4, 1, 0.05))
	}
	for _, d := range []int{1, 2, 4} {
		b.add(Symmetric(16, d, 1, 0.05))
	}
	for _, gap := range []float64{0.5, 1, 1.5} {
		b.add(Symmetric(16, 4, gap, 0.05))
	}
	for _, delta := range []float64{0.2, 0.05, 0.02} {
		b.add(Symmetric(16, 4, 1, delta))
	}
	b.logs()
	return b.all, b.err
}

func (b *builder) logs() {
	for _, name := range samplelogs.Names() {
		b.add(Log(name, 0.05))
	}
}
