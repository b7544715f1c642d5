package smt

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const header = "(set-option :produce-models true)\n(set-logic QF_LRA)\n(declare-const x Real)\n(declare-const p Bool)\n"

// generous is a limit that only a program that hangs would reach.
const generous = 10 * time.Minute

// installed are the real solvers, or the test is not run.
func installed(t *testing.T) []Solver {
	found, missing, broken := Find(t.Context())
	require.Empty(t, broken)
	if len(missing) > 0 {
		t.Skipf("not run: no %s on PATH: %s", strings.Join(missing, " and "), Install)
	}
	return found
}

func TestSolversAnswer(t *testing.T) {
	for _, s := range installed(t) {
		require.Regexp(t, `^\d+\.\d+`, s.Version)
		a := s.Ask(t.Context(), header+"(assert (and p (= (* 3.0 x) (- 2.0))))\n(check-sat)\n", []string{"x", "p"}, generous)
		require.Equal(t, Sat, a.Status, "%s: %s", s.Name, a.Why)
		require.Equal(t, "-2/3", a.Model[0].Real.String(), s.Name)
		require.True(t, a.Model[1].Truth, s.Name)
		require.Positive(t, a.Seconds)
		a = s.Ask(t.Context(), header+"(assert (and p (not p)))\n(check-sat)\n", []string{"x", "p"}, generous)
		require.Equal(t, Unsat, a.Status, "%s: %s", s.Name, a.Why)
		a = s.Ask(t.Context(), header+"(assert (< x y))\n(check-sat)\n", []string{"x", "p"}, generous)
		require.Equal(t, Crashed, a.Status, s.Name)
		require.Contains(t, a.Why, "y", s.Name)
	}
}

// fake is a solver that is a shell script.
func fake(t *testing.T, body string) Solver {
	path := filepath.Join(t.TempDir(), "fake")
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+body+"\n"), 0o755))
	return Solver{Name: "fake", Path: path}
}

// Whatever a program does, the answer says it.
func TestWhatIsNoAnswerIsReportedAsSuch(t *testing.T) {
	for _, c := range []struct {
		why, body string
		status    Status
		says      string
	}{
		{"gives up", "echo unknown", Unknown, ""},
		{"proves", "echo unsat", Unsat, ""},
		{"stops at once", "exit 3", Crashed, "ended without an answer"},
		{"is killed and says why", "echo out of memory >&2; kill -9 $$", Crashed, "out of memory"},
		{"writes an error", `echo '(error "line 1: no such thing")'`, Crashed, "no such thing"},
		{"writes rubbish", "echo maybe", Crashed, "maybe"},
		{"never ends", "exec sleep 60", TimeOut, ""},
		{"says sat and has no model", "echo sat", Crashed, ""},
		{"says sat and errs", "echo sat; echo '(error \"no model\")'; cat >/dev/null", Crashed, "no model"},
		{"leaves a variable out", "echo sat; echo '((x 1.0))'; cat >/dev/null", Crashed, "no model of 2 variables"},
		{"renames a variable", "echo sat; echo '((x 1.0) (q true))'; cat >/dev/null", Crashed, "no value of p"},
		{"has a value that is no rational", "echo sat; echo '((x (sqrt 2)) (p true))'; cat >/dev/null", Crashed, "not a rational"},
		{"stops within the model", "echo sat; echo '((x 1.0'", Crashed, ""},
	} {
		limit := generous
		if c.status == TimeOut {
			limit = 100 * time.Millisecond
		}
		a := fake(t, c.body).Ask(t.Context(), "(check-sat)\n", []string{"x", "p"}, limit)
		require.Equal(t, c.status, a.Status, "%s: %s", c.why, a.Why)
		require.Contains(t, a.Why, c.says, c.why)
		require.Less(t, a.Seconds, 50.0, c.why)
	}
	a := Solver{Path: filepath.Join(t.TempDir(), "gone")}.Ask(t.Context(), "", nil, generous)
	require.Equal(t, Crashed, a.Status)
}

// A program that hangs within its answer is ended like one that never begins it; the
// question is given up when the program has said sat, however long that takes.
func TestAProgramThatHangsAfterSatGivesNoAnswer(t *testing.T) {
	s := fake(t, `echo sat; : >"$0.said"; exec sleep 600`)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		until(ctx, s.Path+".said")
		cancel()
	}()
	require.Equal(t, TimeOut, s.Ask(ctx, "(check-sat)\n", []string{"x"}, generous).Status)
}

// until waits for a file, or for the end of the context.
func until(ctx context.Context, path string) {
	for ctx.Err() == nil && !exists(path) {
		time.Sleep(time.Millisecond)
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// A solver that is a script leaves none of its children behind, after its limit or its
// answer: one that lives would go on writing.  An answer does not wait for those that hold
// the pipe.
func TestNoChildOutlivesTheQuestion(t *testing.T) {
	for status, body := range map[Status]string{
		TimeOut: `(while :; do echo >>"$0.lives"; sleep 0.01; done) & wait`,
		Unsat:   `(while :; do echo >>"$0.lives"; sleep 0.01; done) & while ! [ -e "$0.lives" ]; do sleep 0.01; done; echo unsat`,
	} {
		s := fake(t, body)
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			if until(ctx, s.Path+".lives"); status == TimeOut {
				cancel()
			}
		}()
		begun := time.Now()
		require.Equal(t, status, s.Ask(ctx, "(check-sat)\n", nil, time.Minute).Status)
		require.Less(t, time.Since(begun), time.Minute, "%s: it waited for a child", status)
		cancel()
		lines := func() int64 {
			info, err := os.Stat(s.Path + ".lives")
			require.NoError(t, err)
			return info.Size()
		}
		require.Eventually(t, func() bool {
			before := lines()
			time.Sleep(200 * time.Millisecond)
			return lines() == before
		}, time.Minute, time.Millisecond, "%s: a child lives", status)
	}
}

// A long script to a program that does not read it does not hang.
func TestALongScriptIsNotADeadlock(t *testing.T) {
	script := strings.Repeat("; a comment\n", 1<<17)
	require.Equal(t, Unsat, fake(t, "echo unsat").Ask(t.Context(), script, nil, generous).Status)
	require.Equal(t, TimeOut, fake(t, "exec sleep 60").Ask(t.Context(), script, nil, 100*time.Millisecond).Status)
}

// What a program writes without end is not kept, and it does not outlive its limit.
func TestAnEndlessAnswerIsNoAnswer(t *testing.T) {
	for _, body := range []string{"exec cat /dev/zero", "exec yes '('", "echo '('; exec yes x"} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		a := fake(t, body).Ask(t.Context(), "(check-sat)\n", []string{"x"}, 300*time.Millisecond)
		runtime.ReadMemStats(&after)
		require.Equal(t, TimeOut, a.Status, body)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(256<<20), body)
	}
}

// A script whose child holds the pipe is missing after the limit, not waited for.
// The limit grows until the child was there to be left behind.
func TestAProgramThatDoesNotTellItsVersionIsMissing(t *testing.T) {
	limit := versionLimit
	t.Cleanup(func() { versionLimit = limit })
	path := fake(t, `(: >"$0.began"; sleep 60; : >"$0.ended") & wait`).Path
	for versionLimit = 100 * time.Millisecond; !exists(path + ".began"); versionLimit *= 2 {
		require.Less(t, versionLimit, time.Minute, "the child does not begin")
		_, err := version(t.Context(), path)
		require.Error(t, err)
		require.False(t, exists(path+".ended"), "it waited for the child")
	}
}

func TestACancelledQuestionIsNoAnswer(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.Equal(t, TimeOut, fake(t, "exec sleep 60").Ask(ctx, "(check-sat)\n", nil, generous).Status)
}

func TestFindTellsWhatIsMissing(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	found, missing, broken := Find(t.Context())
	require.Empty(t, found)
	require.Empty(t, broken)
	require.Equal(t, []string{"z3", "cvc5"}, missing)
	put := func(name, says string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\necho '"+says+"'\n"), 0o755))
	}
	put("z3", "Z3 version 9.9.9 - 64 bit")
	put("cvc5", "who knows")
	found, missing, broken = Find(t.Context())
	require.Empty(t, missing)
	require.Len(t, broken, 1)
	require.ErrorContains(t, broken[0], "cvc5 --version printed \"who knows\": no version: reinstall it")
	require.Len(t, found, 1)
	require.Equal(t, "9.9.9", found[0].Version)
}

func TestRationals(t *testing.T) {
	for text, want := range map[string]string{
		"2": "2/1", "2.0": "2/1", "2.50": "5/2", "(- 3.0)": "-3/1", "(/ 1.0 2.0)": "1/2", "(- (/ 1 2))": "-1/2",
		"(/ (- 1.0) 2.0)": "-1/2", "( / 1\n(- 4))": "-1/4", "123456789012345678901234567890": "123456789012345678901234567890/1",
	} {
		v, err := parseValue(mustRead(t, text))
		require.NoError(t, err, text)
		require.Equal(t, want, v.Real.String(), text)
	}
	for _, text := range []string{"-3", "1e5", "1/2", "(- 1 2)", "(/ 1)", "(/ 1 0)", "()", "x", "(+ 1 2)", ".", "((- 1))", "1_0", "0x1"} {
		_, err := parseValue(mustRead(t, text))
		require.Error(t, err, text)
	}
}

func TestIntegersClearDenominators(t *testing.T) {
	model := func(texts ...string) (m Model) {
		for _, text := range texts {
			v, err := parseValue(mustRead(t, text))
			require.NoError(t, err)
			m = append(m, v)
		}
		return m
	}
	got, err := model("(/ 1 6)", "true", "(- (/ 3 4))", "false", "2").Integers()
	require.NoError(t, err)
	require.Equal(t, []int64{2, 1, -9, 0, 24}, got)
	_, err = model("(/ 1 10000000000)", "10000000000").Integers()
	require.ErrorContains(t, err, "too large")
}

func TestDeepAnswersAreRefused(t *testing.T) {
	_, err := read(strings.Repeat("(", 1000))
	require.ErrorContains(t, err, "too deep")
	_, err = read(")")
	require.Error(t, err)
}

func ExampleModel_Integers() {
	e, _ := read("((x (/ 1 2)) (y (- 3.0)))")
	m, _ := parseModel(e, []string{"x", "y"})
	fmt.Println(m.Integers())
	// Output: [1 -6] <nil>
}
