; Lemma B.3 at 2x1: hypotheses
(set-option :produce-models true)
(set-logic QF_LRA)
(declare-const b_0_0 Real)
(declare-const b_1_0 Real)
(declare-const t_0_0 Real)
(declare-const t_1_0 Real)
(define-fun t1 () Bool (<= t_0_0 t_1_0))
(define-fun m_b_0_1 () Real (- b_1_0 b_0_0))
(define-fun m_t_0_1 () Real (- t_1_0 t_0_0))
(define-fun m_b_1_0 () Real (- b_0_0 b_1_0))
(define-fun m_t_1_0 () Real (- t_0_0 t_1_0))
; up to renaming of models: t_{i,0} ≤ t_{i+1,0} where i and i+1 may change names
(assert (or t1 (not true)))
; (9): b_{c,r}-b_{a,r} ≥ t_{c,r}-t_{a,r} whenever t_{c,r} ≥ t_{a,r}
(assert (and (or (<= m_t_0_1 m_b_0_1) (not t1)) (or (<= m_t_1_0 m_b_1_0) (not (<= t_1_0 t_0_0)))))
(check-sat)
