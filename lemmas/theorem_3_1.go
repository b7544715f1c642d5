package lemmas

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"vectorborda/bounds"
	"vectorborda/gaps"
	"vectorborda/sims/instance"
)

// theorem31 is Theorem 3.1: Proposition B.4 at the Borda gaps of θ, which Lemma B.3
// bounds from below by κ_B·Δ_i^θ, and P(b) = P(θ) by Lemma 2.1.  M and L grow and 1/Δ²
// falls with the gap, so
//
//	dK + 128d Σ L_i/(Δ_i^B)² ≤ dK + (128d/κ_B²) Σ L_i^θ/(Δ_i^θ)².
//
// That step is decided by enclosures of the Borda gaps; bounds.Theorem31 is held to
// an enclosure of the right side; and runs of VB-EGE in which E occurred are held to
// the frontier of θ and to the bound.
func theorem31() Entry {
	domain := latentBoundDomain()
	return Entry{
		ID: "3.1", Kind: "Theorem", Title: "upper bound of VB-EGE in latent gaps",
		Claim:  "θ ∈ Θ_{B,d}, min_i Δ_i^θ > 0, C = (2,4,4): P(P̂ = P(θ), τ ≤ dK + (128d/κ_B²) Σ_i L_i^θ/(Δ_i^θ)²) ≥ 1-δ with M_i^θ = 1+⌈log₂(4/(κ_BΔ_i^θ))⌉, L_i^θ = log(4Kd(M_i^θ)²/δ).",
		Source: "section 3; the step from Proposition B.4 by enclosures, and what the event E implies on audited runs",
		Only:   "what E implies",
		Proves: "the step from B.4",
		Parts: []Part{
			domain.part("from B.4", latentBound.followsB4),
			domain.part("runs", func(t latentBound) Outcome { return t.runBelow(t.production()) }),
		},
		Grids:    []Grid{gridOver("ladders", Computed, ladders(), latentBound.told, latentBound.followsB4)},
		Mutants:  latentBoundMutants(domain),
		Kernel:   Kernel{File: "theorem_3_1.v", Theorems: []string{"theorem_3_1"}, About: "N samples of each stream"},
		NoSolver: "contains log and a probability",
		Constants: []Constant{{
			Name: "c in d·Σ n_{m_i} ≤ dK + (c·d/κ_B²)·Σ L_i^θ/(Δ_i^θ)²", Holds: "128", Fails: "106",
			Mutant: "106 for 128 against d·Σ n_{m_i}", By: "ladders", Seen: worstLadder,
		}},
	}
}

// latentBound is θ ∈ Θ_{B,d} with δ = 1/D and the seed of a run.
type latentBound struct {
	latent
	twiceB, D, seed int64
}

func latentBoundLayout(in Instance) layout {
	return append(namedNumbers("s", "2B·2^s", "1/δ", "seed"), valueBlock{"θ·2^s", in.K, in.D})
}

func splitLatentBound(in Instance) latentBound {
	v := in.Values
	return latentBound{latent{in.Size, v[0], v[4:]}, v[1], v[2], v[3]}
}

func (t latentBound) delta() float64 { return 1 / float64(t.D) }

// latentGaps encloses κ_B·Δ_i^θ, and bordaGaps Δ_i^B.
func (t latentBound) latentGaps() (x []bounds.Interval) {
	for _, gap := range gaps.Gaps(t.float()) {
		x = append(x, t.kappa().Mul(bounds.Point(gap)))
	}
	return x
}

// kappa encloses κ_B.
func (t latentBound) kappa() bounds.Interval { return slopeAt(t.real(t.twiceB)) }

func (t latentBound) bordaGaps() (x []bounds.Interval) {
	e := gapError(t.K)
	gapB, _ := t.computedGaps()
	for _, gap := range gapB {
		x = append(x, bounds.Interval{Lo: gap - e, Hi: gap + e})
	}
	return x
}

// claimed encloses the bound with c for 128.
func (t latentBound) claimed(c float64) bounds.Interval {
	return upperBound(c).of(t.Size.D, t.delta(), t.latentGaps())
}

// fromBorda encloses the bound of B.4, and reach d·Σ n_{m_i} of the Borda gaps.
func (t latentBound) fromBorda() bounds.Interval {
	return upperBound(128).of(t.Size.D, t.delta(), t.bordaGaps())
}
func (t latentBound) reach() bounds.Interval { return reach(t.Size.D, t.delta(), t.bordaGaps()) }

// production is bounds.Theorem31.
func (t latentBound) production() float64 {
	return must(bounds.Theorem31(gaps.Gaps(t.float()), t.Size.D, t.real(t.twiceB)/2, t.delta()))
}

// produced: bounds.Theorem31 is the bound within its stated error.
func (t latentBound) produced(claimed bounds.Interval) Outcome {
	if got := t.production(); disjoint(statedEnclosure(got, t.K+40), claimed) {
		return refuted("bounds.Theorem31 = %v, the bound is in [%v, %v]", got, claimed.Lo, claimed.Hi)
	}
	return Outcome{}
}

// followsB4: bound of B.4 ≤ bound of 3.1, and bounds.PropositionB4 and bounds.Theorem31
// are the two within their stated errors.
func (t latentBound) followsB4() Outcome {
	claimed := t.claimed(128)
	if out := t.produced(claimed); out.Verdict != Holds {
		return out
	}
	gapB, _ := t.computedGaps()
	from, got := t.fromBorda(), must(bounds.PropositionB4(gapB, t.Size.D, t.delta()))
	if disjoint(statedEnclosure(got, t.K+20), from) {
		return refuted("bounds.PropositionB4 = %v, the bound of B.4 is in [%v, %v]", got, from.Lo, from.Hi)
	}
	return atMost(from, claimed, "the bound of B.4")
}

// runBelow holds one run to the frontier of θ and to a bound.
func (t latentBound) runBelow(upper float64) Outcome {
	theta := t.float()
	table := make([][]float64, t.K)
	for i := range table {
		table[i] = theta.Row(i)
	}
	in := must(instance.FromTheta(numberedNames("m", t.K), numberedNames("o", t.Size.D), table, t.real(t.twiceB)/2))
	want := gaps.Frontier(scoreArray(t.k, t.Size, asInteger))
	return watched{in, t.delta(), bounds.PaperConstants().Thr, t.seed, want, upper}.run()
}

// units are the latent gaps times 2^s.
func (t latentBound) units() []int64 { return gaps.Gaps(scoreArray(t.k, t.Size, asInteger)) }

func latentBoundDomain() cases[latentBound] {
	return casesOf(splitLatentBound, Domain{
		Generate: func(d Draw) Instance {
			size := Size{int(d.Int(2, 5, "K")), int(d.Int(1, 3, "d"))}
			s := d.Int(2, 6, "s")
			t := latent{size, s, drawApart(d, size)}
			head := []int64{s, t.spread() + drawMove(d, 1<<s), []int64{2, 20, 1000}[d.Int(0, 2, "1/δ")], d.Int(0, 1<<62, "seed")}
			return Instance{size, append(head, t.k...)}
		},
		Layout: latentBoundLayout,
		Show:   func(in Instance) string { return showTheta(latentBoundLayout(in), in) },
	}, []supposed[latentBound]{
		{"range", "θ ∈ Θ_{B,d}: |θ_{i,r}-θ_{j,r}| ≤ 2B", "", latentBound.inRange},
		{"gaps", "min_i Δ_i^θ > 0", "the bound has no value at a gap of 0", func(t latentBound) bool { return slices.Min(t.units()) > 0 }},
	})
}

func (t latentBound) inRange() bool { return t.spread() <= t.twiceB }

// showTheta prints an instance that ends with θ, in short where all models but the first
// are alike.
func showTheta(l layout, in Instance) string {
	head := l[:len(l)-1]
	theta := intoRows(in.Values[len(head):], in.D)
	alike := !slices.ContainsFunc(theta[1:], func(row []int64) bool { return !slices.Equal(row, theta[1]) })
	if alike && in.K > 4 {
		return head.show(in) + fmt.Sprintf(" θ·2^s=[%v, %d times %v]", theta[0], in.K-1, theta[1])
	}
	return l.show(in)
}

// ladderSteps are Δ in 256ths: powers of two, and where Δ_i^B is just below one.
var ladderSteps = []int64{4, 7, 8, 15, 31, 32, 62, 63, 64, 128, 256, 512}

// ladders are the instances of the grid: all others behind the first by Δ, or each
// behind the one before; up to a spread of 16, as κ_B is below 10⁻⁶ beyond.
var ladders = sync.OnceValue(func() (all []latentBound) {
	for _, D := range []int64{5, 20, 1000} {
		for _, step := range ladderSteps {
			for _, K := range []int{2, 4, 16, 64} {
				for apart := range min(K-1, 2) {
					t := latentBound{latent: latent{Size: Size{K, 1}, s: 8}, D: D}
					for i := range K {
						t.k = append(t.k, -int64(min(i, 1)+apart*max(i-1, 0))*step)
					}
					if t.twiceB = t.spread(); t.twiceB <= 16<<8 {
						all = append(all, t)
					}
				}
			}
		}
	}
	return all
})

func (t latentBound) told() []coordinate {
	shape, range2B := "all Δ behind the first", dyadic("2B", t.real(t.twiceB))
	if t.k[t.K-1] != t.k[1] {
		shape = "each Δ behind the one before"
	}
	if t.twiceB == t.spread() {
		range2B = labelledAs("2B", "the range of θ")
	}
	return []coordinate{
		whole("K", int64(t.K)), whole("d", int64(t.Size.D)), fraction("δ", 1, t.D),
		fraction("Δ", slices.Min(t.units()), 1<<t.s), labelledAs("models", shape), range2B,
	}
}

// worstLadder is the largest ratio of d·Σ n_{m_i} to the bound on the grid, by K.  As
// B → 0, Δ_i^B is K/(K-1)·κ_B·Δ_i^θ, and the ratio at most ((K-1)/K)².
func worstLadder() string {
	worst := map[int]float64{}
	for _, t := range ladders() {
		worst[t.K] = max(worst[t.K], t.reach().Hi/t.claimed(128).Hi)
	}
	var text []string
	for _, K := range slices.Sorted(maps.Keys(worst)) {
		text = append(text, fmt.Sprintf("%.2f at K = %d", worst[K], K))
	}
	return "d·Σ n_{m_i} comes to at most " + strings.Join(text, ", ") + " of the bound"
}
