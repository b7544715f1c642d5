package coq

import (
	"bufio"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/gaps"
	"vectorborda/sims/algo"
	"vectorborda/sims/audit"
	"vectorborda/sims/instance"
	"vectorborda/sims/stream"
)

// evaluator is the definitions of the proofs as a program, by Coq's extraction.
func evaluator(t *testing.T, p proofs) string {
	t.Helper()
	ocamlfind, err := exec.LookPath("ocamlfind")
	if err != nil {
		t.Skip("not run: no ocamlfind on PATH")
	}
	text, err := os.ReadFile("evaluate_main.ml")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(p.dir, "evaluate_main.ml"), text, 0o600))
	cmd := exec.CommandContext(t.Context(), ocamlfind, "ocamlopt", "-o", "evaluate", "evaluate.mli", "evaluate.ml", "evaluate_main.ml")
	cmd.Dir = p.dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return filepath.Join(p.dir, "evaluate")
}

// ask gives the program one line each and returns its answers.
func ask(t *testing.T, program string, questions []string) []string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program)
	cmd.Stdin = strings.NewReader(strings.Join(questions, "\n") + "\n")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	require.NoError(t, err)
	var all []string
	for lines := bufio.NewScanner(strings.NewReader(string(out))); lines.Scan(); {
		all = append(all, lines.Text())
	}
	require.Len(t, all, len(questions))
	return all
}

func shown[T int | int64](numbers []T) string { return strings.Trim(fmt.Sprint(numbers), "[]") }

// phase is an active set, counts and the cut of one phase of Algorithm 1.
type phase struct {
	x   gaps.Array[int64]
	A   []int
	cut int64
}

func (p phase) question() string {
	marks := make([]int, p.x.K)
	for _, i := range p.A {
		marks[i] = 1
	}
	return fmt.Sprintf("gaps %d %d %d %s %s", p.x.K, p.x.D, p.cut, shown(marks), shown(p.x.X))
}

// answer is what package gaps says of it: frontier, Δ*, δ*, gaps and the largest gap's
// models are read from a fresh set, the removals from one that is kept right.  Δ* and δ*
// are not there, they are taken from the margins.
func (p phase) answer(largest func(a *gaps.Active[int64]) (int, int64)) string {
	a := gaps.NewActive(p.x)
	a.Reset(p.x, p.A)
	var on []int
	var big, small, gap []int64
	for _, i := range p.A {
		mark := 0
		if a.OnFrontier(i) {
			mark = 1
		}
		on, gap = append(on, mark), append(gap, a.Gap(i))
		big, small = append(big, bigStar(p.x, p.A, i)), append(small, smallStar(p.x, p.A, i))
	}
	var choices, removed, accepted []int
	for _, i := range p.A {
		first, top := a.Largest()
		if a.Gap(i) == top && a.OnFrontier(i) == a.OnFrontier(first) {
			choices = append(choices, i)
		}
	}
	for len(a.Members()) > 1 {
		i, top := largest(a)
		if top <= p.cut {
			break
		}
		if a.OnFrontier(i) {
			accepted = append(accepted, i)
		}
		removed = append(removed, i)
		a.Remove(i)
	}
	slices.Sort(accepted)
	return strings.Join([]string{
		shown(on), shown(big), shown(small), shown(gap), shown(choices), shown(removed), shown(accepted), shown(a.Members()),
	}, " ; ")
}

func bigStar(x gaps.Array[int64], A []int, i int) int64 {
	top := int64(math.MinInt64)
	for _, j := range A {
		if j != i {
			top = max(top, gaps.Margin(x, i, j))
		}
	}
	return top
}

func smallStar(x gaps.Array[int64], A []int, i int) int64 {
	least := int64(math.MaxInt64)
	for _, j := range A {
		if j != i {
			least = min(least, gaps.MaxMargin(x, i, j), max(gaps.MaxMargin(x, j, i), 0)+max(bigStar(x, A, j), 0))
		}
	}
	return least
}

func drawPhase(rng *rand.Rand) phase {
	k, d := 2+rng.IntN(5), 1+rng.IntN(4)
	width := []int64{1, 2, 4, 30}[rng.IntN(4)] // ties, and few of them
	p := phase{x: gaps.NewArray[int64](k, d), cut: rng.Int64N(width + 1)}
	for n := range p.x.X {
		p.x.X[n] = rng.Int64N(2*width+1) - width
	}
	for i := range k {
		if rng.IntN(4) > 0 {
			p.A = append(p.A, i)
		}
	}
	if len(p.A) < 2 {
		p.A = []int{0, k - 1}
	}
	return p
}

// lowestIndex is Largest without the rule that a dominated model goes before a frontier
// model.
func lowestIndex(a *gaps.Active[int64]) (int, int64) {
	i := a.Members()[0]
	for _, j := range a.Members() {
		if a.Gap(j) > a.Gap(i) {
			i = j
		}
	}
	return i, a.Gap(i)
}

func definitionsAsInGo(t *testing.T, p proofs) {
	program := evaluator(t, p)
	t.Run("gaps", func(t *testing.T) { sameAsGaps(t, program) })
	t.Run("runs", func(t *testing.T) { sameAsVBEGE(t, program) })
	t.Run("phases", func(t *testing.T) { samePhases(t, program) })
}

// sameAsGaps: the definitions that the proofs speak about give the frontiers, gaps and removals of
// package gaps, on a hundred thousand instances with ties.
func sameAsGaps(t *testing.T, program string) {
	t.Helper()
	rng := stream.Key{Seed: 1, Experiment: "coq/definitions"}.Rand(0)
	phases := make([]phase, 100_000)
	questions := make([]string, len(phases))
	for n := range phases {
		phases[n] = drawPhase(rng)
		questions[n] = phases[n].question()
	}
	caught := 0
	for n, got := range ask(t, program, questions) {
		require.Equal(t, phases[n].answer((*gaps.Active[int64]).Largest), got, questions[n])
		if phases[n].answer(lowestIndex) != got {
			caught++
		}
	}
	require.Greater(t, caught, 1000, "another tie rule must be caught")
}

// recorder keeps the phases of a run of VB-EGE and what left in each.
type recorder struct {
	schedule *bounds.Schedule
	phases   []phase
	removed  [][]int
}

func (r *recorder) Phase(m int, _ int64, credit gaps.Array[int64], active []int) {
	x := credit
	x.X = slices.Clone(credit.X)
	r.phases = append(r.phases, phase{x, slices.Clone(active), r.schedule.Cut(m)})
	r.removed = append(r.removed, nil)
}

func (r *recorder) Removal(_, i int, _ bool, _ []int) {
	last := len(r.removed) - 1
	r.removed[last] = append(r.removed[last], i)
}

// sameAsVBEGE: every phase of VB-EGE's own runs removes what the definitions remove.
func sameAsVBEGE(t *testing.T, program string) {
	t.Helper()
	rng := stream.Key{Seed: 1, Experiment: "coq/runs"}.Rand(0)
	var questions []string
	var removed [][]int
	for trial := range 300 {
		k, d := 2+rng.IntN(4), 1+rng.IntN(3)
		models, objectives, rows := make([]string, k), make([]string, d), make([][]float64, k)
		for r := range d {
			objectives[r] = fmt.Sprint("o", r)
		}
		for i := range k {
			models[i] = fmt.Sprint("m", i)
			for range d {
				rows[i] = append(rows[i], float64(rng.IntN(9))/8)
			}
		}
		in, err := instance.FromBorda(models, objectives, rows)
		require.NoError(t, err)
		schedule, err := bounds.NewSchedule(k, d, 0.05, bounds.PaperConstants())
		require.NoError(t, err)
		watch := &recorder{schedule: schedule}
		algo.NewVBEGE(schedule).Run(algo.Problem{
			Oracle: in.Oracle(), Observer: watch, Budget: 1_000_000,
			Key: stream.Key{Seed: 1, Experiment: "coq/runs", Trial: uint64(trial)},
		})
		for n, p := range watch.phases {
			questions, removed = append(questions, p.question()), append(removed, watch.removed[n])
		}
	}
	require.Greater(t, len(questions), 500)
	for n, got := range ask(t, program, questions) {
		require.Equal(t, shown(removed[n]), strings.Split(got, " ; ")[5], questions[n])
	}
}

// samePhases: m_i and M_i of a gap are those of packages audit and bounds.
func samePhases(t *testing.T, program string) {
	t.Helper()
	rng := stream.Key{Seed: 1, Experiment: "coq/phases"}.Rand(0)
	schedule, err := bounds.NewSchedule(2, 1, 0.05, bounds.PaperConstants())
	require.NoError(t, err)
	const unit = 1 << 12
	var questions []string
	var all []int
	for power := 1; power <= unit; power *= 2 {
		all = append(all, power, min(power+1, unit), max(power-1, 1), 1+rng.IntN(power))
	}
	for _, g := range all {
		questions = append(questions, fmt.Sprintf("phase %d %d", g, unit))
	}
	for n, got := range ask(t, program, questions) {
		var m, M int
		_, err := fmt.Sscan(got, &m, &M)
		require.NoError(t, err)
		gap := float64(all[n]) / unit
		require.Equal(t, audit.NewReach([]float64{gap, gap}, schedule).Phase[0], m, questions[n])
		bound, err := bounds.PropositionB4([]float64{gap, gap}, 1, 0.05)
		require.NoError(t, err)
		// Another M moves the logarithm, at most log(8·14²/0.05) < 11, by 2·log(15/14) > 0.13:
		// by more than a hundredth of the bound, which is known to 2⁻⁴⁰.
		want := 2 + 128*2*math.Log(8*float64(M*M)/0.05)/gap/gap
		require.InEpsilon(t, want, bound, 0.001, questions[n])
	}
}
