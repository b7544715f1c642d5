(** * Lemma B.3: latent gaps bound Borda gaps

    θ ∈ Θ_{B,d} ⟹ Δ_i^B ≥ κ_B·Δ_i^θ for every i.  The steps:
    (9)  b_{c,r} - b_{a,r} ≥ κ_B(θ_{c,r} - θ_{a,r}) whenever θ_{c,r} ≥ θ_{a,r};
    (10) m_θ(a,c) > 0 ⟹ m_b(a,c) ≥ κ_B·m_θ(a,c);
    (11) M_b(a,c)⁺ ≥ κ_B·M_θ(a,c)⁺;
    (12) (Δ*_j(b))⁺ ≥ κ_B·(Δ*_j(θ))⁺.

    (10)-(12) and the lemma follow from (9) alone, with any slope κ > 0.  (9) holds for
    every link that rises by at least κ on [-2B, 2B], and with K/(K-1)·κ, since a duel
    between a and c themselves counts twice; so the lemma holds with K/(K-1)·κ_B, and
    that is sharp.  Rests on the definitions and, for σ, on the mean value theorem. *)

From Coq Require Import Reals List Lra Lia Bool Arith.
From VectorBorda Require Import definitions core_finite core_margins core_integers core_sigma lemma_2_1.
Import ListNotations.
Open Scope R_scope.

(** ** From (9) to the gaps *)

Section FromNine.
Context {arena : Arena}.
Variables (theta b : array R) (kappa : R).
Hypothesis kappa_positive : 0 < kappa.
Hypothesis equation_9 : forall a c r, In a roster -> In c roster -> In r objectives ->
  theta a r <= theta c r -> kappa * (theta c r - theta a r) <= b c r - b a r.

Lemma equation_10 a c : In a roster -> In c roster ->
  0 < margin theta a c -> margin b a c >= kappa * margin theta a c.
Proof.
  intros Ha Hc Hpos. destruct (margin_attained b a c) as [r [Hr ->]].
  pose proof (margin_le theta a c r Hr). pose proof (equation_9 a c r Ha Hc Hr). nra.
Qed.

Lemma equation_11 a c : In a roster -> In c roster ->
  (max_margin b a c)⁺ >= kappa * (max_margin theta a c)⁺.
Proof.
  intros Ha Hc. destruct (max_margin_attained theta a c) as [r [Hr E]].
  pose proof (max_margin_ge b a c r Hr). pose proof (equation_9 c a r Hc Ha Hr).
  pose proof (positive_part_spec (max_margin b a c)).
  destruct (positive_part_spec (max_margin theta a c)) as [_ [? [-> | ->]]]; nra.
Qed.

Lemma equation_12 j : In j roster ->
  (Delta_star b roster j)⁺ >= kappa * (Delta_star theta roster j)⁺.
Proof.
  intros Hj. pose proof (without_not_empty roster j roster_subset roster_has_two) as two.
  destruct (Delta_star_attained theta roster j two) as [c [Hc [Hcj E]]].
  pose proof (Delta_star_ge b roster j c Hc Hcj). pose proof (equation_10 j c Hj Hc).
  pose proof (positive_part_spec (Delta_star b roster j)).
  destruct (positive_part_spec (Delta_star theta roster j)) as [_ [? [-> | ->]]]; nra.
Qed.

(** (9) also keeps the order. *)
Lemma equation_9_dominance i j : In i roster -> In j roster -> dominated theta i j = dominated b i j.
Proof.
  intros Hi Hj. apply eq_true_iff_eq. rewrite !dominated_iff.
  split; intros H r Hr; specialize (H r Hr).
  - pose proof (equation_9 i j r Hi Hj Hr). nra.
  - apply Rnot_le_lt. intros Hle. pose proof (equation_9 j i r Hj Hi Hr Hle). nra.
Qed.

Theorem gaps_from_equation_9 i : In i roster -> gap b roster i >= kappa * gap theta roster i.
Proof.
  intros Hi. pose proof (without_not_empty roster i roster_subset roster_has_two) as two.
  pose proof (same_order_same_frontier theta b equation_9_dominance i) as same.
  destruct (in_P_dec theta i) as [HP|HP].
  - (* i ∈ P: compare the minima δ* at the j where that of b is attained *)
    pose proof (proj1 same HP) as HPb. rewrite !gap_on by assumption.
    destruct (delta_star_attained b roster i two) as [j [Hj [Hij ->]]].
    pose proof (delta_star_le theta roster i j Hj Hij) as Hle.
    pose proof (separation_spec theta roster i j) as [H1 [H2 _]].
    pose proof (equation_11 i j Hi Hj) as E11. pose proof (equation_11 j i Hj Hi) as E11'.
    pose proof (equation_12 j Hj) as E12.
    rewrite !max_margin_opp in E11, E11'.
    pose proof (positive_part_spec (- margin theta i j)).
    assert ((- margin b i j)⁺ = - margin b i j) as Epos.
    { apply on_frontier_iff in HPb as [_ HPb]. specialize (HPb j Hj).
      destruct (positive_part_spec (- margin b i j)) as [? [? [?|?]]]; lra. }
    destruct (separation_spec b roster i j) as [_ [_ [-> | ->]]]; nra.
  - (* i ∉ P *)
    assert (~ in_P b i) as HPb by tauto.
    destruct (not_in_P theta i Hi HP) as [j [Hj Hpos]].
    rewrite !gap_off by now apply not_true_iff_false.
    destruct (Delta_star_attained theta roster i two) as [c [Hc [Hci E]]].
    assert (j <> i) as Hji by (intros ->; rewrite margin_self in Hpos; lra).
    pose proof (Delta_star_ge theta roster i j Hj Hji). rewrite E in *.
    pose proof (equation_10 i c Hi Hc ltac:(lra)). pose proof (Delta_star_ge b roster i c Hc Hci). lra.
Qed.
End FromNine.

(** ** (9) for links that rise by at least κ on [-2B, 2B] *)

Theorem equation_9_link {arena : Arena} (F : R -> R) (theta : array R) B k a c r :
  (forall u v, - (2 * B) <= u -> u <= v -> v <= 2 * B -> k * (v - u) <= F v - F u) ->
  in_box B theta -> In a roster -> In c roster -> In r objectives -> theta a r <= theta c r ->
  INR K / (INR K - 1) * k * (theta c r - theta a r) <= borda_with F theta c r - borda_with F theta a r.
Proof.
  intros slope box Ha Hc Hr Hle. pose proof K_minus_1_positive as HK.
  pose proof (borda_difference F theta a c r Ha Hc) as E.
  (* each of the K terms F(θ_c-θ_l) - F(θ_a-θ_l) is at least κ(θ_c-θ_a) *)
  assert (INR K * (k * (theta c r - theta a r)) <= (INR K - 1) * (borda_with F theta c r - borda_with F theta a r)) as H.
  { rewrite E, <- length_roster, <- sum_over_const. apply sum_over_le. intros l Hl.
    pose proof (proj1 (Rabs_le_iff _ _) (box a l r Ha Hl Hr)).
    pose proof (proj1 (Rabs_le_iff _ _) (box c l r Hc Hl Hr)).
    pose proof (slope (theta a r - theta l r) (theta c r - theta l r)). lra. }
  apply Rmult_le_reg_l with (INR K - 1); [exact HK|].
  replace ((INR K - 1) * (INR K / (INR K - 1) * k * (theta c r - theta a r)))
    with (INR K * (k * (theta c r - theta a r))) by (field; lra).
  exact H.
Qed.

(** ** The lemma *)

Section Lemma.
Context {arena : Arena}.
Variables (B : R) (theta : array R).
Hypothesis box : in_box B theta.

Lemma K_over_K_minus_1 : 1 <= INR K / (INR K - 1).
Proof.
  pose proof K_minus_1_positive as HK. apply Rmult_le_reg_r with (INR K - 1); [exact HK|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Theorem lemma_B_3_equation_9 a c r : In a roster -> In c roster -> In r objectives ->
  theta a r <= theta c r ->
  INR K / (INR K - 1) * kappa B * (theta c r - theta a r) <= borda theta c r - borda theta a r.
Proof. apply (equation_9_link sigma theta B); [exact (sigma_slope B) | exact box]. Qed.

Theorem lemma_B_3_with_K_over_K_minus_1 i : In i roster ->
  gap (borda theta) roster i >= INR K / (INR K - 1) * kappa B * gap theta roster i.
Proof.
  apply gaps_from_equation_9; [|exact lemma_B_3_equation_9].
  pose proof K_over_K_minus_1. pose proof (kappa_positive B). nra.
Qed.

Theorem lemma_B_3 i : In i roster -> gap (borda theta) roster i >= kappa B * gap theta roster i.
Proof.
  apply gaps_from_equation_9; [apply kappa_positive|].
  intros a c r Ha Hc Hr Hle. pose proof (lemma_B_3_equation_9 a c r Ha Hc Hr Hle).
  pose proof K_over_K_minus_1. pose proof (kappa_positive B).
  assert (0 <= kappa B * (theta c r - theta a r)) by nra. nra.
Qed.

(** P(b(θ)) = P(θ) for the paper's link *)
Theorem lemma_2_1_sigma i : in_P (borda theta) i <-> in_P theta i.
Proof. apply lemma_2_1, sigma_increasing. Qed.
End Lemma.

(** ** What fails *)

(** A link of constant slope κ attains K/(K-1) in (9), for every K. *)
Theorem equation_9_link_sharp {arena : Arena} (theta : array R) k a c r :
  In a roster -> In c roster ->
  borda_with (fun u => 1 / 2 + k * u) theta c r - borda_with (fun u => 1 / 2 + k * u) theta a r
  = INR K / (INR K - 1) * k * (theta c r - theta a r).
Proof.
  intros Ha Hc. pose proof K_minus_1_positive as HK.
  pose proof (borda_difference (fun u => 1 / 2 + k * u) theta a c r Ha Hc) as E.
  rewrite (sum_over_ext _ (fun _ => k * (theta c r - theta a r))) in E by (intros; ring).
  rewrite sum_over_const, length_roster in E.
  apply Rmult_eq_reg_l with (INR K - 1); [|lra]. rewrite E. field. lra.
Qed.

(** Two models on one objective: the gaps of both are their distance. *)
Lemma gaps_of_two (x : array R) : let arena := sized 2 1 in
  x 1%nat 0%nat < x 0%nat 0%nat -> gap x roster 1 = x 0%nat 0%nat - x 1%nat 0%nat.
Proof.
  intros arena Hlt.
  assert (on_frontier x roster 1%nat = false) as Hoff.
  { apply off_frontier_iff; [check|]. exists 0%nat. split; [check|].
    destruct (margin_attained x 1 0) as [r [[<-|[]] ->]]. lra. }
  rewrite gap_off by exact Hoff.
  destruct (Delta_star_attained x roster 1 (without_not_empty roster 1 roster_subset roster_has_two))
    as [j [[<-|[<-|[]]] [Hj ->]]]; [|now elim Hj].
  now destruct (margin_attained x 1 0) as [r [[<-|[]] ->]].
Qed.

Lemma borda_of_two (theta : array R) : let arena := sized 2 1 in
  borda theta 0%nat 0%nat = sigma (theta 0%nat 0%nat - theta 1%nat 0%nat) /\
  borda theta 1%nat 0%nat = sigma (theta 1%nat 0%nat - theta 0%nat 0%nat).
Proof. split; unfold borda, borda_with; simpl; field. Qed.

(** c > K/(K-1) = 2 for two models: for B → 0 every slope is 1/4, and
    b_0 - b_1 = σ(2B) - σ(-2B) ≤ B while c·κ_B·2B > B.  Here e^{2B} = c/2. *)
Theorem lemma_B_3_sharp c : c > 2 -> let arena := sized 2 1 in
  exists B (theta : array R) i, in_box B theta /\ In i roster /\
  gap (borda theta) roster i < c * kappa B * gap theta roster i.
Proof.
  intros Hc arena. set (y := ln (c / 2)).
  assert (exp y = c / 2) as Ey by (apply exp_ln; lra).
  assert (0 < y) as Hy by (unfold y; rewrite <- ln_1; apply ln_increasing; lra).
  exists (y / 2), (fun i r => if Nat.eqb i 0 then y else 0), 1%nat.
  set (theta := fun i r : nat => if Nat.eqb i 0 then y else 0).
  split; [|split; [check|]].
  { intros i j r [<-|[<-|[]]] [<-|[<-|[]]] _; unfold theta; simpl; apply Rabs_le_iff; lra. }
  destruct (borda_of_two theta) as [E0 E1]. fold arena in E0, E1.
  unfold theta in E0, E1. simpl in E0, E1. fold theta in E0, E1. rewrite Rminus_0_r in E0. unfold Rminus in E1. rewrite Rplus_0_l in E1.
  pose proof (sigma_increasing (- y) y ltac:(lra)).
  rewrite !gaps_of_two by (rewrite ?E0, ?E1; unfold theta; simpl; lra).
  fold arena. rewrite E0, E1. unfold theta. simpl. rewrite Rminus_0_r.
  pose proof (sigma_slope_at_most_quarter (- y) y ltac:(lra)) as Hquarter.
  (* c·κ > 1/2, since 1/κ = 2 + e^y + e^{-y} < 3 + c/2 < 2c *)
  assert (1 / 2 < c * kappa (y / 2)) as Hkappa.
  { unfold kappa, sigma. replace (2 * (y / 2)) with y by field. rewrite Ropp_involutive, exp_Ropp, Ey.
    replace (/ (1 + / (c / 2)) * / (1 + c / 2)) with (2 * c / (c + 2) ^ 2) by (field; lra).
    apply Rmult_lt_reg_r with ((c + 2) ^ 2); [nra|].
    replace (c * (2 * c / (c + 2) ^ 2) * (c + 2) ^ 2) with (2 * c ^ 2) by (field; lra). nra. }
  nra.
Qed.

(** θ wider than 2B: beyond 2B the slope of σ falls below κ_B. *)
Theorem lemma_B_3_needs_box : let arena := sized 2 1 in
  exists B (theta : array R) i, In i roster /\
  gap (borda theta) roster i < kappa B * gap theta roster i.
Proof.
  intros arena. exists 0, (to_R (of_rows [[4];[0]]%Z)), 1%nat. split; [check|].
  set (theta := to_R (of_rows [[4];[0]]%Z)).
  destruct (borda_of_two theta) as [E0 E1]. fold arena in E0, E1.
  assert (theta 0%nat 0%nat = 4) as T0 by reflexivity.
  assert (theta 1%nat 0%nat = 0) as T1 by reflexivity.
  rewrite T0, T1 in E0, E1.
  pose proof (sigma_increasing (0 - 4) (4 - 0) ltac:(lra)).
  rewrite !gaps_of_two by lra. fold arena. rewrite E0, E1, T0, T1.
  unfold kappa. rewrite Rmult_0_r, Ropp_0.
  pose proof (sigma_symmetric 0) as H0. rewrite Ropp_0 in H0.
  pose proof (sigma_below_1 (4 - 0)). pose proof (sigma_positive (0 - 4)).
  assert (sigma 0 = / 2) as -> by lra. lra.
Qed.

(** From (9) alone κ cannot be enlarged, and without (9) nothing follows. *)
Theorem gaps_from_equation_9_sharp c : c > 1 ->
  exists (arena : Arena) (theta b : array R) i, In i roster /\
  (forall a c r, In a roster -> In c roster -> In r objectives ->
   theta a r <= theta c r -> 1 * (theta c r - theta a r) <= b c r - b a r) /\
  ~ gap b roster i >= c * 1 * gap theta roster i.
Proof.
  intros Hc. exists (sized 2 1), (to_R (of_rows [[0];[1]]%Z)), (to_R (of_rows [[0];[1]]%Z)), 0%nat.
  split; [check|]. split; [intros; lra | check].
Qed.

Theorem gaps_need_equation_9 :
  exists (arena : Arena) (theta b : array R) i, In i roster /\
  ~ gap b roster i >= 1 * gap theta roster i.
Proof.
  exists (sized 2 1), (to_R (of_rows [[0];[1]]%Z)), (to_R (of_rows [[0];[0]]%Z)), 0%nat.
  split; check.
Qed.

(** (10) for m_θ ≤ 0, (11) and (12) without ⁺: b may stretch θ by 2 where κ = 1. *)
Theorem equations_10_to_12_need_signs :
  exists (arena : Arena) (theta b : array R),
  (forall a c r, In a roster -> In c roster -> In r objectives ->
   theta a r <= theta c r -> 1 * (theta c r - theta a r) <= b c r - b a r) /\
  (exists a c, In a roster /\ In c roster /\ margin b a c < 1 * margin theta a c) /\
  (exists a c, In a roster /\ In c roster /\ max_margin b a c < 1 * max_margin theta a c) /\
  (exists j, In j roster /\ Delta_star b roster j < 1 * Delta_star theta roster j).
Proof.
  exists (sized 2 1), (to_R (of_rows [[0];[1]]%Z)), (to_R (of_rows [[0];[2]]%Z)).
  split; [|split; [|split]].
  - intros a c r [<-|[<-|[]]] [<-|[<-|[]]] [<-|[]]; unfold to_R, of_rows; simpl; lra.
  - exists 1%nat, 0%nat. repeat split; check.
  - exists 0%nat, 1%nat. repeat split; check.
  - exists 1%nat. split; check.
Qed.

(** From (9), reversed: b may rise faster than θ. *)
Theorem gaps_from_equation_9_reversed_fails :
  exists (arena : Arena) (theta b : array R) i, In i roster /\
  (forall a c r, In a roster -> In c roster -> In r objectives ->
   theta a r <= theta c r -> 1 * (theta c r - theta a r) <= b c r - b a r) /\
  ~ gap b roster i <= 1 * gap theta roster i.
Proof.
  exists (sized 2 1), (to_R (of_rows [[0];[1]]%Z)), (to_R (of_rows [[0];[2]]%Z)), 0%nat.
  split; [check|]. split; [|check].
  intros a c r [<-|[<-|[]]] [<-|[<-|[]]] [<-|[]]; unfold to_R, of_rows; simpl; lra.
Qed.

(** (9) for a link without a slope: a flat one keeps no distance. *)
Theorem equation_9_needs_slope :
  exists (arena : Arena) (F : R -> R) (theta : array R) B k a c r, in_box B theta /\
  In a roster /\ In c roster /\ In r objectives /\ 0 < k /\ theta a r <= theta c r /\
  ~ k * (theta c r - theta a r) <= borda_with F theta c r - borda_with F theta a r.
Proof.
  exists (sized 2 1), (fun _ => 1 / 2), (to_R (of_rows [[0];[1]]%Z)), (1 / 2), 1, 0%nat, 1%nat, 0%nat.
  split.
  { intros i j r [<-|[<-|[]]] [<-|[<-|[]]] [<-|[]]; unfold to_R, of_rows; simpl; apply Rabs_le_iff; lra. }
  repeat match goal with |- _ /\ _ => split end; try check; unfold borda_with, to_R, of_rows; simpl; lra.
Qed.

(** (9) for a link with a slope below 0 only: two models whose duel counts upwards only
    rise half as much. *)
Theorem equation_9_needs_slope_above_0 :
  exists (arena : Arena) (F : R -> R) (theta : array R) B k a c r, in_box B theta /\
  In a roster /\ In c roster /\ In r objectives /\ 0 < k /\
  (forall u v, u <= v -> v <= 0 -> k * (v - u) <= F v - F u) /\ theta a r <= theta c r /\
  ~ INR K / (INR K - 1) * k * (theta c r - theta a r) <= borda_with F theta c r - borda_with F theta a r.
Proof.
  exists (sized 2 1), (fun u => Rmin u 0), (to_R (of_rows [[0];[1]]%Z)), (1 / 2), 1, 0%nat, 1%nat, 0%nat.
  split.
  { intros i j r [<-|[<-|[]]] [<-|[<-|[]]] [<-|[]]; unfold to_R, of_rows; simpl; apply Rabs_le_iff; lra. }
  repeat match goal with |- _ /\ _ => split end; try check.
  - intros u v Huv Hv. rewrite !Rmin_left by lra. lra.
  - unfold to_R, of_rows. simpl. lra.
  - unfold borda_with, to_R, of_rows. simpl. unfold Rmin. repeat destruct Rle_dec; lra.
Qed.

(** κ of half the range, σ'(B) for σ'(2B): at B = 2 two models at 4 and 3, among sixteen at
    0, see slopes down to σ'(4) and their own duel only counts 2/17. *)
Theorem lemma_B_3_needs_whole_range : let arena := sized 18 1 in
  exists B (theta : array R) i, in_box B theta /\ In i roster /\
  gap (borda theta) roster i < kappa (B / 2) * gap theta roster i.
Proof.
  intros arena. set (theta := to_R (of_rows [[4];[3]]%Z)).
  exists 2, theta, 1%nat.
  assert (range : forall a r, 0 <= theta a r <= 4) by (intros [|[|a]] [|r]; unfold theta, to_R, of_rows; simpl; try destruct a; try destruct r; simpl; lra).
  split; [intros i j r _ _ _; pose proof (range i r); pose proof (range j r); apply Rabs_le_iff; lra|].
  split; [check|].
  assert (gap theta roster 1%nat = 1) as -> by (unfold theta; rewrite gap_real; evaluate_IZR; reflexivity).
  (* Δ_1(b) ≤ b_0 - b_1 *)
  assert (gap (borda theta) roster 1%nat <= borda theta 0%nat 0%nat - borda theta 1%nat 0%nat) as Hgap.
  { assert (~ in_P (borda theta) 1%nat) as HP%not_true_iff_false.
    { unfold borda. rewrite (lemma_2_1 sigma theta sigma_increasing 1). unfold theta. check. }
    rewrite gap_off by exact HP.
    destruct (Delta_star_attained (borda theta) roster 1 (without_not_empty roster 1 roster_subset roster_has_two))
      as [j [Hj [_ ->]]].
    destruct (margin_attained (borda theta) 1 j) as [r [[<-|[]] ->]].
    destruct (lemma_2_1_sign sigma theta sigma_increasing 0 j 0 ltac:(check) Hj) as [[Hlt _] _].
    apply Rplus_le_compat_r, Rnot_lt_le. intros H%Hlt. pose proof (range j 0%nat).
    replace (theta 0%nat 0%nat) with 4 in H by (unfold theta, to_R, of_rows; simpl; lra). lra. }
  apply Rle_lt_trans with (1 := Hgap).
  pose proof (borda_difference sigma theta 1 0 0 ltac:(check) ltac:(check)) as E. fold (borda theta) in E.
  assert (sum_over roster (fun l => sigma (theta 0%nat 0%nat - theta l 0%nat) - sigma (theta 1%nat 0%nat - theta l 0%nat))
    = sigma 1 - sigma (-1) + 16 * (sigma 4 - sigma 3)) as Hsum.
  { unfold theta, to_R, of_rows. simpl.
    replace (4 - 4) with 0 by ring. replace (4 - 3) with 1 by ring. replace (4 - 0) with 4 by ring.
    replace (3 - 4) with (-1) by ring. replace (3 - 3) with 0 by ring. replace (3 - 0) with 3 by ring. lra. }
  rewrite Hsum in E. replace (INR K - 1) with 17 in E by (simpl; ring).
  (* σ(1) - σ(-1) ≤ 1/2, and σ(4) - σ(3) ≤ σ(-3) ≤ 1/16 *)
  pose proof (sigma_slope_at_most_quarter (-1) 1 ltac:(lra)).
  destruct (sigma_mean_value 3 4 ltac:(lra)) as [c [Hc E43]].
  pose proof (sigma_increasing (- c) (- (3)) ltac:(lra)). pose proof (sigma_positive (- c)).
  pose proof (sigma_positive c). pose proof (sigma_below_1 c). pose proof (sigma_positive (- (2 * 1))).
  pose proof exp_1_above as He. pose proof exp_le_3.
  assert (sigma (- (3)) < 1 / 18) as Hlow.
  { unfold sigma. rewrite Ropp_involutive. replace 3 with (1 + 1 + 1) by ring. rewrite !exp_plus.
    assert (17 < exp 1 * exp 1 * exp 1) by nra. unfold Rdiv. rewrite Rmult_1_l. apply Rinv_lt_contravar; lra. }
  assert (/ 10 <= sigma (- (2 * 1))) as Hten.
  { unfold sigma. rewrite Ropp_involutive. replace (2 * 1) with (1 + 1) by ring. rewrite exp_plus.
    apply Rinv_le_contravar; nra. }
  pose proof (sigma_symmetric (2 * 1)).
  replace (2 / 2) with 1 by field. unfold kappa.
  assert (sigma (- (2 * 1)) < 1 / 6) as Hsix.
  { unfold sigma. rewrite Ropp_involutive. replace (2 * 1) with (1 + 1) by ring. rewrite exp_plus.
    unfold Rdiv. rewrite Rmult_1_l. apply Rinv_lt_contravar; nra. }
  assert (sigma c * sigma (- c) < 1 / 18) by nra.
  nra.
Qed.
