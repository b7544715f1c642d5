// Package repeat holds what S. Aiyer and H. Shao, "How Many Repeated Pairwise
// Comparisons Are Needed for Ranking under Heterogeneity?", arXiv:2610.10795
// (2026), say about one context that is asked d times: the estimators MLE-AVG,
// MLE-CAL, MLE-UNCONST and TRR of a utility difference D from the win counts of
// votes won with probability p = σ(βD), and the ranking of a population of
// contexts by the averages of such estimates.
//
// Expected values are sums over all outcomes, each with a bound on its rounding
// error; nothing exact is sampled.  Simulation draws the counts of the outcomes
// and not the comparisons, so its cost does not grow with the number of contexts.
// A calibration table counts only with a certificate that is recomputed and
// checked on the whole interval, and so does the statement that there is none.
//
// It estimates no β (it is known, as in the paper), and makes no statement about
// programs other than these: the bounds of the theorems are stated elsewhere.
package repeat
