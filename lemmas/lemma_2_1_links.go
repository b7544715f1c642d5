package lemmas

import (
	"math"
	"math/big"
	"slices"

	"vectorborda/bounds"
	"vectorborda/gaps"
)

// link is a comparison probability F.  Rational ones decide exactly; the
// logistic one (exact == nil) by enclosures.
type link struct {
	name  string
	exact func(x *big.Rat) *big.Rat
	float gaps.Link
}

// goodLinks satisfy the hypotheses of Lemma 2.1: strictly increasing and
// F(x) + F(-x) = 1.
var goodLinks = []link{
	{name: "logistic"},
	{
		name: "1/2 + x/(2+2|x|)", exact: rationalLink,
		float: func(x float64) float64 { return 0.5 + x/(2+2*math.Abs(x)) },
	},
}

var oneHalf = big.NewRat(1, 2)

// aroundHalf is 1/2 + x/(a + b|x|).
func aroundHalf(x *big.Rat, a, b int64) *big.Rat {
	den := new(big.Rat).Abs(x)
	den.Mul(den, big.NewRat(b, 1)).Add(den, big.NewRat(a, 1))
	return den.Add(oneHalf, den.Quo(x, den))
}

func rationalLink(x *big.Rat) *big.Rat { return aroundHalf(x, 2, 2) }

// humpLink is 1/2 + x/(1+x²): a probability, symmetric, falling beyond ±1.
func humpLink(x *big.Rat) *big.Rat {
	den := new(big.Rat).Mul(x, x)
	den.Add(den, big.NewRat(1, 1))
	return den.Add(oneHalf, den.Quo(x, den))
}

// flatCentreLink is 1/2 on [-1,1] and increasing outside.
func flatCentreLink(x *big.Rat) *big.Rat {
	one := big.NewRat(1, 1)
	switch {
	case x.Cmp(one) > 0:
		return rationalLink(new(big.Rat).Sub(x, one))
	case x.Cmp(new(big.Rat).Neg(one)) < 0:
		return rationalLink(new(big.Rat).Add(x, one))
	}
	return new(big.Rat).Set(oneHalf)
}

// flatTailsLink is 1/2 + x/4 cut off to [0,1].
func flatTailsLink(x *big.Rat) *big.Rat {
	y := new(big.Rat).Mul(x, big.NewRat(1, 4))
	y.Add(y, oneHalf)
	if one := big.NewRat(1, 1); y.Cmp(one) > 0 {
		return one
	}
	if y.Sign() < 0 {
		return new(big.Rat)
	}
	return y
}

// lopsidedLink is strictly increasing with F(x) + F(-x) < 1.
func lopsidedLink(x *big.Rat) *big.Rat {
	if x.Sign() < 0 {
		return rationalLink(x)
	}
	return aroundHalf(x, 4, 4)
}

// at is F(k/2^s) for a rational link.
func (l link) at(k, s int64) *big.Rat {
	return l.exact(new(big.Rat).SetFrac(big.NewInt(k), new(big.Int).Lsh(big.NewInt(1), uint(s))))
}

// order is the sign of b_i - b_j on one objective, by the tiers for the logistic link.
func (l link) order(t latent, col []int64, i, j int, e *exact) (sign int, by tier) {
	pairs := riseTerms(col, i, j)
	if l.exact != nil {
		sum := new(big.Rat)
		for _, uv := range pairs {
			sum.Add(sum, l.at(uv[0], t.s)).Sub(sum, l.at(uv[1], t.s))
		}
		return sum.Sign(), "rational"
	}
	if len(pairs) == 0 {
		return 0, "tie"
	}
	return decide(t.enclosedRise(pairs).Sign, func() (int, bool) { return e.rise(pairs).Sign() })
}

// enclosedScore encloses b_i on one objective.
func (l link) enclosedScore(t latent) func(col []int64, i int) bounds.Interval {
	if l.exact == nil {
		return t.enclosedScore
	}
	return func(col []int64, i int) bounds.Interval {
		sum := new(big.Rat)
		for j := range col {
			if j != i {
				sum.Add(sum, l.at(col[i]-col[j], t.s))
			}
		}
		nearest, _ := sum.Quo(sum, big.NewRat(int64(t.K-1), 1)).Float64()
		return bounds.Point(nearest).Add(bounds.Point(0)) // one float64 wider on both sides
	}
}

// differences are all distinct k_i - k_j on one objective, ascending.
func differences(col []int64) []int64 {
	var all []int64
	for _, a := range col {
		for _, b := range col {
			all = append(all, a-b)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// increasing: F rises strictly over the differences of the instance.
func (l link) increasing(t latent) bool {
	return l.everywhere(t, func(diffs []int64, n int) bool {
		return n == 0 || l.at(diffs[n-1], t.s).Cmp(l.at(diffs[n], t.s)) < 0
	})
}

// symmetric: F(x) + F(-x) = 1 at the differences of the instance.
func (l link) symmetric(t latent) bool {
	return l.everywhere(t, func(diffs []int64, n int) bool {
		sum := l.at(diffs[n], t.s)
		return sum.Add(sum, l.at(-diffs[n], t.s)).Cmp(big.NewRat(1, 1)) == 0
	})
}

// everywhere: p for every difference.  For the logistic link both properties
// are known on paper (σ' > 0, σ(x)+σ(-x) = 1).
func (l link) everywhere(t latent, p func(diffs []int64, n int) bool) bool {
	if l.exact == nil {
		return true
	}
	for r := range t.D {
		diffs := differences(t.column(r))
		for n := range diffs {
			if !p(diffs, n) {
				return false
			}
		}
	}
	return true
}
