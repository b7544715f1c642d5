package lemmas

import (
	"fmt"
	"math"
	"slices"

	"vectorborda/bounds"
	"vectorborda/gaps"
)

// spreadDomain are instances (s, 2B·2^s, θ·2^s), B the smallest possible or
// somewhat larger.
func spreadDomain() *Domain {
	return &Domain{
		Hypotheses: []Hypothesis{{
			Name: "range", Words: "θ ∈ Θ_{B,d}: |θ_{i,r}-θ_{j,r}| ≤ 2B",
			Holds: func(in Instance) (bool, error) {
				t, twiceB := splitSpread(in)
				return t.spread() <= twiceB, nil
			},
		}},
		Generate: drawSpread, Layout: spreadLayout,
		Show: func(in Instance) string { return spreadLayout(in).show(in) },
	}
}

func spreadLayout(in Instance) layout {
	return layout{{name: "s"}, {name: "2B·2^s"}, {"θ·2^s", in.K, in.D}}
}

func drawSpread(d Draw) Instance {
	t := drawLatent(d)
	twiceB := t.spread()
	if drawCoin(d, 3, "B larger than needed") {
		twiceB += d.Int(0, drawBits(d, t.s), "more")
	}
	return Instance{t.Size, append([]int64{t.s, twiceB}, t.k...)}
}

func splitSpread(in Instance) (t latent, twiceB int64) {
	return latent{in.Size, in.Values[0], in.Values[2:]}, in.Values[1]
}

// slopeLine is a slope κ for the bound (9): σ' at k/2^s.
type slopeLine struct {
	k       int64           // where σ' is taken, times 2^s: 2B for κ_B
	enclose bounds.Interval // of κ
}

// kappaError is the relative error that bounds.Kappa states, for 2B ≤ 708.
const kappaError = 1.0 / (1 << 50)

// kappaAt is κ_B as bounds.Kappa gives it, with its stated error, refuted if the truth is
// farther away.
func kappaAt(twiceB float64) (bounds.Interval, Outcome) {
	kappa, err := bounds.Kappa(twiceB / 2)
	if err != nil {
		return bounds.Interval{}, refuted("bounds.Kappa(%v): %v", twiceB/2, err)
	}
	given, truth := bounds.Point(kappa).Mul(bounds.Interval{Lo: 1 - kappaError, Hi: 1 + kappaError}), slopeAt(twiceB)
	if disjoint(given, truth) {
		return given, refuted("bounds.Kappa(%v) = %v, σ(2B)σ(-2B) is in [%v, %v]", twiceB/2, kappa, truth.Lo, truth.Hi)
	}
	return given, Outcome{}
}

// withKappa is a check of θ with κ_B, which must be right itself.
func withKappa(check func(t latent, kappa slopeLine) Outcome) func(Instance) Outcome {
	return func(in Instance) Outcome {
		t, twiceB := splitSpread(in)
		kappa, out := kappaAt(t.real(twiceB))
		if out.Verdict != Holds {
			return out
		}
		return check(t, slopeLine{twiceB, kappa})
	}
}

// slopeAt encloses σ'(x) = σ(x)σ(-x).
func slopeAt(x float64) bounds.Interval {
	return bounds.Point(x).Logistic().Mul(bounds.Point(-x).Logistic())
}

// checkSlope is (9): (K-1)(b_c-b_a) - (K-1)κ_B(θ_c-θ_a) ≥ 0 for θ_c ≥ θ_a.
func checkSlope(in Instance) (Outcome, error) { return withKappa(latent.above)(in), nil }

// checkSteeperSlope is (9) with κ_B·K/(K-1): a duel between a and c themselves counts
// twice, since it lies on both sides of 0.  It rests on θ_c ≠ θ_a: the excess is of
// third order in θ.
func checkSteeperSlope(in Instance) (Outcome, error) {
	return withKappa(func(t latent, kappa slopeLine) Outcome {
		return t.aboveTimes(kappa, int64(t.K), newExact(3, t.s, t.spread()))
	})(in), nil
}

// above decides (9) for a slope.
func (t latent) above(kappa slopeLine) Outcome {
	return t.aboveTimes(kappa, int64(t.K-1), newExact(1, t.s, t.spread()))
}

// aboveTimes decides (K-1)(b_c-b_a) ≥ n·κ(θ_c-θ_a) for θ_c > θ_a.
func (t latent) aboveTimes(kappa slopeLine, n int64, e *exact) Outcome {
	worst := Outcome{}
	for r := range t.D {
		col := t.column(r)
		for a := range col {
			for c := range col {
				if col[c] <= col[a] {
					continue // a tie: both sides are 0, see rise
				}
				switch sign, by := t.excess(col, a, c, n, kappa, e); {
				case by == byNobody:
					worst = Outcome{Undecided, "(9): the enclosure of an excess contains 0"}
				case sign < 0:
					return refuted("(9): b_%d-b_%d < κ(θ_%d-θ_%d) on objective %d", c, a, c, a, r)
				}
			}
		}
	}
	return worst
}

// excess is the sign of (K-1)(b_c-b_a) - n·κ(θ_c-θ_a).
func (t latent) excess(col []int64, a, c int, n int64, kappa slopeLine, e *exact) (int, tier) {
	pairs := riseTerms(col, c, a)
	climb := kappa.enclose.Mul(bounds.Point(t.real(n * (col[c] - col[a]))))
	return decide(t.enclosedRise(pairs).Sub(climb).Sign, func() (int, bool) {
		return e.lessLine(e.rise(pairs), n, kappa.k, col[c]-col[a]).Sign()
	})
}

// checkLatentGaps is the lemma itself on computed scores.
//
// Each score is within e of the truth (scoreError).  Δ = Δ* ∨ δ* (Lemma B.5) is
// made of margins, each within 2e, and of sums of two of them: the computed gap
// is within 4e, whichever side of the frontier rounding puts a model on, plus
// 2⁻⁵² for the three roundings of values at most 1 that it is computed with.
func checkLatentGaps(in Instance) (Outcome, error) {
	return withKappa(func(t latent, kappa slopeLine) Outcome {
		v := evalDefinitions(t.k, t.Size)
		return firstFailure(
			func() Outcome { return sameGaps(t.float(), v, t.real) },
			func() Outcome { return t.bordaInOrder(gaps.Borda(t.float(), nil), t.enclosedScore) },
			func() Outcome {
				gapB, gapTheta := t.computedGaps()
				out, _ := decide(
					func() (Outcome, bool) { return t.gapsAbove(gapB, gapTheta, kappa).decided() },
					func() (Outcome, bool) { return t.exactlyAbove(gapB, v.gap, kappa).decided() },
				)
				return out
			},
		)
	})(in), nil
}

// computedGaps are Δ^B and Δ^θ by package gaps.
func (t latent) computedGaps() (gapB, gapTheta []float64) {
	return gaps.Gaps(gaps.Borda(t.float(), nil)), gaps.Gaps(t.float())
}

// gapError is that bound.
func gapError(K int) float64 { return 4*scoreError(K) + math.Ldexp(1, -52) }

// exactlyAbove decides Δ_i^B ≥ κ·Δ_i^θ in the exact tier, with Δ^θ in units of 2^-s, and
// holds the computed gaps to their bound.
func (t latent) exactlyAbove(gapB []float64, gapTheta []int64, kappa slopeLine) Outcome {
	e, off := newExact(1, t.s, max(kappa.k, t.spread())), gapError(t.K)
	for i, gap := range e.gaps(t) {
		if !overlap(bounds.Interval{Lo: gapB[i] - off, Hi: gapB[i] + off}, gap) {
			return refuted("gaps.Gaps(b)(%d) = %v, the gap is in [%.20g, %.20g]", i, gapB[i], gap.Lo, gap.Hi)
		}
		sign, ok := e.lessLine(gap, 1, kappa.k, gapTheta[i]).Sign()
		switch {
		case gapTheta[i] == 0: // gaps are never negative: nothing is claimed
		case !ok:
			return Outcome{Undecided, fmt.Sprintf("no tier decides Δ_%d^B ≥ κ·Δ_%d^θ", i, i)}
		case sign < 0:
			return refuted("Δ_%d^B ≤ %.20g < κ·Δ_%d^θ", i, gap.Hi, i)
		}
	}
	return Outcome{}
}

// gapsAbove compares Δ_i^B, known up to its error, with κ·Δ_i^θ.
func (t latent) gapsAbove(gapB, gapTheta []float64, kappa slopeLine) Outcome {
	e := gapError(t.K)
	worst := Outcome{}
	for i := range gapB {
		want := kappa.enclose.Mul(bounds.Point(gapTheta[i]))
		switch {
		case gapTheta[i] == 0 && gapB[i] >= 0: // gaps are never negative: nothing is claimed
		case gapB[i]+e < want.Lo:
			return refuted("Δ_%d^B = %v < κ·Δ_%d^θ = %v", i, gapB[i], i, want.Lo)
		case gapB[i]-e < want.Hi:
			worst = Outcome{Undecided, fmt.Sprintf("Δ_%d^B = %v is within its rounding bound of κ·Δ_%d^θ", i, gapB[i], i)}
		}
	}
	return worst
}

// slopeMutants are about real θ.  κ over half the range survives up to K = 5 at B = 1
// and dies at K = 6: two models close together at one end, four at the other.  It is
// read on the grid 2^-(s+1), where half of 2B is an integer.
func slopeMutants(domain *Domain) []Mutant {
	return domain.standing(checkSlope, cases[Instance]{domain, asDrawn}.mutants([]wrongClaim[Instance]{
		{Mutant{
			Name: "κ of half the range", Why: "σ'(B) for σ'(2B): scores that differ by up to 2B see slopes down to σ'(2B)",
			How: ByWitness, Generate: drawSpread, Witness: "K=6 d=1 s=4 2B·2^s=32 θ·2^s=[[32] [31] [0] [0] [0] [0]]",
		}, func(in Instance) Outcome {
			t, twiceB := splitSpread(in)
			fine := latent{t.Size, t.s + 1, slices.Clone(t.k)}
			for n := range fine.k {
				fine.k[n] *= 2
			}
			return fine.above(slopeLine{twiceB, slopeAt(t.real(twiceB) / 2)})
		}},
		{Mutant{
			Name: "(K+1)/(K-1) in (9)", Why: "for B → 0 every slope is 1/4 and K/(K-1) is attained",
			How: ByGenerator, Witness: "K=2 d=1 s=1 2B·2^s=1 θ·2^s=[[1] [0]]",
		}, withKappa(func(t latent, kappa slopeLine) Outcome {
			return t.aboveTimes(kappa, int64(t.K+1), newExact(1, t.s, t.spread()))
		})},
		{Mutant{
			Name: "(K+1)/(K-1) for gaps", Why: "with two models and one objective the gaps are θ_c-θ_a and b_c-b_a",
			How: ByGenerator, Witness: "K=2 d=1 s=1 2B·2^s=1 θ·2^s=[[1] [0]]",
		}, withKappa(func(t latent, kappa slopeLine) Outcome {
			gapB, gapTheta := t.computedGaps()
			ratio := bounds.Point(float64(t.K + 1)).Div(bounds.Point(float64(t.K - 1)))
			return t.gapsAbove(gapB, gapTheta, slopeLine{kappa.k, kappa.enclose.Mul(ratio)})
		})},
		{Mutant{
			Name: "θ wider than 2B", Why: "beyond 2B the slope of σ falls below κ_B", Breaks: "range",
			How: ByWitness, Witness: "K=2 d=1 s=0 2B·2^s=0 θ·2^s=[[0] [4]]",
		}, func(in Instance) Outcome {
			t, twiceB := splitSpread(in)
			return t.above(slopeLine{twiceB, slopeAt(t.real(twiceB))})
		}},
	}))
}
