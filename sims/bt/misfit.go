package bt

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Misfit tells whether comparisons follow a Bradley–Terry law, by two statistics of the
// fitted probabilities p that are χ² of Freedom degrees in the limit where they do, over
// pairs with n comparisons, a share q of them won:
//
//	Deviance = 2·Σ n·(q·log(q/p) + (1-q)·log((1-q)/(1-p))),   Pearson = Σ n·(q-p)²/(p(1-p)).
//
// With few comparisons a pair the deviance is too large near p = 1/2, Pearson's where p
// is near 0 or 1: only both together are taken as a misfit.
type Misfit struct {
	Deviance, Pearson float64
	Freedom           int // pairs compared, less K-1
}

// Misfit fits the data with the vanishing ridge of the BT-MLE rule.  A fit that does not
// converge says nothing of the law, so it leaves nothing to test.
func (f *Fitter) Misfit(d Data) (m Misfit) {
	fit := f.Ridge(d, nil)
	if !fit.Converged {
		return Misfit{}
	}
	theta, pairs := fit.Theta, 0
	term := func(share, of float64) float64 {
		if share == 0 {
			return 0
		}
		return share * math.Log(share/of)
	}
	for i := range d.K {
		for j := i + 1; j < d.K; j++ {
			at := d.Place(i, j)
			if d.N[at] == 0 {
				continue
			}
			pairs++
			n := float64(d.N[at])
			q, p, lost := float64(d.Credit[at])/(2*n), 1/(1+math.Exp(theta[j]-theta[i])), 1/(1+math.Exp(theta[i]-theta[j]))
			m.Deviance += 2 * n * (term(q, p) + term(1-q, lost))
			m.Pearson += n * (q - p) * (q - p) / (p * lost)
		}
	}
	m.Freedom = max(0, pairs-(d.K-1))
	return m
}

// Add joins the misfits of two objectives.
func (m Misfit) Add(o Misfit) Misfit {
	return Misfit{m.Deviance + o.Deviance, m.Pearson + o.Pearson, m.Freedom + o.Freedom}
}

// P is the larger p-value of the two; 1 where there is nothing to test.
func (m Misfit) P() float64 {
	if m.Freedom == 0 {
		return 1
	}
	x := max(0, min(m.Deviance, m.Pearson)) // rounding may leave a perfect fit below 0
	return mathext.GammaIncRegComp(float64(m.Freedom)/2, x/2)
}
