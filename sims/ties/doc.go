// Package ties treats the ties of a vote log in three ways and shows what that changes
// (paper A, section 7): D drops them, H gives both models half a win, F fits a Davidson
// model to wins and ties, whose probabilities take the place of the shares.
//
// All three are of the same models, those that are complete without ties, and of one
// reading of the file.  A fit says how it ended and whether the votes determine it: where
// the likelihood has no maximum it is never called converged.
package ties
