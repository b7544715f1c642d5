(** * The logistic link

    σ is strictly increasing, σ(x) + σ(-x) = 1, σ' = σ(x)·σ(-x), and on [-2B, 2B] its
    slope is at least κ_B = σ(2B)·σ(-2B). *)

From Coq Require Import Reals List Lra Lia.
From Coquelicot Require Import Coquelicot.
From VectorBorda Require Import definitions core_finite core_margins lemma_2_1.
Open Scope R_scope.

Lemma sigma_positive x : 0 < sigma x.
Proof. apply Rinv_0_lt_compat. pose proof (exp_pos (- x)). lra. Qed.

Lemma sigma_symmetric x : sigma x + sigma (- x) = 1.
Proof.
  unfold sigma. rewrite Ropp_involutive, exp_Ropp. pose proof (exp_pos x). field. lra.
Qed.

Lemma sigma_below_1 x : sigma x < 1.
Proof. pose proof (sigma_symmetric x). pose proof (sigma_positive (- x)). lra. Qed.

Lemma sigma_increasing x y : x < y -> sigma x < sigma y.
Proof.
  intros Hxy. pose proof (exp_pos (- x)). pose proof (exp_pos (- y)).
  apply Rinv_lt_contravar; [nra|].
  apply Rplus_lt_compat_l, exp_increasing. lra.
Qed.

Lemma sigma_monotone x y : x <= y -> sigma x <= sigma y.
Proof. intros [H| ->]; [now apply Rlt_le, sigma_increasing | lra]. Qed.

(** σ'(x) = σ(x)·σ(-x) *)
Lemma sigma_derivative x : is_derive sigma x (sigma x * sigma (- x)).
Proof.
  pose proof (exp_pos x). unfold sigma. auto_derive.
  - pose proof (exp_pos (- x)). lra.
  - rewrite Ropp_involutive, exp_Ropp. field. lra.
Qed.

(** The mean value theorem *)
Lemma sigma_mean_value u v : u < v ->
  exists c, u < c < v /\ sigma v - sigma u = sigma c * sigma (- c) * (v - u).
Proof.
  intros Huv.
  destruct (MVT_cor2 sigma (fun c => sigma c * sigma (- c)) u v Huv) as [c [E Hc]].
  - intros c _. apply is_derive_Reals, sigma_derivative.
  - now exists c.
Qed.

Lemma kappa_positive B : 0 < kappa B.
Proof. apply Rmult_lt_0_compat; apply sigma_positive. Qed.

(** κ_B is the smallest slope on [-2B, 2B]. *)
Lemma kappa_at_most_slope B c : - (2 * B) <= c <= 2 * B -> kappa B <= sigma c * sigma (- c).
Proof.
  intros [Hl Hu]. pose proof (sigma_monotone _ _ Hl). pose proof (sigma_monotone _ _ Hu).
  pose proof (sigma_symmetric c). pose proof (sigma_symmetric (2 * B)). unfold kappa. nra.
Qed.

Lemma sigma_slope B u v : - (2 * B) <= u -> u <= v -> v <= 2 * B ->
  kappa B * (v - u) <= sigma v - sigma u.
Proof.
  intros Hu Huv Hv. destruct (Rle_lt_or_eq_dec u v Huv) as [Hlt| ->]; [|lra].
  destruct (sigma_mean_value u v Hlt) as [c [Hc ->]].
  apply Rmult_le_compat_r; [lra | apply kappa_at_most_slope; lra].
Qed.

(** σ' ≤ 1/4 *)
Lemma sigma_slope_at_most_quarter u v : u <= v -> sigma v - sigma u <= (v - u) / 4.
Proof.
  intros Huv. destruct (Rle_lt_or_eq_dec u v Huv) as [Hlt| ->]; [|lra].
  destruct (sigma_mean_value u v Hlt) as [c [_ ->]].
  pose proof (sigma_symmetric c) as Hsym.
  assert (sigma c * sigma (- c) <= / 4) by (pose proof (pow2_ge_0 (sigma c - 1 / 2)); replace (sigma (- c)) with (1 - sigma c) by lra; nra).
  nra.
Qed.

(** Borda scores are probabilities. *)
Lemma borda_between_0_and_1 {arena : Arena} (theta : array R) i r :
  In i roster -> 0 <= borda theta i r <= 1.
Proof.
  intros Hi. pose proof K_minus_1_positive as HK.
  assert (INR (length (roster ∖ i)) = INR K - 1) as Hsize.
  { pose proof (length_without roster i (proj1 roster_subset) Hi) as E.
    rewrite length_roster in E. rewrite E, S_INR. lra. }
  set (f l := sigma (theta i r - theta l r)).
  assert (0 <= sum_over (roster ∖ i) f <= INR K - 1) as Hsum.
  { pose proof (sum_over_le (fun _ => 0) f (roster ∖ i) (fun l _ => Rlt_le _ _ (sigma_positive _))) as Hl.
    pose proof (sum_over_le f (fun _ => 1) (roster ∖ i) (fun l _ => Rlt_le _ _ (sigma_below_1 _))) as Hu.
    rewrite sum_over_const in Hl, Hu. lra. }
  unfold borda, borda_with. fold f. pose proof (Rinv_0_lt_compat _ HK) as Hinv.
  split; [apply Rmult_le_pos; lra|].
  apply Rle_trans with (/ (INR K - 1) * (INR K - 1)); [apply Rmult_le_compat_l; lra|].
  rewrite Rinv_l; lra.
Qed.

(** e > 13/5, by (1 + 1/16)^16. *)
Lemma exp_1_above : 13 / 5 < exp 1.
Proof.
  assert (square : forall x y z, 0 < y -> y < exp x -> z < y * y -> z < exp (x + x)) by (intros; rewrite exp_plus; nra).
  assert (17 / 16 < exp (1 / 16)) as H by (pose proof (exp_ineq1 (1 / 16)); lra).
  apply (square _ (17 / 16) (1128 / 1000)) in H; try lra. apply (square _ _ (1272 / 1000)) in H; try lra.
  apply (square _ _ (1617 / 1000)) in H; try lra. apply (square _ _ (13 / 5)) in H; try lra.
  replace 1 with (1 / 16 + 1 / 16 + (1 / 16 + 1 / 16) + (1 / 16 + 1 / 16 + (1 / 16 + 1 / 16)) +
    (1 / 16 + 1 / 16 + (1 / 16 + 1 / 16) + (1 / 16 + 1 / 16 + (1 / 16 + 1 / 16)))) by field. exact H.
Qed.
