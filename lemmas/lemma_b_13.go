package lemmas

import (
	"fmt"
	"slices"
	"sync"

	"vectorborda/bounds"
	"vectorborda/bounds/enclose"
)

// lemmaB13 is Lemma B.13, transportation: for every algorithm, horizon T and event
// G known at τ∧T,
//
//	Σ_c E_θ[N_c(τ∧T)]·kl(p_c, q_c) ≥ kl(P_θ(G), P_λ(G)),
//
// over the cells c = (i,j,r), i < j.  Algorithms are decision trees whose outcome
// paths are all enumerated, so expectations and probabilities are exact; the
// inequality is decided by enclosures.  It is an equality exactly where the
// likelihood ratio is constant on G and off it, which is decided in integers.
//
// Randomised algorithms are mixtures of these and follow by convexity of kl.
func lemmaB13() Entry {
	domain := treeDomain()
	return Entry{
		ID: "B.13", Kind: "Lemma", Title: "transportation",
		Claim:    "For every algorithm, horizon T and event G known by time τ∧T: Σ_{r,i<j} E_θ[N_{ij,r}(τ∧T)]·kl(p_{ij}^{(r)}(θ), p_{ij}^{(r)}(λ)) ≥ kl(P_θ(G), P_λ(G)).",
		Source:   "appendix B; every outcome path of random deterministic algorithms with T ≤ 6 on up to four cells, and of all of them at T ≤ 2 on two cells",
		Only:     "deterministic algorithms",
		Parts:    []Part{domain.part("paths", decisionTree.transports)},
		Grids:    []Grid{gridOf("all algorithms", Enumerated, 81*len(smallTrees()), nthTree, decisionTree.told, decisionTree.transports)},
		Mutants:  treeMutants(domain),
		Kernel:   Kernel{File: "lemma_b_13.v", Theorems: []string{"lemma_B_13"}, About: "algorithms with finite laws"},
		NoSolver: "contains log and a probability",
		Constants: []Constant{{
			Name: "c in Σ E_θ[N]·kl ≥ c·kl(P_θ(G), P_λ(G))", Holds: "1", Fails: "1.1", Theorem: "lemma_B_13", Mutant: "1.1 for 1", By: "all algorithms",
		}},
	}
}

func treeDomain() cases[decisionTree] {
	return casesOf(splitTree, Domain{
		Generate: drawTree,
		Layout:   treeLayout,
		Show:     func(in Instance) string { return splitTree(in).shown() },
	}, []supposed[decisionTree]{
		{"probabilities", "0 < p_c, q_c < 1", "kl has no finite value elsewhere, and σ is never 0 or 1", func(t decisionTree) bool {
			return !slices.ContainsFunc(slices.Concat(t.p, t.q), func(x int64) bool { return x <= 0 || x >= sixteen })
		}},
		{"known", "G is a set of histories at τ∧T", "", func(t decisionTree) bool {
			return !slices.ContainsFunc(t.member, func(g int64) bool { return g != 0 && g != 1 })
		}},
	})
}

var smallTrees = sync.OnceValue(func() []decisionTree { return everyTree(2) })

// nthTree is one algorithm and event with one of 81 choices of p and q.
func nthTree(n int) decisionTree {
	t := smallTrees()[n/81]
	quarter := func() int64 { k := int64(n % 3); n /= 3; return 4 * (k + 1) }
	n %= 81
	t.p, t.q = []int64{quarter(), quarter()}, []int64{quarter(), quarter()}
	return t
}

func (t decisionTree) told() []coordinate {
	return []coordinate{
		whole("cells", int64(t.cells)), whole("T", int64(t.T)), labelledAs("16p", fmt.Sprint(t.p)), labelledAs("16q", fmt.Sprint(t.q)),
		labelledAs("algorithms", fmt.Sprint(t.choice)), labelledAs("events", fmt.Sprint(t.member)),
	}
}

// sumOfKL is one side of the inequality: weights w_n times kl(a_n, b_n), all integers
// over the law's unit.
type sumOfKL []struct{ w, a, b int64 }

// left is Σ E_θ[N_c]·kl(p_c,q_c).
func (t decisionTree) left(l treeLaw) sumOfKL { return t.terms(l.asked[0], t.p, t.q, l.unit) }

func (t decisionTree) terms(w, p, q []int64, unit int64) sumOfKL {
	var s sumOfKL
	for c := range w {
		s = append(s, struct{ w, a, b int64 }{w[c], p[c] * (unit / sixteen), q[c] * (unit / sixteen)})
	}
	return s
}

// right is factor·kl(P_θ(G), P_λ(G)).
func (l treeLaw) right(factor int64) sumOfKL {
	return sumOfKL{{factor * l.unit, l.event[0], l.event[1]}}
}

// transports decides the inequality.
func (t decisionTree) transports() Outcome {
	l := t.law()
	return l.compare(t.left(l), l.right(1), l.proportional)
}

// compare is x ≥ y, equal says that it is an equality: then neither is above the other
// in the exact tier.
func (l treeLaw) compare(x, y sumOfKL, equal bool) Outcome {
	return notBelow(x.enclose(l), y.enclose(l), func() (int, bool) {
		sign, apart := x.exact(l).Sub(y.exact(l)).Sign()
		return sign, apart != equal
	}, "Σ E_θ[N]·kl", "kl(P_θ(G),P_λ(G))")
}

func (s sumOfKL) enclose(l treeLaw) bounds.Interval {
	sum := bounds.Point(0)
	for _, t := range s {
		if t.w != 0 && t.a != t.b {
			sum = sum.Add(bounds.Point(l.real(t.w)).Mul(bounds.EncloseKL(l.real(t.a), l.real(t.b))))
		}
	}
	return sum
}

// exact encloses the side with 200 bits, for laws of up to 28.
func (s sumOfKL) exact(l treeLaw) enclose.Interval {
	const b = enclose.Bits(200)
	sum := b.Int(0)
	for _, t := range s {
		if t.w != 0 && t.a != t.b {
			sum = sum.Add(b.KL(l.rat(t.a), l.rat(t.b)).Mul(b.Rat(l.rat(t.w))))
		}
	}
	return sum
}

func treeMutants(domain cases[decisionTree]) []Mutant {
	// claimed is a wrong inequality of two sides.
	claimed := func(sides func(t decisionTree, l treeLaw) (left, right sumOfKL)) func(t decisionTree) Outcome {
		return func(t decisionTree) Outcome {
			l := t.law()
			left, right := sides(t, l)
			return atMost(right.enclose(l), left.enclose(l), "the right side")
		}
	}
	return domain.mutants([]wrongClaim[decisionTree]{
		{Mutant{
			Name: "1.1 for 1", Why: "one comparison and G = {it is won}: an equality", How: ByGenerator,
			Witness: "cells=1 T=1 16p=[8] 16q=[4] asks=[1] G=[0 0 1]",
		}, claimed(func(t decisionTree, l treeLaw) (sumOfKL, sumOfKL) {
			left := t.left(l)
			for n := range left {
				left[n].w *= 10
			}
			return left, l.right(11)
		})},
		{Mutant{
			Name: "without one cell's term", Why: "what is learnt there is not counted", How: ByGenerator,
			Witness: "cells=1 T=1 16p=[8] 16q=[4] asks=[1] G=[0 0 1]",
		}, claimed(func(t decisionTree, l treeLaw) (sumOfKL, sumOfKL) { return t.left(l)[1:], l.right(1) })},
		{Mutant{
			Name: "kl(λ,θ) on the left", Why: "comparisons come from θ: the first argument is p", How: ByGenerator,
			Witness: "cells=1 T=1 16p=[8] 16q=[15] asks=[1] G=[0 0 1]",
		}, claimed(func(t decisionTree, l treeLaw) (sumOfKL, sumOfKL) {
			return t.terms(l.asked[0], t.q, t.p, l.unit), l.right(1)
		})},
		{Mutant{
			Name: "E_λ[N] for E_θ[N]", Why: "under λ the second comparison is rarely made", How: ByGenerator,
			Witness: "cells=1 T=2 16p=[15] 16q=[1] asks=[1 0 1] G=[0 0 0 0 0 0 1]",
		}, claimed(func(t decisionTree, l treeLaw) (sumOfKL, sumOfKL) {
			return t.terms(l.asked[1], t.p, t.q, l.unit), l.right(1)
		})},
		{Mutant{
			Name: "kl of the two laws exchanged on the right", Why: "kl(P_λ(G),P_θ(G)) is another number", How: ByGenerator,
			Witness: "cells=1 T=1 16p=[15] 16q=[8] asks=[1] G=[0 0 1]",
		}, claimed(func(t decisionTree, l treeLaw) (sumOfKL, sumOfKL) {
			return t.left(l), sumOfKL{{l.unit, l.event[1], l.event[0]}}
		})},
		{Mutant{
			Name: "reversed", Why: "an event that never happens teaches nothing", How: ByGenerator,
			Witness: "cells=1 T=1 16p=[8] 16q=[4] asks=[1] G=[0 0 0]",
		}, claimed(func(t decisionTree, l treeLaw) (sumOfKL, sumOfKL) { return l.right(1), t.left(l) })},
		{Mutant{
			Name: "G looks at one more comparison", Why: "nothing was asked, yet G = {the next comparison of the first cell is won}",
			Breaks: "known", How: ByGenerator, Witness: "cells=1 T=0 16p=[8] 16q=[4] asks=[] G=[1]",
		}, claimed(func(t decisionTree, l treeLaw) (sumOfKL, sumOfKL) {
			return t.left(l), sumOfKL{{l.unit, l.event[0] * t.p[0] / sixteen, l.event[1] * t.q[0] / sixteen}}
		})},
	})
}
