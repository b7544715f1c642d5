package bounds_test

import (
	"fmt"
	"math"

	"vectorborda/bounds"
)

// The chance of exactly 8 heads among 10: 45/1024.
func ExampleLogBinomialPMF() {
	log, err := bounds.LogBinomialPMF(8, 10, 0.5)
	fmt.Printf("%.6f %v\n", math.Exp(log), err)
	// Output: 0.043945 <nil>
}

// 950 heads or more among 1000 have a probability of about 10^-216, which no
// difference 1 - CDF can show.
func ExampleLogBinomialTail() {
	log, err := bounds.LogBinomialTail(950, 1000, 0.5)
	fmt.Printf("10^%.1f %v\n", log/math.Ln10, err)
	// Output: 10^-216.0 <nil>
}

// At most 3 failures in 1000 runs that fail with probability 0.05 each.
func ExampleLogBinomialCDF() {
	log, err := bounds.LogBinomialCDF(3, 1000, 0.05)
	fmt.Printf("%.3g %v\n", math.Exp(log), err)
	// Output: 1.36e-18 <nil>
}

// 81 wins in 263 votes.
func ExampleClopperPearson() {
	lo, hi, err := bounds.ClopperPearson(81, 263, 0.05)
	fmt.Printf("[%.4f, %.4f] %v\n", lo, hi, err)
	// Output: [0.2527, 0.3676] <nil>
}

// No error in 300 runs: the error probability is at most 1%, at level 95%.
func ExampleUpperLimit() {
	hi, err := bounds.UpperLimit(0, 300, 0.05)
	fmt.Printf("%.4f %v\n", hi, err)
	// Output: 0.0099 <nil>
}

// 58 wins in 100 votes: better than even at level 95%? Not quite.
func ExampleLowerLimit() {
	lo, err := bounds.LowerLimit(58, 100, 0.05)
	fmt.Printf("%.4f %v\n", lo, err)
	// Output: 0.4928 <nil>
}
