package lra

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// reader evaluates a script by the standard's meaning of its text: it knows
// nothing of graphs.  Truths are 0 and 1.
type reader struct {
	toks   []string
	values map[string]*big.Rat
	given  []int64 // of the declared variables
	held   []bool  // of the assertions
}

func readScript(t require.TestingT, script string, given []int64) *reader {
	var text strings.Builder
	for line := range strings.Lines(script) {
		if !strings.HasPrefix(line, ";") {
			text.WriteString(line)
		}
	}
	spaced := strings.NewReplacer("(", " ( ", ")", " ) ").Replace(text.String())
	r := &reader{toks: strings.Fields(spaced), given: given, values: map[string]*big.Rat{"true": big.NewRat(1, 1)}}
	for len(r.toks) > 0 {
		r.next("(")
		switch command := r.next(""); command {
		case "declare-const":
			r.values[r.next("")] = new(big.Rat).SetInt64(r.given[0])
			r.given = r.given[1:]
			r.next("")
		case "define-fun":
			name := r.next("")
			require.NotContains(t, r.values, name, "defined twice")
			r.next("(")
			r.next(")")
			r.next("")
			r.values[name] = r.term()
		case "assert":
			r.held = append(r.held, r.term().Sign() != 0)
		case "set-option", "set-logic", "check-sat":
			for r.toks[0] != ")" {
				r.next("")
			}
		default:
			panic(command)
		}
		r.next(")")
	}
	return r
}

func (r *reader) next(want string) string {
	tok := r.toks[0]
	r.toks = r.toks[1:]
	if want != "" && tok != want {
		panic("no " + want + " but " + tok)
	}
	return tok
}

func (r *reader) term() *big.Rat {
	tok := r.next("")
	if tok != "(" {
		if v, known := r.values[tok]; known {
			return v
		}
		q, ok := new(big.Rat).SetString(tok)
		if !ok {
			panic("undefined " + tok)
		}
		return q
	}
	op := r.next("")
	var args []*big.Rat
	for r.toks[0] != ")" {
		args = append(args, r.term())
	}
	r.next(")")
	return apply(op, args)
}

func apply(op string, args []*big.Rat) *big.Rat {
	truth := func(b bool) *big.Rat { return big.NewRat(bit(b), 1) }
	sum, all, some := new(big.Rat), true, false
	for _, a := range args {
		sum.Add(sum, a)
		all, some = all && a.Sign() != 0, some || a.Sign() != 0
	}
	switch key := fmt.Sprint(op, len(args)); {
	case op == "+":
		return sum
	case op == "and":
		return truth(all)
	case op == "or":
		return truth(some)
	case key == "-1":
		return new(big.Rat).Neg(args[0])
	case key == "-2":
		return new(big.Rat).Sub(args[0], args[1])
	case key == "*2":
		return new(big.Rat).Mul(args[0], args[1])
	case key == "not1":
		return truth(!some)
	case key == "<=2":
		return truth(args[0].Cmp(args[1]) <= 0)
	case key == "<2":
		return truth(args[0].Cmp(args[1]) < 0)
	case key == "=2":
		return truth(args[0].Cmp(args[1]) == 0)
	case key == "ite3" && args[0].Sign() != 0:
		return args[1]
	case key == "ite3":
		return args[2]
	}
	panic(op)
}

// What a script says is what the graph says: every term of random graphs, with
// and without names of their own.
func TestScriptMeansWhatTheGraphMeans(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := newDirect(t, 3)
		for range rapid.IntRange(1, 40).Draw(t, "terms") {
			d.step()
		}
		for i, a := range d.nums {
			if rapid.Bool().Draw(t, "named") {
				a.As(fmt.Sprint("t", i)) // t1 is also what the printer would choose
			}
		}
		var list []Assertion
		var want []bool
		for i, b := range d.bools {
			list, want = append(list, Assertion{"", b}), append(want, d.truth[i])
		}
		for i, a := range d.nums {
			if v := d.num[i]; v.IsInt64() && magnitude(v.Int64()) < 1<<40 {
				list, want = append(list, Assertion{"value", a.Eq(d.g.Int(v.Int64()))}), append(want, true)
			}
		}
		script := Script("random", list...)
		require.Equal(t, want, readScript(t, script, d.values).held, script)
		require.Equal(t, script, Script("random", list...), "the same bytes")
	})
}

func TestScriptIsReadable(t *testing.T) {
	var g Graph
	x, y, p := g.Real("x"), g.Real("y"), g.Bool("p")
	m := Min(x, y).As("m")
	script := Script("a title\nof two lines", Assertion{"least", m.Pos().Times(10).Le(y.Sub(x).Times(-39))},
		Assertion{"", p.And(x.Lt(y)).And(Not(p.Or(x.Eq(m))))})
	require.Equal(t, `; a title of two lines
(set-option :produce-models true)
(set-logic QF_LRA)
(declare-const x Real)
(declare-const y Real)
(declare-const p Bool)
(define-fun m () Real (ite (<= x y) x y))
; least
(assert (<= (* 10.0 (ite (<= m 0.0) 0.0 m)) (* (- 39.0) (- y x))))
(assert (and p (< x y) (not (or p (= x m)))))
(check-sat)
`, script)
}

// A term that is used a thousand times is written once: the script grows with
// the graph, not with the formula.
func TestScriptGrowsWithTheGraph(t *testing.T) {
	var g Graph
	x := g.Real("x")
	for range 200 {
		x = Max(x, x.Add(g.Int(1))).Add(x)
	}
	require.Less(t, len(Script("deep", Assertion{"", x.Le(g.Int(0))})), 40000)
}

func TestScriptNumbersAndNames(t *testing.T) {
	require.Equal(t, "(- 9223372036854775808.0)", number(math.MinInt64))
	for _, name := range []string{"and", "x y", "", "ρ", "1x", "x;"} {
		var g Graph
		p := g.Bool(name)
		require.Panics(t, func() { Script("", Assertion{"", p}) }, "%q", name)
	}
	var g, h Graph
	require.Panics(t, func() { Script("", Assertion{"", g.True()}, Assertion{"", h.True()}) })
}
