(** * Lemma D.1: replaying a fixed log

    The opponent uniform over the other models, then a record of that pair–objective cell
    uniform with replacement: the samples are independent, those of stream (i,r)
    Bernoulli(b^emp_{i,r}).

    "Are" means: every function of all samples has the same expectation.  So Proposition B.4
    holds for replayed logs with b = b^emp, which is the first half of Remark D.1. *)

From Coq Require Import Reals List Lra Lia.
From VectorBorda Require Import definitions core_finite core_integers core_finite_law lemma_b_6_cell core_streams.
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

(** ** What fails: other ways to replay *)
Section Wrong.
Context {arena : Arena}.
Variable log : nat -> nat -> nat -> list bool.

(** A record uniform over all records of the model. *)
Definition replayed_pooled (i r : nat) : law R :=
  draw (uniform (flat_map (fun j => log i j r) (roster ∖ i))) (fun won => certain (credit won)).

(** The opponent may be the model itself, which is a fair coin. *)
Definition replayed_with_itself (i r : nat) : law R :=
  draw (uniform roster) (fun J => if Nat.eqb J i then vote (1 / 2)
    else draw (uniform (log i J r)) (fun won => certain (credit won))).

(** Two samples against one opponent. *)
Definition replayed_one_opponent (i r : nat) : law (R * R) :=
  draw (uniform (roster ∖ i)) (fun J =>
    draw (uniform (log i J r)) (fun first => draw (uniform (log i J r)) (fun second =>
      certain (credit first, credit second)))).

(** Two samples of a cell without replacement: record n is left out the second time. *)
Definition replayed_without_replacement (i j r : nat) : law (R * R) :=
  let records := log i j r in
  draw (uniform (seq 0 (length records))) (fun n =>
    draw (uniform (firstn n records ++ skipn (S n) records)) (fun second =>
      certain (credit (nth n records false), credit second))).
End Wrong.

Definition no_empty_cell {arena : Arena} (log : nat -> nat -> nat -> list bool) : Prop :=
  forall i j r, In i roster -> In j roster -> j <> i -> In r objectives -> log i j r <> [].

(** Expectations of small laws are computed. *)
Ltac compute_law := unfold expectation, b_emp, against_others, rate, sum_over, roster; simpl; lra.

(** Opponents then count by how often they were met, not alike. *)
Theorem lemma_D_1_pooled_fails : exists (arena : Arena) log i r, no_empty_cell log /\ In i roster /\ In r objectives /\
  expectation (replayed_pooled log i r) (fun y => y) <> expectation (vote (b_emp log i r)) (fun y => y).
Proof.
  exists (sized 3 1), (fun i j r => if Nat.eqb j 1 then [true; true] else [false]), 0%nat, 0%nat.
  split; [intros i j r _ _ _ _; now destruct (Nat.eqb j 1)|]. split; [check|]. split; [check|].
  rewrite expectation_vote. compute_law.
Qed.

(** p_ii = 1/2 is no part of the mean. *)
Theorem lemma_D_1_itself_fails : exists (arena : Arena) log i r, no_empty_cell log /\ In i roster /\ In r objectives /\
  expectation (replayed_with_itself log i r) (fun y => y) <> expectation (vote (b_emp log i r)) (fun y => y).
Proof.
  exists (sized 2 1), (fun i j r => [true]), 0%nat, 0%nat.
  split; [intros i j r _ _ _ _; discriminate|]. split; [check|]. split; [check|].
  rewrite expectation_vote. compute_law.
Qed.

(** The mean of the product of two samples of a stream. *)
Lemma product_of_two {arena : Arena} (p : array R) i r : In i roster -> In r objectives ->
  (forall i r, In i roster -> In r objectives -> 0 <= p i r <= 1) ->
  expectation (streams 2 (fun i r => vote (p i r))) (fun Z => Z i r 0%nat * Z i r 1%nat) = p i r * p i r.
Proof.
  intros Hi Hr Hp. unfold streams. rewrite expectation_draw.
  rewrite (expectation_ext _ _ (fun omega => prod_of [(i, r, 0%nat); (i, r, 1%nat)] (fun a => omega a)))
    by (intros; rewrite expectation_certain; simpl; ring).
  rewrite (expectation_prod_of_some same_sample 0 _ (samples 2) [(i, r, 0%nat); (i, r, 1%nat)] (fun _ y => y)).
  - simpl. rewrite !expectation_vote. ring.
  - apply NoDup_list_prod; [apply NoDup_list_prod|]; apply seq_NoDup.
  - distinct.
  - intros a [<-|[<-|[]]]; apply In_samples; repeat split; auto; lia.
  - intros [[a c] s] H. apply In_samples in H. apply observation_vote, Hp; tauto.
Qed.

Lemma b_emp_between {arena : Arena} log : no_empty_cell log ->
  forall i r, In i roster -> In r objectives -> 0 <= b_emp log i r <= 1.
Proof. intros H i r Hi Hr. exact (mean_between _ _ (replayed_observations log H i r Hi Hr)). Qed.

(** The samples then share their opponent's luck: E[Z_1·Z_2] = 1/2, not 1/4. *)
Theorem lemma_D_1_one_opponent_fails : exists (arena : Arena) log i r, no_empty_cell log /\ In i roster /\ In r objectives /\
  expectation (replayed_one_opponent log i r) (fun y => fst y * snd y) <>
  expectation (streams 2 (fun i r => vote (b_emp log i r))) (fun Z => Z i r 0%nat * Z i r 1%nat).
Proof.
  pose (log := fun i j r : nat => [Nat.ltb i j]).
  assert (no_empty_cell (arena := sized 3 1) log) as full by (intros i j r _ _ _ _; discriminate).
  exists (sized 3 1), log, 1%nat, 0%nat.
  split; [exact full|]. split; [check|]. split; [check|].
  rewrite product_of_two; [|check|check|now apply b_emp_between].
  unfold log. compute_law.
Qed.

(** Two samples of a cell with one win and one loss are then never both won. *)
Theorem lemma_D_1_without_replacement_fails : exists (arena : Arena) log i j r, no_empty_cell log /\
  roster ∖ i = [j] /\ In i roster /\ In r objectives /\
  expectation (replayed_without_replacement log i j r) (fun y => fst y * snd y) <>
  expectation (streams 2 (fun i r => vote (b_emp log i r))) (fun Z => Z i r 0%nat * Z i r 1%nat).
Proof.
  pose (log := fun i j r : nat => [true; false]).
  assert (no_empty_cell (arena := sized 2 1) log) as full by (intros i j r _ _ _ _; discriminate).
  exists (sized 2 1), log, 0%nat, 1%nat, 0%nat.
  split; [exact full|]. split; [reflexivity|]. split; [check|]. split; [check|].
  rewrite product_of_two; [|check|check|now apply b_emp_between].
  unfold replayed_without_replacement, log. compute_law.
Qed.
