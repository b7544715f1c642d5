// Package setting names what is run: a family of instances at one δ, as tables
// and JSON show it and as `simulate` repeats it, and the sweeps of θ^Δ.  It draws no
// instance and runs nothing.
package setting

import (
	"fmt"
	"math"
	"strings"

	"vectorborda/bounds"
	"vectorborda/sims/stat"
)

// Setting is a family, a log or a file at one δ.
type Setting struct {
	Family string      `json:"family"` // as it is shown
	K      int         `json:"K"`
	D      int         `json:"d"`
	Gap    stat.Number `json:"gap"` // Δ of θ^Δ, the smallest gap of another instance; NaN for a family that is drawn
	Delta  float64     `json:"delta"`
	Source string      `json:"-"` // the flag of `simulate` that names it, without a draw
}

// Symmetric is θ^Δ at δ.
func Symmetric(K, d int, gap, delta float64) Setting {
	family := fmt.Sprintf("symmetric,K=%d,d=%d,gap=%v", K, d, gap)
	return Setting{family, K, d, stat.Number(gap), delta, "--family " + family}
}

// IsSymmetric tells θ^Δ from all others.
func (s Setting) IsSymmetric() bool { return strings.HasPrefix(s.Source, "--family symmetric,") }

// Name is the setting in a few words.
func (s Setting) Name() string {
	if s.IsSymmetric() {
		return fmt.Sprintf("symmetric K=%d d=%d Δ=%v δ=%v", s.K, s.D, s.Gap, s.Delta)
	}
	return fmt.Sprintf("%s δ=%v", s.Family, s.Delta)
}

// Replay is the command that repeats a method's trials 0 … t.
func (s Setting) Replay(method string, c bounds.Constants, seed uint64, t int) string {
	return fmt.Sprintf("vectorborda simulate %s --algorithm %s --delta %v --constants %v,%v,%v --seed %d --trials %d --runs",
		s.Source, method, s.Delta, c.Samp, c.Thr, c.Log, seed, t+1)
}

// LogDelta is the axis along δ.
const LogDelta = "log(1/δ)"

// Axes are the parameters that a sweep can run along.
func Axes() []string { return []string{"K", "d", "Δ", LogDelta} }

// Along is the setting's place on an axis, NaN on any other.
func (s Setting) Along(axis string) float64 {
	switch axis {
	case "K":
		return float64(s.K)
	case "d":
		return float64(s.D)
	case "Δ":
		return float64(s.Gap)
	case LogDelta:
		return -math.Log(s.Delta)
	}
	return math.NaN()
}
