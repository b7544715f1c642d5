package coq

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"vectorborda/sims/trial"

	"vectorborda/lemmas/program"
)

// Checker runs Coq's programs.
type Checker struct {
	Version string
	paths   map[string]string
}

// Install is the command that installs Coq on Debian and its kin.
const Install = "apt-get install coq libcoq-coquelicot"

// ErrMissing is that a program or the library Coquelicot is not there.
var ErrMissing = errors.New(Install)

// Find looks for Coq's programs on PATH and for the library Coquelicot.  The error
// says what is not there.
func Find(ctx context.Context) (*Checker, error) {
	c := &Checker{paths: map[string]string{}}
	for _, name := range []string{"coqc", "coqdep", "coqchk"} {
		path, err := exec.LookPath(name)
		if err != nil {
			return nil, fmt.Errorf("no %s on PATH: %w", name, ErrMissing)
		}
		c.paths[name] = path
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	version, err := c.run(ctx, "", "coqc", "--print-version")
	switch {
	case ctx.Err() == context.DeadlineExceeded:
		return nil, errors.New("coqc does not tell its version within ten seconds")
	case err != nil:
		return nil, fmt.Errorf("coqc does not tell its version: %w", err)
	}
	c.Version, _, _ = strings.Cut(version, " ")
	where, err := c.run(ctx, "", "coqc", "-where")
	if err != nil {
		return nil, fmt.Errorf("coqc does not tell where its library is: %w", err)
	}
	if _, err := os.Stat(filepath.Join(strings.TrimSpace(where), "user-contrib", "Coquelicot")); err != nil {
		return nil, fmt.Errorf("no library Coquelicot for coqc: %w", ErrMissing)
	}
	return c, nil
}

// memory is what Coq's programs are told of memory: without a word coqc begins with a
// nursery of 256 MB, which takes as long to touch as half of our files take to compile.
const memory = "OCAMLRUNPARAM=s=1M,o=200"

// Refused is a proof that is none: coqc or coqchk says so, or it rests on what is no axiom
// of Coq's real numbers.  Any other error is of the programs or the machine.
type Refused struct{ error }

// run is all that a program prints, or its complaint.
func (c *Checker) run(ctx context.Context, dir, name string, args ...string) (string, error) {
	cmd := program.Command(ctx, c.paths[name], args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), memory)
	out, err := cmd.CombinedOutput()
	switch {
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case err != nil && (complaintPlace.Match(out) || name == "coqchk" && len(out) > 0):
		return "", Refused{errors.New(complaint(string(out)))}
	case err != nil && len(out) > 0:
		return "", fmt.Errorf("%s: %s", name, firstWords(string(out)))
	case err != nil:
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return string(out), nil
}

var complaintPlace = regexp.MustCompile(`(?s)File "(?:\./)?([^"]+)", line (\d+), characters [\d-]+:\s*Error:\s*(.*)`)

// complaint is one line of what coqc says: where and what.
func complaint(text string) string {
	if match := complaintPlace.FindStringSubmatch(text); match != nil {
		return fmt.Sprintf("%s, line %s: %s", match[1], match[2], firstWords(match[3]))
	}
	return firstWords(text)
}

// firstWords is the beginning of a text on one line.
func firstWords(text string) string {
	line := strings.Join(strings.Fields(text), " ")
	if runes := []rune(line); len(runes) > 300 {
		return string(runes[:300]) + "…"
	}
	return line
}

// library is the logical name of the folder.
const library = "VectorBorda"

// Check compiles the files of the theorems and all that they rest on, asks every theorem
// for its axioms and has coqchk check the objects.  step is called after each theorem's
// file.  The error is the first complaint, [Refused] if it is about a proof.
func (c *Checker) Check(ctx context.Context, files fs.FS, theorems []Theorem, jobs int, step func()) ([]Theorem, error) {
	dir, err := os.MkdirTemp("", "vectorborda-coq-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := os.CopyFS(dir, files); err != nil {
		return nil, err
	}
	rests, err := c.dependencies(ctx, dir)
	if err != nil {
		return nil, err
	}
	modules, err := c.compile(ctx, dir, rests, FilesOf(theorems), jobs, step)
	if err != nil {
		return nil, err
	}
	checked := slices.Clone(theorems)
	tasks := append(c.assumptions(ctx, dir, checked), func() error { return c.recheck(ctx, dir, modules) })
	if err := all(ctx, tasks, jobs); err != nil {
		return nil, err
	}
	return checked, nil
}

// all does all tasks, the last first, and returns the error of the first that failed.
func all(ctx context.Context, tasks []func() error, jobs int) error {
	errs := trial.Run(ctx, len(tasks), jobs, func() func(int) error {
		return func(n int) error { return tasks[len(tasks)-1-n]() }
	}, nil)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	slices.Reverse(errs)
	return cmp.Or(errs...)
}

// compile compiles the wanted files, each after those that it rests on, and lists all
// that were compiled.
func (c *Checker) compile(ctx context.Context, dir string, rests map[string][]string, wanted []string, jobs int, step func()) ([]string, error) {
	// What rests on little comes first, so that nobody waits for it.
	wanted = slices.SortedStableFunc(slices.Values(wanted), func(a, b string) int {
		return len(foundation(rests, a)) - len(foundation(rests, b))
	})
	var modules []string
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var mu sync.Mutex
	once := map[string]func() error{}
	for file, needs := range rests {
		once[file] = sync.OnceValue(func() error {
			for _, need := range needs {
				if err := once[need](); err != nil {
					return err
				}
			}
			_, err := c.run(ctx, dir, "coqc", "-q", "-Q", ".", library, file)
			mu.Lock()
			modules = append(modules, file)
			mu.Unlock()
			return err
		})
	}
	trial.Run(ctx, len(wanted), jobs, func() func(int) error {
		return func(n int) error {
			err := once[wanted[n]]()
			if err != nil {
				cancel(err)
			}
			return err
		}
	}, step)
	if err := context.Cause(ctx); err != nil {
		return nil, err // a file may still be compiling
	}
	slices.Sort(modules)
	return modules, nil
}

// foundation is all that a file rests on, and the file.
func foundation(rests map[string][]string, file string) map[string]bool {
	all := map[string]bool{file: true}
	for _, need := range rests[file] {
		maps.Copy(all, foundation(rests, need))
	}
	return all
}

var dependencyRule = regexp.MustCompile(`(?m)^(\w+)\.vo .*: (.*)$`)

// dependencies are the files that each file requires.
func (c *Checker) dependencies(ctx context.Context, dir string) (map[string][]string, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.v"))
	if err != nil {
		return nil, err
	}
	args := []string{"-Q", ".", library}
	for _, name := range names {
		args = append(args, filepath.Base(name))
	}
	rules, err := c.run(ctx, dir, "coqdep", args...)
	if err != nil {
		return nil, err
	}
	rests := map[string][]string{}
	for _, rule := range dependencyRule.FindAllStringSubmatch(rules, -1) {
		file := rule[1] + ".v"
		rests[file] = []string{}
		for _, need := range strings.Fields(rule[2]) {
			module, ok := strings.CutSuffix(need, ".vo")
			if ok && slices.Contains(names, filepath.Join(dir, module+".v")) {
				rests[file] = append(rests[file], module+".v")
			}
		}
	}
	for _, name := range names {
		if _, ok := rests[filepath.Base(name)]; !ok {
			return nil, fmt.Errorf("coqdep does not say what %s requires", filepath.Base(name))
		}
	}
	return rests, nil
}

// assumptions are tasks, each of which asks coqc for the axioms of some of the theorems:
// some, because coqc walks through the library anew for each.
func (c *Checker) assumptions(ctx context.Context, dir string, theorems []Theorem) (tasks []func() error) {
	for some := range slices.Chunk(theorems, 20) {
		script := fmt.Sprintf("axioms_%d.v", len(tasks))
		tasks = append(tasks, func() error { return c.ask(ctx, dir, script, some) })
	}
	return tasks
}

// ask asks coqc by a script for the axioms of theorems.
func (c *Checker) ask(ctx context.Context, dir, script string, theorems []Theorem) error {
	var text strings.Builder
	for _, t := range theorems {
		module := library + "." + strings.TrimSuffix(t.File, ".v")
		fmt.Fprintf(&text, "Require %s.\nRedirect \"%s_%s\" Print Assumptions %s.%s.\n", module, t.File, t.Name, module, t.Name)
	}
	if err := os.WriteFile(filepath.Join(dir, script), []byte(text.String()), 0o600); err != nil {
		return err
	}
	if _, err := c.run(ctx, dir, "coqc", "-q", "-Q", ".", library, script); err != nil {
		return err
	}
	for n := range theorems {
		t := &theorems[n]
		text, err := os.ReadFile(filepath.Join(dir, t.File+"_"+t.Name+".out"))
		if err != nil {
			return fmt.Errorf("coqc does not say what %s rests on", t.Name)
		}
		if t.Axioms, err = axiomsIn(string(text)); err != nil {
			return Refused{fmt.Errorf("%s, %s: %w", t.File, t.Name, err)}
		}
	}
	return nil
}

// assumption is a line that begins one: an axiom with its type behind a colon, or a
// check of the kernel that was turned off.
var assumption = regexp.MustCompile(`(?m)^([\w.']+)`)

// axiomsIn reads what Print Assumptions says.
func axiomsIn(text string) ([]string, error) {
	axioms := []string{}
	switch list, found := strings.CutPrefix(strings.TrimSpace(text), "Axioms:"); {
	case strings.TrimSpace(text) == "Closed under the global context":
	case !found:
		return nil, fmt.Errorf("no list of axioms: %s", firstWords(text))
	default:
		for _, match := range assumption.FindAllStringSubmatch(list, -1) {
			name, ok := axiom(match[1])
			if !ok {
				return nil, fmt.Errorf("rests on %s, which is no axiom of Coq's real numbers", name)
			}
			axioms = append(axioms, name)
		}
	}
	inOrder(axioms)
	return axioms, nil
}

// recheck has coqchk check the objects and all that they rest on, and reads its summary:
// no axiom but those of the real numbers, nothing that goes round a check of the kernel.
func (c *Checker) recheck(ctx context.Context, dir string, modules []string) error {
	args := []string{"-silent", "-o", "-Q", ".", library}
	for _, file := range modules {
		args = append(args, library+"."+strings.TrimSuffix(file, ".v"))
	}
	summary, err := c.run(ctx, dir, "coqchk", args...)
	if err != nil {
		return err
	}
	_, points, found := strings.Cut(summary, "CONTEXT SUMMARY")
	if !found {
		return fmt.Errorf("coqchk: no summary: %s", firstWords(summary))
	}
	said := map[string][]string{}
	for _, point := range strings.Split(points, "\n* ")[1:] {
		title, list, _ := strings.Cut(point, ":")
		said[title] = strings.Fields(list)
	}
	for title, allowed := range summaryPoints {
		if len(said[title]) == 0 {
			return fmt.Errorf("coqchk: its summary does not speak of %q", title)
		}
		for _, name := range said[title] {
			if name != "<none>" && !slices.Contains(allowed, name) {
				return Refused{fmt.Errorf("coqchk: %s: %s", title, name)}
			}
		}
	}
	return nil
}

// summaryPoints are what coqchk's summary has to speak of, and what may be there.
var summaryPoints = map[string][]string{
	"Theory": strings.Fields("Set is predicative"),
	"Axioms": Axioms,
	"Constants/Inductives relying on type-in-type":         nil,
	"Constants/Inductives relying on unsafe (co)fixpoints": nil,
	"Inductives whose positivity is assumed":               nil,
}
