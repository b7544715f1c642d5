package trial

import (
	"context"
	"errors"
	"fmt"
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

// An error of its own stays one when the context has ended, and an end of another context
// is none of this one; the cause of an end changes nothing.
func TestInterrupted(t *testing.T) {
	own := errors.New("own")
	ctx, cancel := context.WithCancelCause(t.Context())
	require.False(t, Interrupted(ctx, nil))
	require.False(t, Interrupted(ctx, context.Canceled))
	cancel(own)
	require.False(t, Interrupted(ctx, nil))
	require.False(t, Interrupted(ctx, own))
	require.True(t, Interrupted(ctx, fmt.Errorf("here: %w", context.Canceled)))
	late, stop := context.WithTimeout(t.Context(), 0)
	defer stop()
	require.True(t, Interrupted(late, context.DeadlineExceeded))
}
