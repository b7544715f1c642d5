package lemmas

import (
	"slices"
	"strconv"

	"vectorborda/bounds"
	"vectorborda/gaps"
	"vectorborda/sims/algo"
	"vectorborda/sims/audit"
	"vectorborda/sims/instance"
	"vectorborda/sims/stream"
)

// propositionB4 is Proposition B.4.  On E (Lemma B.6) the answer is right (B.9) and
// model i is sampled at most n_{m_i} times an objective, m_i = min{m : ε_m < Δ_i/4}
// (B.10), so τ ≤ d·Σ_i n_{m_i}.  What is left is arithmetic, term by term:
//
//	m_i ≤ M_i, so L_{m_i} ≤ L_i;  2^{m_i}·Δ_i ≤ 8, so 4^{m_i} ≤ 64/Δ_i²;
//	n_m ≤ 1 + 2·L_m·4^m, so d·Σ n_{m_i} ≤ dK + 128·d·Σ L_i/Δ_i²;
//	n_m ≥ 2·L_m·4^m, so r_m ≤ ε_m/2 < Δ_i/8 at m = m_i, where B.10 begins.
//
// The chain is checked step by step at random gaps and on a grid on both sides of
// powers of two, where m_i jumps; the pathwise half on runs of VB-EGE: whenever E
// occurred, the answer and τ are as claimed.  P(E) ≥ 1-δ is Lemma B.6.
func propositionB4() Entry {
	chain, runs := chainDomain(), runDomain()
	return Entry{
		ID: "B.4", Kind: "Proposition", Title: "upper bound of VB-EGE in Borda gaps",
		Claim:  "Streams Bernoulli(b_{i,r}), min_i Δ_i^B > 0, C = (2,4,4): P(P̂ = P(b) and τ ≤ dK + 128d Σ_i L_i(δ)/(Δ_i^B)²) ≥ 1-δ with M_i = 1+⌈log₂(4/Δ_i^B)⌉, L_i(δ) = log(4KdM_i²/δ).",
		Source: "appendix B; from d·Σ n_{m_i} to the bound step by step, and what the event E implies on audited runs. P(E) ≥ 1-δ is Lemma B.6",
		Only:   "what E implies",
		Proves: "d·Σ n_{m_i} ≤ bound",
		Parts: []Part{
			chain.part("chain", gapChain.holds),
			runs.part("runs", func(r bordaRun) Outcome { return r.watched().run() }),
		},
		Grids:    []Grid{gridOf("chain on a grid", Computed, chainPoints, nthChain, gapChain.told, gapChain.holds)},
		Mutants:  append(chainMutants(chain), runMutants(runs)...),
		Kernel:   Kernel{File: "proposition_b_4.v", Theorems: []string{"proposition_B_4"}, About: "N samples of each stream"},
		NoSolver: "contains log and a probability",
		Constants: []Constant{
			{Name: "c in d·Σ n_{m_i} ≤ dK + c·d·Σ L_i/Δ_i²", Holds: "128", Fails: "127", Theorem: "cost_at_most_bound", Mutant: "127 for 128 against d·Σ n_{m_i}", By: "chain on a grid", Seen: worstChain},
			{Name: "c in P(τ ≤ dK + c·d·Σ L_i/Δ_i²) ≥ 1-δ", Holds: "128", Fails: "28", Theorem: "proposition_B_4", Mutant: "28 for 128", By: "runs"},
		},
	}
}

// bordaRun is one run of VB-EGE on Borda scores.
type bordaRun struct {
	Size
	D, e, thr int64 // δ = D^-e, 8·C_thr
	seed      int64
	b         []int64 // in 32nds, by rows
}

func splitRun(in Instance) bordaRun {
	v := in.Values
	return bordaRun{in.Size, v[0], v[1], v[2], v[3], v[4:]}
}

func (r bordaRun) delta() float64 { return tailCase{D: r.D, e: r.e}.delta() }

func (r bordaRun) rows() [][]float64 {
	var all [][]float64
	for _, row := range intoRows(r.b, r.Size.D) {
		x := make([]float64, len(row))
		for n := range row {
			x[n] = float64(row[n]) / bordaUnit
		}
		all = append(all, x)
	}
	return all
}

func (r bordaRun) gaps() []int64 { return gaps.Gaps(scoreArray(r.b, r.Size, asInteger)) }

// numberedNames are as many names as needed.
func numberedNames(prefix string, n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = prefix + strconv.Itoa(i)
	}
	return all
}

// watched is the run with P(b) and the bound: if the confidence event occurred in it, no
// step was one that the proof excludes.
func (r bordaRun) watched() watched {
	in := must(instance.FromBorda(numberedNames("m", r.K), numberedNames("o", r.Size.D), r.rows()))
	upper := must(bounds.PropositionB4(in.Gaps().Borda, r.Size.D, r.delta()))
	want := gaps.Frontier(scoreArray(r.b, r.Size, asInteger))
	return watched{in, r.delta(), float64(r.thr) / 8, r.seed, want, upper}
}

// watched is one run of VB-EGE under audit, with the frontier and the bound on τ that
// it is held to.
type watched struct {
	in         *instance.Instance
	delta, thr float64
	seed       int64
	frontier   []int
	upper      float64
}

// observe makes the run.
func (w watched) observe() (algo.Result, audit.Finding) {
	K, d := w.in.Size()
	s := schedule(K, d, w.delta, w.thr)
	g := w.in.Gaps()
	watch := audit.New(w.in, g, s, float64(w.in.Bounds(g, w.delta).UpperBorda))
	watch.Begin()
	out := algo.NewVBEGE(s).Run(algo.Problem{
		Oracle: w.in.Oracle(), Observer: watch, Key: stream.Key{Seed: uint64(w.seed), Experiment: "lemmas/run"},
	})
	return out, watch.End(out)
}

// run holds the run to the claim, if the confidence event occurred.
func (w watched) run() Outcome {
	out, found := w.observe()
	switch {
	case !found.Event:
		return Outcome{Vacuous, "the confidence event did not occur"}
	case found.Violation != "":
		return refuted("%s", found.Violation)
	case out.Ended != algo.Decided || !slices.Equal(out.Frontier, w.frontier):
		return refuted("the run ended %s with %v, P = %v", out.Ended, out.Frontier, w.frontier)
	case float64(out.Comparisons) > w.upper:
		return refuted("τ = %d exceeds %v", out.Comparisons, w.upper)
	}
	return Outcome{}
}
