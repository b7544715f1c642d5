package stat

import (
	"encoding/json"
	"math"
)

// Number is a float64 whose NaN and ±Inf, the values that do not exist, are null in
// JSON.
type Number float64

// MarshalJSON writes the shortest digits that read back as the same number.
func (x Number) MarshalJSON() ([]byte, error) {
	if v := float64(x); !math.IsNaN(v) && !math.IsInf(v, 0) {
		return json.Marshal(v)
	}
	return []byte("null"), nil
}

// Numbers converts a slice; nil stays nil, and is null in JSON.
func Numbers(x []float64) []Number {
	if x == nil {
		return nil
	}
	out := make([]Number, len(x))
	for i, v := range x {
		out[i] = Number(v)
	}
	return out
}
