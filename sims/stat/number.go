package stat

import (
	"encoding/json"
	"math"
	"strconv"
)

// Number is a float64 whose NaN and ±Inf, the values that do not exist, are null in
// JSON.
type Number float64

// MarshalJSON writes the shortest digits that read back as the same number, above 2^53,
// where a count may have been rounded, with an exponent: zeros at its end would not be its own.
func (x Number) MarshalJSON() ([]byte, error) {
	switch v := float64(x); {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return []byte("null"), nil
	case math.Abs(v) > 1<<53:
		return strconv.AppendFloat(nil, v, 'e', -1, 64), nil
	default:
		return json.Marshal(v)
	}
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
