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
		Generate: drawSpread,
		Show: func(in Instance) string {
			return layout{{name: "s"}, {name: "2B·2^s"}, {"θ·2^s", in.K, in.D}}.show(in)
		},
	}
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

// kappaLine is the slope as bounds.Kappa gives it, refuted if the truth is
// farther away than the stated error.
func kappaLine(t latent, twiceB int64) (slopeLine, Outcome, error) {
	x := t.real(twiceB)
	kappa, err := bounds.Kappa(x / 2)
	if err != nil {
		return slopeLine{}, Outcome{}, err
	}
	given := bounds.Point(kappa).Mul(bounds.Interval{Lo: 1 - kappaError, Hi: 1 + kappaError})
	truth := slopeAt(x)
	if given.Hi < truth.Lo || given.Lo > truth.Hi {
		return slopeLine{}, refuted("bounds.Kappa(%v) = %v, σ(2B)σ(-2B) is in [%v, %v]", x/2, kappa, truth.Lo, truth.Hi), nil
	}
	return slopeLine{twiceB, given}, Outcome{}, nil
}

// slopeAt encloses σ'(x) = σ(x)σ(-x).
func slopeAt(x float64) bounds.Interval {
	return bounds.Point(x).Logistic().Mul(bounds.Point(-x).Logistic())
}

// checkSlope is (9): (K-1)(b_c-b_a) - (K-1)κ_B(θ_c-θ_a) ≥ 0 for θ_c ≥ θ_a.
func checkSlope(in Instance) (Outcome, error) {
	t, twiceB := splitSpread(in)
	kappa, out, err := kappaLine(t, twiceB)
	if err != nil || out.Verdict != Holds {
		return out, err
	}
	return t.above(kappa), nil
}

// checkSteeperSlope is (9) with κ_B·K/(K-1): a duel between a and c themselves counts
// twice, since it lies on both sides of 0.  It rests on θ_c ≠ θ_a: the excess is of
// third order in θ.
func checkSteeperSlope(in Instance) (Outcome, error) {
	t, twiceB := splitSpread(in)
	kappa, out, err := kappaLine(t, twiceB)
	if err != nil || out.Verdict != Holds {
		return out, err
	}
	return t.aboveTimes(kappa, int64(t.K), newExact(3, t.s, t.spread())), nil
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
	t, twiceB := splitSpread(in)
	v, err := evalDefinitions(t.k, t.Size)
	if err != nil {
		return Outcome{}, err
	}
	kappa, out, err := kappaLine(t, twiceB)
	if err != nil || out.Verdict != Holds {
		return out, err
	}
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
	), nil
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

// slopeMutants are about real θ.  Witness values: s, 2B·2^s, θ·2^s by rows.
//
// κ over half the range survives up to K = 5 at B = 1 and dies at K = 6: two
// models close together at one end, four at the other.
func slopeMutants(domain *Domain) []Mutant {
	return []Mutant{
		slopeMutant(domain, Mutant{
			Name: "κ of half the range", Why: "σ'(B) for σ'(2B): scores that differ by up to 2B see slopes down to σ'(2B)",
			How: ByWitness, Generate: drawSpread, Positional: instanceAt(6, 1, 4, 32, 32, 31, 0, 0, 0, 0),
		}, func(t latent, twiceB int64) slopeLine {
			return slopeLine{twiceB / 2, slopeAt(t.real(twiceB) / 2)}
		}),
		steeperMutant(domain, Mutant{
			Name: "(K+1)/(K-1) in (9)", Why: "for B → 0 every slope is 1/4 and K/(K-1) is attained", Positional: instanceAt(2, 1, 1, 1, 1, 0),
		}, func(t latent, kappa slopeLine) bool {
			return t.aboveTimes(kappa, int64(t.K+1), newExact(1, t.s, t.spread())).Verdict == Refuted
		}),
		steeperMutant(domain, Mutant{
			Name: "(K+1)/(K-1) for gaps", Why: "with two models and one objective the gaps are θ_c-θ_a and b_c-b_a", Positional: instanceAt(2, 1, 1, 1, 1, 0),
		}, func(t latent, kappa slopeLine) bool {
			gapB, gapTheta := t.computedGaps()
			ratio := bounds.Point(float64(t.K + 1)).Div(bounds.Point(float64(t.K - 1)))
			return t.gapsAbove(gapB, gapTheta, slopeLine{kappa.k, kappa.enclose.Mul(ratio)}).Verdict == Refuted
		}),
		slopeMutant(domain, Mutant{
			Name: "θ wider than 2B", Why: "beyond 2B the slope of σ falls below κ_B", Breaks: "range",
			How: ByWitness, Positional: instanceAt(2, 1, 0, 0, 0, 4),
		}, func(t latent, twiceB int64) slopeLine { return slopeLine{twiceB, slopeAt(t.real(twiceB))} }),
	}
}

// steeperMutant refutes a larger multiple of κ_B itself.
func steeperMutant(domain *Domain, m Mutant, fails func(t latent, kappa slopeLine) bool) Mutant {
	m.Show, m.Generate, m.How = domain.Show, domain.Generate, ByGenerator
	m.Refutes = func(in Instance) (bool, error) {
		t, twiceB := splitSpread(in)
		kappa, out, err := kappaLine(t, twiceB)
		return err == nil && out.Verdict == Holds && fails(t, kappa), err
	}
	return m
}

// slopeMutant refutes (9) with another slope.  The slope is read on the grid
// 2^-(s+1), where half of 2B is an integer.
func slopeMutant(domain *Domain, m Mutant, slope func(t latent, twiceB int64) slopeLine) Mutant {
	m.Show = domain.Show
	m.Refutes = func(in Instance) (bool, error) {
		t, twiceB := splitSpread(in)
		inRange := t.spread() <= twiceB
		fine := latent{t.Size, t.s + 1, slices.Clone(t.k)}
		for n := range fine.k {
			fine.k[n] *= 2
		}
		if !inRange && m.Breaks != "range" || fine.above(slope(fine, 2*twiceB)).Verdict != Refuted {
			return false, nil
		}
		if !inRange {
			return true, nil
		}
		out, err := checkSlope(in)
		if err == nil && out.Verdict == Refuted {
			err = fmt.Errorf("the statement itself fails: %s", out.Why)
		}
		return err == nil, err
	}
	return m
}
