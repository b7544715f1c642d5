package lemmas

import (
	"math"
	"slices"
	"strings"

	"vectorborda/bounds"
)

// corollary33 is the upper half of Corollary 3.3: Theorem 3.1 on all of Θ_{B,d}(Δ).
// Every gap is at least Δ and each term of the sum falls with the gap, so all are at
// most the one at Δ; and 1+⌈log₂(4/x)⌉ = ⌈log₂(8/x)⌉.  With equal gaps it is an
// equality.  The lower half is Theorem 3.2.
func corollary33() Entry {
	domain := classDomain()
	return Entry{
		ID: "C.3.3", Kind: "Corollary", Title: "the bounds match up to logarithms",
		Claim:  "0 < Δ ≤ min{1,B}, δ < 1/3: sup over Θ_{B,d}(Δ) of Q_{θ,δ}(VB-EGE) ≤ dK + 128dK/(κ_B²Δ²)·log(4Kd⌈log₂(8/(κ_BΔ))⌉²/δ).",
		Source: "section 3; the upper half, from Theorem 3.1 by enclosures and on audited runs. The lower half is Theorem 3.2",
		Only:   "what E implies",
		Proves: "the step from 3.1",
		Parts: []Part{
			domain.part("from 3.1", latentClass.holds),
			domain.part("runs", func(c latentClass) Outcome { return c.runBelow(c.production()) }),
		},
		Grids: []Grid{gridOf("terms", Computed, 2047, func(n int) neighbours { return neighbours{float64(n+1) / 1024, float64(n+2) / 1024} },
			neighbours.told, neighbours.termFalls)},
		Mutants:  classMutants(domain),
		Kernel:   Kernel{File: "corollary_3_3.v", Theorems: []string{"corollary_3_3_upper"}, About: "N samples of each stream"},
		NoSolver: "contains log and a probability",
	}
}

// latentClass is θ ∈ Θ_{B,d}(Δ) with Δ = least/2^s.
type latentClass struct {
	latentBound
	least int64
}

func classLayout(in Instance) layout {
	return append(namedNumbers("Δ·2^s"), latentBoundLayout(in)...)
}

func splitClass(in Instance) latentClass {
	return latentClass{splitLatentBound(Instance{in.Size, in.Values[1:]}), in.Values[0]}
}

func classDomain() cases[latentClass] {
	return casesOf(splitClass, Domain{
		Generate: func(d Draw) Instance {
			in := latentBoundDomain().Generate(d)
			least := slices.Min(splitLatentBound(in).units())
			if drawCoin(d, 2, "smaller") {
				least = d.Int(1, least, "Δ")
			}
			return Instance{in.Size, append([]int64{least}, in.Values...)}
		},
		Layout: classLayout,
		Show:   func(in Instance) string { return showTheta(classLayout(in), in) },
	}, []supposed[latentClass]{
		{"range", "θ ∈ Θ_{B,d}: |θ_{i,r}-θ_{j,r}| ≤ 2B", "a θ outside Θ_{B,d} is a mutant of Theorem 3.1", func(c latentClass) bool { return c.inRange() }},
		{"least", "0 < Δ ≤ Δ_i^θ for every i", "", func(c latentClass) bool { return c.least > 0 && c.least <= slices.Min(c.units()) }},
	})
}

// bound encloses dK + 128dK/(κ_B²Δ²)·log(4Kd⌈log₂(8/(κ_BΔ))⌉²/δ), with ceil added to
// the ceiling.
func (c latentClass) bound(ceil float64) bounds.Interval {
	form := upperBound(128)
	form.phase = func(x float64) float64 { return ceilLog2(8/x) + ceil }
	return form.of(c.Size.D, c.delta(), slices.Repeat([]bounds.Interval{c.kappa().Mul(bounds.Point(c.real(c.least)))}, c.K))
}

// ceilLog2 is the smallest n ≥ 0 with 2^n ≥ x.
func ceilLog2(x float64) float64 {
	n := 0
	for math.Ldexp(1, n) < x {
		n++
	}
	return float64(n)
}

// production is bounds.Corollary33.
func (c latentClass) production() float64 {
	return must(bounds.Corollary33(c.K, c.Size.D, c.real(c.least), c.real(c.twiceB)/2, c.delta()))
}

// holds: the bound of 3.1 ≤ that of 3.3, and bounds.Corollary33 is the latter within
// its stated error.
func (c latentClass) holds() Outcome {
	claimed, got := c.bound(0), c.production()
	of31 := c.claimed(128)
	if out := c.produced(of31); out.Verdict != Holds {
		return out
	}
	if disjoint(statedEnclosure(got, 40), claimed) {
		return refuted("bounds.Corollary33 = %v, the bound is in [%v, %v]", got, claimed.Lo, claimed.Hi)
	}
	return notBelow(claimed, of31, func() (int, bool) {
		units := c.units() // equal terms make an equality
		return 0, slices.Min(units) == c.least && slices.Max(units) == c.least && !disjoint(claimed, of31)
	}, "the bound of 3.3", "the bound of 3.1")
}

// neighbours are two values of x = κ_B·Δ.
type neighbours struct{ x, next float64 }

func (v neighbours) told() []coordinate {
	return []coordinate{dyadic("x", v.x), dyadic("larger one by", v.next-v.x)}
}

// termFalls: log(a·M²)/x² at the next x is not above that at x, for the smallest
// a = 4Kd/δ > 8, and 1+⌈log₂(4/x)⌉ = ⌈log₂(8/x)⌉.
func (v neighbours) termFalls() Outcome {
	term := func(x float64) bounds.Interval {
		M := phaseOf(x)
		return bounds.Point(8 * M * M).Log().Div(bounds.Point(x)).Div(bounds.Point(x))
	}
	if phaseOf(v.x) != ceilLog2(8/v.x) {
		return refuted("1+⌈log₂(4/x)⌉ = %v, ⌈log₂(8/x)⌉ = %v at x = %v", phaseOf(v.x), ceilLog2(8/v.x), v.x)
	}
	return atMost(term(v.next), term(v.x), "the next term")
}

func classMutants(domain cases[latentClass]) []Mutant {
	above31 := func(ceil float64) func(c latentClass) Outcome {
		return func(c latentClass) Outcome { return atMost(c.claimed(128), c.bound(ceil), "the bound of 3.1") }
	}
	return domain.mutants([]wrongClaim[latentClass]{
		{Mutant{
			Name: "without 1/κ_B²", Why: "dK·n_1 comparisons are made in phase 1 of every run",
			How: ByWitness, Witness: "K=2 d=1 Δ·2^s=8 s=0 2B·2^s=8 1/δ=20 seed=0 θ·2^s=[[8] [0]]",
		}, func(c latentClass) Outcome { return c.firstPhaseBelow(c.bound(0), c.kappa().Mul(c.kappa())) }},
		{Mutant{
			Name: "d for dK in front of the logarithm", Why: "phase 1 alone grows with K: from K = 512 on it costs more",
			How: ByWitness, Witness: "K=512 d=1 Δ·2^s=3 s=1 2B·2^s=3 1/δ=20 seed=0 θ·2^s=[[0]" + strings.Repeat(" [-3]", 511) + "]",
		}, func(c latentClass) Outcome {
			return c.firstPhaseBelow(c.bound(0), bounds.Point(1).Div(bounds.Point(float64(c.K))))
		}},
		{Mutant{
			Name: "⌈log₂(4/(κ_BΔ))⌉ against Theorem 3.1", Why: "one less than 1+⌈log₂(4/(κ_BΔ))⌉",
			How: ByWitness, Witness: "K=2 d=1 Δ·2^s=1 s=0 2B·2^s=1 1/δ=20 seed=0 θ·2^s=[[1] [0]]",
		}, above31(-1)},
		{Mutant{
			Name: "a gap below Δ against Theorem 3.1", Why: "the sum then has a term above the one at Δ", Breaks: "least",
			How: ByWitness, Witness: "K=3 d=1 Δ·2^s=2 s=0 2B·2^s=3 1/δ=20 seed=0 θ·2^s=[[0] [2] [3]]",
		}, above31(0)},
	})
}
