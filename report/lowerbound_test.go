package report

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/extremal"
)

// What is not known is left out and said to be: the populations of an interrupted
// study, E_d beyond the largest depth, a method for which no depth is enough.
func TestLowerBoundShowsWhatIsMissing(t *testing.T) {
	s, err := extremal.Plan{Beta: 1, D: 3, Epsilons: []float64{0.01}}.Run(context.Background(), nil)
	require.NoError(t, err)
	require.Len(t, NewLowerBound(s).Tables(), 4)

	s.Depths[0].At = nil
	s.Needs[0][0].Two.Depth = 0
	doc := NewLowerBound(s)
	require.Equal(t, decimal(""), doc.Depths[0].At)
	var text bytes.Buffer
	require.NoError(t, Style{Format: "table"}.Write(&text, doc))
	require.Regexp(t, `0\.01 +3 +1\.96142200498379e-2 +– `, text.String())

	s.Partial, s.Limits, s.Pair, s.Depths = true, s.Limits[:1], extremal.Pair{}, nil
	text.Reset()
	require.NoError(t, Style{Format: "md"}.Write(&text, NewLowerBound(s)))
	require.Contains(t, text.String(), "PARTIAL: interrupted")
	require.Equal(t, 1, strings.Count(text.String(), "###"))
}

func TestADepthThatIsOnlyAnUpperLimitIsMarked(t *testing.T) {
	for want, n := range map[any]enough{"≤ 64": {Depth: 64, Open: true}, "?": {Open: true}, 64.0: {Depth: 64}} {
		require.Equal(t, want, n.cell())
	}
}
