; Lemma 2.1 at 2x1: hypotheses
(set-option :produce-models true)
(set-logic QF_LRA)
(declare-const theta_0_0 Real)
(declare-const theta_1_0 Real)
(declare-const F0_0_0 Real)
(declare-const F0_0_1 Real)
(declare-const F0_1_0 Real)
(declare-const F0_1_1 Real)
; up to renaming of models: theta_{i,0} ≤ theta_{i+1,0} where i and i+1 may change names
(assert (or (<= theta_0_0 theta_1_0) (not true)))
; increasing: F is strictly increasing: u ≤ v ⟺ F(u) ≤ F(v)
(assert (and (= (<= (- theta_0_0 theta_0_0) (- theta_0_0 theta_0_0)) (<= F0_0_0 F0_0_0)) (= (<= (- theta_0_0 theta_0_0) (- theta_0_0 theta_1_0)) (<= F0_0_0 F0_0_1)) (= (<= (- theta_0_0 theta_0_0) (- theta_1_0 theta_0_0)) (<= F0_0_0 F0_1_0)) (= (<= (- theta_0_0 theta_0_0) (- theta_1_0 theta_1_0)) (<= F0_0_0 F0_1_1)) (= (<= (- theta_0_0 theta_1_0) (- theta_0_0 theta_0_0)) (<= F0_0_1 F0_0_0)) (= (<= (- theta_0_0 theta_1_0) (- theta_0_0 theta_1_0)) (<= F0_0_1 F0_0_1)) (= (<= (- theta_0_0 theta_1_0) (- theta_1_0 theta_0_0)) (<= F0_0_1 F0_1_0)) (= (<= (- theta_0_0 theta_1_0) (- theta_1_0 theta_1_0)) (<= F0_0_1 F0_1_1)) (= (<= (- theta_1_0 theta_0_0) (- theta_0_0 theta_0_0)) (<= F0_1_0 F0_0_0)) (= (<= (- theta_1_0 theta_0_0) (- theta_0_0 theta_1_0)) (<= F0_1_0 F0_0_1)) (= (<= (- theta_1_0 theta_0_0) (- theta_1_0 theta_0_0)) (<= F0_1_0 F0_1_0)) (= (<= (- theta_1_0 theta_0_0) (- theta_1_0 theta_1_0)) (<= F0_1_0 F0_1_1)) (= (<= (- theta_1_0 theta_1_0) (- theta_0_0 theta_0_0)) (<= F0_1_1 F0_0_0)) (= (<= (- theta_1_0 theta_1_0) (- theta_0_0 theta_1_0)) (<= F0_1_1 F0_0_1)) (= (<= (- theta_1_0 theta_1_0) (- theta_1_0 theta_0_0)) (<= F0_1_1 F0_1_0)) (= (<= (- theta_1_0 theta_1_0) (- theta_1_0 theta_1_0)) (<= F0_1_1 F0_1_1))))
(check-sat)
