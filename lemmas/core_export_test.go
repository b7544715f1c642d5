package lemmas

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Only statements that were asked about are named, by their IDs.
func TestWhatRestsOnWhat(t *testing.T) {
	all, err := RestsOn(Index())
	require.NoError(t, err)
	require.Contains(t, all["B.8"], "B.7")
	require.Contains(t, all["3.1"], "B.4")
	few, err := RestsOn([]Entry{lemmaB7(), lemmaB8()})
	require.NoError(t, err)
	require.Equal(t, map[string][]string{"B.8": {"B.7"}}, few)
}
