package binomial_test

import (
	"fmt"
	"math/rand/v2"

	"vectorborda/sims/binomial"
)

// 10^18 votes won with probability 0.73: the count is an exact whole number, within
// 5 standard deviations (4.4·10^8 each) of its mean.
func ExampleDraw() {
	src := rand.NewChaCha8([32]byte{1})
	wins := binomial.Draw(src, 1e18, 0.73)
	fmt.Println(wins > 73e16-5*44e7 && wins < 73e16+5*44e7)
	// Output: true
}

// Numbers that come from outside are checked before they are used.
func ExampleCheck() {
	fmt.Println(binomial.Check(100, 1.2))
	// Output: binomial: p = 1.2 is no probability: give a number in [0, 1]
}
