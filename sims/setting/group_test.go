package setting

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestGroupsKeepTheirOrder(t *testing.T) {
	first := func(word string) byte { return word[0] }
	require.Equal(t, [][]string{{"bee", "bat", "boar"}, {"ant", "ape"}}, Groups([]string{"bee", "ant", "bat", "ape", "boar"}, first))
	require.Empty(t, Groups(nil, first))
}
