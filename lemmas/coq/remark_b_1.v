(** * Remark B.1: η̄ cannot vanish within a gap class

    Δ_i(λ^{i,r,η}) ≤ η, so η̄ → 0 is impossible inside Θ_{B,d}(Δ).

    The constant 1 is attained, at every η ≤ Δ.  Rests on the facts of
    [core_lower_instances.v]. *)

From Coq Require Import Reals List Lra Lia.
From VectorBorda Require Import definitions core_finite core_margins core_lower_instances core_integers.
Import ListNotations.
Open Scope R_scope.

Theorem remark_B_1 {arena : Arena} Delta i r eta :
  0 < Delta -> In i roster -> i <> 0%nat -> In r objectives -> 0 < eta ->
  in_P (lambda_raised Delta i r eta) i /\ gap (lambda_raised Delta i r eta) roster i <= eta.
Proof.
  intros HDelta Hi Hi0 Hr Heta.
  split; [now apply lambda_raised_on_frontier | now apply lambda_raised_gap].
Qed.

(** λ^{i,r,η} ∈ Θ_{B,d}(Δ') only if η ≥ Δ'. *)
Corollary remark_B_1_class {arena : Arena} B Delta Delta' i r eta :
  0 < Delta -> In i roster -> i <> 0%nat -> In r objectives -> 0 < eta ->
  in_class B Delta' (lambda_raised Delta i r eta) -> Delta' <= eta.
Proof.
  intros HDelta Hi Hi0 Hr Heta [_ Hclass]. specialize (Hclass i Hi).
  destruct (remark_B_1 Delta i r eta HDelta Hi Hi0 Hr Heta). lra.
Qed.

(** ** What fails *)

(** c < 1 for 1: for 0 < η ≤ Δ the gap is η, in every arena. *)
Theorem remark_B_1_sharp {arena : Arena} Delta i r eta :
  0 < eta <= Delta -> In i roster -> i <> 0%nat -> In r objectives ->
  gap (lambda_raised Delta i r eta) roster i = eta.
Proof.
  intros [Heta HDelta] Hi Hi0 Hr. apply Rle_antisym.
  - apply lambda_raised_gap; try assumption. lra.
  - apply lambda_gap_at_least; try assumption; lra.
Qed.

(** ≥ for ≤: on two objectives, η above Δ leaves i the gap Δ. *)
Theorem remark_B_1_reversed_fails :
  exists (arena : Arena) Delta i r eta, 0 < Delta /\ In i roster /\ i <> 0%nat /\ In r objectives /\
  0 < eta /\ gap (lambda_raised Delta i r eta) roster i < eta.
Proof.
  pose (arena := sized 2 2). exists arena, 1, 1%nat, 0%nat, 2.
  assert (In 1%nat roster) as H1 by check. assert (In 0%nat objectives) as H0 by check.
  repeat match goal with |- _ /\ _ => split end; try lra; try assumption; [discriminate|].
  pose proof (lambda_raised_on_frontier 1 ltac:(lra) 1 0 2 H1 H0 ltac:(lra)) as Hon.
  rewrite gap_on by exact Hon.
  pose proof (delta_star_le (lambda_raised 1 1 0 2) roster 1 0 zero_in_roster ltac:(discriminate)).
  pose proof (separation_spec (lambda_raised 1 1 0 2) roster 1 0) as [_ [Hle _]].
  pose proof (margin_0_raised_more 1 ltac:(lra) 1 0 2 ltac:(discriminate) ltac:(lra) ltac:(simpl; lia)) as E.
  assert ((- margin (lambda_raised 1 1 0 2) 0 1)⁺ <= 1) by (apply positive_part_le; lra).
  (* Δ*_0 = m(0,1) = -1: model 1 is the only other one *)
  destruct (Delta_star_attained (lambda_raised 1 1 0 2) roster 0
    (without_not_empty roster 0 roster_subset roster_has_two)) as [j [[<-|[<-|[]]] [Hj Ej]]]; [now elim Hj|].
  rewrite E in Ej. pose proof (positive_part_spec (Delta_star (lambda_raised 1 1 0 2) roster 0)).
  lra.
Qed.

(** Another array has other gaps; with η < 0 the entry leaves i dominated. *)
Theorem remark_B_1_needs_positive_eta :
  exists (arena : Arena) Delta i r eta, 0 < Delta /\ In i roster /\ i <> 0%nat /\ In r objectives /\
  gap (lambda_raised Delta i r eta) roster i > eta.
Proof.
  pose (arena := sized 2 1). exists arena, 1, 1%nat, 0%nat, (-1).
  assert (forall a s, In a roster -> In s objectives -> lambda_raised 1 1 0 (-1) a s = theta_flat 1 a s) as same.
  { intros a s [<-|[<-|[]]] [<-|[]]; reflexivity. }
  repeat match goal with |- _ /\ _ => split end; try lra; try check.
  pose proof (margin_at_least (lambda_raised 1 1 0 (-1)) 1 0 1) as Hm.
  assert (1 <= margin (lambda_raised 1 1 0 (-1)) 1 0) as H1.
  { apply Hm. intros s Hs. rewrite !same by (check || exact Hs). unfold theta_flat. simpl. lra. }
  apply Rlt_le_trans with 1; [lra|].
  apply gap_at_least; [check | |].
  - intros [_ Hon]%on_frontier_iff. specialize (Hon 0%nat zero_in_roster). lra.
  - intros _. exists 0%nat. repeat split; [apply zero_in_roster | discriminate | exact H1].
Qed.

(** Without λ^{i,r,η}: another array has other gaps. *)
Theorem remark_B_1_needs_lambda :
  exists (arena : Arena) (x : array R) i eta, In i roster /\ i <> 0%nat /\ 0 < eta /\ gap x roster i > eta.
Proof.
  exists (sized 2 1), (to_R (of_rows [[2];[0]]%Z)), 1%nat, 1.
  split; [check|]. split; [discriminate|]. split; [lra | check].
Qed.

(** Without Δ > 0 the others are above model 0, and above i on a single objective. *)
Theorem remark_B_1_needs_positive_Delta :
  exists (arena : Arena) Delta i r eta, In i roster /\ i <> 0%nat /\ In r objectives /\ 0 < eta /\
  gap (lambda_raised Delta i r eta) roster i > eta.
Proof.
  pose (arena := sized 3 1). exists arena, (-3), 1%nat, 0%nat, 1.
  split; [check|]. split; [discriminate|]. split; [check|]. split; [lra|].
  set (x := lambda_raised (-3) 1 0 1).
  assert (margin x 1 2 = 2) as Hm.
  { destruct (margin_attained x 1 2) as [r [[<-|[]] ->]]. unfold x, lambda_raised, theta_flat. simpl. lra. }
  rewrite gap_off.
  - pose proof (Delta_star_ge x roster 1 2 ltac:(check) ltac:(discriminate)). lra.
  - apply off_frontier_iff; [check|]. exists 2%nat. split; [check | lra].
Qed.
