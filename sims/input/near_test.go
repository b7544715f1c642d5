package input

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMeant(t *testing.T) {
	names := []string{"table", "json", "csv", "md", "experiments", "bt-mle", "bt-glr"}
	for _, c := range []struct{ name, want, why string }{
		{"tabel", "table", "two letters exchanged"},
		{"jsn", "json", "one left out"},
		{"Json", "json", "another case"},
		{"bt-mel", "bt-mle", "the nearer of two"},
		{"bt-mlr", "bt-mle", "the first of two as near"},
		{"exp", "experiments", "the beginning of one"},
		{"expriements", "experiments", "two edits of eleven letters"},
		{"xml", "", "as far from every other word"},
		{"", "", "nothing was written"},
		{"magic", "", "no name is near"},
		{strings.Repeat("x", 1000), "", "far too long, and no time is spent on it"},
	} {
		want := c.want
		if want != "" {
			want = " (did you mean " + want + "?)"
		}
		require.Equal(t, want, Meant(c.name, names), c.why)
	}
	require.Empty(t, Meant("table", nil))
}

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "ab", 2}, {"ab", "", 2}, {"ab", "ba", 1}, {"xa", "ab", 2}, {"kitten", "sitting", 3}, {"Δδ", "Δ", 1}} {
		require.Equal(t, c.want, edits([]rune(c.a), []rune(c.b)), "%s %s", c.a, c.b)
	}
}
