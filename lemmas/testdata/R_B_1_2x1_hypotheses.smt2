; Remark R.B.1 at 2x1: hypotheses
(set-option :produce-models true)
(set-logic QF_LRA)
(declare-const lambda_0_0 Real)
(declare-const lambda_1_0 Real)
(declare-const delta Real)
(declare-const eta Real)
; up to renaming of models: lambda_{i,0} ≤ lambda_{i+1,0} where i and i+1 may change names
(assert (or true (<= lambda_0_0 lambda_1_0)))
; Δ > 0: Δ > 0
(assert (< 0.0 delta))
; η > 0: η > 0
(assert (< 0.0 eta))
; λ^{i,r,η}: λ is θ^Δ with entry (i,r) raised to η
(assert (and (= lambda_0_0 0.0) (= lambda_1_0 eta)))
(check-sat)
