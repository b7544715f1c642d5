(** * Theorem 3.2

    0 < Δ ≤ min{1,B}, 0 < δ < 1/3: every algorithm δ-correct on Θ_{B,d}(Δ) has

      sup_θ Q_{θ,δ} ≥ Q_{θ^Δ,δ} ≥ d(K-1)/Δ² · kl(1-2δ, δ).

    More general: Δ ≤ 1 is not used.  The supremum is over Θ_{B,d}(Δ), which θ^Δ is in.
    Rests on Lemma B.14 at η̄ = Δ and α = δ. *)

From Coq Require Import Reals List Lra.
From Coquelicot Require Import Rbar Lub.
From VectorBorda Require Import definitions core_finite core_lower_instances core_kl core_algorithm lemma_b_14.
Open Scope R_scope.

Section LowerBound.
Context {arena : Arena}.
Variables (A : algorithm cell (list nat)) (B delta Delta : R).
Hypothesis A_identifies : identifier A.
Hypothesis A_correct : correct_on delta (in_class B Delta) A.
Hypothesis Delta_range : 0 < Delta <= B.
Hypothesis delta_range : 0 < delta < 1 / 3.

(** There is an alternative, as there are two models and an objective. *)
Lemma flat_in_class : in_class B Delta (theta_flat Delta).
Proof.
  pose proof K_at_least_2. pose proof d_at_least_1.
  apply (lower_instances_in_class B Delta 1 0 Delta_range); [apply In_roster | discriminate | apply In_objectives]; auto.
Qed.

Theorem theorem_3_2 :
  Rbar_le (INR d * (INR K - 1) / Delta ^ 2 * kl (1 - 2 * delta) delta) (Q (theta_flat Delta) delta A).
Proof.
  pose proof (lemma_B_14 A delta delta Delta (in_class B Delta) A_identifies A_correct
    ltac:(lra) ltac:(lra) ltac:(lra) flat_in_class Delta ltac:(lra)) as H.
  replace (1 - 2 * delta) with (1 - delta - delta) by ring.
  replace (INR d * (INR K - 1) / Delta ^ 2) with (4 * INR d * (INR K - 1) / (Delta + Delta) ^ 2) by (field; lra).
  apply H. intros i r Hi Hi0 Hr. exists Delta. split; [lra|].
  apply (lower_instances_in_class B Delta i r Delta_range Hi Hi0 Hr).
Qed.

(** The worst case over the class: for every number x above Q_{θ,δ} of all θ ∈ Θ_{B,d}(Δ),
    x is at least the bound. *)
Corollary theorem_3_2_sup (x : Rbar) :
  (forall theta, in_class B Delta theta -> Rbar_le (Q theta delta A) x) ->
  Rbar_le (INR d * (INR K - 1) / Delta ^ 2 * kl (1 - 2 * delta) delta) x.
Proof.
  intros H. eapply Rbar_le_trans; [apply theorem_3_2 | apply H, flat_in_class].
Qed.
End LowerBound.
