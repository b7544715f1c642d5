package repeat

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"vectorborda/sims/bt"
	"vectorborda/sims/input"
	"vectorborda/sims/stat"
	"vectorborda/sims/votelog"
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
	Log string `json:"log"` // as in SemiSettings
	votelog.Counts
	Models  []string  `json:"models"` // chosen, in their order
	Targets []float64 `json:"targets"`
	Beta    float64   `json:"beta"`
	Gap     float64   `json:"gap"` // Δ
	Scale   float64   `json:"scale"`

	clusters  []string
	votes     []int64 // of the chosen models, by cluster
	pi, hard  []float64
	r         [][]float64 // R_c(m)
	utilities [][]float64 // u_c(m)
	outcome   []float64   // a_c
	least     float64     // no weights that keep the means have a smaller Σ w·a
}

// SemiSettings say what is made of a log; zero values are documented.
type SemiSettings struct {
	Log    string   // its name, for a reader
	Models []string // nil: the five with the highest scores, or all if there are fewer
	Gap    float64  // Δ
	Scale  float64  // 0: the largest that keeps all utilities in [0,1]
	Beta   float64
}

// chosen is how many models are taken where none are named, and enoughVotes how many
// comparisons the paper asks of a chosen model in every cluster, with whomever.
const (
	chosen      = 5
	enoughVotes = 5
)

// NewSemiSynthetic fits, scales and solves for w^hard.
func NewSemiSynthetic(log *votelog.Log, s SemiSettings) (*SemiSynthetic, error) {
	if err := CheckParameters(s.Beta, 1); err != nil {
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
	x := &SemiSynthetic{Log: s.Log, Beta: s.Beta, Gap: s.Gap, Counts: log.Counts, clusters: log.Objectives}
	if err := x.weigh(log, models); err != nil {
		return nil, err
	}
	order, err := x.spread(centred(fits, models))
	if err != nil {
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

// fitClusters are the scores of all models by cluster.
func fitClusters(log *votelog.Log) (fits [][]float64, err error) {
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
	data := bt.Votes(K, won)
	votes := data.Total()
	if votes == 0 {
		return make([]float64, K), nil
	}
	fit := bt.NewFitter(K).Prior(data, 1/float64(votes), nil)
	if !fit.Converged {
		return nil, fmt.Errorf("the Bradley–Terry fit of %d models did not converge: give fewer votes", K)
	}
	return fit.Theta, nil
}

// lacking is a cluster in which a model has fewer comparisons than enoughVotes, if there
// is one.
func lacking(log *votelog.Log, m int) (cluster string, n int64, there bool) {
	for r, cluster := range log.Objectives {
		n = 0
		for j := range log.Models {
			n += log.Won(m, j, r) + log.Won(j, m, r)
		}
		if n < enoughVotes {
			return cluster, n, true
		}
	}
	return "", 0, false
}

// choose gives the numbers of the named models, or of those with the highest
// scores, summed over clusters, among the models with enoughVotes.
func choose(log *votelog.Log, names []string, fits [][]float64) (models []int, err error) {
	if names == nil {
		return best(log, fits)
	}
	for _, name := range names {
		m := slices.Index(log.Models, name)
		switch {
		case m < 0:
			return nil, fmt.Errorf("model %q is not in the log%s, which has %s", name, input.Meant(name, log.Models), strings.Join(log.Models, ", "))
		case slices.Contains(models, m):
			return nil, fmt.Errorf("model %q is named twice", name)
		}
		if cluster, n, there := lacking(log, m); there {
			return nil, fmt.Errorf("model %q has %d decisive comparisons in cluster %q: at least %d are needed in each: leave out the model or the cluster", name, n, cluster, enoughVotes)
		}
		models = append(models, m)
	}
	if len(models) < 2 {
		return nil, errors.New("one model: name at least 2")
	}
	return models, nil
}

func best(log *votelog.Log, fits [][]float64) (models []int, err error) {
	total := make([]float64, len(log.Models))
	for _, S := range fits {
		floats.Add(total, S)
	}
	for _, m := range falling(total) {
		if _, _, few := lacking(log, m); !few && len(models) < chosen {
			models = append(models, m)
		}
	}
	if len(models) < 2 {
		return nil, fmt.Errorf("%d models with at least %d decisive comparisons in every cluster: give more votes, or fewer objectives", len(models), enoughVotes)
	}
	return models, nil
}

// weigh sets π_c, the share of a cluster in the votes between chosen models.
func (x *SemiSynthetic) weigh(log *votelog.Log, models []int) error {
	total := int64(0)
	x.votes = make([]int64, len(log.Objectives))
	for r := range x.votes {
		for _, i := range models {
			for _, j := range models {
				if i != j {
					x.votes[r] += log.Won(i, j, r)
				}
			}
		}
		total += x.votes[r]
	}
	if total == 0 {
		return errors.New("no decisive comparison between the models: without one no cluster has a weight: name models that met")
	}
	for _, votes := range x.votes {
		x.pi = append(x.pi, float64(votes)/float64(total))
	}
	return nil
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

// spread sets R_c and returns the models in their order, by Σ_c π_c·T_c.  Below 1e-9
// differences between clusters are those of the fit, not of the votes.
func (x *SemiSynthetic) spread(T [][]float64) (order []int, err error) {
	means, most := make([]float64, len(T[0])), 0.0
	for c, row := range T {
		for m, t := range row {
			means[m] += x.pi[c] * t
		}
	}
	for _, row := range T {
		most = max(most, floats.Distance(row, means, math.Inf(1)))
	}
	if most <= 1e-9 {
		return nil, errors.New("the clusters do not differ: give a log with at least two objectives whose votes differ")
	}
	order = falling(means)
	for _, t := range T {
		row := make([]float64, len(order))
		for place, m := range order {
			row[place] = (t[m] - means[m]) / most
		}
		x.r = append(x.r, row)
	}
	return order, nil
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

// setScale takes the scale, or the largest possible one for 0, and sets u_c; what
// rounding puts outside [0,1] is put back.
func (x *SemiSynthetic) setScale(scale float64) error {
	most := math.Inf(1)
	for _, row := range x.r {
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
	for _, row := range x.r {
		u := make([]float64, len(row))
		for m, r := range row {
			u[m] = min(1, max(0, x.Targets[m]+x.Scale*r))
		}
		x.utilities = append(x.utilities, u)
	}
	return nil
}

// harden solves for w^hard.
func (x *SemiSynthetic) harden() (err error) {
	n := len(x.Models)
	for _, u := range x.utilities {
		D := u[n-2] - u[n-1]
		x.outcome = append(x.outcome, Sigma(x.Beta*D)-Sigma(-x.Beta*D))
	}
	x.hard, x.least, err = hardness{x.r, x.outcome}.solve(x.pi)
	return err
}

// Population is the one with weights (1-λ)·π + λ·w^hard; its reference model is the
// last.
func (x *SemiSynthetic) Population(lambda float64) (*Population, error) {
	if !(lambda >= 0 && lambda <= 1) {
		return nil, fmt.Errorf("λ = %v: give a number in [0,1]", lambda)
	}
	var weights []float64
	for c, pi := range x.pi {
		weights = append(weights, (1-lambda)*pi+lambda*x.hard[c])
	}
	setting := Setting{Gap: stat.Number(x.Gap), H: stat.Number(math.NaN())}
	return &Population{Setting: setting, Name: x.Log, Models: x.Models, Weights: normalised(weights), Utilities: x.utilities}, nil
}

// MeanOutcome is Σ_c w_c·a_c, the expected score of the closest pair at depth 1
// (times 1/β for MLE-UNCONST and TRR): negative where one vote a context
// misleads.
func (x *SemiSynthetic) MeanOutcome(weights []float64) float64 { return dot(weights, x.outcome) }

// SemiBudgets are the budgets on the populations of a log.
type SemiBudgets struct {
	*SemiSynthetic
	Partial      bool           `json:"partial"` // interrupted: there is less than was asked for
	Rows         []LambdaRow    `json:"rows"`
	Clusters     []Cluster      `json:"clusters"`
	Least        float64        `json:"least_outcome"` // no weights that keep the means have a smaller Σ w·a
	Calibrations []*Calibration `json:"calibrations"`
}

// LambdaRow is the population with weights (1-λ)·π + λ·w^hard.
type LambdaRow struct {
	Lambda  float64  `json:"lambda"`
	Outcome float64  `json:"outcome"` // Σ w·a
	Budgets []Budget `json:"budgets"`
}

// Cluster is a cluster of the log.
type Cluster struct {
	Name      string    `json:"cluster"`
	Votes     int64     `json:"votes"`
	Pi        float64   `json:"pi"`
	Hard      float64   `json:"w_hard"`
	Outcome   float64   `json:"a"`
	Utilities []float64 `json:"utilities"`
}

// Run finds the budgets for every λ, all checked before the first.  A context that ends
// leaves what was tried, perhaps nothing; step is called [Steps] times.
func (x *SemiSynthetic) Run(ctx context.Context, lambdas []float64, step func()) (*SemiBudgets, error) {
	var plan BudgetsPlan
	for _, lambda := range lambdas {
		p, err := x.Population(lambda)
		if err != nil {
			return nil, err
		}
		d, err := NewDesign(p, len(p.Models)-1, x.Beta)
		if err != nil {
			return nil, err
		}
		plan = append(plan, d)
	}
	var maker Maker
	all, err := plan.find(ctx, &maker, step)
	s := &SemiBudgets{SemiSynthetic: x, Partial: partial(all, len(plan)), Least: x.least, Calibrations: maker.Calibrations()}
	for i, budgets := range all {
		s.Rows = append(s.Rows, LambdaRow{lambdas[i], x.MeanOutcome(plan[i].Weights), budgets})
	}
	for c, name := range x.clusters {
		s.Clusters = append(s.Clusters, Cluster{name, x.votes[c], x.pi[c], x.hard[c], x.outcome[c], x.utilities[c]})
	}
	return s, err
}

// Open tells whether a depth is only an upper limit.
func (s *SemiBudgets) Open() bool {
	return slices.ContainsFunc(s.Rows, func(r LambdaRow) bool { return anyOpen(r.Budgets) })
}
