package lemmas

import (
	"math"

	"vectorborda/bounds"
)

// majorityDuels is the majority algorithm on the class of θ^Δ and the λ^{i,r,Δ}, that
// is η̄ = Δ: model 1 meets each other model T times on each objective.  Δ = gap/2^s and
// α = 2^-a.
type majorityDuels struct {
	Size
	s, gap, T, a int64
}

var duelLayout = namedNumbers("s", "Δ·2^s", "T", "a")

func splitDuels(in Instance) majorityDuels {
	l := duelLayout
	return majorityDuels{Size: in.Size, s: l.number(in, "s"), gap: l.number(in, "Δ·2^s"), T: l.number(in, "T"), a: l.number(in, "a")}
}

// width is Δ.
func (u majorityDuels) width() float64 { return latent{s: u.s}.real(u.gap) }

func (u majorityDuels) alpha() float64 { return math.Ldexp(1, -int(u.a)) }

// duels is their number, d(K-1).
func (u majorityDuels) duels() bounds.Interval { return bounds.Point(float64(u.D) * float64(u.K-1)) }

// lossRate encloses e = P(Binomial(T, σ(Δ)) ≤ (T-1)/2), with which a duel names the
// wrong winner: 1 for T = 0, and no less than 2⁻¹⁰⁰⁰, since an algorithm that is
// correct with a smaller δ is correct with a larger one.
func (u majorityDuels) lossRate() bounds.Interval {
	win := bounds.Point(u.width()).Logistic()
	// The likelier a win, the less likely a loss.
	low := must(bounds.EncloseLogBinomialCDF((u.T-1)/2, u.T, win.Hi))
	high := must(bounds.EncloseLogBinomialCDF((u.T-1)/2, u.T, win.Lo))
	const floor = 0x1p-1000
	return bounds.Interval{Lo: max(low.Exp().Lo, floor), Hi: max(min(high.Exp().Hi, 1), floor)}
}

// confidence encloses δ = 1-(1-e)^{d(K-1)} = 1-exp(d(K-1)·log(1-e)).
func (u majorityDuels) confidence() bounds.Interval {
	x := u.duels().Mul(logSurvival(u.lossRate()))
	return x.Mul(x.Decay())
}

// logSurvival encloses -log(1-e), between e and e/(1-e), which are close for small e.
func logSurvival(e bounds.Interval) bounds.Interval {
	if e.Hi < 0x1p-24 {
		return bounds.Interval{Lo: e.Lo, Hi: bounds.Point(e.Hi).Div(bounds.Point(1 - 0x1p-24)).Hi}
	}
	return bounds.Point(1).Sub(e).Log().Neg()
}

// correct: T is odd and δ < 1/2.
func (u majorityDuels) correct() bool { return u.T%2 == 1 && u.confidence().Hi < 0.5 }

// admissible: correct, and 0 < α < 1-2δ beyond doubt.
func (u majorityDuels) admissible() bool {
	delta := u.confidence()
	return u.correct() && delta.Lo > 0 && u.alpha() < 1-2*delta.Hi-0x1p-50
}

// above is T·d(K-1) ≥ c·d(K-1)/(Δ+η̄)²·kl(1-δ-α, δ).
func (u majorityDuels) above(c, eta float64) Outcome {
	bound := lowerBound(u.Size, c, bounds.Point(u.width()+eta), bounds.Point(u.alpha()), u.confidence())
	return atMost(bound, bounds.Point(float64(u.T)*float64(u.D)*float64(u.K-1)), "the bound against Q = T·d(K-1)")
}

// obeys is the statement with c for its constant 4.
func (u majorityDuels) obeys(c float64) Outcome { return u.above(c, u.width()) }

func duelDomain() cases[majorityDuels] {
	return casesOf(splitDuels, Domain{
		Generate: drawDuels,
		Layout:   duelLayout.always,
		Show:     func(in Instance) string { return duelLayout.show(in) + " (α = 2^-a)" },
	}, []supposed[majorityDuels]{
		{"correct", "the algorithm is δ-correct on θ^Δ and all λ^{i,r,Δ}, δ < 1/2", "", majorityDuels.correct},
		{"α", "0 < α < 1-2δ", "", majorityDuels.admissible},
	})
}

// drawDuels draws Δ ≤ 4 and a T that is at least large enough; δ < 0.49 leaves room
// for α ≤ 1/64 < 1-2δ.
func drawDuels(d Draw) Instance {
	size, s := drawSize(d), d.Int(0, 4, "s")
	u := majorityDuels{Size: size, s: s, gap: d.Int(1, 4<<s, "Δ")}
	u.T = u.firstCorrect() + 2*drawMove(d, 20)
	return duelLayout.fill(size, labelled{"s": {s}, "Δ·2^s": {u.gap}, "T": {u.T}, "a": {d.Int(6, 32, "a")}})
}

// firstCorrect is the first T of 1, 3, 7, … with δ < 0.49; e < e^{-2T(σ(Δ)-1/2)²}, so
// there is one.
func (u majorityDuels) firstCorrect() int64 {
	for u.T = 1; u.confidence().Hi >= 0.49; {
		u.T = 2*u.T + 1
	}
	return u.T
}

// nthDuels is one point of the grid: K, d, Δ = gap/2⁵ and T in turn.
func nthDuels(n int) majorityDuels {
	u := majorityDuels{s: 5, gap: int64(1) << (n / 12 % 8), a: 10}
	u.Size = Size{K: []int{2, 3, 8, 64}[n%4], D: []int{1, 2, 10}[n/4%3]}
	u.T = u.firstCorrect()
	for range n / 96 {
		u.T = 2*u.T + 1
	}
	return u
}

func (u majorityDuels) told() []coordinate {
	return []coordinate{
		whole("K", int64(u.K)), whole("d", int64(u.D)), fraction("Δ", u.gap, 1<<u.s), whole("T", u.T), dyadic("α", u.alpha()),
	}
}

func duelMutants(domain cases[majorityDuels]) []Mutant {
	all := domain.mutants([]wrongClaim[majorityDuels]{
		{Mutant{
			Name: "9 for 4", Why: "at K = 2, d = 1 one comparison is worth kl(1-δ,δ) = Δ·tanh(Δ/2) ≈ (2Δ)²/8: there 8 is the best constant",
			How: ByWitness, Witness: "K=2 d=1 s=1 Δ·2^s=1 T=1 a=10",
		}, func(u majorityDuels) Outcome { return u.obeys(9) }},
		{Mutant{
			Name: "Δ² for (Δ+η̄)²", Why: "a class without small η is easier",
			How: ByWitness, Witness: "K=2 d=1 s=1 Δ·2^s=1 T=1 a=10",
		}, func(u majorityDuels) Outcome { return u.above(4, 0) }},
		{Mutant{
			Name: "α above 1-2δ", Why: "kl(1-δ-α, δ) grows again beyond 1-2δ", Breaks: "α",
			How: ByWitness, Witness: "K=2 d=1 s=2 Δ·2^s=1 T=1 a=1",
		}, func(u majorityDuels) Outcome {
			if u.alpha() >= 1-u.confidence().Hi {
				return Outcome{}
			}
			return u.obeys(4)
		}},
	})
	return append(all, withoutComparisons(domain))
}

// withoutComparisons is the algorithm that always names {1}; it is correct nowhere
// else, and has no δ of its own.
func withoutComparisons(domain cases[majorityDuels]) Mutant {
	return Mutant{
		Name: "correct on θ^Δ only", Why: "naming {1} without a comparison (T = 0) is never wrong there", Breaks: "correct",
		How: ByWitness, Witness: "K=2 d=1 s=0 Δ·2^s=1 T=0 a=10",
		Layout: domain.Layout, Show: domain.Show,
		Refutes: func(in Instance) (bool, error) {
			u := splitDuels(in)
			bound := lowerBound(u.Size, 4, bounds.Point(2*u.width()), bounds.Point(u.alpha()), bounds.Point(0.25))
			return u.T == 0 && bound.Lo > 0, nil
		},
	}
}
