package report

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// decimal is a number in digits, for values that float64 would round or lose.
type decimal string

// MarshalJSON writes the digits as a JSON number, null if there are none.
func (x decimal) MarshalJSON() ([]byte, error) {
	if x == "" {
		return []byte("null"), nil
	}
	return []byte(x), nil
}

// below and above round x > 0 to so many significant digits, down or up.
func below(x *big.Float, digits int) decimal { return outward(x, digits, -1) }
func above(x *big.Float, digits int) decimal { return outward(x, digits, 1) }

// outward takes the nearest decimal and, if that is on the wrong side of x, the next
// one.
func outward(x *big.Float, digits, side int) decimal {
	mantissa, exponent, _ := strings.Cut(x.Text('e', digits-1), "e")
	whole, _ := new(big.Int).SetString(strings.Replace(mantissa, ".", "", 1), 10)
	power, _ := strconv.Atoi(exponent)
	power -= digits - 1
	exact, _ := x.Rat(nil)
	if got, _ := new(big.Rat).SetString(fmt.Sprintf("%de%d", whole, power)); got.Cmp(exact) == -side {
		whole.Add(whole, big.NewInt(int64(side)))
	}
	text := whole.String()
	return decimal(fmt.Sprintf("%s.%se%d", text[:1], text[1:], power+len(text)-1))
}
