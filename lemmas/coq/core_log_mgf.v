(** * The logarithm of the moment generating function of a Bernoulli outcome

    For 0 ≤ p ≤ 1 and real t

      log(1 - p + p·e^t) ≤ p·t + t²/8.

    It is Hoeffding's lemma (used by Lemma B.6) and, at p = σ(x), t = y - x, the
    bound of Lemma B.12.  The difference h of the two sides has h(0) = h'(0) = 0 and
    h'' = 1/4 - q(1-q) = (q - 1/2)² ≥ 0 with q = p·e^t/(1-p+p·e^t). *)

From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
Open Scope R_scope.

(** A function with f(0) = f'(0) = 0 and f'' ≥ 0 is nowhere negative: the mean value
    theorem twice. *)
Lemma convex_nonneg (f f' f'' : R -> R) :
  (forall t, is_derive f t (f' t)) -> (forall t, is_derive f' t (f'' t)) ->
  f 0 = 0 -> f' 0 = 0 -> (forall t, 0 <= f'' t) -> forall t, 0 <= f t.
Proof.
  intros d1 d2 f0 f'0 pos t.
  assert (cont : forall (g g' : R -> R) x, (forall x, is_derive g x (g' x)) -> continuity_pt g x).
  { intros g g' x H. apply derivable_continuous_pt. exists (g' x). apply is_derive_Reals, H. }
  destruct (MVT_gen f 0 t f') as (c & Hc & e); [auto | eauto |].
  destruct (MVT_gen f' 0 c f'') as (c' & _ & e'); [auto | eauto |].
  rewrite f0, f'0 in *. replace (f t) with (f'' c' * (c * t)) by nra.
  apply Rmult_le_pos; [apply pos|].
  revert Hc. unfold Rmin, Rmax. destruct (Rle_dec 0 t); nra.
Qed.

Section Bernoulli.
Variable p : R.
Hypothesis p_probability : 0 <= p <= 1.

Lemma mgf_positive t : 0 < 1 - p + p * exp t.
Proof. pose proof (exp_pos t). nra. Qed.

Theorem log_mgf t : ln (1 - p + p * exp t) <= p * t + t ^ 2 / 8.
Proof.
  set (q t := p * exp t / (1 - p + p * exp t)).
  enough (0 <= p * t + t ^ 2 / 8 - ln (1 - p + p * exp t)) by lra.
  apply (convex_nonneg (fun t => p * t + t ^ 2 / 8 - ln (1 - p + p * exp t))
    (fun t => p + t / 4 - q t) (fun t => 1 / 4 - q t * (1 - q t))); unfold q.
  - intros s. pose proof (mgf_positive s). auto_derive; [lra | field; lra].
  - intros s. pose proof (mgf_positive s). auto_derive; [lra | field; lra].
  - rewrite exp_0. replace (1 - p + p * 1) with 1 by ring. rewrite ln_1. field.
  - rewrite exp_0. field. lra.
  - intros s. fold (q s). pose proof (pow2_ge_0 (q s - 1 / 2)). lra.
Qed.

(** Hoeffding's lemma: E e^{t(Y-p)} ≤ e^{t²/8} for Y ~ Bernoulli(p). *)
Corollary centred_mgf t : (1 - p + p * exp t) * exp (- (p * t)) <= exp (t ^ 2 / 8).
Proof.
  rewrite <- (exp_ln (1 - p + p * exp t)) by apply mgf_positive. rewrite <- exp_plus.
  pose proof (log_mgf t) as H.
  destruct (Rle_lt_or_eq_dec (ln (1 - p + p * exp t) + - (p * t)) (t ^ 2 / 8)) as [l|e]; [lra|..].
  - left. apply exp_increasing. exact l.
  - right. f_equal. exact e.
Qed.
End Bernoulli.
