package extremal

import (
	"fmt"
	"math/big"
)

// Depth is what the lower bound says of d*(ε, δ), δ < 1/2, for one ε.
type Depth struct {
	Epsilon float64
	D       int        // the smallest d with E_d < ε: d*(ε, δ) ≥ D
	Before  *big.Float // a lower limit of E_{D-1}, at least ε: nobody succeeds with D-1 repeats
	At      *big.Float // an upper limit of E_D, below ε: this pair of populations ends here
}

// MinDepth finds the smallest d with E_d < ε from certified limits; with E_0 = 1,
// ε ≤ 1 gives at least d = 1.  E_{2m-1} = E_{2m} makes it odd.
func MinDepth(epsilon, beta float64) (Depth, error) {
	if err := CheckBeta(beta); err != nil {
		return Depth{}, err
	}
	if !(epsilon > 0 && epsilon <= 1) {
		return Depth{}, fmt.Errorf("gap ε = %v: give a number above 0 and at most 1", epsilon)
	}
	gap, found := big.NewFloat(epsilon), Depth{Epsilon: epsilon, Before: big.NewFloat(1)}
	low, high, err := bracket(epsilon, beta)
	for err == nil && low <= high {
		d := low + (high-low)/4*2
		x, failed := Solve(d, beta)
		switch {
		case failed != nil:
			return Depth{}, failed
		case x.Upper.Cmp(gap) < 0:
			found.D, found.At, high = d, x.Upper, d-2
		case x.Lower.Cmp(gap) >= 0:
			found.Before, low = x.Lower, d+2
		default:
			return Depth{}, fmt.Errorf("gap ε = %v: it is within the limits of E_%d", epsilon, d)
		}
	}
	if err == nil && found.D == 0 {
		err = tooDeep(epsilon, beta)
	}
	return found, err
}

func tooDeep(epsilon, beta float64) error {
	return fmt.Errorf("gap ε = %v at β = %v: no depth up to %d has E_d below it: give a larger ε", epsilon, beta, MaxDepth)
}

// bracket are odd depths between which the answer is, by [Closed] beyond its
// rounding: E_{low-2} ≥ ε and, unless high is the last depth there is, E_high < ε.
// They leave room for the certificates on both sides.
func bracket(epsilon, beta float64) (low, high int, err error) {
	const last = MaxDepth - 1
	if lower, _ := Closed(last, beta); lower*(1-1e-12) >= epsilon {
		return 0, 0, tooDeep(epsilon, beta)
	}
	for low = 1; low < last; low += 2 {
		if lower, _ := Closed(low, beta); lower*(1-1e-12) < epsilon {
			break
		}
	}
	for high = last; high > low; high -= 2 {
		if _, upper := Closed(high-2, beta); upper*(1+1e-12) >= epsilon {
			break
		}
	}
	return max(1, low-2), high, nil
}
