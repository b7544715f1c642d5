package bounds

import "math"

// Exp encloses {e^x}.
//
// math.Exp is taken to be within 4 ulps of the truth (on amd64 the worst of
// 300,000 was 1.72, see [Interval.Logistic]); each end is moved by expSteps = 6
// neighbouring floats, and e^x is never negative.
func (x Interval) Exp() Interval {
	return Interval{max(0, step(math.Exp(x.Lo), -expSteps)), stepUp(math.Exp(x.Hi), expSteps)}.sane()
}

// Log encloses {log x} for the x > 0 in it; with 0 or less in it, it is unbounded
// below, and of nothing positive it is the whole line.
//
// math.Log of a normal number is taken to be within 4 ulps (the tests ask for 1);
// [logOf] brings the subnormal ones there. Each end is moved by logSteps = 6.
func (x Interval) Log() Interval {
	if !(x.Hi > 0) {
		return wholeLine()
	}
	lo := math.Inf(-1)
	if x.Lo > 0 {
		lo = step(logOf(x.Lo), -logSteps)
	}
	return Interval{lo, stepUp(logOf(x.Hi), logSteps)}.sane()
}

// Decay encloses {(1-e^-x)/x} for the x ≥ 0 in it, with the value 1 at 0: the mean
// of e^-t over [0,x]. It decreases.
//
// math.Expm1 is taken to be within 4 ulps; with the quotient's half each end is
// moved by decaySteps = 7, and the value stays within [0,1].
func (x Interval) Decay() Interval {
	return Interval{max(0, step(decay(x.Hi), -decaySteps)), min(1, step(decay(x.Lo), decaySteps))}.sane()
}

func decay(x float64) float64 {
	switch {
	case x == 0:
		return 1
	case math.IsInf(x, 1):
		return 0
	}
	return -math.Expm1(-x) / x
}

const (
	expSteps   = 6
	logSteps   = 6
	decaySteps = 7
)

// stepUp is step, with +Inf as it is.
func stepUp(x float64, n int) float64 {
	if math.IsInf(x, 1) {
		return x
	}
	return step(x, n)
}

// sane is the whole line in the place of NaN ends.
func (x Interval) sane() Interval {
	if math.IsNaN(x.Lo) || math.IsNaN(x.Hi) {
		return wholeLine()
	}
	return x
}
