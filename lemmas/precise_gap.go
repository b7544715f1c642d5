package lemmas

import (
	"github.com/cockroachdb/apd/v3"

	"vectorborda/lemmas/lra"
)

// preciseGaps are the Borda gaps Δ_i^B of the logistic link in decimals, by
// Definition 2.2 as Lemma B.5 puts it, Δ_i = Δ*_i ∨ δ*_i.  A score is a mean of
// logistic values and within 1.2·10^(4-p) as they are; a margin is within twice
// and a gap, a sum of two margins at most, within four times that: p.error, which
// is 10^(6-p), covers it with a slope times a difference besides.
func (p *precise) preciseGaps(t latent) []*apd.Decimal {
	b, S := p.scores(t), lra.Upto(t.K)
	bigStar, gap := make([]*apd.Decimal, t.K), make([]*apd.Decimal, t.K)
	for i := range S {
		for _, j := range lra.Without(S, i) {
			bigStar[i] = extreme(1, bigStar[i], p.margin(b, i, j))
		}
	}
	for i := range S {
		for _, j := range lra.Without(S, i) {
			reach := p.sum(positive(negative(p.margin(b, j, i))), positive(bigStar[j]))
			gap[i] = extreme(-1, gap[i], extreme(-1, negative(p.margin(b, i, j)), reach))
		}
		gap[i] = extreme(1, gap[i], bigStar[i])
	}
	return gap
}

// scores are b_{i,r} = (1/(K-1)) Σ_{j≠i} σ(θ_{i,r}-θ_{j,r}) by rows.
func (p *precise) scores(t latent) [][]*apd.Decimal {
	b := make([][]*apd.Decimal, t.K)
	for r := range t.D {
		col := t.column(r)
		for i := range col {
			sum := new(apd.Decimal)
			for _, j := range lra.Without(lra.Upto(t.K), i) {
				sum = p.sum(sum, p.logistic(col[i]-col[j]))
			}
			p.must(p.ctx.Quo(sum, sum, apd.New(int64(t.K-1), 0)))
			b[i] = append(b[i], sum)
		}
	}
	return b
}

// margin is m_b(i,j) = min_r (b_{j,r} - b_{i,r}).
func (p *precise) margin(b [][]*apd.Decimal, i, j int) *apd.Decimal {
	var least *apd.Decimal
	for r := range b[i] {
		least = extreme(-1, least, p.sum(b[j][r], negative(b[i][r])))
	}
	return least
}

func (p *precise) sum(a, b *apd.Decimal) *apd.Decimal {
	v := new(apd.Decimal)
	p.must(p.ctx.Add(v, a, b))
	return v
}

// extreme is the larger of a and b for which = 1, the smaller for -1; nil is
// no number yet.
func extreme(which int, a, b *apd.Decimal) *apd.Decimal {
	if a == nil || b.Cmp(a) == which {
		return b
	}
	return a
}

func negative(a *apd.Decimal) *apd.Decimal { return new(apd.Decimal).Neg(a) }

func positive(a *apd.Decimal) *apd.Decimal { return extreme(1, a, new(apd.Decimal)) }
