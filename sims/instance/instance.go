// Package instance holds what the algorithms are run on: latent scores, Borda
// scores or a vote log, read from a file or made by a named family.
//
// Reading is strict.  What is not understood is an error of one line that says
// where it is and how to mend it; nothing is filled in, dropped or guessed in
// silence (ties of a log are dropped and counted).
package instance

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"slices"

	"vectorborda/gaps"
	"vectorborda/sims/oracle"
	"vectorborda/sims/votelog"
)

// Instance is a roster of models with their scores on every objective.
type Instance struct {
	Models, Objectives []string
	Theta              *gaps.Array[float64] // latent scores θ, nil when unknown
	Borda              gaps.Array[float64]  // Borda scores b in [0,1]
	Range              float64              // B as given; 0 when it was not given
	Log                *votelog.Log         // the votes behind Borda, nil when there are none
	Redraws            int                  // arrays thrown away in drawing it because their planted frontier was not the strict one

	outcomes oracle.Outcomes // of every pair, nil where they are not known or are those of Theta
	frontier []int
}

// mostSteps bounds K²·d: where no model dominates another the gaps of a roster take 20 ns
// a step, 20 s in all, and a report takes them up to three times.
const mostSteps = 1 << 30

// checkSize refuses what nobody would wait for.  In float64, for the product may not fit an
// int.
func checkSize(K, d int) error {
	if float64(K)*float64(K)*float64(d) > mostSteps {
		return fmt.Errorf("K = %d, d = %d: the gaps compare every two models on every objective, and K²·d above %d takes minutes: give fewer models or objectives", K, d, int64(mostSteps))
	}
	return nil
}

// FromTheta makes the instance of latent scores.  B is their declared range,
// |θ_{i,r}-θ_{j,r}| ≤ 2B for all i, j, r, or 0 for none.
func FromTheta(models, objectives []string, theta [][]float64, B float64) (*Instance, error) {
	x, err := gaps.FromRows(models, objectives, theta)
	if err != nil {
		return nil, err
	}
	if err := checkSize(x.K, x.D); err != nil {
		return nil, err
	}
	in := &Instance{Models: models, Objectives: objectives, Theta: &x, Range: B}
	spread, r := in.spread()
	switch {
	case math.IsInf(spread, 0):
		return nil, fmt.Errorf("objective %q: the difference between two latent scores does not fit a float64: give smaller ones", objectives[r])
	case math.IsNaN(B) || math.IsInf(B, 0) || B < 0:
		return nil, fmt.Errorf("range: B = %v: give a positive number", B)
	case B > 0 && 2*B < spread:
		return nil, fmt.Errorf("range: B = %v, but the scores on objective %q differ by %v: B must be at least half of that", B, objectives[r], spread)
	}
	in.Borda, in.frontier = gaps.Borda(x, nil), gaps.Frontier(x)
	return in, nil
}

// FromBorda makes the instance of Borda scores alone: any in [0,1], for the theory asks
// for no more; a file's must be those of some votes.
func FromBorda(models, objectives []string, b [][]float64) (*Instance, error) {
	x, err := gaps.FromRows(models, objectives, b)
	if err != nil {
		return nil, err
	}
	if err := checkSize(x.K, x.D); err != nil {
		return nil, err
	}
	for i := range x.K {
		for r, p := range x.Row(i) {
			if p < 0 || p > 1 {
				return nil, fmt.Errorf("model %q, objective %q: the Borda score is %v: it must be in [0,1]", models[i], objectives[r], p)
			}
		}
	}
	return &Instance{Models: models, Objectives: objectives, Borda: x, frontier: gaps.Frontier(x)}, nil
}

// FromLog makes the instance of a complete vote log: its Borda scores are the empirical
// ones and the target is their frontier.
func FromLog(l *votelog.Log) (*Instance, error) {
	if err := checkSize(len(l.Models), len(l.Objectives)); err != nil {
		return nil, err
	}
	b, err := l.Borda()
	if err != nil {
		return nil, err
	}
	return &Instance{Models: l.Models, Objectives: l.Objectives, Borda: b, Log: l, outcomes: l.Outcomes, frontier: gaps.Frontier(b)}, nil
}

// FromOutcomes makes the instance of a law of every pair, with b_{i,r} the mean over the
// other models of P(i wins) + P(tie)/2.
func FromOutcomes(models, objectives []string, of oracle.Outcomes) (*Instance, error) {
	K := len(models)
	b := make([][]float64, K)
	for i := range b {
		b[i] = make([]float64, len(objectives))
		for r := range b[i] {
			sum := 0.0
			for j := range K {
				if j != i {
					won, tied := of(i, j, r)
					sum += won + tied/2
				}
			}
			b[i][r] = min(1, sum/float64(K-1)) // rounding may lead above 1
		}
	}
	in, err := FromBorda(models, objectives, b)
	if err != nil {
		return nil, err
	}
	in.outcomes = of
	return in, nil
}

// Counts are those of the instance's log, nil where there is none.
func (in *Instance) Counts() *votelog.Counts {
	if in.Log == nil {
		return nil
	}
	return &in.Log.Counts
}

// Size is the number of models and of objectives.
func (in *Instance) Size() (K, d int) { return in.Borda.K, in.Borda.D }

// reference is the array whose order decides: θ where it is known, since float64
// Borda scores can lose a strict inequality, else b.
func (in *Instance) reference() gaps.Array[float64] {
	if in.Theta != nil {
		return *in.Theta
	}
	return in.Borda
}

// Frontier is the strict Pareto frontier, of θ where θ is known, in ascending
// order.
func (in *Instance) Frontier() []int { return slices.Clone(in.frontier) }

// Witnesses names for every dominated model the frontier model with the largest
// Borda margin over it among those that dominate it, the lowest index among
// equals; -1 on the frontier.
func (in *Instance) Witnesses() []int {
	x := in.reference()
	witness := make([]int, x.K)
	for i := range witness {
		witness[i] = -1
		if _, on := slices.BinarySearch(in.frontier, i); on {
			continue
		}
		for _, p := range in.frontier {
			if gaps.Dominated(x, i, p) && (witness[i] < 0 || gaps.Margin(in.Borda, i, p) > gaps.Margin(in.Borda, i, witness[i])) {
				witness[i] = p
			}
		}
	}
	return witness
}

// halfSpread is the smallest B that holds for the latent scores, half the
// largest difference on an objective; 0 without them.
func (in *Instance) halfSpread() float64 {
	spread, _ := in.spread()
	return spread / 2
}

func (in *Instance) spread() (widest float64, objective int) {
	if in.Theta == nil {
		return 0, 0
	}
	for r := range in.Theta.D {
		lo, hi := math.Inf(1), math.Inf(-1)
		for i := range in.Theta.K {
			lo, hi = min(lo, in.Theta.At(i, r)), max(hi, in.Theta.At(i, r))
		}
		if hi-lo > widest {
			widest, objective = hi-lo, r
		}
	}
	return widest, objective
}

// Oracle answers comparisons from the instance.
func (in *Instance) Oracle() oracle.Focal {
	switch {
	case in.Theta != nil:
		return oracle.FromTheta(*in.Theta, nil)
	case in.outcomes != nil:
		return oracle.FromOutcomes(in.Borda, in.outcomes)
	}
	return oracle.FromBorda(in.Borda)
}

// Fingerprint identifies the numbers of the instance, not their names: 16 hex
// digits of SHA-256 over its size and its scores in the order of the models and
// objectives.  Runs take their randomness under it, so a renamed copy sees the
// same votes and another instance sees others.  A log is sorted by name: there
// names matter through their order, and through nothing else.
func (in *Instance) Fingerprint() string {
	kind, scores := "borda", in.reference()
	if in.Theta != nil {
		kind = "theta"
	}
	hash := sha256.New()
	fmt.Fprintf(hash, "%s %d %d\n", kind, scores.K, scores.D)
	for _, x := range scores.X {
		_ = binary.Write(hash, binary.LittleEndian, x)
	}
	return hex.EncodeToString(hash.Sum(nil)[:8])
}
