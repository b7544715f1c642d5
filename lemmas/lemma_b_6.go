package lemmas

import (
	"fmt"
	"math"
	"sync"

	"vectorborda/bounds"
)

// lemmaB6 is the probability in Lemma B.6.  For one stream and phase
//
//	P(|b̂^{(m)}_{i,r} - b_{i,r}| > r_m) ≤ 2e^{-L_m} = δ/(2Kdm²),
//
// and over all of them P(E) ≥ 1-δ.  Both are held to exact binomial tails: with b in
// 32nds the event is |32X - 32b·n| > 32·n·r_m in integers, X ~ Binomial(n_m, b), and
// the right side is the schedule's exact cut.  In the union over m the phases beyond
// lastUnionPhase = M are bounded by the lemma's own δ/(2m²), Σ_{m>M} 1/m² < 1/M, which
// is Hoeffding's inequality and not computed.
//
// The second half, (14), is Lemma B.1 (ii) with ρ = r_m.
func lemmaB6() Entry {
	domain := tailDomain()
	return Entry{
		ID: "B.6", Kind: "Lemma", Title: "the confidence event",
		Claim:    "E = {∀ m,i,r: |b̂^{(m)}_{i,r} - b_{i,r}| ≤ r_m} has P(E) ≥ 1-δ; on E, |m̂_A(i,j)-m_b(i,j)| ≤ 2r_m and |M̂_A-M_b| ≤ 2r_m (14).",
		Source:   "appendix B; exact binomial tails, by enclosures; beyond phase 10 the union uses Hoeffding's inequality. (14) is Lemma B.1 (ii)",
		Only:     "P(E)",
		Parts:    []Part{domain.part("tail", tailCase.within)},
		Grids:    []Grid{gridOf("union", Computed, 9*33, nthUnion, tailCase.told, func(c tailCase) Outcome { return c.union(c.K, c.d) })},
		Mutants:  tailMutants(domain),
		Kernel:   Kernel{File: "lemma_b_6.v", Theorems: []string{"lemma_B_6"}, About: "P(E) up to every phase"},
		NoSolver: "contains exp and a probability",
		Constants: []Constant{{
			Name: "c in P(|b̂-b| > c·r_m) ≤ δ/(2Kdm²)", Holds: "1", Fails: "0.9", Theorem: "lemma_B_6_one", Mutant: "0.9·r_m for r_m", By: "tail",
		}},
	}
}

// tailCase is one stream in phase m, among K models and d objectives at δ = D^-e.
type tailCase struct {
	K, d       int
	b, D, e, m int64 // b in 32nds
}

// m is the last phase where several count.
var tailLayout = namedNumbers("32b", "D", "e", "m")

func splitTail(in Instance) tailCase {
	v := in.Values
	return tailCase{in.K, in.D, v[0], v[1], v[2], v[3]}
}

const bordaUnit = 32

func (c tailCase) delta() float64 { return 1 / math.Pow(float64(c.D), float64(c.e)) }

func tailDomain() cases[tailCase] {
	return casesOf(splitTail, Domain{
		Generate: func(d Draw) Instance {
			size := Size{[]int{2, 3, 10, 64}[d.Int(0, 3, "K")], []int{1, 2, 20}[d.Int(0, 2, "d")]}
			b := []int64{d.Int(0, bordaUnit, "32b"), bordaUnit / 2, d.Int(0, 3, "32b near 0")}[d.Int(0, 2, "kind of b")]
			D := []int64{2, 10, 20}[d.Int(0, 2, "D")]
			return instanceAt(size.K, size.D, b, D, d.Int(1, 6, "e"), d.Int(1, 8, "m"))
		},
		Layout: tailLayout.always,
		Show:   func(in Instance) string { return tailLayout.show(in) + " (δ = D^-e)" },
	}, []supposed[tailCase]{
		{"δ", "0 < δ < 1", "the schedule has no value elsewhere", func(c tailCase) bool { return c.delta() > 0 && c.delta() < 1 }},
		{"samples", "the n_m samples are i.i.d. Bernoulli(b), 0 ≤ b ≤ 1", "", func(c tailCase) bool { return c.b >= 0 && c.b <= bordaUnit }},
	})
}

// schedules remembers schedules, which cost far more than a tail.
var schedules sync.Map

// schedule of Algorithm 1 with C_thr = thr, for which Cut(m) = ⌊2·n_m·thr·r_m⌋.
func schedule(K, d int, delta, thr float64) *bounds.Schedule {
	key := struct {
		K, d       int
		delta, thr float64
	}{K, d, delta, thr}
	s, ok := schedules.Load(key)
	if !ok {
		c := bounds.PaperConstants()
		c.Thr = thr
		s, _ = schedules.LoadOrStore(key, must(bounds.NewSchedule(K, d, delta, c)))
	}
	return s.(*bounds.Schedule)
}

// leaves encloses P(|X/n_m - b| > factor·r_m) for X ~ Binomial(n_m, b'), b and b' in
// 32nds, with the n_m and r_m of K models and d objectives.
func (c tailCase) leaves(K, d int, stream int64, factor float64) bounds.Interval {
	s := schedule(K, d, c.delta(), factor*bordaUnit/2)
	return beyondCut(must(s.N(int(c.m))), s.Cut(int(c.m)), c.b, stream)
}

// beyondCut encloses P(|32X - k·n| > cut) for X ~ Binomial(n, stream/32), 0 ≤ k ≤ 32.
func beyondCut(n, cut, k, stream int64) bounds.Interval {
	p := float64(stream) / bordaUnit
	above := must(bounds.EncloseLogBinomialTail(floorDiv(k*n+cut, bordaUnit)+1, n, p))
	below := must(bounds.EncloseLogBinomialCDF(-floorDiv(cut-k*n, bordaUnit)-1, n, p))
	return above.Exp().Add(below.Exp())
}

// floorDiv is ⌊a/b⌋ for b > 0.
func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// share encloses δ/(by·Kdm²).
func (c tailCase) share(by float64) bounds.Interval {
	m := float64(c.m)
	return bounds.Point(c.delta()).Div(bounds.Point(by * float64(c.K) * float64(c.d) * m * m))
}

// within is P(|b̂-b| > r_m) ≤ δ/(2Kdm²).
func (c tailCase) within() Outcome { return c.atMostShare(c.leaves(c.K, c.d, c.b, 1), 2) }

// atMostShare is p ≤ δ/(by·Kdm²).
func (c tailCase) atMostShare(p bounds.Interval, by float64) Outcome {
	return atMost(p, c.share(by), "P(|b̂-b| > r_m)")
}

// lastUnionPhase is M.
const lastUnionPhase = 10

// nthUnion is one point of the grid.
func nthUnion(n int) tailCase {
	size := []Size{{2, 1}, {2, 10}, {64, 10}}[n%3]
	return tailCase{K: size.K, d: size.D, b: int64(n / 9), D: []int64{5, 20, 1000}[n/3%3], e: 1, m: lastUnionPhase}
}

func (c tailCase) told() []coordinate {
	return []coordinate{labelledAs("K×d", Size{c.K, c.d}.String()), fraction("δ", 1, int64(math.Pow(float64(c.D), float64(c.e)))), fraction("b", c.b, bordaUnit), whole("phases", c.m)}
}

// union is Kd·Σ_{m≤M} P(|b̂^{(m)}-b| > r_m) + δ/(2M) ≤ δ for the last phase M of the case:
// the sum over Kd streams whose scores are on the grid is at most that of the worst.  It
// takes the schedule of K models and d objectives.
func (c tailCase) union(K, d int) Outcome {
	sum, last := bounds.Point(0), c.m
	for c.m = 1; c.m <= last; c.m++ {
		sum = sum.Add(c.leaves(K, d, c.b, 1))
	}
	rest := bounds.Point(c.delta()).Div(bounds.Point(2 * float64(last)))
	total := sum.Mul(bounds.Point(float64(c.K) * float64(c.d))).Add(rest)
	return atMost(total, bounds.Point(c.delta()), fmt.Sprintf("the union bound at b = %d/32, K = %d, d = %d", c.b, c.K, c.d))
}
