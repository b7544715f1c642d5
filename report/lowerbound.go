package report

import (
	"fmt"
	"math"
	"math/big"

	"vectorborda/sims/extremal"
	"vectorborda/sims/repeat"
	"vectorborda/sims/stat"
)

// LowerBound shows E_d with its limits, two populations, and d*(ε, δ).
type LowerBound struct {
	Beta        stat.Number   `json:"beta"`
	D           int           `json:"d"`
	Rate        stat.Number   `json:"rate"` // tanh(β/4)²
	Limits      []errorLimits `json:"limits"`
	Populations *populations  `json:"populations"`
	Depths      []depthRow    `json:"depths"`
	Partial     bool          `json:"partial"`
}

// errorLimits are those of E_d = E_{d+1}, d odd, rounded outward; Ratio is
// E_d/E_{d-2}.
type errorLimits struct {
	D           int         `json:"d"`
	Lower       decimal     `json:"lower"`
	Upper       decimal     `json:"upper"`
	Ratio       stat.Number `json:"ratio"`
	ClosedLower stat.Number `json:"closed_lower"`
	ClosedUpper stat.Number `json:"closed_upper"`
}

// populations are μ₊ and its mirror image μ₋.  An atom of μ₊ is Wins/2^Bits exactly.
type populations struct {
	D       int     `json:"d"`
	Average decimal `json:"average"`
	Bits    uint    `json:"bits"`
	Atoms   []atom  `json:"atoms"`
}

type atom struct {
	Wins    string      `json:"wins"`
	P       stat.Number `json:"p"`
	Utility stat.Number `json:"utility"`
	Weight  stat.Number `json:"weight"`
}

// depthRow is d*(ε, δ) ≥ D, and the depth each method needs.
type depthRow struct {
	Epsilon stat.Number `json:"epsilon"`
	D       int         `json:"d_lower"`
	Before  decimal     `json:"e_before"` // E_{D-1} is at least this
	At      decimal     `json:"e_at"`     // E_D is at most this; null beyond the largest depth
	Needs   []needRow   `json:"needs"`
}

// needRow is what a method needs for two models, m_0 and another, and for any number.
type needRow struct {
	Method repeat.Method `json:"method"`
	enough
	Any enough `json:"any"`
}

type enough struct {
	Depth       int         `json:"depth"` // 0: none is proved enough
	Comparisons stat.Number `json:"comparisons"`
	Open        bool        `json:"open"` // a smaller depth, or with 0 any, is neither proved enough nor refuted
}

func newEnough(e extremal.Enough) enough { return enough{e.Depth, stat.Number(e.Comparisons), e.Open} }

// limitDigits are those of a limit.
const limitDigits = 15

// NewLowerBound lays a study out.
func NewLowerBound(s *extremal.Study) *LowerBound {
	rate := math.Tanh(s.Beta / 4)
	doc := &LowerBound{
		Beta: stat.Number(s.Beta), D: s.D, Rate: stat.Number(rate * rate),
		Limits: []errorLimits{}, Depths: []depthRow{}, Partial: s.Partial,
	}
	before := big.NewFloat(1)
	for _, x := range s.Limits {
		ratio, _ := new(big.Float).Quo(x.Lower, before).Float64()
		lower, upper := extremal.ClosedForm(x.D, s.Beta)
		doc.Limits = append(doc.Limits, errorLimits{
			x.D, below(x.Lower, limitDigits), above(x.Upper, limitDigits), stat.Number(ratio), stat.Number(lower), stat.Number(upper),
		})
		before = x.Lower
	}
	if s.Pair.D > 0 {
		doc.Populations = showPair(s)
	}
	for i, d := range s.Depths {
		row := depthRow{Epsilon: stat.Number(d.Epsilon), D: d.D, Before: below(d.Before, limitDigits)}
		if d.At != nil {
			row.At = above(d.At, limitDigits)
		}
		for _, n := range s.Needs[i] {
			row.Needs = append(row.Needs, needRow{n.Method, newEnough(n.Two), newEnough(n.Any)})
		}
		doc.Depths = append(doc.Depths, row)
	}
	return doc
}

func showPair(s *extremal.Study) *populations {
	plus := s.Pair.Plus
	wins, weights := plus.Contexts()
	out := &populations{D: s.Pair.D, Bits: plus.Bits}
	out.Average = below(s.Limits[len(s.Limits)-1].Lower, limitDigits)
	for i, p := range wins {
		out.Atoms = append(out.Atoms, atom{plus.Wins[i].String(), stat.Number(p), stat.Number(repeat.Logit(p) / s.Beta), stat.Number(weights[i])})
	}
	return out
}

// Records are the limits of E_d.
func (doc *LowerBound) Records() any { return doc.Limits }

// Tables are E_d, the populations and d*.
func (doc *LowerBound) Tables() []Table {
	all := []Table{doc.limits()}
	if doc.Populations != nil {
		all = append(all, doc.pair())
	}
	if len(doc.Depths) > 0 {
		all = append(all, doc.depths(), doc.anyNumber())
	}
	return all
}

func (doc *LowerBound) limits() Table {
	t := Table{
		Title:  "E_d at β = " + exact(float64(doc.Beta)),
		Header: []string{"d", "E_d ≥", "E_d ≤", "E_d/E_{d-2}", "closed form ≥", "closed form ≤"},
		Leave:  []string{"closed form ≤", "closed form ≥"},
		Notes: []string{
			fmt.Sprintf("E_d = min over polynomials P of degree at most d of max |logit(p)/β - P(p)|, p from σ(-β) to σ(β). Both limits are certified. E_{2k-1} = E_{2k}; E_0 = 1. The ratio tends to tanh(β/4)² = %s.", digits(float64(doc.Rate), usual)),
			"Closed form, with n = 2⌈d/2⌉+1 and q = tanh(β/4): (4/(βn))·artanh(qⁿ) ≤ E_d ≤ (4/(βn))·qⁿ/(1-q²).",
		},
	}
	for _, x := range doc.Limits {
		t.Rows = append(t.Rows, []any{
			fmt.Sprintf("%d, %d", x.D, x.D+1), string(x.Lower), string(x.Upper), float64(x.Ratio), float64(x.ClosedLower), float64(x.ClosedUpper),
		})
	}
	if doc.Partial {
		t.Notes = append(t.Notes, "PARTIAL: interrupted before all was found.")
	}
	return t
}

func (doc *LowerBound) pair() Table {
	p := doc.Populations
	t := Table{
		Title:  fmt.Sprintf("Two populations that %d repeats cannot tell apart", p.D),
		Header: []string{"p under μ₊", "difference under μ₊", "p under μ₋", "difference under μ₋", "weight"},
		Notes: []string{fmt.Sprintf("differences are of utilities. The average utility difference is at least %s under μ₊ and at most -%s under μ₋, while the number of wins in %d repeats has the same law under both: "+
			"compared in whole numbers, with p a multiple of 2^-%d (--format json has them) and weights proportional to 1/(y_i Π|y_i²-y_j²|), y = |2p-1|. Whoever is right on one of them with some probability is wrong on the other one with the same.",
			p.Average, p.Average, p.D, p.Bits)},
	}
	for _, a := range p.Atoms {
		t.Rows = append(t.Rows, []any{float64(a.P), float64(a.Utility), 1 - float64(a.P), -float64(a.Utility), float64(a.Weight)})
	}
	return t
}

// depths is d* beside what the methods need for two models.
func (doc *LowerBound) depths() Table {
	t := Table{
		Title:  "Repeats for a gap ε, δ < 1/2: two models only, one of them the reference",
		Header: append([]string{"ε", "d* ≥", "for E_{d-1} ≥", "and E_d ≤"}, doc.methods()...),
		Leave:  []string{"and E_d ≤", "for E_{d-1} ≥", "its E[K]"},
		Notes: []string{
			"d* is certified: with d-1 repeats a context nobody ranks two models right with probability above 1/2 on every population with that gap.",
			"The methods: the first depth of the paper's grid that ranks right on every population, given enough contexts. It is proved by a bound on the bias for every utility difference in [-1,1] (of MLE-CAL by its certified table for ε), and every smaller depth is refuted by a population with that gap (for MLE-CAL by the proof that there is no table). A dash: none up to the last of the grid. ≤ or ?: at a smaller depth, or at all, neither was proved.",
		},
	}
	for _, d := range doc.Depths {
		row := []any{float64(d.Epsilon), d.D, string(d.Before), string(d.At)}
		for _, n := range d.Needs {
			row = append(row, n.cells(n.Method)...)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// anyNumber is what the methods need for three or more models.
func (doc *LowerBound) anyNumber() Table {
	t := Table{
		Title:  "Repeats for a gap ε: any number of models",
		Header: append([]string{"ε"}, doc.methods()...),
		Leave:  []string{"its E[K]"},
		Notes: []string{
			"As above, for all pairs of models: where neither is the reference the biases of two estimates subtract. Smaller depths are refuted by populations of three models.",
		},
	}
	for _, d := range doc.Depths {
		row := []any{float64(d.Epsilon)}
		for _, n := range d.Needs {
			row = append(row, n.Any.cells(n.Method)...)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// methods are the headers of cells.
func (doc *LowerBound) methods() (names []string) {
	for _, n := range doc.Depths[0].Needs {
		if names = append(names, string(n.Method)); n.Method == repeat.Roulette {
			names = append(names, "its E[K]")
		}
	}
	return names
}

// cells are the depth and for TRR also E[K].
func (e enough) cells(m repeat.Method) []any {
	if m != repeat.Roulette {
		return []any{e.cell()}
	}
	comparisons := math.NaN()
	if e.Depth > 0 {
		comparisons = float64(e.Comparisons)
	}
	return []any{e.cell(), comparisons}
}

// cell is the depth, "≤" where a smaller one may do, a dash or "?" for none.
func (e enough) cell() any {
	switch {
	case e.Depth == 0 && e.Open:
		return "?"
	case e.Depth == 0:
		return math.NaN()
	case e.Open:
		return fmt.Sprintf("≤ %d", e.Depth)
	}
	return float64(e.Depth)
}
