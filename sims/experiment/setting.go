package experiment

import (
	"fmt"
	"math"

	"vectorborda/bounds"
	"vectorborda/sims/instance"
	"vectorborda/sims/setting"
	"vectorborda/sims/stat"
)

// Setting is a family of instances at one δ and C with the shape of its runs.
type Setting struct {
	setting.Setting `json:"setting"`
	C               bounds.Constants `json:"constants"`
	Recipe          instance.Recipe  `json:"-"` // of a random family; the zero value for θ^Δ

	Instances int `json:"-"` // drawn instances; 1 for θ^Δ
	Trials    int `json:"-"` // runs on each
}

// Random reports a random family: its units are instances, those of θ^Δ are runs.
func (s Setting) Random() bool { return s.Recipe.Name != "" }

// Runs is how many runs a method takes.
func (s Setting) Runs() int { return s.Instances * s.Trials }

// place is the instance and the trial of run u.
func (s Setting) place(u int) (index, trial int) { return u / s.Trials, u % s.Trials }

// Name is the setting in a few words.
func (s Setting) Name() string {
	name := s.Setting.Name()
	if s.C != bounds.PaperConstants() {
		name += fmt.Sprintf(" C=(%v,%v,%v)", s.C.Samp, s.C.Thr, s.C.Log)
	}
	return name
}

// TailIndex is the index of P(τ > x) by the family's law; +Inf for θ^Δ.
func (s Setting) TailIndex() float64 {
	if !s.Random() {
		return math.Inf(1)
	}
	return s.Recipe.TailIndex()
}

// MeanExists is decided by the law of the family's gaps.  Hill's estimate stands
// beside it and decides nothing: it is made for smooth tails, and τ is a staircase of
// steps of four, on which a bounded τ can look like a heavy one.
func (s Setting) MeanExists() bool { return s.TailIndex() > 1 }

// ErrorOfMeanExists is the same for a second moment.
func (s Setting) ErrorOfMeanExists() bool { return s.TailIndex() > 2 }

// draw makes instance number index.
func (s Setting) draw(seed uint64, index int) (*instance.Instance, error) {
	if s.Random() {
		return s.Recipe.Draw(seed, uint64(index))
	}
	return instance.Symmetric(s.K, s.D, float64(s.Gap))
}

// replay is the command that repeats run u.
func (s Setting) replay(seed uint64, method string, u int) string {
	index, trial := s.place(u)
	one := s.Setting
	if s.Random() {
		one.Source += fmt.Sprintf(",draw=%d,seed=%d", index, seed)
	}
	return one.Replay(method, s.C, seed, trial)
}

// theta is θ^Δ with the paper's number of runs.
func theta(s setting.Setting) Setting {
	return Setting{Setting: s, C: bounds.PaperConstants(), Instances: 1, Trials: fullTrials}
}

func symmetric(K, d int, gap, delta float64) Setting {
	return theta(setting.Symmetric(K, d, gap, delta))
}

// random is a recipe at δ with instances × trials runs.
func random(r instance.Recipe, delta float64, instances, trials int) Setting {
	s := setting.Setting{Family: r.Name, K: r.K, D: r.D, Gap: stat.Number(math.NaN()), Delta: delta, Source: "--family " + r.Name}
	return Setting{Setting: s, Recipe: r, C: bounds.PaperConstants(), Instances: instances, Trials: trials}
}

func (s Setting) with(c bounds.Constants) Setting { s.C = c; return s }

// fullTrials is the paper's number of runs of a setting, which --trials replaces.
const fullTrials = 500

// scaled has trials/fullTrials of the runs, rounded up: fewer trials on each
// instance first, then fewer instances.
func (s Setting) scaled(trials int) Setting {
	runs := (s.Runs()*trials + fullTrials - 1) / fullTrials
	if s.Random() {
		s.Instances = min(s.Instances, runs)
		if s.Trials == 1 {
			s.Instances = runs
		}
	}
	s.Trials = (runs + s.Instances - 1) / s.Instances
	return s
}
