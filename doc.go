// Package vectorborda checks the theory of model arenas by machine: which
// models can be ruled out because another is better on every objective (Paper
// A, arXiv:2610.27447), found from pairwise votes at confidence 1-δ, and how many
// repeated comparisons a context needs when users differ (Paper B,
// arXiv:2610.10795).
//
// The root holds no code.  It is the place to stand for
//
//	go test -run Lemma
//
// which checks every finished statement of the register.  The parts are
//
//	gaps    score arrays, Borda scores, strict frontier, classification gaps
//	bounds  sampling schedule and the bounds of the theorems, exact binomial tails
//	sims    vote streams, oracles, instances, algorithms, trials, experiments, repeated comparisons
//	lemmas  the register of statements: one numbered result, one file
//	report  tables and figures from results
//	cmd/vectorborda  the command
package vectorborda
