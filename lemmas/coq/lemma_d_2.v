(** * Lemma D.2: empirical scores are unbiased

    With a fixed number n_{ij,r} ≥ 1 of Bernoulli(p_{ij,r}) votes in every cell
    E[p̂_{ij,r}] = p_{ij,r} and E[b^emp_{i,r}] = b^pop_{i,r}.

    More general: the votes need not be independent, E of each vote is enough. *)

From Coq Require Import Reals List Lra Lia Bool.
From VectorBorda Require Import definitions core_finite core_integers core_finite_law core_streams lemma_d_1.
Import ListNotations.
Open Scope R_scope.

Section Poll.
Context {arena : Arena}.

(** The votes: Y_{ij,r,s} is vote s of the pair i < j on objective r, 1 if i won. *)
Definition votes : Type := nat -> nat -> nat -> nat -> R.
Variables (n : nat -> nat -> nat -> nat) (p : nat -> nat -> nat -> R).

(** p̂_{ij,r}, and p̂_{ji,r} = 1 - p̂_{ij,r}; in the same way p_{ji,r} = 1 - p_{ij,r}. *)
Definition both_ways (q : nat -> nat -> nat -> R) (i j r : nat) : R :=
  if Nat.ltb i j then q i j r else 1 - q j i r.
Definition empirical (Y : votes) : nat -> nat -> nat -> R :=
  both_ways (fun i j r => sum_over (seq 0 (n i j r)) (Y i j r) / INR (n i j r)).
Definition population : nat -> nat -> nat -> R := both_ways p.

Variable mu : law votes.
Hypothesis mu_law : is_law mu.
Hypothesis asked : forall i j r, In i roster -> In j roster -> In r objectives -> (i < j)%nat -> (1 <= n i j r)%nat.
Hypothesis mean_vote : forall i j r s, In i roster -> In j roster -> In r objectives -> (i < j)%nat ->
  (s < n i j r)%nat -> expectation mu (fun Y => Y i j r s) = p i j r.

Lemma mean_of_votes i j r : In i roster -> In j roster -> In r objectives -> (i < j)%nat ->
  expectation mu (fun Y => sum_over (seq 0 (n i j r)) (Y i j r) / INR (n i j r)) = p i j r.
Proof.
  intros Hi Hj Hr Hij. pose proof (asked i j r Hi Hj Hr Hij) as Hn.
  assert (0 < INR (n i j r)) by (apply lt_0_INR; lia).
  rewrite (expectation_ext _ _ (fun Y => / INR (n i j r) * sum_of (seq 0 (n i j r)) (fun s => Y i j r s))).
  - rewrite expectation_scal, expectation_sum_of.
    rewrite (sum_of_ext _ _ (fun _ => p i j r)), sum_of_const, seq_length; [field; lra|].
    intros s Hs. apply in_seq in Hs. apply mean_vote; try assumption. lia.
  - intros Y. unfold Rdiv. rewrite Rmult_comm. reflexivity.
Qed.

(** E[p̂_{ij,r}] = p_{ij,r} *)
Theorem lemma_D_2_rate i j r : In i roster -> In j roster -> In r objectives -> j <> i ->
  expectation mu (fun Y => empirical Y i j r) = population i j r.
Proof.
  intros Hi Hj Hr n'. unfold empirical, population, both_ways. destruct (Nat.ltb_spec i j).
  - apply mean_of_votes; assumption.
  - rewrite expectation_minus, expectation_const, mean_of_votes; try assumption; [reflexivity | lia].
Qed.

(** E[b^emp_{i,r}] = b^pop_{i,r} *)
Theorem lemma_D_2 i r : In i roster -> In r objectives ->
  expectation mu (fun Y => against_others (empirical Y) i r) = against_others population i r.
Proof.
  intros Hi Hr. unfold against_others. rewrite expectation_scal. f_equal.
  transitivity (sum_of (roster ∖ i) (fun j => expectation mu (fun Y => empirical Y i j r))).
  - rewrite <- expectation_sum_of. reflexivity.
  - apply sum_of_ext. intros j Hj. apply In_without in Hj as [Hj n']. apply lemma_D_2_rate; assumption.
Qed.
End Poll.

(** The paper's case: all votes independent, those of the pair i < j Bernoulli(p_{ij,r}). *)
Section Independent.
Context {arena : Arena}.
Variables (n : nat -> nat -> nat -> nat) (p : nat -> nat -> nat -> R).
Hypothesis asked : forall i j r, In i roster -> In j roster -> In r objectives -> (i < j)%nat -> (1 <= n i j r)%nat.
Hypothesis p_probability : forall i j r, 0 <= p i j r <= 1.

Definition same_vote : forall a c : nat * nat * nat * nat, {a = c} + {a <> c}.
Proof. repeat decide equality. Defined.

Definition independent_votes (l : list (nat * nat * nat * nat)) : law votes :=
  draw (independent same_vote 0 l (fun a => vote (p (fst (fst (fst a))) (snd (fst (fst a))) (snd (fst a)))))
    (fun omega => certain (fun i j r s => omega (i, j, r, s))).

Theorem lemma_D_2_independent l i r :
  NoDup l ->
  (forall i j r s, In i roster -> In j roster -> In r objectives -> (i < j)%nat -> (s < n i j r)%nat -> In (i, j, r, s) l) ->
  In i roster -> In r objectives ->
  expectation (independent_votes l) (fun Y => against_others (empirical n Y) i r) = against_others (population p) i r.
Proof.
  intros Hl all Hi Hr.
  assert (votes_are_laws : forall a : nat * nat * nat * nat,
    is_law (vote (p (fst (fst (fst a))) (snd (fst (fst a))) (snd (fst a))))) by (intros; apply observation_vote, p_probability).
  apply lemma_D_2; try assumption.
  - apply is_law_draw; [apply is_law_independent; auto | intros; apply is_law_certain].
  - intros i' j' r' s Hi' Hj' Hr' Hij Hs. unfold independent_votes. rewrite expectation_draw.
    rewrite (expectation_ext _ _ (fun omega => omega (i', j', r', s))) by (intros; rewrite expectation_certain; reflexivity).
    rewrite (expectation_one same_vote 0 _ l (i', j', r', s) (fun y => y)); auto.
    simpl. rewrite expectation_vote. ring.
Qed.
End Independent.

(** ** What fails *)

(** Votes that are certain: every vote has the value p. *)
Definition certain_votes (p : nat -> nat -> nat -> R) : law votes := certain (fun i j r _ => p i j r).

(** Counts that are pooled over the opponents: wins over all votes of the model. *)
Definition pooled {arena : Arena} (n : nat -> nat -> nat -> nat) (Y : votes) (i r : nat) : R :=
  sum_over (roster ∖ i) (fun j => sum_over (seq 0 (n i j r)) (Y i j r)) /
  sum_over (roster ∖ i) (fun j => INR (n i j r)).

Theorem lemma_D_2_pooled_fails : exists (arena : Arena) n p i r, In i roster /\ In r objectives /\
  (forall i j r, (1 <= n i j r)%nat /\ 0 <= p i j r <= 1) /\
  expectation (certain_votes p) (fun Y => pooled n Y i r) <> against_others (population p) i r.
Proof.
  exists (sized 3 1), (fun i j r => Nat.max 1 j), (fun i j r => if Nat.eqb j 1 then 1 else 0), 0%nat, 0%nat.
  split; [check|]. split; [check|]. split.
  - intros i j r. split; [lia | destruct (Nat.eqb j 1); lra].
  - unfold certain_votes. rewrite expectation_certain.
    unfold pooled, against_others, population, both_ways, sum_over, roster. simpl. lra.
Qed.

(** (W+1/2)/(N+1), which draws towards 1/2. *)
Definition smoothed (n : nat -> nat -> nat -> nat) (Y : votes) : nat -> nat -> nat -> R :=
  both_ways (fun i j r => (sum_over (seq 0 (n i j r)) (Y i j r) + 1 / 2) / (INR (n i j r) + 1)).

Theorem lemma_D_2_smoothed_fails : exists (arena : Arena) n p i r, In i roster /\ In r objectives /\
  (forall i j r, (1 <= n i j r)%nat /\ 0 <= p i j r <= 1) /\
  expectation (certain_votes p) (fun Y => against_others (smoothed n Y) i r) <> against_others (population p) i r.
Proof.
  exists (sized 2 1), (fun i j r => 1%nat), (fun i j r => 1), 0%nat, 0%nat.
  split; [check|]. split; [check|]. split.
  - intros i j r. split; [lia | lra].
  - unfold certain_votes. rewrite expectation_certain.
    unfold smoothed, against_others, population, both_ways, sum_over, roster. simpl. lra.
Qed.

(** The rate of two votes, or of one if it is won: a lucky start is kept. *)
Definition rate_until_won (p : R) : law R :=
  draw (bernoulli p) (fun first => if first then certain 1
    else draw (bernoulli p) (fun second => certain (credit second / 2))).

Theorem lemma_D_2_until_won_fails p : 0 < p < 1 -> expectation (rate_until_won p) (fun y => y) <> p.
Proof.
  intros Hp. unfold rate_until_won. rewrite expectation_draw, expectation_bernoulli, expectation_certain.
  rewrite expectation_draw, expectation_bernoulli, !expectation_certain. simpl. nra.
Qed.
