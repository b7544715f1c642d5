package lemmas

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCoverageIsTold(t *testing.T) {
	at := func(K int64, delta int64) []coordinate {
		return []coordinate{whole("K", K), fraction("δ", 1, delta)}
	}
	for _, c := range []struct {
		points [][]coordinate
		says   string
	}{
		{nil, "no point"},
		{[][]coordinate{at(2, 5)}, "K = 2, δ = 1/5"},
		{[][]coordinate{at(2, 5), at(16, 5), at(2, 20), at(16, 20)}, "4 points: K ∈ {2, 16}, δ ∈ {1/20, 1/5}"},
		{[][]coordinate{at(2, 5), at(16, 20)}, "2 points, not every combination: K ∈ {2, 16}, δ ∈ {1/20, 1/5}"},
		{[][]coordinate{at(2, 5), at(2, 5)}, "1 points that differ, of 2: K = 2, δ = 1/5"},
	} {
		require.Equal(t, c.says, coverage(c.points))
	}
	uneven := [][]coordinate{{dyadic("x", 0)}, {dyadic("x", 0.5)}, {dyadic("x", 2)}}
	require.Equal(t, "3 points: x ∈ {0, 1/2, 2}", coverage(uneven))
	var many [][]coordinate
	for n := range int64(20) {
		many = append(many, at(n+1, 1<<n))
	}
	require.Equal(t, "20 points, not every combination: K = 1 … 20, δ: 20 values from 1/524288 to 1", coverage(many))
}

// What every grid visits.  This is not what the grids say of themselves: a grid that
// visits less says so, and fails here.
func TestGridsCoverWhatTheyShould(t *testing.T) {
	want := []struct{ id, grid, over string }{
		{"3.1", "ladders", "240 points, not every combination: K ∈ {2, 4, 16, 64}, d = 1, δ ∈ {1/1000, 1/20, 1/5}, Δ: 12 values from 1/64 to 2, models ∈ {all Δ behind the first, each Δ behind the one before}, 2B = the range of θ"},
		{"C.3.3", "terms", "2047 points: x: 2047 values from 1/1024 to 2047/1024, larger one by = 1/1024"},
		{"B.4", "chain on a grid", "702 points: K×d ∈ {2x1, 16x4, 64x10}, δ ∈ {1/1000, 1/20, 1/5}, Δ of every model: 78 values from 0.0001221 to 1"},
		{"B.6", "union", "297 points: K×d ∈ {2x1, 2x10, 64x10}, δ ∈ {1/1000, 1/20, 1/5}, b: 33 values from 0 to 1, phases = 10"},
		{"B.12", "σ' ≤ 1/4", "x = every real number"},
		{"B.13", "all algorithms", "16362 points, not every combination: cells = 2, T = 2, 16p: 9 values from [4 4] to [12 12], 16q: 9 values from [4 4] to [12 12], algorithms: 19 values from [0 0 0] to [2 2 2], events: 26 values from [0 0 0 0 0 0 0] to [1 0 0 0 0 0 0]"},
		{"B.14", "duels", "576 points, not every combination: K ∈ {2, 3, 8, 64}, d ∈ {1, 2, 10}, Δ ∈ {1/32, 1/16, 1/8, 1/4, 1/2, 1, 2, 4}, T: 21 values from 1 to 2097151, α = 1/1024"},
		{"D.1", "small logs", "3375 points: K = 3, streams in turn: 27 values from [0 0 0] to [2 2 2], votes 0:1 ∈ {0:1, 0:2, 1:0, 1:1, 2:0}, votes 0:2 ∈ {0:1, 0:2, 1:0, 1:1, 2:0}, votes 1:2 ∈ {0:1, 0:2, 1:0, 1:1, 2:0}"},
		{"D.2", "small polls", "216 points: K = 3, p 0:1 ∈ {1/4, 1/2, 3/4}, votes 0:1 ∈ {1, 2}, p 0:2 ∈ {1/4, 1/2, 3/4}, votes 0:2 ∈ {1, 2}, p 1:2 ∈ {1/4, 1/2, 3/4}, votes 1:2 ∈ {1, 2}"},
		{"RC.TRR", "identity", "7 points: d = 1 … 7, p and ρ = all"},
		{"RC.TRR.U", "points", "2048 points: d = 1 … 64, p: 32 values from 1/2 to 63/64"},
		{"RC.3.1", "depths", "1376 points, not every combination: β ∈ {1/2, 1, 2, 4}, d = 13 … 400"},
		{"RC.3.2", "UNCONST", "2880 points, not every combination: β ∈ {1/2, 1, 2, 4}, d = 1 … 64, p: 20 values from 1/2 to 1005/1024"},
		{"RC.3.2", "CAL", "21 points, not every combination: β ∈ {1/2, 1, 2}, ε ∈ {1/128, 1/64, 1/32, 1/16, 1/8, 1/4, 1/2}, d ∈ {3, 5, 7, 9, 11, 13, 15}"},
		{"RC.C.3.3", "laws", "1785 points: |Z|/R = 1, P(Z > 0): 17 values from 0 to 1/2, ε/R ∈ {1/4, 1/2, 1}, |M| = 2 … 8, δ ∈ {1/32, 1/16, 1/8, 1/4, 1/2}"},
		{"RC.3.4", "contexts", "1558 points, not every combination: β ∈ {1/2, 1, 2, 4}, d: 19 values from 1 to 48, p: 16 values from 1/2 to 31/32, ρ ∈ {319/512, 749/1024, 831/1024, 887/1024, 451/512, 963/1024, 503/512, 1015/1024}"},
		{"RC.C.3.5", "caps", "1558 points, not every combination: β ∈ {1/2, 1, 2, 4}, d: 19 values from 1 to 48, p: 16 values from 1/2 to 31/32, ρ ∈ {319/512, 749/1024, 831/1024, 887/1024, 451/512, 963/1024, 503/512, 1015/1024}"},
		{"RC.LB", "E_d", "48 points: β ∈ {1/2, 1, 2, 4}, d = 1 … 12"},
	}
	n := 0
	for _, e := range Index() {
		for _, g := range e.Grids {
			r, err := g.run(t.Context(), 2)
			require.NoError(t, err)
			require.True(t, r.complete(), "%s, %s: %+v", e.ID, g.Name, r)
			require.Equal(t, want[n].id+" "+want[n].grid+": "+want[n].over, e.ID+" "+g.Name+": "+r.Over, "what is no longer covered")
			n++
		}
	}
	require.Len(t, want, n)
}

// At least half of the checks of every part are of instances of which the statement says
// something.
func TestMostChecksSaySomething(t *testing.T) {
	for _, e := range Index() {
		var r Result
		require.NoError(t, e.sample(t.Context(), Options{Seed: 3, Checks: 400, Jobs: 2}, &r))
		require.GreaterOrEqual(t, 2*r.Said, r.Checks, "%s: %d of %d checks said something", e.ID, r.Said, r.Checks)
	}
}

// Checks of instances of which nothing is claimed are no evidence.
func TestVacuousChecksDoNotCount(t *testing.T) {
	for said, want := range map[int]string{10: "sampled(10)", 5: "sampled(5)", 4: "stated", 0: "stated"} {
		e := stubEntry(0, stubMutant("good", true, ByGenerator, ""))
		n := 0
		e.Parts[0].Check = func(Instance) (Outcome, error) {
			n++
			if n > said {
				return Outcome{Vacuous, "nothing is claimed"}, nil
			}
			return Outcome{}, nil
		}
		e.Parts = e.Parts[:1]
		r := mustRun(t, e, Options{Checks: 10, Jobs: 1})
		require.Equal(t, want, r.Evidence.String(), said)
		require.Equal(t, said, r.Said)
	}
}

// A constant claims no more than its row.
func TestConstantsKeepTheirQualifier(t *testing.T) {
	e := stubEntry(0, stubMutant("good", true, ByGenerator, ""))
	e.Only, e.Proves = "some algorithms", "one step"
	e.Grids = []Grid{gridWithSeventh("g", Computed, Outcome{})}
	e.Constants = []Constant{{Name: "a", Holds: "1", By: "g"}, {Name: "b", Holds: "1", By: "only"}}
	r := mustRun(t, e, Options{Checks: 5})
	require.Equal(t, "computed(one step: 10 points: g = 0 … 9)", r.Sharp[0].Evidence.String())
	require.Equal(t, "sampled(some algorithms: 5)", r.Sharp[1].Evidence.String())
}

// An instance of which a formula claims nothing is vacuous for each of its parts, and one
// that it does speak of is not.
func TestAnEmptyCaseIsVacuous(t *testing.T) {
	marked := must(readInstance("K=2 d=1 b=[[0] [9]] est=[[0] [9]] r=1 active=0..1 gone={0 1}", removedClassified.layoutOf))
	unmarked := must(readInstance("K=2 d=1 b=[[0] [1]] est=[[0] [1]] r=1 active=0..1 gone={}", removedClassified.layoutOf))
	for _, p := range lemmaB7().Parts {
		for in, want := range map[*Instance]Verdict{&marked: Holds, &unmarked: Vacuous} {
			out, err := p.Check(*in)
			require.NoError(t, err)
			require.Equal(t, want, out.Verdict, "%s: %s: %s", p.Name, p.Show(*in), out.Why)
		}
	}
}
