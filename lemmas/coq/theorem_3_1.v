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
From VectorBorda Require Import definitions core_finite core_schedule core_sigma lemma_b_3.
From VectorBorda Require Import proposition_b_4_path.
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
