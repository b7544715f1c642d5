package votelog

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// Stars, two groups and what few models are left are said, unless they were asked for.
func TestPoorSetsAreRefused(t *testing.T) {
	rows := func(pairs ...string) (text string) {
		for _, p := range pairs {
			text += fmt.Sprintf("%c,%c,model_a\n", p[0], p[1])
		}
		return "model_a,model_b,winner\n" + text
	}
	for _, c := range []struct {
		text string
		keep []string
		want string // the models, or the error
	}{
		{rows("ab"), nil, "[a b]"},
		{rows("ab", "ac", "ad"), nil, `no three of 4 models have 1 or more votes against each other on each of 1 objectives; all others met "a" alone: collect votes`},
		{rows("ab", "bc", "cd"), nil, `no three of 4 models have 1 or more votes against each other on each of 1 objectives: collect votes between others, name fewer objectives, or rank two alone with --keep "a" --keep "b"`},
		{rows("ab", "bc", "cd"), []string{"c", "d"}, "[c d]"},
		{rows("ab", "bc", "ac", "de", "ef", "df"), nil, `groups that never met, such as 3 models ("a", "b", "c") and 3 models ("d", "e", "f"): leave one out`},
		{rows("ab", "bc", "ac", "de"), nil, `such as 3 models ("a", "b", "c") and 2 models ("d", "e")`},
		{rows("de", "ef", "df", "ab", "bc", "ac"), []string{"f"}, "[d e f]"},
		{rows("ab", "ac", "ad", "ae", "bc", "bd", "be", "cd", "ce", "de", "xy"), nil, "[a b c d e]"},
	} {
		v, err := log(c.text, nil)
		require.NoError(t, err)
		r, err := v.Retain(Policy{Keep: c.keep})
		if c.want[0] != '[' {
			require.ErrorContains(t, err, c.want)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, c.want, fmt.Sprint(r.Models))
	}
}
