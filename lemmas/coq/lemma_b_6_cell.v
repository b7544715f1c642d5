(** * Hoeffding's inequality, for Lemma B.6

    Independent samples with values in [0,1] and mean b: for n ≥ 1 of them and ρ ≥ 0

      P(|mean - b| > ρ) ≤ 2·e^{-2nρ²},

    and with ρ = r = sqrt(L/(2n)) the right side is 2e^{-L}.  More general than Bernoulli
    samples: half-credit votes and any other finite law on [0,1] are covered. *)

From Coq Require Import Reals List Lra Lia.
From VectorBorda Require Import core_finite_law core_log_mgf.
Import ListNotations.
Open Scope R_scope.

(** A law of observations: values in [0,1] with mean b. *)
Definition observation_law (nu : law R) (b : R) : Prop :=
  is_law nu /\ (forall y, outcome nu y -> 0 <= y <= 1) /\ expectation nu (fun y => y) = b.

Lemma mean_between nu b : observation_law nu b -> 0 <= b <= 1.
Proof.
  intros (Hnu & Hy & <-). rewrite <- (expectation_const nu 0), <- (expectation_const nu 1) by exact Hnu.
  split; apply expectation_le_on; intros; try apply Hy; assumption.
Qed.

(** exp is convex: between 0 and t it lies below its chord. *)
Lemma exp_below_chord t y : 0 <= y <= 1 -> exp (t * y) <= 1 - y + y * exp t.
Proof.
  intros Hy. pose proof (exp_pos (t * y)) as pos.
  (* the tangent at t·y, at 0 and at t *)
  pose proof (exp_ineq1_le (- (t * y))) as at0. pose proof (exp_ineq1_le (t - t * y)) as at1.
  assert (E0 : exp (t * y) * exp (- (t * y)) = 1).
  { rewrite <- exp_plus, <- exp_0. f_equal. ring. }
  assert (E1 : exp (t * y) * exp (t - t * y) = exp t) by (rewrite <- exp_plus; f_equal; ring).
  apply (Rmult_le_compat_l (exp (t * y))) in at0; [|lra].
  apply (Rmult_le_compat_l (exp (t * y))) in at1; [|lra].
  nra.
Qed.

(** E e^{t(Y-b)} ≤ e^{t²/8} *)
Lemma hoeffding_lemma nu b t :
  observation_law nu b -> expectation nu (fun y => exp (t * (y - b))) <= exp (t ^ 2 / 8).
Proof.
  intros H. pose proof (mean_between _ _ H) as Hb. destruct H as (Hnu & Hy & Hmean).
  eapply Rle_trans; [|apply (centred_mgf b Hb t)].
  apply Rle_trans with (expectation nu (fun y => exp (- (b * t)) * (1 + (exp t - 1) * y))).
  - apply expectation_le_on; [exact Hnu|]. intros y Oy.
    replace (t * (y - b)) with (- (b * t) + t * y) by ring. rewrite exp_plus.
    apply Rmult_le_compat_l; [left; apply exp_pos|].
    pose proof (exp_below_chord t y (Hy y Oy)). lra.
  - rewrite expectation_scal, expectation_plus, expectation_scal, expectation_const, Hmean by exact Hnu.
    right. ring.
Qed.

Section Samples.
Context {A : Type} (same : forall a c : A, {a = c} + {a <> c}).
Variables (l s : list A) (nu : A -> law R) (b : R).
Hypothesis l_distinct : NoDup l.
Hypothesis s_distinct : NoDup s.
Hypothesis s_in_l : incl s l.
Hypothesis s_not_empty : s <> [].
Hypothesis laws : forall a, In a l -> is_law (nu a).
Hypothesis samples : forall a, In a s -> observation_law (nu a) b.

Local Notation joint := (independent same 0 l nu).
Let deviation (omega : A -> R) : R := sum_of s (fun a => omega a - b).

(** E e^{t·Σ(Y-b)} ≤ e^{nt²/8}: the samples are independent. *)
Lemma mgf_of_sum t :
  expectation joint (fun omega => exp (t * deviation omega)) <= exp (INR (length s) * (t ^ 2 / 8)).
Proof.
  apply Rle_trans with (prod_of s (fun a => expectation (nu a) (fun y => exp (t * (y - b))))).
  - right. rewrite <- (expectation_prod_of_some same 0 nu l s (fun _ y => exp (t * (y - b)))) by assumption.
    apply expectation_ext. intros omega. unfold deviation. rewrite <- sum_of_scal. apply exp_sum_of.
  - rewrite <- sum_of_const, exp_sum_of. apply prod_of_le. intros a Ha. split.
    + destruct (samples a Ha) as (Hnu & _). rewrite <- (expectation_const (nu a) 0) by exact Hnu.
      apply expectation_le; [exact Hnu|]. intros. left. apply exp_pos.
    + apply hoeffding_lemma, samples, Ha.
Qed.

(** Markov's inequality for e^{4ρ·Σ(Y-b)} and for e^{-4ρ·Σ(Y-b)}. *)
Theorem hoeffding rho :
  0 <= rho ->
  probability joint (fun omega => rho < Rabs (sum_of s omega / INR (length s) - b)) <=
  2 * exp (- (2 * INR (length s) * rho ^ 2)).
Proof.
  intros Hrho. set (n := INR (length s)).
  assert (Hn : 0 < n) by (apply lt_0_INR; destruct s; [congruence | simpl; lia]).
  set (u t omega := exp (- (4 * n * rho ^ 2)) * exp (t * deviation omega)).
  apply Rle_trans with (expectation joint (fun omega => u (4 * rho) omega + u (- (4 * rho)) omega)).
  - apply expectation_le; [apply is_law_independent, laws|]. intros omega.
    assert (dev : sum_of s omega / n - b = deviation omega / n).
    { unfold deviation. unfold Rminus. rewrite sum_of_plus, sum_of_const. fold n. field. lra. }
    rewrite dev. unfold u. rewrite <- !exp_plus.
    set (up := - (4 * n * rho ^ 2) + 4 * rho * deviation omega).
    set (down := - (4 * n * rho ^ 2) + - (4 * rho) * deviation omega).
    pose proof (exp_pos up). pose proof (exp_pos down).
    unfold indicator. destruct (holds _) as [far|]; [|lra].
    (* one of the two exponents is not negative *)
    assert (at_least_1 : forall x, 0 <= x -> 1 <= exp x) by (intros x Hx; pose proof (exp_ineq1_le x); lra).
    assert (far' : n * rho < Rabs (deviation omega)).
    { unfold Rdiv in far. rewrite Rabs_mult, (Rabs_pos_eq (/ n)) in far by (left; apply Rinv_0_lt_compat, Hn).
      apply (Rmult_lt_compat_l n) in far; [|exact Hn].
      replace (n * (Rabs (deviation omega) * / n)) with (Rabs (deviation omega)) in far by (field; lra). exact far. }
    revert far'. unfold Rabs. destruct (Rcase_abs (deviation omega)); intros far'.
    + assert (1 <= exp down) by (apply at_least_1; unfold down; nra). lra.
    + assert (1 <= exp up) by (apply at_least_1; unfold up; nra). lra.
  - rewrite expectation_plus. unfold u. rewrite !expectation_scal.
    pose proof (mgf_of_sum (4 * rho)) as M1. pose proof (mgf_of_sum (- (4 * rho))) as M2.
    replace ((- (4 * rho)) ^ 2) with ((4 * rho) ^ 2) in M2 by ring. fold n in M1, M2.
    replace (exp (- (2 * n * rho ^ 2))) with (exp (- (4 * n * rho ^ 2)) * exp (n * ((4 * rho) ^ 2 / 8)))
      by (rewrite <- exp_plus; f_equal; field).
    pose proof (exp_pos (- (4 * n * rho ^ 2))). nra.
Qed.

(** One stream in one phase: P(|b̂ - b| > r) ≤ 2e^{-L} for r = sqrt(L/(2n)). *)
Theorem lemma_B_6_cell L :
  0 <= L ->
  probability joint (fun omega =>
    sqrt (L / (2 * INR (length s))) < Rabs (sum_of s omega / INR (length s) - b)) <= 2 * exp (- L).
Proof.
  intros HL. assert (Hn : 0 < INR (length s)) by (apply lt_0_INR; destruct s; [congruence | simpl; lia]).
  assert (Hr : 0 <= L / (2 * INR (length s))) by (apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat]; lra).
  eapply Rle_trans; [apply hoeffding, sqrt_pos|]. rewrite pow2_sqrt by exact Hr.
  right. do 3 f_equal. field. lra.
Qed.
End Samples.
