(** * Lemma B.10: a model leaves once its radius is small

    On E and W(A): r_m < Δ_i^B/8, i ∈ A and |A| ≥ 2 ⟹ Δ̂_{i,A} > 4r_m, so i leaves (or
    the run ends) in phase m.

    The constant 8 is sharp.  More general: Δ_{i,A}(b) may stand for Δ_i(b), without
    W(A) ([lemma_B_10_in_A]); W(A) says that Δ_{i,A}(b) ≥ Δ_i(b).
    The consequence is about the run: while i ∈ A and |A| ≥ 2, no phase m' with
    r_{m'} < Δ_i^B/8 has been left.  Rests on B.1, B.2, B.5 and, for the run, B.9. *)

From Coq Require Import Reals List Lra Lia Bool Arith.
From VectorBorda Require Import definitions core_finite core_margins core_integers core_phase.
From VectorBorda Require Import lemma_b_2 lemma_b_5 lemma_b_9.
Import ListNotations.
Open Scope R_scope.

Section Lemma.
Context {arena : Arena}.
Variables (b x : array R) (rho : R) (star : nat -> nat) (A : list nat) (i : nat).
Hypothesis event : within b rho x.
Hypothesis active : subset_of_roster A.
Hypothesis two : (2 <= length A)%nat.
Hypothesis Hi : In i A.

(** The estimated gap is at most 4ρ below Δ_{i,A}(b) > 8ρ. *)
Theorem lemma_B_10_in_A : rho < gap b A i / 8 -> gap x A i > 4 * rho.
Proof.
  intros Hrho.
  pose proof (gap_moves b x rho event A (proj2 active) i Hi (without_not_empty A i active two)). lra.
Qed.

Theorem lemma_B_10 :
  witnesses b star -> W b star A -> rho < gap b roster i / 8 -> gap x A i > 4 * rho.
Proof.
  intros star_spec witnessed Hrho. apply lemma_B_10_in_A.
  pose proof (gap_kept b star A star_spec (proj2 active) witnessed i Hi
    (without_not_empty A i active two)). lra.
Qed.
End Lemma.

Section Run.
Context {arena : Arena} {tuning : Tuning}.
Variables (b : array R) (bhat : nat -> array R).
Hypothesis event : E b bhat.
Hypothesis threshold : C_thr = 4.

(** A phase that has been left had a radius of at least Δ_i^B/8 for all that stayed. *)
Theorem lemma_B_10_stays k s : run bhat k s ->
  forall i m', In i (active s) -> (1 <= m' < phase s)%nat -> gap b roster i / 8 <= r_ m'.
Proof.
  intros Hrun. destruct (witnesses_exist b) as [star star_spec].
  induction Hrun as [|k s s' Hrun IH Hstep]; intros i m' Hi Hm'; [simpl in Hm'; lia|].
  destruct (run_active bhat k s Hrun) as [active [_ phase]].
  pose proof (Inv_run b bhat event ltac:(lra) star k s star_spec Hrun) as [_ [_ W_A]].
  destruct Hstep as [m A B tau g two _ _|m A B tau two Hbelow]; simpl in *.
  - apply In_without in Hi as [Hi _]. now apply IH.
  - destruct (Nat.eq_dec m' m) as [->|Hne]; [|apply IH; [exact Hi | lia]].
    apply Rnot_lt_le. intros Hsmall.
    pose proof (lemma_B_10 b (bhat m) (r_ m) star A i (event m phase) active two Hi star_spec W_A Hsmall).
    specialize (Hbelow i Hi). rewrite threshold in Hbelow. lra.
Qed.

(** So while i is active the phase is at most any m with r_m < Δ_i^B/8. *)
Corollary lemma_B_10_phase k s i m : run bhat k s -> In i (active s) ->
  (1 <= m)%nat -> r_ m < gap b roster i / 8 -> (phase s <= m)%nat.
Proof.
  intros Hrun Hi Hm Hsmall. destruct (le_lt_dec (phase s) m) as [H|H]; [exact H|exfalso].
  pose proof (lemma_B_10_stays k s Hrun i m Hi (conj Hm H)). lra.
Qed.
End Run.

(** ** What fails *)

(** c < 8 for 8: M(j,i) and Δ*_j can both lose 2ρ in δ*_i. *)
Theorem lemma_B_10_sharp c : c < 8 ->
  exists (arena : Arena) (b x : array R) rho star A i,
  within b rho x /\ subset_of_roster A /\ (2 <= length A)%nat /\ In i A /\
  witnesses b star /\ W b star A /\
  c * rho < gap b roster i /\ gap b roster i = 8 * rho /\ ~ gap x A i > 4 * rho.
Proof.
  intros Hc.
  exists (sized 3 2), (to_R (of_rows [[-3;5];[5;-3];[3;-5]]%Z)),
    (to_R (of_rows [[-2;5];[5;-4];[2;-4]]%Z)), 1, (fun i => 1%nat), [0;1;2]%nat, 0%nat.
  check_all.
Qed.

(** 5 for 4: Δ_i(b) - 4ρ is all that is left. *)
Theorem lemma_B_10_conclusion_sharp :
  exists (arena : Arena) (b x : array R) rho star A i,
  within b rho x /\ subset_of_roster A /\ (2 <= length A)%nat /\ In i A /\
  witnesses b star /\ W b star A /\
  8 * rho < gap b roster i /\ ~ gap x A i > 5 * rho.
Proof.
  exists (sized 3 2), (to_R (of_rows [[-8;-1];[7;-6];[-4;6]]%Z)),
    (to_R (of_rows [[-7;-2];[8;-5];[-5;5]]%Z)), 1, (fun i => 2%nat), [0;1;2]%nat, 1%nat.
  check_all.
Qed.

(** Without E. *)
Theorem lemma_B_10_needs_E :
  exists (arena : Arena) (b x : array R) rho star A i, 0 <= rho /\
  subset_of_roster A /\ (2 <= length A)%nat /\ In i A /\
  witnesses b star /\ W b star A /\ rho < gap b roster i / 8 /\ ~ gap x A i > 4 * rho.
Proof.
  exists (sized 2 1), (to_R (of_rows [[-1];[1]]%Z)), (to_R (of_rows [[1];[1]]%Z)), 0,
    (fun i => 1%nat), [0;1]%nat, 0%nat.
  check_all.
Qed.

(** Without W(A): without its dominators i looks like a member of the frontier, with a
    gap of its own. *)
Theorem lemma_B_10_needs_W :
  exists (arena : Arena) (b x : array R) rho star A i,
  within b rho x /\ subset_of_roster A /\ (2 <= length A)%nat /\ In i A /\
  witnesses b star /\ rho < gap b roster i / 8 /\ ~ gap x A i > 4 * rho.
Proof.
  exists (sized 3 1), (to_R (of_rows [[-1];[-1];[0]]%Z)), (to_R (of_rows [[-1];[-1];[0]]%Z)), 0,
    (fun i => 2%nat), [0;1]%nat, 0%nat.
  check_all.
Qed.

(** Reversed. *)
Theorem lemma_B_10_reversed_fails :
  exists (arena : Arena) (b x : array R) rho star A i,
  within b rho x /\ subset_of_roster A /\ (2 <= length A)%nat /\ In i A /\
  witnesses b star /\ W b star A /\ rho < gap b roster i / 8 /\ ~ gap x A i <= 4 * rho.
Proof.
  exists (sized 2 1), (to_R (of_rows [[0];[1]]%Z)), (to_R (of_rows [[0];[1]]%Z)), 0,
    (fun i => 1%nat), [0;1]%nat, 0%nat.
  check_all.
Qed.
