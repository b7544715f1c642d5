(** * Remark D.1: when a log has the population's frontier

    max|b^emp - b^pop| < min_i Δ_i(b^pop)/2 ⟹ P(b^emp) = P(b^pop).

    More general: model by model, a distance below Δ_i(b^pop)/2 keeps model i on its
    side.  The factor 2 is sharp.  (The remark's first half is Proposition B.4 with
    Lemma D.1.)  Rests on B.1 (ii). *)

From Coq Require Import Reals List Lra Lia Bool Arith.
From VectorBorda Require Import definitions core_finite core_margins core_integers core_phase.
Import ListNotations.
Open Scope R_scope.

Section Remark.
Context {arena : Arena}.
Variables (pop emp : array R) (rho : R).
Hypothesis close : within pop rho emp.

Theorem remark_D_1_model i : In i roster ->
  2 * rho < gap pop roster i -> in_P emp i <-> in_P pop i.
Proof.
  intros Hi Hgap.
  pose proof (without_not_empty roster i roster_subset roster_has_two) as two.
  destruct (in_P_dec pop i) as [HP|HP].
  - (* all m(i,j) ≤ -Δ_i, so they stay negative *)
    enough (in_P emp i) by tauto. rewrite gap_on in Hgap by exact HP.
    apply on_frontier_iff. split; [exact Hi|]. intros j Hj.
    destruct (Nat.eq_dec j i) as [->|Hij]; [rewrite margin_self; lra|].
    pose proof (delta_star_le pop roster i j Hj Hij).
    pose proof (separation_spec pop roster i j).
    pose proof (equation_14 pop emp rho close i j Hi Hj). lra.
  - (* some m(i,j) = Δ_i, so it stays positive *)
    enough (~ in_P emp i) by tauto. rewrite gap_off in Hgap by now apply not_true_iff_false.
    destruct (Delta_star_attained pop roster i two) as [j [Hj [_ E]]].
    intros [_ H]%on_frontier_iff. specialize (H j Hj).
    pose proof (equation_14 pop emp rho close i j Hi Hj). lra.
Qed.

Theorem remark_D_1 :
  (forall i, In i roster -> 2 * rho < gap pop roster i) -> forall i, in_P emp i <-> in_P pop i.
Proof.
  intros Hgap i. split; intros HP; pose proof (in_P_roster _ _ HP) as Hi;
    now apply (remark_D_1_model i Hi (Hgap i Hi)).
Qed.
End Remark.

(** ** What fails *)

(** c < 2 for 2, and ≤ for <: at half the gap dominance can become a tie. *)
Theorem remark_D_1_sharp c : c < 2 ->
  exists (arena : Arena) (pop emp : array R) rho i, within pop rho emp /\
  (forall j, In j roster -> c * rho < gap pop roster j /\ 2 * rho <= gap pop roster j) /\
  in_P emp i /\ ~ in_P pop i.
Proof.
  intros Hc. exists (sized 2 1), (to_R (of_rows [[-1];[1]]%Z)), (to_R (of_rows [[0];[0]]%Z)), 1, 0%nat.
  split; [check|]. split; [|split; check].
  intros j [<-|[<-|[]]]; rewrite gap_real; evaluate_IZR; lra.
Qed.

(** Without closeness: unrelated arrays have unrelated frontiers. *)
Theorem remark_D_1_needs_closeness :
  exists (arena : Arena) (pop emp : array R) rho i, 0 <= rho /\
  (forall j, In j roster -> 2 * rho < gap pop roster j) /\ in_P emp i /\ ~ in_P pop i.
Proof.
  exists (sized 2 1), (to_R (of_rows [[0];[1]]%Z)), (to_R (of_rows [[1];[1]]%Z)), 0, 0%nat.
  split; [lra|]. split; [|split; check].
  intros j [<-|[<-|[]]]; rewrite gap_real; evaluate_IZR; lra.
Qed.

(** The largest gap for the smallest: one wide gap says nothing about the others. *)
Theorem remark_D_1_needs_smallest_gap :
  exists (arena : Arena) (pop emp : array R) rho i, within pop rho emp /\
  (exists j, In j roster /\ 2 * rho < gap pop roster j) /\ ~ (in_P emp i <-> in_P pop i).
Proof.
  exists (sized 3 1), (to_R (of_rows [[2];[1];[-2]]%Z)), (to_R (of_rows [[1];[2];[-2]]%Z)), 1, 0%nat.
  split; [check|]. split; [exists 2%nat; split; check|].
  rewrite !in_P_real. intros [_ H]. assert (false = true); [apply H; compute_it | discriminate].
Qed.

(** Reversed: not every model changes sides. *)
Theorem remark_D_1_reversed_fails :
  exists (arena : Arena) (pop emp : array R) rho, within pop rho emp /\
  (forall j, In j roster -> 2 * rho < gap pop roster j) /\ exists i, in_P emp i /\ in_P pop i.
Proof.
  exists (sized 2 1), (to_R (of_rows [[0];[1]]%Z)), (to_R (of_rows [[0];[1]]%Z)), 0.
  split; [check|]. split; [|exists 1%nat; split; check].
  intros j [<-|[<-|[]]]; rewrite gap_real; evaluate_IZR; lra.
Qed.
