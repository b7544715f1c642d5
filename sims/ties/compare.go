package ties

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"vectorborda/bounds"
	"vectorborda/gaps"
	"vectorborda/sims/instance"
	"vectorborda/sims/trial"
	"vectorborda/sims/votelog"
)

// Plan says how treatments are compared.
type Plan struct {
	votelog.Policy         // of the votes without ties
	Delta          float64 // of VB-EGE
	Trials, Jobs   int
	Seed           uint64
}

// Comparison is D, H and F side by side, in this order.
type Comparison struct {
	Plan
	Retained   *votelog.Retained // models that are complete without ties
	Treatments []*Treatment
	Davidson   *Davidson
}

// Treatment is what a log says under one treatment of its ties.
type Treatment struct {
	Name     string
	Instance *instance.Instance
	Gaps     []float64       // Δ_i(b)
	Zero     []int           // models whose gap is zero, or that of a fit within its error: no number of comparisons places them
	Jaccard  float64         // |P ∩ P^D| / |P ∪ P^D|
	Spearman []float64       // rank correlation of b_r with that of D, by objective; NaN where all scores are equal
	Runs     []trial.Outcome // of VB-EGE; none where a gap is zero
}

// Compare does, for votes that were read with ties at half credit.  A context that ends
// after the fit leaves fewer runs.
func Compare(ctx context.Context, v *votelog.Votes, p Plan, done func()) (*Comparison, error) {
	decisive := v.Decisive()
	r, err := decisive.Retain(p.Policy)
	if err != nil {
		return nil, fmt.Errorf("without ties: %w", err)
	}
	var logs [2]*votelog.Log
	var all [3]*instance.Instance
	for n, votes := range []*votelog.Votes{decisive, v} {
		if logs[n], err = votes.Log(r); err != nil {
			return nil, err
		}
		if all[n], err = instance.FromLog(logs[n]); err != nil {
			return nil, err
		}
	}
	c := &Comparison{Plan: p, Retained: r}
	if c.Davidson, err = FitDavidson(ctx, logs[1], p.Seed, p.Jobs, done); err != nil {
		return nil, err
	}
	if all[2], err = instance.FromOutcomes(r.Models, v.Objectives, c.Davidson.outcomes); err != nil {
		return nil, err
	}
	for n, slack := range []float64{0, 0, c.Davidson.slack()} {
		c.Treatments = append(c.Treatments, treat([]string{"D", "H", "F"}[n], all[n], all[0], slack))
	}
	for _, t := range c.Treatments {
		if err := t.run(ctx, p, done); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func (d *Davidson) outcomes(i, j, r int) (won, tied float64) { return d.Fits[r].outcomes(i, j) }

// slack is how far the ridge and the end of the fits move a gap, which adds up four scores.
func (d *Davidson) slack() (most float64) {
	for _, f := range d.Fits {
		most = max(most, 4*f.Moved)
	}
	return most
}

// treat compares an instance, whose gaps are known up to slack, with that of D.
func treat(name string, in, first *instance.Instance, slack float64) *Treatment {
	t := &Treatment{Name: name, Instance: in, Gaps: in.Gaps().Borda, Jaccard: jaccard(in.Frontier(), first.Frontier())}
	for i, gap := range t.Gaps {
		if gap <= slack {
			t.Zero = append(t.Zero, i)
		}
	}
	for r := range in.Objectives {
		t.Spearman = append(t.Spearman, spearman(column(in.Borda, r), column(first.Borda, r)))
	}
	return t
}

// run is VB-EGE's.
func (t *Treatment) run(ctx context.Context, p Plan, done func()) (err error) {
	if len(t.Zero) == 0 && ctx.Err() == nil {
		s := trial.Simulation{Instance: t.Instance, Delta: p.Delta, Constants: bounds.PaperConstants(), Trials: p.Trials, Jobs: p.Jobs, Seed: p.Seed}
		t.Runs, err = s.Run(ctx, done)
	}
	return err
}

// Least is Δ_min.
func (t *Treatment) Least() float64 { return slices.Min(t.Gaps) }

// Complexity is Σ Δ_i^{-2}, +Inf where a gap is zero.
func (t *Treatment) Complexity() (sum float64) {
	if len(t.Zero) > 0 {
		return math.Inf(1)
	}
	for _, gap := range t.Gaps {
		sum += 1 / (gap * gap)
	}
	return sum
}

// Rank is the smallest rank correlation and its objective; NaN and -1 where there is none.
func (t *Treatment) Rank() (least float64, objective int) {
	least, objective = math.NaN(), -1
	for r, rho := range t.Spearman {
		if rho < least || math.IsNaN(least) && !math.IsNaN(rho) {
			least, objective = rho, r
		}
	}
	return least, objective
}

// jaccard is |a ∩ b| / |a ∪ b| of two sets that are not empty.
func jaccard(a, b []int) float64 {
	both := 0
	for _, x := range a {
		if slices.Contains(b, x) {
			both++
		}
	}
	return float64(both) / float64(len(a)+len(b)-both)
}

// spearman is the correlation of ranks, equal values at the mean of theirs.
func spearman(x, y []float64) float64 { return stat.Correlation(ranks(x), ranks(y), nil) }

func ranks(x []float64) (out []float64) {
	sorted := slices.Sorted(slices.Values(x))
	for _, v := range x {
		first, _ := slices.BinarySearch(sorted, v)
		last := first
		for last < len(sorted) && sorted[last] == v {
			last++
		}
		out = append(out, float64(first+last+1)/2)
	}
	return out
}

func column(b gaps.Array[float64], r int) (out []float64) {
	for i := range b.K {
		out = append(out, b.At(i, r))
	}
	return out
}
