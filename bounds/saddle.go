package bounds

import "math"

// The two ingredients of the saddle-point form of the binomial law. With
// S(n) = log n! - log(sqrt(2πn)·(n/e)^n) and D(x, m) = x·log(x/m) + m - x,
//
//	log f(k; n, p) = S(n) - S(k) - S(n-k) - D(k, np) - D(n-k, nq) + ½·log(n/(2π·k·(n-k))).
//
// Source: C. Loader, "Fast and accurate computation of binomial probabilities"
// (2000). Error bounds below are in units of u = 2^-53.

// bd0 is the deviance part D(x, m) = x·log(x/m) + m - x ≥ 0 for finite
// x, m ≥ 0, with D(0, m) = m and D(x, 0) = +Inf for x > 0. Its relative error
// is below 32u (absolute 2^-1074 where the result underflows).
// Outside that domain it is NaN.
func bd0(x, m float64) float64 { return bd0h(x, m, x-m) }

// bd0h is bd0 for a caller who knows h = x - m better than float64(x) - float64(m)
// does. Where x and m are themselves rounded, each by at most u relative, but
// h is right to 2u, the relative error is below 64u.
//
// Near the diagonal, with v = h/(x+m), log(x/m) = 2·atanh(v) and
// 2xv - h = hv, so that
//
//	D = h·v + 2xv·(v²/3 + v⁴/5 + v⁶/7 + …).
//
// The first term is positive and the rest is at most a ninth of it for
// |v| ≤ 1/4. Elsewhere D ≥ 0.18·min(x, m) and the difference in the definition
// loses at most four bits.
func bd0h(x, m, h float64) float64 {
	switch {
	case !(x >= 0 && m >= 0) || math.IsInf(x, 1) || math.IsInf(m, 1):
		return math.NaN()
	case x == 0:
		return m
	case m == 0:
		return math.Inf(1)
	}
	v := h / (x + m)
	if math.Abs(v) > 0.25 {
		return x*logRatio(x, m) - h
	}
	return h*v + 2*x*v*atanhTail(v*v)
}

// atanhTail is the series w/3 + w²/5 + w³/7 + … = atanh(√w)/√w - 1, summed until
// it stands still: at most 14 terms for w ≤ 1/16.
func atanhTail(w float64) float64 {
	sum, power := 0.0, w
	for odd := 3.0; ; odd += 2 {
		next := sum + power/odd
		if next == sum {
			return sum
		}
		sum, power = next, power*w
	}
}

// logRatio is log(x/m) for positive x and m, also where x/m leaves the range of
// normal numbers; there |log(x/m)| > 700, so the difference of logs loses nothing.
func logRatio(x, m float64) float64 {
	if r := x / m; r >= 0x1p-1022 && r <= math.MaxFloat64 {
		return math.Log(r)
	}
	return logOf(x) - logOf(m)
}

// logOf is math.Log, also for the subnormal numbers that math.Log gets wrong on
// amd64 (Go 1.26: log 2^-1074 = -709.09 for -744.44).
func logOf(x float64) float64 {
	if x > 0 && x < 0x1p-1022 {
		return math.Log(x*0x1p54) - 54*math.Ln2
	}
	return math.Log(x)
}

// StirlingError is S(n) = log n! - log(sqrt(2πn)·(n/e)^n) for integers n ≥ 0, with
// S(0) = 0 where the formula has no value; also log Γ(n) - (n-½)·log n + n - ½·log 2π. S decreases from 0.081 at n = 1.
// Beyond the table it is the first six terms of the Stirling series
//
//	S(n) = 1/(12n) - 1/(360n³) + 1/(1260n⁵) - 1/(1680n⁷) + 1/(1188n⁹) - 691/(360360n¹¹) + …,
//
// whose error is below the next term, 1/(156n¹³) < 3u·S(n) for n ≥ 16. With
// rounding the relative error is below 8u.
func StirlingError(n float64) float64 {
	if n < float64(len(stirlingTable)) {
		return stirlingTable[int(n)]
	}
	w := 1 / (n * n)
	return (1.0/12 - w*(1.0/360-w*(1.0/1260-w*(1.0/1680-w*(1.0/1188-w*(691.0/360360)))))) / n
}

// stirlingTable holds S(0), …, S(15), rounded from 60 digits.
var stirlingTable = [16]float64{
	0,
	0.08106146679532725821967,
	0.04134069595540929409382,
	0.02767792568499833914879,
	0.02079067210376509311152,
	0.01664469118982119216319,
	0.01387612882307074799875,
	0.01189670994589177009506,
	0.01041126526197209649748,
	0.00925546218271273291773,
	0.00833056343336287125647,
	0.00757367548795184079497,
	0.00694284010720952986566,
	0.00640899418800420706844,
	0.00595137011275884773562,
	0.00555473355196280137104,
}
