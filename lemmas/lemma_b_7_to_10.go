package lemmas

import (
	"slices"

	"vectorborda/gaps"
	"vectorborda/lemmas/lra"
)

// The setting of Lemmas B.7 to B.10 is one moment of Algorithm 1: true scores b,
// estimates b̂ ("est"), a radius r = r_m, an active set A.
//
// Models may be renamed, so an active set is taken to be {0, …, n-1}: the choice
// "active" marks position n-1.  Like every choice it may mark several, each of
// which is then claimed of, or nothing.

// actives is p(A) for every marked active set of at least so many models.
func (f *Formula) actives(least int, p func(A []int) lra.Bool) lra.Bool {
	active := f.choice("active")
	return lra.All(lra.Upto(f.K)[least-1:], func(n int) lra.Bool { return active[n].Implies(p(lra.Upto(n + 1))) })
}

// setting declares the variables in the order of their values and assumes E.
func (f *Formula) setting() {
	b, est, radius := f.array("b"), f.array("est"), f.real("r")
	f.nameless(b, 0)
	f.choice("active")
	f.assume("E", "|b̂_{i,r}-b_{i,r}| ≤ r_m for all i, r", f.near(est, b, radius))
}

// frontier is i ∈ P(b).
func (f *Formula) frontier(i int) lra.Bool { return f.array("b").OnFrontier(i, f.all()) }

// greatest is: p ∈ argmax_{q∈P} m_b(i,q).
func (f *Formula) greatest(i, p int) lra.Bool {
	b := f.array("b")
	return f.frontier(p).And(lra.All(f.all(), func(q int) lra.Bool {
		return f.frontier(q).Implies(b.Margin(i, q).Le(b.Margin(i, p)))
	}))
}

// witnessed is W(A) for some choice of the witnesses: every i ∈ A∖P has one of
// its maximisers in A.
func (f *Formula) witnessed(A []int) lra.Bool {
	return lra.All(A, func(i int) lra.Bool {
		return f.frontier(i).Or(f.Graph.Any(lra.Without(A, i), func(p int) lra.Bool { return f.greatest(i, p) }))
	})
}

// marked is p(A,i) for every marked active set of at least two and every marked
// member of it.
func (f *Formula) marked(choice string, p func(A []int, i int) lra.Bool) lra.Bool {
	marks := f.choice(choice)
	return f.actives(2, func(A []int) lra.Bool {
		return lra.All(A, func(i int) lra.Bool { return marks[i].Implies(p(A, i)) })
	})
}

// someMarked is what must occur: an active set of at least two and a member are
// marked.
func (f *Formula) someMarked(choice string) {
	f.occur("some model of some active set is marked", lra.Not(f.marked(choice, func([]int, int) lra.Bool {
		return lra.Not(f.Graph.True())
	})))
}

// estimatedAbove is Δ̂_{i,A} > (factor/scale)·r_m of the marked i.
func (f *Formula) estimatedAbove(choice string, scale, factor int64) lra.Bool {
	return f.marked(choice, func(A []int, i int) lra.Bool {
		return f.array("est").Gap(i, A).Times(scale).Gt(f.real("r").Times(factor))
	})
}

// settingOnly declares what is common to the statements about a moment.
var settingOnly = statement(func(size Size) *Formula {
	f := newFormula(size)
	f.setting()
	return f
})

// runMoment is the setting's part of an instance.
type runMoment struct {
	Size
	b, est []int64
	r      int64
	A      []int   // {0, …, n-1} for the largest n that is marked
	rest   []int64 // the marks that follow
}

func splitMoment(in Instance) runMoment {
	l := settingOnly.layoutOf(in)
	m := runMoment{Size: in.Size, b: l.block(in, "b"), est: l.block(in, "est"), r: l.number(in, "r"), rest: in.Values[l.len():]}
	for _, last := range l.marked(in, "active") {
		m.A = lra.Upto(last + 1)
	}
	return m
}

// values are the setting's part of an instance.
func (m runMoment) values() []int64 { return settingOnly.fill(m.Size, m.labelled()).Values }

// labelled are the setting's values by their labels, for the marks that follow to
// join.
func (m runMoment) labelled() labelled {
	last := func(i int) bool { return i == len(m.A)-1 }
	return labelled{"b": m.b, "est": m.est, "r": {m.r}, "active": marksWhere(m.K, last)}
}

// drawMoment draws b, an active set of at least so many models with W(A), put
// first by renaming, and estimates within r of b, at the edge as often as not.
// The radius is about a fraction 1/share of the smallest gap, so that some gap is
// above and some is below a threshold of share·r.  The witnesses are one free
// choice of maximisers.
func drawMoment(d Draw, least, share int64) (runMoment, []int) {
	size := drawSize(d)
	b := drawArray(d, size, mostBits-6)
	v := evalDefinitions(b, size)
	witness := drawWitnesses(d, v)
	A := drawActive(d, witness, int(least))
	b, witness = renameActiveFirst(b, size, witness, A)
	gap := max(slices.Max(v.gap), 1)
	if drawCoin(d, 2, "by the smallest gap") {
		gap = max(slices.Min(v.gap), 1)
	}
	r := d.Int(0, 3*gap/share+1, "r") / 2
	return runMoment{Size: size, b: b, est: drawNear(d, b, r), r: r, A: lra.Upto(len(A))}, witness
}

// drawWitnesses draws a maximiser for every dominated model; -1 is none.
func drawWitnesses(d Draw, v definitionValues) []int {
	witness := slices.Repeat([]int{-1}, len(v.on))
	for _, i := range v.dominated() {
		witness[i] = drawFrom(d, v.best(i), "witness")
	}
	return witness
}

// drawNear is an array within r of b: at ±r as often as not.
func drawNear(d Draw, b []int64, r int64) []int64 {
	est := slices.Clone(b)
	for n := range est {
		noise := d.Int(-r, r, "noise")
		if drawCoin(d, 2, "at the edge") {
			noise = r * drawSign(d)
		}
		est[n] += noise
	}
	return est
}

// drawActive removes models at random that are nobody's witness any more.
func drawActive(d Draw, witness []int, least int) []int {
	A := lra.Upto(len(witness))
	for range d.Int(0, int64(len(A)-least), "removals") {
		var free []int
		for _, g := range A {
			if !slices.ContainsFunc(A, func(i int) bool { return i != g && witness[i] == g }) {
				free = append(free, g)
			}
		}
		A = lra.Without(A, drawFrom(d, free, "left"))
	}
	return A
}

// renameActiveFirst puts the models of A first and takes the witnesses along.
func renameActiveFirst(b []int64, size Size, witness, A []int) ([]int64, []int) {
	order := slices.Clone(A)
	for i := range size.K {
		if !slices.Contains(A, i) {
			order = append(order, i)
		}
	}
	moved := make([]int, size.K)
	for pos, i := range order {
		if moved[pos] = -1; witness[i] >= 0 {
			moved[pos] = slices.Index(order, witness[i])
		}
	}
	return subarray(b, size.D, order), moved
}

// estimated are the definitions on the active rows of the estimates.
func (m runMoment) estimated() definitionValues {
	return evalDefinitions(subarray(m.est, m.D, m.A), Size{len(m.A), m.D})
}

// atMoment is a check of package gaps at a moment of which gaps.ConfidenceEvent says
// what E says.
func atMoment(ints func(runMoment, func(int64) int64) Outcome, floats func(runMoment, func(int64) float64) Outcome) func(Instance) (Outcome, error) {
	check := inBothReadings(splitMoment, ints, floats)
	return func(in Instance) (Outcome, error) {
		if out := splitMoment(in).event(); out.Verdict != Holds {
			return out, nil
		}
		return check(in)
	}
}

// event compares gaps.ConfidenceEvent with E, at the radius and below it.
func (m runMoment) event() Outcome {
	all := members(lra.Upto(m.K), m.K)
	est, b := scoreArray(m.est, m.Size, asDyadic), scoreArray(m.b, m.Size, asDyadic)
	if !gaps.ConfidenceEvent(est, b, all, asDyadic(m.r)) {
		return refuted("gaps.ConfidenceEvent is false although |b̂-b| ≤ r")
	}
	var widest int64
	for n := range m.b {
		widest = max(widest, m.b[n]-m.est[n], m.est[n]-m.b[n])
	}
	if widest > 0 && gaps.ConfidenceEvent(est, b, all, asDyadic(widest-1)) {
		return refuted("gaps.ConfidenceEvent is true although |b̂-b| > r somewhere")
	}
	return Outcome{}
}

// activeEstimates are the estimates as an active set of package gaps.
func activeEstimates[T gaps.Score](m runMoment, as func(int64) T) *gaps.Active[T] {
	return activeSet(scoreArray(m.est, m.Size, as), m.A)
}

// marksWhere marks the models of which p holds.
func marksWhere(K int, p func(i int) bool) []int64 {
	marks := make([]int64, K)
	for i := range marks {
		if p(i) {
			marks[i] = 1
		}
	}
	return marks
}

// members is a set as marks.
func members(set []int, K int) []bool {
	marks := make([]bool, K)
	for _, i := range set {
		marks[i] = true
	}
	return marks
}
