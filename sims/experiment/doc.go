// Package experiment runs the synthetic experiments of section 6 of the paper and
// judges its sentences by what they show.
//
// A run is a function of (seed, family, instance, trial, method, δ, C) alone, so
// runs may be done in any order, shared by experiments, kept in a journal and
// continued after an interruption without a trace in the results.  Runs on one
// instance are not independent of each other: errors and limits are those between
// instances.  Where a mean does not exist none is given, and no finding rests on
// one.  Every run of VB-EGE with C = (2,4,4) is audited step by step.
package experiment
