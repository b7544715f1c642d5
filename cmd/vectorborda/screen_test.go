package main

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/olekukonko/tablewriter/pkg/twwidth"
	"github.com/stretchr/testify/require"
)

// onTerminal is what a program prints on a terminal so many columns wide.
func onTerminal(t *testing.T, columns uint16, env []string, program string, args ...string) string {
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), env...)
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: columns})
	require.NoError(t, err)
	defer tty.Close()
	out, err := io.ReadAll(tty)
	if !errors.Is(err, syscall.EIO) { // how Linux says that the other side is closed
		require.NoError(t, err)
	}
	require.NoError(t, cmd.Wait(), "%v: %s", args, out)
	return string(out)
}

// widestLine is the longest of the lines, each drawing of a progress bar being one.
func widestLine(text string) (widest string) {
	for line := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == '\n' || c == '\r' }) {
		if twwidth.Width(line) > twwidth.Width(widest) {
			widest = line
		}
	}
	return widest
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// A help text or a version that cannot be written is no success.
func TestHelpThatCannotBeWritten(t *testing.T) {
	for _, line := range []string{"", "help", "help bounds", "bounds --help", "repeat", "completion", "--version"} {
		var errOut bytes.Buffer
		require.Equal(t, exitUsage, run(t.Context(), full{}, &errOut, strings.Fields(line)), line)
		require.Equal(t, "vectorborda: no space left on device\n", errOut.String(), line)
	}
}

// What the README names, and every help text, fits a terminal of 80 columns, also where
// only the progress is shown on it since a file takes the rest.
func TestNoCommandOfTheReadmePrintsAWiderLine(t *testing.T) {
	all := readmeCommands(t)
	t.Chdir("../..")
	for _, line := range all {
		args, toFile := quick(line), strings.Contains(line, ">")
		text := ""
		if toFile {
			text = onTerminal(t, 80, nil, "sh", append([]string{"-c", `exec vectorborda "$@" >/dev/null`, "sh"}, args...)...)
		} else {
			text = onTerminal(t, 80, nil, "vectorborda", args...)
			require.NotEmpty(t, text)
		}
		widest := widestLine(text)
		require.LessOrEqual(t, twwidth.Width(widest), 80, "%v: %s", args, widest)
	}
}

var (
	quoted = regexp.MustCompile("`(vectorborda|make) ([^`]+)`")
	shown  = regexp.MustCompile(`(?m)^(make) ([\w-]+)`)
)

// readmeCommands are the commands that the README names: in lines of their own, in its text, as a
// target of make, and the help of each.
func readmeCommands(t *testing.T) (all []string) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	makefile, err := os.ReadFile("../../Makefile")
	require.NoError(t, err)
	all = examples(t, "../../README.md")
	require.Greater(t, len(all), 10)
	made := 0
	for _, m := range append(quoted.FindAllStringSubmatch(string(readme), -1), shown.FindAllStringSubmatch(string(readme), -1)...) {
		switch {
		case m[1] == "make":
			recipe := regexp.MustCompile(`(?m)^` + m[2] + `:.*\n\t(.*)`).FindSubmatch(makefile)
			require.NotNil(t, recipe, "the Makefile has no %s", m[2])
			if line, ours := strings.CutPrefix(string(recipe[1]), "$(BIN) "); ours {
				all = append(all, strings.Replace(line, "--out ", "--out "+t.TempDir()+"/", 1))
				made++
			}
		case m[2] == "COMMAND --help":
			all = append(all, helps()...)
		default:
			line := strings.NewReplacer("FILE", "sims/samplelogs/football_conmebol.csv", "DIR", "register", "NAME…", "allocation").Replace(m[2])
			require.NotRegexp(t, `\b[A-Z]{2,}`, line, "a word of the README that stands for another")
			all = append(all, line)
		}
	}
	require.Greater(t, made, 2)
	return all
}

// helps ask every command for its help.
func helps() (all []string) {
	for _, sub := range newRoot().Commands() {
		all = append(all, "help "+sub.Name())
		for _, below := range sub.Commands() {
			all = append(all, sub.Name()+" "+below.Name()+" --help")
		}
	}
	return all
}

// A table on a terminal says what it leaves out; --wide, a pipe and a wide terminal show
// all.  COLUMNS narrows both.
func TestColumnsLeaveATerminal(t *testing.T) {
	args := []string{"simulate", "--family", "symmetric,K=4,d=2,gap=1", "--trials", "3", "--algorithm", "bt-mle"}
	narrow, all := "No room in 60 characters for: limits, ", "limits\\s+\n"
	text := onTerminal(t, 60, nil, "vectorborda", args...)
	require.Contains(t, text, narrow)
	require.NotRegexp(t, all, text)
	require.Contains(t, onTerminal(t, 200, []string{"COLUMNS=60"}, "vectorborda", args...), narrow)
	require.Contains(t, onTerminal(t, 60, []string{"COLUMNS=200"}, "vectorborda", args...), narrow)
	require.Regexp(t, all, onTerminal(t, 60, nil, "vectorborda", append(args, "--wide")...))
	require.Regexp(t, all, onTerminal(t, 200, nil, "vectorborda", args...))

	piped := func(env ...string) string {
		var out bytes.Buffer
		cmd := exec.Command("vectorborda", args...)
		cmd.Env, cmd.Stdout = append(os.Environ(), env...), &out
		require.NoError(t, cmd.Run())
		return out.String()
	}
	require.Regexp(t, all, piped())
	require.Regexp(t, all, piped("COLUMNS=wide"))
	require.Contains(t, piped("COLUMNS=60"), narrow)
}

// examples are the arguments in the lines of documentation that begin with the command.
func examples(t *testing.T, pages ...string) (lines []string) {
	for _, page := range pages {
		text, err := os.ReadFile(filepath.FromSlash(page))
		require.NoError(t, err)
		for line := range strings.Lines(string(text)) {
			if rest, ok := strings.CutPrefix(strings.TrimPrefix(strings.TrimSuffix(line, "\n"), "bin/"), "vectorborda "); ok {
				lines = append(lines, rest)
			}
		}
	}
	return lines
}

// Every command that works shows how far it is.
func TestEveryCommandShowsProgress(t *testing.T) {
	t.Chdir("../..")
	const log = "sims/samplelogs/football_conmebol.csv"
	lines := map[string]string{
		"inspect":  "", // below
		"proofs":   "", // needs Coq, whose files are its steps
		"simulate": "simulate --instance " + log + " --trials 3", "lemmas": "lemmas --run ^B.[12]$ --checks 3 --smt off --kernel off",
		"lemmas export": "", // a second
		"bounds":        "bounds --grid quick --trials 20", "experiments": "experiments allocation --trials 1",
		"repeat budgets": "repeat budgets", "repeat recovery": "repeat recovery --trials 9 --contexts 1e3",
		"votes": "", "votes check": "", "votes convert": "", // a step for every megabyte that is read
		"votes ties": "votes ties " + log + " --trials 9", "votes replay": "votes replay " + log + " --trials 9",
		"repeat semi-synthetic": "repeat semi-synthetic " + log, "repeat lower-bound": "repeat lower-bound --depth 4",
	}
	var names []string
	for _, sub := range newRoot().Commands() {
		below := sub.Commands()
		switch {
		case sub.Name() == "completion":
			continue // a script for the shell
		case slices.Contains([]string{"lemmas", "votes"}, sub.Name()) || len(below) == 0 && sub.Name() != "help":
			names = append(names, sub.Name())
		}
		for _, each := range below {
			names = append(names, sub.Name()+" "+each.Name())
		}
	}
	require.ElementsMatch(t, slices.Collect(maps.Keys(lines)), names)
	for name, line := range lines {
		if line != "" {
			first, _, _ := strings.Cut(name, " ")
			words := map[string]string{"lemmas": "lemmas: B"}
			require.Regexp(t, `\d+% \d+/\d+ `+words[first], onTerminal(t, 80, nil, "vectorborda", strings.Fields(line)...), name)
		}
	}

	in, out := io.Pipe()
	var progress bytes.Buffer
	cmd := exec.Command("vectorborda", "inspect", "-")
	cmd.Stdin, cmd.Stderr = in, &progress
	require.NoError(t, cmd.Start())
	time.Sleep(patient + tick)
	_, err := io.WriteString(out, "model,r\na,1\nb,0\n")
	require.NoError(t, err)
	require.NoError(t, out.Close())
	require.NoError(t, cmd.Wait())
	require.Equal(t, "  0% 0/1 reading standard input (MB), 2s\n", progress.String(), "a pipe gets lines")
}
