(** * Lemma B.11

    0 ≤ q ≤ b < a ≤ p ≤ 1 ⟹ kl(p,q) ≥ kl(a,b).

    More general: a = b is allowed.  All values count, +∞ among them.  No derivative is
    needed: kl is convex, and its tangent at (a,b) rises in p and falls in q:

      kl(p,q) - kl(a,b) ≥ (p-a)·log[(a/b)/((1-a)/(1-b))] + (b-q)·(a/b - (1-a)/(1-b)).

    None of the three inequalities between the numbers can be left out. *)

From Coq Require Import Reals Lra.
From Coquelicot Require Import Rbar.
From VectorBorda Require Import core_kl.
Open Scope R_scope.

Lemma ln_le x y : 0 < x -> x <= y -> ln x <= ln y.
Proof. intros Hx [H| ->]; [left; apply ln_increasing; assumption | lra]. Qed.

(** Where q > 0 all values are finite. *)
Theorem lemma_B_11_finite q b a p :
  0 < q -> q <= b -> b <= a -> a <= p -> p <= 1 -> kl a b <= kl p q.
Proof.
  intros Hq Hqb Hba Hap Hp. destruct (Rle_lt_or_eq_dec a 1 ltac:(lra)) as [Ha| ->].
  - (* a < 1: the tangents of both terms at (a,b) *)
    pose proof (kl_term_tangent p q a b ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)) as T1.
    pose proof (kl_term_tangent (1 - p) (1 - q) (1 - a) (1 - b)
      ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)) as T2.
    set (up := a / b) in *. set (down := (1 - a) / (1 - b)) in *.
    assert (1 <= up) by (unfold up; apply (Rmult_le_reg_r b); [lra | field_simplify; lra]).
    assert (down <= 1) by (unfold down; apply (Rmult_le_reg_r (1 - b)); [lra | field_simplify; lra]).
    assert (0 < down) by (unfold down; apply Rdiv_lt_0_compat; lra).
    assert (ln down <= ln up) by (apply ln_le; lra).
    assert (a = b * up) by (unfold up; field; lra).
    assert (1 - a = (1 - b) * down) by (unfold down; field; lra).
    unfold kl in *. unfold kl_term at 1 2. fold up down. nra.
  - (* a = 1, so p = 1: log(1/b) ≤ log(1/q) *)
    replace p with 1 by lra. unfold kl. rewrite Rminus_eq_0, !kl_term_0. unfold kl_term, Rdiv.
    rewrite !Rmult_1_l, !ln_Rinv by lra. pose proof (ln_le q b). lra.
Qed.

Theorem lemma_B_11 q b a p :
  0 <= q -> q <= b -> b <= a -> a <= p -> p <= 1 -> Rbar_le (KL a b) (KL p q).
Proof.
  intros Hq Hqb Hba Hap Hp. unfold KL.
  destruct (Req_EM_T q 0) as [->|q0]; [destruct (Req_EM_T p 0) as [->|p0]|].
  - (* q = p = 0 *)
    replace a with 0 by lra. replace b with 0 by lra. destruct (Req_EM_T 0 0); [apply Rle_refl | lra].
  - (* q = 0 < p: +∞ *)
    repeat destruct (Req_EM_T _ _); simpl; trivial.
  - pose proof (lemma_B_11_finite q b a p ltac:(lra) Hqb Hba Hap Hp).
    repeat destruct (Req_EM_T _ _); simpl; trivial; lra.
Qed.

(** ** What fails *)

(** Without a ≤ p: p may fall back towards q. *)
Theorem lemma_B_11_needs_a_le_p : exists q b a p,
  0 <= q /\ q <= b /\ b < a /\ p <= 1 /\ kl p q < kl a b.
Proof.
  exists (1 / 4), (1 / 4), (3 / 4), (1 / 4). repeat split; try lra.
  rewrite kl_same, kl_3_1. pose proof ln_3_positive. lra.
Qed.

(** Without q ≤ b: q may rise towards p. *)
Theorem lemma_B_11_needs_q_le_b : exists q b a p,
  0 <= q /\ b < a /\ a <= p /\ p <= 1 /\ kl p q < kl a b.
Proof.
  exists (3 / 4), (1 / 4), (3 / 4), (3 / 4). repeat split; try lra.
  rewrite kl_same, kl_3_1. pose proof ln_3_positive. lra.
Qed.

(** Without b ≤ a: inwards from the other side, kl(p,q) may be 0. *)
Theorem lemma_B_11_needs_b_le_a : exists q b a p,
  0 <= q /\ q <= b /\ a <= p /\ p <= 1 /\ kl p q < kl a b.
Proof.
  exists (1 / 4), (3 / 4), (1 / 4), (1 / 4). repeat split; try lra.
  rewrite kl_same. replace (kl (1 / 4) (3 / 4)) with (kl (3 / 4) (1 / 4)).
  - rewrite kl_3_1. pose proof ln_3_positive. lra.
  - unfold kl. rewrite Rplus_comm. f_equal; f_equal; field.
Qed.

(** Reversed: kl grows outwards. *)
Theorem lemma_B_11_reversed_fails : exists q b a p,
  0 <= q /\ q <= b /\ b < a /\ a <= p /\ p <= 1 /\ ~ kl p q <= kl a b.
Proof.
  exists (1 / 4), (1 / 4), (1 / 2), (3 / 4). repeat split; try lra. rewrite kl_3_1.
  unfold kl, kl_term. replace (1 / 2 / (1 / 4)) with 2 by field.
  replace ((1 - 1 / 2) / (1 - 1 / 4)) with (/ (3 / 2)) by field. rewrite ln_Rinv by lra.
  (* log(2)/2 - log(3/2)/2 < log(3)/2 *)
  assert (ln 2 < ln 3) by (apply ln_increasing; lra).
  assert (0 < ln (3 / 2)) by (rewrite <- ln_1; apply ln_increasing; lra). lra.
Qed.

(** kl(q,p) for kl(p,q): kl is not symmetric. *)
Theorem lemma_B_11_exchanged_fails : exists q b a p,
  0 <= q /\ q <= b /\ b < a /\ a <= p /\ p <= 1 /\ ~ kl a b <= kl q p.
Proof.
  exists (1 / 32), (1 / 32), (1 / 2), (1 / 2). repeat split; try lra.
  apply Rlt_not_le, kl_1_31_reversed.
Qed.

(** p-q ≥ a-b for a ≤ p and q ≤ b: the same difference counts for more near 0 and 1. *)
Theorem lemma_B_11_difference_fails : exists q b a p,
  0 <= q /\ q <= b /\ b < a /\ a <= 1 /\ p <= 1 /\ a - b <= p - q /\ ~ kl a b <= kl p q.
Proof.
  exists (1 / 4), (1 / 2), 1, (3 / 4). repeat split; try lra. rewrite kl_3_1.
  unfold kl. rewrite Rminus_eq_0, kl_term_0. unfold kl_term. replace (1 / (1 / 2)) with 2 by field.
  (* log(3)/2 < log(2), as 3 < 2² *)
  assert (ln 3 < ln (2 ^ 2)) as H by (apply ln_increasing; lra). rewrite ln_pow in H by lra. simpl in H. lra.
Qed.
