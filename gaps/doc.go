// Package gaps holds the geometry of Paper A (arXiv:2610.27447, section 2):
// score arrays, Borda scores, strict dominance, the strict Pareto frontier,
// margins, classification gaps and the invariants of the elimination proof.
//
// Everything here is a pure function of its arguments: no randomness, no
// tolerance, no clock.  A comparison is decided by the order of the numbers
// that are given and by nothing else, so two scores are tied exactly when they
// are equal.  Scores are int64 (win counts: every value below is then exact)
// or float64 (a difference of two float64 keeps its sign under rounding, so
// dominance and the frontier are exact and a gap carries one rounding for each
// subtraction or addition in its definition).
//
// Of several conventions the package follows the paper's: model j dominates
// model i only if it is strictly better on every objective.  The usual weak
// convention (no worse everywhere, better somewhere) is deliberately absent.
//
// The package does not repair input.  FromRows refuses what is not a score
// array and names the model and the objective; the other functions trust it.
package gaps
