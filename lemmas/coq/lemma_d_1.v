(** * Lemma D.1: replaying a fixed log

    The opponent uniform over the other models, then a record of that pair–objective cell
    uniform with replacement: the samples are independent, those of stream (i,r)
    Bernoulli(b^emp_{i,r}).

    "Are" means: every function of all samples has the same expectation.  So Proposition B.4
    holds for replayed logs with b = b^emp, which is the first half of Remark D.1. *)

From Coq Require Import Reals List Lra Lia.
From VectorBorda Require Import definitions core_finite core_finite_law lemma_b_6_cell core_streams.
Import ListNotations.
Open Scope R_scope.

(** 1 for a won comparison, 0 for a lost one; one with probability p of being won. *)
Definition credit (won : bool) : R := if won then 1 else 0.
Definition vote (p : R) : law R := draw (bernoulli p) (fun won => certain (credit won)).

Lemma expectation_vote p f : expectation (vote p) f = p * f 1 + (1 - p) * f 0.
Proof. unfold vote. rewrite expectation_draw, expectation_bernoulli, !expectation_certain. reflexivity. Qed.

Section Opponents.
Context {arena : Arena}.

(** (1/(K-1)) Σ_{j≠i} p_{ij,r}: what a random opponent makes of rates p (Definition 2.1). *)
Definition against_others (p : nat -> nat -> nat -> R) : array R :=
  fun i r => / (INR K - 1) * sum_over (roster ∖ i) (fun j => p i j r).

(** A sample of stream (i,r): the opponent J is uniform on [K]∖{i}, then the comparison has
    the law of the pair. *)
Definition random_opponent (nu : nat -> nat -> nat -> law R) (i r : nat) : law R :=
  draw (uniform (roster ∖ i)) (fun J => nu i J r).

Lemma others i : In i roster -> roster ∖ i <> [] /\ INR (length (roster ∖ i)) = INR K - 1.
Proof.
  intros Hi. pose proof (length_without roster i (seq_NoDup _ _) Hi) as H. rewrite length_roster in H.
  pose proof K_at_least_2. split; [intros e; rewrite e in H; simpl in H; lia|].
  rewrite H, S_INR. ring.
Qed.

(** Its expectations are means over the opponents. *)
Lemma expectation_random_opponent nu i r f :
  In i roster ->
  expectation (random_opponent nu i r) f =
  / (INR K - 1) * sum_over (roster ∖ i) (fun j => expectation (nu i j r) f).
Proof.
  intros Hi. unfold random_opponent.
  rewrite expectation_draw, expectation_uniform, (proj2 (others i Hi)). reflexivity.
Qed.

(** If a comparison of i and j has values in [0,1] and mean p_{ij,r}, a sample of stream (i,r)
    has values in [0,1] and the mean of the p_{ij,r}. *)
Lemma observations_of_opponents nu p :
  (forall i j r, In i roster -> In j roster -> j <> i -> In r objectives -> observation_law (nu i j r) (p i j r)) ->
  observations (random_opponent nu) (against_others p).
Proof.
  intros H i r Hi Hr. split; [|split].
  - apply is_law_draw; [apply is_law_uniform, (others i Hi)|]. intros J (w & HJ).
    apply in_map_iff in HJ as (J' & [= _ ->] & HJ). apply In_without in HJ as [HJ n]. apply H; assumption.
  - intros y Hy. apply outcome_draw in Hy as (J & (w & HJ) & Hy).
    apply in_map_iff in HJ as (J' & [= _ ->] & HJ). apply In_without in HJ as [HJ n].
    apply (H i J r Hi HJ n Hr), Hy.
  - rewrite expectation_random_opponent by exact Hi. unfold against_others. f_equal.
    apply sum_over_ext. intros j Hj. apply In_without in Hj as [Hj n]. apply H; assumption.
Qed.

Lemma observation_vote p : 0 <= p <= 1 -> observation_law (vote p) p.
Proof.
  intros Hp. split; [|split].
  - apply is_law_draw; [apply is_law_bernoulli, Hp|]. intros. apply is_law_certain.
  - intros y Hy. apply outcome_draw in Hy as ([|] & _ & Hy); apply outcome_certain in Hy; simpl in Hy; lra.
  - rewrite expectation_vote. ring.
Qed.
End Opponents.

Section Replay.
Context {arena : Arena}.

(** The records of i against j on objective r: won or lost by i.  No cell is empty. *)
Variable log : nat -> nat -> nat -> list bool.
Hypothesis no_empty_cell : forall i j r, In i roster -> In j roster -> j <> i -> In r objectives -> log i j r <> [].

(** p̂_{ij,r} = wins/votes *)
Definition rate (i j r : nat) : R := sum_of (log i j r) credit / INR (length (log i j r)).

(** b^emp_{i,r} = (1/(K-1)) Σ_{j≠i} p̂_{ij,r} *)
Definition b_emp : array R := against_others rate.

(** One replayed sample of stream (i,r). *)
Definition replayed : nat -> nat -> law R :=
  random_opponent (fun i j r => draw (uniform (log i j r)) (fun won => certain (credit won))).

Lemma expectation_record i j r f :
  log i j r <> [] ->
  expectation (draw (uniform (log i j r)) (fun won => certain (credit won))) f = expectation (vote (rate i j r)) f.
Proof.
  intros Hne. rewrite expectation_vote, expectation_draw, expectation_uniform. unfold rate.
  assert (Hlen : 0 < INR (length (log i j r))) by (apply lt_0_INR; destruct (log i j r); [congruence | simpl; lia]).
  rewrite (sum_of_ext _ _ (fun won => credit won * f 1 + (1 - credit won) * f 0)).
  - rewrite (sum_of_ext _ _ (fun won => (f 1 - f 0) * credit won + f 0)) by (intros; ring).
    rewrite sum_of_plus, sum_of_scal, sum_of_const. field. lra.
  - intros won _. rewrite expectation_certain. destruct won; simpl; ring.
Qed.

(** One sample of stream (i,r) is Bernoulli(b^emp_{i,r}). *)
Lemma expectation_replayed i r f :
  In i roster -> In r objectives ->
  expectation (replayed i r) f = expectation (vote (b_emp i r)) f.
Proof.
  intros Hi Hr. unfold replayed. rewrite expectation_random_opponent by exact Hi.
  rewrite expectation_vote. unfold b_emp, against_others.
  rewrite (sum_over_ext _ (fun j => (f 1 - f 0) * rate i j r + f 0)).
  - rewrite sum_over_plus, sum_over_times, sum_over_const, (proj2 (others i Hi)).
    pose proof (le_INR 2 K K_at_least_2). simpl in *. field. lra.
  - intros j Hj. apply In_without in Hj as [Hj n].
    rewrite expectation_record by (apply no_empty_cell; assumption). rewrite expectation_vote. ring.
Qed.

Theorem lemma_D_1 N f :
  expectation (streams N replayed) f = expectation (streams N (fun i r => vote (b_emp i r))) f.
Proof.
  unfold streams. rewrite !expectation_draw. apply independent_same_law.
  intros [[i r] s] H g. apply In_samples in H. apply expectation_replayed; tauto.
Qed.

(** So replayed logs are streams of votes with means b^emp (Remark D.1). *)
Theorem replayed_observations : observations replayed b_emp.
Proof.
  apply observations_of_opponents. intros i j r Hi Hj n Hr.
  pose proof (no_empty_cell i j r Hi Hj n Hr) as Hne. split; [|split].
  - apply is_law_draw; [apply is_law_uniform, Hne|]. intros. apply is_law_certain.
  - intros y Hy. apply outcome_draw in Hy as ([|] & _ & Hy); apply outcome_certain in Hy; simpl in Hy; lra.
  - rewrite expectation_record, expectation_vote by exact Hne. ring.
Qed.
End Replay.
