package lemmas

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strings"

	"vectorborda/bounds"
	"vectorborda/sims/instance"
)

// lemmaD1 is Lemma D.1: a fixed log is replayed by drawing, for a sample of stream
// i, an opponent uniformly from the other models and then a record uniformly, with
// replacement, from the cell of the two.  The samples are independent and those of
// stream i are Bernoulli(b^emp_i), b^emp_i = (1/(K-1)) Σ_{j≠i} wins_ij/votes_ij.
//
// The joint law of samples, of one stream or of several in turn, is enumerated over
// all opponents and records, in integers; the number of wins of a batch then has the
// binomial law, which is how batches are drawn.  Objectives have their own cells and
// are streams of the same kind: one is enough.
func lemmaD1() Entry {
	domain := replayDomain()
	return Entry{
		ID: "D.1", Kind: "Lemma", Title: "replaying a fixed log",
		Claim:  "Opponent uniform over the other models, then a record of that pair–objective cell uniform with replacement: i.i.d. Bernoulli(b^emp_{i,r}) streams.",
		Source: "appendix D; the joint law of up to three samples over all opponents and records, the law of a batch, and b^emp as a vote log gives it",
		Parts: []Part{
			domain.part("replay", func(v voteLog) Outcome { return v.independent(replayProcedure) }),
			domain.part("production", voteLog.produced),
		},
		Grids: []Grid{gridOf("small logs", Enumerated, len(smallCells)*len(smallCells)*len(smallCells)*27, nthReplay,
			voteLog.told, func(v voteLog) Outcome { return v.independent(replayProcedure) })},
		Mutants:  replayMutants(domain),
		Kernel:   Kernel{File: "lemma_d_1.v", Theorems: []string{"lemma_D_1"}, About: "N samples of each stream"},
		NoSolver: "a statement about laws",
	}
}

// voteLog is a log of one objective and the streams that are sampled in turn.
type voteLog struct {
	K    int
	asks []int64 // the stream of each sample
	wins []int64 // of i over j, by rows
}

func replayLayout(in Instance) layout {
	return layout{{name: "samples"}, {"streams", 1, int(in.Values[0])}, {"wins", in.K, in.K}}
}

func splitReplay(in Instance) voteLog {
	n := in.Values[0]
	return voteLog{in.K, in.Values[1 : 1+n], in.Values[1+n:]}
}

func (v voteLog) won(i, j int) int64 { return v.wins[i*v.K+j] }

func (v voteLog) cell(i, j int) int64 { return v.won(i, j) + v.won(j, i) }

// replayUnit is a common multiple of all numbers of records.
const replayUnit = 2520

// outcome is one way in which a sample can go.
type outcome struct {
	opponent, record int
	won              bool
	weight           int64
}

// procedure lists how the next sample can go after what was drawn before, by the
// stream that is asked; weights add up to total.
type procedure func(v voteLog, i int, before []outcome) (all []outcome, total int64)

// replayProcedure is the procedure of the lemma.
func replayProcedure(v voteLog, i int, _ []outcome) (all []outcome, total int64) {
	for j := range v.K {
		if j == i {
			continue
		}
		for record := range v.cell(i, j) {
			all = append(all, outcome{j, int(record), record < v.won(i, j), replayUnit / v.cell(i, j)})
		}
	}
	return all, int64(v.K-1) * replayUnit
}

// joint enumerates all ways and gives the law of the outcomes of all samples, by
// the number whose binary digits they are.
func (v voteLog) joint(draw procedure) []*big.Rat {
	law := zeroRats(1 << len(v.asks))
	var walk func(before []outcome, z int, num, den int64)
	walk = func(before []outcome, z int, num, den int64) {
		n := len(before)
		if n == len(v.asks) {
			law[z].Add(law[z], big.NewRat(num, den))
			return
		}
		all, total := draw(v, int(v.asks[n]), before)
		for _, o := range all {
			bit := 0
			if o.won {
				bit = 1 << n
			}
			walk(append(before[:n:n], o), z|bit, num*o.weight, den*total)
		}
	}
	walk(nil, 0, 1, 1)
	return law
}

// score is b^emp_i.
func (v voteLog) score(i int) *big.Rat {
	sum := new(big.Rat)
	for j := range v.K {
		if j != i {
			sum.Add(sum, big.NewRat(v.won(i, j), v.cell(i, j)))
		}
	}
	return sum.Quo(sum, big.NewRat(int64(v.K-1), 1))
}

// independent compares the joint law with the product of Bernoulli(b^emp).
func (v voteLog) independent(draw procedure) Outcome {
	for z, got := range v.joint(draw) {
		want := big.NewRat(1, 1)
		for n, i := range v.asks {
			b := v.score(int(i))
			if z>>n&1 == 0 {
				b.Sub(big.NewRat(1, 1), b)
			}
			want.Mul(want, b)
		}
		if got.Cmp(want) != 0 {
			return refuted("the outcomes %0*b (last sample first) have probability %s, the product is %s", len(v.asks), z, got.RatString(), want.RatString())
		}
	}
	return Outcome{}
}

// produced: a vote log read from CSV has b^emp as its Borda scores, and the wins of a
// batch of one stream have the law of bounds.LogBinomialPMF.
func (v voteLog) produced() Outcome {
	read := must(instance.Read(strings.NewReader(v.csv())))
	for i := range v.K {
		exact := v.score(i)
		nearest, _ := exact.Float64()
		if got := read.Borda.At(i, 0); got != nearest {
			return refuted("the log's score of model %d is %v, b^emp = %s", i, got, exact.RatString())
		}
		if out := v.batch(i, exact, nearest); out.Verdict != Holds {
			return out
		}
	}
	return Outcome{}
}

func (v voteLog) csv() string {
	var text strings.Builder
	text.WriteString("model_a,model_b,winner,objective\n")
	for i := range v.K {
		for j := range v.K {
			text.WriteString(strings.Repeat(fmt.Sprintf("m%d,m%d,model_a,o\n", i, j), int(v.won(i, j))))
		}
	}
	return text.String()
}

// batch: the number of wins among as many samples of stream i as there are streams
// asked.  b^emp rounded by 2⁻⁵³ relative moves the log of a probability of up to
// three factors by no more than 3·2⁻⁵³/(1-b), 2⁻⁴⁰ here.
func (v voteLog) batch(i int, exact *big.Rat, nearest float64) Outcome {
	n := int64(len(v.asks))
	same := voteLog{v.K, slices.Repeat([]int64{int64(i)}, int(n)), v.wins}
	count := zeroRats(int(n) + 1)
	for z, p := range same.joint(replayProcedure) {
		k := bits.OnesCount(uint(z))
		count[k].Add(count[k], p)
	}
	for k, p := range count {
		log, err := bounds.LogBinomialPMF(int64(k), n, nearest)
		got := bounds.Interval{Lo: log - 0x1p-40, Hi: log + 0x1p-40}.Exp()
		if want, _ := p.Float64(); err != nil || p.Sign() == 0 && !math.IsInf(log, -1) || want < got.Lo || want > got.Hi {
			return refuted("%d wins of %d: the replay has %s, LogBinomialPMF(b = %s) is %v", k, n, p.RatString(), exact.RatString(), log)
		}
	}
	return Outcome{}
}

func replayDomain() cases[voteLog] {
	return casesOf(splitReplay, Domain{
		Generate: func(d Draw) Instance {
			v := voteLog{K: int(d.Int(2, 4, "K"))}
			for range d.Int(1, 3, "samples") {
				v.asks = append(v.asks, d.Int(0, int64(v.K-1), "stream"))
			}
			v.wins = make([]int64, v.K*v.K)
			for i := range v.K {
				for j := range i {
					won := d.Int(0, 3, "wins")
					v.wins[i*v.K+j], v.wins[j*v.K+i] = won, d.Int(max(0, 1-won), 3-won/2, "losses")
				}
			}
			return v.instance()
		},
		Layout: replayLayout,
	}, []supposed[voteLog]{{"cells", "every pair of models has a record", "an empty cell has no rate, and b^emp no value", voteLog.complete}})
}

// complete: no cell is empty.
func (v voteLog) complete() bool {
	return slices.Min(v.wins) >= 0 && !slices.ContainsFunc(pairsOf(v.K), func(p [2]int) bool { return v.cell(p[0], p[1]) == 0 })
}

func (v voteLog) instance() Instance {
	return instanceAt(v.K, 1, slices.Concat([]int64{int64(len(v.asks))}, v.asks, v.wins)...)
}

func (v voteLog) told() []coordinate {
	at := []coordinate{whole("K", int64(v.K)), labelledAs("streams in turn", fmt.Sprint(v.asks))}
	for _, pair := range pairsOf(v.K) {
		at = append(at, labelledAs(fmt.Sprintf("votes %d:%d", pair[0], pair[1]), fmt.Sprintf("%d:%d", v.won(pair[0], pair[1]), v.won(pair[1], pair[0]))))
	}
	return at
}

// smallCells are the wins and losses of a cell of one or two records.
var smallCells = [][2]int64{{1, 0}, {0, 1}, {2, 0}, {1, 1}, {0, 2}}

// nthReplay is one log of three models and one sequence of three streams.
func nthReplay(n int) voteLog {
	v := voteLog{K: 3, wins: make([]int64, 9)}
	for range 3 {
		v.asks = append(v.asks, int64(n%3))
		n /= 3
	}
	for _, pair := range pairsOf(3) {
		cell := smallCells[n%len(smallCells)]
		v.wins[pair[0]*3+pair[1]], v.wins[pair[1]*3+pair[0]] = cell[0], cell[1]
		n /= len(smallCells)
	}
	return v
}
