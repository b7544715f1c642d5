package lemmas

import (
	"slices"
	"strings"
)

// Reduction is why small sizes are enough for all K and d.  The argument is
// written where the reduction is; it always runs like this.  A counterexample of
// any size hurts a weaker claim on a few of its models, and each minimum and
// maximum of that claim is attained on one objective: on those models and
// objectives alone the weaker claim is still hurt, since
//
//	leaving out objectives enlarges every m_x(i,j) and lessens every M_x(i,j),
//
// and those that must not change are kept.  So the claim proved at every size up
// to that cut-off is the statement proved at all.  A model may be taken twice, so
// the number of models of the weaker claim stands for all smaller ones.
//
// The step from the statement to the claim is not left to prose: Project takes it
// on instances, a part of the entry checks that what the statement assumes gives
// what the claim assumes, and counterexamples of mutants must become
// counterexamples of their Twins.
type Reduction struct {
	Of      string              // the statement that it belongs to
	Claim   string              // the weaker claim
	Formula func(Size) *Formula // the same
	Sizes   []Size              // every size up to the cut-off
	Project func(Instance) []Instance
	Twins   []Twin
}

// Twin is what a mutant of the statement makes of the claim.
type Twin struct {
	Mutant string
	Edit   func(*Formula) // nil: the mutant's own
}

// PartOf reports that a reduction belongs to the statement itself, or to a part of it
// ("B.3 (9)").
func PartOf(of, id string) bool { return of == id || strings.HasPrefix(of, id+" ") }

// part checks the step on random instances of the statement: all the claim's
// hypotheses and conclusions hold on every projection.
func (red Reduction) part(domain *Domain) Part {
	claim := statement(red.Formula)
	return Part{Name: "reduction of " + red.Of, Domain: domain, Check: func(in Instance) (Outcome, error) {
		for _, small := range red.Project(in) {
			j, err := claim.judge(small)
			if err != nil {
				return Outcome{}, err
			}
			if wrong := slices.Concat(j.broken, j.failed); len(wrong) > 0 {
				return refuted("%s is false on its part %s", strings.Join(wrong, ", "), claim.show(small)), nil
			}
		}
		return Outcome{}, nil
	}}
}

// queries are the two questions at a size of the cut-off.
func (red Reduction) queries(size Size) []solverQuery {
	all := scripted(statement(red.Formula).queries(size), "reduction of "+red.Of)
	for n := range all {
		all[n].of = red.Of
	}
	return all
}

// shown says whether both solvers answered both questions as they should at every
// size of the cut-off.
func (red Reduction) shown(rows []Proof) Reduced {
	r := Reduced{Of: red.Of, Claim: red.Claim, Proved: len(red.Sizes) > 0}
	for _, size := range red.Sizes {
		r.Sizes = append(r.Sizes, size.String())
		r.Proved = r.Proved && answered(rows, red.Of, size.String(), 4)
	}
	return r
}

// sizesUpTo are K models and 1, …, d objectives.
func sizesUpTo(K, d int) []Size {
	var sizes []Size
	for n := range d {
		sizes = append(sizes, Size{K, n + 1})
	}
	return sizes
}

// restrict is an array on the given models and objectives, by rows.
func restrict(x []int64, d int, models, objectives []int) []int64 {
	var small []int64
	for _, i := range models {
		for _, r := range objectives {
			small = append(small, x[i*d+r])
		}
	}
	return small
}

// piece is the first arrays of an instance on some models and objectives, and what the
// claim has besides.
func piece(in Instance, arrays int, models, objectives []int, more ...int64) Instance {
	small := Instance{Size: Size{len(models), len(objectives)}}
	for _, x := range intoRows(in.Values[:arrays*in.K*in.D], in.K*in.D) {
		small.Values = append(small.Values, restrict(x, in.D, models, objectives)...)
	}
	small.Values = append(small.Values, more...)
	return small
}

// everyPiece is the pieces on n of the models, with repetition, and one objective.
func everyPiece(in Instance, arrays int, models []int, n int, more ...int64) []Instance {
	var all []Instance
	eachChoice(models, n, func(some []int) {
		for r := range in.D {
			all = append(all, piece(in, arrays, some, []int{r}, more...))
		}
	})
	return all
}

// leastObjective is an objective that attains m_x(i,j) = min_r (x_{j,r} - x_{i,r}), and with
// it M_x(i,j) = -m_x(i,j).
func leastObjective(x []int64, d, i, j int) int {
	best := 0
	for r := range d {
		if x[j*d+r]-x[i*d+r] < x[j*d+best]-x[i*d+best] {
			best = r
		}
	}
	return best
}

// eachChoice calls f with every choice of n of the models, with repetition.
func eachChoice(models []int, n int, f func(choice []int)) {
	choice := make([]int, n)
	var fill func(pos int)
	fill = func(pos int) {
		if pos == n {
			f(choice)
			return
		}
		for _, i := range models {
			choice[pos] = i
			fill(pos + 1)
		}
	}
	fill(0)
}
