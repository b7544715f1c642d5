package votelog

import (
	"cmp"
	"math"
	"slices"
)

// Needed are the votes that would settle the undecided models by Hoeffding's inequality,
// if all rates stay as they were seen: cells are filled evenly by their weight, which takes
// the fewest votes.  Where scores are equal no number does.
type Needed struct {
	Votes int64        // in all; math.MaxInt64 where it does not fit
	Cells []NeededCell // most votes first
	Never []int        // models that no number of votes settles at these rates
}

// NeededCell is a pair on an objective and the votes that it should get.
type NeededCell struct {
	I, J, R int
	Votes   int64
}

// needed joins the plans of all undecided models: a cell gets the most that one asks.
func (t *tests) needed(c *Certainty, out, in float64) (n Needed) {
	want := make([]float64, t.K*t.K*t.d)
	for i, v := range c.Verdicts {
		if v == Undecided && !t.plan(i, out, in, want) {
			n.Never = append(n.Never, i)
		}
	}
	total := 0.0
	for at, to := range want {
		i, j, r := at/t.d/t.K, at/t.d%t.K, at%t.d
		if more := math.Ceil(to - t.n[r][i][j]); more > 0 {
			total += more
			n.Cells = append(n.Cells, NeededCell{i, j, r, whole(more)})
		}
	}
	n.Votes = whole(total)
	slices.SortStableFunc(n.Cells, func(a, b NeededCell) int { return cmp.Compare(b.Votes, a.Votes) })
	return n
}

func whole(x float64) int64 {
	if x >= math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(x)
}

// plan adds the votes that model i needs to be found where it looks to be: behind the
// model that takes the fewest on all objectives, or against every other model on the
// objective that takes the fewest.
func (t *tests) plan(i int, out, in float64, want []float64) bool {
	behind, fewest := -1, math.Inf(1)
	for j := range t.K {
		sum := 0.0
		if j == i {
			continue
		}
		for r := 0; r < t.d && sum < fewest; r++ {
			_, votes := t.level(i, j, r, out)
			sum += votes
		}
		if sum < fewest {
			behind, fewest = j, sum
		}
	}
	if behind >= 0 {
		for r := range t.d {
			u, _ := t.level(i, behind, r, out)
			t.fill(i, behind, r, u, want)
		}
		return true
	}
	for j := range t.K {
		if j == i {
			continue
		}
		best, at, step := math.Inf(1), -1, 0.0
		for r := range t.d {
			if u, votes := t.level(j, i, r, in); votes < best {
				best, at, step = votes, r, u
			}
		}
		if at < 0 {
			return false
		}
		t.fill(j, i, at, step, want)
	}
	return true
}

// level is the largest step u of a vote such that cells of max(n, w/u) votes show that j is
// ahead of i on r, and how many votes that adds; infinite where j is not ahead.  Clusters
// are taken to stay as they are, so that they multiply Σ a² by what they do now.
func (t *tests) level(i, j, r int, log float64) (u, votes float64) {
	// Twice what lower takes off for rounding.
	lead := t.lead(i, j, r) - 1 - 8*rounding(t.K, 2*t.K)
	if lead <= 0 {
		return 0, math.Inf(1)
	}
	target := 2 * lead * lead / -log
	if t.shares != nil {
		t.weigh(j, i, r)
		target /= t.s.spread
	}
	t.cells(j, i, r)
	now, extent := 0.0, 0.0
	for _, x := range t.s.steps {
		now += x.n * x.a * x.a
		extent += x.n * x.a
	}
	if t.shares != nil {
		target *= now
	}
	if now <= target {
		return math.Inf(1), 0
	}
	// Σ w·min(a, u) is concave in u: Newton's steps from below stay below, and end.
	for next := target / extent; next > u; {
		u = next
		rest, above := target, 0.0
		for _, x := range t.s.steps {
			if x.a > u {
				above += x.n * x.a
			} else {
				rest -= x.n * x.a * x.a
			}
		}
		next = rest / above
	}
	for _, x := range t.s.steps {
		votes += max(0, math.Ceil(x.n*x.a/u-x.n))
	}
	return u, votes
}

// fill raises the cells of the difference between i and j on r to steps of u.
func (t *tests) fill(i, j, r int, u float64, want []float64) {
	raise := func(a, b int, to float64) {
		at := (min(a, b)*t.K+max(a, b))*t.d + r
		want[at] = max(want[at], to)
	}
	for k := range t.K {
		if k != i && k != j {
			raise(j, k, t.w/u)
			raise(k, i, t.w/u)
		}
	}
	raise(i, j, 2*t.w/u)
}
