package bt

import "math"

// Rise is T·(f(to) - f(from)), the increase of the negative log-likelihood in nats, and
// fills in kl(σ(from_i-from_j), σ(to_i-to_j)) by pair.  With x = from_i-from_j, u the change of it
// and p = σ(x),
//
//	log((1+e^{x+u})/(1+e^x)) = log(1 + p(e^u-1)) = kl + p·u,
//
// so the rise is Σ N·kl + Σ (N·p - W)·u: no two large losses are subtracted.
//
// rounding bounds its error.  In units of 2⁻⁵³, with D = |to_i-from_i| + |to_j-from_j| ≥ |u|,
// y = p(e^u-1) and exp, expm1 and log1p right to 2: x is right to |x|, u to 2D, p to |x|+4 of
// itself, and W to 1 of N.  So (N·p - W)·u is right to N·D·(|x|+11); log(1+y) to
// (|x|+7)·|y|/(1+y) + 4D, as log(1+y) is no steeper in u than 1 nor larger than |u|; N·kl thence
// to N·((|x|+7)·|y|/(1+y) + (|x|+14)·D); each sum to 1 of itself, and the sum of the two
// terms to 2·N·D.  N·(|x|+8)·(|y|/(1+y) + 4D) is more than all these and their products.
func (d Data) Rise(from, to, kl []float64) (rise, rounding float64) {
	at := 0
	for i := range d.K {
		for j := i + 1; j < d.K; j++ {
			x, u := from[i]-from[j], (to[i]-from[i])-(to[j]-from[j])
			kl[at] = 0
			if u != 0 {
				p, n := 1/(1+math.Exp(-x)), float64(d.N[at])
				y, D := p*math.Expm1(u), math.Abs(to[i]-from[i])+math.Abs(to[j]-from[j])
				kl[at] = max(0, math.Log1p(y)-p*u)
				rise += n*kl[at] + (n*p-float64(d.Credit[at])/2)*u
				rounding += n*(math.Abs(x)+8)*(math.Abs(y)/(1+y)+4*D) + math.Abs(rise)
			}
			at++
		}
	}
	return rise, rounding * 0x1p-53
}
