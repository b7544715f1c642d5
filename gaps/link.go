package gaps

import "math"

// Link maps a latent difference to a probability of winning.  It must be
// strictly increasing with F(x)+F(-x) = 1, as Lemma 2.1 asks; in float64 its
// values are taken as they come.  A nil Link is the logistic one of
// Bradley–Terry.
type Link func(x float64) float64

// Logistic is σ(x) = 1/(1+e^{-x}), to a few units in the last place on the
// whole line (also where it is tiny).
func Logistic(x float64) float64 {
	hi, lo := logisticPair(math.Abs(x))
	if x < 0 {
		return lo
	}
	return hi
}

// logisticPair is σ(x) and σ(-x) for x ≥ 0 from one exponential, without
// cancellation in the small one.
func logisticPair(x float64) (hi, lo float64) {
	e := math.Exp(-x)
	hi = 1 / (1 + e)
	return hi, e * hi
}

// pair gives F(x) and F(-x) for x ≥ 0.
func (f Link) pair(x float64) (hi, lo float64) {
	if f == nil {
		return logisticPair(x)
	}
	return f(x), f(-x)
}
