// Package trial runs independent trials on several workers.
//
// Trial t writes to its own place and draws from its own streams, so the
// results do not depend on the number of workers or on who is faster.
package trial

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// Run calls one trial function per worker for trials 0 … n-1 and returns their
// results in order.  Each worker gets its own function from makeWorker, with its
// own scratch memory.  jobs ≤ 0 means one worker a processor.
//
// When the context ends no new trial is started and the longest gapless run of
// finished trials 0 … k-1 is returned: choosing by number rather than by who was
// ready keeps long trials from being under-represented.  done, if not nil, is
// called after each trial, from any worker.
func Run[T any](ctx context.Context, n, jobs int, makeWorker func() func(t int) T, done func()) []T {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	out, finished := make([]T, n), make([]bool, n)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(jobs, n) {
		wg.Go(func() {
			one := makeWorker()
			for {
				t := int(next.Add(1)) - 1
				if t >= n || ctx.Err() != nil {
					return
				}
				out[t] = one(t)
				finished[t] = true
				if done != nil {
					done()
				}
			}
		})
	}
	wg.Wait()
	for t, ok := range finished {
		if !ok {
			return out[:t]
		}
	}
	return out
}
