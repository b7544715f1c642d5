package repeat

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"

	"vectorborda/sims/input"
	"vectorborda/sims/instance"
	"vectorborda/sims/stat"
)

// Setting is what a population was made to.
type Setting struct {
	Sweep string      `json:"sweep"` // what varies between the rows of its table
	Gap   stat.Number `json:"gap"`   // Δ as it was given, for that of the means is rounded; 0: not given
	H     stat.Number `json:"h"`     // heterogeneity, NaN where it is not the paper's
}

// Population is a finite mixture of contexts: with probability Weights[c] a
// context has the utilities Utilities[c][m] ∈ [0,1].
type Population struct {
	Setting
	Name      string // paper, or that of its file
	Models    []string
	Weights   []float64
	Utilities [][]float64
	Sum       float64 // of the weights in its file, by which they were divided; 0: they are as given
}

// Check says what is wrong with a population.
func (p *Population) Check() error {
	if len(p.Models) < 2 {
		return fmt.Errorf("models: %d of them: give at least 2", len(p.Models))
	}
	seen := map[string]bool{"": true}
	for _, name := range p.Models {
		if seen[name] {
			return fmt.Errorf("models: %q is empty or there twice: give every model its own name", name)
		}
		seen[name] = true
	}
	if len(p.Weights) == 0 || len(p.Weights) != len(p.Utilities) {
		return fmt.Errorf("%d weights for the utilities of %d contexts: give one weight for each, at least one", len(p.Weights), len(p.Utilities))
	}
	if err := checkWeights(p.Weights); err != nil {
		return err
	}
	for c, row := range p.Utilities {
		if len(row) != len(p.Models) {
			return fmt.Errorf("utilities: context %d has %d of them for %d models", c+1, len(row), len(p.Models))
		}
		for m, u := range row {
			if !(u >= 0 && u <= 1) {
				return fmt.Errorf("utilities: context %d, model %q: %v is not in [0,1]", c+1, p.Models[m], u)
			}
		}
	}
	return nil
}

// checkWeights allows a sum that differs from 1 by the rounding of n written
// weights and of their sum, 2n·2^-53.
func checkWeights(weights []float64) error {
	sum := 0.0
	for c, w := range weights {
		if !(w >= 0 && w <= 1) {
			return fmt.Errorf("weights: that of context %d is %v: give numbers in [0,1]", c+1, w)
		}
		sum += w
	}
	if math.Abs(sum-1) > float64(len(weights))*0x1p-52 {
		return fmt.Errorf("weights: their sum is %v: they must sum to 1", sum)
	}
	return nil
}

// roundedSum is how far from 1 the weights of a file may sum by the decimals that they are
// written with: twenty weights of ten decimals.
const roundedSum = 1e-9

// normalise divides the weights of a file by their sum where that is 1 but for written
// decimals, or where any sum may be.  One that is 1 but for rounding is left alone.
func (p *Population) normalise(anySum bool) error {
	var sum accumulator
	for c, w := range p.Weights {
		if w < 0 {
			return fmt.Errorf("weights: that of context %d is %v: give 0 or more", c+1, w)
		}
		sum.add(w)
	}
	total := sum.value()
	switch {
	case len(p.Weights) == 0 || checkWeights(p.Weights) == nil:
		return nil
	case !(total > 0) || math.IsInf(total, 0):
		return fmt.Errorf("weights: their sum is %v: give weights with a positive one that fits a float64", total)
	case !anySum && math.Abs(total-1) > roundedSum:
		return fmt.Errorf("weights: their sum is %v: they must sum to 1 within %v, or give --normalize to divide them by it", total, roundedSum)
	}
	p.Sum = total
	for c := range p.Weights {
		p.Weights[c] /= total
	}
	return nil
}

// ReadPopulation reads a population in JSON whose weights sum to 1, or to anything positive
// that they are then divided by; errors name the file.
func ReadPopulation(path string, anySum bool) (*Population, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p, err := decodePopulation(f, anySum)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	p.Name, p.Setting = filepath.Base(path), Setting{Sweep: "–", H: stat.Number(math.NaN())}
	return p, nil
}

func decodePopulation(r io.Reader, anySum bool) (*Population, error) {
	data, err := instance.Text(r)
	if err != nil {
		return nil, err
	}
	fields, err := instance.Fields(data, "population", []string{"models", "weights", "utilities"})
	if err != nil {
		return nil, err
	}
	p := &Population{}
	if p.Models, err = instance.Names(fields, "models"); err != nil {
		return nil, err
	}
	if p.Weights, err = numbers(fields["weights"]); err != nil {
		return nil, fmt.Errorf(`field "weights": %w`, err)
	}
	var rows []json.RawMessage
	if err := json.Unmarshal(fields["utilities"], &rows); err != nil {
		return nil, errors.New(`field "utilities": give a list of rows of numbers, a row a context`)
	}
	for c, row := range rows {
		u, err := numbers(row)
		if err != nil {
			return nil, fmt.Errorf(`field "utilities", context %d: %w`, c+1, err)
		}
		p.Utilities = append(p.Utilities, u)
	}
	if err := p.normalise(anySum); err != nil {
		return nil, err
	}
	return p, p.Check()
}

func numbers(raw json.RawMessage) (out []float64, err error) {
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil || list == nil {
		return nil, errors.New("give a list of numbers")
	}
	for n, value := range list {
		x, err := instance.Number(value)
		if err != nil {
			return nil, fmt.Errorf("number %d: %w", n+1, err)
		}
		out = append(out, x)
	}
	return out, nil
}

// Means are the average utilities ū(m).
func (p *Population) Means() []float64 {
	means := make([]float64, len(p.Models))
	for m := range means {
		var sum accumulator
		for c, w := range p.Weights {
			sum.add(w * p.Utilities[c][m])
		}
		means[m] = sum.value()
	}
	return means
}

// Order is the target, the models by decreasing ū, with Δ, the smallest difference
// between two of them.  A Δ within the rounding of the means is an error.
func (p *Population) Order() (order []int, gap float64, err error) {
	means := p.Means()
	order, gap = falling(means), math.Inf(1)
	for i := range order[1:] {
		a, b := order[i], order[i+1]
		if gap = min(gap, means[a]-means[b]); means[a]-means[b] <= 0x1p-50 {
			return nil, 0, fmt.Errorf("models %q and %q have the same average utility %v: there is no ranking to find: change a utility or a weight", p.Models[a], p.Models[b], means[a])
		}
	}
	return order, gap, nil
}

// falling are the numbers of the values by falling value, ties in their order.
func falling(values []float64) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(values[b], values[a]) })
	return order
}

// Reference finds the model that all others are compared with, by its name or by
// its position from 1.
func (p *Population) Reference(text string) (int, error) {
	if m := slices.Index(p.Models, text); m >= 0 {
		return m, nil
	}
	var position int
	if _, err := fmt.Sscanf(text, "%d", &position); err == nil && fmt.Sprint(position) == text && position >= 1 && position <= len(p.Models) {
		return position - 1, nil
	}
	return 0, fmt.Errorf("reference model %q%s: give the name of a model or its position from 1 to %d", text, input.Meant(text, p.Models), len(p.Models))
}

// Design is a population with its reference model m_0 and β.
type Design struct {
	*Population
	M0   int
	Beta float64

	order []int
	gap   float64 // Δ of the means
	laws  []mixed // of each model's votes
}

// NewDesign checks that there is a ranking to find.
func NewDesign(p *Population, m0 int, beta float64) (*Design, error) {
	if err := CheckParameters(beta, 1); err != nil {
		return nil, err
	}
	if err := p.Check(); err != nil {
		return nil, err
	}
	if m0 < 0 || m0 >= len(p.Models) {
		return nil, fmt.Errorf("reference model number %d of %d", m0, len(p.Models))
	}
	order, gap, err := p.Order()
	if err != nil {
		return nil, err
	}
	own := *p
	if own.Gap == 0 {
		own.Gap = stat.Number(gap)
	}
	x := &Design{Population: &own, M0: m0, Beta: beta, order: order, gap: gap}
	for m := range p.Models {
		x.laws = append(x.laws, x.law(m))
	}
	return x, nil
}

// asThePaper tells whether β and m_0 are those of the paper's tables.
func (x *Design) asThePaper() bool { return x.Beta == 1 && x.M0 == PaperReference }

// probability is P(m wins | context c) = σ(β(u_c(m) - u_c(m_0))).
func (x *Design) probability(c, m int) float64 {
	return Sigma(x.Beta * (x.Utilities[c][m] - x.Utilities[c][x.M0]))
}

// Scores are the expected scores E[ĝ(m)] = Σ_c π_c·E[Z | p_c(m)], with ĝ(m_0) = 0,
// and a bound on the rounding error of each: of E[Z|p], of p, which is right to 4u, and
// 5u of |E[Z|p]| ≤ 2 for merged weights, products and their sum.
func (x *Design) Scores(e Estimator) (scores []float64, bound float64) {
	return x.scores(context.Background(), e)
}

// scores are of no use where the context ends.
func (x *Design) scores(ctx context.Context, e Estimator) (scores []float64, bound float64) {
	scores = make([]float64, len(x.Models))
	for m, law := range x.laws {
		if m == x.M0 {
			continue
		}
		var sum accumulator
		for c, w := range law.weights {
			if ctx.Err() != nil {
				break
			}
			sum.add(w * e.Mean(law.p[c]))
		}
		scores[m] = sum.value()
	}
	return scores, e.MeanError() + 4*0x1p-53*sensitivity(e) + 10*0x1p-53
}

// sensitivity bounds |dE[Z|p]/dp|: d·max|z_{W+1}-z_W| for Fixed, and for TRR
// (1/β)·Σ_{k≤d} (p^{k-1}+q^{k-1}) ≤ 2d/β, over |D| ≤ 1 also 2/(β(1-σ(β))).  For
// others it is Markov's 2d²·max|Z|, the mean being a polynomial of degree d.
func sensitivity(e Estimator) float64 {
	d := float64(e.Depth())
	switch e := e.(type) {
	case *Fixed:
		step := 0.0
		for w := range e.Depth() {
			step = max(step, math.Abs(e.z[w+1]-e.z[w]))
		}
		return d * step
	case *TRR:
		most := 2 / Sigma(-e.beta)
		if e.d != Unlimited {
			most = min(most, 2*d)
		}
		return most / e.beta
	}
	return 2 * d * d * e.Range()
}

// SmallestGap is the smallest difference between the expected scores of models next
// to each other in the true order.  The estimator succeeds if all of them are
// positive beyond their rounding error.
func (x *Design) SmallestGap(e Estimator) (gap float64, success bool) {
	gap, success, _ = x.smallestGap(context.Background(), e)
	return gap, success
}

func (x *Design) smallestGap(ctx context.Context, e Estimator) (gap float64, success bool, err error) {
	scores, bound := x.scores(ctx, e)
	gap = math.Inf(1)
	for i := range x.order[1:] {
		gap = min(gap, scores[x.order[i]]-scores[x.order[i+1]])
	}
	return gap, gap > 2*bound, ctx.Err()
}
