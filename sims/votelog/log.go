package votelog

import (
	"fmt"
	"math/big"

	"vectorborda/gaps"
)

// Log is a complete vote log: every pair of models has a vote on every objective, unless
// it was made by [Votes.Whole].  Models and objectives are sorted by name.
type Log struct {
	Models, Objectives []string
	Counts

	half bool
	wins []int64 // wins of i over j on r at (i·K+j)·d+r
	ties []int64 // ties that count half, at the same places in both orders; nil without any
}

// Counts say how many judgments of a log count: every report of a log shows them.
type Counts struct {
	Votes      int64 `json:"votes"`        // votes that count, once for every objective
	Ties       int64 `json:"ties_dropped"` // judgments dropped because they were ties of either kind
	Dropped    Drops `json:"dropped,omitempty"`
	HalfCredit int64 `json:"ties_half,omitempty"` // of the votes, ties that count half for both
}

// Words are the counts for a reader.
func (c Counts) Words() string {
	text := fmt.Sprintf("%d decisive votes, %d ties dropped", c.Votes-c.HalfCredit, c.Ties)
	if c.HalfCredit > 0 {
		text = fmt.Sprintf("%d decisive votes, %d ties that count half", c.Votes-c.HalfCredit, c.HalfCredit)
	}
	for _, r := range Reasons() {
		if n := c.Dropped[r]; n > 0 && r != IsTie && r != IsBothBad {
			text += fmt.Sprintf(", %d %s", n, r.words())
		}
	}
	return text
}

func (l *Log) at(i, j, r int) int { return (i*len(l.Models)+j)*len(l.Objectives) + r }

// Won is the number of votes for i against j on objective r.
func (l *Log) Won(i, j, r int) int64 { return l.wins[l.at(i, j, r)] }

// Tied is the number of ties between i and j on r that count half.
func (l *Log) Tied(i, j, r int) int64 {
	if l.ties == nil {
		return 0
	}
	return l.ties[l.at(i, j, r)]
}

// N is the number of votes between i and j on r.
func (l *Log) N(i, j, r int) int64 { return l.Won(i, j, r) + l.Won(j, i, r) + l.Tied(i, j, r) }

// Credit is twice what i got against j on r: two for a vote, one for a tie.
func (l *Log) Credit(i, j, r int) int64 { return 2*l.Won(i, j, r) + l.Tied(i, j, r) }

// Rate is p̂_{ij,r}, the mean of what i got of the votes between i and j on r.
func (l *Log) Rate(i, j, r int) float64 {
	return float64(l.Credit(i, j, r)) / float64(2*l.N(i, j, r))
}

// Outcomes are the shares of the votes between i and j on r that i won and that were ties.
func (l *Log) Outcomes(i, j, r int) (won, tied float64) {
	n := float64(l.N(i, j, r))
	return float64(l.Won(i, j, r)) / n, float64(l.Tied(i, j, r)) / n
}

// TiesCount tells whether ties count half.
func (l *Log) TiesCount() bool { return l.half }

// Borda are the scores b^emp_{i,r} = (1/(K-1)) Σ_{j≠i} p̂_{ij,r}: the rate of each pair
// first, then the mean over opponents, so repeating the rows of one pair changes nothing.
// They are summed in exact rationals and rounded once: equal scores get equal bits.
// Different scores that round to the same float64 are an error, not a tie.
func (l *Log) Borda() (gaps.Array[float64], error) {
	K, d := len(l.Models), len(l.Objectives)
	b := gaps.NewArray[float64](K, d)
	for r := range d {
		exact := make(map[float64]*big.Rat, K)
		for i := range K {
			score := l.exact(i, r)
			rounded, _ := score.Float64()
			if twin, seen := exact[rounded]; seen && twin.Cmp(score) != 0 {
				return b, fmt.Errorf("objective %q: two Borda scores near %v differ by less than float64 can hold: collect more votes", l.Objectives[r], rounded)
			}
			exact[rounded] = score
			b.Row(i)[r] = rounded
		}
	}
	return b, nil
}

// exact is b^emp_{i,r}.
func (l *Log) exact(i, r int) *big.Rat {
	sum := new(big.Rat)
	for j := range l.Models {
		if j != i {
			sum.Add(sum, big.NewRat(l.Credit(i, j, r), 2*l.N(i, j, r)))
		}
	}
	return sum.Quo(sum, big.NewRat(int64(len(l.Models)-1), 1))
}
