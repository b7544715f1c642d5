// Package lemmas is the register of the numbered statements of Paper A
// (arXiv:2610.27447) and of Paper B on repeated comparisons (arXiv:2610.10795,
// whose IDs begin with "RC."): [Index] names every one, in the papers' order, and
// says of each what a machine has done about it.
//
// A finished statement is one [Entry] in one file, found by its number.  It has
// its claim in words, its hypotheses with a predicate each, a generator whose
// instances satisfy them by construction, checks, and mutants: wrong versions
// that must be refuted by the same checks, on a witness small enough to be
// followed by hand.  A statement of linear arithmetic is written once, as a
// [Formula], in which hypotheses and conclusions are apart; the functions of
// package gaps are then held to the values of that formula on the same
// instances.
//
// A statement with exp, log or a probability is checked at random instances and,
// where it can be, on a [Grid]: at every point of a grid, in every case of a kind, or
// at enough points to decide an identity.  What a grid covers is told by the points
// that were visited.
//
// What is guaranteed: no statement is checked with a tolerance.  Integers and
// rationals are compared exactly; where exp enters, an enclosure decides, and a
// check that it cannot decide is counted as undecided, never as passed.  Only the
// float64 functions that are held to a statement's values are allowed a rounding,
// which is derived where it is used.  A row says
// no more than "stated" while one of its mutants survives.  Runs depend on the
// seed and the number of checks, not on the number of workers.
//
// What holds for all K and d has a proof in package coq, which [Kernel] names; it is
// evidence in a run in which Coq accepted it.
//
// The files core_*.go are the machinery: entries, instances, formulas, questions,
// proofs, runs.  Every other file is a statement, by its number; what a few
// statements share is with the first of them (lemma_b_7_to_10.go).
//
// What is refused: the word "verified".  Sampling finds counterexamples or
// fails to; it proves nothing, and the evidence says "sampled".
package lemmas
