(** * Theorem 3.2

    0 < Δ ≤ min{1,B}, 0 < δ < 1/3: every algorithm δ-correct on Θ_{B,d}(Δ) has

      sup_θ Q_{θ,δ} ≥ Q_{θ^Δ,δ} ≥ d(K-1)/Δ² · kl(1-2δ, δ).

    More general: Δ ≤ 1 is not used.  The supremum is over Θ_{B,d}(Δ), which θ^Δ is in.
    Rests on Lemma B.14 at η̄ = Δ and α = δ. *)

From Coq Require Import Reals List Lra Lia Arith.
From Coquelicot Require Import Rbar Lub.
From VectorBorda Require Import definitions core_finite core_margins core_integers core_lower_instances.
From VectorBorda Require Import core_kl core_algorithm lemma_b_14.
Import ListNotations.
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

(** ** What fails, of the facts about θ^Δ and λ^{i,r,η} *)

(** P(λ) = {i}: on other objectives model 0 (the paper's 1) is ahead of i. *)
Theorem theorem_3_2_frontier_i_alone_fails :
  exists (arena : Arena) Delta i r eta, 0 < Delta /\ In i roster /\ i <> 0%nat /\ In r objectives /\ 0 < eta /\
  in_P (lambda_raised Delta i r eta) 0.
Proof.
  pose (arena := sized 2 2). exists arena, 1, 1%nat, 0%nat, 1.
  repeat match goal with |- _ /\ _ => split end; try lra; try check.
  apply lambda_frontier; try check; try lra. right. split; [easy | simpl; lia].
Qed.

(** P(λ) = {0,i}: on a single objective i is ahead of everybody. *)
Theorem theorem_3_2_frontier_0_and_i_fails :
  exists (arena : Arena) Delta i r eta, 0 < Delta /\ In i roster /\ i <> 0%nat /\ In r objectives /\ 0 < eta /\
  ~ in_P (lambda_raised Delta i r eta) 0.
Proof.
  pose (arena := sized 2 1). exists arena, 1, 1%nat, 0%nat, 1.
  repeat match goal with |- _ /\ _ => split end; try lra; try check.
  intros HP. apply lambda_frontier in HP; try check; try lra. destruct HP as [E|[_ E]]; [easy | simpl in E; lia].
Qed.

(** Δ_k(λ) = Δ for all k: on a single objective the others trail i by 2Δ. *)
Theorem theorem_3_2_equal_gaps_fails :
  exists (arena : Arena) Delta i r k, 0 < Delta /\ In i roster /\ i <> 0%nat /\ In r objectives /\
  In k roster /\ gap (lambda_raised Delta i r Delta) roster k > Delta.
Proof.
  pose (arena := sized 3 1). exists arena, 1, 1%nat, 0%nat, 2%nat.
  repeat match goal with |- _ /\ _ => split end; try lra; try check.
  set (x := lambda_raised 1 1 0 1).
  assert (margin x 2 1 = 2) as Hm.
  { destruct (margin_attained x 2 1) as [r [[<-|[]] ->]]. unfold x, lambda_raised, theta_flat. simpl. lra. }
  rewrite gap_off.
  - pose proof (Delta_star_ge x roster 2 1 ltac:(check) ltac:(discriminate)). lra.
  - apply off_frontier_iff; [check|]. exists 1%nat. split; [check | lra].
Qed.

(** Gaps of θ^Δ above Δ. *)
Theorem theorem_3_2_gap_sharp {arena : Arena} Delta c i : 0 < Delta -> 1 < c -> In i roster ->
  ~ gap (theta_flat Delta) roster i >= c * Delta.
Proof. intros HDelta Hc Hi. rewrite theta_flat_gap by assumption. nra. Qed.

(** Without Δ > 0: at Δ = 0 nobody is dominated. *)
Theorem theorem_3_2_needs_positive_Delta :
  exists (arena : Arena) i, In i roster /\ i <> 0%nat /\ in_P (theta_flat 0) i.
Proof.
  pose (arena := sized 2 1). exists arena, 1%nat. split; [check|]. split; [easy|].
  apply on_frontier_iff. split; [check|]. intros j Hj.
  destruct (margin_attained (theta_flat 0) 1 j) as [r [_ ->]]. unfold theta_flat. simpl. destruct (j =? 0)%nat; lra.
Qed.

(** Without θ^Δ and without λ: other arrays have other frontiers. *)
Theorem theorem_3_2_needs_theta_flat :
  exists (arena : Arena) (x : array R), ~ in_P x 0.
Proof. exists (sized 2 1), (to_R (of_rows [[0];[1]]%Z)). check. Qed.

Theorem theorem_3_2_needs_lambda :
  exists (arena : Arena) (x : array R) i, In i roster /\ i <> 0%nat /\ ~ in_P x i.
Proof. exists (sized 2 1), (to_R (of_rows [[1];[0]]%Z)), 1%nat. split; [check|]. split; [easy | check]. Qed.
