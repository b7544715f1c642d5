package gaps

import (
	"fmt"
	"math"
)

// Score is the type of one score: exact win counts or real scores.  Counts
// must stay below 2⁶⁰ in magnitude, so that a classification gap, a sum of two
// differences, cannot overflow.
type Score interface{ ~int64 | ~float64 }

// Array is a K×d array of scores x, stored by rows: x_{i,r} is X[i·D+r].
type Array[T Score] struct {
	K, D int // models, objectives
	X    []T // length K·D
}

// NewArray returns the K×d array of zeros.  It panics for K < 2, where a Borda
// score is a mean over nobody, and for d < 1, where a margin is a minimum over
// nothing.
func NewArray[T Score](K, d int) Array[T] {
	if K < 2 || d < 1 {
		panic(fmt.Sprintf("gaps: an array of %d models and %d objectives: at least 2 and 1 needed", K, d))
	}
	return Array[T]{K: K, D: d, X: make([]T, K*d)}
}

// At returns x_{i,r}.
func (a Array[T]) At(i, r int) T { return a.X[i*a.D+r] }

// Row returns the scores of model i; it shares the array's memory.
func (a Array[T]) Row(i int) []T { return a.X[i*a.D : (i+1)*a.D : (i+1)*a.D] }

// FromRows builds a score array from one row a model.  It refuses fewer than
// two models, no objective, ragged rows, NaN, ±Inf and empty or duplicate
// names; the error names the model and the objective.
func FromRows(models, objectives []string, rows [][]float64) (Array[float64], error) {
	none := Array[float64]{}
	K, d := len(models), len(objectives)
	if err := checkNames("model", models, 2); err != nil {
		return none, err
	}
	if err := checkNames("objective", objectives, 1); err != nil {
		return none, err
	}
	if len(rows) != K {
		return none, fmt.Errorf("%d models but %d rows of scores: give one row a model", K, len(rows))
	}
	a := NewArray[float64](K, d)
	for i, row := range rows {
		if len(row) != d {
			return none, fmt.Errorf("model %q has %d scores: give one for each of the %d objectives", models[i], len(row), d)
		}
		for r, x := range row {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return none, fmt.Errorf("model %q, objective %q: the score is %v: give a finite number", models[i], objectives[r], x)
			}
		}
		copy(a.Row(i), row)
	}
	return a, nil
}

// checkNames refuses fewer than least names, empty ones and duplicates.
func checkNames(what string, names []string, least int) error {
	if len(names) < least {
		return fmt.Errorf("%d %ss: at least %d needed", len(names), what, least)
	}
	first := make(map[string]int, len(names))
	for i, name := range names {
		if name == "" {
			return fmt.Errorf("%s %d has an empty name: give it one", what, i+1)
		}
		if j, seen := first[name]; seen {
			return fmt.Errorf("%ss %d and %d are both named %q: rename one", what, j+1, i+1, name)
		}
		first[name] = i
	}
	return nil
}
