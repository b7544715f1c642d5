package repeat

import "testing"

func BenchmarkMean(b *testing.B) {
	e, _ := NewUnconst(1, 24576)
	for b.Loop() {
		e.Mean(0.7)
	}
}

// One ranking of 10^7 contexts.
func BenchmarkRecovery(b *testing.B) {
	p, _ := PaperPopulation(PaperGap, PaperMixture)
	x, _ := NewDesign(p, PaperReference, 1)
	e, _ := NewTRR(1, PaperDepth)
	for b.Loop() {
		r := Recovery{Design: x, Estimator: e, Contexts: 10_000_000, Trials: 100, Jobs: 1, Seed: 1}
		_, _ = r.Run(b.Context(), nil)
	}
}

func BenchmarkCalibrate(b *testing.B) {
	for b.Loop() {
		_, _ = Calibrate(1, 16, 0.0075)
	}
}
