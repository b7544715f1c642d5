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
	"time"
)

// grace is how long a cancelled run waits for trials that are under way: a Ctrl-C is
// answered within a second.
const grace = 800 * time.Millisecond

// Run calls one trial function per worker for trials 0 … n-1 and returns their
// results in order.  Each worker gets its own function from makeWorker, with its
// own scratch memory.  jobs ≤ 0 means one worker a processor.
//
// When the context ends no new trial is started and the longest gapless run of
// finished trials 0 … k-1 is returned: choosing by number rather than by who was
// ready keeps long trials from being under-represented.  A trial that needs much
// longer, 0.8 seconds, is then left to itself and its result is dropped.  done, if not nil,
// is called after each trial that is kept, by one worker at a time and never after Run has
// returned.
func Run[T any](ctx context.Context, n, jobs int, makeWorker func() func(t int) T, done func()) []T {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	r := &results[T]{out: make([]T, n), finished: make([]bool, n), done: done}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(jobs, n) {
		wg.Go(func() {
			one := makeWorker()
			for ctx.Err() == nil {
				t := int(next.Add(1)) - 1
				if t >= n {
					return
				}
				r.put(t, one(t))
			}
		})
	}
	await(ctx, &wg)
	return r.take()
}

// await returns when all workers have ended, or some time after the context has.
func await(ctx context.Context, wg *sync.WaitGroup) {
	ended := make(chan struct{})
	go func() { wg.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-ctx.Done():
		select {
		case <-ended:
		case <-time.After(grace):
		}
	}
}

// results are taken once; what is put afterwards is dropped.
type results[T any] struct {
	mu       sync.Mutex
	out      []T
	finished []bool
	done     func()
	taken    bool
}

func (r *results[T]) put(t int, x T) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.taken {
		return
	}
	r.out[t], r.finished[t] = x, true
	if r.done != nil {
		r.done()
	}
}

func (r *results[T]) take() []T {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.taken = true
	for t, ok := range r.finished {
		if !ok {
			return r.out[:t]
		}
	}
	return r.out
}
