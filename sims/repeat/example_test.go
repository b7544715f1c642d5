package repeat_test

import (
	"context"
	"fmt"

	"vectorborda/sims/repeat"
)

// TRR asks 1.84 votes a context on average and has the bias of four.
func ExampleNewTRR() {
	e, _ := repeat.NewTRR(1, 4)
	p := repeat.Sigma(1) // the better model is 1 above the other
	fmt.Printf("E[Z] = %.4f, |Z| ≤ %.4f, E[K] = %.4f\n", e.Mean(p), e.Range(), e.Comparisons())
	// Output: E[Z] = 0.8870, |Z| ≤ 5.0325, E[K] = 1.8446
}

// A table is certified, or proved not to exist, or neither.
func ExampleCalibrate() {
	for _, d := range []int{8, 12} {
		c, _ := repeat.Calibrate(1, d, 0.0075)
		fmt.Println(d, c.Status, c.Check() == nil)
	}
	// Output:
	// 8 none true
	// 12 certified true
}

// The row Δ = 0.015, h = 1 of the paper's tables.
func ExampleBudgetsPlan() {
	p, _ := repeat.PaperPopulation(0.015, 1)
	x, _ := repeat.NewDesign(p, repeat.PaperReference, 1)
	s, _ := repeat.BudgetsPlan{x}.Run(context.Background(), nil)
	for _, b := range s.Rows[0].Budgets {
		fmt.Println(b.Method, b)
	}
	// Output:
	// MLE-AVG d = 512
	// MLE-CAL d = 12
	// MLE-UNCONST d = 4
	// TRR d = 4
}
