package lemmas

import (
	"fmt"
	"math/big"

	"vectorborda/bounds"
)

// repeatUnbiased: TRR without a cap has no bias.  By RC.TRR its mean for a cap d is
// (1/β) Σ_{k≤d} (p^k-(1-p)^k)/k, and
//
//	0 ≤ logit(p) - Σ_{k≤d} (p^k-(1-p)^k)/k ≤ p^{d+1}/((d+1)(1-p)),  1/2 ≤ p < 1,
//
// whose right side goes to 0 as d → ∞.
func repeatUnbiased() Entry {
	domain := remainderDomain()
	return Entry{
		ID: "RC.TRR.U", Paper: RepeatedPaper, Kind: "Lemma", Title: "TRR without a cap is unbiased",
		Claim:  "d = ∞: E[Z_TRR|p] = (1/β) Σ_{k≥1} (p^k-(1-p)^k)/k = logit(p)/β; what is left after d terms is between 0 and p^{d+1}/((d+1)(1-p)) for p ≥ 1/2.",
		Source: "section 2; partial sums in rational numbers, logit by enclosures",
		Parts:  []Part{domain.part("remainder", repeated.unbiased)},
		Grids: []Grid{gridOf("points", Computed, 32*mostRepeats, func(n int) repeated {
			return repeated{d: int64(n%mostRepeats) + 1, s: 6, k: int64(n/mostRepeats) + 32}
		}, func(x repeated) []coordinate { return x.told()[1:] }, repeated.unbiased)},
		Mutants:  remainderMutants(domain),
		NoSolver: "contains log and a limit",
	}
}

var remainderLayout = namedNumbers("d", "s", "p·2^s")

// remainderDomain are contexts whose β does not matter.
func remainderDomain() cases[repeated] {
	return casesOf(splitRemainder, Domain{
		Generate: func(d Draw) Instance {
			s := d.Int(2, 10, "s")
			return numbers(d.Int(1, mostRepeats, "d"), s, d.Int(1<<(s-1), 1<<s-1, "p·2^s"))
		},
		Layout: remainderLayout.always,
		Show: func(in Instance) string {
			x := splitRemainder(in)
			return fmt.Sprintf("d=%d p=%d/%d", x.d, x.k, int64(1)<<x.s)
		},
	}, append(contexts(repeated.itself)[1:2], supposed[repeated]{
		"half", "1/2 ≤ p < 1; below 1/2 everything is mirrored", "", func(x repeated) bool { return 2*x.k >= 1<<x.s && x.k < 1<<x.s },
	}))
}

func splitRemainder(in Instance) repeated {
	l := remainderLayout
	return repeated{d: l.number(in, "d"), s: l.number(in, "s"), k: l.number(in, "p·2^s")}
}

// unbiased is the statement.
func (x repeated) unbiased() Outcome { return x.remainder(repeated.harmonic, 0) }

// remainder is 0 ≤ logit(p) - sum ≤ p^{d+1+more}/((d+1)(1-p)).
func (x repeated) remainder(sum func(repeated) *big.Rat, more int64) Outcome {
	lo, hi := x.logit()
	part := sum(x)
	if 2*x.k == 1<<x.s && part.Sign() == 0 { // logit(1/2) = 0, which an enclosure cannot tell
		return Outcome{}
	}
	p := x.ratio()
	bound := ratPower(p, x.d+1+more)
	bound.Quo(bound, new(big.Rat).Mul(big.NewRat(x.d+1, 1), new(big.Rat).Sub(big.NewRat(1, 1), p)))
	return between(enclosedRats(lo.Sub(lo, part), hi.Sub(hi, part)), bounds.Point(0), enclosedRats(bound, bound), "what is left of the series")
}

func remainderMutants(domain cases[repeated]) []Mutant {
	return domain.mutants([]wrongClaim[repeated]{
		{Mutant{
			Name: "without 1/k", Why: "what a survival law without 1/k would give: Σ (p^k-(1-p)^k) passes logit(p)", How: ByGenerator, Witness: "d=3 s=2 p·2^s=3",
		}, func(x repeated) Outcome {
			return x.remainder(func(x repeated) *big.Rat { return x.series(func(k int64) int64 { return k }) }, 0)
		}},
		{Mutant{
			Name: "one power more", Why: "the first term left out is nearly p^{d+1}/(d+1)", How: ByGenerator, Witness: "d=8 s=2 p·2^s=3",
		}, func(x repeated) Outcome { return x.remainder(repeated.harmonic, 1) }},
		{Mutant{
			Name: "for every p", Why: "below 1/2 the terms are negative", Breaks: "half", How: ByWitness, Witness: "d=1 s=2 p·2^s=1",
		}, repeated.unbiased},
	})
}
