package bounds

import (
	"cmp"
	"errors"
	"fmt"
	"math"
)

// ErrRange reports a value that exists but that float64 cannot hold: an upper
// bound beyond 1.8e308, or a κ_B below 5e-324.
var ErrRange = errors.New("outside the range of float64")

// HypothesisError reports that a statement says nothing about these inputs.
type HypothesisError struct {
	Statement  string // as the paper numbers it: "Theorem 3.2"
	Hypothesis string // the condition that fails: "Δ ≤ B"
	Got        string // the offending values: "Δ = 0.6, B = 0.5"
}

// Error is one line: statement, hypothesis, offending values.
func (e *HypothesisError) Error() string {
	return e.Statement + " needs " + e.Hypothesis + ": " + e.Got
}

// need returns nil when ok, else the HypothesisError. Conditions are written so
// that NaN makes them false.
func need(ok bool, statement, hypothesis, format string, args ...any) error {
	if ok {
		return nil
	}
	return &HypothesisError{statement, hypothesis, fmt.Sprintf(format, args...)}
}

// needRoster is K ≥ 2 and d ≥ 1.
func needRoster(statement string, K, d int) error {
	return cmp.Or(
		need(K >= 2, statement, "K ≥ 2", "K = %d", K),
		need(d >= 1, statement, "d ≥ 1", "d = %d", d),
	)
}

// needDelta is 0 < δ < 1.
func needDelta(statement string, delta float64) error {
	return need(delta > 0 && delta < 1, statement, "0 < δ < 1", "δ = %v", delta)
}

// needGaps is 0 < gap[i] ≤ limit for every i.
func needGaps(statement, hypothesis string, gap []float64, limit float64) error {
	for i, g := range gap {
		if !(g > 0 && g <= limit) {
			return need(false, statement, hypothesis, "gap[%d] = %v, limit %v", i, g, limit)
		}
	}
	return nil
}

// finite passes a bound on, or says that it overflowed.
func finite(statement string, bound float64) (float64, error) {
	if math.IsInf(bound, 1) {
		return 0, fmt.Errorf("%s: the bound is %w", statement, ErrRange)
	}
	return bound, nil
}
