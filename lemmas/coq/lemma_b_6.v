(** * Lemma B.6

    E = {for all m, i, r: |b̂^{(m)}_{i,r} - b_{i,r}| ≤ r_m} has P(E) ≥ 1-δ; for one (i,r,m)
    P(|b̂ - b| > r_m) ≤ 2e^{-L_m} = δ/(2Kdm²).

    The event of the first M phases is one of finitely many samples, N of each stream; it
    has probability at least 1-δ for every M and every N ≥ n_M, and so has the limit for
    M → ∞, which is P(E).  More general: any observations in [0,1] with means b, any
    C_samp and C_thr, C_log ≥ 4.  The infinite product law itself is not built: what
    follows (Proposition B.4) asks for finitely many phases.  Rests on Hoeffding's
    inequality (lemma_b_6_cell.v), the union bound, and Σ 1/m² ≤ 2. *)

From Coq Require Import Reals List Bool Arith ZArith Lra Lia.
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

(** ** Fair votes, counted exactly *)

(** E g(X) for X ~ Binomial(n, 1/2) *)
Fixpoint fair (n : nat) (g : R -> R) : R :=
  match n with O => g 0 | S n' => / 2 * fair n' (fun y => g (1 + y)) + / 2 * fair n' g end.

Definition fair_vote : law R := draw (bernoulli (/ 2)) (fun won => certain (if won : bool then 1 else 0)).

Lemma expectation_fair_vote f : expectation fair_vote f = / 2 * f 1 + / 2 * f 0.
Proof. unfold fair_vote. rewrite expectation_draw, expectation_bernoulli, !expectation_certain. lra. Qed.

Lemma fair_vote_law : observation_law fair_vote (/ 2).
Proof.
  split; [|split].
  - apply is_law_draw; [apply is_law_bernoulli; lra | intros; apply is_law_certain].
  - intros y Hy. apply outcome_draw in Hy as ([|] & _ & ->%outcome_certain); lra.
  - rewrite expectation_fair_vote. lra.
Qed.

Lemma fair_le n g h : (forall y, 0 <= y -> g y <= h y) -> fair n g <= fair n h.
Proof.
  revert g h. induction n as [|n IH]; intros g h H; simpl; [apply H; lra|].
  pose proof (IH g h H). pose proof (IH (fun y => g (1 + y)) (fun y => h (1 + y)) ltac:(intros; apply H; lra)). lra.
Qed.

Lemma fair_ext n g h : (forall y, 0 <= y -> g y = h y) -> fair n g = fair n h.
Proof. intros H. apply Rle_antisym; apply fair_le; intros; rewrite H by assumption; lra. Qed.

(** The sum of some of many fair votes. *)
Lemma sum_of_fair_votes {A} same (chosen : A -> bool) l : NoDup l -> forall g,
  expectation (independent same 0 l (fun _ => fair_vote)) (fun omega => g (sum_of (filter chosen l) omega)) =
  fair (length (filter chosen l)) g.
Proof.
  induction l as [|a l IH]; intros Hl g; [exact (expectation_certain (fun _ : A => 0) (fun _ => g 0))|].
  apply NoDup_cons_iff in Hl as [Ha Hl]. rewrite expectation_independent_cons. cbn [filter].
  assert (forall x omega, sum_of (filter chosen l) (fun c => if same c a then x else omega c) = sum_of (filter chosen l) omega) as rest.
  { intros x omega. apply sum_of_ext. intros c Hc. destruct (same c a) as [->|]; [|reflexivity].
    apply filter_In in Hc. tauto. }
  destruct (chosen a).
  - cbn [sum_of length fair]. rewrite expectation_fair_vote, <- !IH by exact Hl.
    f_equal; f_equal; apply expectation_ext; intros omega; destruct (same a a); try congruence; rewrite rest; [reflexivity | f_equal; ring].
  - rewrite (expectation_ext _ _ (fun _ => fair (length (filter chosen l)) g)).
    + apply expectation_const, fair_vote_law.
    + intros x. rewrite <- IH by exact Hl. apply expectation_ext. intros omega. now rewrite rest.
Qed.

(** 2^n·P(X ≤ t) for t = 0, 1, …: Pascal's rule on a list. *)
Fixpoint pascal (before : Z) (l : list Z) : list Z :=
  match l with [] => [] | x :: l' => (x + before)%Z :: pascal x l' end.
Fixpoint tails (top n : nat) : list Z :=
  match n with O => repeat 1%Z (S top) | S n' => pascal 0 (tails top n') end.

Lemma pascal_nth p l t : (t < length l)%nat ->
  nth t (pascal p l) 0%Z = (nth t l 0 + match t with O => p | S t' => nth t' l 0 end)%Z.
Proof.
  revert p t. induction l as [|x l IH]; intros p t Ht; [simpl in Ht; lia|].
  destruct t as [|t]; [reflexivity|]. cbn [pascal nth]. simpl in Ht. rewrite IH by lia. destruct t; reflexivity.
Qed.

Lemma tails_length top n : length (tails top n) = S top.
Proof.
  assert (forall p l, length (pascal p l) = length l) as same by (intros p l; revert p; induction l; intros; simpl; auto).
  induction n as [|n IH]; cbn [tails]; [apply repeat_length | now rewrite same].
Qed.

Definition at_most (t y : R) : R := if Rle_dec y t then 1 else 0.

Lemma fair_tail top n t : (t <= top)%nat -> fair n (at_most (INR t)) = IZR (nth t (tails top n) 0%Z) / 2 ^ n.
Proof.
  revert t. induction n as [|n IH]; intros t Ht; cbn [fair tails].
  - rewrite (nth_indep _ 0%Z 1%Z), nth_repeat by (rewrite repeat_length; lia). unfold at_most. destruct Rle_dec as [_|H]; [simpl; lra|].
    exfalso. apply H, pos_INR.
  - rewrite pascal_nth by (rewrite tails_length; lia). rewrite plus_IZR, IH by exact Ht.
    assert (fair n (fun y => at_most (INR t) (1 + y)) =
      IZR (match t with O => 0 | S t' => nth t' (tails top n) 0 end)%Z / 2 ^ n) as ->; [|simpl; field; apply pow_nonzero; lra].
    destruct t as [|t].
    + transitivity (fair n (fun _ => 0)).
      * apply fair_ext. intros y Hy. unfold at_most. simpl. destruct Rle_dec; lra.
      * replace (0 / 2 ^ n) with 0 by (unfold Rdiv; ring). clear. induction n as [|n IH]; simpl; [reflexivity | rewrite IH; lra].
    + rewrite <- IH by lia. apply fair_ext. intros y _. unfold at_most. rewrite S_INR. repeat destruct Rle_dec; lra.
Qed.

(** 0.6907 < log(2) < 0.6937, by doubling e^x > 1+x. *)
Lemma ln_2_bounds : 6907 / 10000 < ln 2 < 6937 / 10000.
Proof.
  assert (double : forall x y z, 0 < y -> y < exp (x / 2) -> z < y * y -> z < exp x).
  { intros x y z Hy Hxy Hz. replace x with (x / 2 + x / 2) by field. rewrite exp_plus. nra. }
  split.
  - assert (1 / 2 < exp (- (6907 / 10000))) as H.
    { apply (double _ (353655323 / 500000000)); try lra. apply (double _ (420508813 / 500000000)); try lra.
      apply (double _ (229267533 / 250000000)); try lra. apply (double _ (239409447 / 250000000)); try lra.
      apply (double _ (489294847 / 500000000)); try lra. apply (double _ (494618463 / 500000000)); try lra.
      apply (double _ (198920781 / 200000000)); try lra.
      match goal with |- _ < exp ?u => pose proof (exp_ineq1 u ltac:(lra)) end. lra. }
    apply ln_increasing in H; [|lra]. rewrite ln_exp in H. replace (1 / 2) with (/ 2) in H by field. rewrite ln_Rinv in H by lra. lra.
  - assert (2 < exp (6937 / 10000)) as H.
    { apply (double _ (1414271207 / 1000000000)); try lra. apply (double _ (148653919 / 125000000)); try lra.
      apply (double _ (545259423 / 500000000)); try lra. apply (double _ (16316861 / 15625000)); try lra.
      apply (double _ (1021899753 / 1000000000)); try lra. apply (double _ (40435623 / 40000000)); try lra.
      apply (double _ (1005430543 / 1000000000)); try lra. apply (double _ (250677899 / 250000000)); try lra.
      apply (double _ (1001354881 / 1000000000)); try lra.
      match goal with |- _ < exp ?u => pose proof (exp_ineq1 u ltac:(lra)) end. lra. }
    apply ln_increasing in H; [|lra]. rewrite ln_exp in H. lra.
Qed.

(** The samples of phase 1 at b = 1/2: P(|b̂ - 1/2| > c·r_1) ≥ P(X ≤ t), if t/n is so far off. *)
Lemma fair_stream_deviates {tuning : Tuning} n t c : let arena := sized 2 1 in
  n_ 1 = n -> c * r_ 1 < / 2 - INR t / INR n ->
  IZR (nth t (tails t n) 0%Z) / 2 ^ n <=
  probability (streams n (fun _ _ => fair_vote)) (fun Z => c * r_ 1 < Rabs (estimates Z 1 0%nat 0%nat - / 2)).
Proof.
  intros arena En Hfar. rewrite probability_streams. unfold probability, estimates. rewrite En.
  assert (0 < INR n) as Hn by (rewrite <- En; apply n_positive, le_n).
  pose (chosen := fun a : sample => Nat.eqb (fst (fst a)) 0).
  assert (filter chosen (samples n) = map (fun s => (0, 0, s)%nat) (seq 0 n)) as Efilter.
  { unfold samples. simpl. rewrite filter_app. generalize (seq 0 n). intros l.
    replace (filter chosen (map (fun y => (1, 0, y)%nat) l ++ [])) with (@nil sample).
    - rewrite app_nil_r. induction l as [|s l IH]; [reflexivity|]. simpl. now rewrite IH.
    - rewrite app_nil_r. induction l as [|s l IH]; [reflexivity|]. simpl. exact IH. }
  apply Rle_trans with (fair (length (filter chosen (samples n))) (at_most (INR t))).
  - rewrite Efilter, map_length, seq_length, (fair_tail t) by lia. lra.
  - rewrite <- (sum_of_fair_votes same_sample) by (apply NoDup_list_prod; [apply NoDup_list_prod|]; apply seq_NoDup).
    apply expectation_le; [apply is_law_independent; intros; apply fair_vote_law|].
    intros omega. rewrite Efilter, sum_of_map. unfold at_most. destruct Rle_dec as [H|_]; [|apply indicator_bounds].
    rewrite indicator_true; [lra|]. unfold mean. change (sum_over (seq 0 n)) with (@sum_of nat (seq 0 n)).
    set (X := sum_of _ _) in *.
    assert (X / INR n <= INR t / INR n) by (apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat|]; assumption).
    unfold Rabs. destruct Rcase_abs; lra.
Qed.

(** VB-EGE with the default constants. *)
Definition with_delta (dlt : R) (between : 0 < dlt < 1) : Tuning := {|
  delta := dlt;  delta_between_0_and_1 := between;
  C_samp := 2;  C_samp_positive := Rlt_0_2;
  C_thr := 4;  C_thr_positive := ltac:(lra);
  C_log := 4;  C_log_at_least_1 := ltac:(lra) |}.

(** The first phase of two models on one objective: δ = 8/2^k gives L_1 = k·log(2). *)
Lemma first_phase {tuning : Tuning} k n : let arena := sized 2 1 in
  default_constants -> delta = 8 / 2 ^ k -> INR n - 1 < INR k * (8 * (6907 / 10000)) -> INR k * (8 * (6937 / 10000)) <= INR n ->
  n_ 1 = n /\ r_ 1 ^ 2 <= INR k * (6937 / 10000) / (2 * INR n).
Proof.
  intros arena [Csamp [_ Clog]] Edelta Hlow Hhigh. pose proof ln_2_bounds as [Hl Hu]. pose proof (pos_INR k) as Hk.
  assert (L_ 1 = INR k * ln 2) as EL.
  { unfold L_. rewrite Clog, Edelta. simpl INR. rewrite <- ln_pow by lra. f_equal. pose proof (pow_lt 2 k ltac:(lra)). field. lra. }
  assert (INR k * (6907 / 10000) <= INR k * ln 2 <= INR k * (6937 / 10000)) as Hkl by (split; apply Rmult_le_compat_l; lra).
  destruct (n_spec 1 (le_n 1)) as [H1 H2]. rewrite EL, Csamp in H1, H2. simpl (2 ^ 1) in H1, H2.
  assert (n_ 1 = n) as En.
  { assert (INR n - 1 < INR (n_ 1) < INR n + 1) as [H3 H4] by lra.
    apply Nat.le_antisymm; apply Nat.lt_succ_r, INR_lt; rewrite S_INR; lra. }
  split; [exact En|]. pose proof (n_positive 1 (le_n 1)) as Hn. unfold r_. rewrite En in *. rewrite EL, <- Rsqr_pow2, Rsqr_sqrt.
  - apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; lra | lra].
  - apply Rmult_le_pos; [nra | apply Rlt_le, Rinv_0_lt_compat; lra].
Qed.

Lemma pow_2_IZR n : 2 ^ n = IZR (2 ^ Z.of_nat n).
Proof. now rewrite <- pow_IZR. Qed.

(** δ/(32Kdm²) for δ/(2Kdm²): at δ = 1/4 at most 7 of 28 samples are won with probability > δ/64. *)
Theorem lemma_B_6_sharper_fails : let arena := sized 2 1 in
  exists (tuning : Tuning) N, default_constants /\ (n_ 1 <= N)%nat /\
  observations (fun _ _ => fair_vote) (fun _ _ => / 2) /\
  ~ probability (streams N (fun _ _ => fair_vote)) (fun Z => r_ 1 < Rabs (estimates Z 1 0%nat 0%nat - / 2)) <=
    delta / (32 * INR K * INR d * INR 1 ^ 2).
Proof.
  intros arena. pose (tuning := with_delta (8 / 2 ^ 5) ltac:(simpl; lra)). exists tuning, 28%nat.
  assert (INR 28 = 28) as E28 by (rewrite INR_IZR_INZ; reflexivity). assert (INR 5 = 5) as E5 by (simpl; ring).
  destruct (first_phase 5 28 ltac:(repeat split) eq_refl ltac:(rewrite E28, E5; lra) ltac:(rewrite E28, E5; lra)) as [En Er].
  rewrite E28, E5 in Er.
  split; [repeat split|]. split; [apply Nat.eq_le_incl; exact En|]. split; [intros i r _ _; apply fair_vote_law|].
  pose proof (fair_stream_deviates 28 7 1 En) as H. cbv zeta in H. rewrite Rmult_1_l, E28 in H. simpl (INR 7) in H.
  assert (0 <= r_ 1) by apply sqrt_pos. specialize (H ltac:(nra)). replace (nth 7 _ 0%Z) with 1683218%Z in H by reflexivity.
  apply Rlt_not_le. apply Rlt_le_trans with (2 := H). change delta with (8 / 2 ^ 5). simpl INR. simpl (2 ^ 5). simpl (2 ^ 28). lra.
Qed.

(** 0.9·r_m for r_m: at δ = 8/2^40 at most 61 of 222 samples are won with probability > δ/4. *)
Theorem lemma_B_6_smaller_radius_fails : let arena := sized 2 1 in
  exists (tuning : Tuning) N, default_constants /\ (n_ 1 <= N)%nat /\
  observations (fun _ _ => fair_vote) (fun _ _ => / 2) /\
  ~ probability (streams N (fun _ _ => fair_vote)) (fun Z => 9 / 10 * r_ 1 < Rabs (estimates Z 1 0%nat 0%nat - / 2)) <=
    delta / (2 * INR K * INR d * INR 1 ^ 2).
Proof.
  intros arena. pose (tuning := with_delta (8 / 2 ^ 40) ltac:(simpl; lra)). exists tuning, 222%nat.
  assert (INR 222 = 222) as E222 by (rewrite INR_IZR_INZ; reflexivity). assert (INR 40 = 40) as E40 by (rewrite INR_IZR_INZ; reflexivity).
  destruct (first_phase 40 222 ltac:(repeat split) eq_refl ltac:(rewrite E222, E40; lra) ltac:(rewrite E222, E40; lra)) as [En Er].
  rewrite E222, E40 in Er.
  split; [repeat split|]. split; [apply Nat.eq_le_incl; exact En|]. split; [intros i r _ _; apply fair_vote_law|].
  pose proof (fair_stream_deviates 222 61 (9 / 10) En) as H. cbv zeta in H. rewrite E222 in H.
  replace (INR 61) with 61 in H by (rewrite INR_IZR_INZ; reflexivity).
  assert (0 <= r_ 1) by apply sqrt_pos. specialize (H ltac:(nra)).
  apply Rlt_not_le. apply Rlt_le_trans with (2 := H). change delta with (8 / 2 ^ 40). simpl INR.
  replace (nth 61 (tails 61 222) 0%Z) with (46285643907127564434847567816349567544682526028019264450)%Z by (vm_compute; reflexivity).
  rewrite !pow_2_IZR. apply (Rmult_lt_reg_r (IZR (2 ^ Z.of_nat 222))); [apply IZR_lt; reflexivity|].
  assert (forall u x, x <> 0 -> u / x * x = u) as div by (intros; field; assumption).
  rewrite (div (IZR _)) by (apply not_0_IZR; discriminate).
  replace (IZR (2 ^ Z.of_nat 222)) with (IZR (2 ^ 182) * IZR (2 ^ Z.of_nat 40)) by (rewrite <- mult_IZR; f_equal).
  replace (8 / IZR (2 ^ Z.of_nat 40) / (2 * (1 + 1) * 1 * 1 ^ 2) * (IZR (2 ^ 182) * IZR (2 ^ Z.of_nat 40)))
    with (IZR (2 * 2 ^ 182)) by (rewrite mult_IZR; field; apply not_0_IZR; discriminate).
  apply IZR_lt. reflexivity.
Qed.
