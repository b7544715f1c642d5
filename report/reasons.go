package report

import (
	"fmt"
	"math"

	"vectorborda/sims/experiment"
)

// reason says in one sentence why a verdict is what it is.
func reason(f experiment.Finding) string {
	if f.Interrupted {
		return "Interrupted: runs are missing."
	}
	switch n := f.Numbers.(type) {
	case experiment.Ratios:
		return ratiosReason(f.Verdict, n)
	case experiment.Growth:
		return growthReason(f, n)
	case experiment.Errors:
		return fmt.Sprintf("%d of %d runs returned a wrong set.", n.Wrong, n.Runs)
	case experiment.Confidence:
		return choose(f.Verdict,
			"The upper limit of the error rate is at most δ in each.",
			fmt.Sprintf("The error rate of %d of %d settings is above δ.", len(n.Above), n.Settings),
			fmt.Sprintf("%d of %d settings have too few runs for an upper limit of δ.", len(n.Open), n.Settings))
	case experiment.Means:
		return choose(f.Verdict, "By their laws τ has a mean with a standard error on all of them.",
			fmt.Sprintf("Of %d benchmarks τ has no mean on %d, and a mean without standard error on %d, by their laws.", n.Benchmarks, len(n.NoMean), len(n.NoError)), "")
	case experiment.Savings:
		return choose(f.Verdict, "All save comparisons, without an error.",
			fmt.Sprintf("Of %d, %d make errors and %d save nothing.", n.Of, len(n.Erring), len(n.Costlier)),
			fmt.Sprintf("%d of %d have fewer than %d independent units, or too few runs for an error rate below δ.", len(n.Open), n.Of, experiment.FewestUnits))
	case []experiment.Allocation:
		return choose(f.Verdict, "The limits of every slope hold -2.", "The limits of a slope exclude -2.",
			fmt.Sprintf("A family has fewer than %d instances, or limits that are wider than 1.", experiment.FewestUnits))
	case experiment.Tracking:
		return choose(f.Verdict, fmt.Sprintf("It is cheaper in %d of %d.", len(n.Cheaper), n.Settings), fmt.Sprintf("It is cheaper in %d of %d.", len(n.Cheaper), n.Settings),
			fmt.Sprintf("Of %d settings %d have not been run and %d have limits on both sides of 1 or too few runs.", experiment.TrackedSettings, experiment.TrackedSettings-n.Settings, n.Open))
	case experiment.Undone:
		return fmt.Sprintf("%d of %d runs were ended by its limit.", n.Runs, n.Of)
	}
	panic(fmt.Sprintf("report: no reason for the numbers of %s", f.ID))
}

func choose(v experiment.Verdict, stands, fails, undecided string) string {
	return map[experiment.Verdict]string{experiment.Stands: stands, experiment.Fails: fails, experiment.Undecided: undecided}[v]
}

func ratiosReason(v experiment.Verdict, n experiment.Ratios) string {
	open := fmt.Sprintf("%d of %d rivals × settings have fewer than %d independent units (instances; runs, on the symmetric family).", n.Few, n.Of, experiment.FewestUnits)
	switch across := len(n.Open) - n.Few; {
	case n.Few == 0:
		open = fmt.Sprintf("%d of %d rivals × settings have limits on both sides of 1.", across, n.Of)
	case across > 0:
		open = fmt.Sprintf("Of %d rivals × settings %d have limits on both sides of 1, and %d fewer than %d independent units.", n.Of, across, n.Few, experiment.FewestUnits)
	}
	return choose(v, "No rival costs less in any setting.", fmt.Sprintf("%d of %d rivals × settings cost less.", len(n.Cheaper), n.Of), open)
}

func growthReason(f experiment.Finding, g experiment.Growth) string {
	slope := figures(g.Slope.Slope, 3)
	switch f.ID {
	case "slope-gap":
		return choose(f.Verdict, "The limits of the slope hold -2.", "The slope is "+slope+", and its limits exclude -2.",
			"The limits of the slope are wider than ±1/2, which decides nothing.")
	case "log-delta":
		return choose(f.Verdict, "Mean τ is on a line, and runs differ from the formula's τ.", "Mean τ is not on a line.",
			"Nearly all runs take the formula's τ: R² is a property of the formula n_m and no evidence about the stopping rule.")
	}
	open := "The slope has no value."
	if math.IsNaN(float64(g.Noise)) {
		open = fmt.Sprintf("A mean has fewer than %d independent units, so no standard error.", experiment.FewestUnits)
	}
	const reported = experiment.ReportedSlope
	return choose(f.Verdict, fmt.Sprintf("The slope is %v to its last digit and three errors of the means.", reported),
		fmt.Sprintf("The slope is %s, further from %v than three errors of the means.", slope, reported), open)
}
