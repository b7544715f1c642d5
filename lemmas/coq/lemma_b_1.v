(** * Lemma B.1: arithmetic of margins

    (i)   m_x(i,k) ≥ m_x(i,j) + m_x(j,k).
    (ii)  max|x-y| ≤ ρ ⟹ |m_x-m_y| ≤ 2ρ and |M_x-M_y| ≤ 2ρ.
    (iii) |a⁺-b⁺| ≤ |a-b|.

    Both constants are sharp, and (ii) needs closeness from both sides.
    Rests on the definitions alone. *)

From Coq Require Import Reals List Lra Lia.
From VectorBorda Require Import definitions core_finite core_margins core_integers.
Import ListNotations.
Open Scope R_scope.

Section Lemma.
Context {arena : Arena}.

(** At the objective where m_x(i,k) is attained both other margins are smaller. *)
Theorem lemma_B_1_i (x : array R) i j k : margin x i k >= margin x i j + margin x j k.
Proof.
  destruct (margin_attained x i k) as [r [Hr ->]].
  pose proof (margin_le x i j r Hr). pose proof (margin_le x j k r Hr). lra.
Qed.

(** Each margin is compared at the objective where the other is attained. *)
Theorem lemma_B_1_ii (x y : array R) rho i j :
  within y rho x -> In i roster -> In j roster ->
  Rabs (margin x i j - margin y i j) <= 2 * rho /\
  Rabs (max_margin x i j - max_margin y i j) <= 2 * rho.
Proof.
  intros Hclose Hi Hj. rewrite !max_margin_opp, !Rabs_le_iff.
  destruct (margin_attained x i j) as [r [Hr Er]], (margin_attained y i j) as [s [Hs Es]].
  pose proof (margin_le x i j s Hs). pose proof (margin_le y i j r Hr).
  pose proof (proj1 (Rabs_le_iff _ _) (Hclose i r Hi Hr)).
  pose proof (proj1 (Rabs_le_iff _ _) (Hclose j r Hj Hr)).
  pose proof (proj1 (Rabs_le_iff _ _) (Hclose i s Hi Hs)).
  pose proof (proj1 (Rabs_le_iff _ _) (Hclose j s Hj Hs)). lra.
Qed.

Theorem lemma_B_1_iii (a b : R) : Rabs (a⁺ - b⁺) <= Rabs (a - b).
Proof.
  pose proof (positive_part_spec a). pose proof (positive_part_spec b).
  unfold Rabs. repeat destruct Rcase_abs; lra.
Qed.
End Lemma.

(** ** What fails *)

(** (i) with ≤ for ≥: the objective with the least margin changes from pair to pair. *)
Theorem lemma_B_1_i_reversed_fails :
  exists (arena : Arena) (x : array R) i j k, margin x i k > margin x i j + margin x j k.
Proof. exists (sized 2 2), (to_R (of_rows [[0;0];[1;0]]%Z)), 0%nat, 1%nat, 0%nat. check. Qed.

(** (i) for M, which is subadditive. *)
Theorem lemma_B_1_i_fails_for_M :
  exists (arena : Arena) (x : array R) i j k,
  ~ max_margin x i k >= max_margin x i j + max_margin x j k.
Proof. exists (sized 2 2), (to_R (of_rows [[0;0];[1;0]]%Z)), 0%nat, 1%nat, 0%nat. check. Qed.

(** (ii) with c < 2 for 2: both ends of a difference can move, in opposite directions. *)
Theorem lemma_B_1_ii_sharp c : c < 2 ->
  exists (arena : Arena) (x y : array R) rho i j,
  within y rho x /\ In i roster /\ In j roster /\
  Rabs (margin x i j - margin y i j) > c * rho /\
  Rabs (max_margin x i j - max_margin y i j) > c * rho.
Proof.
  intros Hc.
  exists (sized 2 1), (to_R (of_rows [[0];[0]]%Z)), (to_R (of_rows [[1];[-1]]%Z)), 1, 0%nat, 1%nat.
  repeat split; check.
Qed.

(** (ii) with closeness from one side only, x - y ≤ ρ. *)
Theorem lemma_B_1_ii_needs_both_sides :
  exists (arena : Arena) (x y : array R) rho i j,
  (forall i r, In i roster -> In r objectives -> x i r - y i r <= rho) /\
  In i roster /\ In j roster /\ Rabs (margin x i j - margin y i j) > 2 * rho.
Proof.
  exists (sized 2 1), (to_R (of_rows [[0];[0]]%Z)), (to_R (of_rows [[0];[1]]%Z)), 0, 0%nat, 1%nat.
  repeat split; try check.
  intros i r [<-|[<-|[]]] [<-|[]]; unfold to_R, of_rows; simpl; lra.
Qed.

(** (iii) with c < 1: equality holds between positive numbers. *)
Theorem lemma_B_1_iii_sharp c : c < 1 -> exists a b : R, Rabs (a⁺ - b⁺) > c * Rabs (a - b).
Proof.
  intros Hc. exists 1, 0.
  pose proof (positive_part_spec 1). pose proof (positive_part_spec 0).
  unfold Rabs. repeat destruct Rcase_abs; nra.
Qed.

(** (iii) with ≥ for ≤: negative numbers lose their distance. *)
Theorem lemma_B_1_iii_reversed_fails : exists a b : R, Rabs (a⁺ - b⁺) < Rabs (a - b).
Proof.
  exists 0, (-1).
  pose proof (positive_part_spec 0). pose proof (positive_part_spec (-1)).
  unfold Rabs. repeat destruct Rcase_abs; lra.
Qed.
