(** * Corollary 3.3, the upper half

    sup over Θ_{B,d}(Δ) of Q_{θ,δ}(VB-EGE)
      ≤ dK + 128dK/(κ_B²Δ²)·log(4Kd⌈log₂(8/(κ_BΔ))⌉²/δ).

    Theorem 3.1 on all of Θ_{B,d}(Δ): every gap is at least Δ and each term of the sum
    falls with the gap; and 1+⌈log₂(4/x)⌉ = ⌈log₂(8/x)⌉.  Needs Δ > 0 and a member of
    the class only, not Δ ≤ min{1,B} or δ < 1/3: κ_BΔ ≤ 1 follows.  Against Theorem 3.1
    nothing smaller will do: θ^Δ attains it.  The lower half is Theorem 3.2. *)

From Coq Require Import Reals List Arith ZArith Lra Lia.
From VectorBorda Require Import definitions core_finite core_margins core_integers core_schedule core_sigma.
From VectorBorda Require Import lemma_b_3 proposition_b_4_path core_lower_instances.
From VectorBorda Require Import core_finite_law core_streams theorem_3_1.
Import ListNotations.
Open Scope R_scope.

Section Corollary.
Context {arena : Arena} {tuning : Tuning}.

(** dK + 128dK/(κ_B²Δ²)·log(4Kd⌈log₂(8/(κ_BΔ))⌉²/δ) *)
Definition class_bound (B Delta : R) : R :=
  INR d * INR K +
  128 * INR d * INR K / (kappa B ^ 2 * Delta ^ 2) *
  ln (4 * INR K * INR d * INR (nat_ceiling (log2 (8 / (kappa B * Delta)))) ^ 2 / delta).

(** 1+⌈log₂(4/x)⌉ = ⌈log₂(8/x)⌉ *)
Lemma last_phase_is_ceiling x : 0 < x <= 4 -> last_phase x = nat_ceiling (log2 (8 / x)).
Proof.
  intros [Hx Hx4]. assert (0 < 4 / x) by (apply Rdiv_lt_0_compat; lra).
  assert (log2 (8 / x) = log2 (4 / x) + 1) as ->.
  { replace (8 / x) with (4 / x * 2) by (field; lra). unfold log2.
    rewrite ln_mult by lra. pose proof ln_2_positive. field. lra. }
  assert (0 <= log2 (4 / x)) as Hlog.
  { replace 0 with (log2 1) by (unfold log2; rewrite ln_1; field; pose proof ln_2_positive; lra).
    apply log2_le. split; [lra|]. apply Rmult_le_reg_r with x; [exact Hx|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  unfold last_phase, nat_ceiling. set (y := log2 (4 / x)) in *.
  pose proof (ceiling_spec y). pose proof (ceiling_spec (y + 1)).
  assert (ceiling y < ceiling (y + 1))%Z by (apply lt_IZR; lra).
  assert (ceiling (y + 1) < ceiling y + 2)%Z by (apply lt_IZR; rewrite plus_IZR; lra).
  assert (0 <= ceiling y)%Z by (apply le_IZR; lra).
  lia.
Qed.

(** A class with a member has κ_BΔ ≤ κ_BΔ_i^θ ≤ Δ_i^B ≤ 1. *)
Lemma class_gap B Delta theta : in_class B Delta theta ->
  forall i, In i roster -> kappa B * Delta <= kappa B * gap theta roster i <= 1.
Proof.
  intros [box gaps] i Hi. pose proof (kappa_positive B). specialize (gaps i Hi). split.
  - apply Rmult_le_compat_l; lra.
  - pose proof (lemma_B_3 B theta box i Hi).
    pose proof (gap_at_most_1 (borda theta) i (fun j r Hj _ => borda_between_0_and_1 theta j r Hj) Hi).
    lra.
Qed.

(** The bound of Theorem 3.1 for θ^Δ, or any θ of which every gap is Δ. *)
Lemma latent_bound_equal_gaps B Delta theta : 0 < kappa B * Delta <= 4 ->
  (forall i, In i roster -> gap theta roster i = Delta) ->
  latent_bound B theta = class_bound B Delta.
Proof.
  intros Hx Hgaps. pose proof (kappa_positive B). unfold latent_bound, class_bound. f_equal.
  rewrite (sum_over_ext _ (fun _ => L_of_gap (kappa B * Delta) / Delta ^ 2))
    by (intros i Hi; now rewrite Hgaps by exact Hi).
  rewrite sum_over_const, length_roster. unfold L_of_gap.
  rewrite last_phase_is_ceiling by exact Hx. field. split; nra.
Qed.

(** The bound of Theorem 3.1 is at most that of the class. *)
Theorem corollary_3_3_bound B Delta theta : 0 < Delta -> in_class B Delta theta ->
  latent_bound B theta <= class_bound B Delta.
Proof.
  intros HDelta Hclass. pose proof (kappa_positive B) as Hkappa.
  assert (0 < kappa B * Delta) as Hx by nra.
  assert (kappa B * Delta <= 4) as Hx4.
  { pose proof (class_gap B Delta theta Hclass 0 zero_in_roster). lra. }
  rewrite <- (latent_bound_equal_gaps B Delta (theta_flat Delta)) by (try (split; assumption); apply theta_flat_gap, HDelta).
  unfold latent_bound. pose proof INR_d.
  apply Rplus_le_compat_l, Rmult_le_compat_l.
  { apply Rmult_le_pos; [lra | apply Rlt_le, Rinv_0_lt_compat, pow_lt, Hkappa]. }
  apply sum_over_le. intros i Hi. rewrite theta_flat_gap by assumption.
  destruct Hclass as [_ gaps]. specialize (gaps i Hi).
  pose proof (L_of_gap_antitone (kappa B * Delta) (kappa B * gap theta roster i) ltac:(split; nra)).
  apply Rmult_le_compat; [lra | apply Rlt_le, Rinv_0_lt_compat, pow_lt; lra | lra |].
  apply Rinv_le_contravar; [apply pow_lt; lra | apply pow_incr; lra].
Qed.

(** On the class: with probability at least 1-δ, VB-EGE stops, answers P(θ), and τ is at
    most the bound of the class.  N samples a stream suffice for phase 1+⌈log₂(4/(κ_BΔ))⌉. *)
Theorem corollary_3_3_upper B Delta theta N : default_constants -> 0 < Delta ->
  (n_ (last_phase (kappa B * Delta)) <= N)%nat ->
  in_class B Delta theta ->
  1 - delta <= probability (streams N (bradley_terry theta)) (fun Z =>
    stops (estimates Z) /\
    forall answer tau, returns (estimates Z) answer tau ->
      (forall i, In i answer <-> in_P theta i) /\ INR tau <= class_bound B Delta).
Proof.
  intros default HDelta enough Hclass. pose proof (kappa_positive B) as Hkappa.
  pose proof Hclass as [box gaps].
  eapply Rle_trans; [apply (theorem_3_1 B theta N default box)|].
  - intros i Hi. specialize (gaps i Hi). lra.
  - intros i Hi. eapply Nat.le_trans; [|exact enough].
    apply n_monotone, last_phase_antitone. pose proof (class_gap B Delta theta Hclass i Hi). nra.
  - apply probability_le; [apply (is_law_streams N _ _ (bradley_terry_observations theta))|].
    intros Z [Hstops Hclaim]. split; [exact Hstops|]. intros answer tau Hret.
    destruct (Hclaim answer tau Hret) as [Hanswer Htau]. split; [exact Hanswer|].
    apply Rle_trans with (1 := Htau). now apply corollary_3_3_bound.
Qed.

(** ** What fails *)

(** Against Theorem 3.1 the bound is attained, by θ^Δ. *)
Theorem corollary_3_3_attained B Delta : 0 < Delta <= 2 * B ->
  in_class B Delta (theta_flat Delta) /\ latent_bound B (theta_flat Delta) = class_bound B Delta.
Proof.
  intros [HDelta HB].
  assert (in_class B Delta (theta_flat Delta)) as Hclass.
  { split; [now apply theta_flat_in_box|]. intros i Hi. rewrite theta_flat_gap by assumption. lra. }
  split; [exact Hclass|]. apply latent_bound_equal_gaps; [|intros; now apply theta_flat_gap].
  pose proof (class_gap B Delta _ Hclass 0 zero_in_roster). pose proof (kappa_positive B). nra.
Qed.

(** A gap below Δ: then the sum has terms above those at Δ. *)
Theorem corollary_3_3_needs_least_gap B Delta Delta' : 0 < Delta' < Delta -> Delta <= 2 * B ->
  in_box B (theta_flat Delta') /\ latent_bound B (theta_flat Delta') > class_bound B Delta.
Proof.
  intros HDelta HB. pose proof (kappa_positive B) as Hkappa. pose proof INR_d. pose proof INR_K.
  destruct (corollary_3_3_attained B Delta ltac:(lra)) as [_ <-].
  split; [apply theta_flat_in_box; lra|]. unfold latent_bound.
  assert (forall D, 0 < D ->
    sum_over roster (fun i => L_of_gap (kappa B * gap (theta_flat D) roster i) / gap (theta_flat D) roster i ^ 2)
    = INR K * (L_of_gap (kappa B * D) / D ^ 2)) as Hsum.
  { intros D HD. rewrite <- length_roster, <- sum_over_const. apply sum_over_ext.
    intros i Hi. now rewrite theta_flat_gap. }
  rewrite !Hsum by lra.
  apply Rplus_lt_compat_l, Rmult_lt_compat_l.
  { apply Rmult_lt_0_compat; [lra | apply Rinv_0_lt_compat, pow_lt, Hkappa]. }
  apply Rmult_lt_compat_l; [lra|].
  pose proof (L_of_gap_antitone (kappa B * Delta') (kappa B * Delta) ltac:(split; nra)).
  apply Rle_lt_trans with (L_of_gap (kappa B * Delta') / Delta ^ 2).
  - apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat, pow_lt; lra | lra].
  - apply Rmult_lt_compat_l; [lra|]. apply Rinv_lt_contravar; [|nra].
    apply Rmult_lt_0_compat; apply pow_lt; lra.
Qed.
End Corollary.

(** ⌈log₂(4/(κ_BΔ))⌉ for ⌈log₂(8/(κ_BΔ))⌉, against Theorem 3.1: one less. *)
Theorem corollary_3_3_needs_8 {arena : Arena} {tuning : Tuning} B Delta : 0 < Delta <= 2 * B ->
  latent_bound B (theta_flat Delta) >
  INR d * INR K + 128 * INR d * INR K / (kappa B ^ 2 * Delta ^ 2) *
    ln (4 * INR K * INR d * INR (nat_ceiling (log2 (4 / (kappa B * Delta)))) ^ 2 / delta).
Proof.
  intros HDelta. destruct (corollary_3_3_attained B Delta HDelta) as [Hclass ->]. unfold class_bound.
  pose proof (kappa_positive B). pose proof INR_d. pose proof INR_K. pose proof delta_between_0_and_1.
  pose proof (class_gap B Delta _ Hclass 0 zero_in_roster) as Hx. rewrite theta_flat_gap in Hx by (lra || apply zero_in_roster).
  rewrite <- last_phase_is_ceiling by (split; [nra | lra]). unfold last_phase.
  assert (1 <= INR (nat_ceiling (log2 (4 / (kappa B * Delta))))) as Hone.
  { apply Rle_trans with (log2 (2 ^ 1)); [rewrite log2_pow; simpl; lra|].
    eapply Rle_trans; [|apply nat_ceiling_ge]. apply log2_le. split; [simpl; lra|].
    apply Rmult_le_reg_r with (kappa B * Delta); [nra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by nra. simpl. nra. }
  set (n := nat_ceiling _) in *. rewrite (plus_INR 1 n). change (INR 1) with 1.
  apply Rplus_lt_compat_l, Rmult_lt_compat_l.
  { apply Rdiv_lt_0_compat; [|apply Rmult_lt_0_compat; apply pow_lt; lra]. nra. }
  assert (0 < 4 * INR K * INR d) by nra.
  apply ln_increasing.
  - apply Rdiv_lt_0_compat; [|lra]. apply Rmult_lt_0_compat; [assumption | nra].
  - apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat; lra|]. apply Rmult_lt_compat_l; [assumption | nra].
Qed.

(** Without 1/κ_B²: dK·n_1 samples are drawn in phase 1 of every run. *)
Theorem corollary_3_3_needs_kappa : let arena := sized 2 1 in
  exists (tuning : Tuning) B Delta (theta : array R), default_constants /\ 0 < Delta /\ in_class B Delta theta /\
  forall N, ~ 1 - delta <= probability (streams N (bradley_terry theta)) (fun Z =>
    stops (estimates Z) /\ forall answer tau, returns (estimates Z) answer tau ->
    INR tau <= INR d * INR K + 128 * INR d * INR K / Delta ^ 2 *
      ln (4 * INR K * INR d * INR (nat_ceiling (log2 (8 / (kappa B * Delta)))) ^ 2 / delta)).
Proof.
  intros arena. pose (tuning := twentieth). exists tuning, 4, 8, (theta_flat 8).
  destruct (corollary_3_3_attained 4 8 ltac:(lra)) as [Hclass _].
  split; [repeat split|]. split; [lra|]. split; [exact Hclass|].
  intros N. apply no_answer_in_time. pose proof (kappa_positive 4).
  pose proof (class_gap 4 8 _ Hclass 0 zero_in_roster) as Hx. rewrite theta_flat_gap in Hx by (lra || apply zero_in_roster).
  rewrite <- last_phase_is_ceiling by (split; lra).
  change (ln (4 * INR K * INR d * INR (last_phase (kappa 4 * 8)) ^ 2 / delta)) with (L_of_gap (kappa 4 * 8)).
  assert (L_of_gap (kappa 4 * 8) <= 3 * ln 160) by exact long_at_8.
  assert (8 * ln 160 <= INR (n_ 1)) by exact first_at_twentieth. pose proof (ln_above_1 160 ltac:(lra)).
  rewrite !mult_INR. simpl K. simpl d. simpl (INR 2). simpl (INR 1). lra.
Qed.

(** d for dK before the logarithm: for many models phase 1 alone costs more. *)
Theorem corollary_3_3_needs_K : let arena := sized (2 ^ 13) 1 in
  exists (tuning : Tuning) B Delta (theta : array R), default_constants /\ 0 < Delta /\ in_class B Delta theta /\
  forall N, ~ 1 - delta <= probability (streams N (bradley_terry theta)) (fun Z =>
    stops (estimates Z) /\ forall answer tau, returns (estimates Z) answer tau ->
    INR tau <= INR d * INR K + 128 * INR d / (kappa B ^ 2 * Delta ^ 2) *
      ln (4 * INR K * INR d * INR (nat_ceiling (log2 (8 / (kappa B * Delta)))) ^ 2 / delta)).
Proof.
  intros arena. pose (tuning := twentieth). exists tuning, 1, 2, (theta_flat 2).
  destruct (corollary_3_3_attained 1 2 ltac:(lra)) as [Hclass _].
  split; [repeat split|]. split; [lra|]. split; [exact Hclass|].
  intros N. apply no_answer_in_time. pose proof (kappa_positive 1) as Hk.
  assert (INR K = 2 ^ 13) as EK.
  { change K with (2 + (2 ^ 13 - 2))%nat. rewrite Nat.add_comm, Nat.sub_add by apply (Nat.pow_le_mono_r 2 1 13 ltac:(lia) ltac:(lia)).
    now rewrite pow_INR. }
  (* κ_1 ≥ 1/20 *)
  assert (/ 20 <= kappa 1) as Hk20.
  { pose proof exp_le_3 as H3. pose proof (exp_ineq1 1 ltac:(lra)).
    assert (exp (2 * 1) <= 9) by (replace (2 * 1) with (1 + 1) by ring; rewrite exp_plus; nra).
    pose proof (exp_ineq1 (2 * 1) ltac:(lra)).
    assert (/ 2 <= sigma (2 * 1)) as Hs.
    { unfold sigma. apply Rinv_le_contravar; [pose proof (exp_pos (- (2 * 1))); lra|]. rewrite exp_Ropp.
      assert (/ exp (2 * 1) < / 1) by (apply Rinv_lt_contravar; lra). lra. }
    assert (/ 10 <= sigma (- (2 * 1))) as Hs'.
    { unfold sigma. rewrite Ropp_involutive. apply Rinv_le_contravar; lra. }
    unfold kappa. nra. }
  pose proof (class_gap 1 2 _ Hclass 0 zero_in_roster) as Hx. rewrite theta_flat_gap in Hx by (lra || apply zero_in_roster).
  rewrite <- last_phase_is_ceiling by (split; lra).
  assert (last_phase (kappa 1 * 2) <= 7)%nat as HM.
  { rewrite <- (proj2 (m_of_pow 6)). apply last_phase_antitone. simpl. lra. }
  assert (1 <= last_phase (kappa 1 * 2))%nat as HM1 by (unfold last_phase; lia).
  set (M := last_phase (kappa 1 * 2)) in *. clearbody M. apply le_INR in HM, HM1.
  change (INR 1) with 1 in HM1. replace (INR 7) with 7 in HM by (simpl; ring).
  set (l := ln (4 * 2 ^ 13 / (1 / 20))).
  assert (1 < l) as Hl by (apply ln_above_1; simpl; lra).
  destruct (n_spec 1 ltac:(lia)) as [Hn _]. change C_samp with 2 in Hn.
  assert (L_ 1 = l) as E1.
  { unfold L_, l. rewrite EK. change C_log with 4. change delta with (1 / 20). change (INR d) with 1. change (INR 1) with 1. f_equal. field. }
  assert (ln (4 * INR K * INR d * INR M ^ 2 / delta) <= 3 * l) as HL.
  { replace (3 * l) with (ln ((4 * 2 ^ 13 / (1 / 20)) ^ 3)) by (unfold l; rewrite ln_pow by (simpl; lra); simpl; ring).
    rewrite EK. change delta with (1 / 20). change (INR d) with 1. apply ln_monotone.
    replace ((4 * 2 ^ 13 / (1 / 20)) ^ 3) with (655360 ^ 3) by (simpl; field). replace (4 * 2 ^ 13 * 1 * INR M ^ 2 / (1 / 20)) with (655360 * INR M ^ 2) by (simpl; field).
    split; nra. }
  assert (128 * INR d / (kappa 1 ^ 2 * 2 ^ 2) <= 12800) as Hc.
  { change (INR d) with 1. apply Rmult_le_reg_r with (kappa 1 ^ 2 * 2 ^ 2); [apply Rmult_lt_0_compat; apply pow_lt; lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by (apply Rgt_not_eq, Rmult_lt_0_compat; apply pow_lt; lra). nra. }
  assert (0 <= ln (4 * INR K * INR d * INR M ^ 2 / delta)).
  { rewrite <- ln_1. apply ln_monotone. rewrite EK. change delta with (1 / 20). change (INR d) with 1. simpl. split; [lra | nra]. }
  set (L := ln (4 * INR K * INR d * INR M ^ 2 / delta)) in *.
  assert (128 * INR d / (kappa 1 ^ 2 * 2 ^ 2) * L <= 12800 * (3 * l)).
  { apply Rle_trans with (12800 * L); [apply Rmult_le_compat_r; assumption | lra]. }
  rewrite !mult_INR, EK, E1 in *. change (INR d) with 1 in *. simpl (2 ^ 1) in Hn. simpl (2 ^ 13). nra.
Qed.
