package grid

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/votelog"
)

// A drawn instance is a row under its whole description, and no part of a sweep of
// the symmetric family.
func TestAGridFileTakesRandomFamilies(t *testing.T) {
	path := filepath.Join(t.TempDir(), "grid.json")
	require.NoError(t, os.WriteFile(path, []byte(`{"rows": [
		{"family": "arena-4-tiny,draw=1", "delta": 0.1, "trials": 3},
		{"family": "arena-4-tiny,draw=2", "delta": 0.1, "trials": 3},
		{"family": "symmetric,K=4,d=2,gap=1", "delta": 0.1, "trials": 3}]}`), 0o600))
	all, err := ReadFile(path, votelog.Settings{}, "")
	require.NoError(t, err)
	require.Len(t, all, 3)
	require.Equal(t, "arena-4-tiny,draw=1 δ=0.1", all[0].Name())
	require.Equal(t, "--family arena-4-tiny,draw=2", all[1].Source)
	require.NotEqual(t, all[0].Instance.Fingerprint(), all[1].Instance.Fingerprint())
	require.Equal(t, "symmetric", all[2].Family)
	require.Equal(t, []bool{false, false, true}, []bool{all[0].IsSymmetric(), all[1].IsSymmetric(), all[2].IsSymmetric()})
}
