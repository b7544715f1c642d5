package lemmas

import (
	"fmt"
	"math"

	"vectorborda/bounds"
)

// repeatCorollary33 is the count of contexts behind Corollary 3.3 of the paper on
// repeated comparisons: if |Z| ≤ R and |I_m| ≥ (128R²/ε²)·log(4|M|/δ), then by
// Hoeffding's inequality
//
//	P(|ĝ(m) - E[Z]| ≥ ε/8) ≤ 2·exp(-|I_m|ε²/(128R²)) ≤ δ/(2|M|),
//
// and with a bias of at most ε/8 every score is within ε/4 of its target, less than
// half of the gap, but with probability δ/2.
//
// Two values ±R, where Hoeffding's inequality is sharpest, make ĝ(m) a binomial
// count, whose tails are exact.
func repeatCorollary33() Entry {
	domain := countDomain()
	return Entry{
		ID: "RC.C.3.3", Paper: RepeatedPaper, Kind: "Corollary", Title: "contexts that MLE-CAL and MLE-UNCONST need",
		Claim:  "|Z| ≤ R, bias ≤ ε/8, |I_m| ≥ (128R²/ε²)·log(4|M|/δ): every score is within ε/4 of its target with probability ≥ 1-δ/2; so n = O(|M|ε^{-(2+κ_β)} log(|M|/δ)) for MLE-CAL, O(|M|ε^{-2} log(|M|/δ)) for MLE-UNCONST.",
		Source: "section 3; the exact law of the mean of |I_m| two-valued estimates",
		Parts:  []Part{domain.part("two values", contextCount.holds)},
		Grids: []Grid{gridOf("laws", Computed, 17*3*7*5, func(n int) contextCount {
			return contextCount{k: int64(n % 17), c: 8, e: int64(n / 17 % 3), M: int64(n/51%7) + 2, j: int64(n/357) + 1}
		}, contextCount.told, contextCount.holds)},
		Mutants: countMutants(domain),
		Only:    "the count of contexts for two-valued estimates", NoSolver: "contains log and a probability",
	}
}

// contextCount is one model: P(Z = Rc/8) = k/32, else Z = -Rc/8; ε = R/2^e, δ = 2^-j.
type contextCount struct{ k, c, e, M, j int64 }

var countLayout = namedNumbers("32·P(Z>0)", "8·|Z|/R", "log2(R/ε)", "|M|", "log2(1/δ)")

func splitCount(in Instance) contextCount {
	l := countLayout
	return contextCount{
		k: l.number(in, "32·P(Z>0)"), c: l.number(in, "8·|Z|/R"), e: l.number(in, "log2(R/ε)"), M: l.number(in, "|M|"), j: l.number(in, "log2(1/δ)"),
	}
}

func countDomain() cases[contextCount] {
	return casesOf(splitCount, Domain{
		Generate: func(d Draw) Instance {
			c := int64(8)
			if drawCoin(d, 4, "smaller values") {
				c = d.Int(1, 8, "8|Z|/R")
			}
			return numbers(d.Int(0, 32, "32·P"), c, d.Int(0, 3, "log2(R/ε)"), d.Int(2, 32, "|M|"), d.Int(1, 10, "log2(1/δ)"))
		},
		Layout: countLayout.always,
		Show: func(in Instance) string {
			x := splitCount(in)
			return fmt.Sprintf("|Z|=%d/8·R P(Z>0)=%d/32 ε=R/%d |M|=%d δ=1/%d", x.c, x.k, 1<<x.e, x.M, 1<<x.j)
		},
	}, []supposed[contextCount]{
		{"range", "|Z| ≤ R", "", func(x contextCount) bool { return x.c <= 8 }},
		{"parameters", "0 < ε ≤ R, 0 < δ < 1, |M| ≥ 2", "else there is nothing to rank or to fail", func(x contextCount) bool {
			return x.e >= 0 && x.j >= 1 && x.M >= 2 && x.k >= 0 && x.k <= 32
		}},
	})
}

func (x contextCount) told() []coordinate {
	return []coordinate{
		fraction("|Z|/R", x.c, 8), fraction("P(Z > 0)", x.k, 32), dyadic("ε/R", math.Ldexp(1, -int(x.e))),
		whole("|M|", x.M), dyadic("δ", math.Ldexp(1, -int(x.j))),
	}
}

// contexts is the smallest whole number that is certainly at least
// (constant·R²/ε²)·log(4M/δ).
func (x contextCount) contexts(constant float64, models int64) int64 {
	log := bounds.Point(math.Ldexp(float64(4*models), int(x.j))).Log()
	return int64(math.Ceil(log.Mul(bounds.Point(math.Ldexp(constant, int(2*x.e)))).Hi))
}

// enough: with that many contexts P(|ĝ - E[Z]| ≥ ε/8) ≤ δ/(2|M|).  With W of n values
// positive, |ĝ - E[Z]| = 2(c/8)R·|W/n - p|, which is at least ε/8 = R/2^{e+3} when
// W ≥ n(p + 1/(c·2^{e+1})) or W ≤ n(p - 1/(c·2^{e+1})).
func (x contextCount) enough(constant float64, models int64) Outcome {
	n := x.contexts(constant, models)
	den := 32 * x.c << (x.e + 1)
	mid := x.k * x.c << (x.e + 1)
	above := must(bounds.EncloseLogBinomialTail(ceilDiv(n*(mid+32), den), n, float64(x.k)/32))
	below := must(bounds.EncloseLogBinomialCDF(-ceilDiv(-n*(mid-32), den), n, float64(x.k)/32))
	allowed := bounds.Point(math.Ldexp(1, -int(x.j))).Div(bounds.Point(float64(2 * x.M)))
	return atMost(above.Exp().Add(below.Exp()), allowed, fmt.Sprintf("with %d contexts the probability that a score is off by ε/8", n))
}

// holds is the statement.
func (x contextCount) holds() Outcome { return x.enough(128, x.M) }

// ceilDiv is ⌈a/b⌉ for b > 0.
func ceilDiv(a, b int64) int64 {
	q := a / b
	if a%b > 0 {
		q++
	}
	return q
}

func countMutants(domain cases[contextCount]) []Mutant {
	return domain.mutants([]wrongClaim[contextCount]{
		{Mutant{
			Name: "64 for 128", Why: "half the exponent: Hoeffding's inequality is sharp up to a power of the log", How: ByGenerator, Witness: "32·P(Z>0)=16 8·|Z|/R=8 log2(R/ε)=0 |M|=8 log2(1/δ)=4",
		}, func(x contextCount) Outcome { return x.enough(64, x.M) }},
		{Mutant{
			Name: "log(4/δ) for log(4|M|/δ)", Why: "all |M| scores have to be right at once", How: ByGenerator, Witness: "32·P(Z>0)=16 8·|Z|/R=8 log2(R/ε)=0 |M|=32 log2(1/δ)=1",
		}, func(x contextCount) Outcome { return x.enough(128, 1) }},
		{Mutant{
			Name: "|Z| up to 2R", Why: "the spread of the mean doubles", Breaks: "range", How: ByWitness, Witness: "32·P(Z>0)=16 8·|Z|/R=16 log2(R/ε)=0 |M|=2 log2(1/δ)=1",
		}, contextCount.holds},
	})
}
