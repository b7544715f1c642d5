package repeat

import (
	"fmt"

	"vectorborda/sims/stat"
)

// PaperReference is m_0 of the paper's experiments, the fourth model.
const PaperReference = 3

// PaperPopulation is the population of the paper's experiments as rebuilt from its tables:
// five models with u = (0.8, 0.65, (1+D)/2, (1-D)/2, 0.2), where with probability
// 1-h D = Δ, and with probability h D = 1 (with probability w) or D = -0.49, w =
// (Δ+0.49)/1.49, so that E[D] = Δ at every heterogeneity h.  The second model is
// 0.15 - Δ/2 above the third, which must not be less than Δ, the smallest gap.
func PaperPopulation(gap, h float64) (*Population, error) {
	if !(gap > 0 && gap < 0.1) {
		return nil, fmt.Errorf("Δ = %v: give a number between 0 and 0.1, both excluded: from 0.1 on Δ is not the smallest gap", gap)
	}
	if !(h >= 0 && h <= 1) {
		return nil, fmt.Errorf("heterogeneity h = %v: give a number in [0,1]", h)
	}
	context := func(D float64) []float64 { return []float64{0.8, 0.65, (1 + D) / 2, (1 - D) / 2, 0.2} }
	w := (gap + 0.49) / 1.49
	p := &Population{
		Setting: Setting{Gap: stat.Number(gap), H: stat.Number(h)}, Name: "paper",
		Models: []string{"m1", "m2", "m3", "m4", "m5"},
	}
	for _, part := range []struct{ weight, D float64 }{{1 - h, gap}, {h * w, 1}, {h * (1 - w), -0.49}} {
		if part.weight > 0 {
			p.Weights, p.Utilities = append(p.Weights, part.weight), append(p.Utilities, context(part.D))
		}
	}
	return p, nil
}

// DepthGrid are the depths on which the first success is looked for.
func DepthGrid() []int {
	return []int{
		1, 2, 4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048,
		3072, 4096, 6144, 8192, 12288, 16384, 24576,
	}
}

// PaperH and PaperGaps are the settings of the first two tables: h at Δ = 0.015,
// and Δ at h = 1.
func PaperH() []float64 { return []float64{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1} }
func PaperGaps() []float64 {
	return []float64{0.06, 0.04, 0.03, 0.02, 0.015, 0.01, 0.0075, 0.005, 0.003, 0.002}
}

// PaperGap and PaperMixture are Δ of the first and third tables and h of the
// second and third.
const (
	PaperGap     = 0.015
	PaperMixture = 1.0
)

// printedDepths are the cells of the paper's first two tables in the order of
// Methods, TRR's being its cap.
func printedDepths(gap, h float64) (depths [4]int, comparisons string, ok bool) {
	type cell struct {
		depths      [4]int
		comparisons string
	}
	easy, four := cell{[4]int{1, 12, 1, 1}, "1.0000"}, "1.8446"
	byH := map[float64]cell{
		0: easy, 0.1: easy, 0.2: easy, 0.3: easy, 0.4: easy, 0.5: easy, 0.6: easy, 0.7: easy,
		0.8: {[4]int{384, 12, 4, 4}, four}, 0.9: {[4]int{384, 12, 4, 4}, four}, 1: {[4]int{512, 12, 4, 4}, four},
	}
	byGap := map[float64]cell{
		0.06: easy, 0.04: easy, 0.03: easy, 0.02: easy,
		0.015:  {[4]int{512, 12, 4, 4}, four},
		0.01:   {[4]int{1024, 12, 8, 8}, "2.1433"},
		0.0075: {[4]int{2048, 16, 8, 8}, "2.1433"},
		0.005:  {[4]int{4096, 16, 8, 8}, "2.1433"},
		0.003:  {[4]int{12288, 16, 12, 12}, "2.2441"},
		0.002:  {[4]int{24576, 16, 12, 12}, "2.2441"},
	}
	c, ok := byGap[gap]
	if h != PaperMixture {
		if c, ok = byH[h]; gap != PaperGap {
			return depths, "", false
		}
	}
	return c.depths, c.comparisons, ok
}

// PrintedRecovery is a row of the paper's third table: d = 32, h = 1, Δ = 0.015.
type PrintedRecovery struct {
	Gap       string          // smallest gap of the expected scores, as printed
	Successes map[int64]int64 // of 4,000 simulations, by number of contexts
}

// PaperTrials is the number of simulations behind a printed frequency, and
// PaperDepth the depth of that table.
const (
	PaperTrials = 4000
	PaperDepth  = 32
)

// Printed is the third table by method.
func Printed(m Method) PrintedRecovery {
	row := func(gap string, at5, at6, at7 int64) PrintedRecovery {
		return PrintedRecovery{gap, map[int64]int64{100_000: at5, 1_000_000: at6, 10_000_000: at7}}
	}
	switch m {
	case Avg:
		return row("-0.0324717", 0, 0, 0)
	case Cal:
		return row("0.0143426", 3924, 4000, 4000) // 0.98100
	case Unconst:
		return row("0.0149989", 3994, 4000, 4000) // 0.99850
	}
	return row("0.0149989", 3637, 3999, 4000) // 0.90925, 0.99975
}
