(** * Lemma B.12

    kl(σ(x),σ(y)) ≤ (x-y)²/8 for all real x, y.

    With p = σ(x) and t = y - x the divergence is log(1-p+p·e^t) - p·t, and σ' ≤ 1/4
    (1/4 - σ(z)σ(-z) = ((σ(z)-σ(-z))/2)²) integrated twice bounds it: core_log_mgf.v.
    Sharper than the paper: no constant below 1/8 will do. *)

From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From VectorBorda Require Import definitions core_sigma core_log_mgf core_kl.
Open Scope R_scope.

Theorem lemma_B_12 x y : kl (sigma x) (sigma y) <= (x - y) ^ 2 / 8.
Proof.
  pose proof (sigma_positive x). pose proof (sigma_below_1 x).
  pose proof (log_mgf (sigma x) ltac:(lra) (y - x)). rewrite kl_sigma. lra.
Qed.

(** kl(σ(s),σ(-s)) = s·(1 - 2/(e^s+1)) *)
Lemma kl_opposite s : kl (sigma s) (sigma (- s)) = s * (1 - 2 / (exp s + 1)).
Proof.
  rewrite kl_sigma, sigma_exp. pose proof (exp_pos s).
  replace (- s - s) with (- s + - s) by ring. rewrite exp_plus, exp_Ropp.
  replace (1 - exp s / (1 + exp s) + exp s / (1 + exp s) * (/ exp s * / exp s)) with (/ exp s) by (field; lra).
  rewrite ln_Rinv, ln_exp by assumption. field. lra.
Qed.

(** 1/8 is the smallest constant: on x = -y = s > 0 the ratio is tanh(s/2)/(4s), at least
    1/(8+4s) as e^s ≥ 1+s. *)
Theorem lemma_B_12_sharp c : c < 1 / 8 -> exists x y, c * (x - y) ^ 2 < kl (sigma x) (sigma y).
Proof.
  (* a constant a between c and 1/8 that is positive, and s with 1/(8+4s) = a *)
  intros Hc. set (a := Rmax c (1 / 16)). pose proof (Rmax_l c (1 / 16)). pose proof (Rmax_r c (1 / 16)).
  assert (Ha : 1 / 16 <= a < 1 / 8) by (split; [assumption | apply Rmax_lub_lt; lra]).
  set (s := (1 / 8 - a) / 2).
  exists s, (- s). pose proof (exp_ineq1_le s) as He.
  rewrite kl_opposite.
  apply Rlt_le_trans with (s * (s / (2 + s))).
  - apply Rle_lt_trans with (a * (s - - s) ^ 2); [apply Rmult_le_compat_r; [apply pow2_ge_0 | assumption]|].
    assert (0 < s) by (unfold s; lra).
    apply (Rmult_lt_reg_r (2 + s)); [lra|].
    replace (s * (s / (2 + s)) * (2 + s)) with (s ^ 2) by (field; lra).
    replace (a * (s - - s) ^ 2 * (2 + s)) with (4 * a * (2 + s) * s ^ 2) by ring.
    assert (4 * a * (2 + s) < 1) by (replace a with (1 / 8 - 2 * s) by (unfold s; lra); nra).
    assert (0 < s ^ 2) by nra. nra.
  - assert (0 < s) by (unfold s; lra). apply Rmult_le_compat_l; [lra|].
    replace (s / (2 + s)) with (1 - 2 / (s + 2)) by (field; lra).
    assert (2 / (exp s + 1) <= 2 / (s + 2)); [|lra].
    apply Rmult_le_compat_l; [lra | apply Rinv_le_contravar; lra].
Qed.

(** |x-y|/8 for (x-y)²/8: kl(σ(2),σ(-2)) = 2·tanh(1) > 1. *)
Theorem lemma_B_12_needs_square : exists x y, ~ kl (sigma x) (sigma y) <= Rabs (x - y) / 8.
Proof.
  exists 2, (- (2)). rewrite kl_opposite. pose proof (exp_ineq1 2 ltac:(lra)).
  assert (/ (exp 2 + 1) < / 4) by (apply Rinv_lt_contravar; lra).
  rewrite Rabs_pos_eq by lra. unfold Rdiv at 1. lra.
Qed.

(** Reversed: kl(σ(2),σ(-2)) < 2 = (2+2)²/8. *)
Theorem lemma_B_12_reversed_fails : exists x y, ~ kl (sigma x) (sigma y) >= (x - y) ^ 2 / 8.
Proof.
  exists 2, (- (2)). rewrite kl_opposite. pose proof (exp_pos 2).
  assert (0 < / (exp 2 + 1)) by (apply Rinv_0_lt_compat; lra). unfold Rdiv at 1. lra.
Qed.

(** kl(σ(x),σ(y)) = (x-y)²·∫_0^1 (1-t)·σ'(x+t(y-x)) dt.  With x and y exchanged under the
    integral it belongs to kl(σ(y),σ(x)): at x = 4, y = 0 it is log((1+e⁴)/2) - 2 > 1, and
    kl(σ(4),σ(0)) = 4σ(4) - log((1+e⁴)/2) < 1. *)
Theorem lemma_B_12_integral_at_y_fails : exists x y,
  kl (sigma x) (sigma y) <>
  (x - y) ^ 2 * RInt (fun t => (1 - t) * (sigma (y + t * (x - y)) * sigma (- (y + t * (x - y))))) 0 1.
Proof.
  exists 4, 0.
  pose (f t := (1 - t) * (sigma (0 + t * (4 - 0)) * sigma (- (0 + t * (4 - 0))))).
  pose (F t := (1 - t) * sigma (4 * t) / 4 + ln (1 + exp (4 * t)) / 16).
  assert (forall t, is_derive F t (f t)) as dF.
  { intros t. unfold F, f, sigma. pose proof (exp_pos (4 * t)). pose proof (exp_pos (- (4 * t))).
    auto_derive; [repeat split; lra|].
    replace (0 + t * (4 - 0)) with (4 * t) by ring. rewrite Ropp_involutive, exp_Ropp. field. lra. }
  assert (RInt f 0 1 = F 1 - F 0) as E.
  { apply is_RInt_unique. apply (is_RInt_derive F f); [intros; apply dF|].
    intros t _. apply (ex_derive_continuous f). unfold f, sigma.
    pose proof (exp_pos (- (0 + t * (4 - 0)))). pose proof (exp_pos (- - (0 + t * (4 - 0)))).
    auto_derive. repeat split; lra. }
  change (kl (sigma 4) (sigma 0) <> (4 - 0) ^ 2 * RInt f 0 1). rewrite E.
  unfold F. rewrite Rmult_0_r, Rmult_1_r, exp_0, kl_sigma, sigma_exp, Rminus_0_l.
  (* with p = σ(4): 1 - p + p·e^{-4} = 2/(1+e⁴) *)
  pose proof (exp_pos 4).
  replace (1 - exp 4 / (1 + exp 4) + exp 4 / (1 + exp 4) * exp (- (4))) with (/ ((1 + exp 4) / 2))
    by (rewrite exp_Ropp; field; lra).
  rewrite ln_Rinv by lra. replace (1 + 1) with 2 by ring.
  assert (ln (1 + exp 4) = ln ((1 + exp 4) / 2) + ln 2) as -> by (rewrite <- ln_mult by lra; f_equal; field).
  assert (3 < ln ((1 + exp 4) / 2)) as Hln.
  { rewrite <- (ln_exp 3). apply ln_increasing; [apply exp_pos|].
    replace 4 with (3 + 1) by ring. rewrite exp_plus. pose proof (exp_ineq1 1 ltac:(lra)). pose proof (exp_pos 3). nra. }
  assert (exp 4 / (1 + exp 4) < 1) by (apply (Rmult_lt_reg_r (1 + exp 4)); [lra | field_simplify; lra]).
  assert (sigma 0 = / 2) as -> by (unfold sigma; rewrite Ropp_0, exp_0; field).
  set (c := ln ((1 + exp 4) / 2)) in *. set (p := exp 4 / (1 + exp 4)) in *. lra.
Qed.
