package trial

import "vectorborda/bounds"

// ErrorRate are exact limits of the probability that a run is decided and wrong, which
// miss it with probability at most alpha, 0 < alpha < 1; else it panics.
func (t Tally) ErrorRate(alpha float64) (lo, hi float64) {
	lo, hi, err := bounds.ClopperPearson(int64(t.Errors), int64(len(t.Tau)), alpha)
	if err != nil {
		panic(err)
	}
	return lo, hi
}

// Above is how many runs took more than so many comparisons; an undecided one did.
func (t Tally) Above(most float64) (n int) {
	for _, tau := range t.Tau {
		if tau > most {
			n++
		}
	}
	return n
}
