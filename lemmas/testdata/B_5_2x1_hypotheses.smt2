; Lemma B.5 at 2x1: hypotheses
(set-option :produce-models true)
(set-logic QF_LRA)
(declare-const x_0_0 Real)
(declare-const x_1_0 Real)
; up to renaming of models: x_{i,0} ≤ x_{i+1,0} where i and i+1 may change names
(assert (or (not true) (<= x_0_0 x_1_0)))
(check-sat)
