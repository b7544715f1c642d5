; Theorem 3.2 at 2x1: hypotheses
(set-option :produce-models true)
(set-logic QF_LRA)
(declare-const theta_0_0 Real)
(declare-const theta_1_0 Real)
(declare-const lambda_0_0 Real)
(declare-const lambda_1_0 Real)
(declare-const delta Real)
(declare-const B Real)
; up to renaming of models: lambda_{i,0} ≤ lambda_{i+1,0} where i and i+1 may change names
(assert (or true (<= lambda_0_0 lambda_1_0)))
; Δ > 0: Δ > 0
(assert (< 0.0 delta))
; Δ ≤ B: Δ ≤ B
(assert (<= delta B))
; θ^Δ: θ_{0,r} = 0, θ_{i,r} = -Δ for i ≠ 0
(assert (and (= theta_0_0 0.0) (= theta_1_0 (- delta))))
; λ^{i,r,η}: λ is θ^Δ with entry (i,r) raised to η
(assert (and (= lambda_0_0 0.0) (= lambda_1_0 delta)))
(check-sat)
