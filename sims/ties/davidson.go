package ties

import "math"

// davidson is the negative log-likelihood of one objective, in nats a vote, with a ridge.
// Of two models i and j
//
//	(π^W, π^L, π^U) = softmax((θ_i-θ_j)/2, (θ_j-θ_i)/2, η_ij),
//
// with η_ij = γ for no factors, else Γ_ij of Γ = VΦᵀ+ΦVᵀ, V of K×k, and
// Φ_{aℓ} = sqrt(2/K)·cos(π(2a-1)(2ℓ-1)/(4K)), a = 1 … K, ℓ = 1 … k.  Φ takes the models in
// their order, which is that of their names: with factors another order is another model.
// The parameters are θ, then γ or the rows of V.
type davidson struct {
	K     int
	cells []tally
	phi   [][]float64 // rows of Φ; nil without factors
	votes float64     // in all
	ridge float64     // μ of (μ/2)‖x‖²
}

// tally are the votes of the pair i < j.
type tally struct {
	i, j            int
	won, lost, tied float64
}

func newDavidson(K, factors int, cells []tally, ridge float64) *davidson {
	m := &davidson{K: K, cells: cells, ridge: ridge}
	if factors > 0 {
		m.phi = make([][]float64, K)
	}
	for a := range m.phi {
		for l := range factors {
			angle := math.Pi * float64(2*a+1) * float64(2*l+1) / float64(4*K)
			m.phi[a] = append(m.phi[a], math.Sqrt(2/float64(K))*math.Cos(angle))
		}
	}
	for _, c := range cells {
		m.votes += c.won + c.lost + c.tied
	}
	return m
}

// size is the number of parameters.
func (m *davidson) size() int {
	if m.phi == nil {
		return m.K + 1
	}
	return m.K + m.K*len(m.phi[0])
}

// row is V_a of the parameters.
func (m *davidson) row(x []float64, a int) []float64 {
	k := len(m.phi[a])
	return x[m.K+a*k : m.K+(a+1)*k]
}

// eta is η_ij.
func (m *davidson) eta(x []float64, i, j int) (eta float64) {
	if m.phi == nil {
		return x[m.K]
	}
	vi, vj := m.row(x, i), m.row(x, j)
	for l := range vi {
		eta += vi[l]*m.phi[j][l] + m.phi[i][l]*vj[l]
	}
	return eta
}

// logs are log π^W, log π^L and log π^U of i against j.
func (m *davidson) logs(x []float64, i, j int) (won, lost, tied float64) {
	half, eta := (x[i]-x[j])/2, m.eta(x, i, j)
	top := max(math.Abs(half), eta)
	norm := top + math.Log(math.Exp(half-top)+math.Exp(-half-top)+math.Exp(eta-top))
	return half - norm, -half - norm, eta - norm
}

// loss is the negative log-likelihood of the votes of some cells, in nats.
func (m *davidson) loss(x []float64, cells []tally) (sum float64) {
	for _, c := range cells {
		won, lost, tied := m.logs(x, c.i, c.j)
		sum -= c.won*won + c.lost*lost + c.tied*tied
	}
	return sum
}

// value is what is minimised.
func (m *davidson) value(x []float64) float64 {
	squares := 0.0
	for _, p := range x {
		squares += p * p
	}
	return m.loss(x, m.cells)/m.votes + m.ridge/2*squares
}

// gradient is that of value.
func (m *davidson) gradient(grad, x []float64) {
	for n, p := range x {
		grad[n] = m.ridge * p
	}
	for _, c := range m.cells {
		won, lost, tied := m.logs(x, c.i, c.j)
		n := c.won + c.lost + c.tied
		slope := ((n*math.Exp(won) - c.won) - (n*math.Exp(lost) - c.lost)) / (2 * m.votes)
		grad[c.i] += slope
		grad[c.j] -= slope
		slope = (n*math.Exp(tied) - c.tied) / m.votes
		if m.phi == nil {
			grad[m.K] += slope
			continue
		}
		gi, gj := m.row(grad, c.i), m.row(grad, c.j)
		for l := range gi {
			gi[l] += slope * m.phi[c.j][l]
			gj[l] += slope * m.phi[c.i][l]
		}
	}
}
