package lemmas

import (
	"fmt"
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
		Parts:  []Part{domain.part("expectation", func(c pollDesign) Outcome { return c.unbiased(empiricalRates) })},
		Grids: []Grid{gridOf("small polls", Enumerated, 27*8, nthPoll, pollDesign.told,
			func(c pollDesign) Outcome { return c.unbiased(empiricalRates) })},
		Mutants:  pollMutants(domain),
		Kernel:   Kernel{File: "lemma_d_2.v", Theorems: []string{"lemma_D_2_rate", "lemma_D_2"}},
		NoSolver: "a statement about expectations",
	}
}

// pollDesign is a population and how often each pair is asked.
type pollDesign struct {
	K    int
	p, n []int64 // 16·p_ij and the votes of the pairs i < j
}

func pollLayout(in Instance) layout {
	pairs := len(pairsOf(in.K))
	return layout{{"16p", 1, pairs}, {"votes", 1, pairs}}
}

func splitPoll(in Instance) pollDesign {
	pairs := len(pairsOf(in.K))
	return pollDesign{in.K, in.Values[:pairs], in.Values[pairs:]}
}

// estimate is p̂_ij by pairs, and then b^emp, from the votes by pairs, 1 for one that the
// first model won.
type estimate func(c pollDesign, votes [][]int64) []*big.Rat

// ratesBy estimates every p_ij from its own votes and b^emp by the mean.
func ratesBy(rate func(votes []int64) *big.Rat) estimate {
	return func(c pollDesign, votes [][]int64) (rates []*big.Rat) {
		for _, cell := range votes {
			rates = append(rates, rate(cell))
		}
		return append(rates, c.means(rates)...)
	}
}

// winRate is wins over votes.
func winRate(votes []int64) *big.Rat { return big.NewRat(totalOf(votes), int64(len(votes))) }

// empiricalRates is p̂ = wins/votes and b^emp = mean of p̂.
var empiricalRates = ratesBy(winRate)

// means is (1/(K-1)) Σ_{j≠i} p_ij for every i, with p_ji = 1-p_ij.
func (c pollDesign) means(rates []*big.Rat) []*big.Rat {
	scores, one := zeroRats(c.K), big.NewRat(1, 1)
	for n, pair := range pairsOf(c.K) {
		won, lost := scores[pair[0]], scores[pair[1]]
		won.Add(won, rates[n])
		lost.Add(lost, one).Sub(lost, rates[n])
	}
	for _, s := range scores {
		s.Quo(s, big.NewRat(int64(c.K-1), 1))
	}
	return scores
}

// population is p_ij and b^pop.
func (c pollDesign) population() (rates []*big.Rat) {
	for _, p := range c.p {
		rates = append(rates, big.NewRat(p, sixteen))
	}
	return append(rates, c.means(rates)...)
}

// expected is the expectation of the estimate.
func (c pollDesign) expected(est estimate) []*big.Rat {
	sum := zeroRats(len(c.p) + c.K)
	votes, all := make([][]int64, len(c.n)), totalOf(c.n)
	for pair, n := range c.n {
		votes[pair] = make([]int64, n)
	}
	for outcome := range 1 << all {
		ways := int64(1) // of 16^8 at most
		for pair, p := range c.p {
			for v := range votes[pair] {
				won := int64(outcome & 1)
				votes[pair][v], outcome = won, outcome>>1
				ways *= won*p + (1-won)*(sixteen-p)
			}
		}
		if ways == 0 {
			continue
		}
		weight := big.NewRat(ways, 1<<(4*all))
		for n, x := range est(c, votes) {
			sum[n].Add(sum[n], x.Mul(weight, x))
		}
	}
	return sum
}

func zeroRats(n int) []*big.Rat {
	all := make([]*big.Rat, n)
	for i := range all {
		all[i] = new(big.Rat)
	}
	return all
}

func totalOf(x []int64) (sum int64) {
	for _, v := range x {
		sum += v
	}
	return sum
}

// unbiased compares the expectations with the population.
func (c pollDesign) unbiased(est estimate) Outcome {
	want := c.population()
	for n, got := range c.expected(est) {
		if got.Cmp(want[n]) != 0 {
			return refuted("the expectations of p̂ by pairs and b^emp are %s for %s at number %d", got.RatString(), want[n].RatString(), n)
		}
	}
	return Outcome{}
}

func pollDomain() cases[pollDesign] {
	return casesOf(splitPoll, Domain{Generate: drawPoll, Layout: pollLayout}, []supposed[pollDesign]{
		{"fixed", "a number of votes fixed beforehand, at least 1 in every cell", "", func(c pollDesign) bool { return slices.Min(c.n) >= 1 }},
		{"i.i.d.", "the votes of a cell are i.i.d. Bernoulli(p_ij)", "", func(c pollDesign) bool {
			return slices.Min(c.p) >= 0 && slices.Max(c.p) <= sixteen
		}},
	})
}

// drawPoll has at most six votes in all: 64 outcomes.
func drawPoll(d Draw) Instance {
	K := int(d.Int(2, 4, "K"))
	pairs := len(pairsOf(K))
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

func (c pollDesign) told() []coordinate {
	at := []coordinate{whole("K", int64(c.K))}
	for n, pair := range pairsOf(c.K) {
		of := fmt.Sprintf(" %d:%d", pair[0], pair[1])
		at = append(at, fraction("p"+of, c.p[n], sixteen), whole("votes"+of, c.n[n]))
	}
	return at
}

func pollMutants(domain cases[pollDesign]) []Mutant {
	by := func(rate func(votes []int64) *big.Rat) func(c pollDesign) Outcome {
		return func(c pollDesign) Outcome { return c.unbiased(ratesBy(rate)) }
	}
	return domain.mutants([]wrongClaim[pollDesign]{
		{Mutant{
			Name: "pooled counts", Why: "wins over all votes of a model weigh opponents by how often they were met",
			How: ByGenerator, Witness: "K=3 d=1 16p=[4 12 8] votes=[2 1 1]",
		}, func(c pollDesign) Outcome { return c.unbiased(pooledRates) }},
		{Mutant{
			Name: "(W+1/2)/(N+1)", Why: "half a win on each side draws towards 1/2", How: ByGenerator, Witness: "K=2 d=1 16p=[12] votes=[1]",
		}, by(func(votes []int64) *big.Rat { return big.NewRat(2*totalOf(votes)+1, 2*int64(len(votes)+1)) })},
		{Mutant{
			Name: "voting ends at the first win", Why: "a number of votes that depends on them: a lucky start is kept",
			Breaks: "fixed", How: ByGenerator, Witness: "K=2 d=1 16p=[8] votes=[2]",
		}, by(func(votes []int64) *big.Rat {
			if first := slices.Index(votes, 1); first >= 0 {
				votes = votes[:first+1]
			}
			return winRate(votes)
		})},
		{Mutant{
			Name: "every vote of a cell repeats its first", Why: "identically distributed, not independent",
			Breaks: "i.i.d.", How: ByNothing, Generate: domain.Generate,
			Superfluous: "expectation is linear: E[p̂] needs the mean of each vote only, independence is for the spread",
		}, by(func(votes []int64) *big.Rat { return big.NewRat(votes[0], 1) })},
	})
}

// pooledRates has all wins of a model over all its votes for b^emp.
func pooledRates(c pollDesign, votes [][]int64) []*big.Rat {
	wins, met := make([]int64, c.K), make([]int64, c.K)
	for n, pair := range pairsOf(c.K) {
		won := totalOf(votes[n])
		for side, w := range []int64{won, c.n[n] - won} {
			wins[pair[side]] += w
			met[pair[side]] += c.n[n]
		}
	}
	rates := empiricalRates(c, votes)
	for i := range c.K {
		rates[len(votes)+i] = big.NewRat(wins[i], met[i])
	}
	return rates
}
