(** * Lemma B.8: removal keeps the witnesses

    On E and W(A), removing the model that Algorithm 1 chooses keeps W.

    [b] are the true scores, [x] the estimates b̂^{(m)}, [star] takes i to i*, [choices x A]
    are the models that Algorithm 1 may choose.  [rho] is any radius with |b̂-b| ≤ ρ, the
    paper's r_m among them.  The statement is [Theorem lemma_B_8] below, with the
    hypotheses of its section.
    The constant 4 is sharp, and the tie rule is needed.  More general: the chosen
    model need not have the largest gap of all; if it is in Ŝ_A, its gap must exceed
    that of every model outside Ŝ_A ([lemma_B_8_eager]).
    Rests on B.2, B.5, B.7 and (14). *)

From Coq Require Import Reals List Lra Lia Bool Arith.
From VectorBorda Require Import definitions core_finite core_margins core_integers core_phase.
From VectorBorda Require Import lemma_b_2 lemma_b_5 lemma_b_7.
Import ListNotations.
Open Scope R_scope.

Section Lemma.
Context {arena : Arena}.
Variables (b x : array R) (rho : R) (star : nat -> nat) (A : list nat) (i : nat).
Hypothesis event : within b rho x.
Hypothesis active : subset_of_roster A.
Hypothesis two : (2 <= length A)%nat.
Hypothesis star_spec : witnesses b star.
Hypothesis witnessed : W b star A.
Hypothesis removed : gap x A i > 4 * rho.

Theorem lemma_B_8_eager :
  In i A ->
  (on_frontier x A i = true ->
   forall j, In j A -> on_frontier x A j = false -> gap x A j < gap x A i) ->
  W b star (A ∖ i).
Proof.
  intros Hi eager p [Hp Hpi]%In_without HP. apply In_without. split; [now apply witnessed|].
  (* Suppose the removed i is the witness of some p that stays. *)
  intros Estar.
  pose proof (proj2 active) as incl. pose proof (radius_not_negative b x rho event) as Hrho.
  destruct (witness_spec b star p star_spec (incl _ Hp) HP) as [HiP [_ [Hpos [_ Htop]]]].
  rewrite Estar in HiP, Hpos, Htop.
  assert (on_frontier x A i = true) as Hon.
  { destruct (on_frontier x A i) eqn:Hoff; [easy|exfalso].
    refine (lemma_B_7_dominated b x rho A i event active two Hi _ Hoff HiP). lra. }
  pose proof removed as Hgap. rewrite gap_on in Hgap by exact Hon.
  pose proof (delta_star_le x A i p Hp Hpi) as Hsep.
  pose proof (separation_spec x A i p) as [_ [Hbracket _]].
  pose proof (equation_14 b x rho event p i (incl _ Hp) (incl _ Hi)) as Hpi14.
  assert (A ∖ p <> []) as two_p by (apply (without_inhabited p i); [exact Hi | congruence]).
  destruct (Delta_star_attained x A p two_p) as [q [Hq [_ Eq]]].
  pose proof (equation_14 b x rho event p q (incl _ Hp) (incl _ Hq)) as Hpq14.
  specialize (Htop q (incl _ Hq)).
  (* M̂(p,i) < 2ρ, so the bracket exceeds 4ρ only if Δ̂*_p > 0: p looks dominated. *)
  pose proof (positive_part_spec (- margin x p i)) as HM.
  pose proof (positive_part_spec (Delta_star x A p)) as HD.
  assert (0 < Delta_star x A p) as Hdominated by lra.
  pose proof (proj2 (off_frontier_Delta_star x A p Hp two_p) Hdominated) as Hoff.
  specialize (eager Hon p Hp Hoff).
  rewrite (gap_off x A p Hoff), (gap_on x A i Hon) in eager.
  (* If M̂(p,i) ≤ 0, then Δ̂_i ≤ Δ̂*_p, against the choice.  If M̂(p,i) > 0, then
     Δ̂_i ≤ M̂(p,i) + m̂(p,q) ≤ (2ρ - m_b(p,i)) + (m_b(p,i) + 2ρ) = 4ρ. *)
  lra.
Qed.

Theorem lemma_B_8 : In i (choices x A) -> W b star (A ∖ i).
Proof.
  intros [Hi [largest tie_rule]]%choices_spec. apply lemma_B_8_eager; [exact Hi|].
  intros Hon j Hj Hoff. destruct (Rle_lt_or_eq_dec _ _ (largest j Hj)) as [Hlt|Heq]; [exact Hlt|].
  rewrite (tie_rule Hon j Hj Heq) in Hoff. discriminate.
Qed.
End Lemma.

(** ** What fails *)

(** c < 4 for 4: the witness of a model can have a gap of exactly 4ρ and be the one
    that Algorithm 1 chooses. *)
Theorem lemma_B_8_sharp c : c < 4 ->
  exists (arena : Arena) (b x : array R) rho star A i,
  within b rho x /\ subset_of_roster A /\ (2 <= length A)%nat /\
  witnesses b star /\ W b star A /\
  gap x A i > c * rho /\ gap x A i = 4 * rho /\ In i (choices x A) /\ ~ W b star (A ∖ i).
Proof.
  intros Hc.
  exists (sized 3 2), (to_R (of_rows [[-1;-4];[4;-3];[0;4]]%Z)),
    (to_R (of_rows [[0;-5];[5;-2];[-1;3]]%Z)), 1, (fun i => 2%nat), [0;1;2]%nat, 2%nat.
  repeat match goal with |- _ /\ _ => split end; check.
Qed.

(** Without the tie rule: two models' gaps always tie, and the witness may go first. *)
Theorem lemma_B_8_needs_tie_rule :
  exists (arena : Arena) (b x : array R) rho star A i,
  within b rho x /\ subset_of_roster A /\ (2 <= length A)%nat /\
  witnesses b star /\ W b star A /\
  gap x A i > 4 * rho /\ In i (argmax_gap x A) /\ ~ W b star (A ∖ i).
Proof.
  exists (sized 2 1), (to_R (of_rows [[6];[4]]%Z)), (to_R (of_rows [[6];[4]]%Z)), 0,
    (fun i => 0%nat), [0;1]%nat, 0%nat.
  repeat match goal with |- _ /\ _ => split end; check.
Qed.

(** Any model with a gap above 4ρ: a witness may go while the model that needs it has a
    larger gap. *)
Theorem lemma_B_8_needs_largest :
  exists (arena : Arena) (b x : array R) rho star A i,
  within b rho x /\ subset_of_roster A /\ (2 <= length A)%nat /\
  witnesses b star /\ W b star A /\
  gap x A i > 4 * rho /\ In i A /\ ~ W b star (A ∖ i).
Proof.
  exists (sized 3 2), (to_R (of_rows [[2;-1];[-2;0];[1;2]]%Z)),
    (to_R (of_rows [[2;-1];[-2;0];[1;2]]%Z)), 0, (fun i => 2%nat), [0;1;2]%nat, 2%nat.
  repeat match goal with |- _ /\ _ => split end; check.
Qed.

(** Without E. *)
Theorem lemma_B_8_needs_E :
  exists (arena : Arena) (b x : array R) rho star A i, 0 <= rho /\
  subset_of_roster A /\ (2 <= length A)%nat /\
  witnesses b star /\ W b star A /\
  gap x A i > 4 * rho /\ In i (choices x A) /\ ~ W b star (A ∖ i).
Proof.
  exists (sized 2 1), (to_R (of_rows [[0];[-1]]%Z)), (to_R (of_rows [[-1];[1]]%Z)), 0,
    (fun i => 0%nat), [0;1]%nat, 0%nat.
  repeat match goal with |- _ /\ _ => split end; first [lra | check].
Qed.

(** Without W(A): a witness that has left stays away. *)
Theorem lemma_B_8_needs_W :
  exists (arena : Arena) (b x : array R) rho star A i,
  within b rho x /\ subset_of_roster A /\ (2 <= length A)%nat /\ witnesses b star /\
  gap x A i > 4 * rho /\ In i (choices x A) /\ ~ W b star (A ∖ i).
Proof.
  exists (sized 3 1), (to_R (of_rows [[-1];[0];[1]]%Z)), (to_R (of_rows [[-1];[0];[1]]%Z)), 0,
    (fun i => 2%nat), [0;1]%nat, 0%nat.
  repeat match goal with |- _ /\ _ => split end; check.
Qed.

(** A witness that is no argmax: a frontier model that dominates by less may look like
    no dominator. *)
Theorem lemma_B_8_needs_argmax :
  exists (arena : Arena) (b x : array R) rho star A i,
  within b rho x /\ subset_of_roster A /\ (2 <= length A)%nat /\
  (forall j, In j roster -> ~ in_P b j -> in_P b (star j) /\ dominated b j (star j) = true) /\
  W b star A /\
  gap x A i > 4 * rho /\ In i (choices x A) /\ ~ W b star (A ∖ i).
Proof.
  exists (sized 3 2), (to_R (of_rows [[4;-4];[-2;2];[-4;-5]]%Z)),
    (to_R (of_rows [[5;-5];[-1;3];[-5;-4]]%Z)), 1, (fun i => 0%nat), [0;1;2]%nat, 0%nat.
  split; [check|]. split; [check|]. split; [check|]. split.
  - intros j [<-|[<-|[<-|[]]]] HP; try (exfalso; apply HP; check).
    split; [check | rewrite dominated_real; compute_it].
  - repeat match goal with |- _ /\ _ => split end; check.
Qed.

(** Reversed: not every removal loses a witness. *)
Theorem lemma_B_8_reversed_fails :
  exists (arena : Arena) (b x : array R) rho star A i,
  within b rho x /\ subset_of_roster A /\ (2 <= length A)%nat /\
  witnesses b star /\ W b star A /\ gap x A i > 4 * rho /\ In i (choices x A) /\ W b star (A ∖ i).
Proof.
  exists (sized 2 1), (to_R (of_rows [[0];[1]]%Z)), (to_R (of_rows [[0];[1]]%Z)), 0,
    (fun i => 1%nat), [0;1]%nat, 0%nat.
  repeat match goal with |- _ /\ _ => split end; check.
Qed.
