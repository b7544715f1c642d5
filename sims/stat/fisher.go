package stat

import (
	"math"

	"gonum.org/v1/gonum/stat/combin"
)

// Fisher is the p-value of Fisher's exact test that k1 of n1 and k2 of n2 come from
// one probability: given k1+k2, k2 is hypergeometric, and the smaller tail counts
// twice.
//
// Source: R. A. Fisher, "On the interpretation of χ² from contingency tables, and the
// calculation of P", J. R. Stat. Soc. 85 (1922).
func Fisher(k1, n1, k2, n2 int) float64 {
	k := k1 + k2
	below, above := 0.0, 0.0
	for x := max(0, k-n1); x <= min(k, n2); x++ {
		p := math.Exp(logChoose(n2, x) + logChoose(n1, k-x) - logChoose(n1+n2, k))
		if x <= k2 {
			below += p
		}
		if x >= k2 {
			above += p
		}
	}
	return min(1, 2*min(below, above))
}

func logChoose(n, k int) float64 { return combin.LogGeneralizedBinomial(float64(n), float64(k)) }
