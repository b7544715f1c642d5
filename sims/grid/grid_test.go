package grid

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/gaps"
	"vectorborda/sims/algo"
	"vectorborda/sims/audit"
	"vectorborda/sims/instance"
	"vectorborda/sims/oracle"
	"vectorborda/sims/stat"
	"vectorborda/sims/trial"
	"vectorborda/sims/votelog"
)

func must(t *testing.T, s []Setting, err error) []Setting {
	require.NoError(t, err)
	return s
}

func quick(t *testing.T) []Setting { s, err := Quick(); return must(t, s, err) }

func run(t *testing.T, p Plan, settings []Setting) *Report {
	r, err := p.Run(t.Context(), settings, nil)
	require.NoError(t, err)
	return r
}

func TestTheDefaultGridHoldsThePapersSweepsTheCornersAndTheLogs(t *testing.T) {
	settings, err := Default()
	require.NoError(t, err)
	var names []string
	for _, s := range settings {
		names = append(names, s.Name())
	}
	require.ElementsMatch(t, []string{
		"symmetric K=16 d=4 Δ=1 δ=0.05", "symmetric K=32 d=4 Δ=1 δ=0.05", "symmetric K=64 d=4 Δ=1 δ=0.05", "symmetric K=128 d=4 Δ=1 δ=0.05",
		"symmetric K=64 d=2 Δ=1 δ=0.05", "symmetric K=64 d=10 Δ=1 δ=0.05",
		"symmetric K=64 d=10 Δ=0.5 δ=0.05", "symmetric K=64 d=10 Δ=0.75 δ=0.05", "symmetric K=64 d=10 Δ=1.25 δ=0.05", "symmetric K=64 d=10 Δ=1.5 δ=0.05",
		"symmetric K=64 d=10 Δ=1 δ=0.2", "symmetric K=64 d=10 Δ=1 δ=0.1", "symmetric K=64 d=10 Δ=1 δ=0.02", "symmetric K=64 d=10 Δ=1 δ=0.01",
		"symmetric K=64 d=10 Δ=1 δ=0.005", "symmetric K=64 d=10 Δ=1 δ=0.002", "symmetric K=64 d=10 Δ=1 δ=0.001",
		"symmetric K=16 d=4 Δ=0.5 δ=0.05", "symmetric K=16 d=10 Δ=0.5 δ=0.05", "symmetric K=16 d=10 Δ=1 δ=0.05", "symmetric K=64 d=4 Δ=0.5 δ=0.05",
		"mtbench_en_gemma4_category δ=0.05", "football_conmebol δ=0.05", "pandalm_top3_apps δ=0.05",
	}, names)
	// Both kinds of claim can be refuted by the runs that a row gets.
	for _, s := range settings {
		n, err := runsFor(s.Delta)
		require.NoError(t, err)
		require.GreaterOrEqual(t, n, int(math.Ceil(math.Log(1e-8)/math.Log(1-s.Delta))), s.Name())
	}
}

func TestTheQuickGridStands(t *testing.T) {
	r := run(t, Plan{Seed: 1}, quick(t))
	require.False(t, r.Partial)
	total := 0.0
	for _, row := range r.Rows {
		require.Equal(t, row.Wanted, row.Trials)
		require.Zero(t, row.Audit.Violations)
		for _, c := range row.Checks {
			total += float64(c.Alpha)
			require.Equal(t, stat.Supported, c.Outcome, "%s %s", row.Name(), c.ID)
			require.Equal(t, stat.Refuted, c.Twin, "%s %s: the wrong twin", row.Name(), c.ID)
			require.GreaterOrEqual(t, float64(c.Power), wantedPower)
			require.Nil(t, c.Second)
		}
		ids := func() (ids []string) {
			for _, c := range row.Checks {
				ids = append(ids, c.ID)
			}
			return ids
		}()
		switch {
		case !row.IsSymmetric():
			require.Equal(t, []string{"B.4", "B.6"}, ids, row.Name())
		case row.Gap > 1:
			require.Equal(t, []string{"3.1", "B.4", "B.6", "B.14"}, ids, row.Name())
		default:
			require.Equal(t, []string{"3.1", "3.2", "B.4", "B.6", "B.14"}, ids, row.Name())
		}
	}
	require.InEpsilon(t, total, r.Ledger.Total(), 1e-14, "the ledger is the sum of the rows' α")
	require.Equal(t, stat.Refuted, r.Control.Outcome)
	require.Len(t, r.Slopes, 4)
}

// n quick reports under the null raise a false alarm with probability at most n times
// the ledger's total, 2.5e-7: 1e-5 for 40, and 5e-5 for the 200 of make calibrate,
// which begin with the same 40.  An audit violation or a surviving twin would be a bug.
func TestQuickReportsRaiseNoAlarm(t *testing.T) {
	if testing.Short() {
		t.Skip("forty reports take some seconds")
	}
	reports := uint64(40)
	if asked, ok := os.LookupEnv("CALIBRATE"); ok {
		var err error
		reports, err = strconv.ParseUint(asked, 10, 32)
		require.NoError(t, err, "CALIBRATE is the number of reports")
		require.Positive(t, reports, "CALIBRATE is the number of reports")
	}
	settings, alarm := quick(t), 0.0
	for seed := range reports {
		r := run(t, Plan{Seed: 1000 + seed}, settings)
		alarm += r.Ledger.Total()
		for _, row := range r.Rows {
			require.Zero(t, row.Audit.Violations, "seed %d: %s", seed, row.Name())
			for _, c := range row.Checks {
				require.NotEqual(t, stat.Refuted, c.Outcome, "seed %d: %s %s", seed, row.Name(), c.ID)
				require.Equal(t, stat.Refuted, c.Twin, "seed %d: %s %s", seed, row.Name(), c.ID)
			}
		}
	}
	// Some 50 + n additions of positive numbers, each right to 2⁻⁵³.
	require.InEpsilon(t, 2.5e-7*float64(reports), alarm, 1e-12)
	t.Logf("%d reports without an alarm, which one of them raises with probability at most %.2g", reports, alarm)
}

// mutant is a wrong VB-EGE under its name, so that it is audited.
func mutant(runner func(*bounds.Schedule) algo.Runner) algo.Method {
	return algo.Method{Name: "vb-ege", New: func(K, d int, delta float64, c bounds.Constants) (algo.Runner, error) {
		s, err := bounds.NewSchedule(K, d, delta, c)
		if err != nil {
			return nil, err
		}
		return runner(s), nil
	}}
}

// swapped accepts what should be rejected.
type swapped struct{ algo.Runner }

func (s swapped) Run(p algo.Problem) algo.Result {
	res := s.Runner.Run(p)
	K, _ := p.Oracle.Size()
	var rest []int
	for i := range K {
		if !slices.Contains(res.Frontier, i) {
			rest = append(rest, i)
		}
	}
	res.Frontier = rest
	return res
}

// selective draws opponents from the active models only.  It follows the run as
// its observer, and passes what it sees on.
type selective struct {
	oracle.Pairwise
	active []int
	next   algo.Observer
}

func (s *selective) Phase(m int, n int64, credit gaps.Array[int64], active []int) {
	s.active = slices.Clone(active)
	s.next.Phase(m, n, credit, active)
}

func (s *selective) Removal(m, i int, accepted bool, active []int) {
	s.active = slices.Clone(active)
	s.next.Removal(m, i, accepted, active)
}

func (s *selective) Focal(src *rand.ChaCha8, i, r int, n int64) oracle.Reply {
	if s.active == nil {
		return s.Pairwise.Focal(src, i, r, n)
	}
	var total oracle.Reply
	others := int64(len(s.active) - 1)
	for at, j := range slices.DeleteFunc(slices.Clone(s.active), func(j int) bool { return j == i }) {
		share := (n + int64(at)) / others // parts of n that differ by one at most
		total.Wins += s.Pair(src, i, j, r, share).Wins
	}
	return total
}

type selecting struct{ algo.Runner }

func (s selecting) Run(p algo.Problem) algo.Result {
	watch := &selective{Pairwise: p.Oracle.(oracle.Pairwise), next: p.Observer}
	p.Oracle, p.Observer = watch, watch
	return s.Runner.Run(p)
}

// Three ways to break VB-EGE turn the default runs of a row red, and the report
// names claim, instance and a replay.
func TestABrokenAlgorithmTurnsTheReportRed(t *testing.T) {
	settings := quick(t)
	at := func(name string) []Setting {
		n := slices.IndexFunc(settings, func(s Setting) bool { return s.Name() == name })
		require.GreaterOrEqual(t, n, 0, name)
		return settings[n : n+1]
	}
	vbege := func(c bounds.Constants) func(*bounds.Schedule) algo.Runner {
		return func(s *bounds.Schedule) algo.Runner {
			K, d := s.Size()
			own, err := bounds.NewSchedule(K, d, 0.05, c)
			require.NoError(t, err)
			return algo.NewVBEGE(own)
		}
	}
	for _, c := range []struct {
		why       string
		setting   string
		algorithm func(*bounds.Schedule) algo.Runner
		refuted   []string
		bug       string
	}{
		{
			"threshold 0.4·r", "pandalm_top3_apps δ=0.05", vbege(bounds.Constants{Samp: 2, Thr: 0.4, Log: 4}),
			[]string{"B.4"}, "B.7",
		},
		{
			"accept and reject swapped", "symmetric K=16 d=4 Δ=1 δ=0.05",
			func(s *bounds.Schedule) algo.Runner { return swapped{algo.NewVBEGE(s)} },
			[]string{"3.1", "B.4"}, "B.9: the answer is wrong",
		},
		{
			"opponents from the active set", "mtbench_en_gemma4_category δ=0.05",
			func(s *bounds.Schedule) algo.Runner { return selecting{algo.NewVBEGE(s)} },
			[]string{"B.6"}, "",
		},
	} {
		r := run(t, Plan{Seed: 1, Method: mutant(c.algorithm)}, at(c.setting))
		row := r.Rows[0]
		var refuted []string
		for _, check := range row.Checks {
			if check.Outcome == stat.Refuted {
				refuted = append(refuted, check.ID)
				require.NotNil(t, check.Second, "confirmed by fresh runs")
			}
		}
		require.Subset(t, refuted, c.refuted, c.why)
		if c.bug != "" {
			require.Positive(t, row.Audit.Violations, c.why)
			require.Contains(t, row.Audit.First, c.bug, c.why)
			require.Contains(t, row.Audit.Replay, "vectorborda simulate --")
		}
	}
}

// A first stage that is red by chance is taken back by the second: here the event
// is made so likely in the first runs only.
func TestTheSecondStageDecides(t *testing.T) {
	s, err := Symmetric(4, 4, 1, 0.05)
	require.NoError(t, err)
	n, err := runsFor(0.05)
	require.NoError(t, err)
	unlucky := func(schedule *bounds.Schedule) algo.Runner {
		return &flaky{Runner: algo.NewVBEGE(schedule), bad: uint64(n)}
	}
	row := run(t, Plan{Seed: 1, Method: mutant(unlucky)}, []Setting{s}).Rows[0]
	at := slices.IndexFunc(row.Checks, func(c Check) bool { return c.ID == "B.4" })
	check := row.Checks[at]
	require.Equal(t, stat.Refuted, check.Claim.Outcome)
	require.Equal(t, int64(stat.SecondStage*n), check.Second.N)
	require.NotEqual(t, stat.Refuted, check.Second.Outcome)
	require.Equal(t, stat.Inconclusive, check.Outcome)
}

// flaky gives a wrong answer in trials below bad.
type flaky struct {
	algo.Runner
	bad uint64
}

func (f *flaky) Run(p algo.Problem) algo.Result {
	res := f.Runner.Run(p)
	if p.Key.Trial < f.bad {
		res.Frontier = nil
	}
	return res
}

// plain prints a row without its instance; NaN equals NaN in print.
func plain(row Row) string {
	row.Instance = nil
	return fmt.Sprintf("%+v", row)
}

func TestRowsDoNotDependOnEachOtherOrOnWorkers(t *testing.T) {
	settings := quick(t)
	alone := run(t, Plan{Seed: 3, Jobs: 1}, settings[2:3])
	turned := run(t, Plan{Seed: 3, Jobs: 8}, []Setting{settings[5], settings[2], settings[0]})
	require.Equal(t, plain(alone.Rows[0]), plain(turned.Rows[1]))
	require.Equal(t, alone.Control.Stage, turned.Control.Stage)
	other := run(t, Plan{Seed: 4}, settings[2:3])
	require.NotEqual(t, fmt.Sprint(alone.Rows[0].Tau), fmt.Sprint(other.Rows[0].Tau))
}

func TestTooFewRunsAreNotAsserted(t *testing.T) {
	r := run(t, Plan{Seed: 1, Trials: 100}, quick(t)[:1])
	for _, c := range r.Rows[0].Checks {
		if c.ID == "3.2" || c.ID == "B.14" {
			require.Contains(t, c.Unasked, "100 runs cannot refute it")
			require.Equal(t, stat.Inconclusive, c.Outcome)
		} else {
			require.Empty(t, c.Unasked)
		}
	}
	require.Equal(t, 3, r.Ledger.Assertions())
}

func TestAGridBeyondTheLedgerIsRefused(t *testing.T) {
	var settings []Setting
	for n := range 50 {
		s, err := Symmetric(4, 1, 0.5+float64(n)/200, 0.05)
		require.NoError(t, err)
		settings = append(settings, s)
	}
	_, err := Plan{Seed: 1}.Run(t.Context(), settings, nil)
	require.ErrorContains(t, err, "leave out rows")
}

func TestAnInterruptLeavesAPartialReport(t *testing.T) {
	settings := quick(t)
	ctx, cancel := context.WithCancel(t.Context())
	done := 0
	first, err := runsFor(0.05)
	require.NoError(t, err)
	r, err := Plan{Seed: 1, Jobs: 1}.Run(ctx, settings, func() {
		if done++; done == first+10 {
			cancel()
		}
	})
	require.NoError(t, err)
	require.True(t, r.Partial)
	require.Len(t, r.Rows, 2)
	require.Equal(t, stat.Supported, r.Rows[0].Checks[0].Outcome)
	require.Equal(t, 10, r.Rows[1].Trials)
	require.Contains(t, r.Rows[1].Checks[0].Unasked, "interrupted after 10 of")
	require.Nil(t, r.Control)

	// Interrupted in the control, when all rows are complete.
	ctx, cancel = context.WithCancel(t.Context())
	done = 0
	r, err = Plan{Seed: 1, Jobs: 1}.Run(ctx, settings[:1], func() {
		if done++; done == first+1 {
			cancel()
		}
	})
	require.NoError(t, err)
	require.True(t, r.Partial)
	require.Len(t, r.Rows, 1)
}

// Progress counts every run of a green report, the control's among them.
func TestRunsAreCountedForProgress(t *testing.T) {
	settings, done := quick(t)[:2], 0
	total, err := Plan{}.Runs(settings)
	require.NoError(t, err)
	_, err = Plan{Seed: 1, Jobs: 1}.Run(t.Context(), settings, func() { done++ })
	require.NoError(t, err)
	require.Equal(t, total, done)
}

// The factors multiply to what they split, on every row that has them.
func TestSlackMultipliesUp(t *testing.T) {
	for _, row := range run(t, Plan{Seed: 1}, quick(t)).Rows {
		s, q := row.Slack, row.Tau.Quantile.Value
		multiply := func(want stat.Number, factors ...stat.Number) {
			product := stat.Number(1)
			for _, x := range factors {
				product *= x
			}
			require.InEpsilon(t, float64(want), float64(product), 1e-12, row.Name())
		}
		multiply(row.Bounds.UpperBorda/q, s.Phase, s.Worst)
		require.GreaterOrEqual(t, float64(s.Grid), 1.0)
		require.LessOrEqual(t, float64(s.Grid), 4.01, "a phase has four times the samples of the one before")
		require.GreaterOrEqual(t, float64(s.Phase), 1.0)
		require.GreaterOrEqual(t, float64(s.Worst), 1.0)
		if !row.IsSymmetric() {
			require.True(t, math.IsNaN(float64(s.Kappa)) && math.IsNaN(float64(s.Rest)))
			continue
		}
		multiply(row.Bounds.UpperLatent/q, s.Phase, s.Worst, s.Kappa)
		multiply(q/row.Bounds.LowerSymmetric, s.Rest, s.Grid)
		require.GreaterOrEqual(t, float64(s.Kappa), 1.0, "Lemma B.3")
	}
}

func TestSlopesFindTheSweeps(t *testing.T) {
	r := run(t, Plan{Seed: 1}, quick(t))
	var axes []string
	for _, s := range r.Slopes {
		axes = append(axes, s.Axis+" at "+s.Fixed)
		require.True(t, slices.IsSorted(s.Points), s.Axis)
		for n, row := range s.Rows {
			require.Equal(t, s.Points[n], row.Along(s.Axis))
			require.Equal(t, s.Fixed, fixed(row, s.Axis))
		}
	}
	require.Equal(t, []string{
		"K at d=4, Δ=1, δ=0.05", "d at K=16, Δ=1, δ=0.05", "Δ at K=16, d=4, δ=0.05", "log(1/δ) at K=16, d=4, Δ=1",
	}, axes)
}

func TestGridFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	whole := votelog.Settings{Policy: votelog.Policy{Whole: true}}
	write("votes.csv", "model_a,model_b,winner,objective\na,b,a,r\na,b,b,r\na,b,a,r\n")
	write("theta.csv", "model,r\na,1\nb,0\n")
	settings, err := ReadFile(write("grid.json", `{"rows": [
		{"family": "symmetric,K=4,d=2,gap=1", "delta": 0.1},
		{"instance": "votes.csv", "delta": 0.2, "trials": 7e2},
		{"instance": "theta.csv", "delta": 0.2}]}`), whole, "")
	require.NoError(t, err)
	require.Equal(t, "symmetric K=4 d=2 Δ=1 δ=0.1", settings[0].Name())
	require.Equal(t, "votes.csv δ=0.2", settings[1].Name())
	r := run(t, Plan{Seed: 1}, settings)
	require.Equal(t, 700, r.Rows[1].Trials)
	require.Len(t, r.Rows[2].Checks, 5, "two models: θ^Δ, whatever it is called")

	absolute, err := ReadFile(write("absolute.json", `{"rows": [
		{"family": "symmetric,K=4,d=2,gap=1", "delta": 0.1, "trials": 600},
		{"instance": "`+filepath.Join(dir, "theta.csv")+`", "delta": 0.1}]}`), whole, "")
	require.NoError(t, err)
	for trials, want := range map[int]int{0: 600, 70: 70} {
		n, err := Plan{Trials: trials}.runs(absolute[0])
		require.NoError(t, err)
		require.Equal(t, want, n, "--trials comes before the row's own")
	}

	for text, want := range map[string]string{
		``:                           "not a JSON grid: the file ends too early",
		`[]`:                         `not a JSON grid: give one JSON object {"rows": …}`,
		`{}`:                         "0 rows: give from 1 to 1000",
		`{"rows": [{"delta": "x"}]}`: "row 1: delta: give a number between 0 and 1, both excluded",
		`{"rows": []}`:               "0 rows: give from 1 to 1000",
		`{"rows": [[]]}`:             `row 1: line 1: not a JSON row: give one JSON object {"family": …}`,
		`{"rows": [{"delta": 0.1, "family": 3}]}`:                    "row 1: family: 3: give a name in quotes",
		`{"rows": [{"delta": 0.1, "family": null}]}`:                 "row 1: family: null: give a name in quotes",
		`{"rows": [{"delta": 0.1, "family": "x", "trials": 1.5}]}`:   "row 1: trials: 1.5: give a whole number from 1 to 10000000",
		`{"rows": [{"delta": 0.1, "family": "x", "trials": 15e-1}]}`: "row 1: trials: 15e-1: give a whole number",
		`{"rows": [{"delta": 0.1, "family": "x", "trials": 1e19}]}`:  "row 1: trials: 1e19: give a whole number",
		`{"rows": [{"delta": 0.1, "family": "x", "trials": "1e3"}]}`: "row 1: trials: \"1e3\": give a whole number",
		`{"row": []}`:                "unknown field",
		`{"rows": [], "rows": [{}]}`: `field "rows" is given twice`,
		`{"rows": [{"delta": 0.1, "delta": 0.2, "family": "x"}]}`: `row 1: field "delta" is given twice`,
		`{"rows": [{"delta": 0.1, "Delta": 0.2, "family": "x"}]}`: `row 1: unknown field "Delta"`,
		`{"rows": [{}]}`:                                                                               "row 1: delta",
		`{"rows": [{"delta": 0.1}]}`:                                                                   `row 1: give one of "family" and "instance"`,
		`{"rows": [{"delta": 1, "family": "x"}]}`:                                                      "row 1: delta",
		`{"rows": [{"delta": 0.1, "family": "x"}]}`:                                                    `row 1: family "x" is unknown`,
		`{"rows": [{"delta": 0.1, "instance": "nope.csv"}]}`:                                           "row 1: ",
		`{"rows": [{"delta": 0.1, "instance": "votes.csv", "trials": -1}]}`:                            "row 1: trials",
		`{"rows": [{"delta": 0.1, "instance": "votes.csv", "trials": 0}]}`:                             "row 1: trials: 0: give a whole number from 1 to 10000000, or leave it out",
		`{"rows": [{"delta": 0.1, "instance": "votes.csv", "trials": null}]}`:                          "row 1: trials: null: give",
		`{"rows": [{"delta": 0.1, "instance": "votes.csv"}, {"delta": 0.1, "instance": "votes.csv"}]}`: "row 2: votes.csv δ=0.1 is there already",
		`{"rows": [{"delta": 0.1, "instance": "votes.csv"}]} {}`:                                       "something follows",
	} {
		_, err := ReadFile(write("bad.json", text), whole, "")
		require.ErrorContains(t, err, want, text)
		require.ErrorContains(t, err, "bad.json")
		require.NotContains(t, err.Error(), "\n")
	}
	for begin, want := range map[string]string{
		"\x1f\x8b\x08":                   "a gzip file: unpack it with gunzip",
		"\x28\xb5\x2f\xfd":               "a zstd file",
		"PAR1":                           "a Parquet file",
		"version https://git-lfs.github": "a Git LFS pointer in place of the file: fetch it with git lfs pull",
		"{\"rows\": \"\xff\"}":           "not UTF-8 text",
	} {
		_, err := ReadFile(write("bad.json", begin), whole, "")
		require.ErrorContains(t, err, "bad.json: "+want)
	}
	write("raw.csv", "left,right,winner\na,b,left\n")
	raw := votelog.Settings{Change: func(d *votelog.Description) { d.Cluster = "winner" }}
	settings, err = ReadFile(write("raw.json", `{"rows": [{"delta": 0.1, "instance": "raw.csv"}]}`), raw, " --cluster winner")
	require.NoError(t, err)
	require.Equal(t, "--instance "+filepath.Join(dir, "raw.csv")+" --cluster winner", settings[0].Source)
	_, err = ReadFile(write("bom.json", "\xef\xbb\xbf"+`{"rows": [{"delta": 0.1, "instance": "votes.csv"}]}`), whole, "")
	require.NoError(t, err)
	_, err = ReadFile(filepath.Join(dir, "none.json"), whole, "")
	require.Error(t, err)
}

// What each claim says, by hand: boundary, alternative, and the bound it is about.
func TestClaimsSayWhatTheyShould(t *testing.T) {
	for _, c := range []struct{ delta, upper, lower, lowerAlternative float64 }{
		{0.2, 0.6, 0.8, 0.98}, {0.05, 0.2, 0.95, 0.995}, {0.001, 0.004, 0.999, 0.9999},
	} {
		for _, k := range claims(instance.Bounds{}) {
			p0, alternative := k.p0(c.delta)
			if k.lower {
				require.Equal(t, []float64{c.lower, c.lowerAlternative}, []float64{p0, alternative}, k.ID)
			} else {
				require.Equal(t, c.delta, p0, k.ID)
				require.InDelta(t, c.upper, alternative, 1e-15, k.ID)
			}
		}
	}
	for _, row := range run(t, Plan{Seed: 1}, quick(t)[:3]).Rows {
		want := map[string]stat.Number{
			"3.1": row.Bounds.UpperLatent, "3.2": row.Bounds.LowerMinimax, "B.4": row.Bounds.UpperBorda, "B.14": row.Bounds.LowerSymmetric,
		}
		for _, c := range row.Checks {
			require.Equal(t, Alpha, float64(c.Alpha))
			require.Equal(t, int64(row.Trials), c.N)
			if c.ID == "B.6" {
				require.True(t, math.IsNaN(float64(c.Bound)))
				require.Equal(t, int64(row.NoEvent), c.Events)
			} else {
				require.Equal(t, want[c.ID], c.Bound, c.ID)
			}
		}
	}
}

// Which runs count against a claim, case by case.
func TestEvents(t *testing.T) {
	outcome := func(ended algo.Ending, tau int64, right, event bool) trial.Outcome {
		return trial.Outcome{Result: algo.Result{Ended: ended, Comparisons: tau}, Right: right, Audit: audit.Finding{Event: event}}
	}
	of := map[string]Check{}
	for _, c := range claims(instance.Bounds{}) {
		of[c.ID] = c
	}
	for _, c := range []struct {
		why          string
		run          trial.Outcome
		upper, lower bool
	}{
		{"right, at the bound", outcome(algo.Decided, 100, true, true), false, false},
		{"right, above", outcome(algo.Decided, 101, true, true), true, false},
		{"right, below", outcome(algo.Decided, 99, true, true), false, true},
		{"wrong, below", outcome(algo.Decided, 99, false, true), true, true},
		{"undecided, below", outcome(algo.BudgetSpent, 99, false, true), true, false},
	} {
		for _, id := range []string{"3.1", "B.4"} {
			require.Equal(t, c.upper, of[id].event(c.run, 100), "%s: %s", id, c.why)
		}
		for _, id := range []string{"3.2", "B.14"} {
			require.Equal(t, c.lower, of[id].event(c.run, 100), "%s: %s", id, c.why)
		}
		require.False(t, of["B.6"].event(c.run, math.NaN()), c.why)
	}
	require.True(t, of["B.6"].event(outcome(algo.Decided, 1, true, false), math.NaN()))
}

// A row is what a simulation of its own gives.
func TestARowIsItsSimulation(t *testing.T) {
	s, err := Log("football_conmebol", 0.2)
	require.NoError(t, err)
	row := run(t, Plan{Seed: 7}, []Setting{s}).Rows[0]
	runs, err := trial.Simulation{Instance: s.Instance, Delta: 0.2, Constants: bounds.PaperConstants(), Trials: row.Trials, Seed: 7}.Run(t.Context(), nil)
	require.NoError(t, err)
	tally := trial.Count(runs)
	tau, err := stat.Describe(tally.Tau, 0.2)
	require.NoError(t, err)
	require.Equal(t, fmt.Sprint(tau), fmt.Sprint(row.Tau))
	require.Equal(t, tally.NoEvent, row.NoEvent)
}

func TestTheControlCountsWrongAndUndecidedRuns(t *testing.T) {
	control := run(t, Plan{Seed: 1}, quick(t)[:1]).Control
	require.Equal(t, int64(controlRuns), control.N)
	require.Greater(t, control.Errors, controlRuns/2, "wrong in most runs")
	require.Equal(t, int64(control.Errors+control.Undecided), control.Events)
}

// q = 3x² in any order has slope 2.
func TestSlopesAreFittedToTheQuantile(t *testing.T) {
	var rows []Row
	for _, K := range []int{8, 2, 4} {
		s, err := Symmetric(K, 1, 1, 0.05)
		require.NoError(t, err)
		row := Row{Setting: s}
		row.Tau.Quantile.Value, row.Tau.Median = stat.Number(3*K*K), 1
		rows = append(rows, row)
	}
	all := slopes(rows)
	require.Len(t, all, 1)
	require.Equal(t, []float64{2, 4, 8}, all[0].Points)
	require.InDelta(t, 2, float64(all[0].Slope), 1e-14)
	require.InDelta(t, 0, float64(all[0].SE), 1e-7)
	require.Empty(t, slopes(rows[:2]), "two rows are no sweep")
	for i := range rows {
		rows[i].Source = "--instance a log"
	}
	require.Empty(t, slopes(rows), "logs are no sweep")
}

// A bound beyond the budget cannot be told from a run that the budget ended.
func TestBoundsBeyondTheBudgetAreNotAsked(t *testing.T) {
	s, err := Symmetric(4, 2, 1e-7, 0.05)
	require.NoError(t, err)
	row := run(t, Plan{Seed: 1}, []Setting{s}).Rows[0]
	require.Positive(t, row.Undecided)
	for _, c := range row.Checks {
		require.NotEqual(t, stat.Refuted, c.Outcome, c.ID)
		require.False(t, c.Toothless(), c.ID)
		if c.ID == "3.1" || c.ID == "B.4" {
			require.Contains(t, c.Unasked, "beyond the budget")
		}
	}
}

// Votes that are nearly deterministic stay within 0.3·r_m: the twin of B.6 cannot
// fall, which is nobody's fault.
func TestQuietVotesMakeB6InconclusiveNotRed(t *testing.T) {
	s, err := Symmetric(2, 1, 30, 0.05)
	require.NoError(t, err)
	for _, c := range run(t, Plan{Seed: 1}, []Setting{s}).Rows[0].Checks {
		require.False(t, c.Toothless(), c.ID)
		switch {
		case c.ID == "B.6":
			require.Equal(t, stat.Inconclusive, c.Outcome)
			require.NotEqual(t, stat.Refuted, c.Twin)
		case c.Unasked == "":
			require.Equal(t, stat.Supported, c.Outcome, c.ID)
			require.Equal(t, stat.Refuted, c.Twin, c.ID)
		}
	}
}

func TestADeltaThatNeedsTooManyRunsIsRefused(t *testing.T) {
	for _, delta := range []float64{1e-300, 1e-17, 1e-7, 0.9999999999} {
		s, err := Symmetric(2, 1, 1, delta)
		require.NoError(t, err)
		_, err = Plan{}.Runs([]Setting{s})
		require.ErrorContains(t, err, "need more than 10000000 runs")
		_, err = Plan{}.Run(t.Context(), []Setting{s}, nil)
		require.ErrorContains(t, err, "need more than 10000000 runs")
	}
}

func TestReplayPathsCanBePasted(t *testing.T) {
	require.Equal(t, "sims/samplelogs/a.csv", quoted("sims/samplelogs/a.csv"))
	require.Equal(t, `'with space/it'\''s.csv'`, quoted("with space/it's.csv"))
}

// A zero gap has no bounds and no claims, and its runs end at the budget.
func TestAZeroGapHasNoClaims(t *testing.T) {
	in, err := instance.FromBorda([]string{"a", "b"}, []string{"r"}, [][]float64{{0.5}, {0.5}})
	require.NoError(t, err)
	row := run(t, Plan{Seed: 1, Trials: 5}, []Setting{on(in, "twins", in.Gaps().Borda, 0.05, "--instance twins")}).Rows[0]
	require.Empty(t, row.Checks)
	require.Equal(t, 5, row.Undecided)
	require.Zero(t, row.Audit.Violations)
	require.True(t, math.IsNaN(float64(row.Slack.Phase)))
}
