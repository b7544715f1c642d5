package votelog

import (
	"fmt"
	"slices"
	"strings"
)

// Reason is why a judgment is no vote.
type Reason string

// The reasons, in the order in which they are looked for: a judgment is counted under the
// first that holds.
const (
	Filtered         Reason = "filtered"
	ModelMissing     Reason = "model_missing"
	SelfBattle       Reason = "self_battle"
	AliasedBattle    Reason = "self_battle_by_alias"
	ObjectiveMissing Reason = "objective_missing" // null, or a null flag that would decide
	NoObjective      Reason = "no_objective"      // known, and none of those that count
	OutcomeMissing   Reason = "outcome_missing"
	OutcomeUnknown   Reason = "outcome_unknown"
	JudgeFailed      Reason = "error"
	IsInconsistent   Reason = "inconsistent"
	IsBothBad        Reason = "both_bad"
	IsTie            Reason = "tie"
)

// Reasons are all reasons in their order.
func Reasons() []Reason {
	return []Reason{Filtered, ModelMissing, SelfBattle, AliasedBattle, ObjectiveMissing, NoObjective,
		OutcomeMissing, OutcomeUnknown, JudgeFailed, IsInconsistent, IsBothBad, IsTie}
}

func (r Reason) words() string { return strings.ReplaceAll(string(r), "_", " ") }

// Drops count the judgments that are no votes.
type Drops map[Reason]int64

// Sum is how many there are.
func (d Drops) Sum() (n int64) {
	for _, k := range d {
		n += k
	}
	return n
}

// Words are the counts in the order of the reasons.
func (d Drops) Words() string {
	var parts []string
	for _, r := range Reasons() {
		if d[r] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", d[r], r.words()))
		}
	}
	if parts == nil {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// dropOf is the reason of an outcome that is no vote.
func dropOf(o Outcome) Reason {
	return []Reason{WonA: "", WonB: "", Tie: IsTie, BothBad: IsBothBad, Inconsistent: IsInconsistent,
		Failed: JudgeFailed, Missing: OutcomeMissing, Unknown: OutcomeUnknown}[o]
}

// counts tells whether an outcome is a vote under a description, and which.
func (d *Description) counts(o Outcome) (Outcome, bool) {
	if o == BothBad && d.BothBad == "tie" {
		o = Tie
	}
	return o, slices.Contains([]Outcome{WonA, WonB}, o) || o == Tie && d.Ties == "half"
}
