package lemmas

// Random arrays are weighted to where statements break: ties on one objective,
// equal models, near-ties (one unit apart), dominated models, and magnitudes
// spread over all scales.

const (
	mostModels     = 6
	mostObjectives = 4
	dyadicBits     = 20 // scores are k/2²⁰ when they are read as dyadic rationals
	mostBits       = 28 // with the rows moved by half of it a few times, |k| < 2³⁰
)

// drawSize is K ∈ {2, …, 6} and d ∈ {1, …, 4}.
func drawSize(d Draw) Size {
	return Size{int(d.Int(2, mostModels, "K")), int(d.Int(1, mostObjectives, "d"))}
}

// drawSign is -1, 0 or 1.
func drawSign(d Draw) int64 { return d.Int(-1, 1, "sign") }

// drawCoin is true one time in n.
func drawCoin(d Draw, n int64, label string) bool { return d.Int(1, n, label) == n }

// drawBits is a log-uniform magnitude 2^0 … 2^bits.
func drawBits(d Draw, bits int64) int64 { return 1 << d.Int(0, bits, "log2 magnitude") }

// drawArray is a K×d array, by rows, of entries up to 2^bits (and a little more
// where an entry is another one moved by a unit).
func drawArray(d Draw, size Size, bits int64) []int64 {
	x := make([]int64, 0, size.K*size.D)
	bound := drawBits(d, bits)
	for i := range size.K {
		row := drawRow(d, x, i, size.D, bound)
		x = append(x, row...)
	}
	return x
}

// drawRow is model i of an array of which the first i rows are in x: its own,
// or an earlier model's row, equal or moved as a whole.
func drawRow(d Draw, x []int64, i, cols int, bound int64) []int64 {
	row := make([]int64, cols)
	kind := d.Int(0, 5, "row")
	if i == 0 || kind < 3 {
		for r := range row {
			row[r] = drawEntry(d, x, row[:r], cols, bound)
		}
		return row
	}
	j := int(d.Int(0, int64(i-1), "like model"))
	copy(row, x[j*cols:(j+1)*cols])
	if kind == 3 {
		return row
	}
	shift := drawSign(d)
	if kind == 5 {
		shift = d.Int(-bound, bound, "shift") / 2
	}
	for r := range row {
		row[r] += shift
	}
	return row
}

// drawEntry is a new number, a small one, or an earlier model's or objective's
// number, equal or one unit off.
func drawEntry(d Draw, x, before []int64, cols int, bound int64) int64 {
	kind := d.Int(0, 6, "entry")
	r := len(before)
	switch {
	case kind <= 1 && len(x) > 0:
		i := int(d.Int(0, int64(len(x)/cols-1), "like model"))
		return x[i*cols+r] + kind*drawSign(d)
	case kind == 2 && r > 0:
		return before[r-1]
	case kind == 3:
		return d.Int(-2, 2, "small")
	}
	return d.Int(-bound, bound, "entry")
}

// drawMove is a step from 0 to most: none, one, all, log-uniform or uniform.
func drawMove(d Draw, most int64) int64 {
	switch kind := d.Int(0, 5, "step"); {
	case kind == 0 || most == 0:
		return 0
	case kind == 1:
		return 1
	case kind == 2:
		return most
	case kind <= 4:
		return min(most, drawBits(d, 50))
	}
	return d.Int(0, most, "step")
}
