package instance

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/big"
	"slices"
	"strings"

	"vectorborda/gaps"
)

// logColumns are the columns by which a vote log is recognised.
var logColumns = []string{"model_a", "model_b", "winner", "objective"}

// Log is a decisive vote log: for every pair of models and every objective how
// often each of the two won.  Models and objectives are sorted by name, so the
// order of the rows has no influence.
type Log struct {
	Models, Objectives []string
	Counts

	wins []int64 // wins of i over j on r at (i·K+j)·d+r
}

// Counts say how many rows of a log count: every report of a log shows them.
type Counts struct {
	Votes int64 `json:"votes"`        // decisive votes
	Ties  int64 `json:"ties_dropped"` // rows dropped because they were ties
}

// Words are the counts for a reader.
func (c Counts) Words() string {
	return fmt.Sprintf("%d decisive votes, %d ties dropped", c.Votes, c.Ties)
}

// Counts are those of the instance's log, nil where there is none.
func (in *Instance) Counts() *Counts {
	if in.Log == nil {
		return nil
	}
	return &in.Log.Counts
}

// Won is the number of votes for i against j on objective r.
func (l *Log) Won(i, j, r int) int64 {
	return l.wins[(i*len(l.Models)+j)*len(l.Objectives)+r]
}

// rate is p̂_{ij,r}, the share of the votes between i and j on r that i won.
func (l *Log) rate(i, j, r int) float64 {
	won, lost := l.Won(i, j, r), l.Won(j, i, r)
	return float64(won) / float64(won+lost)
}

// borda is b^emp_{i,r} = (1/(K-1)) Σ_{j≠i} p̂_{ij,r}: the rate of each pair
// first, then the mean over opponents, so repeating the rows of one pair
// changes nothing.  It is summed in exact rationals and rounded once: equal
// scores get equal bits.  Different scores that round to the same float64 are
// an error, not a tie.
func (l *Log) borda() (gaps.Array[float64], error) {
	K, d := len(l.Models), len(l.Objectives)
	b := gaps.NewArray[float64](K, d)
	for r := range d {
		exact := make(map[float64]*big.Rat, K)
		for i := range K {
			score := l.exactBorda(i, r)
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

func (l *Log) exactBorda(i, r int) *big.Rat {
	sum := new(big.Rat)
	for j := range l.Models {
		if j != i {
			won := l.Won(i, j, r)
			sum.Add(sum, big.NewRat(won, won+l.Won(j, i, r)))
		}
	}
	return sum.Quo(sum, big.NewRat(int64(len(l.Models)-1), 1))
}

// vote is the cell that a row counts in, by name.
type vote struct{ winner, loser, objective string }

// readLog reads a vote log in CSV with the columns model_a, model_b, winner and
// objective, in any order and beside others.  The winner is model_a, model_b,
// tie or the name of one of the row's two models; ties are dropped and
// counted.  With everyPair every pair of models needs a decisive vote on every
// objective.  Errors name the line.
func readLog(r io.Reader, everyPair bool) (*Log, error) {
	rows := csv.NewReader(r)
	header, err := rows.Read()
	if err != nil {
		return nil, csvError(err)
	}
	column, err := columns(header, logColumns)
	if err != nil {
		return nil, err
	}
	counts, ties := map[vote]int64{}, int64(0)
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, csvError(err)
		}
		line, _ := rows.FieldPos(0)
		v, tie, err := parseVote(row, column)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		if tie {
			ties++
			// A pair that only ever ties is still known by name.
			counts[v] += 0
			continue
		}
		counts[v]++
	}
	return newLog(counts, ties, everyPair)
}

// parseVote turns a row into a vote; for a tie the order of the two models
// means nothing.
func parseVote(row []string, column map[string]int) (v vote, tie bool, err error) {
	field := func(name string) string { return strings.TrimSpace(row[column[name]]) }
	a, b, winner := field("model_a"), field("model_b"), field("winner")
	v = vote{a, b, field("objective")}
	switch {
	case a == "" || b == "":
		return v, false, errors.New("a model has an empty name: give both names")
	case v.objective == "":
		return v, false, errors.New("the objective is empty: give its name")
	case a == b:
		return v, false, fmt.Errorf("model %q is compared with itself: remove the row", a)
	case slices.Contains([]string{"model_a", "model_b", "tie"}, a), slices.Contains([]string{"model_a", "model_b", "tie"}, b):
		return v, false, errors.New("a model is named model_a, model_b or tie, so the winner would be ambiguous: rename it")
	}
	switch winner {
	case "model_a", a:
		return v, false, nil
	case "model_b", b:
		return vote{b, a, v.objective}, false, nil
	case "tie":
		return v, true, nil
	}
	for _, word := range []string{"model_a", "model_b", "tie", a, b} {
		if strings.EqualFold(word, winner) {
			return v, false, fmt.Errorf("unknown winner %q: write %q, in the same letters", winner, word)
		}
	}
	return v, false, fmt.Errorf("unknown winner %q: use model_a, model_b, tie or the name of one of the two models", winner)
}

// mostCounts bounds the counts of a log in memory, to half a gigabyte.
const mostCounts = 1 << 26

// newLog orders names, checks with everyPair that every cell has a vote and fills the
// counts.
func newLog(counts map[vote]int64, ties int64, everyPair bool) (*Log, error) {
	models, objectives := map[string]int{}, map[string]int{}
	l := &Log{Counts: Counts{Ties: ties}}
	cells := map[vote]int64{} // by unordered pair
	for v, n := range counts {
		models[v.winner], models[v.loser], objectives[v.objective] = 0, 0, 0
		cells[unordered(v)] += n
		l.Votes += n
	}
	l.Models, l.Objectives = number(models), number(objectives)
	if len(l.Models) < 2 {
		return nil, errors.New("no votes: a log needs a row for every pair of models and every objective")
	}
	if everyPair {
		if err := l.missing(cells); err != nil {
			return nil, err
		}
	}
	K, d := len(l.Models), len(l.Objectives)
	if int64(K)*int64(K) > int64(mostCounts/d) {
		return nil, fmt.Errorf("%d models on %d objectives are more than %d counts: leave out models or objectives", K, d, mostCounts)
	}
	l.wins = make([]int64, K*K*d)
	for v, n := range counts {
		l.wins[(models[v.winner]*K+models[v.loser])*d+objectives[v.objective]] = n
	}
	return l, nil
}

func unordered(v vote) vote {
	if v.winner > v.loser {
		v.winner, v.loser = v.loser, v.winner
	}
	return v
}

// number sorts the names and gives each its index.
func number(names map[string]int) []string {
	sorted := slices.SortedFunc(maps.Keys(names), cmp.Compare[string])
	for i, name := range sorted {
		names[name] = i
	}
	return sorted
}
