package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"vectorborda/sims/experiment"
	"vectorborda/sims/setting"
	"vectorborda/sims/stat"
)

// finding is a sentence of the paper with its verdict, why that is so in one sentence,
// and the numbers behind it.
type finding struct {
	ID       string             `json:"id"`
	Sentence string             `json:"sentence"`
	Verdict  experiment.Verdict `json:"verdict"`
	Why      string             `json:"why"`
	Numbers  string             `json:"numbers"`
}

// sentences of the paper by the ID of their finding.
var sentences = map[string]string{
	"cheapest-benchmarks":  "VB-EGE is the cheapest method on every benchmark.",
	"cheapest-guaranteed":  "VB-EGE is the cheapest method with a guarantee in every setting.",
	"cheapest-everywhere":  "VB-EGE is the cheapest method in every setting.",
	"slope-K":              "The mean τ of VB-EGE grows nearly linearly in K, as its power 1.09.",
	"slope-d":              "The mean τ of VB-EGE grows nearly linearly in d, as its power 1.09.",
	"slope-gap":            "The mean τ of VB-EGE grows as Δ^-2.",
	"log-delta":            "That τ is linear in log(1/δ), R² = 0.99997, shows how the stopping rule depends on δ.",
	"no-errors":            "No run of any method returns a wrong set.",
	"confidence":           "VB-EGE errs with probability at most δ in every setting.",
	"means-exist":          "Mean ± SE describes the cost of VB-EGE on every benchmark.",
	"constants":            "Smaller constants than (2,4,4) save comparisons and still make no error.",
	"allocation":           "A model takes comparisons as the inverse square of its Borda gap.",
	"track-and-stop":       "Track-and-Stop is cheaper than VB-EGE in 1 of 28 settings.",
	"track-and-stop-stops": "Track-and-Stop always stops by its own rule.",
}

// told are the ratios that a finding has listed already, by its ID.
type told map[string]string

func (t told) findingWords(f experiment.Finding) finding {
	return finding{f.ID, sentences[f.ID], f.Verdict, reason(f), t.numbersOf(f)}
}

// numbersOf words the numbers behind a verdict.
func (t told) numbersOf(f experiment.Finding) string {
	switch n := f.Numbers.(type) {
	case experiment.Ratios:
		clear := slices.DeleteFunc(slices.Clone(n.Open), func(r experiment.Row) bool { return r.PairedUnits < experiment.FewestUnits })
		return fmt.Sprintf("%d rivals × settings by paired ratio at 99 %%; the smallest ratio is %s", n.Of, figures(n.Least, 3)) +
			t.once("; cheaper: ", f.ID, n.Cheaper) + t.once("; limits on both sides of 1: ", f.ID, clear)
	case experiment.Growth:
		return growthWords(f.ID, n)
	case experiment.Errors:
		words := fmt.Sprintf("%d wrong in %d runs: the mean error rate is below %s at 99 %%", n.Wrong, n.Runs, figures(n.Limit, 2))
		if n.Undecided > 0 {
			words += fmt.Sprintf("; %d runs did not decide", n.Undecided)
		}
		return words + those("; ", n.Where, func(r experiment.Row) string {
			return fmt.Sprintf("%s on %s, %d of %d", methodWords(r), r.Name(), r.Wrong, r.Runs)
		})
	case experiment.Confidence:
		return fmt.Sprintf("%d settings, limits together at 99 %%", n.Settings) + rates("; above δ: ", n.Above) + rates("; too few runs: ", n.Open)
	case experiment.Means:
		return fmt.Sprintf("%d benchmarks", n.Benchmarks) + those("; no mean: ", n.NoMean, tailWords) + those("; a mean without standard error: ", n.NoError, tailWords)
	case experiment.Savings:
		return fmt.Sprintf("%d smaller constants × settings; %d save without an error, at error rates below δ at 99 %%", n.Of, n.Saving) +
			those("; with errors: ", n.Erring, savingWords) + those("; no saving: ", n.Costlier, savingWords) + those("; too few runs: ", n.Open, savingWords)
	case []experiment.Allocation:
		words := "slope of log samples on log gap, mean of the instances at 99 %:"
		for _, a := range n {
			words += fmt.Sprintf(" %s %s;", a.Family, figured(a.Slope))
		}
		return words + " within a phase of the schedule all models take the same, and no gap decides in a smaller one"
	case experiment.Tracking:
		return fmt.Sprintf("%s: cheaper in %d of %d by paired ratio at 99 %%, undecided in %d; geometric mean of the ratios of means %s over scaling (reported 4.10), %s over frontier size (20.6)",
			labelled(n.Method.Title, n.Method.Guarantee), len(n.Cheaper), n.Settings, n.Open, figures(n.Scaling, 3), figures(n.FrontierSizes, 3)) +
			those("; cheaper: ", n.Cheaper, func(r experiment.Row) string { return r.Name() + " ×" + figured(r.Paired) })
	case experiment.Undone:
		return fmt.Sprintf("%d of %d runs were capped", n.Runs, n.Of) + those(": ", n.Where, func(r experiment.Row) string {
			return fmt.Sprintf("%s, %d of %d", r.Name(), r.Capped+r.Budget, r.Runs)
		})
	}
	panic(fmt.Sprintf("report: no words for the numbers of %s", f.ID))
}

func growthWords(id string, g experiment.Growth) string {
	switch slope := g.Slope.Slope; id {
	case "slope-gap":
		return fmt.Sprintf("slope %s, 95 %% limits of a line through %d points [%s, %s]; phases grow by steps of 4, so τ is a staircase in Δ",
			figures(slope, 3), len(g.X), figures(slope-g.Half, 3), figures(slope+g.Half, 3))
	case "log-delta":
		return fmt.Sprintf("1-R² of mean τ %s, of the formula K·d·n_m alone %s; %s %% of the runs take exactly the formula's τ",
			figures(g.Lack, 2), figures(g.FormulaLack, 2), figures(100*g.AtFormula, 4))
	default:
		return fmt.Sprintf("slope %s ± %s (errors of the means), ± %s (distance of %d points from a line)",
			figures(slope, 4), figures(g.Noise, 3), figures(g.SE, 2), len(g.X))
	}
}

func ratioWords(r experiment.Row) string {
	return fmt.Sprintf("%s on %s ×%s", methodWords(r), r.Name(), figured(r.Paired))
}

// once lists the ratios that no finding before has listed, and counts the others.
func (t told) once(what, id string, rows []experiment.Row) string {
	var fresh []experiment.Row
	before, order := map[string]int{}, []string{}
	for _, r := range rows {
		key := r.Name() + "\n" + r.Method.Name
		if where := t[key]; where == "" || where == id {
			t[key] = id
			fresh = append(fresh, r)
		} else {
			if before[where]++; before[where] == 1 {
				order = append(order, where)
			}
		}
	}
	words := those(what, fresh, ratioWords)
	for _, where := range order {
		if words == "" {
			words = what
		} else {
			words += "; "
		}
		words += fmt.Sprintf("%d under %s", before[where], where)
	}
	return words
}

// rates lists settings by their rates, those with the same one together.
func rates(what string, all []experiment.ErrorRate) string {
	words := func(r experiment.ErrorRate) string {
		return fmt.Sprintf("%d of %d wrong, rate below %s, %d error-free runs would do", r.Wrong, r.Runs, figures(r.Limit, 2), r.Needed)
	}
	return those(what, setting.Groups(all, words), func(same []experiment.ErrorRate) string {
		name := same[0].Name()
		if len(same) > 1 {
			name += fmt.Sprintf(" and %d more", len(same)-1)
		}
		return name + ": " + words(same[0])
	})
}

func tailWords(r experiment.Row) string {
	return fmt.Sprintf("%s (index %s by its law; Hill %s [%s, %s])", r.Family, figures(r.TailIndex(), 3),
		figures(r.Tau.Tail.Index, 3), figures(r.Tau.Tail.Lo, 3), figures(r.Tau.Tail.Hi, 3))
}

func savingWords(s experiment.Saving) string {
	return fmt.Sprintf("%s: median τ ×%s, %d of %d wrong", s.Name(), figures(s.Factor, 3), s.Wrong, s.Runs)
}

// figures are the n significant digits of a number in a sentence, which JSON holds: from
// n digits before the point on with an exponent.
func figures[F ~float64](value F, n int) string {
	if x := float64(value); !math.IsNaN(x) && !math.IsInf(x, 0) {
		return strconv.FormatFloat(x, 'g', n, 64)
	}
	return digits(value, n)
}

func figured(e stat.Estimate) string {
	return fmt.Sprintf("%s [%s, %s]", figures(e.Value, 3), figures(e.Lo, 3), figures(e.Hi, 3))
}

// those lists rows after what they are, "" where there is none.
func those[T any](what string, rows []T, words func(T) string) string {
	const most = 8
	var names []string
	for _, row := range rows[:min(len(rows), most)] {
		names = append(names, words(row))
	}
	switch {
	case len(rows) == 0:
		return ""
	case len(rows) > most:
		return what + fmt.Sprintf("%s and %d more", strings.Join(names, "; "), len(rows)-most)
	}
	return what + strings.Join(names, "; ")
}

func (doc *ExperimentsReport) findings() Table {
	var notes []string
	for _, f := range doc.Findings {
		notes = append(notes, fmt.Sprintf("%s %s. %s Numbers: %s.", f.ID, f.Verdict, f.Why, f.Numbers))
	}
	return table("Findings: sentences of the paper, and what these runs say", doc.Findings, []column[finding]{
		{"verdict", func(f finding) any { return string(f.Verdict) }, 0},
		{"finding", func(f finding) any { return f.ID }, 0},
		{"sentence", func(f finding) any { return f.Sentence }, 0},
	}, notes...)
}

// comparison is a reported number beside the measured one, and whose it is.
type comparison struct {
	experiment.Comparison
	Why    string `json:"why,omitempty"`
	Source string `json:"source"`
}

// agreementWords say what a comparison rests on.
func agreementWords(why any) string {
	switch n := why.(type) {
	case experiment.OtherTaus:
		return fmt.Sprintf("%d of %d runs take %s", n.Same, n.Runs, digits(n.Tau, usual))
	case experiment.FisherP:
		return fmt.Sprintf("Fisher's exact test, p = %s", figures(n, 2))
	case experiment.FewUnits:
		return fmt.Sprintf("%d independent units, fewer than %d", n, experiment.FewestUnits)
	case experiment.NoError:
		if n.ByLaw {
			return "the mean has no standard error"
		}
		return "ours has no error"
	}
	return ""
}

func (doc *ExperimentsReport) comparisons() Table {
	return table("Compared with the reported numbers", doc.Comparisons, []column[comparison]{
		{"what", func(c comparison) any { return c.What }, 0},
		{"method", func(c comparison) any { return labelled(c.Method.Title, c.NoGuarantee) }, 0},
		{"reported", func(c comparison) any { return c.Reported }, 5},
		{"± SE", func(c comparison) any { return c.SE }, 3},
		{"here", func(c comparison) any { return c.Ours }, 5},
		{"its SE", func(c comparison) any { return c.OurSE }, 3},
		{"allowed ±", func(c comparison) any { return c.Allowed }, 3},
		{"verdict", func(c comparison) any {
			if c.Why != "" {
				return string(c.Agreement) + ": " + c.Why
			}
			return string(c.Agreement)
		}, 0},
	}, "Reported: "+experiment.Source+". allowed: three joint standard errors and half a unit of the last digit given; where no error was reported it counts as ours.").
		leaving("± SE", "its SE", "allowed ±")
}
