// Package oracle answers batches of comparisons.
//
// A batch of n comparisons is one binomial draw, in O(1) whatever n is: the
// outcomes inside a batch are independent, so only their sum matters (the
// batching rule of Algorithm 1).  An oracle knows the true probabilities and
// must therefore never be asked for anything but votes by an algorithm.
package oracle

import (
	"math/rand/v2"

	"vectorborda/gaps"
	"vectorborda/sims/binomial"
)

// Reply is what a batch of n comparisons showed: wins of the asked model and
// ties; the rest are losses.
type Reply struct{ Wins, Ties int64 }

// Focal answers random-opponent batches: model i on objective r against
// opponents drawn uniformly from all other models of the roster, whether they
// are still active or not.
type Focal interface {
	Size() (K, d int)
	Focal(src *rand.ChaCha8, i, r int, n int64) Reply
}

// Pairwise also answers batches of i against one opponent j.
type Pairwise interface {
	Focal
	Pair(src *rand.ChaCha8, i, j, r int, n int64) Reply
}

// Borda is the oracle of given Borda scores: focal batches are
// Binomial(n, b_{i,r}).  It knows nothing about single pairs.
type Borda struct{ b gaps.Array[float64] }

// FromBorda makes the oracle of Borda scores in [0,1].
func FromBorda(b gaps.Array[float64]) Borda { return Borda{b} }

// Size is the size of the roster and the number of objectives.
func (o Borda) Size() (K, d int) { return o.b.K, o.b.D }

// Focal draws Binomial(n, b_{i,r}).
func (o Borda) Focal(src *rand.ChaCha8, i, r int, n int64) Reply {
	return Reply{Wins: binomial.Draw(src, n, o.b.At(i, r))}
}

// Pairs is an oracle that knows the rate P(i beats j) of every pair as well.
type Pairs struct {
	Borda
	rate func(i, j, r int) float64
}

// FromTheta makes the oracle of latent scores, P(i beats j) = F(θ_{i,r}-θ_{j,r}) for a
// strictly increasing link F, with focal means as Definition 2.1 gives them; a nil link
// is the logistic one.
func FromTheta(theta gaps.Array[float64], link gaps.Link) Pairs {
	if link == nil {
		link = gaps.Logistic
	}
	rate := func(i, j, r int) float64 { return link(theta.At(i, r) - theta.At(j, r)) }
	return Pairs{Borda{gaps.Borda(theta, link)}, rate}
}

// Pair draws Binomial(n, P(i beats j)).
func (o Pairs) Pair(src *rand.ChaCha8, i, j, r int, n int64) Reply {
	return Reply{Wins: binomial.Draw(src, n, o.rate(i, j, r))}
}
