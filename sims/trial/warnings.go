package trial

import (
	"fmt"
	"strings"

	"vectorborda/sims/algo"
	"vectorborda/sims/bt"
	"vectorborda/sims/instance"
	"vectorborda/sims/votelog"
)

// MisfitLevel is the level at which the votes of a log are called no Bradley–Terry law.
const MisfitLevel = 1e-3

// Warnings are what is known of the runs before the first: that gaps are zero, and that a
// method which fits Bradley–Terry models is given votes of another law.
func (s Simulation) Warnings() (all []string) {
	if models := tied(s.Instance); models != nil {
		all = append(all, fmt.Sprintf("the gap of %s is 0: no number of votes tells, and every run ends undecided, by its budget or the method's own limit", few(models)))
	}
	if s.Method.BradleyTerry {
		if m := Misfit(s.Instance.Log); m.P() < MisfitLevel {
			all = append(all, fmt.Sprintf(
				"the votes of the log follow no Bradley–Terry law at level %v (deviance %.4g and Pearson's χ² %.4g on %d degrees of freedom, p ≤ %.2g): %s fits one, and its answers may be wrong however sure they look; give one of %s, which need none",
				MisfitLevel, m.Deviance, m.Pearson, m.Freedom, m.P(), s.Method.Name, strings.Join(freeOfLaw(), ", ")))
		}
	}
	return all
}

// freeOfLaw are the methods that fit no Bradley–Terry models.
func freeOfLaw() (names []string) {
	for _, m := range algo.Methods() {
		if !m.BradleyTerry {
			names = append(names, m.Name)
		}
	}
	return names
}

// tied are the models whose Borda gap is zero; a latent gap above 0 may be 0 here in
// float64.
func tied(in *instance.Instance) (models []string) {
	for i, gap := range in.Gaps().Borda {
		if gap <= 0 {
			models = append(models, in.Models[i])
		}
	}
	return models
}

// few names at most three.
func few(names []string) string {
	quoted, more := []string{}, ""
	for _, name := range names[:min(3, len(names))] {
		quoted = append(quoted, fmt.Sprintf("%q", name))
	}
	if n := len(names) - len(quoted); n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return strings.Join(quoted, ", ") + more
}

// Misfit is that of all objectives of a log together; nothing for no log.
func Misfit(l *votelog.Log) (m bt.Misfit) {
	if l == nil {
		return m
	}
	fitter := bt.NewFitter(len(l.Models))
	for r := range l.Objectives {
		m = m.Add(fitter.Misfit(bt.Votes(len(l.Models), func(i, j int) int64 { return l.Won(i, j, r) })))
	}
	return m
}
