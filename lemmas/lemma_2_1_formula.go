package lemmas

import (
	"slices"

	"vectorborda/lemmas/lra"
)

// Lemma 2.1 uses of the link F only that it is strictly increasing, that is, that
// the finitely many values f_{ik} = F(θ_i-θ_k) of an objective are ordered as their
// arguments are; every such table extends to a strictly increasing F.  With f as
// variables the lemma is linear, and a proof speaks of every link at once.

// table is f^r_{ik} = F(θ_{i,r}-θ_{k,r}) of objective r: a real variable for every two
// models, declared on first use.
func (f *Formula) table(r int) [][]lra.Num {
	name := "F" + string(rune('0'+r))
	if f.tables[name] == nil {
		f.tables[name] = newArray(f.Graph, name, Size{f.K, f.K}).X
		f.layout = append(f.layout, valueBlock{name, f.K, f.K})
	}
	return f.tables[name]
}

// link is p(u, v, F(u), F(v)) for every two differences u, v of the array on one
// objective.
func (f *Formula) link(theta *Array, p func(u, v, Fu, Fv lra.Num) lra.Bool) lra.Bool {
	return lra.All(lra.Upto(f.D), func(r int) lra.Bool {
		F := f.table(r)
		return f.every(func(i int) lra.Bool {
			return f.every(func(k int) lra.Bool {
				return f.every(func(j int) lra.Bool {
					return f.every(func(l int) lra.Bool {
						return p(theta.X[i][r].Sub(theta.X[k][r]), theta.X[j][r].Sub(theta.X[l][r]), F[i][k], F[j][l])
					})
				})
			})
		})
	})
}

// increasing is u ≤ v ⟺ F(u) ≤ F(v).
func increasing(u, v, Fu, Fv lra.Num) lra.Bool { return u.Le(v).Iff(Fu.Le(Fv)) }

// borda is (K-1)·b_{i,r} = Σ_{k≠i} F(θ_{i,r}-θ_{k,r}), whose signs and order are b's.
func (f *Formula) borda() *Array {
	b := &Array{Size: f.Size, Name: "b", nums: map[termKey]lra.Num{}, truth: map[termKey]lra.Bool{}}
	for i := range f.K {
		row := make([]lra.Num, f.D)
		for r := range row {
			row[r] = sumOver(lra.Without(f.all(), i), func(k int) lra.Num { return f.table(r)[i][k] })
		}
		b.X = append(b.X, row)
	}
	return b
}

// sumOver is Σ f(i) over a set that is not empty.
func sumOver(set []int, f func(i int) lra.Num) lra.Num {
	total := f(set[0])
	for _, i := range set[1:] {
		total = total.Add(f(i))
	}
	return total
}

func linkKeepsOrder(size Size) *Formula {
	f := newFormula(size)
	theta := f.array("theta")
	f.nameless(theta, 0)
	f.assume("increasing", "F is strictly increasing: u ≤ v ⟺ F(u) ≤ F(v)", f.link(theta, increasing))
	f.concludeOrder(func(less, same lra.Bool) lra.Bool { return less.Iff(same) })
	b := f.borda()
	f.conclude("dominance", "i ≺_b j ⟺ i ≺_θ j", f.pairs(func(i, j int) lra.Bool { return b.Below(i, j).Iff(theta.Below(i, j)) }))
	f.conclude("frontier", "P(b) = P(θ)", f.every(func(i int) lra.Bool {
		return b.OnFrontier(i, f.all()).Iff(theta.OnFrontier(i, f.all()))
	}))
	return f
}

// concludeOrder compares b_{i,r} ≤ b_{j,r} with θ_{i,r} ≤ θ_{j,r}.
func (f *Formula) concludeOrder(compare func(b, theta lra.Bool) lra.Bool) {
	b, theta := f.borda(), f.array("theta")
	f.conclude("order", "b_{i,r} ≤ b_{j,r} ⟺ θ_{i,r} ≤ θ_{j,r}", f.pairs(func(i, j int) lra.Bool {
		return lra.All(lra.Upto(f.D), func(r int) lra.Bool { return compare(b.X[i][r].Le(b.X[j][r]), theta.X[i][r].Le(theta.X[j][r])) })
	}))
}

// drawLink draws θ and a strictly increasing table for each objective, often as
// close to flat as integers can be.
func drawLink(d Draw) Instance {
	size := drawSize(d)
	theta := drawArray(d, size, mostBits-4)
	return Instance{size, append(theta, drawTables(d, latent{size, 0, theta}, func(int64) int64 { return 1 })...)}
}

// drawTables goes up through the differences of each objective and lets F rise by
// no less than least says of the step, often by exactly as much.
func drawTables(d Draw, t latent, least func(step int64) int64) []int64 {
	var tables []int64
	more := drawBits(d, mostBits-8)
	for r := range t.D {
		var all []int64
		for _, a := range t.column(r) {
			for _, b := range t.column(r) {
				all = append(all, a-b)
			}
		}
		steps := slices.Clone(all)
		slices.Sort(steps)
		steps = slices.Compact(steps)
		at := map[int64]int64{}
		level := d.Int(-more, more, "F")
		for n, u := range steps {
			if n > 0 {
				level += least(u - steps[n-1])
				if drawCoin(d, 2, "steeper") {
					level += d.Int(0, more, "more")
				}
			}
			at[u] = level
		}
		for _, u := range all {
			tables = append(tables, at[u])
		}
	}
	return tables
}

func linkMutants(s *formulas) []Mutant {
	return s.mutants(drawLink, []Mutant{
		{Name: "any link", Why: "a link that is not increasing says nothing of the order", Breaks: "increasing",
			How: ByWitness, Witness: "K=2 d=1 theta=[[0] [1]] F0=[[0 0] [0 0]]"},
		{Name: "a non-decreasing link", Why: "a constant F ties everybody", Breaks: "increasing",
			How: ByWitness, Witness: "K=2 d=1 theta=[[0] [1]] F0=[[0 0] [0 0]]",
			Edit: func(f *Formula) {
				f.weaken("increasing", f.link(f.array("theta"), func(u, v, Fu, Fv lra.Num) lra.Bool { return u.Le(v).Implies(Fu.Le(Fv)) }))
			}},
		{Name: "F(u) < F(-u) for u < 0 only", Why: "a link that is not monotone: the two models' own duel is right, a third can turn them around", Breaks: "increasing",
			How: ByWitness, Witness: "K=3 d=1 theta=[[0] [1] [2]] F0=[[0 -1 5] [1 0 -1] [6 1 0]]",
			Edit: func(f *Formula) {
				f.weaken("increasing", f.link(f.array("theta"), func(u, v, Fu, Fv lra.Num) lra.Bool {
					return u.Eq(v.Neg()).Implies(increasing(u, v, Fu, Fv))
				}))
			}},
		{Name: "reversed for b", Why: "a better model would have the smaller score",
			How: ByGenerator, Witness: "K=2 d=1 theta=[[0] [1]] F0=[[0 -1] [1 0]]",
			Edit: func(f *Formula) {
				f.Conclusions = f.Conclusions[1:]
				f.concludeOrder(func(b, theta lra.Bool) lra.Bool { return b.Iff(lra.Not(theta)) })
			}},
	})
}
