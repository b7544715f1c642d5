package lemmas

import (
	"math/big"
	"slices"
)

// lemmaD2 is Lemma D.2: with i.i.d. Bernoulli(p_ij) votes in every cell, their number
// fixed beforehand, E[p̂_ij] = p_ij and E[b^emp_i] = b^pop_i.
//
// Every outcome of all votes is enumerated; probabilities are in sixteenths, so
// expectations are exact.
func lemmaD2() Entry {
	domain := pollDomain()
	return Entry{
		ID: "D.2", Kind: "Lemma", Title: "empirical scores are unbiased",
		Claim:  "With i.i.d. cells E[p̂_ij] = p_ij and E[b^emp] = b^pop.",
		Source: "appendix D; exact expectations over every outcome of up to six votes",
		Parts:  []Part{{Name: "expectation", Domain: domain, Check: func(in Instance) (Outcome, error) { return splitPoll(in).unbiased(empiricalEstimate), nil }}},
		Grids: []Grid{{
			Name: "small polls", Word: Enumerated, Over: "K = 3, 1 or 2 votes a pair, p ∈ {1/4, 1/2, 3/4}",
			Points: 27 * 8, Check: func(n int) Outcome { return nthPoll(n).unbiased(empiricalEstimate) },
		}},
		Mutants:  pollMutants(domain),
		NoSolver: "a statement about expectations",
	}
}

// pollDesign is a population and how often each pair is asked.
type pollDesign struct {
	K    int
	p, n []int64 // 16·p_ij and the votes of the pairs i < j, (0,1), (0,2), …, (1,2), …
}

func pollLayout(in Instance) layout {
	pairs := in.K * (in.K - 1) / 2
	return layout{{"16p", 1, pairs}, {"votes", 1, pairs}}
}

func splitPoll(in Instance) pollDesign {
	pairs := in.K * (in.K - 1) / 2
	return pollDesign{in.K, in.Values[:pairs], in.Values[pairs:]}
}

// estimate is p̂_ij and b^emp from the outcomes of all votes, one after the other,
// pair by pair.
type estimate func(c pollDesign, votes []int64) (rates, scores []*big.Rat)

// empiricalEstimate is p̂ = wins/votes and b^emp = mean of p̂.
func empiricalEstimate(c pollDesign, votes []int64) (rates, scores []*big.Rat) {
	for _, n := range c.n {
		rates = append(rates, big.NewRat(totalOf(votes[:n]), n))
		votes = votes[n:]
	}
	return rates, c.means(rates)
}

// means is (1/(K-1)) Σ_{j≠i} p_ij for every i, with p_ji = 1-p_ij.
func (c pollDesign) means(rates []*big.Rat) []*big.Rat {
	scores := make([]*big.Rat, c.K)
	for i := range scores {
		scores[i] = new(big.Rat)
	}
	one, pair := big.NewRat(1, 1), 0
	for i := range c.K {
		for j := i + 1; j < c.K; j++ {
			scores[i].Add(scores[i], rates[pair])
			scores[j].Add(scores[j], new(big.Rat).Sub(one, rates[pair]))
			pair++
		}
	}
	for _, s := range scores {
		s.Quo(s, big.NewRat(int64(c.K-1), 1))
	}
	return scores
}

// population is p_ij and b^pop.
func (c pollDesign) population() (rates, scores []*big.Rat) {
	for _, p := range c.p {
		rates = append(rates, big.NewRat(p, sixteen))
	}
	return rates, c.means(rates)
}

// expected is the expectation of the estimate.
func (c pollDesign) expected(est estimate) (rates, scores []*big.Rat) {
	var chance []int64 // of each vote to be won
	for pair, n := range c.n {
		chance = append(chance, slices.Repeat([]int64{c.p[pair]}, int(n))...)
	}
	rates, scores = zeroRats(len(c.p)), zeroRats(c.K)
	votes := make([]int64, len(chance))
	for outcome := range 1 << len(chance) {
		ways, of := int64(1), int64(1) // 16^8 at most
		for v, p := range chance {
			votes[v] = int64(outcome >> v & 1)
			ways, of = ways*(votes[v]*p+(1-votes[v])*(sixteen-p)), of*sixteen
		}
		if ways == 0 {
			continue
		}
		weight := big.NewRat(ways, of)
		r, s := est(c, votes)
		addWeighted(rates, weight, r)
		addWeighted(scores, weight, s)
	}
	return rates, scores
}

func zeroRats(n int) []*big.Rat {
	all := make([]*big.Rat, n)
	for i := range all {
		all[i] = new(big.Rat)
	}
	return all
}

func addWeighted(sum []*big.Rat, weight *big.Rat, x []*big.Rat) {
	for n := range sum {
		sum[n].Add(sum[n], new(big.Rat).Mul(weight, x[n]))
	}
}

func totalOf(x []int64) (sum int64) {
	for _, v := range x {
		sum += v
	}
	return sum
}

// unbiased compares the expectations with the population.
func (c pollDesign) unbiased(est estimate) Outcome {
	rates, scores := c.expected(est)
	wantRates, wantScores := c.population()
	for pair := range rates {
		if rates[pair].Cmp(wantRates[pair]) != 0 {
			return refuted("E[p̂] = %s for the pair number %d, p = %s", rates[pair].RatString(), pair, wantRates[pair].RatString())
		}
	}
	for i := range scores {
		if scores[i].Cmp(wantScores[i]) != 0 {
			return refuted("E[b^emp_%d] = %s, b^pop_%d = %s", i, scores[i].RatString(), i, wantScores[i].RatString())
		}
	}
	return Outcome{}
}

func pollDomain() *Domain {
	return &Domain{
		Hypotheses: []Hypothesis{
			{Name: "fixed", Words: "a number of votes fixed beforehand, at least 1 in every cell", Holds: func(in Instance) (bool, error) {
				return slices.Min(splitPoll(in).n) >= 1, nil
			}},
			{Name: "i.i.d.", Words: "the votes of a cell are i.i.d. Bernoulli(p_ij)", Holds: func(in Instance) (bool, error) {
				c := splitPoll(in)
				return slices.Min(c.p) >= 0 && slices.Max(c.p) <= sixteen, nil
			}},
		},
		Generate: drawPoll,
		Layout:   pollLayout,
		Show:     func(in Instance) string { return pollLayout(in).show(in) },
	}
}

// drawPoll has at most six votes in all: 64 outcomes.
func drawPoll(d Draw) Instance {
	K := int(d.Int(2, 4, "K"))
	pairs := K * (K - 1) / 2
	in := Instance{Size: Size{K, 1}}
	for range pairs {
		in.Values = append(in.Values, d.Int(0, sixteen, "p"))
	}
	left := int64(6 - pairs)
	for range pairs {
		more := d.Int(0, left, "more votes")
		left -= more
		in.Values = append(in.Values, 1+more)
	}
	return in
}

func nthPoll(n int) pollDesign {
	c := pollDesign{K: 3}
	for range 3 {
		c.p, n = append(c.p, int64(4*(n%3+1))), n/3
	}
	for range 3 {
		c.n, n = append(c.n, int64(n%2+1)), n/2
	}
	return c
}

func pollMutants(domain *Domain) []Mutant {
	mutant := func(m Mutant, est estimate) Mutant {
		m.Layout, m.Show, m.Generate = domain.Layout, domain.Show, domain.Generate
		m.Refutes = func(in Instance) (bool, error) { return splitPoll(in).unbiased(est).Verdict == Refuted, nil }
		return m
	}
	return []Mutant{
		mutant(Mutant{
			Name: "pooled counts", Why: "wins over all votes of a model weigh opponents by how often they were met",
			How: ByGenerator, Witness: "K=3 d=1 16p=[4 12 8] votes=[2 1 1]",
		}, func(c pollDesign, votes []int64) (rates, scores []*big.Rat) {
			rates, _ = empiricalEstimate(c, votes)
			return rates, c.pooled(votes)
		}),
		mutant(Mutant{
			Name: "(W+1/2)/(N+1)", Why: "half a win on each side draws towards 1/2", How: ByGenerator, Witness: "K=2 d=1 16p=[12] votes=[1]",
		}, func(c pollDesign, votes []int64) (rates, scores []*big.Rat) {
			for _, n := range c.n {
				rates = append(rates, big.NewRat(2*totalOf(votes[:n])+1, 2*(n+1)))
				votes = votes[n:]
			}
			return rates, c.means(rates)
		}),
		mutant(Mutant{
			Name: "voting ends at the first win", Why: "a number of votes that depends on them: a lucky start is kept",
			Breaks: "fixed", How: ByGenerator, Witness: "K=2 d=1 16p=[8] votes=[2]",
		}, func(c pollDesign, votes []int64) (rates, scores []*big.Rat) {
			for _, n := range c.n {
				seen := votes[:n]
				if first := slices.Index(seen, 1); first >= 0 {
					seen = seen[:first+1]
				}
				rates = append(rates, big.NewRat(totalOf(seen), int64(len(seen))))
				votes = votes[n:]
			}
			return rates, c.means(rates)
		}),
		mutant(Mutant{
			Name: "every vote of a cell repeats its first", Why: "identically distributed, not independent",
			Breaks: "i.i.d.", How: ByNothing,
			Superfluous: "expectation is linear: E[p̂] needs the mean of each vote only, independence is for the spread",
		}, func(c pollDesign, votes []int64) (rates, scores []*big.Rat) {
			for _, n := range c.n {
				rates = append(rates, big.NewRat(votes[0], 1))
				votes = votes[n:]
			}
			return rates, c.means(rates)
		}),
	}
}

// pooled is all wins of a model over all its votes.
func (c pollDesign) pooled(votes []int64) []*big.Rat {
	wins, met := make([]int64, c.K), make([]int64, c.K)
	pair := 0
	for i := range c.K {
		for j := i + 1; j < c.K; j++ {
			n := c.n[pair]
			w := totalOf(votes[:n])
			wins[i], wins[j] = wins[i]+w, wins[j]+n-w
			met[i], met[j] = met[i]+n, met[j]+n
			votes, pair = votes[n:], pair+1
		}
	}
	scores := make([]*big.Rat, c.K)
	for i := range scores {
		scores[i] = big.NewRat(wins[i], met[i])
	}
	return scores
}
