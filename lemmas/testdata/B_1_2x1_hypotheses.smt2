; Lemma B.1 at 2x1: hypotheses
(set-option :produce-models true)
(set-logic QF_LRA)
(declare-const x_0_0 Real)
(declare-const x_1_0 Real)
(declare-const y_0_0 Real)
(declare-const y_1_0 Real)
(declare-const rho Real)
(declare-const a Real)
(declare-const b Real)
(define-fun t1 () Real (- (- x_0_0 y_0_0)))
(define-fun t2 () Real (- (- x_1_0 y_1_0)))
; up to renaming of models: x_{i,0} ≤ x_{i+1,0} where i and i+1 may change names
(assert (or (not true) (<= x_0_0 x_1_0)))
; close: max|x-y| ≤ ρ
(assert (and (<= (ite (<= (- x_0_0 y_0_0) t1) t1 (- x_0_0 y_0_0)) rho) (<= (ite (<= (- x_1_0 y_1_0) t2) t2 (- x_1_0 y_1_0)) rho)))
(check-sat)
