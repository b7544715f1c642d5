package lemmas

import (
	"fmt"
	"math"

	"vectorborda/bounds"
)

// majorityDuels is the majority algorithm with T comparisons for each of d(K-1) duels on the
// class of θ^Δ and the λ^{i,r,Δ}, Δ over 2^s, and α = 2^-a.
type majorityDuels struct {
	Size
	s, gap, T, a int64
}

func splitDuels(in Instance) majorityDuels {
	v := in.Values
	return majorityDuels{in.Size, v[0], v[1], v[2], v[3]}
}

// confidence encloses δ = 1-(1-e)^{d(K-1)}, e = P(Binomial(T, σ(Δ)) ≤ (T-1)/2).
func (u majorityDuels) confidence() bounds.Interval {
	win := bounds.Point(latent{s: u.s}.real(u.gap)).Logistic()
	few, err1 := bounds.EncloseLogBinomialCDF((u.T-1)/2, u.T, win.Hi) // less likely the likelier a win
	many, err2 := bounds.EncloseLogBinomialCDF((u.T-1)/2, u.T, win.Lo)
	if err1 != nil || err2 != nil {
		panic(fmt.Sprint(err1, err2))
	}
	const least = 0x1p-1000                                                                   // correct with a smaller δ is correct with this one
	e := bounds.Interval{Lo: max(few.Exp().Lo, least), Hi: max(min(many.Exp().Hi, 1), least)} // 1 for T = 0
	x := bounds.Point(float64(u.D) * float64(u.K-1)).Mul(lossRate(e))
	return x.Mul(x.Decay())
}

// lossRate encloses -log(1-e), between e and e/(1-e), which are close for small e.
func lossRate(e bounds.Interval) bounds.Interval {
	if e.Hi < 0x1p-24 {
		return bounds.Interval{Lo: e.Lo, Hi: bounds.Point(e.Hi).Div(bounds.Point(1 - 0x1p-24)).Hi}
	}
	return bounds.Point(1).Sub(e).Log().Neg()
}

func (u majorityDuels) alpha() float64 { return math.Ldexp(1, -int(u.a)) }

// admissible: δ < 1/2 and 0 < α < 1-2δ, beyond doubt.
func (u majorityDuels) admissible() bool {
	delta := u.confidence()
	return u.T%2 == 1 && delta.Lo > 0 && delta.Hi < 0.5 && u.alpha() < 1-2*delta.Hi-0x1p-50
}

// above is T·d(K-1) ≥ c·d(K-1)/(Δ+η̄)²·kl(1-δ-α, δ) with η̄ = Δ, or 0.
func (u majorityDuels) above(c float64, raised bool) Outcome {
	width := latent{s: u.s}.real(u.gap)
	if raised {
		width *= 2
	}
	bound := lowerBound(u.Size, c, bounds.Point(width), bounds.Point(u.alpha()), u.confidence())
	tau := bounds.Point(float64(u.T) * float64(u.D) * float64(u.K-1))
	return notBelow(tau, bound, neverDecides, "Q = T·d(K-1)", "the bound")
}

func duelDomain() *Domain {
	return &Domain{
		Hypotheses: []Hypothesis{
			{
				Name: "correct", Words: "the algorithm is δ-correct on θ^Δ and all λ^{i,r,Δ}, δ < 1/2",
				Holds: func(in Instance) (bool, error) {
					u := splitDuels(in)
					return u.T%2 == 1 && u.confidence().Hi < 0.5, nil
				},
			},
			{Name: "α", Words: "0 < α < 1-2δ", Holds: func(in Instance) (bool, error) { return splitDuels(in).admissible(), nil }},
		},
		Generate: func(d Draw) Instance {
			size := drawSize(d)
			s := d.Int(0, 4, "s")
			u := majorityDuels{Size: size, s: s, gap: d.Int(1, 4<<s, "Δ"), T: 1}
			u.admit()
			u.T += 2 * drawMove(d, 20)
			u.a = d.Int(6, 32, "a") // 1-2δ > 1/64
			return instanceAt(size.K, size.D, s, u.gap, u.T, u.a)
		},
		Show: func(in Instance) string {
			return namedNumbers("s", "Δ·2^s", "T", "a").show(in) + " (α = 2^-a)"
		},
	}
}

// nthDuels is one point of the grid.
func nthDuels(n int) majorityDuels {
	u := majorityDuels{Size{[]int{2, 3, 8, 64}[n%4], []int{1, 2, 10}[n/4%3]}, 5, int64(1) << (n / 12 % 8), 1, 10}
	u.admit()
	for range n / 96 {
		u.T = 2*u.T + 1
	}
	return u
}

// admit takes the first T of 1, 3, 7, … with δ < 0.49; e < e^{-2T(σ(Δ)-1/2)²}, so there
// is one.
func (u *majorityDuels) admit() {
	for u.confidence().Hi >= 0.49 {
		u.T = 2*u.T + 1
	}
}

func duelsOn(n int) Outcome { return nthDuels(n).above(4, true) }

// Witness values: s, Δ·2^s, T, a.
func duelMutants(domain *Domain) []Mutant {
	mutant := func(m Mutant, refutes func(u majorityDuels) bool) Mutant {
		m.Show, m.How = domain.Show, ByWitness
		m.Refutes = func(in Instance) (bool, error) { return refutes(splitDuels(in)), nil }
		return m
	}
	return []Mutant{
		mutant(Mutant{
			Name: "9 for 4", Why: "at K = 2, d = 1 one comparison is worth kl(1-δ,δ) = Δ·tanh(Δ/2) ≈ (2Δ)²/8: there 8 is the best constant",
			Positional: instanceAt(2, 1, 1, 1, 1, 10),
		}, func(u majorityDuels) bool { return u.admissible() && u.above(9, true).Verdict == Refuted }),
		mutant(Mutant{
			Name: "Δ² for (Δ+η̄)²", Why: "a class without small η is easier", Positional: instanceAt(2, 1, 1, 1, 1, 10),
		}, func(u majorityDuels) bool { return u.admissible() && u.above(4, false).Verdict == Refuted }),
		mutant(Mutant{
			Name: "α above 1-2δ", Why: "kl(1-δ-α, δ) grows again beyond 1-2δ", Breaks: "α", Positional: instanceAt(2, 1, 2, 1, 1, 1),
		}, func(u majorityDuels) bool {
			return u.alpha() < 1-u.confidence().Hi && u.confidence().Hi < 0.5 && u.above(4, true).Verdict == Refuted
		}),
		mutant(Mutant{
			Name: "correct on θ^Δ only", Why: "naming {1} without a comparison (T = 0) is never wrong there", Breaks: "correct", Positional: instanceAt(2, 1, 0, 1, 0, 10),
		}, func(u majorityDuels) bool {
			bound := lowerBound(u.Size, 4, bounds.Point(2*latent{s: u.s}.real(u.gap)), bounds.Point(u.alpha()), bounds.Point(0.25))
			return u.T == 0 && bound.Lo > 0
		}),
	}
}
