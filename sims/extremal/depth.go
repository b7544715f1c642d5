package extremal

import (
	"cmp"
	"fmt"
	"math/big"
)

// Depth is what the lower bound says of d*(ε, δ), δ < 1/2, for one ε: nobody
// succeeds with D-1 repeats, as E_{D-1} ≥ ε.
type Depth struct {
	Epsilon float64
	D       int        // d*(ε, δ) ≥ D: the smallest d with E_d < ε, or MaxDepth+1
	Before  *big.Float // a lower limit of E_{D-1}, at least ε
	At      *big.Float // an upper limit of E_D, below ε; nil if D = MaxDepth+1
}

// MinDepth finds the smallest d with E_d < ε from certified limits.  E_0 = 1 ≥ ε,
// and E_{2m-1} = E_{2m} makes it odd.
func MinDepth(epsilon, beta float64) (Depth, error) {
	if err := cmp.Or(checkBeta(beta), checkGap(epsilon)); err != nil {
		return Depth{}, err
	}
	gap, found := big.NewFloat(epsilon), Depth{Epsilon: epsilon, D: MaxDepth + 1, Before: big.NewFloat(1)}
	for low, high := bracket(epsilon, beta); low <= high; {
		d := low + (high-low)/4*2
		x, err := Solve(d, beta)
		switch {
		case err != nil:
			return Depth{}, err
		case x.Upper.Cmp(gap) < 0:
			found.D, found.At, high = d, x.Upper, d-2
		case x.Lower.Cmp(gap) >= 0:
			found.Before, low = x.Lower, d+2
		default:
			return Depth{}, fmt.Errorf("gap ε = %v: it is within the limits of E_%d: give another ε", epsilon, d)
		}
	}
	return found, nil
}

// checkGap refuses an ε that is not in (0, 1]; utility differences are at most 1.
func checkGap(epsilon float64) error {
	if !(epsilon > 0 && epsilon <= 1) {
		return fmt.Errorf("gap ε = %v: give a number above 0 and at most 1", epsilon)
	}
	return nil
}

// bracket are odd depths between which the answer is, by [ClosedForm] beyond its
// rounding: E_{low-2} ≥ ε and, unless high is the last depth there is, E_high < ε.
// They leave room for the certificates on both sides.
func bracket(epsilon, beta float64) (low, high int) {
	const last = MaxDepth - 1
	for low = 1; low < last; low += 2 {
		if lower, _ := ClosedForm(low, beta); lower*(1-1e-12) < epsilon {
			break
		}
	}
	for high = last; high > low; high -= 2 {
		if _, upper := ClosedForm(high-2, beta); upper*(1+1e-12) >= epsilon {
			break
		}
	}
	return max(1, low-2), high
}
