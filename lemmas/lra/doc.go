// Package lra is the language in which statements are written once: formulas
// of linear real arithmetic with minimum, maximum and positive part.
//
// A [Graph] holds terms as a directed acyclic graph in which equal terms are
// one node (hash-consing), so a definition that is used a hundred times costs
// one evaluation and prints as one line.  Real terms ([Num]) and truth values
// ([Bool]) are distinct types: what does not type-check does not mean anything.
// Terms may be named by what they are (dstar_0), so that a script made from a
// graph can be read.
//
// The semantics is the one over the reals.  [Compile] turns terms into a flat
// program that evaluates them on int64 without rounding; every sum is linear
// with integer factors, so evaluation on dyadic rationals is evaluation on
// integers after scaling.  Nothing wraps around: the compiler bounds every
// intermediate value by the largest input, and an input that could overflow
// anywhere is an error, never a wrong value.
//
// There is no division, no product of variables and no rounding, by intent:
// without them every formula of fixed size is decidable.
package lra
