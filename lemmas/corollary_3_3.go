package lemmas

import (
	"math"
	"slices"
	"strings"

	"vectorborda/bounds"
	"vectorborda/gaps"
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
		Only:   "the step from 3.1",
		Parts: []Part{
			{Name: "from 3.1", Domain: domain, Check: func(in Instance) (Outcome, error) { return splitClass(in).holds() }},
			{Name: "runs", Domain: domain, Check: func(in Instance) (Outcome, error) { return splitClass(in).onEvent() }},
		},
		Grids: []Grid{{
			Name: "terms", Word: Computed, Over: "the term of a gap against that of the next smaller one and ⌈log₂(8/x)⌉, x = k/1024, k ≤ 2048",
			Points: 2047, Check: termFalls,
		}},
		Mutants:  classMutants(domain),
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

func classDomain() *Domain {
	theta := latentBoundDomain()
	inherited := func(h Hypothesis) Hypothesis {
		holds := h.Holds
		h.Holds = func(in Instance) (bool, error) { return holds(Instance{in.Size, in.Values[1:]}) }
		return h
	}
	range2B := inherited(theta.Hypotheses[0])
	range2B.NoMutant = "a θ outside Θ_{B,d} is a mutant of Theorem 3.1"
	return &Domain{
		Hypotheses: []Hypothesis{
			range2B,
			{Name: "least", Words: "0 < Δ ≤ Δ_i^θ for every i", Holds: func(in Instance) (bool, error) {
				c := splitClass(in)
				return c.least > 0 && c.least <= slices.Min(c.units()), nil
			}},
		},
		Generate: func(d Draw) Instance {
			in := theta.Generate(d)
			least := slices.Min(splitLatentBound(in).units())
			if drawCoin(d, 2, "smaller") {
				least = d.Int(1, least, "Δ")
			}
			return Instance{in.Size, append([]int64{least}, in.Values...)}
		},
		Layout: classLayout,
		Show:   func(in Instance) string { return showTheta(classLayout(in), in) },
	}
}

// units are the latent gaps times 2^s.
func (t latentBound) units() []int64 { return gaps.Gaps(scoreArray(t.k, t.Size, asInteger)) }

// bound encloses dK + 128dK/(κ_B²Δ²)·log(4Kd⌈log₂(8/(κ_BΔ))⌉²/δ), with ceil added to
// the ceiling.
func (c latentClass) bound(ceil float64) bounds.Interval {
	kd := float64(c.K) * float64(c.Size.D)
	x := slopeAt(c.real(c.twiceB)).Mul(bounds.Point(c.real(c.least)))
	square := func(v float64) float64 { m := ceilLog2(8/v) + ceil; return 4 * kd * m * m }
	log := bounds.Interval{Lo: square(x.Hi), Hi: square(x.Lo)}.Div(bounds.Point(c.delta())).Log()
	return bounds.Point(kd).Add(bounds.Point(128 * kd).Mul(log).Div(x).Div(x))
}

// ceilLog2 is the smallest n ≥ 0 with 2^n ≥ x.
func ceilLog2(x float64) float64 {
	n := 0
	for math.Ldexp(1, n) < x {
		n++
	}
	return float64(n)
}

func (c latentClass) production() (float64, error) {
	return bounds.Corollary33(c.K, c.Size.D, c.real(c.least), c.real(c.twiceB)/2, c.delta())
}

// holds: the bound of 3.1 ≤ that of 3.3, and bounds.Corollary33 is the latter within
// its stated error.
func (c latentClass) holds() (Outcome, error) {
	got, err := c.production()
	if err != nil {
		return Outcome{}, err
	}
	claimed := c.bound(0)
	if disjoint(statedEnclosure(got, 40), claimed) {
		return refuted("bounds.Corollary33 = %v, the bound is in [%v, %v]", got, claimed.Lo, claimed.Hi), nil
	}
	instance := scaledBound(c.Size.D, c.delta(), 128, c.latentGaps(c.twiceB))
	return notBelow(claimed, instance, func() (int, bool) {
		units := c.units() // equal terms make an equality
		return 0, slices.Min(units) == c.least && slices.Max(units) == c.least && !disjoint(claimed, instance)
	}, "the bound of 3.3", "the bound of 3.1"), nil
}

func (c latentClass) onEvent() (Outcome, error) {
	upper, err := c.production()
	if err != nil {
		return Outcome{}, err
	}
	return c.runBelow(upper)
}

// termFalls: log(a·M²)/x² at x = (n+2)/1024 is not above that at (n+1)/1024, for the
// smallest a = 4Kd/δ > 8, and 1+⌈log₂(4/x)⌉ = ⌈log₂(8/x)⌉.
func termFalls(n int) Outcome {
	term := func(k int) bounds.Interval {
		x := bounds.Point(float64(k) / 1024)
		M := phaseOf(x.Lo)
		return bounds.Point(8 * M * M).Log().Div(x).Div(x)
	}
	if x := float64(n+1) / 1024; phaseOf(x) != ceilLog2(8/x) {
		return refuted("1+⌈log₂(4/x)⌉ = %v, ⌈log₂(8/x)⌉ = %v at x = %v", phaseOf(x), ceilLog2(8/x), x)
	}
	return notBelow(term(n+1), term(n+2), neverDecides, "the term", "the next")
}

func classMutants(domain *Domain) []Mutant {
	mutant := func(m Mutant, refutes func(c latentClass) bool) Mutant {
		m.Layout, m.Show, m.How = domain.Layout, domain.Show, ByWitness
		m.Refutes = func(in Instance) (bool, error) {
			c := splitClass(in)
			member := c.least > 0 && (m.Breaks == "least" || c.least <= slices.Min(c.units())) && c.spread() <= c.twiceB
			return member && refutes(c), nil
		}
		return m
	}
	// atOnce: dK·n_1, what every run costs, is above a bound.
	atOnce := func(c latentClass, bound bounds.Interval) bool {
		s, err := schedule(c.K, c.Size.D, c.delta(), 4)
		if err != nil {
			return false
		}
		n, _ := s.N(1)
		return float64(n)*float64(c.K)*float64(c.Size.D) > bound.Hi
	}
	scaled := func(c latentClass, factor bounds.Interval) bounds.Interval {
		first := bounds.Point(float64(c.K) * float64(c.Size.D))
		return first.Add(c.bound(0).Sub(first).Mul(factor))
	}
	return []Mutant{
		mutant(Mutant{
			Name: "without 1/κ_B²", Why: "dK·n_1 comparisons are made in phase 1 of every run", Witness: "K=2 d=1 Δ·2^s=8 s=0 2B·2^s=8 1/δ=20 seed=0 θ·2^s=[[8] [0]]",
		}, func(c latentClass) bool {
			kappa := slopeAt(c.real(c.twiceB))
			return atOnce(c, scaled(c, kappa.Mul(kappa)))
		}),
		mutant(Mutant{
			Name: "d for dK in front of the logarithm", Why: "phase 1 alone grows with K: from K = 512 on it costs more",
			Witness: "K=512 d=1 Δ·2^s=3 s=1 2B·2^s=3 1/δ=20 seed=0 θ·2^s=[[0]" + strings.Repeat(" [-3]", 511) + "]",
		}, func(c latentClass) bool { return atOnce(c, scaled(c, bounds.Point(1).Div(bounds.Point(float64(c.K))))) }),
		mutant(Mutant{
			Name: "⌈log₂(4/(κ_BΔ))⌉ against Theorem 3.1", Why: "one less than 1+⌈log₂(4/(κ_BΔ))⌉", Witness: "K=2 d=1 Δ·2^s=1 s=0 2B·2^s=1 1/δ=20 seed=0 θ·2^s=[[1] [0]]",
		}, func(c latentClass) bool {
			return scaledBound(c.Size.D, c.delta(), 128, c.latentGaps(c.twiceB)).Lo > c.bound(-1).Hi
		}),
		mutant(Mutant{
			Name: "a gap below Δ against Theorem 3.1", Why: "the sum then has a term above the one at Δ", Breaks: "least",
			Witness: "K=3 d=1 Δ·2^s=2 s=0 2B·2^s=3 1/δ=20 seed=0 θ·2^s=[[0] [2] [3]]",
		}, func(c latentClass) bool {
			return scaledBound(c.Size.D, c.delta(), 128, c.latentGaps(c.twiceB)).Lo > c.bound(0).Hi
		}),
	}
}
