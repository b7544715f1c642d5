(** * Lemma B.5: the gap is a maximum

    For A with |A| ≥ 2 and any b̂: i ∈ Ŝ_A ⟺ Δ̂*_{i,A} ≤ 0, and
    Δ̂_{i,A} = Δ̂*_{i,A} ∨ δ̂*_{i,A}.

    |A| ≥ 2 and i ∈ A are used as A∖{i} ≠ ∅, so A may be any set.  The bracket of δ*
    matters only by its sign ([lemma_B_5_without_bracket]).
    Rests on the definitions alone. *)

From Coq Require Import Reals List Lra Lia Bool Arith.
From VectorBorda Require Import definitions core_finite core_margins core_integers.
Import ListNotations.
Open Scope R_scope.

Section Lemma.
Context {arena : Arena}.
Variables (x : array R) (A : list nat) (i : nat).
Hypothesis Hi : In i A.
Hypothesis two : A ∖ i <> [].

Theorem lemma_B_5_frontier : on_frontier x A i = true <-> Delta_star x A i <= 0.
Proof.
  rewrite on_frontier_iff. split.
  - intros [_ H]. destruct (Delta_star_attained x A i two) as [j [Hj [_ ->]]]. now apply H.
  - intros H. split; [exact Hi|]. intros j Hj. destruct (Nat.eq_dec j i) as [->|Hij].
    + rewrite margin_self. lra.
    + pose proof (Delta_star_ge x A i j Hj Hij). lra.
Qed.

Lemma off_frontier_Delta_star : on_frontier x A i = false <-> 0 < Delta_star x A i.
Proof. rewrite <- not_true_iff_false, lemma_B_5_frontier. split; lra. Qed.

(** On the frontier Δ* ≤ 0 ∧ Δ* ≤ δ*, because -m(i,j) ≥ -Δ* and the bracket is not
    negative.  Off it some j has m(i,j) = Δ* > 0, and δ* ≤ -m(i,j). *)
Theorem lemma_B_5 : gap x A i = larger (Delta_star x A i) (delta_star x A i).
Proof.
  pose proof (larger_spec (Delta_star x A i) (delta_star x A i)) as Hlarger.
  destruct (on_frontier x A i) eqn:Hfrontier.
  - rewrite gap_on by assumption. apply lemma_B_5_frontier in Hfrontier.
    destruct (delta_star_attained x A i two) as [j [Hj [Hij E]]].
    pose proof (Delta_star_ge x A i j Hj Hij).
    pose proof (separation_spec x A i j).
    pose proof (positive_part_spec (- margin x j i)).
    pose proof (positive_part_spec (Delta_star x A j)). lra.
  - rewrite gap_off by assumption. apply off_frontier_Delta_star in Hfrontier.
    destruct (Delta_star_attained x A i two) as [j [Hj [Hij E]]].
    pose proof (delta_star_le x A i j Hj Hij).
    pose proof (separation_spec x A i j). lra.
Qed.

(** Gaps are not negative. *)
Corollary gap_not_negative : 0 <= gap x A i.
Proof.
  destruct (on_frontier x A i) eqn:Hfrontier.
  - rewrite gap_on by assumption. apply on_frontier_iff in Hfrontier as [_ Hfrontier].
    destruct (delta_star_attained x A i two) as [j [Hj [Hij ->]]]. specialize (Hfrontier j Hj).
    pose proof (separation_spec x A i j).
    pose proof (positive_part_spec (- margin x j i)).
    pose proof (positive_part_spec (Delta_star x A j)). lra.
  - rewrite gap_off by assumption. now apply Rlt_le, off_frontier_Delta_star.
Qed.

(** A frontier model's δ* with min_j M(i,j) in its place: the same holds. *)
Theorem lemma_B_5_without_bracket (nearest := min_over (A ∖ i) (fun j => max_margin x i j)) :
  (if on_frontier x A i then nearest else Delta_star x A i) = larger (Delta_star x A i) nearest.
Proof.
  pose proof (larger_spec (Delta_star x A i) nearest) as Hlarger.
  destruct (on_frontier x A i) eqn:Hfrontier.
  - apply lemma_B_5_frontier in Hfrontier.
    destruct (min_over_attained (fun j => max_margin x i j) _ two) as [j [[Hj Hij]%In_without E]].
    pose proof (Delta_star_ge x A i j Hj Hij). fold nearest in E.
    rewrite max_margin_opp in E. lra.
  - apply off_frontier_Delta_star in Hfrontier.
    destruct (Delta_star_attained x A i two) as [j [Hj [Hij E]]].
    pose proof (min_over_le (fun j => max_margin x i j) (A ∖ i) j (proj2 (In_without _ _ _) (conj Hj Hij))).
    fold nearest in H. simpl in H. rewrite max_margin_opp in H. lra.
Qed.
End Lemma.

(** ** What fails *)

(** ∧ for ∨, and δ* alone: a dominated model's δ* is negative. *)
Theorem lemma_B_5_needs_maximum :
  exists (arena : Arena) (x : array R) i, In i roster /\
  gap x roster i > delta_star x roster i /\
  gap x roster i <> smaller (Delta_star x roster i) (delta_star x roster i).
Proof.
  exists (sized 2 1), (to_R (of_rows [[0];[1]]%Z)), 0%nat. split; [check|]. split.
  - rewrite gap_real, delta_star_real. evaluate_IZR. lra.
  - rewrite gap_real, Delta_star_real, delta_star_real, smaller_IZR. evaluate_IZR. lra.
Qed.

(** Δ* alone: a frontier model's Δ* is not positive. *)
Theorem lemma_B_5_needs_delta_star :
  exists (arena : Arena) (x : array R) i, In i roster /\ gap x roster i > Delta_star x roster i.
Proof.
  exists (sized 2 1), (to_R (of_rows [[0];[1]]%Z)), 1%nat. split; [check|].
  rewrite gap_real, Delta_star_real. evaluate_IZR. lra.
Qed.

(** < for ≤: a model that ties with the best is on the frontier with Δ* = 0. *)
Theorem lemma_B_5_needs_weak_inequality :
  exists (arena : Arena) (x : array R) i, in_P x i /\ Delta_star x roster i = 0.
Proof. exists (sized 2 1), (to_R (of_rows [[0];[0]]%Z)), 0%nat. split; check. Qed.

(** Weak dominance in Definition 1.1: a model with Δ* = 0 can be below another on one
    objective and above it on none. *)
Theorem lemma_B_5_needs_strict_dominance :
  exists (arena : Arena) (x : array R) i j, In i roster /\ In j roster /\
  (forall r, In r objectives -> x i r <= x j r) /\ (exists r, In r objectives /\ x i r < x j r) /\
  Delta_star x roster i <= 0.
Proof.
  exists (sized 2 2), (to_R (of_rows [[0;0];[0;1]]%Z)), 0%nat, 1%nat.
  split; [check|]. split; [check|]. split; [|split].
  - intros r [<-|[<-|[]]]; unfold to_R, of_rows; simpl; lra.
  - exists 1%nat. split; [check | unfold to_R, of_rows; simpl; lra].
  - check.
Qed.

(** M(j,i)⁺ - (Δ*_j)⁺ in the bracket: it falls below Δ* of a frontier model. *)
Theorem lemma_B_5_needs_plus_in_bracket :
  exists (arena : Arena) (x : array R) i, in_P x i /\
  min_over (roster ∖ i) (fun j => smaller (max_margin x i j)
    ((max_margin x j i)⁺ - (Delta_star x roster j)⁺)) < Delta_star x roster i.
Proof.
  pose (arena := sized 3 1). pose (x := of_rows [[1];[1];[0]]%Z).
  exists arena, (to_R x), 0%nat. split; [check|].
  rewrite (min_over_IZR _ (fun j => smaller (max_margin x 0 j)
    (positive_part (max_margin x j 0%nat) - positive_part (Delta_star x roster j))%Z)).
  - check.
  - intros j. now rewrite !max_margin_real, Delta_star_real, !positive_part_IZR, <- minus_IZR, smaller_IZR.
Qed.

(** Reversed, Δ* ≥ 0 on the frontier. *)
Theorem lemma_B_5_reversed_fails :
  exists (arena : Arena) (x : array R) i, in_P x i /\ ~ 0 <= Delta_star x roster i.
Proof. exists (sized 2 1), (to_R (of_rows [[0];[1]]%Z)), 1%nat. split; check. Qed.
