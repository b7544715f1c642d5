package bt

import (
	"cmp"
	"math"
	"slices"
)

// side is the bound at which a model or a block is held.
type side int8

const (
	free side = iota
	atLower
	atUpper
)

// face is the set of active constraints: models at ±S, and models of an order that
// are tied with its top and move with it as one block.
type face struct {
	side []side // of each model; of a tied one, the side is that of the top
	tied []bool
	top  int
}

// negligible is a violation that is left alone: a gradient is rounded near 1e-17.
const negligible = 1e-15

// open makes ϑ feasible and sets the face on which the search starts.  Where the order
// is broken, the top and the models above it meet at their mean, which keeps the sum
// and the box.
func (f *Fitter) open(S float64, order Order) {
	clear(f.tied)
	f.top = order.Top
	broken := slices.Clone(order.Under)
	slices.SortFunc(broken, func(p, q int) int { return cmp.Compare(f.theta[q], f.theta[p]) })
	sum, n := f.theta[f.top], 1.0
	for _, p := range broken {
		if f.theta[p] <= sum/n {
			break
		}
		sum, n = sum+f.theta[p], n+1
		f.tied[p] = true
	}
	if n > 1 {
		f.move(f.top, sum/n)
	}
	for i, x := range f.theta {
		f.side[i] = free
		switch x {
		case S:
			f.side[i] = atUpper
		case -S:
			f.side[i] = atLower
		}
	}
}

// move puts a model, and with the top all that are tied with it, at x.
func (f *Fitter) move(i int, x float64) {
	f.theta[i] = x
	if i == f.top {
		for p, tied := range f.tied {
			if tied {
				f.theta[p] = x
			}
		}
	}
}

// advance goes along the step, at most so far, up to the first constraint on the way,
// which becomes active.
func (f *Fitter) advance(length, S float64, order Order) (blocked bool) {
	limit := math.Inf(1)
	for i, x := range f.theta {
		limit = min(limit, reach(S-x, f.step[i]), reach(S+x, -f.step[i]))
	}
	for _, p := range order.Under {
		if !f.tied[p] {
			limit = min(limit, reach(f.theta[f.top]-f.theta[p], f.step[p]-f.step[f.top]))
		}
	}
	if blocked = limit <= length; !blocked {
		for i, d := range f.step {
			f.theta[i] += length * d
		}
		return false
	}
	ties := slices.DeleteFunc(slices.Clone(order.Under), func(p int) bool {
		return f.tied[p] || reach(f.theta[f.top]-f.theta[p], f.step[p]-f.step[f.top]) > limit
	})
	for i, d := range f.step {
		x := f.theta[i]
		f.theta[i] += limit * d
		switch {
		case f.tied[i]:
		case reach(S-x, d) <= limit:
			f.side[i] = atUpper
			f.theta[i] = S
		case reach(S+x, -d) <= limit:
			f.side[i] = atLower
			f.theta[i] = -S
		}
	}
	for _, p := range ties {
		f.tied[p] = true
		if f.side[f.top] == free && f.side[p] != free {
			f.side[f.top] = f.side[p]
			f.theta[f.top] = f.theta[p]
		}
	}
	f.move(f.top, f.theta[f.top])
	return true
}

// reach is how far a slack lasts that shrinks at a rate.
func reach(slack, rate float64) float64 {
	if rate <= 0 || math.IsInf(slack, 1) {
		return math.Inf(1)
	}
	return max(0, slack) / rate
}

// block is what release knows of the top's block or of a model alone.
type block struct{ sum, size float64 }

func (b block) mean() float64 { return b.sum / b.size }

// release looks for the constraint that the loss wants to leave most and makes it
// inactive.  With λ the multiplier of the sum, a block is right where it is if its mean
// gradient is λ (free), at most λ (at S) or at least λ (at -S), and a tied model if its
// gradient is at most λ; for at -S it could not leave downwards, so there it is only
// untied.  Where nothing is free, λ may be anything that suits all, and if there is no
// such λ one block at S and one at -S must go together.
func (f *Fitter) release(order Order) (violation float64, released bool) {
	lambda, none := f.multiplier()
	if f.side[f.top] == atLower {
		for p, tied := range f.tied {
			if tied && f.grad[p] > lambda {
				f.tied[p], f.side[p] = false, atLower
			}
		}
	}
	down, up := -1, -1 // who should leave downwards, upwards
	worstDown, worstUp := 0.0, 0.0
	for i := range f.K {
		v := f.wants(i, lambda)
		switch {
		case !f.tied[i] && f.side[i] == free:
		case v > worstDown:
			down, worstDown = i, v
		case -v > worstUp:
			up, worstUp = i, -v
		}
		violation = max(violation, math.Abs(v))
	}
	if max(worstDown, worstUp) <= negligible {
		return violation, false
	}
	if down >= 0 && (none || worstDown >= worstUp) {
		f.tied[down], f.side[down] = false, free
	}
	if up >= 0 && (none || worstUp > worstDown) {
		f.tied[up], f.side[up] = false, free
	}
	return violation, true
}

// wants is by how much a constraint is in the way: positive downwards, negative
// upwards, 0 where it is not; for a free block, how far its mean gradient is from λ.
func (f *Fitter) wants(i int, lambda float64) float64 {
	switch {
	case f.tied[i] && f.side[f.top] == atLower:
		return 0
	case f.tied[i]:
		return max(0, f.grad[i]-lambda)
	case f.side[i] == atUpper:
		return max(0, f.block(i).mean()-lambda)
	case f.side[i] == atLower:
		return min(0, f.block(i).mean()-lambda)
	}
	return f.block(i).mean() - lambda
}

// block is a model alone, or the top with what is tied to it.
func (f *Fitter) block(i int) block {
	b := block{f.grad[i], 1}
	if i == f.top {
		for p, tied := range f.tied {
			if tied {
				b.sum, b.size = b.sum+f.grad[p], b.size+1
			}
		}
	}
	return b
}

// multiplier is λ: the mean gradient of what is free, and if nothing is, the middle
// between the largest value that is asked for at S and the smallest at -S.
func (f *Fitter) multiplier() (lambda float64, none bool) {
	var all block
	hi, lo := math.Inf(-1), math.Inf(1)
	for i := range f.K {
		switch b := f.block(i); {
		case f.tied[i]:
			if f.side[f.top] == atUpper {
				hi = max(hi, f.grad[i])
			}
		case f.side[i] == free:
			all.sum, all.size = all.sum+b.sum, all.size+b.size
		case f.side[i] == atUpper:
			hi = max(hi, b.mean())
		default:
			lo = min(lo, b.mean())
		}
	}
	if all.size > 0 {
		return all.mean(), false
	}
	return hi/2 + lo/2, true
}
