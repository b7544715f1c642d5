; Lemma B.5 at 2x1: hypotheses
(set-option :produce-models true)
(set-logic QF_LRA)
(declare-const x_0_0 Real)
(declare-const x_1_0 Real)
; there is no hypothesis
(assert true)
(check-sat)
