(** * One moment of Algorithm 1

    What Lemmas B.7 to B.10 share: estimates x = b̂ within a radius ρ of the true
    scores b, an active set A ⊆ [K], the witnesses i*, and the choice of Algorithm 1
    as inequalities between gaps. *)

From Coq Require Import Reals List Lra Lia Bool Arith.
From VectorBorda Require Import definitions core_finite core_margins lemma_b_1 lemma_b_2 lemma_b_5.
Import ListNotations.
Open Scope R_scope.

(** ** The choice *)

Section Choice.
Context {arena : Arena}.
Variables (x : array R) (A : list nat).

Lemma argmax_gap_iff i :
  In i (argmax_gap x A) <-> In i A /\ forall j, In j A -> gap x A j <= gap x A i.
Proof.
  unfold argmax_gap. rewrite filter_In, negb_true_iff, below_not. split; intros [Hi H]; (split; [exact Hi|]).
  - intros j Hj. apply Rle_trans with (2 := H). now apply (max_over_ge (fun j => gap x A j)).
  - destruct (max_over_attained (fun j => gap x A j) A) as [j [Hj ->]]; [now intros -> | now apply H].
Qed.

(** A chosen model has the largest gap, and is on Ŝ_A only if all that have it are. *)
Lemma choices_spec i : In i (choices x A) ->
  In i A /\ (forall j, In j A -> gap x A j <= gap x A i) /\
  (on_frontier x A i = true ->
   forall j, In j A -> gap x A j = gap x A i -> on_frontier x A j = true).
Proof.
  unfold choices. set (G := argmax_gap x A).
  destruct (filter (fun j => negb (on_frontier x A j)) G) as [|o outside] eqn:Hout.
  - intros Hi. destruct (proj1 (argmax_gap_iff i) Hi) as [HiA Hmax].
    repeat split; try assumption. intros _ j Hj Hgap.
    destruct (on_frontier x A j) eqn:Hj_off; [easy|].
    assert (In j (filter (fun j => negb (on_frontier x A j)) G)) as Hin.
    { apply filter_In. rewrite Hj_off. split; [|easy]. apply argmax_gap_iff.
      split; [exact Hj|]. rewrite Hgap. exact Hmax. }
    rewrite Hout in Hin. easy.
  - rewrite <- Hout. intros [[HiA Hmax]%argmax_gap_iff Hoff]%filter_In.
    repeat split; try assumption. intros Hon. now rewrite Hon in Hoff.
Qed.

(** There is always a choice. *)
Lemma choices_exist : A <> [] -> exists i, In i (choices x A).
Proof.
  intros HA. destruct (max_over_attained (gap x A) A HA) as [i [Hi Emax]].
  assert (In i (argmax_gap x A)) as HG.
  { apply argmax_gap_iff. split; [exact Hi|]. intros j Hj. rewrite <- Emax. now apply max_over_ge. }
  unfold choices. destruct (filter _ (argmax_gap x A)) as [|o outside]; [now exists i|].
  exists o. now left.
Qed.
End Choice.

(** ** What E says *)

Section Event.
Context {arena : Arena}.
Variables (b x : array R) (rho : R).
Hypothesis event : within b rho x.

(** (14): |m̂(i,j) - m_b(i,j)| ≤ 2ρ *)
Lemma equation_14 i j : In i roster -> In j roster ->
  margin b i j - 2 * rho <= margin x i j <= margin b i j + 2 * rho.
Proof.
  intros Hi Hj. destruct (lemma_B_1_ii x b rho i j event Hi Hj) as [H%Rabs_le_iff _]. lra.
Qed.

Lemma radius_not_negative : 0 <= rho.
Proof.
  pose proof K_at_least_2. pose proof d_at_least_1.
  assert (In 0%nat roster) as Hi by (apply In_roster; lia).
  assert (In 0%nat objectives) as Hr by (apply In_objectives; lia).
  pose proof (event 0%nat 0%nat Hi Hr). pose proof (Rabs_pos (x 0%nat 0%nat - b 0%nat 0%nat)). lra.
Qed.

Section Active.
Variable A : list nat.
Hypothesis active : incl A roster.

Lemma Delta_star_moves i : In i A -> A ∖ i <> [] ->
  Delta_star b A i - 2 * rho <= Delta_star x A i <= Delta_star b A i + 2 * rho.
Proof.
  intros Hi two. split.
  - destruct (Delta_star_attained b A i two) as [j [Hj [Hij ->]]].
    pose proof (Delta_star_ge x A i j Hj Hij).
    pose proof (equation_14 i j (active _ Hi) (active _ Hj)). lra.
  - destruct (Delta_star_attained x A i two) as [j [Hj [Hij ->]]].
    pose proof (Delta_star_ge b A i j Hj Hij).
    pose proof (equation_14 i j (active _ Hi) (active _ Hj)). lra.
Qed.

(** Estimated gaps are at most 4ρ below the true gaps in A. *)
Lemma gap_moves i : In i A -> A ∖ i <> [] -> gap b A i - 4 * rho <= gap x A i.
Proof.
  intros Hi two. rewrite !lemma_B_5 by assumption.
  pose proof radius_not_negative as Hrho.
  pose proof (larger_spec (Delta_star x A i) (delta_star x A i)).
  destruct (larger_spec (Delta_star b A i) (delta_star b A i)) as [_ [_ [E|E]]]; rewrite E.
  - pose proof (Delta_star_moves i Hi two). lra.
  - destruct (delta_star_attained x A i two) as [j [Hj [Hij Ej]]].
    pose proof (delta_star_le b A i j Hj Hij).
    pose proof (separation_spec b A i j). pose proof (separation_spec x A i j).
    pose proof (equation_14 i j (active _ Hi) (active _ Hj)).
    pose proof (equation_14 j i (active _ Hj) (active _ Hi)).
    assert (A ∖ j <> []) as two_j by (apply (without_inhabited j i); [exact Hi | congruence]).
    pose proof (Delta_star_moves j Hj two_j).
    (* each positive part falls by 2ρ at most *)
    assert ((- margin b j i)⁺ <= (- margin x j i)⁺ + 2 * rho).
    { pose proof (positive_part_spec (- margin x j i)). apply positive_part_le; lra. }
    assert ((Delta_star b A j)⁺ <= (Delta_star x A j)⁺ + 2 * rho).
    { pose proof (positive_part_spec (Delta_star x A j)). apply positive_part_le; lra. }
    lra.
Qed.
End Active.
End Event.

(** ** What W(A) says: leaving [K] for A, no gap falls *)

Section Witnesses.
Context {arena : Arena}.
Variables (b : array R) (star : nat -> nat) (A : list nat).
Hypothesis star_spec : witnesses b star.
Hypothesis active : incl A roster.
Hypothesis witnessed : W b star A.

Lemma Delta_star_kept j : In j A -> (Delta_star b roster j)⁺ <= (Delta_star b A j)⁺.
Proof.
  intros Hj. pose proof (positive_part_spec (Delta_star b A j)) as Hpos.
  apply positive_part_le; [|lra].
  pose proof (without_not_empty roster j roster_subset roster_has_two) as two.
  destruct (in_P_dec b j) as [HP|HP].
  - apply (lemma_B_5_frontier b roster j (active _ Hj) two) in HP. lra.
  - destruct (witness_spec b star j star_spec (active _ Hj) HP) as [_ [Hself [_ [E _]]]].
    pose proof (Delta_star_ge b A j (star j) (witnessed j Hj HP) Hself). lra.
Qed.

Lemma gap_kept i : In i A -> A ∖ i <> [] -> gap b roster i <= gap b A i.
Proof.
  intros Hi two. destruct (in_P_dec b i) as [HP|HP].
  - (* i ∈ P: δ* is a minimum over fewer models, with larger brackets *)
    rewrite gap_on by exact HP. rewrite lemma_B_5 by assumption.
    pose proof (larger_spec (Delta_star b A i) (delta_star b A i)).
    destruct (delta_star_attained b A i two) as [j [Hj [Hij Ej]]].
    pose proof (delta_star_le b roster i j (active _ Hj) Hij).
    pose proof (separation_spec b A i j). pose proof (separation_spec b roster i j).
    pose proof (Delta_star_kept j Hj). lra.
  - (* i ∉ P: i* ∈ A has the largest margin of all *)
    destruct (witness_spec b star i star_spec (active _ Hi) HP) as [_ [Hself [_ [E _]]]].
    rewrite gap_off by now apply not_true_iff_false. rewrite lemma_B_5 by assumption.
    pose proof (larger_spec (Delta_star b A i) (delta_star b A i)).
    pose proof (Delta_star_ge b A i (star i) (witnessed i Hi HP) Hself). lra.
Qed.
End Witnesses.
