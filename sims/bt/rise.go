package bt

import "math"

// Rise is T·(f(to) - f(from)), the increase of the negative log-likelihood in nats, and
// fills in kl(σ(from_i-from_j), σ(to_i-to_j)) by pair.  With x = from_i-from_j, u the change of it
// and p = σ(x),
//
//	log((1+e^{x+u})/(1+e^x)) = log(1 + p(e^u-1)) = kl + p·u,
//
// so the rise is Σ N·kl + Σ (N·p - W)·u: no two large losses are subtracted.
func (d Data) Rise(from, to, kl []float64) (rise float64) {
	at := 0
	for i := range d.K {
		for j := i + 1; j < d.K; j++ {
			x, u := from[i]-from[j], (to[i]-from[i])-(to[j]-from[j])
			kl[at] = 0
			if u != 0 {
				p, n := 1/(1+math.Exp(-x)), float64(d.N[at])
				kl[at] = max(0, math.Log1p(p*math.Expm1(u))-p*u)
				rise += n*kl[at] + (n*p-float64(d.Credit[at])/2)*u
			}
			at++
		}
	}
	return rise
}
