package input

import "strings"

// Meant is " (did you mean X?)" for a name that is nearly one of those there are, or the
// beginning of one, in letters of any case; "" for another.  The first of the nearest is
// taken.
func Meant(name string, names []string) string {
	if len(name) > longestName {
		return ""
	}
	low, best, least := strings.ToLower(name), "", 0
	for _, other := range names {
		d := edits([]rune(low), []rune(strings.ToLower(other)))
		if low != "" && strings.HasPrefix(strings.ToLower(other), low) {
			d = 0
		}
		if d <= mostEdits(low) && (best == "" || d < least) {
			best, least = other, d
		}
	}
	if best == "" {
		return ""
	}
	return " (did you mean " + best + "?)"
}

// longestName bounds the time; nothing that we name is as long.
const longestName = 100

// mostEdits is 2, or less where the rest of a short name would be that of any other.
func mostEdits(name string) int { return min(2, (len([]rune(name))+1)/3) }

// edits is the least number of letters to insert, drop, change or exchange with the next
// that makes b of a (optimal string alignment).
func edits(a, b []rune) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			change := d[i-1][j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}
