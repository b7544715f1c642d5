package report

import (
	"fmt"
	"math"
	"strings"

	"vectorborda/sims/repeat"
	"vectorborda/sims/stat"
)

// budgetHeader names what budgetColumns shows.
var budgetHeader = []string{"MLE-AVG", "MLE-CAL", "MLE-UNCONST", "TRR cap", "TRR E[K]"}

func budgetColumns(all []repeat.Budget) (row []any) {
	for _, b := range all {
		relation, depth := b.Known()
		if relation != "=" {
			depth = fmt.Sprintf("%s %v", relation, depth)
		}
		row = append(row, depth)
	}
	return append(row, all[len(all)-1].Comparisons)
}

// sumNote says what the weights of a file were divided by, if by anything.
func sumNote(sum float64) []string {
	if sum == 0 {
		return nil
	}
	return []string{fmt.Sprintf("The weights of the population sum to %s and are divided by that.", exact(sum))}
}

const partialNote = "PARTIAL: interrupted. In the last row a depth after > may be the last one that was tried; –: none was."

const openNote = "≤ or ?: at a smaller depth, or at all larger ones, a table of MLE-CAL could neither be certified nor ruled out."

// calibrationTable is one line for each ε; JSON has them all.
func calibrationTable(all []*repeat.Calibration) Table {
	t := Table{
		Title:  "Tables of MLE-CAL: |bias| ≤ ε/8 on all of [-1,1]",
		Header: []string{"ε", "none at d", "proved: max|φ| >", "undecided at d", "certified at d", "max|φ|", "proved: max|φ| ≥"},
		Notes: []string{fmt.Sprintf("certified: a subdivision proves |bias| ≤ ε/8 + %v for every difference in [-1,1]. "+
			"none: a dual vector, checked apart from the solver, proves that every table has an entry above %s, so that none could be certified in float64.",
			repeat.Tolerance, digits(repeat.WidestTable, usual))},
	}
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].Epsilon == all[0].Epsilon {
			n++
		}
		t.Rows = append(t.Rows, calibrationLine(all[:n]))
		all = all[n:]
	}
	return t
}

// calibrationLine gathers the depths of one ε.
func calibrationLine(all []*repeat.Calibration) []any {
	depths, missing := map[repeat.Status][]string{}, stat.Number(math.NaN())
	least, largest, atLeast := missing, missing, missing
	for _, c := range all {
		status := c.Status
		switch status {
		case repeat.None:
			if !(least <= c.Least) {
				least = c.Least
			}
		case repeat.Certified:
			largest, atLeast = c.Largest, c.Least
		default:
			status = repeat.Undecided
		}
		depths[status] = append(depths[status], fmt.Sprint(c.D))
	}
	at := func(s repeat.Status) string { return brief(depths[s]) }
	return []any{all[0].Epsilon, at(repeat.None), least, at(repeat.Undecided), at(repeat.Certified), largest, atLeast}
}

// brief is a list, of more than six only the ends.
func brief(all []string) string {
	switch n := len(all); {
	case n == 0:
		return "–"
	case n > 6:
		return fmt.Sprintf("%s, …, %s (%d)", all[0], all[n-1], n)
	}
	return strings.Join(all, ", ")
}
