package lemmas

import (
	"strconv"

	"vectorborda/lemmas/lra"
)

// Array is a K×d array of variables with the definitions of the paper's
// section 2 as terms over it.  These terms are the reference: package gaps is
// tested equal to them.  S is a set of models in ascending order, |S| ≥ 2.
type Array struct {
	Size
	Name string
	X    [][]lra.Num // X[i][r]

	nums  map[termKey]lra.Num // terms already built, by what they are
	truth map[termKey]lra.Bool
}

type termKey struct {
	what string
	i, j int
	set  uint64
}

// newArray declares the variables name_i_r in rows.
func newArray(g *lra.Graph, name string, size Size) *Array {
	x := &Array{Size: size, Name: name, nums: map[termKey]lra.Num{}, truth: map[termKey]lra.Bool{}}
	for i := range size.K {
		row := make([]lra.Num, size.D)
		for r := range row {
			row[r] = g.Real(name + "_" + strconv.Itoa(i) + "_" + strconv.Itoa(r))
		}
		x.X = append(x.X, row)
	}
	return x
}

// Margin is m_x(i,j) = min_r (x_{j,r} - x_{i,r}).
func (x *Array) Margin(i, j int) lra.Num {
	return once(x, x.nums, termKey{"m", i, j, 0}, func() lra.Num {
		return lra.MinOver(lra.Upto(x.D), func(r int) lra.Num { return x.X[j][r].Sub(x.X[i][r]) })
	})
}

// MaxMargin is M_x(i,j) = max_r (x_{i,r} - x_{j,r}).
func (x *Array) MaxMargin(i, j int) lra.Num {
	return once(x, x.nums, termKey{"M", i, j, 0}, func() lra.Num {
		return lra.MaxOver(lra.Upto(x.D), func(r int) lra.Num { return x.X[i][r].Sub(x.X[j][r]) })
	})
}

// Below is i ≺_x j: x_{i,r} < x_{j,r} for every r (Definition 1.1).
func (x *Array) Below(i, j int) lra.Bool {
	return once(x, x.truth, termKey{"below", i, j, 0}, func() lra.Bool {
		return lra.All(lra.Upto(x.D), func(r int) lra.Bool { return x.X[i][r].Lt(x.X[j][r]) })
	})
}

// OnFrontier is i ∈ P_S(x): no j ∈ S has i ≺_x j (Definition 1.1).
func (x *Array) OnFrontier(i int, S []int) lra.Bool {
	return once(x, x.truth, termKey{"on_frontier", i, -1, modelBits(S)}, func() lra.Bool {
		return lra.All(lra.Without(S, i), func(j int) lra.Bool { return lra.Not(x.Below(i, j)) })
	})
}

// BigStar is Δ*_{i,S}(x) = max_{j∈S∖{i}} m_x(i,j) (Definition 2.2).
func (x *Array) BigStar(i int, S []int) lra.Num {
	return once(x, x.nums, termKey{"Dstar", i, -1, modelBits(S)}, func() lra.Num {
		return lra.MaxOver(lra.Without(S, i), func(j int) lra.Num { return x.Margin(i, j) })
	})
}

// SmallStar is δ*_{i,S}(x) = min_{j∈S∖{i}} { M_x(i,j) ∧ [ M_x(j,i)⁺ + (Δ*_{j,S}(x))⁺ ] }
// (Definition 2.2).
func (x *Array) SmallStar(i int, S []int) lra.Num {
	return once(x, x.nums, termKey{"dstar", i, -1, modelBits(S)}, func() lra.Num {
		return lra.MinOver(lra.Without(S, i), func(j int) lra.Num {
			return lra.Min(x.MaxMargin(i, j), x.MaxMargin(j, i).Pos().Add(x.BigStar(j, S).Pos()))
		})
	})
}

// Gap is Δ_{i,S}(x): δ*_{i,S} on the frontier, Δ*_{i,S} off it (Definition 2.2).
func (x *Array) Gap(i int, S []int) lra.Num {
	return once(x, x.nums, termKey{"gap", i, -1, modelBits(S)}, func() lra.Num {
		return lra.Ite(x.OnFrontier(i, S), x.SmallStar(i, S), x.BigStar(i, S))
	})
}

// once builds a term, names it and keeps it.
func once[T interface{ As(string) T }](x *Array, kept map[termKey]T, key termKey, build func() T) T {
	t, built := kept[key]
	if !built {
		t = build().As(x.termName(key))
		kept[key] = t
	}
	return t
}

// termName is what a term is called in scripts: m_x_0_1, dstar_x_0, and
// dstar_x_0_in_02 for a proper subset S = {0,2}.
func (x *Array) termName(key termKey) string {
	name := key.what + "_" + x.Name + "_" + strconv.Itoa(key.i)
	if key.j >= 0 {
		return name + "_" + strconv.Itoa(key.j)
	}
	if key.set == modelBits(lra.Upto(x.K)) {
		return name
	}
	name += "_in_"
	for i := range x.K {
		if key.set>>i&1 == 1 {
			name += strconv.Itoa(i)
		}
	}
	return name
}

// modelBits is a set of models below 64 as bits.
func modelBits(S []int) uint64 {
	var m uint64
	for _, i := range S {
		m |= 1 << i
	}
	return m
}
