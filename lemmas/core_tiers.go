package lemmas

import (
	"fmt"
	"math"

	"vectorborda/bounds"
)

// tier is who decided: [bounds.Interval] in float64, or package enclose with as many
// bits as the question takes.
type tier string

const (
	byFloat  tier = "float"
	byExact  tier = "exact"
	byNobody tier = "nobody"
)

// decide asks the tiers in their order, the exact one only for what float64 leaves
// open, and tells which of them decided.
func decide[T any](float, exact func() (T, bool)) (value T, by tier) {
	value, ok := float()
	if ok {
		return value, byFloat
	}
	if value, ok = exact(); ok {
		return value, byExact
	}
	return value, byNobody
}

// decided is the outcome, and whether it is one.
func (o Outcome) decided() (Outcome, bool) { return o, o.Verdict != Undecided }

// neverDecides is the exact tier of what has none.
func neverDecides() (int, bool) { return 0, false }

// notBelow is x ≥ y, by their enclosures or else by the sign of x - y.
func notBelow(x, y bounds.Interval, exact func() (int, bool), nameX, nameY string) Outcome {
	sign, by := decide(func() (int, bool) {
		switch {
		case x.Lo >= y.Hi:
			return 1, true
		case x.Hi < y.Lo:
			return -1, true
		}
		return 0, false
	}, exact)
	switch {
	case by == byNobody:
		return Outcome{Undecided, fmt.Sprintf("no tier decides %s ≥ %s", nameX, nameY)}
	case sign < 0:
		return refuted("%s < %s, by the %s tier", nameX, nameY, by)
	}
	return Outcome{}
}

// atMost is x ≤ most by float64 alone.
func atMost(x, most bounds.Interval, what string) Outcome {
	return between(x, bounds.Interval{Lo: math.Inf(-1), Hi: math.Inf(-1)}, most, what)
}

// between is least ≤ x ≤ most by float64 alone.
func between(x, least, most bounds.Interval, what string) Outcome {
	switch {
	case x.Lo >= least.Hi && x.Hi <= most.Lo:
		return Outcome{}
	case x.Lo > most.Hi:
		return refuted("%s is %.6g, above %.6g", what, x.Lo, most.Hi)
	case x.Hi < least.Lo:
		return refuted("%s is %.6g, below %.6g", what, x.Hi, least.Lo)
	}
	return Outcome{Undecided, what + " is within the enclosure of a limit"}
}
