package lemmas

import (
	"fmt"
	"math"
	"slices"

	"vectorborda/bounds"
	"vectorborda/sims/audit"
)

// gapChain is K gaps over 2^s on d objectives at δ = 1/D.
type gapChain struct {
	K, d    int
	s, D    int64
	gap     []int64
	c, once float64                // 128, and 1 for the term dK
	power   int                    // 2, of 1/Δ_i
	phase   func(k, s int64) int64 // M_i
}

func chainLayout(in Instance) layout {
	return layout{{name: "s"}, {name: "1/δ"}, {"Δ·2^s", 1, in.K}}
}

func splitChain(in Instance) gapChain {
	v := in.Values
	return gapChain{in.K, in.D, v[0], v[1], v[2:], 128, 1, 2, lastPhaseOf}
}

func (c gapChain) delta() float64 { return 1 / float64(c.D) }

// lastPhaseOf is M = 1+⌈log₂(4/Δ)⌉ for Δ = k/2^s: the smallest j with 2^j·Δ ≥ 4, plus 1.
func lastPhaseOf(k, s int64) int64 {
	j := int64(0)
	for k<<j < 4<<s {
		j++
	}
	return 1 + j
}

// leavesBy is m_i = min{m : 2^-m < Δ/4}.
func leavesBy(k, s int64) int64 {
	m := int64(1)
	for k<<m <= 4<<s {
		m++
	}
	return m
}

// logTerm encloses log(4·K·d·m²/δ).
func (c gapChain) logTerm(m int64) bounds.Interval {
	x := bounds.Point(4 * float64(c.K) * float64(c.d) * float64(m) * float64(m))
	return x.Div(bounds.Point(c.delta())).Log()
}

// bound encloses once·dK + c·d·Σ L_i/Δ_i².
func (c gapChain) bound() bounds.Interval {
	sum := bounds.Point(0)
	for _, k := range c.gap {
		gap := bounds.Point(latent{s: c.s}.real(k))
		term := c.logTerm(c.phase(k, c.s))
		for range c.power {
			term = term.Div(gap)
		}
		sum = sum.Add(term)
	}
	first := bounds.Point(c.once * float64(c.d) * float64(c.K))
	return first.Add(bounds.Point(c.c * float64(c.d)).Mul(sum))
}

// reach is d·Σ n_{m_i}.
func (c gapChain) reach() (int64, error) {
	s, err := schedule(c.K, c.d, c.delta(), 4)
	if err != nil {
		return 0, err
	}
	sum := int64(0)
	for _, k := range c.gap {
		n, err := s.N(int(leavesBy(k, c.s)))
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return int64(c.d) * sum, nil
}

// holds checks every step of the chain, and the functions of packages bounds and
// audit that have its ends.
func (c gapChain) holds() (Outcome, error) {
	s, err := schedule(c.K, c.d, c.delta(), 4)
	if err != nil {
		return Outcome{}, err
	}
	for _, k := range c.gap {
		if out := c.step(s, k); out.Verdict != Holds {
			return out, nil
		}
	}
	reach, err := c.reach()
	if err != nil {
		return Outcome{}, err
	}
	return firstFailure(
		func() Outcome {
			return notBelow(c.bound(), bounds.Point(float64(reach)), neverDecides, "dK + 128d·Σ L_i/Δ_i²", "d·Σ n_{m_i}")
		},
		func() Outcome { return c.production(s, reach) },
	), nil
}

// step is the chain for one gap, each inequality by itself.
func (c gapChain) step(s *bounds.Schedule, k int64) Outcome {
	m, M := leavesBy(k, c.s), c.phase(k, c.s)
	n, _ := s.N(int(m))
	L := bounds.Point(s.L(int(m))).Mul(bounds.Interval{Lo: 1 - 0x1p-52, Hi: 1 + 0x1p-52})
	most := bounds.Point(1).Add(L.Mul(bounds.Point(math.Ldexp(2, 2*int(m)))))
	switch {
	case m > M:
		return refuted("m_i = %d > M_i = %d for Δ = %d/2^%d", m, M, k, c.s)
	case k<<m > 8<<c.s:
		return refuted("2^m_i·Δ > 8 for Δ = %d/2^%d", k, c.s)
	case disjoint(L, c.logTerm(m)):
		return refuted("L_%d = %v is not log(4Kdm²/δ)", m, s.L(int(m)))
	}
	return notBelow(most, bounds.Point(float64(n)), neverDecides, "1 + 2·L_m·4^m", "n_m")
}

// production: bounds.PropositionB4 is the bound within its stated error and
// audit.NewReach has m_i and d·Σ n_{m_i}.
func (c gapChain) production(s *bounds.Schedule, reach int64) Outcome {
	gap := make([]float64, len(c.gap))
	for i, k := range c.gap {
		gap[i] = latent{s: c.s}.real(k)
	}
	got, err := bounds.PropositionB4(gap, c.d, c.delta())
	if err != nil {
		return refuted("%v", err)
	}
	if disjoint(statedEnclosure(got, c.K+20), c.bound()) {
		return refuted("bounds.PropositionB4 = %v, the bound is in [%v, %v]", got, c.bound().Lo, c.bound().Hi)
	}
	a := audit.NewReach(gap, s)
	for i, k := range c.gap {
		if int64(a.Phase[i]) != leavesBy(k, c.s) {
			return refuted("audit: m_i = %d for Δ = %v, not %d", a.Phase[i], gap[i], leavesBy(k, c.s))
		}
	}
	if math.Abs(a.Tau-float64(reach)) > float64(reach)*float64(c.K+2)*0x1p-53 {
		return refuted("audit: d·Σ n_{m_i} = %v, not %d", a.Tau, reach)
	}
	return Outcome{}
}

// statedEnclosure encloses the truth behind a value with a relative error of units·2⁻⁵³.
func statedEnclosure(v float64, units int) bounds.Interval {
	e := float64(units+2) * 0x1p-53
	return bounds.Interval{Lo: v * (1 - e), Hi: v * (1 + e)}
}

func chainDomain() *Domain {
	return &Domain{
		Hypotheses: []Hypothesis{gapsPositive(func(in Instance) []int64 { return splitChain(in).gap }, func(in Instance) int64 { return 1 << in.Values[0] })},
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
		Show:   func(in Instance) string { return chainLayout(in).show(in) },
	}
}

func gapsPositive(gaps func(Instance) []int64, most func(Instance) int64) Hypothesis {
	return Hypothesis{
		Name: "gaps", Words: "0 < Δ_i^B ≤ 1 for every i", NoMutant: "the bound has no value at a gap of 0",
		Holds: func(in Instance) (bool, error) {
			g := gaps(in)
			return slices.Min(g) > 0 && slices.Max(g) <= most(in), nil
		},
	}
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
	return gapChain{size.K, size.D, s, []int64{5, 20, 1000}[n/3], slices.Repeat([]int64{gap}, size.K), 128, 1, 2, lastPhaseOf}
}

func chainOn(n int) Outcome {
	out, err := nthChain(n).holds()
	if err != nil {
		return refuted("%v", err)
	}
	return out
}

// worstChain is how close d·Σ n_{m_i} comes to the bound on the grid.
func worstChain() string {
	closest, where := 1.0, gapChain{}
	for n := range chainPoints {
		c := nthChain(n)
		if reach, err := c.reach(); err == nil {
			if room := 1 - float64(reach)/c.bound().Hi; room < closest {
				closest, where = room, c
			}
		}
	}
	return fmt.Sprintf("within %.0e of the bound at K = %d, d = %d, δ = 1/%d, Δ = 2^-%.0f", closest, where.K, where.d, where.D, -math.Log2(latent{s: where.s}.real(where.gap[0])))
}
