; Remark R.B.1 at 2x1: conclusion
(set-option :produce-models true)
(set-logic QF_LRA)
(declare-const lambda_0_0 Real)
(declare-const lambda_1_0 Real)
(declare-const delta Real)
(declare-const eta Real)
(define-fun below_lambda_1_0 () Bool (< lambda_1_0 lambda_0_0))
(define-fun on_frontier_lambda_1 () Bool (not below_lambda_1_0))
(define-fun M_lambda_1_0 () Real (- lambda_1_0 lambda_0_0))
(define-fun M_lambda_0_1 () Real (- lambda_0_0 lambda_1_0))
(define-fun t1 () Real (+ (ite (<= 0.0 M_lambda_0_1) M_lambda_0_1 0.0) (ite (<= 0.0 M_lambda_1_0) M_lambda_1_0 0.0)))
(define-fun dstar_lambda_1 () Real (ite (<= M_lambda_1_0 t1) M_lambda_1_0 t1))
(define-fun gap_lambda_1 () Real (ite on_frontier_lambda_1 dstar_lambda_1 M_lambda_0_1))
; up to renaming of models: lambda_{i,0} ≤ lambda_{i+1,0} where i and i+1 may change names
(assert (or true (<= lambda_0_0 lambda_1_0)))
; Δ > 0: Δ > 0
(assert (< 0.0 delta))
; η > 0: η > 0
(assert (< 0.0 eta))
; λ^{i,r,η}: λ is θ^Δ with entry (i,r) raised to η
(assert (and (= lambda_0_0 0.0) (= lambda_1_0 eta)))
; not: Δ_i(λ^{i,r,η}) ≤ η; i ∈ P(λ^{i,r,η})
(assert (not (and on_frontier_lambda_1 (<= gap_lambda_1 eta))))
(check-sat)
