package bt

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// At small changes the difference of two losses has lost its digits and the sum has not:
// the reference is the second-order expansion, exact to u³.
func TestRiseIsTheDifferenceOfTheLosses(t *testing.T) {
	for trial := range uint64(50) {
		src := source(trial)
		d := draw(src, scores(src, 6, 3), 1000, false)
		from, to := scores(src, 6, 3), scores(src, 6, 3)
		kl := make([]float64, len(d.N))
		total := 0.0
		for _, n := range d.N {
			total += float64(n)
		}
		rise, _ := d.Rise(from, to, kl)
		require.InDelta(t, total*(loss(d, to, 0)-loss(d, from, 0)), rise, 1e-8)
		for i := range 6 {
			for j := i + 1; j < 6; j++ {
				p, q := 1/(1+math.Exp(from[j]-from[i])), 1/(1+math.Exp(to[j]-to[i]))
				require.InDelta(t, p*math.Log(p/q)+(1-p)*math.Log((1-p)/(1-q)), kl[d.Place(i, j)], 1e-14)
			}
		}
	}
	d := NewData(2)
	d.Add(0, 1, 1e18, 1e18) // half of the comparisons won
	kl := make([]float64, 1)
	const u = 0x1p-30
	rise, _ := d.Rise([]float64{0, 0}, []float64{u, 0}, kl)
	require.InEpsilon(t, 1e18*u*u/8, rise, 1e-6)
	require.InEpsilon(t, u*u/8, kl[0], 1e-6)
	rise, rounding := d.Rise([]float64{1, 0}, []float64{2, 1}, kl)
	require.Zero(t, rise, "a shift changes nothing")
	require.Zero(t, rounding)
}

// Two models: N·p·(1-p) is the information and its inverse the variance.  In general, the
// resistance of a network by its Laplacian with one node grounded.
func TestResistance(t *testing.T) {
	d := NewData(2)
	d.Add(0, 1, 100, 120)
	require.InEpsilon(t, 1/(100*0.75*0.25), d.Resistance([]float64{math.Log(3), 0})[1], 1e-14)

	for trial := range uint64(30) {
		src := source(trial)
		const K = 6
		theta := scores(src, K, 3)
		d := draw(src, theta, 500, false)
		grounded := mat.NewDense(K-1, K-1, nil)
		for i := range K {
			for j := range K {
				if i == j {
					continue
				}
				p := 1 / (1 + math.Exp(theta[j]-theta[i]))
				w := float64(d.N[d.Place(min(i, j), max(i, j))]) * p * (1 - p)
				if i < K-1 {
					grounded.Set(i, i, grounded.At(i, i)+w)
					if j < K-1 {
						grounded.Set(i, j, -w)
					}
				}
			}
		}
		var inverse mat.Dense
		require.NoError(t, inverse.Inverse(grounded))
		got := d.Resistance(theta)
		for i := range K - 1 {
			require.InEpsilon(t, inverse.At(i, i), got[i*K+K-1], 1e-11)
			require.Equal(t, got[i*K+K-1], got[(K-1)*K+i])
			for j := range i {
				require.InEpsilon(t, inverse.At(i, i)+inverse.At(j, j)-2*inverse.At(i, j), got[i*K+j], 1e-11)
			}
		}
	}
	apart := NewData(3)
	apart.Add(0, 1, 10, 10)
	require.True(t, math.IsInf(apart.Resistance(make([]float64, 3))[2], 1))
}

// det(I + sΩ) of one pair is 1 + 2sN, and of a complete balanced design (1 + sNK)^{K-1}.
func TestLogDet(t *testing.T) {
	d := NewData(2)
	d.Add(0, 1, 12, 3)
	require.InEpsilon(t, math.Log(1+2*2.5*12), d.LogDet(2.5), 1e-14)
	d = draw(source(1), make([]float64, 7), 30, true)
	require.InEpsilon(t, 6*math.Log(1+0.5*30*7), d.LogDet(0.5), 1e-13)

	for _, n := range []int64{1 << 51, 1<<53 + 1, 9820616604895341, 1e17, 1e18} { // 2sN beside 1
		for K := 2; K < 6; K++ {
			d := NewData(K)
			for at := range d.N {
				d.N[at] = n
			}
			require.InEpsilon(t, float64(K-1)*math.Log(1+2.5*float64(n)*float64(K)), d.LogDet(2.5), 1e-14, "K = %d, N = %d", K, n)
		}
	}
}
