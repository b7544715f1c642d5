package lemmas

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/lemmas/lra"
	"vectorborda/lemmas/smt"
	"vectorborda/sims/stream"
)

// eachOwnReduction calls f with every entry that has a reduction of its own.
func eachOwnReduction(t *testing.T, f func(t *testing.T, e Entry, red Reduction)) {
	for _, e := range Index() {
		for n, red := range e.Reductions {
			if PartOf(red.Of, e.ID) {
				require.Equal(t, n == 0, e.ID == red.Of, "an entry's own reduction comes first")
				t.Run(red.Of, func(t *testing.T) { f(t, e, red) })
			}
		}
	}
}

// stepPart is the part of the entry that checks the step.
func stepPart(t *testing.T, e Entry, red Reduction) Part {
	at := slices.IndexFunc(e.Parts, func(p Part) bool { return p.Name == "reduction of "+red.Of })
	require.GreaterOrEqual(t, at, 0, "no part checks the step to %s", red.Of)
	return e.Parts[at]
}

// The statements that a reduction refers to are reduced themselves, and listed.
func TestReductionsRestOnReductions(t *testing.T) {
	rests := map[string][]string{
		"B.1": nil, "B.2": nil, "B.5": nil, "B.7": {"B.2", "B.5"}, "B.8": {"B.2", "B.5", "B.7"},
		"B.9": {"B.2", "B.5", "B.7", "B.8"}, "B.10": {"B.2", "B.5"}, "2.1": nil, "B.3": {"B.5"}, "R.D.1": {"B.5"},
	}
	eachOwnReduction(t, func(t *testing.T, e Entry, red Reduction) {
		if red.Of != e.ID {
			return
		}
		var also []string
		for _, other := range e.Reductions {
			if !PartOf(other.Of, e.ID) {
				require.Equal(t, entryByID(t, other.Of).Reductions[0].Claim, other.Claim)
				also = append(also, other.Of)
			}
		}
		require.ElementsMatch(t, rests[e.ID], also)
		delete(rests, e.ID)
	})
	require.Empty(t, rests, "without a reduction")
}

// Every size up to the cut-off is asked about.
func TestNoSizeBelowTheCutOffIsLeftOut(t *testing.T) {
	eachOwnReduction(t, func(t *testing.T, e Entry, red Reduction) {
		for n, size := range red.Sizes {
			require.Equal(t, Size{red.Sizes[0].K, n + 1}, size)
		}
		last := red.Sizes[len(red.Sizes)-1]
		for _, in := range instances(stepPart(t, e, red).Generate)[:200] {
			for _, small := range red.Project(in) {
				require.Equal(t, last.K, small.K)
				require.LessOrEqual(t, small.D, last.D)
			}
		}
	})
}

// project is the twin's projections of an instance that are counterexamples.
func (red Reduction) hurt(t require.TestingT, twin *formulas, in Instance) bool {
	for _, small := range red.Project(in) {
		j, err := twin.judge(small)
		require.NoError(t, err)
		if j.refutes() {
			return true
		}
	}
	return false
}

// twin is the claim with what a mutant makes of it.
func (red Reduction) twin(twin Twin, m Mutant) *formulas {
	if twin.Edit == nil {
		twin.Edit = m.Edit
	}
	return statement(red.Formula).edited(twin.Edit)
}

// likeWitness draws instances near a mutant's witness: some model or objective
// taken twice, all numbers forty times as large and then changed a little, names
// shuffled.
func likeWitness(d Draw, s *formulas, in Instance) Instance {
	models, objectives := lra.Upto(in.K), lra.Upto(in.D)
	if drawCoin(d, 2, "one more objective") {
		objectives = append(objectives, drawFrom(d, objectives, "like"))
	}
	if drawCoin(d, 2, "one more model") {
		models = append(models, drawFrom(d, models, "like"))
	}
	size := Size{len(models), len(objectives)}
	old, f := mustBuild(s, in.Size), mustBuild(s, size)
	out := Instance{Size: size}
	for _, field := range f.layout {
		block := old.block(in, field.name)
		switch {
		case old.arrays[field.name] != nil:
			block = restrict(block, in.D, models, objectives)
		case f.tables[field.name] != nil: // of the objective that this one is like
			r := objectives[field.name[1]-'0']
			block = restrict(old.block(in, "F"+string(rune('0'+r))), in.K, models, models)
		case old.pairMarks[field.name] != nil:
			block = restrict(block, in.K, models, models)
		case field.name == "active":
			block = append(make([]int64, size.K-in.K), block...)
			if size.K > in.K && drawCoin(d, 2, "the copy is not active") {
				block = append(slices.Clone(old.block(in, field.name)), 0)
			}
		case old.marks[field.name] != nil:
			block = restrict(block, 1, models, []int{0})
		}
		for _, v := range block {
			if f.arrays[field.name] != nil || f.tables[field.name] != nil || old.reals[field.name] != (lra.Num{}) {
				v = 40*v + drawSign(d)*d.Int(0, 1, "a little")
			}
			out.Values = append(out.Values, v)
		}
	}
	return shuffle(d, f, out)
}

func mustBuild(s *formulas, size Size) *Formula {
	c, err := s.at(size)
	if err != nil {
		panic(err)
	}
	return c.Formula
}

// A counterexample of a mutant becomes a counterexample of its twin: the pinned
// witness, and hundreds of others near it.
func TestCounterexamplesBecomeSmallOnes(t *testing.T) {
	eachOwnReduction(t, func(t *testing.T, e Entry, red Reduction) {
		require.NotEmpty(t, red.Twins)
		for _, twin := range red.Twins {
			m := mutantOf(t, e, twin.Mutant)
			full, small := statement(m.Formula), red.twin(twin, m)
			require.True(t, red.hurt(t, small, pinned(t, m)), "%s: %s", twin.Mutant, m.Show(pinned(t, m)))
			d := NewDraw(stream.Key{Seed: 6, Experiment: "twins of " + e.ID + twin.Mutant})
			found := 0
			for range 2000 {
				in := likeWitness(d, full, pinned(t, m))
				if j, err := full.judge(in); err != nil || !j.refutes() {
					require.NoError(t, err)
					continue
				}
				found++
				require.True(t, red.hurt(t, small, in), "%s: %s", twin.Mutant, m.Show(in))
			}
			t.Logf("%s: %d counterexamples", twin.Mutant, found)
			require.Greater(t, found, 50, twin.Mutant)
		}
	})
}

// A reduction that is said to prove a better constant does: without their common
// hypothesis both the statement with that constant and the claim fall, and every
// counterexample of the one gives one of the other.  A claim with the paper's
// constant would not fall where only the better one does.
func TestReductionsProveTheBetterConstants(t *testing.T) {
	tried := 0
	for _, e := range Index() {
		for _, c := range e.Constants {
			if c.Reduced == "" {
				continue
			}
			tried++
			at := slices.IndexFunc(e.Reductions, func(red Reduction) bool { return red.Of == c.Reduced })
			require.GreaterOrEqual(t, at, 0, c.Reduced)
			red := e.Reductions[at]
			drop := func(f *Formula) { f.drop(red.Formula(red.Sizes[0]).Hypotheses[0].Name) }
			full, small := statement(c.Formula).edited(drop), statement(red.Formula).edited(drop)
			d, found := NewDraw(stream.Key{Seed: 9, Experiment: e.ID + c.Name}), 0
			for _, size := range []Size{{2, 1}, {3, 1}, {2, 2}, {3, 2}} {
				for range 20000 {
					in := scribble(d, mustBuild(full, size))
					if j, err := full.judge(in); err != nil || !j.refutes() {
						require.NoError(t, err)
						continue
					}
					found++
					require.True(t, red.hurt(t, small, in), "%s: %s", e.ID, full.show(in))
				}
			}
			t.Logf("%s: %d counterexamples", c.Name, found)
			require.Greater(t, found, 100, c.Name)
		}
	}
	require.Equal(t, 2, tried)
}

func mutantOf(t *testing.T, e Entry, name string) Mutant {
	at := slices.IndexFunc(e.Mutants, func(m Mutant) bool { return m.Name == name })
	require.GreaterOrEqual(t, at, 0, "%s has no mutant %q", e.ID, name)
	return e.Mutants[at]
}

// So do the counterexamples that solvers find at larger sizes.
func TestSolversCounterexamplesBecomeSmallOnes(t *testing.T) {
	p := installed(t)
	eachOwnReduction(t, func(t *testing.T, e Entry, red Reduction) {
		for _, twin := range red.Twins {
			m := mutantOf(t, e, twin.Mutant)
			small := red.twin(twin, m)
			for _, size := range []Size{{3, 1}, {3, 2}} {
				if m.fate(size) != smt.Sat {
					continue
				}
				f := m.Formula(size)
				for _, s := range p.Solvers {
					a := p.ask(t.Context(), s, f.script("twin", true), f.variables())
					require.Equal(t, smt.Sat, a.Status)
					values, err := a.Model.Integers()
					require.NoError(t, err)
					require.True(t, red.hurt(t, small, Instance{size, values}), "%s at %v by %s", twin.Mutant, size, s.Name)
				}
			}
		}
	})
}

// A step that keeps the wrong objective, one too few, or the wrong models is
// caught, by the part of the entry or by a twin.
func TestWrongStepsAreCaught(t *testing.T) {
	b8, b10, b1 := reductionB8(), reductionB10(), reductionB1()
	without := func(red Reduction, at int) Reduction { // an objective of the cut-off is not kept
		project := red.Project
		red.Project = func(in Instance) []Instance {
			var all []Instance
			for _, small := range project(in) {
				f := red.Formula(small.Size)
				keep := lra.Upto(small.D)
				keep[at] = keep[(at+1)%small.D]
				out := Instance{Size: small.Size}
				for _, field := range f.layout {
					block := f.block(small, field.name)
					if f.arrays[field.name] != nil {
						block = restrict(block, small.D, lra.Upto(small.K), keep)
					}
					out.Values = append(out.Values, block...)
				}
				all = append(all, out)
			}
			return all
		}
		return red
	}
	exchanged := func(red Reduction) Reduction { // i and k, or p and i, change places
		project := red.Project
		red.Project = func(in Instance) []Instance {
			var all []Instance
			for _, small := range project(in) {
				all = append(all, red.Formula(small.Size).renamed(small, []int{1, 0, 2}))
			}
			return all
		}
		return red
	}
	blind := b1
	blind.Project = func(in Instance) []Instance {
		x, y, _ := closePair(in)
		var all []Instance
		eachChoice(lra.Upto(in.K), 3, func(ijk []int) {
			one := slices.Concat(restrict(x, in.D, ijk, []int{0}), restrict(y, in.D, ijk, []int{0}), in.Values[2*in.K*in.D:])
			all = append(all, Instance{Size{3, 1}, one})
		})
		return all
	}
	for why, c := range map[string]struct {
		of  string
		red Reduction
	}{
		"B.8 without the objective of m_b(i,j)":  {"B.8", without(b8, 0)},
		"B.8 without the objective of M̂(p,i)":   {"B.8", without(b8, 1)},
		"B.8 without the objective of M̂(i,p)":   {"B.8", without(b8, 2)},
		"B.8 without the objective of m̂(i,j)":   {"B.8", without(b8, 3)},
		"B.8 with p for i":                       {"B.8", exchanged(b8)},
		"B.10 without the objective of M_b(j,i)": {"B.10", without(b10, 0)},
		"B.10 without the objective of m̂(j,p)":  {"B.10", without(b10, 1)},
		"B.1 on the first objective":             {"B.1", blind},
	} {
		e, caught := entryByID(t, c.of), false
		domain := e.Parts[0].Domain
		if c.of == "B.8" {
			domain = eligible()
		}
		for _, twin := range c.red.Twins {
			m := mutantOf(t, e, twin.Mutant)
			d := NewDraw(stream.Key{Seed: 7, Experiment: why + twin.Mutant})
			full, small := statement(m.Formula), c.red.twin(twin, m)
			for n := 0; n < 2000 && !caught; n++ {
				in := likeWitness(d, full, pinned(t, m))
				j, err := full.judge(in)
				require.NoError(t, err)
				caught = j.refutes() && !c.red.hurt(t, small, in)
			}
		}
		part := c.red.part(domain)
		for _, in := range instances(domain.Generate) {
			if caught {
				break
			}
			out, err := part.Check(in)
			require.NoError(t, err)
			caught = out.Verdict == Refuted
		}
		require.True(t, caught, why)
	}
}

// The part speaks of something: the generator gives projections, and for B.8 such
// in which a witness is preferred and its gap is neither far above nor far below
// the bound.
func TestReductionPartsAreNotEmpty(t *testing.T) {
	eachOwnReduction(t, func(t *testing.T, e Entry, red Reduction) {
		n := 0
		for _, in := range instances(stepPart(t, e, red).Generate) {
			n += len(red.Project(in))
		}
		t.Logf("%d projections", n)
		require.Greater(t, n, 100)
	})
}

// A claim that is not proved at one size up to its cut-off leaves the sizes.
func TestAllSizesNeedEveryReduction(t *testing.T) {
	e := entryByID(t, "B.8")
	e.Mutants, e.Constants = nil, nil
	var rows []Proof
	add := func(of string, size Size) {
		for _, name := range []string{"conclusion", "conclusion", "hypotheses", "hypotheses"} {
			rows = append(rows, Proof{Of: of, Size: size.String(), size: size, Query: name, OK: true})
		}
	}
	add("", Size{2, 1})
	for _, red := range e.Reductions {
		for _, size := range red.Sizes {
			add(red.Of, size)
		}
	}
	r := Result{Checks: 1, Mutants: []MutantResult{{Refuted: true}}, Proof: rows}
	require.Equal(t, "proved(all K,d)", e.weigh(r).String())
	for n := range rows {
		if rows[n].Of == "" {
			continue
		}
		rows[n].OK = false
		require.Equal(t, "proved(2x1)", e.weigh(r).String(), "%+v", rows[n])
		rows[n].OK = true
	}
	r.Proof = rows[:len(rows)-1]
	require.Equal(t, "proved(2x1)", e.weigh(r).String(), "a question is missing")
	r.Proof = rows[4:]
	require.NotEqual(t, Proved, e.weigh(r).Word, "the statement itself was never asked about")
	r.Proof = []Proof{{Of: "B.8", Query: "conclusion", confirmed: true, Witness: "x"}}
	r.learn()
	require.Empty(t, r.Witness, "a claim that is too strong does not refute the statement")
}
