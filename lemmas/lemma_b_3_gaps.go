package lemmas

import (
	"vectorborda/bounds/enclose"
	"vectorborda/lemmas/lra"
)

// gaps enclose the Borda gaps Δ_i^B of the logistic link by Definition 2.2 as Lemma
// B.5 puts it, Δ_i = Δ*_i ∨ δ*_i.
func (e *exact) gaps(t latent) []enclose.Interval {
	b, S, zero := e.scores(t), lra.Upto(t.K), e.bits.Int(0)
	bigStar, gap := make([]enclose.Interval, t.K), make([]enclose.Interval, t.K)
	for i := range S {
		bigStar[i] = over(enclose.Interval.Max, lra.Without(S, i), func(j int) enclose.Interval { return margin(b[i], b[j]) })
	}
	for i := range S {
		gap[i] = over(enclose.Interval.Min, lra.Without(S, i), func(j int) enclose.Interval {
			reach := margin(b[j], b[i]).Neg().Max(zero).Add(bigStar[j].Max(zero))
			return margin(b[i], b[j]).Neg().Min(reach)
		}).Max(bigStar[i])
	}
	return gap
}

// scores are b_{i,r} = (1/(K-1)) Σ_{j≠i} σ(θ_{i,r}-θ_{j,r}) by rows.
func (e *exact) scores(t latent) [][]enclose.Interval {
	b := make([][]enclose.Interval, t.K)
	for r := range t.D {
		col := t.column(r)
		for i := range col {
			sum := e.bits.Int(0)
			for _, j := range lra.Without(lra.Upto(t.K), i) {
				sum = sum.Add(e.logistic(col[i] - col[j]))
			}
			b[i] = append(b[i], sum.Quo(e.bits.Int(int64(t.K-1))))
		}
	}
	return b
}

// margin is m_b(i,j) = min_r (b_{j,r} - b_{i,r}) of two rows.
func margin(i, j []enclose.Interval) enclose.Interval {
	return over(enclose.Interval.Min, lra.Upto(len(i)), func(r int) enclose.Interval { return j[r].Sub(i[r]) })
}

// over folds max or min over a set that is not empty.
func over(pick func(x, y enclose.Interval) enclose.Interval, S []int, f func(i int) enclose.Interval) enclose.Interval {
	v := f(S[0])
	for _, i := range S[1:] {
		v = pick(v, f(i))
	}
	return v
}
