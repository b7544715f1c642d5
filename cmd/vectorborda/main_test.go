package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"
)

// bare runs the tests without the screen of whoever started them.
type bare struct{ *testing.M }

func (m bare) Run() int {
	os.Unsetenv("COLUMNS")
	return m.M.Run()
}

func TestMain(m *testing.M) {
	testscript.Main(bare{m}, map[string]func(){"vectorborda": main})
}

// The scripts run the command as a user does; see testdata/script.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			for _, name := range []string{"mtbench_en_gemma4_category", "mtbench_gemma_phi", "football_conmebol", "pandalm_top3_apps"} {
				data, err := os.ReadFile("../../sims/samplelogs/" + name + ".csv")
				if err != nil {
					return err
				}
				if err := os.WriteFile(env.Cd+"/"+name+".csv", data, 0o600); err != nil {
					return err
				}
			}
			return nil
		},
		// Under nohup the scripts cannot close a terminal.
		Condition: func(what string) (bool, error) {
			if what != "hangup" {
				return false, fmt.Errorf("unknown condition %q", what)
			}
			return !signal.Ignored(syscall.SIGHUP), nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"oneline": oneLine, "exits": exits, "cut": cut, "fits": fits},
	})
}

// oneLine checks that stderr of the last command is a single line.
func oneLine(ts *testscript.TestScript, _ bool, _ []string) {
	if text := ts.ReadFile("stderr"); strings.Count(text, "\n") != 1 || !strings.HasPrefix(text, "vectorborda: ") {
		ts.Fatalf("stderr is not one line of the command: %q", text)
	}
}

// fits checks that stdout of the last command fits a screen so wide, or does not: fits COLUMNS.
func fits(ts *testscript.TestScript, not bool, args []string) {
	columns, err := strconv.Atoi(args[0])
	ts.Check(err)
	if widest := widestLine(ts.ReadFile("stdout")); (twwidth.Width(widest) <= columns) == not {
		ts.Fatalf("the widest line has %d columns: %s", twwidth.Width(widest), widest)
	}
}

// exits runs the command and checks its status: exits STATUS ARG…
func exits(ts *testscript.TestScript, _ bool, args []string) {
	status := 0
	var exit *exec.ExitError
	if err := ts.Exec("vectorborda", args[1:]...); errors.As(err, &exit) {
		status = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if strconv.Itoa(status) != args[0] {
		ts.Fatalf("status %d, want %s", status, args[0])
	}
}

// cut runs the command and sends it Ctrl-C, or SIGTERM or SIGHUP where the first argument
// says so, after a while, and again after a longer one until what it prints matches; that is
// left in NAME.out and NAME.err: cut [-TERM|-HUP] NAME REGEX ARG…
func cut(ts *testscript.TestScript, _ bool, args []string) {
	by, want := syscall.SIGINT, exitInterrupted
	switch args[0] {
	case "-TERM":
		by, want, args = syscall.SIGTERM, 143, args[1:]
	case "-HUP":
		by, want, args = syscall.SIGHUP, 129, args[1:]
	}
	for after := 50 * time.Millisecond; ; after *= 2 {
		var out, errOut bytes.Buffer
		cmd := exec.Command("vectorborda", args[2:]...)
		cmd.Dir, cmd.Stdout, cmd.Stderr = ts.MkAbs("."), &out, &errOut
		ts.Check(cmd.Start())
		time.Sleep(after)
		ts.Check(cmd.Process.Signal(by))
		if cmd.Wait() == nil || after > time.Minute {
			ts.Fatalf("never interrupted with %s: %s", args[1], out.String())
		}
		if !regexp.MustCompile(args[1]).Match(out.Bytes()) {
			continue
		}
		if status := cmd.ProcessState.ExitCode(); status != want {
			ts.Fatalf("status %d: %s", status, errOut.String())
		}
		ts.Check(os.WriteFile(ts.MkAbs(args[0]+".out"), out.Bytes(), 0o600))
		ts.Check(os.WriteFile(ts.MkAbs(args[0]+".err"), errOut.Bytes(), 0o600))
		return
	}
}

func command(t *testing.T, args ...string) (stdout string) {
	var out, errOut bytes.Buffer
	require.Zero(t, run(t.Context(), &out, &errOut, args), errOut.String())
	return out.String()
}

// Every subcommand prints the same bytes whatever the number of workers, but for the
// command line in JSON, and other numbers, not only another "seed", for another seed.
func TestOutputDependsOnTheSeedAndNotOnJobs(t *testing.T) {
	t.Parallel()
	seed := regexp.MustCompile(`"seed": \d+`)
	for _, args := range [][]string{
		{"simulate", "--instance", "../../sims/samplelogs/football_conmebol.csv", "--trials", "50", "--runs", "--format", "json"},
		{"bounds", "--grid", "quick", "--trials", "40", "--format", "json"},
		{"experiments", "benchmarks", "allocation", "--trials", "2", "--format", "json"},
		{"lemmas", "--checks", "20", "--run", "^B", "--format", "json", "--smt", "off", "--kernel", "off"},
		{"lemmas", "--checks", "20", "--run", `^B\.2$`, "--sizes", "2x1,3x1", "--kernel", "off"},
	} {
		one := results(command(t, append(args, "--jobs", "1")...))
		require.Equal(t, one, results(command(t, append(args, "--jobs", "8")...)), "%v", args)
		other := results(command(t, append(args, "--seed", "2")...))
		require.NotEqual(t, seed.ReplaceAllString(one, ""), seed.ReplaceAllString(other, ""), "%v", args)
	}
}

// The JSON formats that others rely on: these fields exist.
func TestJSONFields(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args   []string
		fields []string
	}{
		{
			[]string{"inspect", "../../sims/samplelogs/football_conmebol.csv"},
			[]string{
				"models", "objectives", "K", "d", "range", "kappa", "delta", "borda", "frontier", "gap_latent", "gap_borda", "witness", "notes",
				"bounds.upper_latent", "bounds.upper_borda", "bounds.upper_class", "bounds.lower_minimax", "bounds.lower_symmetric",
			},
		},
		{
			[]string{"simulate", "--family", "symmetric,K=4,d=2,gap=1", "--trials", "3", "--runs"},
			[]string{
				"algorithm", "instance", "trials", "delta", "constants", "errors", "tau.mean", "tau.se", "tau.median", "tau.q",
				"runs.tau", "runs.phases", "runs.frontier", "runs.ended",
			},
		},
		{
			[]string{"bounds", "--grid", "quick", "--trials", "40"},
			[]string{
				"seed", "rows.setting.family", "rows.setting.K", "rows.setting.d", "rows.setting.gap", "rows.setting.delta", "rows.trials",
				"rows.errors", "rows.tau.mean", "rows.tau.se", "rows.tau.median", "rows.tau.q", "rows.tau.q_lo", "rows.tau.q_hi",
				"rows.tau.q_level", "rows.tau.tail_index", "rows.bounds.upper_latent", "rows.bounds.lower_symmetric", "ledger.assertions", "ledger.alpha_total",
				"rows.claims.id", "rows.claims.n", "rows.claims.failures", "rows.claims.p0", "rows.claims.alpha", "rows.claims.limit", "rows.claims.power", "rows.claims.outcome",
			},
		},
		{
			[]string{"experiments", "scaling", "allocation", "--trials", "1"},
			[]string{
				"seed", "trials", "experiments", "partial", "runs", "rows.experiment", "rows.setting.family", "rows.constants.C_samp", "rows.method",
				"rows.arrays", "rows.redraws", "rows.units", "rows.runs", "rows.errors", "rows.error_rate_below", "rows.capped", "rows.tau.mean", "rows.tau.q",
				"rows.tau.tail_index", "rows.tail_index_by_law", "rows.mean_exists", "rows.runs_by_last_phase", "rows.ratio_of_means.se", "rows.paired_ratio.lo",
				"slopes.slope", "slopes.one_minus_r2", "allocations.bins.samples_50", "comparisons.agreement", "comparisons.source",
				"findings.id", "findings.sentence", "findings.verdict", "findings.why", "findings.numbers",
			},
		},
		{
			[]string{"votes", "../../docs/votes/arena.jsonl.gz"},
			[]string{
				"verdict", "files", "description", "objective_rule", "rows", "judgments", "dropped.tie", "dropped.both_bad", "dropped.objective_missing", "rows_used",
				"records", "copies", "models_seen", "candidates", "objectives", "min_cell_required", "retained", "dropped_models", "left_out.model", "left_out.objective",
				"left_out.against", "cells_seen.objective", "cells_seen.cells", "cells_seen.empty", "K", "d", "kept_records", "kept_by_objective.code", "cells",
				"min_cell", "cells_of_1", "frontier", "min_gap", "min_gap_float", "zero_gaps", "delta", "clusters", "bradley_terry_p", "votes_to_settle",
				"votes_to_settle_by_pair.model_a", "votes_to_settle_by_pair.votes", "notes", "models.model", "models.population", "models.ahead", "models.open",
				"models.frontier", "models.witness", "models.gap", "models.gap_float", "models.borda", "models.borda_float", "models.borda_lo", "models.borda_hi",
			},
		},
		{
			[]string{"votes", "check", "../../docs/votes/arena.jsonl.gz"},
			[]string{
				"verdict", "files", "rows_surveyed", "columns.column", "columns.kinds.text", "columns.values.value", "columns.values.rows", "columns.more_values",
				"readings.description", "readings.objective_rule", "readings.error", "readings.rows", "readings.judgments", "readings.dropped.tie", "readings.rows_used",
				"readings.records_by_objective.code", "readings.models_seen", "readings.models_retained", "readings.outcomes.word", "readings.outcomes.meaning",
				"readings.outcomes.rows", "readings.unclear",
			},
		},
		{
			[]string{"lemmas", "--run", "^B.5$", "--checks", "3", "--sizes", "2x1", "--kernel", "off"},
			[]string{"id", "paper", "title", "evidence", "checks", "witness", "mutants.name", "mutants.refuted", "mutants.witness", "proof.size", "proof.solver", "proof.version", "proof.result", "proof.seconds", "sharp"},
		},
	} {
		var value any
		require.NoError(t, json.Unmarshal([]byte(command(t, append(c.args, "--format", "json")...)), &value))
		for _, field := range c.fields {
			require.True(t, has(value, strings.Split(field, ".")), "%v: no field %s", c.args, field)
		}
	}
}

// has walks a path; in a list the first element is taken.
func has(value any, path []string) bool {
	if len(path) == 0 {
		return true
	}
	if list, ok := value.([]any); ok {
		return len(list) > 0 && has(list[0], path)
	}
	object, ok := value.(map[string]any)
	next, there := object[path[0]]
	return ok && there && has(next, path[1:])
}

// Every line of the README and of docs/ that starts with the command runs.
func TestTheExamplesOfTheDocumentationRun(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	require.NoError(t, err)
	require.NotEmpty(t, pages)
	lines := examples(t, append(pages, "../../README.md")...)
	require.Greater(t, len(lines), 4)
	t.Chdir("../..")
	for _, line := range lines {
		require.NotEmpty(t, command(t, quick(line)...), line)
	}
}

// quick are the arguments of an example that ends soon: of all statements fewer checks
// without proofs, which are asked for where an example names sizes, and not of Coq.
func quick(example string) []string {
	example, _, _ = strings.Cut(example, ">")
	args := strings.Fields(strings.ReplaceAll(example, "'", ""))
	switch {
	case strings.HasPrefix(example, "lemmas export"): // its script test writes a folder
		return []string{"lemmas", "export", "--help"}
	case args[0] == "lemmas" && slices.Contains(args, "--sizes"):
		return append(args, "--checks", "20", "--sizes", "2x1", "--kernel", "off")
	case args[0] == "lemmas":
		return append(args, "--checks", "20", "--smt", "off", "--kernel", "off")
	case args[0] == "proofs": // minutes, of a program that need not be there
		return []string{"proofs", "--help"}
	case args[0] == "experiments":
		return append(args, "--trials", "1")
	case args[0] == "bounds" && !slices.Contains(args, "--grid"):
		return append(args, "--trials", "3")
	}
	return args
}

// So do the examples of every help text.
func TestTheExamplesOfTheHelpTextsRun(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("votes.csv", []byte("model_a,model_b,winner,objective\na,b,a,r\na,b,b,r\na,b,a,r\n"), 0o600))
	require.NoError(t, os.WriteFile("scores.json", []byte(`{"models":["a","b"],"objectives":["r"],"theta":[[1],[0]]}`), 0o600))
	require.NoError(t, os.MkdirAll("sims/samplelogs", 0o700))
	require.NoError(t, os.WriteFile("sims/samplelogs/football_conmebol.csv", []byte("model_a,model_b,winner,objective\na,b,a,r\na,b,b,r\na,b,a,r\n"), 0o600))
	require.NoError(t, os.WriteFile("votes.jsonl", []byte(`{"left":"a","right":"b","winner":"left","category":"r","session":"s"}`), 0o600))
	root := newRoot()
	examples := root.Example
	for _, sub := range root.Commands() {
		examples += "\n" + sub.Example
	}
	ran := 0
	for line := range strings.Lines(examples) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "vectorborda "); ok {
			require.NotEmpty(t, command(t, quick(rest)...), line)
			ran++
		}
	}
	require.Greater(t, ran, 8)
}
