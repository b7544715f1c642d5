package extremal

import (
	"math"

	"vectorborda/sims/repeat"
)

// gridSteps are the steps of the grid of utility differences on [-1, 1], a power of 2 so
// that they are exact.
const gridSteps = 512

// rivals are two models a and b in a context: their utility differences x and y to m_0,
// and E[Z|x] - E[Z|y].
type rivals struct{ x, y, z float64 }

func (p rivals) difference() float64 { return p.x - p.y }

// mixture has two contexts, one with x-y below an average and one with x-y above it, with
// the weights 1-w and w that make it the average.
type mixture struct {
	below, above rivals
	w            float64
}

func mix(below, above rivals, average float64) mixture {
	return mixture{below, above, (average - below.difference()) / (above.difference() - below.difference())}
}

// score is how much better a scores than b.
func (m mixture) score() float64 { return (1-m.w)*m.below.z + m.w*m.above.z }

// unit is the slope between the two contexts.
func (m mixture) unit() float64 {
	return (m.above.z - m.below.z) / (m.above.difference() - m.below.difference())
}

// average is what E[x-y] is aimed at: ε and room for the rounding of weights and means.
func (r ranking) average() float64 { return min(1, r.epsilon+0x1p-48) }

// worst is the mixture with the smallest score.
func (r ranking) worst(e repeat.Estimator) mixture {
	worst, score := mixture{}, math.Inf(1)
	all := r.pairs(e)
	for _, below := range all {
		for _, above := range all {
			if !(below.difference() < r.average() && r.average() <= above.difference()) {
				continue
			}
			if m := mix(below, above, r.average()); m.score() < score {
				worst, score = m, m.score()
			}
		}
	}
	return worst
}

// pairs are, for each difference x-y on the grid, the pair that scores least, of those
// that score alike, as (x,y) and (-y,-x), the one with the smallest x.  Of two models the
// second is m_0.
func (r ranking) pairs(e repeat.Estimator) []rivals {
	const zero = gridSteps / 2
	all, D, z := make([]rivals, gridSteps+1), make([]float64, gridSteps+1), make([]float64, gridSteps+1)
	for i := range zero + 1 { // E[Z|-D] = -E[Z|D]
		up, down := zero+i, zero-i
		D[up], D[down] = float64(i)/zero, -float64(i)/zero
		z[up] = e.Mean(repeat.Sigma(r.beta * D[up]))
		z[down], all[up].z, all[down].z = -z[up], math.Inf(1), math.Inf(1)
	}
	for i := range D {
		for j := range D {
			n := i - j + zero
			if n < 0 || n > gridSteps || r.models == 2 && j != zero {
				continue
			}
			if p := (rivals{D[i], D[j], z[i] - z[j]}); p.z < all[n].z {
				all[n] = p
			}
		}
	}
	return all
}

// misleads: on the mixture, with average utilities at least ε apart, a is better and its
// expected score lower beyond rounding.
func (r ranking) misleads(m mixture, e repeat.Estimator) bool {
	p := r.population(m)
	if _, gap, err := p.Order(); err != nil || gap < r.epsilon+0x1p-49 {
		return false
	}
	x, err := repeat.NewDesign(p, len(p.Models)-1, r.beta)
	if err != nil {
		return false
	}
	scores, bound := x.Scores(e)
	return scores[0]-scores[1] < -2*bound
}

// population has the models a, b and m_0, or a and m_0.  Small x keep a below m_0 on
// average.
func (r ranking) population(m mixture) *repeat.Population {
	p := &repeat.Population{Models: []string{"a", "b", "m_0"}, Weights: []float64{1 - m.w, m.w}}
	if r.models == 2 {
		p.Models = []string{"a", "m_0"}
	}
	for _, at := range []rivals{m.below, m.above} {
		if r.models == 2 {
			p.Utilities = append(p.Utilities, []float64{max(0, at.x), max(0, -at.x)})
			continue
		}
		low := min(at.x, at.y, 0)
		p.Utilities = append(p.Utilities, []float64{at.x - low, at.y - low, -low})
	}
	return p
}
