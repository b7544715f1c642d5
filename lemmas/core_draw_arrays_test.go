package lemmas

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/lemmas/lra"
	"vectorborda/sims/stream"
)

const generated = 2000

// instances draws from a generator as the command does.
func instances(generate func(Draw) Instance) []Instance {
	var all []Instance
	for n := range generated {
		all = append(all, generate(NewDraw(stream.Key{Seed: 11, Experiment: "generator test", Trial: uint64(n)})))
	}
	return all
}

// Every hypothesis of every part holds on what its generator draws, and the
// instance has as many values as it is printed with.
func TestGeneratorsSatisfyTheHypotheses(t *testing.T) {
	for _, e := range Index() {
		for _, p := range e.Parts {
			for _, in := range instances(p.Generate) {
				for _, h := range p.Hypotheses {
					ok, err := h.Holds(in)
					require.NoError(t, err, "%s %s: %s", e.ID, p.Name, p.Show(in))
					require.True(t, ok, "%s %s: %q: %s", e.ID, p.Name, h.Words, p.Show(in))
				}
				require.NotEmpty(t, p.Show(in))
			}
		}
	}
}

// features are what an array of scores must show now and then.
type features struct {
	tie, near, twins, dominated, all, unique bool
}

// featuresOf finds a tie and a near-tie (one unit) of two models on an objective, two
// equal models, a dominated model, a frontier of everybody and one of one.
func featuresOf(x []int64, size Size) (f features) {
	v := literalDefinitions(intoRows(x, size.D))
	table := intoRows(x, size.D)
	for i := range table {
		for j := range i {
			same := true
			for r := range size.D {
				gap := table[i][r] - table[j][r]
				f.tie = f.tie || gap == 0
				f.near = f.near || gap == 1 || gap == -1
				same = same && gap == 0
			}
			f.twins = f.twins || same
		}
	}
	f.dominated = len(v.dominated()) > 0
	f.all, f.unique = !f.dominated, len(v.frontier()) == 1
	return f
}

// Measured: no feature is rarer than one instance in eight anywhere it can
// occur; the bound is one in twelve.
func TestGeneratorsHitTheEdges(t *testing.T) {
	arrayOf := func(skip int) func(Instance) []int64 {
		return func(in Instance) []int64 { return in.Values[skip : skip+in.K*in.D] }
	}
	for _, c := range []struct {
		name     string
		generate func(Draw) Instance
		array    func(Instance) []int64
	}{
		{"2.1", orderDomain().Generate, arrayOf(2)},
		{"B.1", drawClosePair, arrayOf(0)},
		{"B.2", drawDominated, arrayOf(0)},
		{"B.3, b", drawStretched, arrayOf(0)},
		{"B.3, t", drawStretched, func(in Instance) []int64 { return in.Values[in.K*in.D:] }},
		{"B.3, split ties, t", drawSplitTies, func(in Instance) []int64 { return in.Values[in.K*in.D:] }},
		{"B.3, θ", drawSpread, arrayOf(2)},
		{"B.5", drawScores, arrayOf(0)},
		{"B.5, restricted", drawRestricted, arrayOf(0)},
		{"B.7", drawRemoved, arrayOf(0)},
		{"B.8", drawChoice, arrayOf(0)},
		{"B.9", drawInvariant, arrayOf(0)},
		{"B.10", drawSmallRadius, arrayOf(0)},
	} {
		var count struct{ tie, near, twins, dominated, all, unique int }
		sizes := map[Size]int{}
		for _, in := range instances(c.generate) {
			f := featuresOf(c.array(in), in.Size)
			sizes[in.Size]++
			for _, n := range []struct {
				seen bool
				to   *int
			}{
				{f.tie, &count.tie}, {f.near, &count.near}, {f.twins, &count.twins},
				{f.dominated, &count.dominated}, {f.all, &count.all}, {f.unique, &count.unique},
			} {
				if n.seen {
					*n.to++
				}
			}
		}
		t.Logf("%-20s of %d: %+v", c.name, generated, count)
		least := generated / 12
		require.Greater(t, count.tie, least, c.name)
		require.Greater(t, count.near, least, c.name)
		require.Greater(t, count.twins, least, c.name)
		require.Greater(t, count.dominated, least, c.name)
		require.Greater(t, count.unique, least, c.name)
		if c.name != "B.2" { // there a model is made dominated
			require.Greater(t, count.all, least, c.name)
		}
		require.Len(t, sizes, (mostModels-1)*mostObjectives, "every size occurs: %s", c.name)
	}
}

// Noise of B.1 reaches ±ρ, slack of B.3 is often 0, a witness of B.2 is often
// one of several, the set of B.5 is often a proper subset.
func TestGeneratorsReachTheirOwnEdges(t *testing.T) {
	atEdge, ties, tight, several, proper := 0, 0, 0, 0, 0
	for _, in := range instances(drawClosePair) {
		x, y, rho := closePair(in)
		for n := range x {
			if rho > 0 && (x[n]-y[n] == rho || y[n]-x[n] == rho) {
				atEdge++
				break
			}
		}
	}
	stretched := statement(gapsGrow)
	equal := stretched.edited(func(f *Formula) { f.claim("gap", f.gapRatio(lra.Num.Eq, 1, 1)) })
	for _, in := range instances(drawStretched) {
		j, err := equal.judge(in)
		require.NoError(t, err)
		if len(j.failed) == 0 {
			tight++
		}
	}
	for _, in := range instances(drawSplitTies) {
		j, err := stretched.judge(in)
		require.NoError(t, err)
		if len(j.broken) > 0 {
			ties++
		}
	}
	for _, in := range instances(drawDominated) {
		v := literalDefinitions(intoRows(in.Values[:in.K*in.D], in.D))
		for _, i := range v.dominated() {
			if len(v.best(i)) > 1 {
				several++
				break
			}
		}
	}
	for _, in := range instances(drawRestricted) {
		if _, A, _ := splitRestricted(in); len(A) < in.K {
			proper++
		}
	}
	for what, n := range map[string]int{
		"noise at ±ρ": atEdge, "gaps of b equal those of t": tight, "ties of t torn apart": ties,
		"several maximisers": several, "a proper subset": proper,
	} {
		t.Logf("%s: %d of %d", what, n, generated)
		require.Greater(t, n, generated/12, what)
	}
}

// count of the instances with a feature is more than a share of all.
func requireOften(t *testing.T, all []Instance, share int, what string, has func(in Instance) bool) {
	n := 0
	for _, in := range all {
		if has(in) {
			n++
		}
	}
	t.Logf("%s: %d of %d", what, n, len(all))
	require.Greater(t, n, len(all)/share, what)
}

// The moments of B.7 to B.10 are not empty: a radius above 0, proper active sets,
// marked models on and off the estimated frontier, thresholds met by a hair, noise
// that changes the frontier, several models that may be chosen.
func TestMomentsReachTheirEdges(t *testing.T) {
	for name, generate := range map[string]func(Draw) Instance{"B.7": drawRemoved, "B.8": drawChoice, "B.9": drawInvariant, "B.10": drawSmallRadius} {
		all := instances(generate)
		marks := func(in Instance) (on, off int) {
			m := splitMoment(in)
			gone := m.rest
			if name == "B.9" {
				gone = gone[in.K:]
			}
			if len(m.A) < 2 {
				return 0, 0
			}
			v := m.estimated()
			for pos := range m.A {
				switch {
				case gone[pos] == 1 && v.on[pos]:
					on++
				case gone[pos] == 1:
					off++
				}
			}
			return on, off
		}
		requireOften(t, all, 3, name+": r > 0", func(in Instance) bool { return splitMoment(in).r > 0 })
		requireOften(t, all, 6, name+": A ≠ [K]", func(in Instance) bool { return len(splitMoment(in).A) < in.K })
		requireOften(t, all, 30, name+": a marked frontier model", func(in Instance) bool { on, _ := marks(in); return on > 0 && splitMoment(in).r > 0 })
		requireOften(t, all, 12, name+": a marked dominated model", func(in Instance) bool { _, off := marks(in); return off > 0 && splitMoment(in).r > 0 })
		requireOften(t, all, 12, name+": several are marked", func(in Instance) bool { on, off := marks(in); return on+off > 1 })
		requireOften(t, all, 12, name+": none is marked", func(in Instance) bool { on, off := marks(in); return on+off == 0 })
		requireOften(t, all, 12, name+": another frontier", func(in Instance) bool {
			m := splitMoment(in)
			return !slices.Equal(evalDefinitions(m.b, in.Size).on, evalDefinitions(m.est, in.Size).on)
		})
	}
	requireOften(t, instances(drawInvariant), 20, "B.9: the last model", func(in Instance) bool { return len(splitMoment(in).A) == 1 })
	requireOften(t, instances(drawInvariant), 6, "B.9: somebody was accepted", func(in Instance) bool {
		return slices.Contains(splitMoment(in).rest[:in.K], 1)
	})
	requireOften(t, instances(drawChoice), 4, "B.8: a witness", func(in Instance) bool { return slices.Contains(splitMoment(in).rest[in.K:], 1) })
	requireOften(t, instances(drawLog), 4, "R.D.1: ρ > 0", func(in Instance) bool { return in.Values[2*in.K*in.D] > 0 })
	requireOften(t, instances(drawLog), 4, "R.D.1: some model is dominated", func(in Instance) bool {
		return len(evalDefinitions(in.Values[:in.K*in.D], in.Size).dominated()) > 0
	})
	requireOften(t, instances(drawLog), 4, "R.D.1: 2ρ is one or two below the gap", func(in Instance) bool {
		return slices.Min(evalDefinitions(in.Values[:in.K*in.D], in.Size).gap)-2*in.Values[2*in.K*in.D] <= 2
	})
	for what, sign := range map[string]int64{"below": -1, "at": 0, "above": 1} {
		requireOften(t, instances(drawRaised), 12, "R.B.1: η "+what+" Δ", func(in Instance) bool {
			delta, eta := splitRaised(in)
			return sign*(eta-delta) > 0 || sign == 0 && eta == delta
		})
	}
}

// Magnitudes are log-uniform and stay where float64 differences are exact.
func TestGeneratedMagnitudes(t *testing.T) {
	var small, large int
	for _, in := range instances(drawScores) {
		largest := int64(0)
		for _, k := range in.Values {
			largest = max(largest, k, -k)
		}
		require.Less(t, largest, int64(1)<<30)
		if largest < 1<<8 {
			small++
		}
		if largest > 1<<20 {
			large++
		}
	}
	require.Greater(t, small, generated/8)
	require.Greater(t, large, generated/8)
	for _, in := range instances(drawSpread) {
		theta, _ := splitSpread(in)
		require.Less(t, theta.spread(), int64(1)<<52)
	}
}

// The edges of the analytic and probabilistic statements: equality, neighbours one
// unit apart, ends of the interval, empty algorithms, gaps at powers of two.
func TestAnalyticGeneratorsReachTheirEdges(t *testing.T) {
	value := func(n int) func(Instance) int64 { return func(in Instance) int64 { return in.Values[n] } }
	s, q, b, a, p := value(0), value(1), value(2), value(3), value(4)
	outward := instances(drawOutward)
	requireOften(t, outward, 25, "B.11: p = a and q = b", func(in Instance) bool { return p(in) == a(in) && q(in) == b(in) })
	requireOften(t, outward, 12, "B.11: a one unit above b", func(in Instance) bool { return a(in) == b(in)+1 })
	requireOften(t, outward, 12, "B.11: q = 0", func(in Instance) bool { return q(in) == 0 })
	requireOften(t, outward, 12, "B.11: p = 1", func(in Instance) bool { return p(in) == 1<<s(in) })

	near := instances(logisticDomain(64).Generate)
	requireOften(t, near, 12, "B.12: x = y", func(in Instance) bool { return in.Values[1] == in.Values[2] })
	requireOften(t, near, 12, "B.12: one unit apart", func(in Instance) bool {
		d := in.Values[1] - in.Values[2]
		return d == 1 || d == -1
	})

	trees := instances(drawTree)
	requireOften(t, trees, 12, "B.13: T = 6", func(in Instance) bool { return in.Values[1] == 6 })
	requireOften(t, trees, 12, "B.13: stops at once", func(in Instance) bool {
		tree := splitTree(in)
		return tree.T == 0 || tree.choice[0] == 0
	})
	requireOften(t, trees, 3, "B.13: a strict inequality", func(in Instance) bool { return !splitTree(in).law().proportional })

	gaps := instances(chainDomain().Generate)
	requireOften(t, gaps, 4, "B.4: a gap at a power of two", func(in Instance) bool {
		k := in.Values[2]
		return k&(k-1) == 0
	})
	requireOften(t, instances(runDomain().Generate), 12, "B.4: a tie on an objective", func(in Instance) bool {
		f := featuresOf(splitRun(in).b, in.Size)
		return f.tie
	})
	requireOften(t, instances(duelDomain().Generate), 12, "B.14: δ above 1/4", func(in Instance) bool {
		return splitDuels(in).confidence().Lo > 0.25
	})
	class := instances(classDomain().Generate)
	requireOften(t, class, 4, "C.3.3: Δ is the smallest gap", func(in Instance) bool {
		c := splitClass(in)
		return c.least == slices.Min(c.units())
	})
}
