package lemmas

import (
	"math"

	"vectorborda/bounds"
)

// wideScores is θ on one objective by the differences of consecutive models, in ascending
// order: θ_{k+1} - θ_k = c_k·2^e_k, each 0 or from 10⁻³⁰⁰ up, 700 in all.  Numbers θ_k
// could not hold both.  2B is the spread and extra/16 more.
type wideScores struct {
	K     int
	c, e  []int64
	extra int64
}

func splitWide(in Instance) wideScores {
	n := in.K - 1
	return wideScores{in.K, in.Values[:n], in.Values[n : 2*n], in.Values[2*n]}
}

// between encloses θ_i - θ_j, exactly 0 for a tie.
func (w wideScores) between(i, j int) bounds.Interval {
	if i < j {
		return w.between(j, i).Neg()
	}
	sum := bounds.Point(0)
	for k := j; k < i; k++ {
		if w.c[k] != 0 {
			sum = sum.Add(bounds.Point(math.Ldexp(float64(w.c[k]), int(w.e[k]))))
		}
	}
	return sum
}

func (w wideScores) tie(i, j int) bool {
	x := w.between(i, j)
	return x.Lo == 0 && x.Hi == 0
}

// twiceB is a 2B with θ ∈ Θ_{B,1}.
func (w wideScores) twiceB() float64 { return w.between(w.K-1, 0).Hi + float64(w.extra)/16 }

// steepness encloses (K-1)(b_i - b_j)/h for h = θ_i - θ_j > 0.  With
//
//	σ(u)-σ(v) = σ(u)·σ(-v)·(1-e^{-(u-v)}),
//
// u-v = h for every third model and 2h for the models' own duel, it is
//
//	2·σ(h)²·ψ(2h) + Σ_{l≠i,j} σ(θ_i-θ_l)·σ(θ_l-θ_j)·ψ(h),  ψ(x) = (1-e^-x)/x,
//
// in which nothing cancels: the difference h never meets the size of θ.
func (w wideScores) steepness(i, j int) bounds.Interval {
	h := w.between(i, j)
	own := h.Logistic()
	sum := own.Mul(own).Mul(h.Add(h).Decay()).Mul(bounds.Point(2))
	for l := range w.K {
		if l != i && l != j {
			sum = sum.Add(w.between(i, l).Logistic().Mul(w.between(l, j).Logistic()).Mul(h.Decay()))
		}
	}
	return sum
}

// keepsOrder is Lemma 2.1: (b_i-b_j)/(θ_i-θ_j) is positive; of a tie nothing remains.
func (w wideScores) keepsOrder() Outcome {
	for i := range w.K {
		for j := range i {
			if w.tie(i, j) {
				continue
			}
			switch s := w.steepness(i, j); {
			case s.Hi <= 0:
				return refuted("(K-1)(b_%d-b_%d)/(θ_%d-θ_%d) ≤ %v", i, j, i, j, s.Hi)
			case s.Lo <= 0:
				return Outcome{Undecided, "the enclosure of a slope contains 0"}
			}
		}
	}
	return Outcome{}
}

// steepEnough is (9): (K-1)(b_i-b_j)/(θ_i-θ_j) ≥ (K-1)·κ_B, with κ_B as bounds.Kappa
// gives it, in its stated error, or another slope.
func (w wideScores) steepEnough(kappa bounds.Interval) Outcome {
	least := kappa.Mul(bounds.Point(float64(w.K - 1)))
	for i := range w.K {
		for j := range i {
			if w.tie(i, j) {
				continue
			}
			if out := notBelow(w.steepness(i, j), least, neverDecides, "(K-1)(b_i-b_j)/(θ_i-θ_j)", "(K-1)κ_B"); out.Verdict != Holds {
				return out
			}
		}
	}
	return Outcome{}
}

func checkWideSlope(in Instance) (Outcome, error) {
	w := splitWide(in)
	kappa, out := kappaAt(w.twiceB())
	if out.Verdict != Holds {
		return out, nil
	}
	return w.steepEnough(kappa), nil
}

func wideDomain() *Domain {
	return &Domain{
		Hypotheses: []Hypothesis{{
			Name: "differences", Words: "θ is given by its differences, which are 0 or from 10⁻³⁰⁰ up and at most 700 in all",
			NoMutant: "a way of writing θ down, not an assumption",
			Holds: func(in Instance) (bool, error) {
				w := splitWide(in)
				for k, c := range w.c {
					if c < 0 || c > 0 && math.Ldexp(float64(c), int(w.e[k])) < 1e-300 {
						return false, nil
					}
				}
				return w.between(w.K-1, 0).Hi <= 700, nil
			},
		}},
		Generate: drawWide,
		Show: func(in Instance) string {
			return layout{{"c", 1, in.K - 1}, {"e", 1, in.K - 1}, {name: "16·(2B-spread)"}}.show(in) + " (θ_{k+1}-θ_k = c·2^e)"
		},
	}
}

// drawWide mixes ties, differences around 10⁻³⁰⁰, 10⁻¹⁵, 1 and, twice at most, 350.
func drawWide(d Draw) Instance {
	K := int(d.Int(2, mostModels, "K"))
	var c, e []int64
	large := 0
	for range K - 1 {
		ck, ek := d.Int(1, 1<<20, "c"), int64(0)
		switch kind := d.Int(0, 5, "kind of difference"); {
		case kind == 0:
			ck = 0
		case kind == 1:
			ek = d.Int(-996, -900, "e")
		case kind == 2:
			ek = d.Int(-80, -50, "e")
		case kind == 3 && large < 2:
			ck, ek = d.Int(1, 349, "c"), 0
			large++
		default:
			ek = d.Int(-40, -20, "e")
		}
		c, e = append(c, ck), append(e, ek)
	}
	in := instanceAt(K, 1, append(append(c, e...), 0)...)
	if spread := splitWide(in).twiceB(); spread < 80 && drawCoin(d, 2, "B larger than needed") {
		in.Values[len(in.Values)-1] = d.Int(0, int64(80-spread)*16, "extra")
	}
	return in
}
