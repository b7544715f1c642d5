; reduction of B.9 at 1x1: conclusion
(set-option :produce-models true)
(set-logic QF_LRA)
(declare-const frontier_0 Bool)
(declare-const member_0 Bool)
(declare-const accepted_0 Bool)
(declare-const gone_0 Bool)
(declare-const looks_0 Bool)
(declare-const others_0 Bool)
; gone: g ∈ A
(assert (or member_0 (not gone_0)))
; B.7: q = g ⟹ (q ∈ Ŝ_A ⟺ q ∈ P)
(assert (or (not gone_0) (= frontier_0 looks_0)))
; cover: q ∈ P ⟹ q ∈ A∪B
(assert (or member_0 accepted_0 (not frontier_0)))
; within: q ∈ B ⟹ q ∈ P
(assert (or frontier_0 (not accepted_0)))
; W(A): q ∈ A∖P ⟹ A has another model
(assert (or others_0 (not (and member_0 (not frontier_0)))))
(define-fun t1 () Bool (or accepted_0 (and gone_0 looks_0)))
; not: q ∈ P ⟹ q ∈ A∪B after the removal; q ∈ B ⟹ q ∈ P after the removal; A = {q} ⟹ q ∈ P
(assert (not (and (or frontier_0 (not (and member_0 (not others_0)))) (or (not frontier_0) t1 (and member_0 (not gone_0))) (or frontier_0 (not t1)))))
(check-sat)
