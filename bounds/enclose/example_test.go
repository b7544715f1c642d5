package enclose_test

import (
	"fmt"
	"math/big"

	"vectorborda/bounds/enclose"
)

// Is 3^12 above 2^19? The more bits, the narrower the logarithms; 4 do not decide.
func Example() {
	for _, b := range []enclose.Bits{4, 40} {
		power := func(base, n int64) enclose.Interval { return b.Log(big.NewInt(base), big.NewInt(1)).Mul(b.Int(n)) }
		fmt.Println(power(3, 12).Sub(power(2, 19)).Sign())
	}
	// Output:
	// 0 false
	// 1 true
}

func ExampleBits_KL() {
	x := enclose.Bits(120).KL(big.NewRat(1, 2), big.NewRat(1, 4))
	fmt.Printf("%.20g\n%.20g\n", x.Lo, x.Hi)
	// Output:
	// 0.14384103622589046372
	// 0.14384103622589046372
}
