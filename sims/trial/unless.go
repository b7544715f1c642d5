package trial

import (
	"context"
	"errors"
)

// Interrupted tells an error that says that the context has ended from one of its own
// that comes at the same time.
func Interrupted(ctx context.Context, err error) bool {
	return err != nil && errors.Is(err, ctx.Err())
}

// Unless gives what f returns, or the error of a context that ends before; f, which must
// not write what others read, is then left to itself.  It is for work of some seconds that
// knows of no context.
func Unless[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	answers := make(chan answer, 1)
	go func() {
		value, err := f()
		answers <- answer{value, err}
	}()
	select {
	case a := <-answers:
		return a.value, a.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}
