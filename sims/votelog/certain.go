package votelog

import "math"

// Verdict is what the votes say of a model's place on the frontier of their population.
type Verdict string

// The verdicts.
const (
	CertainlyIn  Verdict = "in"
	CertainlyOut Verdict = "out"
	Undecided    Verdict = "undecided"
)

// Certainty is what a log says of the law b^pop that its votes were drawn from.  All of it
// holds together with probability 1-δ if, given who met whom how often (in which cluster),
// all votes of a cell have one mean and votes of different clusters, or all votes where there
// are no clusters, are independent.  So the votes that were cast may not depend on
// how earlier ones went.  Which models are retained may: it follows from these counts alone.
//
// Four families of claims are made, each with an error somewhere with probability at most
// δ/4, by the sum over its tests (which may share votes):
//   - the lower limits of Kd scores, each wrong with probability at most δ/(4Kd);
//   - the upper limits likewise;
//   - j is ahead of i on every objective, for K(K-1) pairs.  Where that is false there is an
//     objective on which j is not ahead, and the test on that one errs, which it may with
//     probability δ/(4K(K-1)).  A model is out if such a j is found;
//   - i is in: against every j it is found ahead on some objective.  Where that is false some
//     j is ahead of i on every objective, and one of d tests against this j errs, which each
//     may with probability δ/(4Kd).
type Certainty struct {
	Delta     float64
	Lo, Hi    [][]float64 // of b^pop, by model and objective
	Verdicts  []Verdict
	By        []int  // of a model that is out, a model that is certainly ahead; else -1
	Open      []int  // of an undecided model, one that it is not settled against; else -1
	Clustered bool   // by the clusters of the votes
	Groups    int    // clusters
	Votes     Needed // what would settle the undecided, if the rates are as they were seen
}

// Certainty finds them for the retained models.  It is nil where ids repeat: votes that
// were copied, as in a log that is resampled from another, are not independent, and say
// nothing of a population.
func (o *Opened) Certainty(delta float64) *Certainty {
	if o.Votes.Copies > 0 {
		return nil
	}
	t := newTests(o.Log, o.Votes.ballotsOf(o.Retained), o.Votes.groups)
	c := &Certainty{Delta: delta, Clustered: t.shares != nil, Groups: o.Votes.groups}
	quarter := math.Log(delta) - math.Log(4) - math.Log(float64(t.K))
	out, each := quarter-math.Log(float64(t.K-1)), quarter-math.Log(float64(t.d))
	c.judge(t, out, each)
	c.Votes = t.needed(c, out, each)
	return c
}

// judge makes the four families of claims by tests of error e^out for "ahead on every
// objective", and e^each for the others.
func (c *Certainty) judge(t *tests, out, each float64) {
	for i := range t.K {
		lo, hi := make([]float64, t.d), make([]float64, t.d)
		for r := range t.d {
			lo[r], hi[r] = t.limits(i, r, each)
		}
		v, by, open := t.place(i, out, each)
		c.Lo, c.Hi = append(c.Lo, lo), append(c.Hi, hi)
		c.Verdicts, c.By, c.Open = append(c.Verdicts, v), append(c.By, by), append(c.Open, open)
	}
}

// tests decide by the votes of a log.
type tests struct {
	K, d   int
	w      float64       // of a rate in a score, 1/(K-1)
	n      [][][]float64 // votes, by objective and two models
	b      [][]float64   // b^emp, by model and objective
	shares [][][]share   // by model and objective, see ballotsOf
	moves  []float64     // scratch of clusters
	s      statistic
}

func newTests(l *Log, shares [][][]share, clusters int) *tests {
	K, d := len(l.Models), len(l.Objectives)
	t := &tests{K: K, d: d, w: 1 / float64(K-1), shares: shares, moves: make([]float64, clusters)}
	t.b = make([][]float64, K)
	for r := range d {
		t.n = append(t.n, make([][]float64, K))
		for i := range K {
			t.n[r][i] = make([]float64, K)
			score := 0.0
			for j := range K {
				if j != i {
					t.n[r][i][j] = float64(l.N(i, j, r))
					score += t.w * l.Rate(i, j, r)
				}
			}
			t.b[i] = append(t.b[i], score)
		}
	}
	return t
}

// limits are those of b_{i,r}, each wrong with probability e^level; the upper one is by the
// mirror 1-X of every vote.
func (t *tests) limits(i, r int, level float64) (lo, hi float64) {
	t.weigh(i, -1, r)
	b := t.b[i][r]
	return t.s.lower(b, level, 1), 1 - t.s.lower(1-b, level, 1)
}

// weigh makes the statistic that estimates b_{i,r}, or 1 + b_{i,r} - b_{j,r} for j ≥ 0: the
// votes of i and of j against all others, and their own, which count twice.
func (t *tests) weigh(i, j, r int) {
	if t.shares != nil {
		t.clusters(i, j, r)
	} else {
		t.cells(i, j, r)
	}
	t.s.gather(t.K)
}

// cells takes every vote for itself.
func (t *tests) cells(i, j, r int) {
	t.s.steps = t.s.steps[:0]
	add := func(i, j int, own float64) {
		for k, n := range t.n[r][i] {
			w := t.w
			if k == j {
				w *= own
			}
			if k != i && w > 0 {
				t.s.steps = append(t.s.steps, step{a: w / n, n: n})
			}
		}
	}
	add(i, j, 2)
	if j >= 0 {
		add(j, i, 0)
	}
}

// lead is 1 + b_j - b_i on r as it was seen, the value of the statistic weigh(j, i, r).
func (t *tests) lead(i, j, r int) float64 { return 1 + (t.b[j][r] - t.b[i][r]) }

// ahead tells whether j is certainly ahead of i on r: if it is not, with probability e^level.
func (t *tests) ahead(i, j, r int, level float64) bool {
	x := t.lead(i, j, r)
	if x <= 1 {
		return false
	}
	t.weigh(j, i, r)
	return t.s.lower(x, level, 1) > 1
}

// place decides on model i.
func (t *tests) place(i int, out, in float64) (v Verdict, by, open int) {
	open = -1
	for j := range t.K {
		if j == i {
			continue
		}
		if t.all(i, j, out) {
			return CertainlyOut, j, -1
		}
		if open < 0 && !t.some(i, j, in) {
			open = j
		}
	}
	if open < 0 {
		return CertainlyIn, -1, -1
	}
	return Undecided, -1, open
}

// all tells whether j is certainly ahead of i on every objective.
func (t *tests) all(i, j int, level float64) bool {
	for r := range t.d {
		if t.lead(i, j, r) <= 1 {
			return false
		}
	}
	for r := range t.d {
		if !t.ahead(i, j, r, level) {
			return false
		}
	}
	return true
}

// some tells whether i is certainly ahead of j on some objective.
func (t *tests) some(i, j int, level float64) bool {
	for r := range t.d {
		if t.ahead(j, i, r, level) {
			return true
		}
	}
	return false
}
