package votelog

import (
	"cmp"
	"math"
	"slices"
)

// statistic is S = Σ a·X over independent X in [0,1], each with its step a > 0.  The means
// of the X are unknown; E[S] is asked for.
type statistic struct {
	steps  []step
	extent float64 // Σ a, the largest S, at most 2 but for rounding
	spread float64 // Σ a², four times the largest variance
	least  float64 // relative rounding of all that is computed here, see rounding
}

// step are n values X of the same step a.
type step struct{ a, n, grown, log float64 }

// rounding is the rest: a step is a sum of at most 2K terms w/n, each right to 4u, u = 2⁻⁵³;
// a sum over steps adds as many u, and everything else that is done to a term is
// below 32u.  A score is a sum of K rates, each right to 5u.
func rounding(K, steps int) float64 { return float64(2*K+steps+32) * 0x1p-53 }

// gather sorts the steps and joins equal ones, which changes no bound.
func (s *statistic) gather(K int) {
	s.least = rounding(K, len(s.steps))
	slices.SortFunc(s.steps, func(x, y step) int { return cmp.Compare(x.a, y.a) })
	s.extent, s.spread = 0, 0
	kept := s.steps[:0]
	for _, x := range s.steps {
		s.extent += x.n * x.a
		s.spread += x.n * x.a * x.a
		if last := len(kept) - 1; last >= 0 && kept[last].a == x.a {
			kept[last].n += x.n
		} else {
			kept = append(kept, x)
		}
	}
	s.steps = kept
}

// lower is a lower limit for E[S] by the value x of S: above E[S] with probability at most
// e^level, level ≤ -1.  It is the larger of Hoeffding's, x - √(-level·Σa²/2), and of one by
// Chernoff's inequality at the worst means.  The search ends above enough.
//
// A value in [0,1] of mean q has E[e^{λX}] ≤ 1-q+q·e^λ, so for all λ, ν > 0 and all means
// with E[S] = Σ a·q
//
//	log P(S ≥ x) ≤ Σ log(1+q·(e^{λa}-1)) - λx ≤ A(λ,ν) + ν·E[S] - λx,
//	A(λ,ν) = Σ max_{0≤q≤1} [log(1+q·(e^{λa}-1)) - νa·q].
//
// The right side is at most level where E[S] ≤ μ(x) = sup_{λ,ν} (level + λx - A)/ν, which
// grows with x, so that P(μ(S) > E[S]) ≤ e^level.  Any λ and ν are below the supremum: the
// search needs no care, only sharpness is lost by stopping it.  With steps that are all equal
// it is the limit by kl, n·kl(x, μ) = -level for Σ a = 1.
func (s *statistic) lower(x, level, enough float64) float64 {
	// The error of x, and of the root as far as it is below x ≤ 2.
	x -= 4 * s.least
	limit := max(0, x-math.Sqrt(-level*s.spread/2))
	if limit > enough || x <= 0 {
		return limit
	}
	// Below the first λ the bound is trivial; e^{λa} must fit.  Hoeffding's λ is a start.
	lo, hi := -level/x, 500/s.steps[len(s.steps)-1].a
	if lo >= hi {
		return limit
	}
	lambda := max(math.Sqrt(-8*level/s.spread), 1.5*lo)
	var loD, hiD float64 // x less the tilted mean at lo and hi; 0 where unknown
	for range 20 {
		if lambda >= hi || lambda <= lo {
			lambda = math.Sqrt(lo * hi)
		}
		mu, tilted := s.bound(lambda, x, level)
		limit = max(limit, mu)
		// μ is quasiconcave in λ, and its derivative has the sign of x - tilted.  At a
		// thousandth of x-μ some millionth of it is left to gain.
		D := x - tilted
		if limit > enough || math.Abs(D) <= 1e-3*(x-limit) || hi < lo*(1+1e-3) {
			break
		}
		if D > 0 {
			lo, loD = lambda, D
		} else {
			hi, hiD = lambda, D
		}
		switch { // double, then false position in log λ
		case hiD == 0:
			lambda *= 2
		case loD == 0:
			lambda = math.Sqrt(lo * hi)
		default:
			lambda = lo * math.Exp(math.Log(hi/lo)*min(.9, max(.1, loD/(loD-hiD))))
		}
	}
	return limit
}

// bound is (level + λx - A)/ν at the best ν for a λ, and the mean of S when X is tilted
// by e^{λaX} at the worst q.
func (s *statistic) bound(lambda, x, level float64) (mu, tilted float64) {
	sum := 0.0
	votes := 0.0
	for c := range s.steps {
		t := &s.steps[c]
		t.grown = math.Expm1(lambda * t.a)
		t.log = math.Log(t.grown / t.a)
		sum += t.n * t.log
		votes += t.n
	}
	nu := math.Exp(s.multiplier(lambda, level+lambda*x, (sum-level-lambda*x)/votes))
	top := level + lambda*x
	for _, t := range s.steps {
		// The best q is 1/(νa) - 1/(e^{λa}-1), cut to [0,1].  Its rounding is at most
		// 6u/(νa), where the second derivative is -(νa)²: below 18u² a vote is lost.
		q := min(1, max(0, 1/(nu*t.a)-1/t.grown))
		top -= t.n * (math.Log1p(q*t.grown) - nu*t.a*q)
		tilted += t.n * t.a * q * (1 + t.grown) / (1 + q*t.grown)
	}
	// All terms together are below |level| + 4λΣa; those of A are so because
	// νaq ≤ log(1+q(e^{λa}-1)) ≤ λa, and an error of λa counts once for each.
	top -= s.least * (4*lambda*s.extent - level)
	return max(0, top/nu*(1-0x1p-51)), tilted
}

// multiplier is log ν for which (c-A)/ν is largest: there Σ log(1+q(e^{λa}-1)) = c, and a
// summand is log((e^{λa}-1)/a) - log ν, cut to [0, λa].  Newton's step is exact between
// the cuts.
func (s *statistic) multiplier(lambda, c, start float64) float64 {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, t := range s.steps {
		lo, hi = min(lo, t.log-lambda*t.a), max(hi, t.log)
	}
	at := start
	for range 60 {
		if !(at > lo && at < hi) {
			at = (lo + hi) / 2
		}
		sum, free := -c, 0.0
		for _, t := range s.steps {
			y := t.log - at
			switch cut := lambda * t.a; {
			case y >= cut:
				sum += t.n * cut
			case y > 0:
				sum += t.n * y
				free += t.n
			}
		}
		if math.Abs(sum) <= 1e-7*c {
			break
		}
		if sum > 0 {
			lo = at
		} else {
			hi = at
		}
		at += sum / free
	}
	return at
}
