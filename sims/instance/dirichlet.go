package instance

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"
)

// dirichlet draws z ~ Dirichlet(α·1_d), d independent Gamma(α) variables divided
// by their sum.  The sum is positive for the α of the families, at least 0.7: all
// of d ≥ 2 variables below 1e-300 has probability below 1e-400.
func dirichlet(src *rand.Rand, alpha float64, z []float64) {
	sum, gamma := 0.0, distuv.Gamma{Alpha: alpha, Beta: 1, Src: src}
	for r := range z {
		z[r] = gamma.Rand()
		sum += z[r]
	}
	for r := range z {
		z[r] /= sum
	}
}
