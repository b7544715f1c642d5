package trial

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestUnless(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	got, err := Unless(ctx, func() (int, error) { return 7, nil })
	require.NoError(t, err)
	require.Equal(t, 7, got)
	own := errors.New("own")
	_, err = Unless(ctx, func() (int, error) { return 0, own })
	require.ErrorIs(t, err, own)

	release := make(chan struct{})
	defer close(release)
	got, err = Unless(ctx, func() (int, error) {
		cancel()
		<-release
		return 7, nil
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Zero(t, got)
}
