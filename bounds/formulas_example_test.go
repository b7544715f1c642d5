package bounds_test

import (
	"errors"
	"fmt"
	"math"

	"vectorborda/bounds"
)

func ExampleNewSchedule() {
	s, err := bounds.NewSchedule(64, 10, 0.05, bounds.PaperConstants())
	if err != nil {
		panic(err)
	}
	for m := range 5 {
		n, err := s.N(m)
		if err != nil {
			panic(err)
		}
		fmt.Println(m, n, 64*10*n)
	}
	fmt.Println("phases:", s.Phases())
	// Output:
	// 0 0 0
	// 1 87 55680
	// 2 392 250880
	// 3 1670 1068800
	// 4 6972 4462080
	// phases: 28
}

func ExampleSchedule_L() {
	s, _ := bounds.NewSchedule(64, 10, 0.05, bounds.PaperConstants())
	fmt.Printf("%.6f\n", s.L(4)) // log(4·64·10·16/0.05)
	// Output: 13.616084
}

func ExampleSchedule_N() {
	s, _ := bounds.NewSchedule(64, 10, 0.05, bounds.PaperConstants())
	_, err := s.N(40)
	fmt.Println(err)
	// Output: n_m of phase m = 40 does not fit int64 (last that does: m = 28)
}

func ExampleSchedule_R() {
	s, _ := bounds.NewSchedule(64, 10, 0.05, bounds.PaperConstants())
	fmt.Printf("%.6f\n", s.R(4))
	// Output: 0.031249
}

func ExampleSchedule_Cut() {
	s, _ := bounds.NewSchedule(64, 10, 0.05, bounds.PaperConstants())
	n, _ := s.N(4)
	gap := int64(1743) // of counts 2·wins + ties
	fmt.Println(s.Cut(4), gap > s.Cut(4))
	fmt.Printf("%.8f %.8f\n", float64(gap)/float64(2*n), 4*s.R(4))
	// Output:
	// 1742 true
	// 0.12500000 0.12499493
}

func ExampleSchedule_Phases() {
	s, _ := bounds.NewSchedule(2, 1, 0.05, bounds.Constants{Samp: 1e18, Thr: 4, Log: 4})
	fmt.Println(s.Phases())
	// Output: 0
}

func ExamplePaperConstants() {
	fmt.Printf("%+v\n", bounds.PaperConstants())
	// Output: {Samp:2 Thr:4 Log:4}
}

func ExampleKappa() {
	k, _ := bounds.Kappa(1)
	fmt.Printf("%.6f\n", k)
	_, err := bounds.Kappa(400)
	fmt.Println(err)
	// Output:
	// 0.104994
	// κ_B underflows to 0 for B = 400 (2B above about 745): outside the range of float64
}

func ExampleKL() {
	v, _ := bounds.KL(0.9, 0.05)
	inf, _ := bounds.KL(0.5, 0)
	fmt.Printf("%.6f %v\n", v, inf)
	// Output: 2.376205 +Inf
}

func ExamplePropositionB4() {
	v, _ := bounds.PropositionB4([]float64{0.5, 0.25, 0.25}, 2, 0.05)
	fmt.Printf("%.1f\n", v)
	// Output: 86111.8
}

func ExampleTheorem31() {
	v, _ := bounds.Theorem31([]float64{1, 1, 1}, 2, 0.5, 0.05)
	fmt.Printf("%.1f\n", v)
	// Output: 193858.5
}

func ExampleTheorem32() {
	v, _ := bounds.Theorem32(64, 10, 0.5, 1, 0.05)
	fmt.Printf("%.1f\n", v)
	_, err := bounds.Theorem32(64, 10, 1.2, 1, 0.05)
	var h *bounds.HypothesisError
	if errors.As(err, &h) {
		fmt.Println("does not apply:", h.Got)
	}
	// Output:
	// 5988.0
	// does not apply: Δ = 1.2
}

func ExampleHypothesisError() {
	_, err := bounds.Theorem32(64, 10, 1.2, 1, 0.05)
	fmt.Println(err)
	// Output: Theorem 3.2 needs Δ ≤ 1: Δ = 1.2
}

func ExampleLemmaB14() {
	v, _ := bounds.LemmaB14(64, 10, 0.5, 0, 0.05, 0.05)
	fmt.Printf("%.1f\n", v)
	// Output: 23952.2
}

func ExampleCorollary33() {
	v, _ := bounds.Corollary33(64, 10, 1, 0.5, 0.05)
	fmt.Printf("%.1f\n", v)
	// Output: 30574244.4
}

func ExampleInterval() {
	// Is σ(1)-σ(0.9) larger than σ(3)-σ(2.9)? Decided without a tolerance.
	step := func(x, y float64) bounds.Interval {
		return bounds.Point(x).Logistic().Sub(bounds.Point(y).Logistic())
	}
	sign, ok := step(1, 0.9).Sub(step(3, 2.9)).Sign()
	fmt.Println(sign, ok)
	sign, ok = step(1, 1).Sign()
	fmt.Println(sign, ok)
	// Output:
	// 1 true
	// 0 false
}

// kl(1/2, 1/4) = log(4/3)/2: the enclosure holds it and is narrow.
func ExampleEncloseKL() {
	v, want := bounds.EncloseKL(0.5, 0.25), math.Log(4.0/3)/2
	fmt.Println(v.Lo <= want && want <= v.Hi, v.Hi-v.Lo < 1e-14)
	// Output: true true
}

// P(X ≥ 9) for X ~ Binomial(10, 1/2) is 11/1024.
func ExampleEncloseLogBinomialTail() {
	v, err := bounds.EncloseLogBinomialTail(9, 10, 0.5)
	p := v.Exp()
	fmt.Println(p.Lo <= 11.0/1024 && 11.0/1024 <= p.Hi, p.Hi-p.Lo < 1e-14, err)
	// Output: true true <nil>
}
