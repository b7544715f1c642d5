package lemmas

import (
	"slices"
)

func replayMutants(domain cases[voteLog]) []Mutant {
	drawn := func(wrong procedure) func(v voteLog) Outcome {
		return func(v voteLog) Outcome { return v.independent(wrong) }
	}
	return domain.mutants([]wrongClaim[voteLog]{
		{Mutant{
			Name: "record uniform over all of a model's records", Why: "opponents count by how often they were met, not alike",
			How: ByGenerator, Witness: "K=3 d=1 samples=1 streams=[0] wins=[[0 2 0] [0 0 0] [1 1 0]]",
		}, drawn(func(v voteLog, i int, before []outcome) ([]outcome, int64) {
			all, _ := replayProcedure(v, i, before)
			for n := range all {
				all[n].weight = 1
			}
			return all, int64(len(all))
		})},
		{Mutant{
			Name: "without replacement", Why: "two samples of a cell with one win and one loss are never both won",
			How: ByGenerator, Witness: "K=2 d=1 samples=2 streams=[0 0] wins=[[0 1] [1 0]]",
		}, drawn(func(v voteLog, i int, before []outcome) ([]outcome, int64) {
			all, _ := replayProcedure(v, i, before)
			all = slices.DeleteFunc(all, func(o outcome) bool { return v.usedUp(before, i, o) })
			total := int64(0)
			for _, o := range all {
				total += o.weight
			}
			return all, total
		})},
		{Mutant{
			Name: "one opponent for all samples", Why: "the samples then share their opponent's luck",
			How: ByGenerator, Witness: "K=3 d=1 samples=2 streams=[0 0] wins=[[0 1 0] [0 0 1] [1 0 0]]",
		}, drawn(func(v voteLog, i int, before []outcome) ([]outcome, int64) {
			all, total := replayProcedure(v, i, before)
			if len(before) == 0 || before[0].opponent == i {
				return all, total
			}
			j := before[0].opponent
			return slices.DeleteFunc(all, func(o outcome) bool { return o.opponent != j }), replayUnit
		})},
		{Mutant{
			Name: "the opponent may be the model itself", Why: "p_ii = 1/2 is no part of the mean",
			How: ByGenerator, Witness: "K=2 d=1 samples=1 streams=[0] wins=[[0 1] [0 0]]",
		}, drawn(func(v voteLog, i int, before []outcome) ([]outcome, int64) {
			all, total := replayProcedure(v, i, before)
			own := []outcome{{i, 0, true, replayUnit / 2}, {i, 1, false, replayUnit / 2}}
			return append(all, own...), total + replayUnit
		})},
	})
}

// usedUp: the record was drawn before, by either model of the pair.
func (v voteLog) usedUp(before []outcome, i int, o outcome) bool {
	for n, b := range before {
		same := int(v.asks[n]) == i && b.opponent == o.opponent && b.record == o.record
		mirrored := int(v.asks[n]) == o.opponent && b.opponent == i && b.won != o.won && v.place(o.opponent, i, b) == v.place(i, o.opponent, o)
		if same || mirrored {
			return true
		}
	}
	return false
}

// place is the number of a record within those of its winner.
func (v voteLog) place(i, j int, o outcome) int {
	if o.won {
		return o.record
	}
	return o.record - int(v.won(i, j))
}
