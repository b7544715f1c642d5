(** * The binary divergence

    kl(p,q) = p·log(p/q) + (1-p)·log((1-p)/(1-q)), with 0·log(0/x) = 0 and
    x·log(x/0) = +∞ for x > 0. *)

From Coq Require Import Reals Lra.
From Coquelicot Require Import Rbar.
From VectorBorda Require Import definitions.
Open Scope R_scope.

(** u·log(u/v), where it is finite: v > 0 or u = 0. *)
Definition kl_term (u v : R) : R := u * ln (u / v).

(** kl(p,q), where it is finite: q > 0 or p = 0, and q < 1 or p = 1. *)
Definition kl (p q : R) : R := kl_term p q + kl_term (1 - p) (1 - q).

(** kl(p,q) with its infinite values. *)
Definition kl_infinite (p q : R) : Prop := (q = 0 /\ p <> 0) \/ (q = 1 /\ p <> 1).
Definition KL (p q : R) : Rbar :=
  if Req_EM_T q 0 then if Req_EM_T p 0 then Finite (kl p q) else p_infty
  else if Req_EM_T q 1 then if Req_EM_T p 1 then Finite (kl p q) else p_infty
  else Finite (kl p q).

Lemma ln_below y : 0 < y -> ln y <= y - 1.
Proof. intros H. pose proof (exp_ineq1_le (ln y)) as E. rewrite exp_ln in E by exact H. lra. Qed.

Lemma ln_quotient x y : 0 < x -> 0 < y -> ln (x / y) = ln x - ln y.
Proof.
  intros. unfold Rdiv. rewrite ln_mult, ln_Rinv; try lra. apply Rinv_0_lt_compat. assumption.
Qed.

Lemma kl_term_0 v : kl_term 0 v = 0.
Proof. unfold kl_term. ring. Qed.

Lemma kl_term_same u : kl_term u u = 0.
Proof.
  destruct (Req_dec u 0) as [->|n]; [apply kl_term_0|].
  unfold kl_term, Rdiv. rewrite Rinv_r, ln_1 by exact n. ring.
Qed.

Lemma kl_same p : kl p p = 0.
Proof. unfold kl. rewrite !kl_term_same. ring. Qed.

(** u·log(u/v) lies above its tangent at any (U,V): it is convex and homogeneous. *)
Lemma kl_term_tangent u v U V :
  0 <= u -> 0 <= v -> (v = 0 -> u = 0) -> 0 < U -> 0 < V ->
  u * ln (U / V) + u - v * (U / V) <= kl_term u v.
Proof.
  intros Hu Hv ac HU HV. assert (HUV : 0 < U / V) by (apply Rdiv_lt_0_compat; assumption).
  destruct Hu as [Hu|<-]; [|rewrite kl_term_0; nra].
  destruct Hv as [Hv|<-]; [|rewrite ac in Hu by reflexivity; lra].
  assert (Huv : 0 < u / v) by (apply Rdiv_lt_0_compat; assumption).
  pose proof (ln_below _ (Rdiv_lt_0_compat _ _ HUV Huv)) as H.
  rewrite ln_quotient in H by assumption.
  apply (Rmult_le_compat_l u) in H; [|lra].
  replace (u * (U / V / (u / v) - 1)) with (v * (U / V) - u) in H by (field; lra).
  unfold kl_term. lra.
Qed.

Lemma sigma_exp x : sigma x = exp x / (1 + exp x).
Proof. unfold sigma. rewrite exp_Ropp. pose proof (exp_pos x). field. lra. Qed.

(** kl(σ(x),σ(y)) = log(1 - p + p·e^{y-x}) - p·(y-x) with p = σ(x). *)
Lemma kl_sigma x y :
  kl (sigma x) (sigma y) = ln (1 - sigma x + sigma x * exp (y - x)) - sigma x * (y - x).
Proof.
  pose proof (exp_pos x) as ex. pose proof (exp_pos y) as ey.
  unfold kl, kl_term. rewrite !sigma_exp.
  replace (exp x / (1 + exp x) / (exp y / (1 + exp y))) with (exp x / exp y * ((1 + exp y) / (1 + exp x))) by (field; lra).
  replace ((1 - exp x / (1 + exp x)) / (1 - exp y / (1 + exp y))) with ((1 + exp y) / (1 + exp x)) by (field; lra).
  replace (exp (y - x)) with (exp y * / exp x)
    by (unfold Rminus; rewrite exp_plus, exp_Ropp; reflexivity).
  replace (1 - exp x / (1 + exp x) + exp x / (1 + exp x) * (exp y * / exp x)) with ((1 + exp y) / (1 + exp x)) by (field; lra).
  rewrite (ln_mult (exp x / exp y)) by (apply Rdiv_lt_0_compat; lra).
  rewrite (ln_quotient (exp x)), !ln_exp by assumption. field. lra.
Qed.

(** ** Two values, for counterexamples *)

(** kl(3/4,1/4) = log(3)/2 *)
Lemma kl_3_1 : kl (3 / 4) (1 / 4) = ln 3 / 2.
Proof.
  unfold kl, kl_term. replace (3 / 4 / (1 / 4)) with 3 by field.
  replace ((1 - 3 / 4) / (1 - 1 / 4)) with (/ 3) by field. rewrite ln_Rinv by lra. field.
Qed.

Lemma ln_3_positive : 0 < ln 3.
Proof. rewrite <- ln_1. apply ln_increasing; lra. Qed.

(** kl(1/32,1/2) < log(2) < kl(1/2,1/32) *)
Lemma kl_1_31_reversed : kl (1 / 32) (1 / 2) < kl (1 / 2) (1 / 32).
Proof.
  unfold kl, kl_term.
  replace (1 / 32 / (1 / 2)) with (/ 16) by field.
  replace ((1 - 1 / 32) / (1 - 1 / 2)) with (31 / 16) by field.
  replace (1 / 2 / (1 / 32)) with 16 by field.
  replace ((1 - 1 / 2) / (1 - 1 / 32)) with (/ (31 / 16)) by field.
  rewrite !ln_Rinv by lra.
  (* log(31/16) < log 2 and log 16 = 4·log 2 *)
  assert (ln (31 / 16) < ln 2) by (apply ln_increasing; lra).
  assert (ln 16 = 4 * ln 2) as -> by (replace 16 with (2 ^ 4) by ring; rewrite ln_pow by lra; simpl; ring).
  assert (0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra). lra.
Qed.
