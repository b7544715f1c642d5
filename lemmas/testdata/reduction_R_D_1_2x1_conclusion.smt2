; reduction of R.D.1 at 2x1: conclusion
(set-option :produce-models true)
(set-logic QF_LRA)
(declare-const pop_0_0 Real)
(declare-const pop_1_0 Real)
(declare-const emp_0_0 Real)
(declare-const emp_1_0 Real)
(declare-const rho Real)
(define-fun t1 () Real (- (- emp_0_0 pop_0_0)))
(define-fun t2 () Real (- (- emp_1_0 pop_1_0)))
; close: |b^emp-b^pop| ≤ ρ
(assert (and (<= (ite (<= (- emp_0_0 pop_0_0) t1) t1 (- emp_0_0 pop_0_0)) rho) (<= (ite (<= (- emp_1_0 pop_1_0) t2) t2 (- emp_1_0 pop_1_0)) rho)))
(define-fun m_pop_0_1 () Real (- pop_1_0 pop_0_0))
(define-fun below_emp_0_1 () Bool (< emp_0_0 emp_1_0))
(define-fun M_pop_0_1 () Real (- pop_0_0 pop_1_0))
; not: m_pop(i,j) > 2ρ ⟹ i ≺_emp j; M_pop(i,j) > 2ρ ⟹ not i ≺_emp j
(assert (not (and (or below_emp_0_1 (not (< (* 2.0 rho) m_pop_0_1))) (or (not below_emp_0_1) (not (< (* 2.0 rho) M_pop_0_1))))))
(check-sat)
