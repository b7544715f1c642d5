package smt

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"vectorborda/lemmas/program"
)

// Solver is one program.
type Solver struct {
	Name    string // z3, cvc5
	Path    string
	Version string
	args    []string
}

// known are the programs that are looked for, with the arguments that make them
// read SMT-LIB 2 from standard input as it comes.
var known = []Solver{
	{Name: "z3", args: []string{"-smt2", "-in"}},
	{Name: "cvc5", args: []string{"--lang=smt2"}},
}

// Install is the command that installs the solvers on Debian and its kin.
const Install = "apt-get install z3 cvc5"

// Find returns the solvers on PATH, the names of those that are not there, and an error
// for each that is there and does not tell its version.
func Find(ctx context.Context) (found []Solver, missing []string, broken []error) {
	for _, s := range known {
		path, err := exec.LookPath(s.Name)
		if err != nil {
			missing = append(missing, s.Name)
			continue
		}
		s.Path = path
		if s.Version, err = version(ctx, path); err != nil {
			broken = append(broken, err)
			continue
		}
		found = append(found, s)
	}
	return found, missing, broken
}

var versionNumber = regexp.MustCompile(`version (\d[\w.+-]*)`)

// versionLimit is the time to tell a version.
var versionLimit = 10 * time.Second

func version(ctx context.Context, path string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, versionLimit)
	defer cancel()
	cmd := program.Command(ctx, path, "--version")
	var says tail
	cmd.Stdout, cmd.Stderr = &says, &says
	err := cmd.Run()
	match := versionNumber.FindStringSubmatch(says.text)
	switch {
	case ctx.Err() != nil:
		err = ctx.Err()
	case err == nil && match == nil:
		err = errors.New("no version")
	case err == nil:
		return match[1], nil
	}
	return "", fmt.Errorf("%s is there but does not work: %s --version printed %q: %w: reinstall it", filepath.Base(path), path, strings.TrimSpace(says.text), err)
}

// Status is how a question ended.
type Status string

const (
	Sat     Status = "sat"
	Unsat   Status = "unsat"
	Unknown Status = "unknown" // the solver gave up
	TimeOut Status = "time-out"
	Crashed Status = "crash" // the program stopped, or what it wrote is no answer
)

// Answer is what a solver said.
type Answer struct {
	Status  Status
	Why     string  // of a crash: what the program wrote
	Model   Model   // if Sat
	Seconds float64 // of processor time
}

// Ask gives the solver a script that ends with (check-sat) and, if the answer is sat, asks
// for the values of the variables.  With its answer or when the limit ends the program is
// killed with all that it began: it may be a script.  A context that ends before the limit
// is a time-out too.
func (s Solver) Ask(ctx context.Context, script string, variables []string, limit time.Duration) Answer {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	a := s.ask(ctx, script, variables)
	if ctx.Err() != nil && a.Status != Unsat && a.Status != Sat {
		a = Answer{Status: TimeOut, Seconds: a.Seconds}
	}
	return a
}

// maxAnswer is how many bytes of an answer are read: the models of a few hundred
// variables take some ten thousand.
const maxAnswer = 1 << 20

func (s Solver) ask(ctx context.Context, script string, variables []string) Answer {
	cmd := program.Command(ctx, s.Path, s.args...)
	var errors tail
	cmd.Stderr = &errors
	in, err := cmd.StdinPipe()
	if err != nil {
		return crash(err.Error())
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return crash(err.Error())
	}
	if err := cmd.Start(); err != nil {
		return crash(err.Error())
	}
	a := talk(in, bufio.NewReader(io.LimitReader(out, maxAnswer)), script, variables)
	_ = in.Close()
	if a.Status == Crashed {
		_, _ = io.Copy(io.Discard, out) // it may still say why
	}
	// An answer is complete: neither how the program ends nor who else holds its pipes
	// changes it.
	_ = program.End(cmd)
	_ = cmd.Wait()
	if end := cmd.ProcessState; end != nil {
		a.Seconds = (end.UserTime() + end.SystemTime()).Seconds()
	}
	if a.Status == Crashed && errors.text != "" {
		a.Why += ": " + errors.text
	}
	return a
}

// talk writes the script while it reads, so that neither pipe can fill up, and
// reads first the status, then the model.
func talk(in io.Writer, out *bufio.Reader, script string, variables []string) Answer {
	wrote := make(chan error, 1)
	go func() {
		_, err := io.WriteString(in, script)
		wrote <- err
	}()
	word, err := readExpression(out)
	if err != nil {
		return crash(ended(err))
	}
	switch status := Status(word.atom); status {
	case Unsat, Unknown:
		return Answer{Status: status}
	case Sat:
	default:
		return crash(word.String())
	}
	if err := <-wrote; err != nil {
		return crash(err.Error())
	}
	if len(variables) == 0 {
		return Answer{Status: Sat, Model: Model{}}
	}
	if _, err := io.WriteString(in, "(get-value ("+strings.Join(variables, " ")+"))\n"); err != nil {
		return crash(err.Error())
	}
	values, err := readExpression(out)
	if err != nil {
		return crash(ended(err))
	}
	model, err := parseModel(values, variables)
	if err != nil {
		return crash(err.Error())
	}
	return Answer{Status: Sat, Model: model}
}

func crash(why string) Answer {
	return Answer{Status: Crashed, Why: strings.Join(strings.Fields(why), " ")}
}

func ended(err error) string {
	if errors.Is(err, io.EOF) {
		return "ended without an answer"
	}
	return err.Error()
}

// tail keeps the beginning of what a program complains about.
type tail struct{ text string }

func (t *tail) Write(p []byte) (int, error) {
	if room := 300 - len(t.text); room > 0 {
		t.text += string(p[:min(room, len(p))])
	}
	return len(p), nil
}
