// Package bt fits Bradley–Terry models, P(i beats j) = σ(ϑ_i - ϑ_j), to the
// comparisons of one objective, with a certificate.
//
// With N_ij comparisons of a pair, W_i wins of a model (a tie is half a win for
// both) and T comparisons in all, the loss is
//
//	f(ϑ) = (1/T)·( Σ_{i<j} N_ij·log(e^ϑ_i + e^ϑ_j) - Σ_i W_i·ϑ_i ),
//
// the negative log-likelihood per comparison.  There are two fits: [Fitter.Prior]
// minimises f + (μ/2)‖ϑ‖², whose minimum is centred ([Fitter.Ridge] with a vanishing μ),
// and [Fitter.Box] minimises f under
// 1ᵀϑ = 0, ‖ϑ‖_∞ ≤ S and that one model is at least as good as some others.
//
// A fit never only says that it converged: it gives the size of its gradient and a
// bound on its distance to the optimum, both computed at the point that it
// returns.  And it names what the data cannot tell: models that were never
// compared with the others, and models that won every comparison with the others,
// for whom f alone has no minimum.
package bt
