(** * Theorem 3.1

    θ ∈ Θ_{B,d}, min_i Δ_i^θ > 0, C = (2,4,4).  With M_i^θ = 1+⌈log₂(4/(κ_BΔ_i^θ))⌉ and
    L_i^θ = log(4Kd(M_i^θ)²/δ):

      P( P̂ = P(θ), τ ≤ dK + (128 d/κ_B²) Σ_i L_i^θ/(Δ_i^θ)² ) ≥ 1-δ,

    hence the same bound on Q_{θ,δ}.  Samples are what the paper says: the opponent J
    uniform on [K]∖{i}, then a comparison that i wins with probability σ(θ_{i,r}-θ_{J,r});
    all independent.  N samples a stream suffice for phase M_i^θ of every model.

    Rests on Proposition B.4 at b = b(θ), Lemma B.3 (Δ_i^B ≥ κ_B·Δ_i^θ) and Lemma 2.1
    (P(b) = P(θ)). *)

From Coq Require Import Reals List ZArith Lra Lia.
From VectorBorda Require Import definitions core_finite core_margins core_integers core_schedule core_sigma core_lower_instances.
From VectorBorda Require Import lemma_2_1 lemma_b_3 proposition_b_4_path.
From VectorBorda Require Import core_finite_law lemma_b_6_cell core_streams lemma_d_1 proposition_b_4.
Import ListNotations.
Open Scope R_scope.

(** The law of a sample of stream (i,r) under θ. *)
Definition bradley_terry {arena : Arena} (theta : array R) : nat -> nat -> law R :=
  random_opponent (fun i j r => vote (sigma (theta i r - theta j r))).

(** Its mean is b_{i,r}(θ). *)
Lemma bradley_terry_observations {arena : Arena} (theta : array R) :
  observations (bradley_terry theta) (borda theta).
Proof.
  apply (observations_of_opponents _ (fun i j r => sigma (theta i r - theta j r))). intros. apply observation_vote.
  pose proof (sigma_positive (theta i r - theta j r)). pose proof (sigma_below_1 (theta i r - theta j r)). lra.
Qed.

(** M and L fall as the gap grows. *)
Lemma last_phase_antitone x y : 0 < x <= y -> (last_phase y <= last_phase x)%nat.
Proof.
  intros H. unfold last_phase. apply le_n_S, nat_ceiling_monotone, log2_le.
  split; [apply Rdiv_lt_0_compat; lra|].
  apply Rmult_le_compat_l; [lra | apply Rinv_le_contravar; lra].
Qed.

Section UpperBound.
Context {arena : Arena} {tuning : Tuning}.

Lemma L_of_gap_antitone x y : 0 < x <= y -> 0 < L_of_gap y <= L_of_gap x.
Proof.
  intros H. pose proof (le_INR _ _ (last_phase_antitone x y H)).
  assert (1 <= INR (last_phase y)) by (apply (le_INR 1); unfold last_phase; lia).
  pose proof (inside_log 4 (INR (last_phase y)) (INR (last_phase x)) ltac:(lra) ltac:(lra)) as [above monotone].
  unfold L_of_gap. split; [rewrite <- ln_1; apply ln_increasing; lra | apply ln_monotone; lra].
Qed.

Variables (B : R) (theta : array R) (N : nat).
Hypothesis default : default_constants.
Hypothesis box : in_box B theta.
Hypothesis gaps_positive : forall i, In i roster -> 0 < gap theta roster i.
Hypothesis enough : forall i, In i roster -> (n_ (last_phase (kappa B * gap theta roster i)) <= N)%nat.

(** dK + (128 d/κ_B²) Σ_i L_i^θ/(Δ_i^θ)² *)
Definition latent_bound : R :=
  INR d * INR K +
  128 * INR d / kappa B ^ 2 *
  sum_over roster (fun i => L_of_gap (kappa B * gap theta roster i) / gap theta roster i ^ 2).

(** 0 < κ_B·Δ_i^θ ≤ Δ_i^B *)
Lemma latent_gap i : In i roster -> 0 < kappa B * gap theta roster i <= gap (borda theta) roster i.
Proof.
  intros Hi. split; [apply Rmult_lt_0_compat; [apply kappa_positive | auto]|].
  apply Rge_le, lemma_B_3; assumption.
Qed.

(** The bound of Proposition B.4 is at most that of Theorem 3.1. *)
Lemma sample_bound_le : sample_bound (borda theta) <= latent_bound.
Proof.
  pose proof (kappa_positive B). pose proof INR_d. unfold sample_bound, latent_bound.
  apply Rplus_le_compat_l.
  change (128 * INR d / kappa B ^ 2) with (128 * INR d * / kappa B ^ 2). rewrite (Rmult_assoc (128 * INR d) (/ _)).
  apply Rmult_le_compat_l; [lra|]. rewrite <- sum_over_times. apply sum_over_le. intros i Hi.
  pose proof (latent_gap i Hi) as Hgap. pose proof (L_of_gap_antitone _ _ Hgap). pose proof (gaps_positive i Hi).
  set (x := gap theta roster i) in *. set (y := gap (borda theta) roster i) in *.
  replace (/ kappa B ^ 2 * (L_of_gap (kappa B * x) / x ^ 2)) with (L_of_gap (kappa B * x) * / (kappa B * x) ^ 2)
    by (field; split; lra).
  apply Rmult_le_compat; try lra.
  - left. apply Rinv_0_lt_compat, pow_lt. lra.
  - apply Rinv_le_contravar; [apply pow_lt; lra | apply pow_incr; lra].
Qed.

(** VB-EGE stops, answers P(θ), and τ is at most the bound, with probability at least 1-δ. *)
Theorem theorem_3_1 :
  1 - delta <= probability (streams N (bradley_terry theta)) (fun Z =>
    stops (estimates Z) /\
    forall answer tau, returns (estimates Z) answer tau ->
      (forall i, In i answer <-> in_P theta i) /\ INR tau <= latent_bound).
Proof.
  pose proof (bradley_terry_observations theta) as Hnu.
  eapply Rle_trans; [apply (proposition_B_4 (borda theta) (bradley_terry theta) N default Hnu)|].
  - intros i Hi. pose proof (latent_gap i Hi). lra.
  - intros i Hi. eapply Nat.le_trans; [|apply (enough i Hi)].
    apply n_monotone, last_phase_antitone, latent_gap, Hi.
  - apply probability_le; [apply (is_law_streams N _ _ Hnu)|]. intros Z [Hstops Hclaim].
    split; [exact Hstops|]. intros answer tau Hret. destruct (Hclaim answer tau Hret) as [Hans Htau].
    split.
    + intros i. rewrite Hans. apply lemma_2_1_sigma.
    + eapply Rle_trans; [exact Htau | apply sample_bound_le].
Qed.

(** Q_{θ,δ} is at most the bound: some T ∈ ℕ below it has P(τ ≤ T) ≥ 1-δ. *)
Corollary theorem_3_1_quantile :
  exists T : nat, INR T <= latent_bound /\
  1 - delta <= probability (streams N (bradley_terry theta)) (fun Z =>
    stops (estimates Z) /\ forall answer tau, returns (estimates Z) answer tau -> (tau <= T)%nat).
Proof.
  assert (pos : 0 <= latent_bound).
  { unfold latent_bound. pose proof (kappa_positive B). pose proof INR_d. pose proof INR_K.
    apply Rplus_le_le_0_compat; [nra|]. apply Rmult_le_pos.
    - apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat, pow_lt. lra.
    - replace 0 with (sum_over roster (fun _ => 0)) by (rewrite sum_over_const; ring).
      apply sum_over_le. intros i Hi. pose proof (latent_gap i Hi). pose proof (gaps_positive i Hi).
      pose proof (L_of_gap_antitone (kappa B * gap theta roster i) _ ltac:(split; [apply H2 | apply Rle_refl])).
      apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat, pow_lt. lra. }
  destruct (base_Int_part latent_bound) as [Hle Hgt].
  assert (HT : INR (Z.to_nat (Int_part latent_bound)) = IZR (Int_part latent_bound)).
  { rewrite INR_IZR_INZ, Z2Nat.id; [reflexivity|]. apply Z.lt_succ_r, lt_IZR. rewrite succ_IZR. lra. }
  exists (Z.to_nat (Int_part latent_bound)). split; [lra|].
  eapply Rle_trans; [apply theorem_3_1|].
  apply probability_le; [apply (is_law_streams N _ _ (bradley_terry_observations theta))|].
  intros Z [Hstops Hclaim]. split; [exact Hstops|]. intros answer tau Hret.
  destruct (Hclaim answer tau Hret) as [_ Htau].
  apply Nat.lt_succ_r, INR_lt. rewrite S_INR, HT. lra.
Qed.
End UpperBound.

(** ** What fails *)

(** θ wider than 2B: for B = 0 the bound takes the slope at 0 for that on [-8,8]. *)
Theorem theorem_3_1_needs_box : let arena := sized 2 1 in
  exists (tuning : Tuning) B (theta : array R), default_constants /\
  (forall i, In i roster -> 0 < gap theta roster i) /\
  INR d * sum_over roster (fun i => INR (n_ (m_ (borda theta) i))) > latent_bound B theta.
Proof.
  intros arena. pose (tuning := tuning_at_half). set (theta := theta_flat 8).
  exists tuning, 0, theta. split; [repeat split|].
  assert (forall i, In i roster -> gap theta roster i = 8) as Hgap by (intros; apply theta_flat_gap; lra || assumption).
  split; [intros i Hi; rewrite Hgap by exact Hi; lra|].
  assert (kappa 0 = / 4) as Hkappa.
  { unfold kappa. rewrite Rmult_0_r, Ropp_0. pose proof (sigma_symmetric 0) as H. rewrite Ropp_0 in H.
    replace (sigma 0) with (/ 2) by lra. field. }
  (* the bound is 2 + 64·log(32/δ) *)
  unfold latent_bound. rewrite (sum_over_ext (fun i => _ / _) (fun _ => ln (4 * INR K * INR d * INR 2 ^ 2 / delta) / 64)).
  2:{ intros i Hi. rewrite (Hgap i Hi), Hkappa. replace (/ 4 * 8) with (4 / 2 ^ 1) by field.
      unfold L_of_gap. rewrite (proj2 (m_of_pow 1)). field.  }
  (* Borda gaps are at most 1, so nobody leaves before phase 3 *)
  assert (forall i, In i roster -> INR (n_ 3) <= INR (n_ (m_ (borda theta) i))) as Hphase.
  { intros i Hi. apply le_INR, n_monotone.
    assert (in_box 4 theta) as box by (apply theta_flat_in_box; lra).
    pose proof (lemma_B_3 4 theta box i Hi) as Hpos. rewrite Hgap in Hpos by exact Hi. pose proof (kappa_positive 4).
    pose proof (gap_at_most_1 (borda theta) i (fun j r Hj _ => borda_between_0_and_1 theta j r Hj) Hi).
    assert (0 < gap (borda theta) roster i) as Hg by lra.
    destruct (m_of_gap_spec _ Hg) as [Hm [Heps _]]. fold (m_ (borda theta) i) in *.
    destruct (m_ (borda theta) i) as [|[|[|m]]]; unfold eps_ in Heps; simpl in Heps; lra || lia. }
  apply sum_over_le in Hphase. rewrite !sum_over_const, length_roster, Hkappa in *.
  destruct (n_spec 3 ltac:(lia)) as [Hn _]. change C_samp with 2 in Hn.
  assert (1 < L_ 3) by (apply ln_above_1; change C_log with 4; change delta with (1 / 2); simpl INR; lra).
  assert (ln (4 * INR K * INR d * INR 2 ^ 2 / delta) <= L_ 3).
  { apply ln_monotone. change C_log with 4. change delta with (1 / 2). simpl INR. lra. }
  set (short := ln _) in *. simpl INR in *. replace (128 * 1 / (/ 4) ^ 2) with 2048 by field. lra.
Qed.

(** Every run draws n_1 samples of every stream. *)
Lemma run_spends {arena : Arena} {tuning : Tuning} bhat k s : run bhat k s -> (K * d * n_ 1 <= spent s)%nat.
Proof.
  induction 1 as [|k s s' _ IH Hstep]; [apply le_n|]. destruct Hstep; cbn [spent] in *; [exact IH|].
  eapply Nat.le_trans; [exact IH | apply Nat.le_add_r].
Qed.

Lemma no_answer_in_time {arena : Arena} {tuning : Tuning} (theta : array R) N bound :
  bound < INR (K * d * n_ 1) ->
  ~ 1 - delta <= probability (streams N (bradley_terry theta)) (fun Z =>
    stops (estimates Z) /\ forall answer tau, returns (estimates Z) answer tau -> INR tau <= bound).
Proof.
  intros Hbound. pose proof delta_between_0_and_1.
  replace (probability _ _) with 0; [lra|]. symmetry.
  transitivity (expectation (streams N (bradley_terry theta)) (fun _ => 0)).
  - apply expectation_ext. intros Z. apply indicator_false. intros [[(answer & tau & Hret) _] Hall].
    specialize (Hall answer tau Hret). destruct Hret as (k & m & i & B & Hrun & _).
    apply run_spends, le_INR in Hrun. cbn [spent] in Hrun. lra.
  - pose proof (expectation_const _ 0 (is_law_streams N _ _ (bradley_terry_observations theta))). assumption.
Qed.

(** At B = 4 and Δ = 8: M ≤ 14, as κ_B ≥ 1/13124. *)
Lemma last_phase_at_8 : (1 <= last_phase (kappa 4 * 8) <= 14)%nat.
Proof.
  split; [unfold last_phase; lia|].
  rewrite <- (proj2 (m_of_pow 13)). apply last_phase_antitone.
  pose proof exp_le_3 as H3. pose proof (exp_pos 1).
  assert (exp (2 * 4) <= 6561) as H8.
  { replace (2 * 4) with (1 + 1 + 1 + 1 + (1 + 1 + 1 + 1)) by ring. rewrite !exp_plus.
    replace (_ * _) with (exp 1 ^ 8) by ring. replace 6561 with (3 ^ 8) by ring. apply pow_incr. lra. }
  pose proof (exp_ineq1 (2 * 4) ltac:(lra)).
  assert (/ 2 <= sigma (2 * 4)) as Hs.
  { unfold sigma. apply Rinv_le_contravar; [pose proof (exp_pos (- (2 * 4))); lra|]. rewrite exp_Ropp.
    assert (/ exp (2 * 4) < / 1) by (apply Rinv_lt_contravar; lra). lra. }
  assert (/ 6562 <= sigma (- (2 * 4))) as Hs'.
  { unfold sigma. rewrite Ropp_involutive. apply Rinv_le_contravar; lra. }
  unfold kappa. split; [simpl; lra|]. simpl. nra.
Qed.

(** δ = 1/20 *)
Definition twentieth : Tuning := default_tuning (1 / 20) ltac:(lra).

(** L_i ≤ log(160) + 2·log(14) ≤ 3·log(160), and n_1 ≥ 8·log(160) *)
Lemma long_at_8 : @L_of_gap (sized 2 1) twentieth (kappa 4 * 8) <= 3 * ln 160.
Proof.
  replace (3 * ln 160) with (ln (160 ^ 3)) by (rewrite ln_pow by lra; simpl; ring).
  pose proof last_phase_at_8 as [H1 H14]. unfold L_of_gap. set (M := last_phase (kappa 4 * 8)) in *. clearbody M.
  apply le_INR in H1, H14. change (INR 1) with 1 in H1. replace (INR 14) with 14 in H14 by (simpl; ring).
  change delta with (1 / 20). simpl K. simpl d. simpl (INR 2). simpl (INR 1).
  apply ln_monotone. split; nra.
Qed.

Lemma first_at_twentieth : 8 * ln 160 <= INR (@n_ (sized 2 1) twentieth 1).
Proof.
  destruct (@n_spec (sized 2 1) twentieth 1 ltac:(lia)) as [Hn _]. change C_samp with 2 in Hn.
  replace (L_ 1) with (ln 160) in Hn by (unfold L_; simpl; f_equal; field). simpl (2 ^ 1) in Hn. lra.
Qed.

(** Without 1/κ_B²: dK·n_1 samples are drawn in phase 1 of every run. *)
Theorem theorem_3_1_needs_kappa : let arena := sized 2 1 in
  exists (tuning : Tuning) B (theta : array R), default_constants /\ in_box B theta /\
  (forall i, In i roster -> 0 < gap theta roster i) /\
  forall N, ~ 1 - delta <= probability (streams N (bradley_terry theta)) (fun Z =>
    stops (estimates Z) /\ forall answer tau, returns (estimates Z) answer tau ->
    INR tau <= INR d * INR K +
      128 * INR d * sum_over roster (fun i => L_of_gap (kappa B * gap theta roster i) / gap theta roster i ^ 2)).
Proof.
  intros arena. pose (tuning := twentieth). set (theta := theta_flat 8).
  exists tuning, 4, theta. split; [repeat split|]. split; [apply theta_flat_in_box; lra|].
  assert (forall i, In i roster -> gap theta roster i = 8) as Hgap by (intros; apply theta_flat_gap; lra || assumption).
  split; [intros i Hi; rewrite Hgap by exact Hi; lra|].
  intros N. apply no_answer_in_time.
  rewrite (sum_over_ext _ (fun _ => L_of_gap (kappa 4 * 8) / 64)) by (intros i Hi; rewrite (Hgap i Hi); field).
  rewrite sum_over_const, length_roster.
  assert (L_of_gap (kappa 4 * 8) <= 3 * ln 160) by exact long_at_8.
  assert (8 * ln 160 <= INR (n_ 1)) by exact first_at_twentieth. pose proof (ln_above_1 160 ltac:(lra)).
  rewrite !mult_INR. simpl K. simpl d. simpl (INR 2). simpl (INR 1). lra.
Qed.

(** Without M_i in L_i: at Δ = 2^{-252} the models stay for 256 phases, and L_256 is five
    times log(4Kd/δ) = log(16); the rest of the bound is too large by a factor below 5. *)
Theorem theorem_3_1_needs_M : let arena := sized 2 1 in
  exists (tuning : Tuning) B (theta : array R), default_constants /\ in_box B theta /\
  (forall i, In i roster -> 0 < gap theta roster i) /\
  INR d * sum_over roster (fun i => INR (n_ (m_ (borda theta) i))) >
  INR d * INR K + 128 * INR d / kappa B ^ 2 *
    sum_over roster (fun i => ln (4 * INR K * INR d / delta) / gap theta roster i ^ 2).
Proof.
  intros arena. pose (tuning := tuning_at_half).
  assert (8 <= 2 ^ 252) as HP by (replace 8 with (2 ^ 3) by ring; apply Rle_pow; [lra | lia]).
  assert (2 ^ 256 = 16 * 2 ^ 252) as E256 by (change 256%nat with (4 + 252)%nat; rewrite pow_add; ring).
  assert (eps_ 255 = / (8 * 2 ^ 252)) as E255.
  { unfold eps_. f_equal. change 255%nat with (3 + 252)%nat. rewrite pow_add. ring. }
  set (P := 2 ^ 252) in *. clearbody P. set (Delta := / P).
  assert (0 < Delta) as HDelta by (apply Rinv_0_lt_compat; lra).
  assert (Delta <= / 8) as Hsmall by (apply Rinv_le_contravar; lra).
  set (theta := theta_flat Delta). exists tuning, (Delta / 2), theta.
  assert (in_box (Delta / 2) theta) as box by (apply theta_flat_in_box; lra).
  assert (forall i, In i roster -> gap theta roster i = Delta) as Hgap by (intros; now apply theta_flat_gap).
  split; [repeat split|]. split; [exact box|]. split; [intros i Hi; now rewrite Hgap|].
  (* κ_B ≥ 15/64 *)
  assert (15 / 64 <= kappa (Delta / 2)) as Hkappa.
  { unfold kappa. replace (2 * (Delta / 2)) with Delta by field.
    pose proof (sigma_symmetric 0) as H0. rewrite Ropp_0 in H0. pose proof (sigma_monotone 0 Delta ltac:(lra)).
    pose proof (sigma_slope_at_most_quarter (- Delta) 0 ltac:(lra)). nra. }
  (* Δ_i^B ≤ Δ/2 *)
  assert (forall i, In i roster -> 0 < gap (borda theta) roster i <= Delta / 2) as HB.
  { destruct (borda_of_two theta) as [E0 E1]. fold arena in E0, E1.
    change (theta 0%nat 0%nat) with 0 in E0, E1. change (theta 1%nat 0%nat) with (- Delta) in E0, E1.
    replace (0 - - Delta) with Delta in E0 by ring. replace (- Delta - 0) with (- Delta) in E1 by ring.
    pose proof (sigma_slope_at_most_quarter (- Delta) Delta ltac:(lra)).
    intros i Hi. split.
    { pose proof (lemma_B_3 _ theta box i Hi) as H0. rewrite (Hgap i Hi) in H0. nra. }
    destruct Hi as [<-|[<-|[]]].
    - assert (in_P (borda theta) 0) as HP0.
      { apply lemma_2_1_sigma. apply theta_flat_frontier; [exact HDelta | apply zero_in_roster | reflexivity]. }
      rewrite gap_on by exact HP0.
      pose proof (delta_star_le (borda theta) roster 0 1 ltac:(check) ltac:(discriminate)).
      pose proof (separation_spec (borda theta) roster 0 1).
      destruct (margin_attained (borda theta) 0 1) as [r [[<-|[]] E]]. lra.
    - pose proof (sigma_increasing (- Delta) Delta ltac:(lra)).
      pose proof (gaps_of_two (borda theta)) as E. cbv zeta in E. fold arena in E. rewrite E by lra. lra. }
  (* so nobody leaves before phase 256 *)
  assert (forall i, In i roster -> INR (n_ 256) <= INR (n_ (m_ (borda theta) i))) as Hphase.
  { intros i Hi. apply le_INR, n_monotone. destruct (HB i Hi) as [Hpos Hle].
    destruct (m_of_gap_spec _ Hpos) as [_ [Heps _]]. fold (m_ (borda theta) i) in Heps.
    apply Nat.nlt_ge. intros Hlt.
    assert (eps_ 255 <= eps_ (m_ (borda theta) i)).
    { apply Rinv_le_contravar; [apply pow2_positive | apply Rle_pow; [lra | lia]]. }
    rewrite E255, Rinv_mult in H. fold Delta in H. lra. }
  apply sum_over_le in Hphase.
  rewrite (sum_over_ext (fun i => _ / _) (fun _ => ln 16 * P ^ 2)).
  2:{ intros i Hi. rewrite (Hgap i Hi). change delta with (1 / 2). simpl K. simpl d. simpl (INR 2). simpl (INR 1).
      unfold Delta. replace (4 * (1 + 1) * 1 / (1 / 2)) with 16 by field. field. lra. }
  rewrite !sum_over_const, length_roster in *.
  destruct (n_spec 256 ltac:(lia)) as [Hn _]. change C_samp with 2 in Hn. rewrite E256 in Hn.
  assert (L_ 256 = 5 * ln 16) as EL.
  { unfold L_. change C_log with 4. change delta with (1 / 2). simpl K. simpl d. simpl (INR 2). simpl (INR 1).
    replace (INR 256) with 256 by (rewrite INR_IZR_INZ; reflexivity).
    replace (4 * (1 + 1) * 1 * 256 ^ 2 / (1 / 2)) with (16 ^ 5) by field. rewrite ln_pow by lra. simpl. ring. }
  rewrite EL in Hn. pose proof (ln_above_1 16 ltac:(lra)) as H16.
  assert (/ kappa (Delta / 2) ^ 2 <= 4096 / 225) as Hinv.
  { replace (4096 / 225) with (/ (15 / 64) ^ 2) by field. apply Rinv_le_contravar; [lra | apply pow_incr; lra]. }
  simpl K in *. simpl d in *. simpl (INR 2) in *. simpl (INR 1) in *. set (l := ln 16) in *. set (k := / kappa _ ^ 2) in *.
  assert (0 < P ^ 2) by nra. assert (1 <= l * P ^ 2) by nra.
  replace (128 * 1 / kappa (Delta / 2) ^ 2) with (128 * k) by (unfold k, Rdiv; ring).
  assert (128 * k * ((1 + 1) * (l * P ^ 2)) <= 128 * (4096 / 225) * ((1 + 1) * (l * P ^ 2))).
  { apply Rmult_le_compat_r; nra. }
  replace (2 * (5 * l) * (16 * P) ^ 2) with (2560 * (l * P ^ 2)) in Hn by ring. lra.
Qed.

(** The Borda scores of θ^Δ on one objective: model 0 is ahead of each other model by
    K/(K-1)·(σ(Δ)-1/2) ≤ K/(K-1)·Δ/4, which bounds every gap. *)
Lemma borda_gaps_of_flat k Delta i : let arena := sized k 1 in 0 < Delta -> In i roster ->
  gap (borda (theta_flat Delta)) roster i <= INR K / (INR K - 1) * (Delta / 4).
Proof.
  intros arena HDelta Hi. set (b := borda (theta_flat Delta)). set (w := INR K / (INR K - 1) * (Delta / 4)).
  pose proof K_minus_1_positive as HK.
  assert (0 < w) as Hw by (apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat|]; lra).
  assert (forall j, In j roster -> j <> 0%nat -> b 0%nat 0%nat - b j 0%nat <= w) as ahead.
  { intros j Hj Hj0. apply Rmult_le_reg_l with (INR K - 1); [exact HK|].
    unfold b, borda. rewrite borda_difference by (assumption || apply zero_in_roster).
    replace ((INR K - 1) * w) with (INR K * (Delta / 4)) by (unfold w; field; lra).
    rewrite <- length_roster, <- sum_over_const. apply sum_over_le. intros l _.
    rewrite (theta_flat_other Delta j) by exact Hj0. unfold theta_flat. simpl.
    eapply Rle_trans; [apply sigma_slope_at_most_quarter; lra | right; field]. }
  assert (forall j, In j roster -> b j 0%nat <= b 0%nat 0%nat) as top.
  { intros j Hj. apply Rnot_lt_le. intros Hlt.
    apply (lemma_2_1_sign sigma (theta_flat Delta) sigma_increasing 0 j 0 zero_in_roster Hj) in Hlt.
    unfold theta_flat in Hlt. simpl in Hlt. destruct (j =? 0)%nat; lra. }
  pose proof (without_not_empty roster i roster_subset roster_has_two) as two.
  destruct (on_frontier b roster i) eqn:Hon.
  - rewrite gap_on by exact Hon.
    assert (i = 0%nat) as ->.
    { apply (theta_flat_frontier Delta HDelta i Hi). apply lemma_2_1_sigma. exact Hon. }
    destruct (another roster 0 roster_subset roster_has_two) as [j [Hj Hj0]].
    pose proof (delta_star_le b roster 0 j Hj Hj0). pose proof (separation_spec b roster 0 j).
    destruct (margin_attained b 0 j) as [r [[<-|[]] E]]. pose proof (ahead j Hj Hj0). lra.
  - rewrite gap_off by exact Hon. destruct (Delta_star_attained b roster i two) as [j [Hj [Hji ->]]].
    destruct (margin_attained b i j) as [r [[<-|[]] ->]]. pose proof (top j Hj).
    destruct (Nat.eq_dec i 0) as [->|Hi0]; [|pose proof (ahead i Hi Hi0)]; lra.
Qed.

(** 106 for 128: with 16 models and Δ = 15/4·2^{-61}, Δ^B is at most 2^{-61}, and κ_B near 1/4. *)
Theorem theorem_3_1_sharper_fails : let arena := sized 16 1 in
  exists (tuning : Tuning) B (theta : array R), default_constants /\ in_box B theta /\
  (forall i, In i roster -> 0 < gap theta roster i) /\
  INR d * sum_over roster (fun i => INR (n_ (m_ (borda theta) i))) >
  INR d * INR K + 106 * INR d / kappa B ^ 2 *
    sum_over roster (fun i => L_of_gap (kappa B * gap theta roster i) / gap theta roster i ^ 2).
Proof.
  intros arena. pose (tuning := tuning_at_half).
  assert (1024 <= 2 ^ 61) as HP by (replace 1024 with (2 ^ 10) by ring; apply Rle_pow; [lra | lia]).
  assert (2 ^ 64 = 8 * 2 ^ 61) as E64 by (change 64%nat with (3 + 61)%nat; rewrite pow_add; ring).
  assert (eps_ 63 = / (4 * 2 ^ 61)) as E63.
  { unfold eps_. f_equal. change 63%nat with (2 + 61)%nat. rewrite pow_add. ring. }
  set (P := 2 ^ 61) in *. clearbody P. set (Delta := 15 / 4 * / P).
  assert (0 < / P <= / 1024) as HPinv by (split; [apply Rinv_0_lt_compat; lra | apply Rinv_le_contravar; lra]).
  assert (0 < Delta <= / 256) as HDelta by (unfold Delta; lra).
  set (theta := theta_flat Delta). exists tuning, (Delta / 2), theta.
  assert (in_box (Delta / 2) theta) as box by (apply theta_flat_in_box; lra).
  assert (forall i, In i roster -> gap theta roster i = Delta) as Hgap by (intros; now apply theta_flat_gap).
  split; [repeat split|]. split; [exact box|]. split; [intros i Hi; rewrite Hgap by exact Hi; lra|].
  assert (INR K = 16) as EK by (simpl; ring).
  (* κ_B = (1/2+x)(1/2-x) with 0 ≤ x ≤ Δ/4 *)
  assert (1023 / 4096 <= kappa (Delta / 2)) as Hkappa.
  { unfold kappa. replace (2 * (Delta / 2)) with Delta by field.
    pose proof (sigma_symmetric 0) as H0. rewrite Ropp_0 in H0. pose proof (sigma_symmetric Delta).
    pose proof (sigma_slope_at_most_quarter 0 Delta ltac:(lra)). pose proof (sigma_monotone 0 Delta ltac:(lra)).
    replace (sigma (- Delta)) with (1 - sigma Delta) by lra. set (x := sigma Delta - 1 / 2).
    replace (sigma Delta * (1 - sigma Delta)) with (1 / 4 - x ^ 2) by (unfold x; field).
    assert (0 <= x <= 1 / 1024) by (unfold x; lra). nra. }
  (* nobody leaves before phase 64 *)
  assert (forall i, In i roster -> INR (n_ 64) <= INR (n_ (m_ (borda theta) i))) as Hphase.
  { intros i Hi. apply le_INR, n_monotone.
    pose proof (borda_gaps_of_flat 16 Delta i (proj1 HDelta) Hi) as Hle. cbv zeta in Hle. fold arena theta in Hle. rewrite EK in Hle.
    assert (0 < gap (borda theta) roster i) as Hpos.
    { pose proof (lemma_B_3 _ theta box i Hi) as H0. rewrite (Hgap i Hi) in H0. nra. }
    destruct (m_of_gap_spec _ Hpos) as [_ [Heps _]]. fold (m_ (borda theta) i) in Heps.
    apply Nat.nlt_ge. intros Hlt.
    assert (eps_ 63 <= eps_ (m_ (borda theta) i)).
    { apply Rinv_le_contravar; [apply pow2_positive | apply Rle_pow; [lra | lia]]. }
    rewrite E63, Rinv_mult in H. unfold Delta in Hle. lra. }
  apply sum_over_le in Hphase.
  rewrite (sum_over_ext (fun i => _ / _) (fun _ => L_of_gap (kappa (Delta / 2) * Delta) * (16 / 225 * P ^ 2))).
  2:{ intros i Hi. rewrite (Hgap i Hi). unfold Delta at 3. field. lra. }
  rewrite !sum_over_const, length_roster, EK in *. change (INR d) with 1.
  set (l := ln 2). assert (/ 2 < l) as Hl.
  { unfold l. pose proof exp_le_3. assert (1 < ln 4) as H4 by (apply ln_above_1; lra).
    replace 4 with (2 ^ 2) in H4 by ring. rewrite ln_pow in H4 by lra. simpl in H4. lra. }
  destruct (n_spec 64 ltac:(lia)) as [Hn _]. change C_samp with 2 in Hn. rewrite E64 in Hn.
  assert (L_ 64 = 19 * l) as EL.
  { unfold L_. change C_log with 4. change delta with (1 / 2). rewrite EK. change (INR d) with 1.
    replace (INR 64) with 64 by (rewrite INR_IZR_INZ; reflexivity).
    replace (4 * 16 * 1 * 64 ^ 2 / (1 / 2)) with (2 ^ 19) by field. rewrite ln_pow by lra. fold l. simpl. ring. }
  (* L_i ≤ log(128·65²) ≤ 19·log(2) + 1/32 *)
  assert (L_of_gap (kappa (Delta / 2) * Delta) <= 19 * l + / 32) as HL.
  { assert (last_phase (kappa (Delta / 2) * Delta) <= 65)%nat as HM.
    { rewrite <- (proj2 (m_of_pow 64)), E64. apply last_phase_antitone.
      replace (4 / (8 * P)) with (2 / 15 * Delta) by (unfold Delta; field; lra).
      split; [lra | apply Rmult_le_compat_r; lra]. }
    apply le_INR in HM. assert (1 <= INR (last_phase (kappa (Delta / 2) * Delta))) as H1 by (apply (le_INR 1); unfold last_phase; lia).
    unfold L_of_gap. set (M := INR (last_phase _)) in *. replace (INR 65) with 65 in HM by (rewrite INR_IZR_INZ; reflexivity).
    rewrite EK. change delta with (1 / 2). change (INR d) with 1.
    apply Rle_trans with (ln (2 ^ 19 * (1 + / 64) ^ 2)).
    - apply ln_monotone. split; [|replace (2 ^ 19 * (1 + / 64) ^ 2) with (128 * 65 ^ 2) by field]; nra.
    - rewrite ln_mult, !ln_pow by (try apply pow_lt; lra). fold l.
      assert (ln (1 + / 64) <= / 64).
      { apply Rle_trans with (ln (exp (/ 64))); [apply ln_monotone; pose proof (exp_ineq1_le (/ 64)); lra | rewrite ln_exp; lra]. }
      simpl INR. lra. }
  assert (/ kappa (Delta / 2) ^ 2 <= 4096 ^ 2 / 1023 ^ 2) as Hinv.
  { replace (4096 ^ 2 / 1023 ^ 2) with (/ (1023 / 4096) ^ 2) by field. apply Rinv_le_contravar; [lra | apply pow_incr; lra]. }
  rewrite EL in Hn. set (k := / kappa (Delta / 2) ^ 2) in *. set (L := L_of_gap _) in *.
  assert (0 <= k) by (apply Rlt_le, Rinv_0_lt_compat, pow_lt; lra).
  assert (1 <= P ^ 2) by nra.
  replace (106 * 1 / kappa (Delta / 2) ^ 2) with (106 * k) by (unfold k, Rdiv; ring).
  assert (k * (L * P ^ 2) <= 4096 ^ 2 / 1023 ^ 2 * ((19 * l + / 32) * P ^ 2)).
  { apply Rle_trans with (k * ((19 * l + / 32) * P ^ 2)); [apply Rmult_le_compat_l; nra | apply Rmult_le_compat_r; nra]. }
  assert (/ 2 * P ^ 2 <= l * P ^ 2) by nra.
  replace (2 * (19 * l) * (8 * P) ^ 2) with (2432 * (l * P ^ 2)) in Hn by ring. nra.
Qed.
