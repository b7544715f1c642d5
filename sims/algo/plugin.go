package algo

import (
	"vectorborda/bounds"
	"vectorborda/gaps"
)

// PlugIn is the Borda plug-in on a balanced design: every unordered cell is
// brought to n'_m comparisons, and with p̃_ij = (W_ij + 1/2)/(N_ij + 1) and
// b̂_i = (1/(K-1)) Σ_{j≠i} p̃_ij the run stops at the first phase with
//
//	min_i Δ_i(b̂) > C_thr·r'_m
//
// and returns P(b̂), so τ = d·K(K-1)/2·n'_m.
//
// With N_ij = n for all cells, b̂_i = (Σ_j W_ij + (K-1)/2)/((n+1)(K-1)): a gap of b̂ is
// one of half-credit row sums over 2(n+1)(K-1), and the threshold is
// Schedule.CutOf(m, (n+1)(K-1)).  No rounding decides.
type PlugIn struct {
	cells *cells
	cut   []int64 // by phase, as far as it was needed

	// Scratch of one run, reused by the next.
	row    []int64
	credit gaps.Array[int64]
	all    gaps.Active[int64]
}

func newPlugIn(K, d int, delta float64, c bounds.Constants) (Runner, error) {
	cells, err := newCells(K, d, delta, c)
	if err != nil {
		return nil, err
	}
	return &PlugIn{cells: cells, row: make([]int64, K), credit: gaps.NewArray[int64](K, d)}, nil
}

// Run runs the algorithm once.  An oracle of another size, one that is not
// pairwise, and a budget outside 0 … MaxBudget are misuse: it panics.
func (b *PlugIn) Run(p Problem) Result {
	return b.cells.run(p, func(m int, n int64, res *Result) (over bool) {
		for r := range b.credit.D {
			b.cells.rows(r, n, b.row)
			for i, credit := range b.row {
				b.credit.Row(i)[r] = credit
			}
		}
		b.all.Reset(b.credit, b.cells.roster)
		res.Frontier, over = settled(&b.all, b.threshold(m))
		return over
	})
}

// threshold is ⌊2(n'_m+1)(K-1)·C_thr·r'_m⌋; K-1 times what the budget lets n'_m be fits
// int64.
func (b *PlugIn) threshold(m int) int64 {
	for next := len(b.cut) + 1; next <= m; next++ {
		n, _ := b.cells.schedule.N(next)
		b.cut = append(b.cut, b.cells.schedule.CutOf(next, (n+1)*int64(b.cells.K-1)))
	}
	return b.cut[m-1]
}
