package repeat

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"vectorborda/sims/bt"
	"vectorborda/sims/instance"
)

// SemiSynthetic is a family of populations from a vote log with a cluster column.
// In cluster c of weight π_c a ridge Bradley–Terry fit gives scores; T_c is the
// scores centred over the chosen models, and
//
//	R_c = (T_c - Σ_c π_c·T_c) / max|…|,   u_c(m) = target(m) + scale·R_c(m).
//
// Models are ordered by Σ_c π_c·T_c(m), the last being m_0 and the one before it
// Δ above; see targets.  All weights (1-λ)·π + λ·w^hard keep every mean utility;
// w^hard minimises the expected depth-1 outcome of that pair,
//
//	Σ_c w_c·a_c,   a_c = 2σ(β(u_c(m) - u_c(m_0))) - 1.
type SemiSynthetic struct {
	Models   []string // chosen, in their order
	Clusters []string
	Votes    []int64 // of the chosen models, by cluster
	Pi, Hard []float64
	R        [][]float64 // R_c(m)
	Targets  []float64
	Scale    float64
	Outcome  []float64 // a_c
	Least    float64   // no weights that keep the means have a smaller Σ w·a
	Beta     float64
}

// SemiSettings say what is made of a log; zero values are documented.
type SemiSettings struct {
	Models []string // nil: the five with the highest scores, or all if there are fewer
	Gap    float64  // Δ
	Scale  float64  // 0: the largest that keeps all utilities in [0,1]
	Beta   float64
}

// chosen is how many models are taken where none are named.
const chosen = 5

// NewSemiSynthetic fits, scales and solves for w^hard.
func NewSemiSynthetic(log *instance.Log, s SemiSettings) (*SemiSynthetic, error) {
	if err := Check(s.Beta, 1); err != nil {
		return nil, err
	}
	fits, err := fitClusters(log)
	if err != nil {
		return nil, err
	}
	models, err := choose(log, s.Models, fits)
	if err != nil {
		return nil, err
	}
	x := &SemiSynthetic{Clusters: log.Objectives, Beta: s.Beta}
	x.weigh(log, models)
	T := centred(fits, models)
	means := x.average(T)
	order := make([]int, len(models))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return descending(means[i], means[j]) })
	if err := x.spread(T, means, order); err != nil {
		return nil, err
	}
	for _, i := range order {
		x.Models = append(x.Models, log.Models[models[i]])
	}
	if x.Targets, err = targets(len(models), s.Gap); err != nil {
		return nil, err
	}
	if err := x.setScale(s.Scale); err != nil {
		return nil, err
	}
	return x, x.harden()
}

func descending(a, b float64) int {
	switch {
	case a > b:
		return -1
	case a < b:
		return 1
	}
	return 0
}

// fitClusters are the scores of all models by cluster.
func fitClusters(log *instance.Log) (fits [][]float64, err error) {
	for r := range log.Objectives {
		S, err := fitCluster(len(log.Models), func(i, j int) int64 { return log.Won(i, j, r) })
		if err != nil {
			return nil, fmt.Errorf("cluster %q: %w", log.Objectives[r], err)
		}
		fits = append(fits, S)
	}
	return fits, nil
}

// fitCluster fits Bradley–Terry scores S to the votes of one cluster, won(i, j) being
// those for i against j: the minimum of
//
//	Σ_{i≠j} won(i,j)·log(1 + e^{S_j-S_i}) + ½·‖S‖²,
//
// the ridge of a standard normal prior: a cluster has few votes, and with a vanishing
// one a model that won all votes of one cluster would set the scale of R.
func fitCluster(K int, won func(i, j int) int64) ([]float64, error) {
	data, votes := bt.NewData(K), int64(0)
	for i := range K {
		for j := range i {
			w, l := won(i, j), won(j, i)
			data.Add(i, j, w+l, 2*w)
			votes += w + l
		}
	}
	if votes == 0 {
		return make([]float64, K), nil
	}
	fit := bt.NewFitter(K).Prior(data, 1/float64(votes), nil)
	if !fit.Converged {
		return nil, fmt.Errorf("the Bradley–Terry fit of %d models did not converge: give fewer votes", K)
	}
	return fit.Theta, nil
}

// choose gives the numbers of the named models, or of those with the highest
// scores, summed over clusters.
func choose(log *instance.Log, names []string, fits [][]float64) (models []int, err error) {
	if names == nil {
		total := make([]float64, len(log.Models))
		for m := range total {
			models = append(models, m)
			for _, S := range fits {
				total[m] += S[m]
			}
		}
		slices.SortStableFunc(models, func(i, j int) int { return descending(total[i], total[j]) })
		return models[:min(chosen, len(models))], nil
	}
	for _, name := range names {
		m := slices.Index(log.Models, name)
		switch {
		case m < 0:
			return nil, fmt.Errorf("model %q is not in the log, which has %s", name, strings.Join(log.Models, ", "))
		case slices.Contains(models, m):
			return nil, fmt.Errorf("model %q is named twice", name)
		}
		models = append(models, m)
	}
	if len(models) < 2 {
		return nil, errors.New("one model: name at least 2")
	}
	return models, nil
}

// weigh sets π_c, the share of a cluster in the votes between chosen models.
func (x *SemiSynthetic) weigh(log *instance.Log, models []int) {
	total := int64(0)
	x.Votes = make([]int64, len(log.Objectives))
	for r := range x.Votes {
		for _, i := range models {
			for _, j := range models {
				if i != j {
					x.Votes[r] += log.Won(i, j, r)
				}
			}
		}
		total += x.Votes[r]
	}
	for _, votes := range x.Votes {
		x.Pi = append(x.Pi, float64(votes)/float64(total))
	}
}

// centred is T_c over the chosen models.
func centred(fits [][]float64, models []int) [][]float64 {
	T := make([][]float64, len(fits))
	for c, S := range fits {
		mean := 0.0
		for _, m := range models {
			mean += S[m] / float64(len(models))
		}
		for _, m := range models {
			T[c] = append(T[c], S[m]-mean)
		}
	}
	return T
}

// average is Σ_c π_c·T_c.
func (x *SemiSynthetic) average(T [][]float64) []float64 {
	means := make([]float64, len(T[0]))
	for c, row := range T {
		for m, t := range row {
			means[m] += x.Pi[c] * t
		}
	}
	return means
}

// spread sets R_c for the models in their order.  Below 1e-9 differences between
// clusters are those of the fit, not of the votes.
func (x *SemiSynthetic) spread(T [][]float64, means []float64, order []int) error {
	most := 0.0
	for c := range T {
		for m, mean := range means {
			most = max(most, math.Abs(T[c][m]-mean))
		}
	}
	if most <= 1e-9 {
		return errors.New("the clusters do not differ: give a log with at least two objectives whose votes differ")
	}
	for c := range T {
		row := make([]float64, len(order))
		for place, m := range order {
			row[place] = (T[c][m] - means[m]) / most
		}
		x.R = append(x.R, row)
	}
	return nil
}

// targets are the mean utilities in order: (1-Δ)/2 for m_0, (1+Δ)/2 for the one
// before it, and for n > 2 models the others evenly from 0.8 down to 0.5 + 0.3/(n-2),
// which must leave Δ the smallest gap.
func targets(n int, gap float64) ([]float64, error) {
	limit := 1.0
	if n > 2 {
		limit = 0.2 / float64(n-2)
	}
	if !(gap > 0 && gap < limit) {
		return nil, fmt.Errorf("Δ = %v: give a number between 0 and %.4g, both excluded, for %d models", gap, limit, n)
	}
	var out []float64
	for i := range n - 2 {
		out = append(out, 0.5+0.3*float64(n-2-i)/float64(n-2))
	}
	return append(out, (1+gap)/2, (1-gap)/2), nil
}

// setScale takes the scale, or the largest possible one for 0.
func (x *SemiSynthetic) setScale(scale float64) error {
	most := math.Inf(1)
	for _, row := range x.R {
		for m, r := range row {
			switch {
			case r > 0:
				most = min(most, (1-x.Targets[m])/r)
			case r < 0:
				most = min(most, -x.Targets[m]/r)
			}
		}
	}
	switch {
	case scale == 0:
		x.Scale = most
	case scale > 0 && scale <= most:
		x.Scale = scale
	default:
		return fmt.Errorf("scale %v: give a positive number up to %.6g, beyond which a utility leaves [0,1]", scale, most)
	}
	return nil
}

// utility is u_c(m); what rounding puts outside [0,1] is put back.
func (x *SemiSynthetic) utility(c, m int) float64 {
	return min(1, max(0, x.Targets[m]+x.Scale*x.R[c][m]))
}

// harden solves for w^hard.
func (x *SemiSynthetic) harden() (err error) {
	n := len(x.Models)
	for c := range x.Clusters {
		D := x.utility(c, n-2) - x.utility(c, n-1)
		x.Outcome = append(x.Outcome, Sigma(x.Beta*D)-Sigma(-x.Beta*D))
	}
	x.Hard, x.Least, err = hardness{x.R, x.Outcome}.solve(x.Pi)
	return err
}

// Population is the one with weights (1-λ)·π + λ·w^hard; its reference model is the
// last.
func (x *SemiSynthetic) Population(lambda float64) (*Population, error) {
	if !(lambda >= 0 && lambda <= 1) {
		return nil, fmt.Errorf("λ = %v: give a number in [0,1]", lambda)
	}
	p := &Population{Models: x.Models}
	for c := range x.Clusters {
		row := make([]float64, len(x.Models))
		for m := range row {
			row[m] = x.utility(c, m)
		}
		p.Weights = append(p.Weights, (1-lambda)*x.Pi[c]+lambda*x.Hard[c])
		p.Utilities = append(p.Utilities, row)
	}
	p.Weights = normalised(p.Weights)
	return p, nil
}

// MeanOutcome is Σ_c w_c·a_c, the expected score of the closest pair at depth 1
// (times 1/β for MLE-UNCONST and TRR): negative where one vote a context
// misleads.
func (x *SemiSynthetic) MeanOutcome(weights []float64) float64 { return dot(weights, x.Outcome) }
