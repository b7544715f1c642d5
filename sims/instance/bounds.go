package instance

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"vectorborda/bounds"
	"vectorborda/gaps"
)

// Bounds are the paper's bounds on an instance, in comparisons at one δ.  One
// that does not apply is NaN and Notes says why.
type Bounds struct {
	UpperLatent    float64 // Theorem 3.1
	UpperBorda     float64 // Proposition B.4
	UpperClass     float64 // Corollary 3.3 on Θ_{B,d}(min_i Δ_i)
	LowerMinimax   float64 // Theorem 3.2 on Θ_{B,d}(min_i Δ_i)
	LowerSymmetric float64 // Lemma B.14 with η̄ = 0 and α = δ, for θ^Δ itself
	Notes          []string
}

// Gaps are the classification gaps Δ_i^θ (nil without θ) and Δ_i^B.
func (in *Instance) Gaps() (latent, borda []float64) {
	if in.Theta != nil {
		latent = gaps.Gaps(*in.Theta)
	}
	return latent, gaps.Gaps(in.Borda)
}

// B is the range that upper bounds use: the declared one, else the smallest.
func (in *Instance) B() float64 {
	if in.Range > 0 {
		return in.Range
	}
	return in.HalfSpread()
}

// Bounds evaluates every bound that applies.  Without a declared range Theorem
// 3.2 is taken on the smallest class that its hypothesis Δ ≤ B allows,
// B = max(half spread, Δ), which on θ^Δ is B = Δ.
func (in *Instance) Bounds(delta float64) Bounds {
	latent, borda := in.Gaps()
	K, d := in.Size()
	var out Bounds
	set := func(field *float64, name string, value float64, err error) {
		if *field = value; err != nil {
			*field = math.NaN()
			out.Notes = append(out.Notes, fmt.Sprintf("%s does not apply: %v", name, err))
		}
	}
	value, err := bounds.PropositionB4(borda, d, delta)
	set(&out.UpperBorda, "upper_borda", value, err)
	if latent == nil {
		for _, field := range []*float64{&out.UpperLatent, &out.UpperClass, &out.LowerMinimax, &out.LowerSymmetric} {
			*field = math.NaN()
		}
		out.Notes = append(out.Notes, "upper_latent, upper_class, lower_minimax and lower_symmetric need latent scores")
		return out
	}
	B, least := in.B(), slices.Min(latent)
	value, err = bounds.Theorem31(latent, d, B, delta)
	set(&out.UpperLatent, "upper_latent", value, err)
	value, err = bounds.Corollary33(K, d, least, B, delta)
	set(&out.UpperClass, "upper_class", value, err)
	value, err = bounds.Theorem32(K, d, least, in.minimaxRange(least), delta)
	set(&out.LowerMinimax, "lower_minimax", value, err)
	value, err = in.lowerSymmetric(delta)
	set(&out.LowerSymmetric, "lower_symmetric", value, err)
	return out
}

func (in *Instance) minimaxRange(least float64) float64 {
	if in.Range > 0 {
		return in.Range
	}
	return max(in.HalfSpread(), least)
}

func (in *Instance) lowerSymmetric(delta float64) (float64, error) {
	K, d := in.Size()
	gap, symmetric := in.symmetricGap()
	if !symmetric {
		return 0, errors.New("Lemma B.14 needs θ^Δ: one model ahead of all others by the same Δ on every objective")
	}
	if in.Range > 0 && gap >= 2*in.Range {
		return 0, fmt.Errorf("Lemma B.14 with η̄ = 0 needs Δ < 2B: Δ = %v, B = %v", gap, in.Range)
	}
	return bounds.LemmaB14(K, d, gap, 0, delta, delta)
}

// symmetricGap is Δ when the instance is θ^Δ up to the order of the models and
// a shift of each objective.
func (in *Instance) symmetricGap() (float64, bool) {
	frontier := in.Frontier()
	if len(frontier) != 1 {
		return 0, false
	}
	theta, top := *in.Theta, frontier[0]
	gap := math.NaN()
	for i := range theta.K {
		if i == top {
			continue
		}
		lo, hi := gaps.Margin(theta, i, top), gaps.MaxMargin(theta, top, i)
		if math.IsNaN(gap) {
			gap = lo
		}
		if lo != gap || hi != gap {
			return 0, false
		}
	}
	return gap, true
}
