; reduction of B.5 at 2x2: conclusion
(set-option :produce-models true)
(set-logic QF_LRA)
(declare-const x_0_0 Real)
(declare-const x_0_1 Real)
(declare-const x_1_0 Real)
(declare-const x_1_1 Real)
(declare-const t Real)
(define-fun M_x_0_1 () Real (ite (<= (- x_0_0 x_1_0) (- x_0_1 x_1_1)) (- x_0_1 x_1_1) (- x_0_0 x_1_0)))
(define-fun M_x_1_0 () Real (ite (<= (- x_1_0 x_0_0) (- x_1_1 x_0_1)) (- x_1_1 x_0_1) (- x_1_0 x_0_0)))
(define-fun t1 () Real (+ t (ite (<= 0.0 M_x_1_0) M_x_1_0 0.0)))
(define-fun entry () Real (ite (<= M_x_0_1 t1) M_x_0_1 t1))
; t: t = (Δ*_j)⁺ ≥ 0
(assert (<= 0.0 t))
(define-fun below_x_0_1 () Bool (and (< x_0_0 x_1_0) (< x_0_1 x_1_1)))
(define-fun m_x_0_1 () Real (ite (<= (- x_1_0 x_0_0) (- x_1_1 x_0_1)) (- x_1_0 x_0_0) (- x_1_1 x_0_1)))
; not: i ≺ j ⟺ m(i,j) > 0; not i ≺ j ⟹ e_j ≥ 0; i ≺ j ⟹ e_j < 0
(assert (not (and (or (< entry 0.0) (not below_x_0_1)) (= below_x_0_1 (< 0.0 m_x_0_1)) (or below_x_0_1 (<= 0.0 entry)))))
(check-sat)
