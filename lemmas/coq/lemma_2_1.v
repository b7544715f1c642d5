(** * Lemma 2.1: Borda scores keep the order

    sign(b_{i,r} - b_{j,r}) = sign(θ_{i,r} - θ_{j,r}) for all i, j, r; hence
    i ≺_b j ⟺ i ≺_θ j and P(b) = P(θ).

    For every strictly increasing link F.  F(x)+F(-x) = 1 and F(0) = 1/2 are not used;
    the paper's σ is one such link ([core_sigma.v]).
    Rests on the definitions alone. *)

From Coq Require Import Reals List Lra Lia Bool Arith.
From VectorBorda Require Import definitions core_finite core_margins core_integers.
Import ListNotations.
Open Scope R_scope.

Lemma K_minus_1_positive {arena : Arena} : 0 < INR K - 1.
Proof. pose proof (le_INR 2 K K_at_least_2). simpl in *. lra. Qed.

Section Link.
Context {arena : Arena}.
Variables (F : R -> R) (theta : array R).

(** (K-1)·b_{i,r} = Σ_{l∈[K]} F(θ_{i,r} - θ_{l,r}) - F(0): all models, less i itself. *)
Lemma borda_by_full_sum i r : In i roster ->
  (INR K - 1) * borda_with F theta i r
  = sum_over roster (fun l => F (theta i r - theta l r)) - F 0.
Proof.
  intros Hi. pose proof K_minus_1_positive. unfold borda_with.
  rewrite (sum_over_without _ roster i (proj1 roster_subset) Hi).
  replace (theta i r - theta i r) with 0 by ring. field. lra.
Qed.

(** (K-1)(b_{j,r} - b_{i,r}) = Σ_l [F(θ_{j,r} - θ_{l,r}) - F(θ_{i,r} - θ_{l,r})] *)
Lemma borda_difference i j r : In i roster -> In j roster ->
  (INR K - 1) * (borda_with F theta j r - borda_with F theta i r)
  = sum_over roster (fun l => F (theta j r - theta l r) - F (theta i r - theta l r)).
Proof.
  intros Hi Hj. rewrite Rmult_minus_distr_l, !borda_by_full_sum by assumption.
  rewrite <- sum_over_minus. lra.
Qed.
End Link.

(** A sum of positive terms over a set that is not empty. *)
Lemma sum_over_positive f S : S <> [] -> (forall j, In j S -> 0 < f j) -> 0 < sum_over S f.
Proof.
  induction S as [|a [|c S] IH]; [easy | |]; intros _ H.
  - simpl. specialize (H a (or_introl eq_refl)). lra.
  - pose proof (H a (or_introl eq_refl)).
    assert (0 < sum_over (c :: S) f) by (apply IH; [easy | intros; apply H; now right]).
    change (sum_over (a :: c :: S) f) with (f a + sum_over (c :: S) f). lra.
Qed.

(** P is made of the order on every objective. *)
Lemma same_order_same_frontier {arena : Arena} (x y : array R) :
  (forall i j, In i roster -> In j roster -> dominated x i j = dominated y i j) ->
  forall i, in_P x i <-> in_P y i.
Proof.
  intros same i. unfold in_P. rewrite !on_frontier_iff.
  split; intros [Hi H]; (split; [exact Hi|]); intros j Hj; specialize (H j Hj);
    apply Rnot_lt_le; intros Hpos%dominated_margin;
    [rewrite <- same in Hpos by assumption | rewrite same in Hpos by assumption];
    apply dominated_margin in Hpos; lra.
Qed.

Section Lemma.
Context {arena : Arena}.
Variables (F : R -> R) (theta : array R).
Hypothesis increasing : forall u v, u < v -> F u < F v.

Lemma borda_increases i j r : In i roster -> In j roster ->
  theta i r < theta j r -> borda_with F theta i r < borda_with F theta j r.
Proof.
  intros Hi Hj Hlt. pose proof K_minus_1_positive as HK.
  pose proof (borda_difference F theta i j r Hi Hj) as E.
  assert (0 < sum_over roster (fun l => F (theta j r - theta l r) - F (theta i r - theta l r))).
  { apply sum_over_positive; [now intros H; rewrite H in Hi|].
    intros l _. assert (F (theta i r - theta l r) < F (theta j r - theta l r)); [apply increasing|]; lra. }
  nra.
Qed.

Lemma borda_ties i j r : In i roster -> In j roster ->
  theta i r = theta j r -> borda_with F theta i r = borda_with F theta j r.
Proof.
  intros Hi Hj Htie. pose proof K_minus_1_positive as HK.
  apply Rmult_eq_reg_l with (INR K - 1); [|lra].
  now rewrite !borda_by_full_sum, Htie by assumption.
Qed.

(** The order of b is that of θ, on every objective: <, = and so >. *)
Theorem lemma_2_1_sign i j r : In i roster -> In j roster ->
  (borda_with F theta i r < borda_with F theta j r <-> theta i r < theta j r) /\
  (borda_with F theta i r = borda_with F theta j r <-> theta i r = theta j r).
Proof.
  intros Hi Hj.
  pose proof (borda_increases i j r Hi Hj). pose proof (borda_increases j i r Hj Hi).
  pose proof (borda_ties i j r Hi Hj).
  destruct (Rtotal_order (theta i r) (theta j r)) as [Hlt|[Heq|Hgt]]; repeat split; intros; lra.
Qed.

Theorem lemma_2_1_dominance i j : In i roster -> In j roster ->
  dominated (borda_with F theta) i j = dominated theta i j.
Proof.
  intros Hi Hj. apply eq_true_iff_eq. rewrite !dominated_iff.
  split; intros H r Hr; destruct (lemma_2_1_sign i j r Hi Hj) as [Hsign _]; now apply Hsign, H.
Qed.

Theorem lemma_2_1 i : in_P (borda_with F theta) i <-> in_P theta i.
Proof. apply same_order_same_frontier, lemma_2_1_dominance. Qed.
End Lemma.

(** The other strict order: F may be flat in its tails, if it rises at the two models'
    own duel.  F non-decreasing with F(x) > F(-x) for x > 0 is enough. *)
Theorem lemma_2_1_flat_tails {arena : Arena} (F : R -> R) (theta : array R) i j r :
  (forall u v, u <= v -> F u <= F v) -> (forall u, 0 < u -> F (- u) < F u) ->
  In i roster -> In j roster ->
  (borda_with F theta i r < borda_with F theta j r <-> theta i r < theta j r).
Proof.
  intros monotone rises.
  (* the pair i, j contributes [F(θ_j-θ_i) - F(0)] + [F(0) - F(θ_i-θ_j)] > 0, all others ≥ 0 *)
  assert (forall a c, In a roster -> In c roster -> theta a r < theta c r ->
    borda_with F theta a r < borda_with F theta c r) as Hlt.
  { intros a c Ha Hc Hlt. pose proof K_minus_1_positive as HK.
    pose proof (borda_difference F theta a c r Ha Hc) as E.
    set (f l := F (theta c r - theta l r) - F (theta a r - theta l r)) in E.
    assert (forall l, 0 <= f l) as Hpos.
    { intros l. unfold f. pose proof (monotone (theta a r - theta l r) (theta c r - theta l r) ltac:(lra)). lra. }
    assert (In c (roster ∖ a)) as Hca by (apply In_without; split; [exact Hc | intros ->; lra]).
    rewrite (sum_over_without f roster a (proj1 roster_subset) Ha) in E.
    rewrite (sum_over_without f (roster ∖ a) c) in E
      by (try exact Hca; apply NoDup_filter, roster_subset).
    pose proof (sum_over_le (fun _ => 0) f (roster ∖ a ∖ c) (fun l _ => Hpos l)) as Hrest.
    rewrite sum_over_const, Rmult_0_r in Hrest.
    pose proof (rises (theta c r - theta a r) ltac:(lra)) as Hduel.
    assert (f a + f c = F (theta c r - theta a r) - F (- (theta c r - theta a r))) as Epair.
    { unfold f. rewrite Ropp_minus_distr.
      replace (theta a r - theta a r) with (theta c r - theta c r) by ring. lra. }
    nra. }
  intros Hi Hj. split; [|now apply Hlt].
  intros Hb. destruct (Rtotal_order (theta i r) (theta j r)) as [H|[H|H]]; [exact H|exfalso|exfalso].
  - pose proof (borda_ties F theta i j r Hi Hj H). lra.
  - specialize (Hlt j i Hj Hi H). lra.
Qed.

(** ** What fails *)

(** A constant link is non-decreasing and ties everybody. *)
Theorem lemma_2_1_needs_strictly_increasing :
  exists (arena : Arena) (F : R -> R) (theta : array R) i j r,
  (forall u v, u <= v -> F u <= F v) /\ In i roster /\ In j roster /\
  theta i r < theta j r /\ borda_with F theta i r = borda_with F theta j r /\
  in_P (borda_with F theta) i /\ ~ in_P theta i.
Proof.
  pose (arena := sized 2 1). pose (theta := of_rows [[0];[1]]%Z).
  exists arena, (fun _ => 1 / 2), (to_R theta), 0%nat, 1%nat, 0%nat.
  assert (forall i r, In i roster -> borda_with (fun _ => 1 / 2) (to_R theta) i r = 1 / 2) as E.
  { intros i r [<-|[<-|[]]]; unfold borda_with; simpl; field. }
  split; [intros; lra|]. split; [check|]. split; [check|].
  split; [unfold to_R, theta, of_rows; simpl; lra|].
  split; [rewrite !E by check; reflexivity|].
  split; [|check].
  apply on_frontier_iff. split; [check|]. intros j Hj.
  destruct (margin_attained (borda_with (fun _ => 1 / 2) (to_R theta)) 0 j) as [r [_ ->]].
  rewrite !E; [lra | check | exact Hj].
Qed.

(** A link that is not monotone, 1/2 + x/(1+x²): far ahead of 0 loses to just ahead of it.
    F(u)+F(-u) = 1 and F(u) > F(-u) for u > 0 hold. *)
Theorem lemma_2_1_needs_monotone :
  exists (arena : Arena) (F : R -> R) (theta : array R) i j r,
  (forall u, F u + F (- u) = 1) /\ (forall u, 0 < u -> F (- u) < F u) /\
  In i roster /\ In j roster /\
  theta i r < theta j r /\ borda_with F theta i r > borda_with F theta j r.
Proof.
  pose (F u := 1 / 2 + u / (1 + u ^ 2)).
  exists (sized 3 1), F, (to_R (of_rows [[0];[1];[8]]%Z)), 1%nat, 2%nat, 0%nat.
  split.
  { intros u. unfold F. assert (0 < 1 + u ^ 2) by nra. replace ((- u) ^ 2) with (u ^ 2) by ring.
    field. lra. }
  split.
  { intros u Hu. unfold F. replace ((- u) ^ 2) with (u ^ 2) by ring. unfold Rdiv.
    assert (0 < / (1 + u ^ 2)) by (apply Rinv_0_lt_compat; nra). nra. }
  split; [check|]. split; [check|]. split; [unfold to_R, of_rows; simpl; lra|].
  unfold borda_with, F, to_R, of_rows. simpl. lra.
Qed.

(** Reversed. *)
Theorem lemma_2_1_reversed_fails :
  exists (arena : Arena) (F : R -> R) (theta : array R) i j r,
  (forall u v, u < v -> F u < F v) /\ In i roster /\ In j roster /\
  theta i r < theta j r /\ ~ borda_with F theta j r < borda_with F theta i r.
Proof.
  exists (sized 2 1), (fun u => u), (to_R (of_rows [[0];[1]]%Z)), 0%nat, 1%nat, 0%nat.
  split; [easy|]. split; [check|]. split; [check|].
  unfold borda_with, to_R, of_rows. simpl. split; lra.
Qed.

(** Weak dominance in Definition 1.1 for θ only: a model that ties on one objective is on
    the frontier of b. *)
Theorem lemma_2_1_needs_strict_dominance :
  exists (arena : Arena) (F : R -> R) (theta : array R) i j,
  (forall u v, u < v -> F u < F v) /\ In i roster /\ In j roster /\
  (forall r, In r objectives -> theta i r <= theta j r) /\
  (exists r, In r objectives /\ theta i r < theta j r) /\ in_P (borda_with F theta) i.
Proof.
  exists (sized 2 2), (fun u => u), (to_R (of_rows [[0;0];[0;1]]%Z)), 0%nat, 1%nat.
  split; [easy|]. split; [check|]. split; [check|]. split; [|split].
  - intros r [<-|[<-|[]]]; unfold to_R, of_rows; simpl; lra.
  - exists 1%nat. split; [check | unfold to_R, of_rows; simpl; lra].
  - apply lemma_2_1; [easy | check].
Qed.
