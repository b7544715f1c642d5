package lemmas

import (
	"fmt"
	"math/big"

	"vectorborda/bounds"
	"vectorborda/sims/repeat"
)

// repeatRoulette is what the paper on repeated comparisons builds TRR on: with
// P(K ≥ k) = ρ^{k-1}/k and the mean over the orders of the K repeats,
//
//	Z = (1/β) Σ_{k≤K} [C(W,k)-C(K-W,k)]/(C(K,k)·ρ^{k-1}),
//
// E[Z|p] is that of MLE-UNCONST at the same truncation d, whatever ρ.
//
// This is an identity of polynomials.  At one d both sides, multiplied by ρ^{d-1},
// are polynomials of degree at most d in p and at most 2d-2 in ρ (P(K = k) =
// ρ^{k-1}/k - ρ^k/(k+1), times powers of 1/ρ up to d-1): if they agree at d+1 values
// of p and 2d-1 of ρ, they are equal.
func repeatRoulette() Entry {
	domain := rouletteDomain()
	return Entry{
		ID: "RC.TRR", Paper: RepeatedPaper, Kind: "Lemma", Title: "TRR has the mean of MLE-UNCONST",
		Claim:  "P(K ≥ k) = ρ^{k-1}/k, k ≤ d: E[Z_TRR|p] = (1/β) Σ_{k≤d} (p^k-(1-p)^k)/k = E[Z_UNCONST|p] for every ρ; E[K] = Σ_{k≤d} ρ^{k-1}/k.",
		Source: "section 2; both sides in rational numbers at enough points, repeat.NewTRRWithRho against the same values",
		Parts: []Part{
			domain.part("mean", func(x roulette) Outcome { return x.sameMean(survival, rouletteScore) }),
			domain.part("production", func(x roulette) Outcome { return x.produced(x.make()) }),
		},
		Grids: []Grid{gridOf("identity", Proved, 7, func(n int) int64 { return int64(n) + 1 },
			func(d int64) []coordinate { return []coordinate{whole("d", d), labelledAs("p and ρ", "all")} },
			func(d int64) Outcome { return identity(d, rouletteScore) })},
		Mutants:  rouletteMutants(domain),
		NoSolver: "contains sums over outcomes",
	}
}

// roulette is TRR in one context: cap d, p = k/32, ρ = r/1024.
type roulette struct {
	repeated
	r int64
}

var rouletteLayout = namedNumbers("log2(β)", "d", "32p", "32ρ")

func splitRoulette(in Instance) roulette {
	l := rouletteLayout
	return roulette{repeated{l.number(in, "log2(β)"), l.number(in, "d"), 5, l.number(in, "32p")}, 32 * l.number(in, "32ρ")}
}

func (x roulette) rho() *big.Rat { return dyadicRat(10, x.r) }

// make is the production code.
func (x roulette) make() *repeat.TRR {
	rho, _ := x.rho().Float64()
	return must(repeat.NewTRRWithRho(x.beta(), rho, int(x.d)))
}

func rouletteDomain() cases[roulette] {
	return casesOf(splitRoulette, Domain{
		Generate: func(d Draw) Instance {
			return numbers(d.Int(-1, 2, "log2 β"), d.Int(1, 7, "d"), d.Int(0, 32, "32p"), d.Int(1, 31, "32ρ"))
		},
		Layout: rouletteLayout.always,
		Show: func(in Instance) string {
			x := splitRoulette(in)
			return fmt.Sprintf("β=2^%d d=%d p=%d/32 ρ=%d/32", x.b, x.d, x.k, x.r/32)
		},
	}, []supposed[roulette]{
		{"cap", "1 ≤ d, here at most 7", "without repeats there is no estimate", func(x roulette) bool { return x.d >= 1 && x.d <= 7 }},
		{"probabilities", "0 ≤ p ≤ 1, 0 < ρ < 1", "else there is no law of W or K", func(x roulette) bool {
			return x.k >= 0 && x.k <= 32 && x.r > 0 && x.r < 1024
		}},
	})
}

// survival is P(K ≥ k) = ρ^{k-1}/k.
func survival(rho *big.Rat, k int64) *big.Rat {
	s := ratPower(rho, k-1)
	return s.Quo(s, big.NewRat(k, 1))
}

// rouletteScore is βZ.
func rouletteScore(rho *big.Rat, K, W int64) *big.Rat {
	sum := new(big.Rat)
	for k := int64(1); k <= K; k++ {
		gap := new(big.Int).Sub(new(big.Int).Binomial(W, k), new(big.Int).Binomial(K-W, k))
		term := new(big.Rat).SetFrac(gap, new(big.Int).Binomial(K, k))
		sum.Add(sum, term.Quo(term, ratPower(rho, k-1)))
	}
	return sum
}

func ratPower(x *big.Rat, n int64) *big.Rat {
	out := big.NewRat(1, 1)
	for range n {
		out.Mul(out, x)
	}
	return out
}

// law calls visit with every outcome of K and W.
func (x roulette) law(survival func(rho *big.Rat, k int64) *big.Rat, visit func(K, W int64, prob *big.Rat)) {
	p := x.ratio()
	q := new(big.Rat).Sub(big.NewRat(1, 1), p)
	for K := int64(1); K <= x.d; K++ {
		at := survival(x.rho(), K)
		if K < x.d {
			at.Sub(at, survival(x.rho(), K+1))
		}
		for W := int64(0); W <= K; W++ {
			prob := new(big.Rat).SetInt(new(big.Int).Binomial(K, W))
			prob.Mul(prob, ratPower(p, W)).Mul(prob, ratPower(q, K-W))
			visit(K, W, prob.Mul(prob, at))
		}
	}
}

// scoring is βZ at K and W.
type scoring func(rho *big.Rat, K, W int64) *big.Rat

// moments are E[βZ] and E[K].
func (x roulette) moments(survival func(rho *big.Rat, k int64) *big.Rat, score scoring) (mean, repeats *big.Rat) {
	mean, repeats = new(big.Rat), new(big.Rat)
	x.law(survival, func(K, W int64, prob *big.Rat) {
		term := score(x.rho(), K, W)
		mean.Add(mean, term.Mul(term, prob))
		repeats.Add(repeats, term.Mul(big.NewRat(K, 1), prob))
	})
	return mean, repeats
}

// sameMean is E[Z] and E[K].
func (x roulette) sameMean(tail func(rho *big.Rat, k int64) *big.Rat, score scoring) Outcome {
	at := fmt.Sprintf("at p = %s, ρ = %s, d = %d", x.ratio().RatString(), x.rho().RatString(), x.d)
	mean, repeats := x.moments(tail, score)
	if want := x.harmonic(); mean.Cmp(want) != 0 {
		return refuted("β·E[Z] = %s, the series is %s, %s", mean.RatString(), want.RatString(), at)
	}
	want := new(big.Rat)
	for k := int64(1); k <= x.d; k++ {
		want.Add(want, survival(x.rho(), k))
	}
	if repeats.Cmp(want) != 0 {
		return refuted("E[K] = %s, the sum is %s, %s", repeats.RatString(), want.RatString(), at)
	}
	return Outcome{}
}

// identity compares both sides at d+1 values of p and 2d-1 of ρ, d ≤ 16.  (E[K] does
// not depend on p and has degree d-1 in ρ.)
func identity(d int64, score scoring) Outcome {
	p, rho := map[string]bool{}, map[string]bool{}
	for k := range d + 1 {
		for r := range 2*d - 1 {
			x := roulette{repeated{d: d, s: 5, k: k}, 32 * (r + 1)}
			if out := x.sameMean(survival, score); out.Verdict != Holds {
				return out
			}
			p[x.ratio().RatString()], rho[x.rho().RatString()] = true, true
		}
	}
	return firstFailure(
		func() Outcome { return enoughValues(int(d), "p", p) },
		func() Outcome { return enoughValues(int(2*d-2), "ρ", rho) },
	)
}

// produced holds an estimator to the exact values: repeat.NewTRRWithRho has this mean
// within its own bound, and E[K], Z and P(K ≥ k) to a part of 2⁻⁴⁸, for at most 7 steps of
// 4 roundings each with a cancellation of A(K,W)-A(K,K-W) that the larger of the two bounds.
func (x roulette) produced(e *repeat.TRR) Outcome {
	near := func(what string, got float64, want *big.Rat, size float64) Outcome {
		return producedNear(what, got, enclosedRats(want, want), size*0x1p-48)
	}
	_, repeats := x.moments(survival, rouletteScore)
	return firstFailure(
		func() Outcome { return x.production("repeat.NewTRRWithRho", e.Mean(x.p()), e.MeanError()) },
		func() Outcome { return near("E[K]", e.Comparisons(), repeats, float64(x.d)) },
		func() Outcome {
			for K := int64(1); K <= x.d; K++ {
				if out := near("P(K ≥ k)", e.Survival(int(K)), survival(x.rho(), K), 1); out.Verdict != Holds {
					return out
				}
				for W := range K + 1 {
					if out := near("β·Z", e.Score(int(K), int(W))*x.beta(), rouletteScore(x.rho(), K, W), x.beta()*e.Range()); out.Verdict != Holds {
						return out
					}
				}
			}
			return Outcome{}
		},
	)
}

// producedNear: a value of the production code is not off by more than its rounding.
func producedNear(what string, got float64, want bounds.Interval, rounding float64) Outcome {
	if got < want.Lo-rounding || got > want.Hi+rounding {
		return refuted("repeat.NewTRRWithRho: %s is %v, not in [%v, %v]", what, got, want.Lo, want.Hi)
	}
	return Outcome{}
}

func rouletteMutants(domain cases[roulette]) []Mutant {
	mean := func(tail func(rho *big.Rat, k int64) *big.Rat, score scoring) func(x roulette) Outcome {
		return func(x roulette) Outcome { return x.sameMean(tail, score) }
	}
	return domain.mutants([]wrongClaim[roulette]{
		{Mutant{
			Name: "P(K ≥ k) = ρ^{k-1}", Why: "without 1/k the mean is Σ (p^k-(1-p)^k), and E[K] is larger", How: ByGenerator, Witness: "log2(β)=0 d=2 32p=24 32ρ=16",
		}, mean(func(rho *big.Rat, k int64) *big.Rat { return ratPower(rho, k-1) }, rouletteScore)},
		{Mutant{
			Name: "Z without ρ", Why: "what K rarely reaches has to count for more", How: ByGenerator, Witness: "log2(β)=0 d=2 32p=24 32ρ=16",
		}, mean(survival, func(_ *big.Rat, K, W int64) *big.Rat { return rouletteScore(big.NewRat(1, 1), K, W) })},
		{Mutant{
			Name: "the wins counted twice", Why: "C(W,k) for both, with the losses left out: no longer odd", How: ByGenerator, Witness: "log2(β)=0 d=1 32p=8 32ρ=16",
		}, mean(survival, func(rho *big.Rat, K, W int64) *big.Rat {
			z := new(big.Rat).Add(rouletteScore(rho, K, W), rouletteScore(rho, K, K))
			return z.Quo(z, big.NewRat(2, 1))
		})},
		{Mutant{
			Name: "powers of W/K", Why: "(W/K)^k is not unbiased for p^k: the draws of a subset are without replacement; up to k = 2 it makes no difference", How: ByGenerator, Witness: "log2(β)=0 d=3 32p=24 32ρ=16",
		}, mean(survival, func(rho *big.Rat, K, W int64) *big.Rat {
			won, lost, sum := big.NewRat(W, K), big.NewRat(K-W, K), new(big.Rat)
			for k := int64(1); k <= K; k++ {
				term := new(big.Rat).Sub(ratPower(won, k), ratPower(lost, k))
				sum.Add(sum, term.Quo(term, ratPower(rho, k-1)))
			}
			return sum
		})},
	})
}
