; reduction of B.2 at 3x1: conclusion
(set-option :produce-models true)
(set-logic QF_LRA)
(declare-const x_0_0 Real)
(declare-const x_1_0 Real)
(declare-const x_2_0 Real)
(define-fun m_x_0_1 () Real (- x_1_0 x_0_0))
(define-fun m_x_0_2 () Real (- x_2_0 x_0_0))
(define-fun m_x_1_2 () Real (- x_2_0 x_1_0))
(define-fun below_x_0_1 () Bool (< x_0_0 x_1_0))
; not: m(i,j) ≥ m(i,k) ⟹ m(j,k) ≤ 0; i ≺ j ⟺ m(i,j) > 0
(assert (not (and (or (<= m_x_1_2 0.0) (not (<= m_x_0_2 m_x_0_1))) (= below_x_0_1 (< 0.0 m_x_0_1)))))
(check-sat)
