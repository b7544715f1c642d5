package instance

import (
	"fmt"
	"math"
	"strconv"
	"strings"
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

// Families lists the named families with their parameters, for help texts.
const Families = "symmetric,K=64,d=10,gap=1"

// maxCells bounds K·d of a family: a stream needs about 300 bytes in each worker.
const maxCells = 1 << 21

// Family makes an instance from a description such as
// "symmetric,K=64,d=10,gap=1"; every parameter must be given once.
func Family(description string) (*Instance, error) {
	name, rest, _ := strings.Cut(description, ",")
	if name != "symmetric" {
		return nil, fmt.Errorf("family %q is unknown: try %s", name, Families)
	}
	values := map[string]string{}
	for _, part := range strings.Split(rest, ",") {
		key, value, ok := strings.Cut(part, "=")
		if _, twice := values[key]; !ok || twice || key != "K" && key != "d" && key != "gap" {
			return nil, fmt.Errorf("family symmetric: %q is not one of K=, d=, gap=, each once: try %s", part, Families)
		}
		values[key] = value
	}
	K, errK := strconv.Atoi(values["K"])
	d, errD := strconv.Atoi(values["d"])
	gap, errGap := strconv.ParseFloat(values["gap"], 64)
	if errK != nil || errD != nil || errGap != nil {
		return nil, fmt.Errorf("family symmetric: K and d need a whole number and gap a number: try %s", Families)
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
