(** * The schedule

    ⌈x⌉ and log₂, and what the proofs use of ε_m, L_m, n_m, r_m and Δ ↦ M_i: L_m and
    n_m grow, n_m is 2·L_m·4^m up to one, r_m ≤ ε_m/2. *)

From Coq Require Import Reals List Lra Lia ZArith.
From VectorBorda Require Import definitions core_finite.
Open Scope R_scope.

(** ** ⌈x⌉ and log₂ x *)

Lemma ceiling_spec x : x <= IZR (ceiling x) < x + 1.
Proof.
  unfold ceiling, Int_part. rewrite opp_IZR, minus_IZR.
  destruct (archimed (- x)). simpl. lra.
Qed.

Lemma nat_ceiling_ge x : x <= INR (nat_ceiling x).
Proof.
  pose proof (ceiling_spec x). unfold nat_ceiling. rewrite INR_IZR_INZ.
  apply Rle_trans with (IZR (ceiling x)); [lra|]. apply IZR_le. lia.
Qed.

Lemma nat_ceiling_lt x : 0 <= x -> INR (nat_ceiling x) < x + 1.
Proof.
  intros Hx. pose proof (ceiling_spec x). unfold nat_ceiling. rewrite INR_IZR_INZ.
  assert (0 <= ceiling x)%Z by (apply le_IZR; lra).
  rewrite Z2Nat.id by assumption. lra.
Qed.

Lemma nat_ceiling_monotone x y : x <= y -> (nat_ceiling x <= nat_ceiling y)%nat.
Proof.
  intros Hxy. pose proof (ceiling_spec x). pose proof (ceiling_spec y).
  assert (ceiling x < ceiling y + 1)%Z by (apply lt_IZR; rewrite plus_IZR; lra).
  unfold nat_ceiling. lia.
Qed.

Lemma ln_2_positive : 0 < ln 2.
Proof. rewrite <- ln_1. apply ln_increasing; lra. Qed.

Lemma log2_le x y : 0 < x <= y -> log2 x <= log2 y.
Proof.
  intros [Hx Hxy]. pose proof ln_2_positive as H2. unfold log2, Rdiv.
  apply Rmult_le_compat_r; [now apply Rlt_le, Rinv_0_lt_compat|].
  destruct (Rle_lt_or_eq_dec _ _ Hxy) as [Hlt| ->]; [apply Rlt_le; now apply ln_increasing | lra].
Qed.

Lemma log2_lt x y : 0 < x < y -> log2 x < log2 y.
Proof.
  intros [Hx Hxy]. pose proof ln_2_positive as H2. unfold log2, Rdiv.
  apply Rmult_lt_compat_r; [now apply Rinv_0_lt_compat | now apply ln_increasing].
Qed.

Lemma log2_pow m : log2 (2 ^ m) = INR m.
Proof.
  pose proof ln_2_positive. unfold log2. rewrite ln_pow by lra. field. lra.
Qed.

Lemma ln_monotone x y : 0 < x <= y -> ln x <= ln y.
Proof.
  intros [Hx Hxy]. destruct (Rle_lt_or_eq_dec _ _ Hxy) as [Hlt| ->]; [|lra].
  apply Rlt_le. now apply ln_increasing.
Qed.

Lemma pow2_positive m : 0 < 2 ^ m.
Proof. apply pow_lt. lra. Qed.

(** ** ε_m, L_m, n_m, r_m *)

Lemma eps_positive m : 0 < eps_ m.
Proof. apply Rinv_0_lt_compat, pow2_positive. Qed.

(** 1/ε_m² = 4^m *)
Lemma eps_square m : / eps_ m ^ 2 = (2 ^ m) ^ 2.
Proof. unfold eps_. pose proof (pow2_positive m). field. lra. Qed.

Lemma INR_K {arena : Arena} : 2 <= INR K.
Proof. apply (le_INR 2), K_at_least_2. Qed.

Lemma INR_d {arena : Arena} : 1 <= INR d.
Proof. apply (le_INR 1), d_at_least_1. Qed.

Section Schedule.
Context {arena : Arena} {tuning : Tuning}.

(** C·K·d·M²/δ, inside the logarithms, grows with M and exceeds 1. *)
Lemma inside_log C M M' : 1 <= C -> 1 <= M <= M' ->
  1 < C * INR K * INR d * M ^ 2 / delta <= C * INR K * INR d * M' ^ 2 / delta.
Proof.
  intros HC [HM HM']. pose proof delta_between_0_and_1 as Hdelta.
  pose proof INR_K. pose proof INR_d.
  assert (2 <= C * INR K) by nra. assert (2 <= C * INR K * INR d) by nra.
  assert (1 <= M ^ 2) by nra. assert (M ^ 2 <= M' ^ 2) by nra.
  split; [|apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; lra | nra]].
  apply Rmult_lt_reg_r with delta; [lra|]. unfold Rdiv.
  rewrite Rmult_assoc, Rinv_l by lra. nra.
Qed.

Lemma L_positive m : (1 <= m)%nat -> 0 < L_ m.
Proof.
  intros Hm%(le_INR 1). simpl INR in Hm. rewrite <- ln_1. apply ln_increasing; [lra|].
  apply (inside_log C_log (INR m) (INR m) C_log_at_least_1). lra.
Qed.

Lemma L_monotone m m' : (1 <= m <= m')%nat -> L_ m <= L_ m'.
Proof.
  intros [Hm%(le_INR 1) Hm'%le_INR]. simpl INR in Hm.
  pose proof (inside_log C_log (INR m) (INR m') C_log_at_least_1 (conj Hm Hm')).
  apply ln_monotone. lra.
Qed.

(** n_m = ⌈C_samp·L_m·4^m⌉ *)
Lemma n_spec m : (1 <= m)%nat ->
  C_samp * L_ m * (2 ^ m) ^ 2 <= INR (n_ m) < C_samp * L_ m * (2 ^ m) ^ 2 + 1.
Proof.
  intros Hm. pose proof (L_positive m Hm). pose proof C_samp_positive. pose proof (pow2_positive m).
  rewrite <- eps_square. destruct m as [|m]; [lia|]. unfold n_.
  split; [apply nat_ceiling_ge | apply nat_ceiling_lt].
  rewrite eps_square. pose proof (pow2_positive (S m)).
  apply Rmult_le_pos; [apply Rmult_le_pos; lra | apply pow_le; lra].
Qed.

Lemma n_positive m : (1 <= m)%nat -> 0 < INR (n_ m).
Proof.
  intros Hm. destruct (n_spec m Hm) as [H _]. pose proof (L_positive m Hm).
  pose proof C_samp_positive. pose proof (pow2_positive m).
  apply Rlt_le_trans with (2 := H).
  apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra | apply pow_lt; lra].
Qed.

Lemma n_monotone m m' : (m <= m')%nat -> (n_ m <= n_ m')%nat.
Proof.
  intros Hm. destruct m as [|m]; [simpl; lia|]. destruct m' as [|m']; [lia|].
  pose proof (L_positive (S m) ltac:(lia)). pose proof (L_monotone (S m) (S m') ltac:(lia)) as HL.
  unfold n_. apply nat_ceiling_monotone. unfold Rdiv. rewrite !eps_square.
  pose proof C_samp_positive. pose proof (pow2_positive (S m)).
  assert (2 ^ S m <= 2 ^ S m') by (apply Rle_pow; [lra | exact Hm]).
  apply Rmult_le_compat; [nra | apply pow_le; lra | nra | apply pow_incr; lra].
Qed.

(** The link between the schedule and the accuracy:
    n_m ≥ 2·L_m·4^m ⟹ r_m ≤ ε_m/2. *)
Lemma radius_at_most_half_eps m : (1 <= m)%nat ->
  INR (n_ m) >= 2 * L_ m * (2 ^ m) ^ 2 -> r_ m <= eps_ m / 2.
Proof.
  intros Hm Hn. pose proof (eps_positive m). pose proof (n_positive m Hm). pose proof (L_positive m Hm).
  unfold r_. rewrite <- (sqrt_square (eps_ m / 2)) by lra. apply sqrt_le_1_alt.
  (* L/(2n) ≤ (ε/2)², since 2n·(ε/2)² = (n/2)·ε² ≥ L·4^m·ε² = L *)
  apply Rmult_le_reg_r with (2 * INR (n_ m)); [lra|].
  unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  assert ((2 ^ m) ^ 2 * eps_ m ^ 2 = 1) as E.
  { unfold eps_. pose proof (pow2_positive m). field. lra. }
  assert (0 < eps_ m ^ 2) by (apply pow_lt; lra).
  assert (2 * L_ m * (2 ^ m) ^ 2 * eps_ m ^ 2 <= INR (n_ m) * eps_ m ^ 2) as Hle.
  { apply Rmult_le_compat_r; lra. }
  replace (2 * L_ m * (2 ^ m) ^ 2 * eps_ m ^ 2) with (2 * L_ m * ((2 ^ m) ^ 2 * eps_ m ^ 2)) in Hle by ring.
  rewrite E in Hle. lra.
Qed.

Corollary radius_small m : 2 <= C_samp -> (1 <= m)%nat -> r_ m <= eps_ m / 2.
Proof.
  intros HC Hm. apply radius_at_most_half_eps; [exact Hm|].
  destruct (n_spec m Hm) as [H _]. pose proof (L_positive m Hm).
  pose proof (pow_lt _ 2 (pow2_positive m)). apply Rle_ge.
  apply Rle_trans with (2 := H). apply Rmult_le_compat_r; nra.
Qed.
End Schedule.

(** ** m_i and M_i *)

(** m_i = min{m : ε_m < Δ/4}, which is 1 + ⌊log₂(4/Δ)⌋ for Δ ≤ 4 *)
Definition m_of_gap (Delta : R) : nat := S (Z.to_nat (Int_part (log2 (4 / Delta)))).

Section Phase.
Variable Delta : R.
Hypothesis positive : 0 < Delta.

Lemma eps_below m : eps_ m < Delta / 4 <-> log2 (4 / Delta) < INR m.
Proof.
  pose proof (pow2_positive m). rewrite <- log2_pow. unfold eps_.
  assert (0 < 4 / Delta) by (apply Rdiv_lt_0_compat; lra).
  assert (/ 2 ^ m < Delta / 4 <-> 4 / Delta < 2 ^ m) as ->.
  { split; intros H1.
    - replace (4 / Delta) with (/ (Delta / 4)) by (field; lra).
      rewrite <- (Rinv_inv (2 ^ m)). apply Rinv_lt_contravar; [|exact H1].
      apply Rmult_lt_0_compat; [now apply Rinv_0_lt_compat | lra].
    - replace (Delta / 4) with (/ (4 / Delta)) by (field; lra).
      apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; lra | exact H1]. }
  split; intros H1.
  - apply log2_lt. lra.
  - apply Rnot_le_lt. intros H2. pose proof (log2_le (2 ^ m) (4 / Delta)). lra.
Qed.

Lemma m_of_gap_spec :
  (1 <= m_of_gap Delta)%nat /\ eps_ (m_of_gap Delta) < Delta / 4 /\
  forall m, (1 <= m)%nat -> eps_ m < Delta / 4 -> (m_of_gap Delta <= m)%nat.
Proof.
  unfold m_of_gap. set (y := log2 (4 / Delta)). destruct (base_Int_part y) as [Hle Hgt].
  split; [lia|]. split.
  - apply eps_below. fold y. rewrite S_INR, INR_IZR_INZ.
    assert (IZR (Int_part y) <= IZR (Z.of_nat (Z.to_nat (Int_part y)))) by (apply IZR_le; lia). lra.
  - intros m Hm Hlt%eps_below. fold y in Hlt. rewrite INR_IZR_INZ in Hlt.
    assert (Int_part y < Z.of_nat m)%Z by (apply lt_IZR; lra). lia.
Qed.

(** m_i ≤ M_i *)
Lemma m_of_gap_le_last_phase : (m_of_gap Delta <= last_phase Delta)%nat.
Proof.
  unfold m_of_gap, last_phase, nat_ceiling. set (y := log2 (4 / Delta)).
  destruct (base_Int_part y) as [Hle _]. destruct (ceiling_spec y) as [Hge _].
  assert (Int_part y <= ceiling y)%Z by (apply le_IZR; lra). lia.
Qed.

(** 2^{m_i} ≤ 8/Δ *)
Lemma pow_m_of_gap : Delta <= 4 -> 2 ^ m_of_gap Delta * Delta <= 8.
Proof.
  intros Hsmall. unfold m_of_gap. set (z := Int_part _). simpl.
  enough (2 ^ Z.to_nat z * Delta <= 4) by lra.
  destruct (Z_le_gt_dec z 0) as [Hz|Hz].
  - replace (Z.to_nat z) with O by lia. simpl. lra.
  - apply Rnot_lt_le. intros Hlt.
    assert (4 / Delta < 2 ^ Z.to_nat z) as Hpow.
    { apply Rmult_lt_reg_r with Delta; [exact positive|]. unfold Rdiv.
      rewrite Rmult_assoc, Rinv_l by lra. lra. }
    assert (0 < 4 / Delta) as H4 by (apply Rdiv_lt_0_compat; lra).
    pose proof (log2_lt _ _ (conj H4 Hpow)) as Hlog.
    rewrite log2_pow, INR_IZR_INZ, Z2Nat.id in Hlog by lia.
    destruct (base_Int_part (log2 (4 / Delta))) as [Hle _]. fold z in Hle. lra.
Qed.
End Phase.
