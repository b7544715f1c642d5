package stat

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// SuiteAlpha is the largest total probability of a false alarm of one report.
const SuiteAlpha = 1e-6

// Ledger holds the claims of a report.  All are declared before the first run;
// by the union bound the report raises a false alarm with probability at most
// Total.
//
// A claim has two stages.  The second is declared with the first, on four times
// as many fresh runs, and is used only if the first comes out refuted: the claim
// is refuted if both are.  That can only lower the probability of a false alarm,
// so the ledger counts the first stage's α.
type Ledger struct{ claims []Staged }

// Staged is a claim with its second stage.
type Staged struct{ First, Second Claim }

// SecondStage is how many times the runs of the first stage the second takes.
const SecondStage = 4

// Declare adds a claim to the ledger.  It is an error if the claim could not be
// refuted by its runs or if the total would exceed SuiteAlpha.
func (l *Ledger) Declare(id string, n int64, p0, alpha, alternative float64) (Staged, error) {
	first, err := Declare(id, n, p0, alpha, alternative)
	if err != nil {
		return Staged{}, err
	}
	second, err := Declare(id, SecondStage*n, p0, alpha, alternative)
	if err != nil {
		return Staged{}, err
	}
	s := Staged{first, second}
	l.claims = append(l.claims, s)
	if l.Total() > SuiteAlpha {
		return s, fmt.Errorf("claim %s: %d claims at level %v exceed the report's total of %v: leave out rows", id, len(l.claims), alpha, SuiteAlpha)
	}
	return s, nil
}

// MarshalJSON writes what the ledger adds up to.
func (l *Ledger) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Assertions int     `json:"assertions"`
		AlphaTotal float64 `json:"alpha_total"`
	}{l.Assertions(), l.Total()})
}

// Assertions is the number of claims.
func (l *Ledger) Assertions() int { return len(l.claims) }

// Total is Σ α, the union bound on the probability of a false alarm.
func (l *Ledger) Total() float64 {
	// Claims of a report share one α, and n·α is rounded once; a sum of n terms
	// would drift.
	counts := map[Number]float64{}
	for _, c := range l.claims {
		counts[c.First.Alpha]++
	}
	total := 0.0
	for _, alpha := range slices.Sorted(maps.Keys(counts)) {
		total += counts[alpha] * float64(alpha)
	}
	return total
}
