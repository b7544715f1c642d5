package algo

import (
	"fmt"
	"strings"

	"vectorborda/bounds"
	"vectorborda/sims/input"
)

// Method is an algorithm by its name on the command line.
type Method struct {
	Name      string
	Title     string
	Guarantee string // "" if δ-correct by proof, else what every table that shows the method must say
	Pairwise  bool   // asks for single pairs: its runs need an oracle.Pairwise

	BradleyTerry bool // fits Bradley–Terry models, so votes of another law may mislead it

	// New makes a runner for K models, d objectives, δ and C, for one goroutine at a
	// time.  Runners of the same method may be made side by side.
	New func(K, d int, delta float64, c bounds.Constants) (Runner, error)
}

// MarshalText gives the name: in JSON a method goes by it.
func (m Method) MarshalText() ([]byte, error) { return []byte(m.Name), nil }

// Methods are all algorithms, VB-EGE first.  Its proof is for C = (2,4,4).  With the same C
// Focal Borda is δ-correct by Lemmas B.6 and B.7, taken at A = [K].  So is the plug-in:
// its cells obey Lemma B.6 with N_cell in place of K·d, and (W+1/2)/(N+1) moves a mean by
// 1/(2N+2) at most, far below the r'_m between the 2r'_m that B.7 needs and C_thr·r'_m.
func Methods() []Method {
	return []Method{
		{Name: "vb-ege", Title: "VB-EGE", New: scheduled(bounds.NewSchedule, NewVBEGE)},
		{Name: "focal", Title: "Focal Borda", New: scheduled(bounds.NewSchedule, NewFocal)},
		{Name: "plug-in", Title: "Borda plug-in", Pairwise: true, New: newPlugIn},
		{Name: "bt-mle", Title: "BT-MLE", Guarantee: "no fixed-confidence guarantee", Pairwise: true, BradleyTerry: true, New: newBTMLE},
		{Name: "bt-glr", Title: "Pareto BT-GLR Track-and-Stop", Guarantee: "stopping statistic not certified", Pairwise: true, BradleyTerry: true, New: newBTGLR},
	}
}

// Find is the method of that name; the error lists the names there are.
func Find(name string) (Method, error) {
	var names []string
	for _, m := range Methods() {
		if m.Name == name {
			return m, nil
		}
		names = append(names, m.Name)
	}
	return Method{}, fmt.Errorf("%q is unknown%s: use %s", name, input.Meant(name, names), strings.Join(names, ", "))
}

// scheduled makes runners that need a schedule and nothing else.
func scheduled[R Runner](
	schedule func(K, d int, delta float64, c bounds.Constants) (*bounds.Schedule, error), runner func(*bounds.Schedule) R,
) func(K, d int, delta float64, c bounds.Constants) (Runner, error) {
	return func(K, d int, delta float64, c bounds.Constants) (Runner, error) {
		s, err := schedule(K, d, delta, c)
		if err != nil {
			return nil, err
		}
		return runner(s), nil
	}
}
