; reduction of B.7 at 2x1: conclusion
(set-option :produce-models true)
(set-logic QF_LRA)
(declare-const b_0_0 Real)
(declare-const b_1_0 Real)
(declare-const est_0_0 Real)
(declare-const est_1_0 Real)
(declare-const r Real)
(define-fun t1 () Real (- (- est_0_0 b_0_0)))
(define-fun t2 () Real (- (- est_1_0 b_1_0)))
; E: |b̂-b| ≤ r
(assert (and (<= (ite (<= (- est_0_0 b_0_0) t1) t1 (- est_0_0 b_0_0)) r) (<= (ite (<= (- est_1_0 b_1_0) t2) t2 (- est_1_0 b_1_0)) r)))
(define-fun m_est_0_1 () Real (- est_1_0 est_0_0))
(define-fun below_b_0_1 () Bool (< b_0_0 b_1_0))
(define-fun M_est_0_1 () Real (- est_0_0 est_1_0))
; not: m̂(i,j) > 2r ⟹ i ≺_b j; i ≺_b j ⟹ M̂(i,j) ≤ 2r
(assert (not (and (or below_b_0_1 (not (< (* 2.0 r) m_est_0_1))) (or (not (< (* 2.0 r) M_est_0_1)) (not below_b_0_1)))))
(check-sat)
