// Package input reads what people write where no file format says how: shortened whole
// numbers, and names that are nearly right.  It guesses nothing in silence.
package input

import (
	"math/big"
	"regexp"
)

// scientific is a whole number as people shorten it; its exponent has at most two digits.
var scientific = regexp.MustCompile(`^\d+(\.\d*)?[eE]\+?\d{1,2}$`)

// Whole writes 1e6 and 1.5E3 out as 1000000 and 1500, and leaves all else as it is, for
// strconv to take or refuse.
func Whole(text string) string {
	if !scientific.MatchString(text) {
		return text
	}
	if x, ok := new(big.Rat).SetString(text); ok && x.IsInt() {
		return x.Num().String()
	}
	return text
}
