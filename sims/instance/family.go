package instance

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"vectorborda/sims/input"
)

// Symmetric is θ^Δ of Lemma B.14: the first model at 0 and all others at -Δ on
// every objective.  Its frontier is the first model and every gap is Δ.
func Symmetric(K, d int, gap float64) (*Instance, error) {
	switch {
	case K < 2:
		return nil, fmt.Errorf("K = %d: at least 2 models needed", K)
	case d < 1:
		return nil, fmt.Errorf("d = %d: at least 1 objective needed", d)
	case !(gap > 0) || math.IsInf(gap, 0):
		return nil, fmt.Errorf("gap = %v: give a positive number", gap)
	}
	if err := checkSize(K, d); err != nil {
		return nil, err
	}
	theta := make([][]float64, K)
	for i := range theta {
		theta[i] = make([]float64, d)
		for r := range theta[i] {
			if i > 0 {
				theta[i][r] = -gap
			}
		}
	}
	return FromTheta(enumerate("model_", K), enumerate("objective_", d), theta, 0)
}

// Families lists the families for help texts: the symmetric one with its
// parameters, then the random ones.
func Families() []string {
	all := []string{symmetricExample}
	for _, r := range Recipes() {
		all = append(all, r.Name)
	}
	return append(all, "pareto-size,d=4,s=8")
}

// familyNames are the families without their parameters.
func familyNames() (names []string) {
	for _, family := range Families() {
		name, _, _ := strings.Cut(family, ",")
		names = append(names, name)
	}
	return names
}

const symmetricExample = "symmetric,K=64,d=10,gap=1"

// maxCells bounds K·d of a family: a stream needs about 300 bytes in each worker.
const maxCells = 1 << 21

// Family makes an instance from a description.  "symmetric,K=64,d=10,gap=1" needs
// every parameter once.  A random family, such as "arena-4-small,draw=7,seed=1",
// takes the number of the draw (0 if left out) and the seed of the draws (1);
// "pareto-size" also needs d and s.
func Family(description string) (*Instance, error) {
	name, rest, more := strings.Cut(description, ",")
	if name == "symmetric" {
		return symmetricFamily(rest)
	}
	recipe, values, err := randomFamily(name, rest, more)
	if err != nil {
		return nil, err
	}
	draw, errDraw := strconv.ParseUint(input.Whole(values["draw"]), 10, 64)
	seed, errSeed := strconv.ParseUint(input.Whole(values["seed"]), 10, 64)
	if errDraw != nil || errSeed != nil {
		return nil, fmt.Errorf("family %s: draw and seed need a whole number from 0: try %s,draw=7,seed=1", name, recipe.Name)
	}
	return recipe.Draw(seed, draw)
}

// randomFamily finds the recipe of a description and its parameters.
func randomFamily(name, rest string, more bool) (r Recipe, values map[string]string, err error) {
	keys, example := []string{"draw", "seed"}, name+",draw=7,seed=1"
	at := slices.IndexFunc(Recipes(), func(r Recipe) bool { return r.Name == name })
	switch {
	case name == "pareto-size":
		keys, example = append(keys, "d", "s"), "pareto-size,d=4,s=8,draw=7,seed=1"
	case at < 0:
		return r, nil, fmt.Errorf("family %q is unknown%s: try %s", name, input.Meant(name, familyNames()), strings.Join(Families(), " or "))
	default:
		r = Recipes()[at]
	}
	values = map[string]string{}
	if more {
		if values, err = parameters(name, rest, keys, example); err != nil {
			return r, nil, err
		}
	}
	for key, usual := range map[string]string{"draw": "0", "seed": "1"} {
		if _, given := values[key]; !given {
			values[key] = usual
		}
	}
	if name == "pareto-size" {
		d, errD := strconv.Atoi(input.Whole(values["d"]))
		s, errS := strconv.Atoi(input.Whole(values["s"]))
		if errD != nil || errS != nil {
			return r, nil, fmt.Errorf("family pareto-size: d and s need a whole number: try %s", example)
		}
		r, err = ParetoSize(d, s)
	}
	return r, values, err
}

// parameters splits "key=value,…" and refuses what is not among the keys or there
// twice.
func parameters(name, text string, keys []string, example string) (map[string]string, error) {
	values := map[string]string{}
	for _, part := range strings.Split(text, ",") {
		key, value, ok := strings.Cut(part, "=")
		if _, twice := values[key]; !ok || twice || !slices.Contains(keys, key) {
			return nil, fmt.Errorf("family %s: %q is not one of %s=, each once: try %s", name, part, strings.Join(keys, "=, "), example)
		}
		values[key] = value
	}
	return values, nil
}

func symmetricFamily(text string) (*Instance, error) {
	values, err := parameters("symmetric", text, []string{"K", "d", "gap"}, symmetricExample)
	if err != nil {
		return nil, err
	}
	K, errK := strconv.Atoi(input.Whole(values["K"]))
	d, errD := strconv.Atoi(input.Whole(values["d"]))
	gap, errGap := strconv.ParseFloat(values["gap"], 64)
	if errK != nil || errD != nil || errGap != nil {
		return nil, fmt.Errorf("family symmetric: K and d need a whole number and gap a number: try %s", symmetricExample)
	}
	if K > 1 && d > 0 && (K > maxCells || d > maxCells/K) {
		return nil, fmt.Errorf("family symmetric: K·d above %d is too large for memory: give smaller ones", maxCells)
	}
	return Symmetric(K, d, gap)
}

func enumerate(prefix string, n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = prefix + strconv.Itoa(i+1)
	}
	return names
}
