(** * Lemma B.12

    kl(σ(x),σ(y)) ≤ (x-y)²/8 for all real x, y.

    With p = σ(x) and t = y - x the divergence is log(1-p+p·e^t) - p·t, and σ' ≤ 1/4
    (1/4 - σ(z)σ(-z) = ((σ(z)-σ(-z))/2)²) integrated twice bounds it: core_log_mgf.v.
    Sharper than the paper: no constant below 1/8 will do. *)

From Coq Require Import Reals Lra.
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
