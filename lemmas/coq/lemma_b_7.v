(** * Lemma B.7: removed models are classified correctly

    On E and W(A), a model i ∈ A removed in phase m (so Δ̂_{i,A} > 4r_m):
    i ∉ Ŝ_A ⟹ i ∉ P, and i ∈ Ŝ_A ⟹ i ∈ P.

    Sharper: Δ̂_{i,A} > 2r_m is enough, and no less is.  The first claim does not need
    W(A).  E enters for one phase, as |b̂-b| ≤ ρ with ρ = r_m.
    Rests on (14), that is B.1 (ii), and B.2. *)

From Coq Require Import Reals List Lra Lia Bool Arith.
From VectorBorda Require Import definitions core_finite core_margins core_integers core_phase.
From VectorBorda Require Import lemma_b_2 lemma_b_5.
Import ListNotations.
Open Scope R_scope.

Section Lemma.
Context {arena : Arena}.
Variables (b x : array R) (rho : R) (star : nat -> nat) (A : list nat) (i : nat).
Hypothesis event : within b rho x.
Hypothesis active : subset_of_roster A.
Hypothesis two : (2 <= length A)%nat.
Hypothesis Hi : In i A.
Hypothesis removed : gap x A i > 2 * rho.

(** Some j has m̂(i,j) = Δ̂_{i,A} > 2ρ, so m_b(i,j) > 0. *)
Theorem lemma_B_7_dominated : on_frontier x A i = false -> ~ in_P b i.
Proof.
  intros Hoff [_ HP]%on_frontier_iff. rewrite gap_off in removed by exact Hoff.
  destruct (Delta_star_attained x A i (without_not_empty A i active two)) as [j [Hj [Hij E]]].
  specialize (HP j (proj2 active _ Hj)).
  pose proof (equation_14 b x rho event i j (proj2 active _ Hi) (proj2 active _ Hj)). lra.
Qed.

(** Were i ∉ P, then i* ∈ A and Δ̂_{i,A} ≤ M̂(i,i* ) ≤ -m_b(i,i* ) + 2ρ < 2ρ. *)
Theorem lemma_B_7_frontier :
  witnesses b star -> W b star A -> on_frontier x A i = true -> in_P b i.
Proof.
  intros star_spec witnessed Hon. destruct (in_P_dec b i) as [HP|HP]; [exact HP|exfalso].
  destruct (witness_spec b star i star_spec (proj2 active _ Hi) HP) as [_ [Hself [Hpos _]]].
  pose proof (witnessed i Hi HP) as Hstar.
  rewrite gap_on in removed by exact Hon.
  pose proof (delta_star_le x A i (star i) Hstar Hself).
  pose proof (separation_spec x A i (star i)).
  pose proof (equation_14 b x rho event i (star i) (proj2 active _ Hi) (proj2 active _ Hstar)). lra.
Qed.

Theorem lemma_B_7 :
  witnesses b star -> W b star A ->
  (on_frontier x A i = false -> ~ in_P b i) /\ (on_frontier x A i = true -> in_P b i).
Proof. split; [exact lemma_B_7_dominated | now apply lemma_B_7_frontier]. Qed.
End Lemma.

(** ** What fails *)

(** c < 2 for 2: a model that is ρ too low and a dominator that is ρ too high look
    further apart than they are.  At Δ̂ = 2ρ they are, so > cannot be ≥ either. *)
Theorem lemma_B_7_sharp c : c < 2 ->
  exists (arena : Arena) (b x : array R) rho star A i,
  within b rho x /\ subset_of_roster A /\ (2 <= length A)%nat /\ In i A /\
  gap x A i > c * rho /\ gap x A i = 2 * rho /\ witnesses b star /\ W b star A /\
  on_frontier x A i = false /\ in_P b i.
Proof.
  intros Hc.
  exists (sized 2 1), (to_R (of_rows [[0];[0]]%Z)), (to_R (of_rows [[1];[-1]]%Z)), 1,
    (fun i => i), [0;1]%nat, 1%nat.
  repeat match goal with |- _ /\ _ => split end; check.
Qed.

(** Without E: estimates without an error bound say nothing. *)
Theorem lemma_B_7_needs_E :
  exists (arena : Arena) (b x : array R) rho star A i, 0 <= rho /\
  subset_of_roster A /\ (2 <= length A)%nat /\ In i A /\
  gap x A i > 2 * rho /\ witnesses b star /\ W b star A /\
  on_frontier x A i = false /\ in_P b i.
Proof.
  exists (sized 2 1), (to_R (of_rows [[-1];[0]]%Z)), (to_R (of_rows [[0];[-1]]%Z)), 0,
    (fun i => 1%nat), [0;1]%nat, 1%nat.
  repeat match goal with |- _ /\ _ => split end; first [lra | check].
Qed.

(** E from above only: an estimate may then be as low as it likes. *)
Theorem lemma_B_7_needs_both_sides_of_E :
  exists (arena : Arena) (b x : array R) rho star A i,
  (forall i r, In i roster -> In r objectives -> x i r - b i r <= rho) /\
  subset_of_roster A /\ (2 <= length A)%nat /\ In i A /\
  gap x A i > 2 * rho /\ witnesses b star /\ W b star A /\
  on_frontier x A i = false /\ in_P b i.
Proof.
  exists (sized 2 1), (to_R (of_rows [[1];[1]]%Z)), (to_R (of_rows [[1];[-1]]%Z)), 0,
    (fun i => i), [0;1]%nat, 1%nat.
  split; [intros i r [<-|[<-|[]]] [<-|[]]; unfold to_R, of_rows; simpl; lra|].
  repeat match goal with |- _ /\ _ => split end; check.
Qed.

(** Without W(A): the only models that dominate i may have left. *)
Theorem lemma_B_7_needs_W :
  exists (arena : Arena) (b x : array R) rho star A i,
  within b rho x /\ subset_of_roster A /\ (2 <= length A)%nat /\ In i A /\
  gap x A i > 2 * rho /\ witnesses b star /\
  on_frontier x A i = true /\ ~ in_P b i.
Proof.
  exists (sized 3 1), (to_R (of_rows [[-1];[0];[1]]%Z)), (to_R (of_rows [[-1];[0];[1]]%Z)), 0,
    (fun i => 2%nat), [0;1]%nat, 1%nat.
  repeat match goal with |- _ /\ _ => split end; check.
Qed.

(** Reversed. *)
Theorem lemma_B_7_reversed_fails :
  exists (arena : Arena) (b x : array R) rho star A i,
  within b rho x /\ subset_of_roster A /\ (2 <= length A)%nat /\ In i A /\
  gap x A i > 4 * rho /\ witnesses b star /\ W b star A /\
  on_frontier x A i = false /\ ~ in_P b i.
Proof.
  exists (sized 2 1), (to_R (of_rows [[0];[1]]%Z)), (to_R (of_rows [[0];[1]]%Z)), 0,
    (fun i => 1%nat), [0;1]%nat, 0%nat.
  repeat match goal with |- _ /\ _ => split end; check.
Qed.
