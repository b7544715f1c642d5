package ties

import (
	"context"
	"math/rand/v2"

	"vectorborda/sims/stream"
	"vectorborda/sims/trial"
	"vectorborda/sims/votelog"
)

// MostFactors bounds the factors that are tried; below half as many as there are models, for
// more do not fit a symmetric matrix without its diagonal.
const MostFactors = 4

// Davidson is F of section 7: one number of factors k for all objectives, the one that
// predicts votes left aside best, then fitted to all votes.
type Davidson struct {
	Factors int // k
	HeldOut []HeldOut
	Fits    []*Fit // by objective
}

// HeldOut is how fits to nine tenths of the votes of every objective predict the others.
type HeldOut struct {
	Factors int
	Votes   int64   // left aside, of all objectives
	NLL     float64 // mean negative log-likelihood of these votes, in nats; NaN without any
}

// factors is how many numbers of factors are tried for K models, from 0.
func factors(K int) int { return min(MostFactors, (K-1)/2) + 1 }

// Fits is how many fits FitDavidson makes.
func Fits(K, d int) int { return (factors(K) + 1) * d }

// FitDavidson fits the model to the votes of a log, ties among them.  The split is drawn
// from the seed.  It is an error of the context alone where that ends before.
func FitDavidson(ctx context.Context, l *votelog.Log, seed uint64, jobs int, done func()) (*Davidson, error) {
	K, d := len(l.Models), len(l.Objectives)
	all, train, held := make([][]tally, d), make([][]tally, d), make([][]tally, d)
	for r := range d {
		all[r] = tallies(l, r)
		train[r], held[r] = split(stream.Key{Seed: seed, Experiment: "davidson", Trial: uint64(r)}.Rand(0), all[r])
	}
	each := func(f func(n int) *Fit) func() func(int) *Fit {
		return func() func(int) *Fit { return f }
	}
	tried := trial.Run(ctx, factors(K)*d, jobs, each(func(n int) *Fit {
		return newDavidson(K, n/d, train[n%d], Ridge).minimise(nil)
	}), done)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	out := &Davidson{}
	for k := range factors(K) {
		h := HeldOut{Factors: k}
		for r, f := range tried[k*d : (k+1)*d] {
			for _, c := range held[r] {
				h.Votes += int64(c.n())
			}
			h.NLL += f.model.loss(f.x, held[r])
		}
		h.NLL /= float64(h.Votes)
		if out.HeldOut = append(out.HeldOut, h); h.NLL < out.HeldOut[out.Factors].NLL {
			out.Factors = k
		}
	}
	out.Fits = trial.Run(ctx, d, jobs, each(func(r int) *Fit { return newDavidson(K, out.Factors, all[r], Ridge).fit() }), done)
	return out, ctx.Err()
}

// tallies are the votes of an objective by pair.
func tallies(l *votelog.Log, r int) (cells []tally) {
	for i := range l.Models {
		for j := i + 1; j < len(l.Models); j++ {
			cells = append(cells, tally{i, j, float64(l.Won(i, j, r)), float64(l.Won(j, i, r)), float64(l.Tied(i, j, r))})
		}
	}
	return cells
}

func (t *tally) n() float64 { return t.won + t.lost + t.tied }

// counts are the three counts of a tally.
func (t *tally) counts() [3]*float64 { return [3]*float64{&t.won, &t.lost, &t.tied} }

// split leaves a tenth of the votes aside, every set of that size with the same chance.  A
// pair that has none left gets one back.
func split(rng *rand.Rand, cells []tally) (train, held []tally) {
	left := int64(0)
	for _, c := range cells {
		left += int64(c.n())
	}
	take := left / 10
	for _, c := range cells {
		in, out := c, tally{i: c.i, j: c.j}
		for which, n := range c.counts() {
			for range int64(*n) {
				if rng.Int64N(left) < take {
					*in.counts()[which]--
					*out.counts()[which]++
					take--
				}
				left--
			}
		}
		if in.n() == 0 {
			back := rng.Int64N(int64(c.n()))
			for which, n := range c.counts() {
				if back -= int64(*n); back < 0 {
					*in.counts()[which]++
					*out.counts()[which]--
					break
				}
			}
		}
		train, held = append(train, in), append(held, out)
	}
	return train, held
}
