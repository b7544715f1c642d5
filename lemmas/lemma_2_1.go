package lemmas

import (
	"cmp"
	"slices"

	"vectorborda/gaps"
	"vectorborda/lemmas/lra"
)

// lemma21 is Lemma 2.1: Borda scores keep the order of the latent scores,
//
//	sign(b_{i,r} - b_{j,r}) = sign(θ_{i,r} - θ_{j,r}),
//
// hence i ≺_b j ⟺ i ≺_θ j and P(b) = P(θ), for every strictly increasing link
// with F(x)+F(-x) = 1.  b_i - b_j is taken in the paired form of [riseTerms], in
// which every term has the sign of θ_i - θ_j.
//
// Two of the hypotheses ask for more than is needed, see the mutants: symmetry
// is never used, and "strictly increasing" can be weakened to non-decreasing
// with F(x) > F(-x) for x > 0.  The choice of strict dominance is not used
// either: what keeps every coordinate's order keeps every order made of them.
func lemma21() Entry {
	domain, s := orderDomain(), statement(linkKeepsOrder)
	formal := s.domain(drawLink)
	return Entry{
		ID: "2.1", Kind: "Lemma", Title: "Borda scores keep the order",
		Claim:  "sign(b_{i,r}-b_{j,r}) = sign(θ_{i,r}-θ_{j,r}) for all i, j, r; hence i ≺_b j ⟺ i ≺_θ j and P(b) = P(θ).",
		Source: "section 2, for the logistic link and a rational one; the order of the computed scores is part of it. Wide: differences from 10⁻³⁰⁰ to 700, kept as differences",
		Parts: []Part{
			{Name: "order", Domain: domain, Check: checkOrder},
			{Name: "production", Domain: domain, Check: checkBorda},
			{Name: "formula", Domain: formal, Check: s.check},
			{Name: "wide", Domain: wideDomain(), Check: func(in Instance) (Outcome, error) { return splitWide(in).keepsOrder(), nil }},
		},
		Mutants: append(orderMutants(domain), linkMutants(s)...),
		Kernel:  Kernel{File: "lemma_2_1.v", Theorems: []string{"lemma_2_1_sign", "lemma_2_1_dominance", "lemma_2_1"}, All: "every strictly increasing link, all K,d"},
		Formula: linkKeepsOrder, Proves: "every strictly increasing link",
		Sizes: []Size{{2, 1}, {3, 1}, {3, 2}, {4, 3}, {5, 2}},
	}
}

// orderDomain are instances (link, s, θ·2^s).
func orderDomain() *Domain {
	return &Domain{
		Hypotheses: []Hypothesis{
			{Name: "increasing", Words: "F is strictly increasing", Holds: linkProperty(link.increasing)},
			{Name: "symmetric", Words: "F(x) + F(-x) = 1", Holds: linkProperty(link.symmetric)},
		},
		Generate: func(d Draw) Instance {
			t := drawLatent(d)
			l := d.Int(0, int64(len(goodLinks)-1), "link")
			return Instance{t.Size, append([]int64{l, t.s}, t.k...)}
		},
		Layout: orderLayout,
		Show: func(in Instance) string {
			return orderLayout(in).show(in) + " (link: " + goodLinks[in.Values[0]].name + ")"
		},
	}
}

func orderLayout(in Instance) layout {
	return layout{{name: "link"}, {name: "s"}, {"θ·2^s", in.K, in.D}}
}

func linkProperty(p func(link, latent) bool) func(Instance) (bool, error) {
	return func(in Instance) (bool, error) {
		l, t := splitOrder(in)
		return p(l, t), nil
	}
}

func splitOrder(in Instance) (link, latent) {
	return goodLinks[in.Values[0]], latent{in.Size, in.Values[1], in.Values[2:]}
}

// dominance is a relation between models, read from signs[i][j][r], the sign of
// x_{i,r} - x_{j,r}.
type dominance func(signs []int) bool

func dominatesStrictly(signs []int) bool { return slices.Max(signs) < 0 }
func dominatesWeakly(signs []int) bool   { return slices.Max(signs) <= 0 && slices.Min(signs) < 0 }

// signsOf are the signs of b_i - b_j for every pair and objective; ok is false
// if one could not be decided.
func (l link) signsOf(t latent) (signs [][][]int, ok bool) {
	e := newExact(1, t.s, t.spread())
	ok = true
	signs = make([][][]int, t.K)
	for i := range signs {
		signs[i] = make([][]int, t.K)
		for j := range signs[i] {
			signs[i][j] = make([]int, t.D)
		}
	}
	for r := range t.D {
		col := t.column(r)
		for i := range col {
			for j := range i {
				sign, by := l.order(t, col, i, j, e)
				ok = ok && by != byNobody
				signs[i][j][r], signs[j][i][r] = sign, -sign
			}
		}
	}
	return signs, ok
}

// latentSigns are the signs of θ_i - θ_j.
func (t latent) latentSigns(i, j int) []int {
	signs := make([]int, t.D)
	for r := range signs {
		signs[r] = cmp.Compare(t.k[i*t.D+r], t.k[j*t.D+r])
	}
	return signs
}

// keepsOrder checks the lemma for a link: signs(b) against want·signs(θ), and
// dominance of b in one sense against dominance of θ in another.
func (l link) keepsOrder(t latent, want int, ofB, ofTheta dominance) Outcome {
	signs, ok := l.signsOf(t)
	for i := range t.K {
		for _, j := range lra.Without(lra.Upto(t.K), i) {
			latent := t.latentSigns(i, j)
			for r := range t.D {
				if ok && signs[i][j][r] != want*latent[r] {
					return refuted("sign(b_%d-b_%d) = %d on objective %d, sign(θ_%d-θ_%d) = %d", i, j, signs[i][j][r], r, i, j, latent[r])
				}
			}
			if ok && ofB(signs[i][j]) != ofTheta(latent) {
				return refuted("%d ≺_b %d is %v, %d ≺_θ %d is %v", i, j, ofB(signs[i][j]), i, j, ofTheta(latent))
			}
		}
	}
	if !ok {
		return Outcome{Undecided, "an enclosure of b_i - b_j contains 0"}
	}
	return Outcome{}
}

func checkOrder(in Instance) (Outcome, error) {
	return ordered(1, dominatesStrictly, dominatesStrictly)(in), nil
}

// ordered is keepsOrder for the link of an instance.
func ordered(want int, ofB, ofTheta dominance) func(Instance) Outcome {
	return func(in Instance) Outcome {
		l, t := splitOrder(in)
		return l.keepsOrder(t, want, ofB, ofTheta)
	}
}

// checkBorda: the scores of package gaps are within their error bound of the
// enclosed ones and in the order of θ, and the frontier of θ is that of the
// definition; the frontier of the scores holds all of it, since a float64 score
// can lose strictness but not order.
func checkBorda(in Instance) (Outcome, error) {
	l, t := splitOrder(in)
	v, theta := evalDefinitions(t.k, t.Size), t.float()
	b := gaps.Borda(theta, l.float)
	return firstFailure(
		func() Outcome { return sameOrder(theta, v) },
		func() Outcome { return t.bordaInOrder(b, l.enclosedScore(t)) },
		func() Outcome {
			got := gaps.Frontier(b)
			for _, p := range v.frontier() {
				if !slices.Contains(got, p) {
					return refuted("gaps.Frontier(b) = %v has lost %d of P(θ) = %v", got, p, v.frontier())
				}
			}
			if !slices.Equal(got, v.frontier()) && t.separated(b) {
				return refuted("gaps.Frontier(b) = %v, P(θ) = %v although no two scores tie", got, v.frontier())
			}
			return Outcome{}
		},
	), nil
}

// separated: scores tie only where θ does.
func (t latent) separated(b gaps.Array[float64]) bool {
	for r := range t.D {
		col := t.column(r)
		for i := range col {
			for j := range i {
				if (col[i] == col[j]) != (b.At(i, r) == b.At(j, r)) {
					return false
				}
			}
		}
	}
	return true
}

func orderMutants(domain *Domain) []Mutant {
	with := func(l link) func(Instance) Outcome {
		return func(in Instance) Outcome {
			_, t := splitOrder(in)
			return l.keepsOrder(t, 1, dominatesStrictly, dominatesStrictly)
		}
	}
	return domain.standing(checkOrder, cases[Instance]{domain, asDrawn}.mutants([]wrongClaim[Instance]{
		{Mutant{
			Name: "reversed", Why: "a better model would have the smaller score",
			How: ByGenerator, Witness: "K=2 d=1 link=0 s=0 θ·2^s=[[0] [1]]",
		}, ordered(-1, dominatesStrictly, dominatesStrictly)},
		{Mutant{
			Name: "a link that is not monotone", Why: "F(x) = 1/2 + x/(1+x²) falls beyond 1: far ahead of 0 loses to just ahead of it",
			Breaks: "increasing", How: ByGenerator, Witness: "K=3 d=1 link=1 s=0 θ·2^s=[[0] [1] [8]]",
		}, with(link{name: "1/2 + x/(1+x²)", exact: humpLink})},
		{Mutant{
			Name: "a link that is flat at 0", Why: "non-decreasing is not enough: F = 1/2 on [-1,1] ties what θ does not",
			Breaks: "increasing", How: ByGenerator, Witness: "K=2 d=1 link=1 s=0 θ·2^s=[[0] [1]]",
		}, with(link{name: "flat on [-1,1]", exact: flatCentreLink})},
		{Mutant{
			Name: "a link with flat tails", Why: "1/2 + x/4 cut off to [0,1]: non-decreasing, F(x) > F(-x) for x > 0",
			Breaks: "increasing", How: ByNothing, Generate: domain.Generate,
			Superfluous: "in the paired form the two models' own duel gives F(x) - F(-x) > 0 and every other pair at least 0",
		}, with(link{name: "flat beyond ±2", exact: flatTailsLink})},
		{Mutant{
			Name: "a link without F(x)+F(-x) = 1", Why: "a strictly increasing F that is lopsided",
			Breaks: "symmetric", How: ByNothing, Generate: domain.Generate,
			Superfluous: "every pair F(u)-F(v) of the paired form has u > v when θ_i > θ_j, so monotonicity alone gives the sign; symmetry only makes b a win probability",
		}, with(link{name: "lopsided", exact: lopsidedLink})},
		{Mutant{
			Name: "weak dominance in Definition 1.1, for θ only", Why: "≤ for < removes a model that ties on one objective",
			How: ByGenerator, Witness: "K=2 d=2 link=0 s=0 θ·2^s=[[0 0] [0 1]]",
		}, ordered(1, dominatesStrictly, dominatesWeakly)},
		{Mutant{
			Name: "weak dominance in Definition 1.1, for b and θ", Why: "the other convention, taken on both sides",
			How: ByNothing, Generate: domain.Generate,
			Superfluous: "the signs on every objective agree, so every relation made of them does",
		}, ordered(1, dominatesWeakly, dominatesWeakly)},
	}))
}
