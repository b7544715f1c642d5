package instance

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"vectorborda/bounds"
	"vectorborda/gaps"
	"vectorborda/sims/stat"
)

// Bounds are the paper's bounds on an instance, in comparisons at one δ.  One
// that does not apply is NaN and Notes says why.
type Bounds struct {
	UpperLatent    stat.Number `json:"upper_latent"`    // Theorem 3.1
	UpperBorda     stat.Number `json:"upper_borda"`     // Proposition B.4
	UpperClass     stat.Number `json:"upper_class"`     // Corollary 3.3 on Θ_{B,d}(min_i Δ_i)
	LowerMinimax   stat.Number `json:"lower_minimax"`   // Theorem 3.2 on Θ_{B,d}(min_i Δ_i)
	LowerSymmetric stat.Number `json:"lower_symmetric"` // Lemma B.14 with η̄ = 0 and α = δ, for θ^Δ itself
	Notes          []string    `json:"-"`
}

// Gaps are the classification gaps Δ_i^θ and Δ_i^B.
type Gaps struct {
	Latent []float64 // nil without θ
	Borda  []float64
}

// Gaps computes the gaps of the whole roster.
func (in *Instance) Gaps() Gaps {
	g := Gaps{Borda: gaps.Gaps(in.Borda)}
	if in.Theta != nil {
		g.Latent = gaps.Gaps(*in.Theta)
	}
	return g
}

// B is the range that upper bounds use: the declared one, else the smallest; NaN
// without latent scores.
func (in *Instance) B() float64 {
	switch {
	case in.Theta == nil:
		return math.NaN()
	case in.Range > 0:
		return in.Range
	}
	return in.halfSpread()
}

// Bounds evaluates every bound that applies, at the gaps of the instance.
// Without a declared range Theorem 3.2 is taken on the smallest class that its
// hypothesis Δ ≤ B allows, B = max(half spread, Δ), which on θ^Δ is B = Δ.
func (in *Instance) Bounds(g Gaps, delta float64) Bounds {
	var out Bounds
	none := stat.Number(math.NaN())
	set := func(field *stat.Number, name string, value float64, err error) {
		if *field = stat.Number(value); err != nil {
			*field = none
			out.note("%s does not apply: %v", name, err)
		}
	}
	value, err := in.upperBorda(g, delta, &out)
	set(&out.UpperBorda, "upper_borda", value, err)
	if err := in.latentFault(g); err != nil {
		out.UpperLatent, out.UpperClass, out.LowerMinimax, out.LowerSymmetric = none, none, none, none
		out.note("upper_latent, upper_class, lower_minimax and lower_symmetric do not apply: %v", err)
		return out
	}
	K, d := in.Size()
	B, least := in.B(), slices.Min(g.Latent)
	value, err = bounds.Theorem31(g.Latent, d, B, delta)
	set(&out.UpperLatent, "upper_latent", value, err)
	value, err = bounds.Corollary33(K, d, least, B, delta)
	set(&out.UpperClass, "upper_class", value, err)
	minimax := in.minimaxRange(least)
	value, err = bounds.Theorem32(K, d, least, minimax, delta)
	set(&out.LowerMinimax, "lower_minimax", value, err)
	if err == nil && minimax != B {
		out.note("lower_minimax is taken at B = %.6g, the smallest that Theorem 3.2 allows here (0 < Δ ≤ B)", minimax)
	}
	value, err = in.lowerSymmetric(delta)
	set(&out.LowerSymmetric, "lower_symmetric", value, err)
	return out
}

func (b *Bounds) note(format string, args ...any) {
	b.Notes = append(b.Notes, fmt.Sprintf(format, args...))
}

// positive names the first model whose gap is zero; no gap is negative.
func (in *Instance) positive(what string, gap []float64) error {
	for i, g := range gap {
		if g <= 0 {
			return fmt.Errorf("the %s gap of model %q is 0", what, in.Models[i])
		}
	}
	return nil
}

// latentFault says why no bound in latent gaps applies, nil if one can.
func (in *Instance) latentFault(g Gaps) error {
	if g.Latent == nil {
		return errors.New("latent scores are not known")
	}
	return in.positive("latent", g.Latent)
}

// upperBorda is Proposition B.4.  The Borda scores of latent scores are rounded;
// where that could move the smallest gap by more than a millionth of itself the
// bound is taken at gaps less their error, so that it is never too small, and
// does not exist where a gap could be zero.
func (in *Instance) upperBorda(g Gaps, delta float64, out *Bounds) (float64, error) {
	if err := in.positive("Borda", g.Borda); err != nil {
		if in.Theta != nil && in.positive("latent", g.Latent) == nil {
			return 0, fmt.Errorf("%w in float64, although its latent gap is positive", err)
		}
		return 0, err
	}
	_, d := in.Size()
	slack, least := in.gapError(), slices.Min(g.Borda)
	if slack <= 1e-6*least {
		return bounds.PropositionB4(g.Borda, d, delta)
	}
	if slack >= least {
		return 0, fmt.Errorf("the smallest Borda gap, %.6g, is within the rounding error %.2g of Borda scores", least, slack)
	}
	out.note("Borda gaps are known to ±%.2g: upper_borda is taken at gaps less that error", slack)
	low := slices.Clone(g.Borda)
	for i := range low {
		low[i] -= slack
	}
	return bounds.PropositionB4(low, d, delta)
}

// gapError bounds the rounding error of a Borda gap that comes from θ; given and
// empirical Borda scores count as exact.  Each term F(±x) of a score errs by at
// most 7·2⁻⁵³ (four ulps of exp, a sum, a division and a product, values below
// 1), each of its K additions by half an ulp of a sum below K, and the running
// maximum moves a score by no more than that again; divided by K-1 this is below
// (2K+16)·2⁻⁵³.  A gap adds up four scores.
func (in *Instance) gapError() float64 {
	if in.Theta == nil {
		return 0
	}
	return 4 * (2*float64(in.Theta.K) + 16) * 0x1p-53
}

func (in *Instance) minimaxRange(least float64) float64 {
	if in.Range > 0 {
		return in.Range
	}
	return max(in.halfSpread(), least)
}

func (in *Instance) lowerSymmetric(delta float64) (float64, error) {
	K, d := in.Size()
	gap, symmetric := in.symmetricGap()
	if !symmetric {
		return 0, errors.New("Lemma B.14 needs θ^Δ: one model ahead of all others by the same Δ on every objective")
	}
	if in.Range > 0 && gap >= 2*in.Range {
		return 0, fmt.Errorf("Lemma B.14 with η̄ = 0 needs Δ < 2B: Δ = %.6g, B = %.6g", gap, in.Range)
	}
	return bounds.LemmaB14(K, d, gap, 0, delta, delta)
}

// symmetricGap is Δ when the instance is θ^Δ up to the order of the models and
// a shift of each objective.
func (in *Instance) symmetricGap() (float64, bool) {
	frontier := in.frontier
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
