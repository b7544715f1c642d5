package instance

import (
	"fmt"
	"slices"
)

// bordaRounding is how far a written Borda score may be from its value: nine decimals.
const bordaRounding = 0.5e-9

// possible refuses Borda scores that no votes can have.  Since P(i beats j) +
// P(j beats i) = 1, the scores of an objective sum to K/2, and s models beat each other
// in s(s-1)/2 of their pairs, so that any s scores sum to s(s-1)/(2(K-1)) at least; by
// Moon's theorem on generalised tournaments nothing else is needed.
// Each score counts as rounded to nine decimals, a sum of K of them as K·bordaRounding off.
func (in *Instance) possible() error {
	K, d := in.Size()
	slack := float64(K) * bordaRounding
	least := func(s int) float64 { return float64(s) * float64(s-1) / float64(2*(K-1)) }
	for r := range d {
		column := make([]float64, K)
		for i := range column {
			column[i] = in.Borda.At(i, r)
		}
		slices.Sort(column)
		lowest, short := 0.0, 0
		for n, b := range column {
			if lowest += b; short == 0 && lowest < least(n+1)-slack {
				short = n + 1
			}
		}
		half := float64(K) / 2
		switch {
		case lowest < half-slack || lowest > half+slack:
			return fmt.Errorf("objective %q: the Borda scores sum to %v, and those of any votes to K/2 = %v: correct them, with nine decimals or more", in.Objectives[r], lowest, half)
		case short > 0:
			return fmt.Errorf("objective %q: no votes have these Borda scores: the %d lowest must sum to s(s-1)/(2(K-1)) = %v at least, the votes among these s models alone: correct them",
				in.Objectives[r], short, least(short))
		}
	}
	return nil
}
