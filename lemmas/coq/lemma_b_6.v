(** * Lemma B.6

    E = {for all m, i, r: |b̂^{(m)}_{i,r} - b_{i,r}| ≤ r_m} has P(E) ≥ 1-δ; for one (i,r,m)
    P(|b̂ - b| > r_m) ≤ 2e^{-L_m} = δ/(2Kdm²).

    The event of the first M phases is one of finitely many samples, N of each stream; it
    has probability at least 1-δ for every M and every N ≥ n_M, and so has the limit for
    M → ∞, which is P(E).  More general: any observations in [0,1] with means b, any
    C_samp and C_thr, C_log ≥ 4.  The infinite product law itself is not built: what
    follows (Proposition B.4) asks for finitely many phases.  Rests on Hoeffding's
    inequality (lemma_b_6_cell.v), the union bound, and Σ 1/m² ≤ 2. *)

From Coq Require Import Reals List Bool Arith Lra Lia.
From Coquelicot Require Import Rbar Lim_seq.
From VectorBorda Require Import definitions core_finite core_integers core_schedule core_finite_law lemma_b_6_cell core_streams.
Import ListNotations.
Open Scope R_scope.

(** Σ_{1≤m≤M} 1/m² ≤ 2 - 1/M *)
Lemma sum_of_inverse_squares M :
  (1 <= M)%nat -> sum_of (seq 1 M) (fun m => / INR m ^ 2) <= 2 - / INR M.
Proof.
  assert (snoc : forall n f, sum_of (seq 1 (S n)) f = sum_of (seq 1 n) f + f (S n)).
  { intros n f. rewrite seq_S. generalize (seq 1 n). intros l.
    induction l as [|a l IH]; simpl; [|simpl in IH; rewrite IH]; ring. }
  induction 1 as [|M HM IH].
  - simpl. lra.
  - rewrite snoc, S_INR. apply le_INR in HM. simpl in HM.
    (* 1/(M+1)² ≤ 1/M - 1/(M+1) *)
    assert (/ (INR M + 1) ^ 2 <= / INR M - / (INR M + 1)); [|lra].
    replace (/ INR M - / (INR M + 1)) with (/ (INR M * (INR M + 1))) by (field; lra).
    apply Rinv_le_contravar; nra.
Qed.

Section Event.
Context {arena : Arena} {tuning : Tuning}.

(** e^{-L_m} = δ/(C_log·K·d·m²) *)
Lemma exp_minus_L m : (1 <= m)%nat -> exp (- L_ m) = delta / (C_log * INR K * INR d * INR m ^ 2).
Proof.
  intros Hm. unfold L_. apply (le_INR 1) in Hm. simpl in Hm.
  pose proof C_log_at_least_1. pose proof delta_between_0_and_1. pose proof INR_K. pose proof INR_d.
  assert (0 < C_log * INR K * INR d * INR m ^ 2).
  { repeat apply Rmult_lt_0_compat; lra. }
  rewrite exp_Ropp, exp_ln by (apply Rdiv_lt_0_compat; lra).
  field. repeat split; lra.
Qed.
Variables (nu : nat -> nat -> law R) (b : array R).
Hypothesis Hnu : observations nu b.

(** The event E as far as phase M: |b̂^{(m)}_{i,r} - b_{i,r}| ≤ r_m for all m ≤ M, i, r. *)
Definition E_until (M : nat) (bhat : nat -> array R) : Prop :=
  forall m, (1 <= m <= M)%nat -> within b (r_ m) (bhat m).

(** One stream in one phase: P(|b̂ - b| > r_m) ≤ 2e^{-L_m} = 2δ/(C_log·K·d·m²). *)
Theorem lemma_B_6_one N m i r :
  In i roster -> In r objectives -> (1 <= m)%nat -> (n_ m <= N)%nat ->
  probability (streams N nu) (fun Z => r_ m < Rabs (estimates Z m i r - b i r)) <=
  2 * delta / (C_log * INR K * INR d * INR m ^ 2).
Proof.
  intros Hi Hr Hm HN. eapply Rle_trans.
  - apply (stream_deviates N nu b Hnu i r (n_ m) (L_ m)); try assumption.
    + split; [|assumption]. apply INR_lt, n_positive, Hm.
    + left. apply L_positive, Hm.
  - right. rewrite exp_minus_L by exact Hm. unfold Rdiv. ring.
Qed.

(** The union over all streams and the first M phases. *)
Theorem lemma_B_6 N M :
  4 <= C_log -> (forall m, (m <= M)%nat -> (n_ m <= N)%nat) ->
  1 - delta <= probability (streams N nu) (fun Z => E_until M (estimates Z)).
Proof.
  intros HC HN. pose proof (is_law_streams N nu b Hnu) as law.
  pose proof delta_between_0_and_1 as Hdelta.
  set (fails m c Z := r_ m < Rabs (estimates Z m (fst c) (snd c) - b (fst c) (snd c))).
  set (all := list_prod (seq 1 M) (list_prod roster objectives)).
  (* outside of E some stream fails in some phase *)
  assert (outside : 1 - probability (streams N nu) (fun Z => E_until M (estimates Z)) <=
    sum_of all (fun c => probability (streams N nu) (fails (fst c) (snd c)))).
  { rewrite <- probability_not by exact law. eapply Rle_trans; [|apply union_bound, law].
    apply probability_le; [exact law|]. intros Z HZ.
    destruct (holds (exists c, In c all /\ fails (fst c) (snd c) Z)) as [h|h]; [exact h|].
    exfalso. apply HZ. intros m Hm i r Hi Hr. apply Rnot_lt_le. intros Hfar. apply h.
    exists (m, (i, r)). split; [|exact Hfar]. unfold all. rewrite !in_prod_iff, in_seq. intuition lia. }
  (* and the sum over all of them is at most δ *)
  assert (sum : sum_of all (fun c => probability (streams N nu) (fails (fst c) (snd c))) <=
    sum_of (seq 1 M) (fun m => 2 * delta / C_log * / INR m ^ 2)).
  { unfold all. rewrite sum_of_list_prod. apply sum_of_le. intros m Hm. apply in_seq in Hm.
    apply Rle_trans with (sum_of (list_prod roster objectives) (fun _ => 2 * delta / (C_log * INR K * INR d * INR m ^ 2))).
    - apply sum_of_le. intros [i r] Hir. apply in_prod_iff in Hir. apply lemma_B_6_one; try tauto; try lia.
      apply HN. lia.
    - rewrite sum_of_const, prod_length. unfold roster, objectives. rewrite !seq_length, mult_INR.
      right. field. pose proof INR_K. pose proof INR_d.
      assert (0 < INR m) by (apply lt_0_INR; lia). repeat split; lra. }
  rewrite sum_of_scal in sum.
  assert (squares : sum_of (seq 1 M) (fun m => / INR m ^ 2) <= 2).
  { destruct M as [|M]; [simpl; lra|]. pose proof (sum_of_inverse_squares (S M) ltac:(lia)).
    assert (0 < / INR (S M)) by (apply Rinv_0_lt_compat, lt_0_INR; lia). lra. }
  assert (2 * delta / C_log * sum_of (seq 1 M) (fun m => / INR m ^ 2) <= 2 * delta / C_log * 2).
  { apply Rmult_le_compat_l; [|exact squares]. apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat. lra. }
  assert (2 * delta / C_log * 2 <= delta); [|lra].
  replace (2 * delta / C_log * 2) with (delta * (4 / C_log)) by (field; lra).
  rewrite <- (Rmult_1_r delta) at 2. apply Rmult_le_compat_l; [lra|].
  apply (Rmult_le_reg_r C_log); [lra|]. field_simplify; lra.
Qed.

(** The limit for M → ∞, with n_M samples of each stream. *)
Corollary lemma_B_6_limit :
  4 <= C_log ->
  Rbar_le (1 - delta) (LimInf_seq (fun M => probability (streams (n_ M) nu) (fun Z => E_until M (estimates Z)))).
Proof.
  intros HC. rewrite <- (LimInf_seq_const (1 - delta)). apply LimInf_le.
  exists O. intros M _. apply lemma_B_6; [exact HC|]. intros m Hm. apply n_monotone, Hm.
Qed.
End Event.

(** ** What fails *)

(** All samples of stream (i,r) equal to one vote with mean 1/2: the mean is 0 or 1, and
    |b̂ - 1/2| = 1/2 > r_1. *)
Definition one_for_all (p : R) : law (nat -> nat -> nat -> R) :=
  draw (bernoulli p) (fun won => certain (fun _ _ _ => if won then 1 else 0)).

Lemma radius_1_below_half {arena : Arena} {tuning : Tuning} : 2 <= C_samp -> r_ 1 < 1 / 2.
Proof. intros HC. pose proof (radius_small 1 HC (le_n 1)) as H. unfold eps_ in H. simpl in H. lra. Qed.

Lemma mean_of_equal {arena : Arena} {tuning : Tuning} y i r : mean (fun _ _ _ => y) (n_ 1) i r = y.
Proof.
  unfold mean. rewrite sum_over_const, seq_length. pose proof (n_positive 1 (le_n 1)). field. lra.
Qed.

Theorem lemma_B_6_needs_independent {arena : Arena} {tuning : Tuning} i r : 2 <= C_samp ->
  expectation (one_for_all (1 / 2)) (fun Z => Z i r 0%nat) = 1 / 2 /\
  ~ probability (one_for_all (1 / 2)) (fun Z => r_ 1 < Rabs (estimates Z 1 i r - 1 / 2)) <=
    delta / (2 * INR K * INR d * INR 1 ^ 2).
Proof.
  intros HC. pose proof (radius_1_below_half HC). unfold one_for_all, probability. split.
  - rewrite expectation_draw, expectation_bernoulli, !expectation_certain. lra.
  - rewrite expectation_draw, expectation_bernoulli, !expectation_certain. unfold estimates. rewrite !mean_of_equal.
    rewrite !indicator_true by (unfold Rabs; destruct Rcase_abs; lra).
    pose proof delta_between_0_and_1. pose proof INR_K. pose proof INR_d.
    assert (delta / (2 * INR K * INR d * INR 1 ^ 2) < 1); [|lra].
    simpl INR. apply (Rmult_lt_reg_r (2 * INR K * INR d)); [nra|].
    replace (delta / (2 * INR K * INR d * 1 ^ 2) * (2 * INR K * INR d)) with delta by (field; lra). nra.
Qed.

(** Opponents drawn from the active models only: model 0 always loses to model 1 and always
    beats model 2, which has left.  b_0 = 1/2, and every sample is 0. *)
Definition active_opponent (A : list nat) (nu : nat -> nat -> nat -> law R) (i r : nat) : law R :=
  draw (uniform (A ∖ i)) (fun J => nu i J r).

Theorem lemma_B_6_needs_roster : let arena := sized 3 1 in
  exists nu p A, incl A roster /\ (forall i j r, observation_law (nu i j r) (p i j r)) /\
  / (INR K - 1) * sum_over (roster ∖ 0) (fun j => p 0%nat j 0%nat) = 1 / 2 /\
  forall tuning : Tuning, 2 <= C_samp ->
  ~ probability (streams (n_ 1) (active_opponent A nu)) (fun Z => r_ 1 < Rabs (estimates Z 1 0%nat 0%nat - 1 / 2)) <=
    delta / (2 * INR K * INR d * INR 1 ^ 2).
Proof.
  intros arena. pose (p := fun i j r : nat => if Nat.eqb i 0 && Nat.eqb j 1 then 0 else 1).
  exists (fun i j r => certain (p i j r)), p, [0; 1]%nat.
  split; [intros i [<-|[<-|[]]]; check|]. split; [|split].
  - intros i j r. split; [apply is_law_certain|]. split; [|exact (expectation_certain _ (fun y => y))].
    intros y ->%outcome_certain. unfold p. destruct (_ && _); lra.
  - unfold p. simpl. lra.
  - intros tuning HC. pose proof (radius_1_below_half HC).
    set (nu := active_opponent [0; 1]%nat (fun i j r => certain (p i j r))).
    assert (is_law (streams (n_ 1) nu)) as law.
    { apply is_law_draw; [|intros; apply is_law_certain]. apply is_law_independent.
      intros [[i r] s] Hs. apply is_law_draw; [|intros; apply is_law_certain]. apply is_law_uniform.
      unfold without. simpl. destruct i as [|[|i]]; simpl; discriminate. }
    assert (probability (streams (n_ 1) nu) (fun Z => r_ 1 < Rabs (estimates Z 1 0%nat 0%nat - 1 / 2)) = 1) as ->.
    { transitivity (expectation (streams (n_ 1) nu) (fun _ => 1)); [|now apply expectation_const].
      apply expectation_ext_on. intros Z HZ. apply indicator_true.
      apply outcome_draw in HZ as (omega & Homega & ->%outcome_certain).
      assert (estimates (fun i r s => omega (i, r, s)) 1 0%nat 0%nat = 0) as ->.
      { unfold estimates, mean. rewrite (sum_over_ext _ (fun _ => 0)), sum_over_const; [unfold Rdiv; ring|].
        intros s Hs. apply in_seq in Hs.
        pose proof (outcome_independent same_sample 0 _ (samples (n_ 1)) omega (0, 0, s)%nat Homega) as H1.
        destruct H1 as [w [[= _ E]|[]]].
        - apply In_samples. repeat split; first [check | lia].
        - now rewrite <- E. }
      unfold Rabs. destruct Rcase_abs; lra. }
    pose proof delta_between_0_and_1. simpl INR. simpl K. simpl d. simpl INR.
    apply Rlt_not_le. apply (Rmult_lt_reg_r 6); [lra|].
    replace (delta / (2 * (1 + 1 + 1) * 1 * 1 ^ 2) * 6) with delta by field. lra.
Qed.
