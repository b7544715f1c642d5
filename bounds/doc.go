// Package bounds holds the closed forms of the papers: the sampling schedule of
// Algorithm 1, the constant κ_B, the binary relative entropy, and the upper and
// lower bounds on the number of comparisons, one numbered result a file. Beside
// them stand the tools that decide things without a tolerance: exact binomial
// tails, and intervals rounded outward, in float64 here and with any number of
// bits in package enclose.
//
// What it guarantees. Integers (n_m, the removal cut, the phase M_i of a given
// gap) are exact: they are computed with as many bits as it takes to be sure
// of the rounding. Real values are float64 with a relative error that the
// function states. Intervals contain the true value.
//
// What it refuses. A statement called outside its hypotheses returns a
// [*HypothesisError] that names the hypothesis and the value; no formula is
// extrapolated. A finite bound too large for float64, and a κ_B too small for it,
// is [ErrRange], never +Inf or 0 in disguise. Nothing here
// draws random numbers, and nothing decides whether a statement is true: bounds
// says what a theorem claims, package lemmas tests it.
//
// Letters are the papers': K models, d objectives, δ the error probability,
// Δ_i a gap, B half the range of the latent scores. Code counts models from 0.
// Bounds are in comparisons, one comparison being one vote on one objective.
package bounds
