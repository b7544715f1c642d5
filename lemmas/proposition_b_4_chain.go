package lemmas

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"vectorborda/bounds"
	"vectorborda/bounds/enclose"
	"vectorborda/sims/audit"
)

// upperForm is the form of the upper bounds, the paper's or a wrong one.
type upperForm struct {
	once, c float64                 // 1 and 128
	power   int                     // 2
	phase   func(x float64) float64 // M, which does not grow
}

// upperBound is dK + c·d·Σ L_i/x_i², c = 128 in the paper.
func upperBound(c float64) upperForm { return upperForm{1, c, 2, phaseOf} }

// of encloses once·dK + c·d·Σ log(4·K·d·M(x_i)²/δ)/x_i^power for K enclosed x_i > 0.
func (f upperForm) of(d int, delta float64, x []bounds.Interval) bounds.Interval {
	K, sum := len(x), bounds.Point(0)
	for _, xi := range x {
		term := logTerm(K, d, delta, f.phase(xi.Hi), f.phase(xi.Lo))
		for range f.power {
			term = term.Div(xi)
		}
		sum = sum.Add(term)
	}
	return bounds.Point(f.once * float64(d) * float64(K)).Add(bounds.Point(f.c * float64(d)).Mul(sum))
}

// logTerm encloses log(4·K·d·M²/δ) for least ≤ M ≤ most.
func logTerm(K, d int, delta, least, most float64) bounds.Interval {
	square := func(M float64) float64 { return 4 * float64(K) * float64(d) * M * M }
	return bounds.Interval{Lo: square(least), Hi: square(most)}.Div(bounds.Point(delta)).Log()
}

// phaseOf is M = 1+⌈log₂(4/x)⌉ for x > 0: x = f·2^e with 1/2 ≤ f < 1.
func phaseOf(x float64) float64 {
	_, e := math.Frexp(x)
	return float64(4 - e)
}

// leavesBy is m_i = min{m : 2^-m < gap/4}.
func leavesBy(gap float64) int {
	m := 1
	for math.Ldexp(1, -m) >= gap/4 {
		m++
	}
	return m
}

// reach encloses d·Σ n_{m_i} for enclosed gaps; the sums are of whole numbers.
func reach(d int, delta float64, x []bounds.Interval) bounds.Interval {
	s := schedule(len(x), d, delta, bounds.PaperConstants().Thr)
	least, most := 0.0, 0.0
	for _, xi := range x {
		least += float64(must(s.N(leavesBy(xi.Hi))))
		most += float64(must(s.N(leavesBy(xi.Lo))))
	}
	return bounds.Interval{Lo: float64(d) * least, Hi: float64(d) * most}
}

// gapChain is K gaps over 2^s on d objectives at δ = 1/D.
type gapChain struct {
	K, d int
	s, D int64
	gap  []int64
	form upperForm
}

func chainLayout(in Instance) layout {
	return layout{{name: "s"}, {name: "1/δ"}, {"Δ·2^s", 1, in.K}}
}

func splitChain(in Instance) gapChain {
	v := in.Values
	return gapChain{in.K, in.D, v[0], v[1], v[2:], upperBound(128)}
}

func (c gapChain) delta() float64 { return 1 / float64(c.D) }

// reals are the gaps, and points the same as intervals.
func (c gapChain) reals() (all []float64) {
	for _, k := range c.gap {
		all = append(all, latent{s: c.s}.real(k))
	}
	return all
}

func (c gapChain) points() (all []bounds.Interval) {
	for _, gap := range c.reals() {
		all = append(all, bounds.Point(gap))
	}
	return all
}

// bound encloses the bound, and reach d·Σ n_{m_i}.
func (c gapChain) bound() bounds.Interval { return c.form.of(c.d, c.delta(), c.points()) }
func (c gapChain) reach() bounds.Interval { return reach(c.d, c.delta(), c.points()) }

// withinBound is d·Σ n_{m_i} ≤ bound: the chain from its beginning to its end.
func (c gapChain) withinBound() Outcome { return atMost(c.reach(), c.bound(), "d·Σ n_{m_i}") }

// holds checks every step of the chain, and the functions of packages bounds and
// audit that have its ends.
func (c gapChain) holds() Outcome {
	s := schedule(c.K, c.d, c.delta(), 4)
	for _, gap := range c.reals() {
		if out := c.step(s, gap); out.Verdict != Holds {
			return out
		}
	}
	return firstFailure(c.withinBound, func() Outcome { return c.production(s, c.reach()) })
}

// step is the chain for one gap, each inequality by itself.
func (c gapChain) step(s *bounds.Schedule, gap float64) Outcome {
	m, M := leavesBy(gap), c.form.phase(gap)
	n, _ := s.N(m)
	L := bounds.Point(s.L(m)).Mul(bounds.Interval{Lo: 1 - 0x1p-52, Hi: 1 + 0x1p-52})
	most := bounds.Point(1).Add(L.Mul(bounds.Point(math.Ldexp(2, 2*m))))
	switch {
	case float64(m) > M:
		return refuted("m_i = %d > M_i = %v for Δ = %v", m, M, gap)
	case math.Ldexp(gap, m) > 8:
		return refuted("2^m_i·Δ > 8 for Δ = %v", gap)
	case disjoint(L, logTerm(c.K, c.d, c.delta(), float64(m), float64(m))):
		return refuted("L_%d = %v is not log(4Kdm²/δ)", m, s.L(m))
	}
	return firstFailure(
		func() Outcome { return atMost(bounds.Point(float64(n)), most, "n_m against 1 + 2·L_m·4^m") },
		func() Outcome { return c.enoughSamples(m, n) },
	)
}

// enoughSamples is n_m ≥ 2·L_m·4^m, which is r_m = √(L_m/(2n_m)) ≤ ε_m/2: with ε_m < Δ_i/4
// it makes r_m < Δ_i/8, as Lemma B.10 asks.  Its exact tier has bits to spare: L_m·4^m is
// no whole number.
func (c gapChain) enoughSamples(m int, n int64) Outcome {
	square := func(by int64) *big.Int {
		return new(big.Int).Mul(big.NewInt(4*int64(c.K)*int64(c.d)*c.D*by), big.NewInt(by))
	}
	asked := enclose.Bits(200).Log(square(int64(m)), big.NewInt(1)).Scale(2*m + 1)
	sign, ok := enclose.Bits(200).Int(n).Sub(asked).Sign()
	switch {
	case !ok:
		return Outcome{Undecided, fmt.Sprintf("n_%d against 2·L_m·4^m", m)}
	case sign < 0:
		return refuted("n_%d = %d is below 2·L_m·4^m, so r_m > ε_m/2", m, n)
	}
	return Outcome{}
}

// production: bounds.PropositionB4 is the bound within its stated error and
// audit.NewReach has m_i and d·Σ n_{m_i}.
func (c gapChain) production(s *bounds.Schedule, reach bounds.Interval) Outcome {
	gap := c.reals()
	got := must(bounds.PropositionB4(gap, c.d, c.delta()))
	if disjoint(statedEnclosure(got, c.K+20), c.bound()) {
		return refuted("bounds.PropositionB4 = %v, the bound is in [%v, %v]", got, c.bound().Lo, c.bound().Hi)
	}
	a := audit.NewReach(gap, s)
	for i, x := range gap {
		if a.Phase[i] != leavesBy(x) {
			return refuted("audit: m_i = %d for Δ = %v, not %d", a.Phase[i], x, leavesBy(x))
		}
	}
	if disjoint(statedEnclosure(a.Tau, c.K), reach) {
		return refuted("audit: d·Σ n_{m_i} = %v, not %v", a.Tau, reach.Lo)
	}
	return Outcome{}
}

// statedEnclosure encloses the truth behind a value with a relative error of units·2⁻⁵³.
func statedEnclosure(v float64, units int) bounds.Interval {
	e := float64(units+2) * 0x1p-53
	return bounds.Interval{Lo: v * (1 - e), Hi: v * (1 + e)}
}

func chainDomain() cases[gapChain] {
	return casesOf(splitChain, Domain{
		Generate: func(d Draw) Instance {
			size := drawSize(d)
			s := []int64{5, 20}[d.Int(0, 1, "grid")]
			least := max(0, s-12) // n_m for Δ = 2⁻¹² is 10¹¹: 1 + 2·L·4^m is known to 10⁻⁴
			in := Instance{size, []int64{s, []int64{2, 20, 1000}[d.Int(0, 2, "1/δ")]}}
			for range size.K {
				near := int64(1) << d.Int(least, s, "power of two")
				gap := []int64{near, near + 1, near - 1, d.Int(1<<least, 1<<s, "gap")}[d.Int(0, 3, "kind of gap")]
				in.Values = append(in.Values, max(1, min(gap, 1<<s)))
			}
			return in
		},
		Layout: chainLayout,
	}, []supposed[gapChain]{gapsPositive(func(c gapChain) ([]int64, int64) { return c.gap, 1 << c.s })})
}

// gapsPositive is about gaps and what stands for 1.
func gapsPositive[X any](gaps func(x X) (gap []int64, one int64)) supposed[X] {
	return supposed[X]{"gaps", "0 < Δ_i^B ≤ 1 for every i", "the bound has no value at a gap of 0", func(x X) bool {
		gap, one := gaps(x)
		return slices.Min(gap) > 0 && slices.Max(gap) <= one
	}}
}

const (
	chainPowers = 13
	chainPoints = chainPowers * 6 * 9
)

// nthChain is one gap K times over: the chain goes term by term.
func nthChain(n int) gapChain {
	const s = 30
	power := int64(1) << (s - n%chainPowers)
	n /= chainPowers
	gap := []int64{power, power - 1, power/2 + 1, power / 4 * 3, power / 8 * 5, power / 16 * 15}[n%6]
	n /= 6
	size := []Size{{2, 1}, {16, 4}, {64, 10}}[n%3]
	return gapChain{size.K, size.D, s, []int64{5, 20, 1000}[n/3], slices.Repeat([]int64{gap}, size.K), upperBound(128)}
}

// told is the point of the grid.
func (c gapChain) told() (at []coordinate) {
	at = []coordinate{labelledAs("K×d", Size{c.K, c.d}.String()), fraction("δ", 1, c.D)}
	for _, gap := range slices.Compact(slices.Clone(c.gap)) {
		at = append(at, fraction("Δ of every model", gap, 1<<c.s))
	}
	return at
}

// worstChain is how close d·Σ n_{m_i} comes to the bound on the grid.
func worstChain() string {
	closest, where := 1.0, gapChain{}
	for n := range chainPoints {
		c := nthChain(n)
		if room := 1 - c.reach().Hi/c.bound().Hi; room < closest {
			closest, where = room, c
		}
	}
	return fmt.Sprintf("within %.0e of the bound at K = %d, d = %d, δ = 1/%d, Δ = 2^-%.0f", closest, where.K, where.d, where.D, -math.Log2(where.reals()[0]))
}
