// Package smt asks SMT solvers, separate programs spoken to in SMT-LIB 2 over
// pipes, and reports what they said.
//
// [Find] looks for the programs on PATH; a machine without them has none, which
// is no error.  An [Answer] is the solver's own word, sat, unsat or unknown, or
// says that there was none: a time limit that ended, a program that stopped or
// wrote what nobody can read.  Nothing is retried, and no answer is taken for
// another.
//
// A model is a list of exact rationals and truth values; [Integers] clears their
// denominators.
package smt
