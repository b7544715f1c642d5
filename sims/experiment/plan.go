package experiment

import (
	"fmt"
	"slices"
	"strings"

	"vectorborda/bounds"
	"vectorborda/sims/algo"
	"vectorborda/sims/input"
	"vectorborda/sims/instance"
	"vectorborda/sims/setting"
)

// Names are the experiments in the order in which they run.
func Names() []string {
	return []string{"scaling", "benchmarks", "confidence", "constants", "frontier-size", "allocation", "track-and-stop"}
}

// Expand replaces "all", which is every experiment but track-and-stop, and puts
// the names into their order.
func Expand(names []string) ([]string, error) {
	wanted := map[string]bool{}
	for _, name := range names {
		switch {
		case name == "all":
			for _, each := range Names() {
				wanted[each] = wanted[each] || each != "track-and-stop"
			}
		case slices.Contains(Names(), name):
			wanted[name] = true
		default:
			return nil, fmt.Errorf("no experiment %q%s: use %s or all", name, input.Meant(name, append(Names(), "all")), strings.Join(Names(), ", "))
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("no experiment named: give one or more of %s, or all", strings.Join(Names(), ", "))
	}
	return slices.DeleteFunc(Names(), func(name string) bool { return !wanted[name] }), nil
}

// Part is a setting within an experiment, run by every one of its methods.
type Part struct {
	Experiment string `json:"experiment"`
	Group      string `json:"group"` // what varies within: "K", "d", "Δ", "δ", …
	Setting
	Methods []string `json:"-"`
}

// The methods that the findings name; VB-EGE, to which the others are compared, is the
// first of every table.
const vbege, trackAndStop = "vb-ege", "bt-glr"

// adder adds settings to a group of an experiment.
type adder = func(group string, settings ...Setting)

// parts are the settings of an experiment at the paper's numbers of runs.
func parts(experiment string) (all []Part) {
	own, methods := []string{vbege}, []string{vbege, "focal", "plug-in", "bt-mle"}
	add := func(group string, settings ...Setting) {
		for _, s := range settings {
			all = append(all, Part{experiment, group, s, methods})
		}
	}
	switch experiment {
	case "scaling":
		scalingParts(add)
	case "benchmarks":
		add("benchmark", eight()...)
	case "confidence":
		confidenceParts(add)
	case "constants":
		methods = own
		constantsParts(add)
	case "frontier-size":
		frontierParts(add)
	case "allocation":
		methods = own
		add("model", random(named("arena-4-medium"), 0.05, 300, 1), random(named("arena-10-medium"), 0.05, 30, 10), random(named("witness-10"), 0.05, 300, 1))
	case "track-and-stop":
		methods = []string{vbege, trackAndStop}
		scalingParts(add)
		add("benchmark", eight()...)
		frontierParts(add)
	}
	return all
}

func scalingParts(add adder) {
	for _, sweep := range setting.Scaling() {
		if sweep.Axis == setting.LogDelta {
			continue // the experiment on confidence
		}
		for _, s := range sweep.Settings {
			add(sweep.Axis, theta(s))
		}
	}
}

// eight are the benchmarks: the recipes but the last, with their runs.
func eight() (all []Setting) {
	for _, r := range instance.Recipes() {
		switch r.Name {
		case "arena-4-tiny":
		case "convex-3d", "arena-10-medium":
			all = append(all, random(r, 0.05, 50, 10))
		default:
			all = append(all, random(r, 0.05, 500, 1))
		}
	}
	return all
}

func named(name string) instance.Recipe {
	at := slices.IndexFunc(instance.Recipes(), func(r instance.Recipe) bool { return r.Name == name })
	return instance.Recipes()[at]
}

// symmetricGroup are the settings of the symmetric family in which δ varies.
const symmetricGroup = "δ on the symmetric family"

func confidenceParts(add adder) {
	sweeps := setting.Scaling()
	along := sweeps[slices.IndexFunc(sweeps, func(s setting.Sweep) bool { return s.Axis == setting.LogDelta })].Settings
	for _, s := range along {
		add(symmetricGroup, theta(s))
	}
	for _, s := range along[:6] {
		add("δ on arena-10-medium", random(named("arena-10-medium"), s.Delta, 30, 10))
	}
}

// grids of the experiment on constants.
func sampGrid() []float64 { return []float64{0.5, 1, 2, 4} }
func thrGrid() []float64  { return []float64{2, 3, 4, 6} }

func constantsParts(add adder) {
	for _, s := range []Setting{
		symmetric(64, 10, 1, 0.05), random(named("arena-10-medium"), 0.05, 30, 10), random(named("witness-10"), 0.05, 300, 1),
	} {
		for _, samp := range sampGrid() {
			for _, thr := range thrGrid() {
				add(s.Family, s.with(bounds.Constants{Samp: samp, Thr: thr, Log: 4}))
			}
		}
	}
	small := symmetric(16, 4, 1, 0.05)
	small.Trials = 100
	for _, s := range []Setting{small, random(named("arena-4-tiny"), 0.05, 10, 10)} {
		add("(8,16,4)", s, s.with(bounds.Constants{Samp: 8, Thr: 16, Log: 4}))
	}
}

func frontierParts(add adder) {
	for _, d := range []int{4, 10} {
		for _, size := range []int{4, 8, 16, 32} {
			r, _ := instance.ParetoSize(d, size) // a size it allows
			add(fmt.Sprintf("|P| at d=%d", d), random(r, 0.05, 300, 1))
		}
	}
}

// Plan is what is to be run.
type Plan struct {
	Seed        uint64   `json:"seed"`
	Trials      int      `json:"trials"`      // in place of 500 runs a setting; the other numbers scale with it
	Experiments []string `json:"experiments"` // as Expand gives them
	Jobs        int      `json:"-"`

	Method algo.Method `json:"-"` // in place of VB-EGE, which is the zero value
}

// Parts are the scaled settings of all experiments.
func (p Plan) Parts() (all []Part) {
	for _, name := range p.Experiments {
		for _, part := range parts(name) {
			part.Setting = part.Setting.scaled(p.Trials)
			all = append(all, part)
		}
	}
	return all
}
