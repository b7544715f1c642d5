package setting

// Sweep are settings of θ^Δ in which one parameter changes.
type Sweep struct {
	Axis     string
	Settings []Setting
}

// Scaling are the sweeps of section 6, along the axes in their order:
//
//	K ∈ {16,32,64,128} at d=4, Δ=1;  d ∈ {2,4,10} and Δ ∈ {0.5,…,1.5} at K=64;
//	δ ∈ {0.2,…,0.001} at K=64, d=10, Δ=1,
//
// δ = 0.05 where not said.
func Scaling() []Sweep {
	return sweeps(64, 4, 10, []int{16, 32, 64, 128}, []int{2, 4, 10},
		[]float64{0.5, 0.75, 1, 1.25, 1.5}, []float64{0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001})
}

// Quick are small ones, at K=16 and d=4.
func Quick() []Sweep {
	return sweeps(16, 4, 4, []int{4, 8, 16}, []int{1, 2, 4}, []float64{0.5, 1, 1.5}, []float64{0.2, 0.05, 0.02})
}

// sweeps run along K at few objectives, along Δ and δ at many.
func sweeps(models, few, many int, K, d []int, gap, delta []float64) []Sweep {
	return []Sweep{
		sweep("K", K, func(K int) Setting { return Symmetric(K, few, 1, 0.05) }),
		sweep("d", d, func(d int) Setting { return Symmetric(models, d, 1, 0.05) }),
		sweep("Δ", gap, func(gap float64) Setting { return Symmetric(models, many, gap, 0.05) }),
		sweep(LogDelta, delta, func(delta float64) Setting { return Symmetric(models, many, 1, delta) }),
	}
}

func sweep[T any](axis string, values []T, at func(T) Setting) Sweep {
	s := Sweep{Axis: axis}
	for _, x := range values {
		s.Settings = append(s.Settings, at(x))
	}
	return s
}
