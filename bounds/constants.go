package bounds

import (
	"cmp"
	"math"
)

// Constants are C = (C_samp, C_thr, C_log) of Algorithm 1: n_m grows with Samp,
// a model leaves when its gap exceeds Thr radii, Log is inside the logarithm.
// There is no useful zero value; start from [PaperConstants].
type Constants struct {
	Samp float64 `json:"C_samp"`
	Thr  float64 `json:"C_thr"`
	Log  float64 `json:"C_log"`
}

// PaperConstants is the choice for which Proposition B.4 is proved, (2, 4, 4).
func PaperConstants() Constants { return Constants{Samp: 2, Thr: 4, Log: 4} }

// check is 0 < Samp, Thr < ∞ and 1 ≤ Log < ∞.
func (c Constants) check() error {
	positive := func(x float64) bool { return x > 0 && x <= math.MaxFloat64 }
	return cmp.Or(
		need(positive(c.Samp), algorithm1, "0 < C_samp < ∞", "C_samp = %v", c.Samp),
		need(positive(c.Thr), algorithm1, "0 < C_thr < ∞", "C_thr = %v", c.Thr),
		need(c.Log >= 1 && positive(c.Log), algorithm1, "1 ≤ C_log < ∞", "C_log = %v", c.Log),
	)
}
