(** * The instances of the lower bound

    Facts that Lemma B.14, Remark B.1 and Theorem 3.2 use, for Δ > 0, i ≠ 0 and η > 0:
    P(θ^Δ) = {0} and every gap is Δ; i ∈ P(λ^{i,r,η}) and Δ_i(λ^{i,r,η}) ≤ η;
    P(λ^{i,r,Δ}) = {i} if d = 1, {0,i} otherwise; Δ_0 = Δ_i = Δ and every gap is at
    least Δ; both arrays are in the box.  Models are counted from 0. *)

From Coq Require Import Reals List Lra Lia Bool Arith.
From VectorBorda Require Import definitions core_finite core_margins lemma_b_5.
Import ListNotations.
Open Scope R_scope.

Section Facts.
Context {arena : Arena}.

Lemma margin_at_least (x : array R) i j v :
  (forall s, In s objectives -> v <= x j s - x i s) -> v <= margin x i j.
Proof. intros H. destruct (margin_attained x i j) as [s [Hs ->]]. now apply H. Qed.

(** Gaps from bounds: what each model's separation must be. *)
Lemma gap_at_least (x : array R) i v : In i roster ->
  (on_frontier x roster i = true -> forall j, In j roster -> j <> i ->
   v <= - margin x i j /\ v <= (- margin x j i)⁺ + (Delta_star x roster j)⁺) ->
  (on_frontier x roster i = false -> exists j, In j roster /\ j <> i /\ v <= margin x i j) ->
  v <= gap x roster i.
Proof.
  intros Hi Hon Hoff. pose proof (without_not_empty roster i roster_subset roster_has_two) as two.
  destruct (on_frontier x roster i) eqn:E.
  - rewrite gap_on by exact E. destruct (delta_star_attained x roster i two) as [j [Hj [Hij ->]]].
    destruct (Hon eq_refl j Hj Hij). destruct (separation_spec x roster i j) as [_ [_ [-> | ->]]]; assumption.
  - rewrite gap_off by exact E. destruct (Hoff eq_refl) as [j [Hj [Hij Hv]]].
    pose proof (Delta_star_ge x roster i j Hj Hij). lra.
Qed.

Lemma zero_in_roster : In 0%nat roster.
Proof. apply In_roster. pose proof K_at_least_2. lia. Qed.

Variable Delta : R.
Hypothesis positive : 0 < Delta.

(** ** θ^Δ *)

Lemma theta_flat_0 s : theta_flat Delta 0%nat s = 0.
Proof. reflexivity. Qed.

Lemma theta_flat_other a s : a <> 0%nat -> theta_flat Delta a s = - Delta.
Proof. intros Ha. unfold theta_flat. apply Nat.eqb_neq in Ha. now rewrite Ha. Qed.

Lemma theta_flat_range a s : - Delta <= theta_flat Delta a s <= 0.
Proof. unfold theta_flat. destruct (Nat.eqb a 0); lra. Qed.

(** θ ∈ Θ_{B,d} for Δ ≤ 2B *)
Theorem theta_flat_in_box B : Delta <= 2 * B -> in_box B (theta_flat Delta).
Proof.
  intros HB i j r _ _ _. apply Rabs_le_iff.
  pose proof (theta_flat_range i r). pose proof (theta_flat_range j r). lra.
Qed.

(** All margins of θ^Δ: ±Δ against model 0, else 0. *)
Lemma theta_flat_margin i j : margin (theta_flat Delta) i j = theta_flat Delta j 0%nat - theta_flat Delta i 0%nat.
Proof. now destruct (margin_attained (theta_flat Delta) i j) as [s [_ ->]]. Qed.

Theorem theta_flat_frontier a : In a roster -> in_P (theta_flat Delta) a <-> a = 0%nat.
Proof.
  intros Ha. unfold in_P. rewrite on_frontier_iff. split.
  - intros [_ H]. destruct (Nat.eq_dec a 0) as [H0|H0]; [exact H0|exfalso].
    specialize (H 0%nat zero_in_roster). rewrite theta_flat_margin, theta_flat_0, theta_flat_other in H by exact H0. lra.
  - intros ->. split; [exact zero_in_roster|]. intros j _.
    rewrite theta_flat_margin, theta_flat_0. pose proof (theta_flat_range j 0). lra.
Qed.

Theorem theta_flat_gap a : In a roster -> gap (theta_flat Delta) roster a = Delta.
Proof.
  intros Ha. pose proof (without_not_empty roster a roster_subset roster_has_two) as two.
  assert (forall j, j <> 0%nat -> In j roster -> Delta_star (theta_flat Delta) roster j = Delta) as Hstar.
  { intros j Hj0 Hj. apply Rle_antisym.
    - destruct (Delta_star_attained (theta_flat Delta) roster j (without_not_empty roster j roster_subset roster_has_two))
        as [c [_ [_ ->]]].
      rewrite theta_flat_margin, (theta_flat_other j) by exact Hj0. pose proof (theta_flat_range c 0). lra.
    - apply Rle_trans with (margin (theta_flat Delta) j 0).
      + rewrite theta_flat_margin, theta_flat_0, theta_flat_other by exact Hj0. lra.
      + apply Delta_star_ge; [exact zero_in_roster | congruence]. }
  pose proof (theta_flat_frontier a Ha) as HP. unfold in_P in HP.
  destruct (Nat.eq_dec a 0) as [->|Ha0].
  - rewrite gap_on by now apply HP.
    destruct (delta_star_attained (theta_flat Delta) roster 0 two) as [j [Hj [Hj0 ->]]].
    pose proof (separation_spec (theta_flat Delta) roster 0 j) as Hsep.
    rewrite (Hstar j Hj0 Hj), !theta_flat_margin, theta_flat_0, !theta_flat_other in Hsep by exact Hj0.
    pose proof (positive_part_spec Delta). pose proof (positive_part_spec (- (0 - - Delta))). lra.
  - rewrite gap_off by (apply not_true_iff_false; tauto). now apply Hstar.
Qed.

(** ** λ^{i,r,η} *)

Variables (i r : nat) (eta : R).
Hypothesis Hi : In i roster.
Hypothesis i_not_0 : i <> 0%nat.
Hypothesis Hr : In r objectives.
Hypothesis eta_positive : 0 < eta.
Notation lambda := (lambda_raised Delta i r eta).

Lemma lambda_raised_entry : lambda i r = eta.
Proof. unfold lambda_raised. now rewrite !Nat.eqb_refl. Qed.

Lemma lambda_other_model a s : a <> i -> lambda a s = theta_flat Delta a s.
Proof. intros Ha. unfold lambda_raised. apply Nat.eqb_neq in Ha. now rewrite Ha. Qed.

Lemma lambda_other_objective a s : s <> r -> lambda a s = theta_flat Delta a s.
Proof. intros Hs. unfold lambda_raised. apply Nat.eqb_neq in Hs. now rewrite Hs, andb_false_r. Qed.

Lemma lambda_range a s : - Delta <= lambda a s <= eta.
Proof.
  pose proof (theta_flat_range a s). unfold lambda_raised.
  destruct (Nat.eqb a i && Nat.eqb s r); lra.
Qed.

Theorem lambda_in_box B : Delta + eta <= 2 * B -> in_box B lambda.
Proof.
  intros HB a c s _ _ _. apply Rabs_le_iff. pose proof (lambda_range a s). pose proof (lambda_range c s). lra.
Qed.

(** m(i,j) ≤ -η for all j ≠ i: i is ahead on objective r. *)
Lemma margin_of_raised j : j <> i -> margin lambda i j <= - eta.
Proof.
  intros Hj. pose proof (margin_le lambda i j r Hr) as H.
  rewrite lambda_raised_entry, lambda_other_model in H by exact Hj. pose proof (theta_flat_range j r). lra.
Qed.

(** -η ≤ m(i,0): model 0 is behind by no more. *)
Lemma margin_raised_0 : - eta <= margin lambda i 0.
Proof.
  apply margin_at_least. intros s _. rewrite (lambda_other_model 0) by congruence.
  rewrite theta_flat_0. pose proof (lambda_range i s). lra.
Qed.

Theorem lambda_raised_on_frontier : in_P lambda i.
Proof.
  apply on_frontier_iff. split; [exact Hi|]. intros j Hj. destruct (Nat.eq_dec j i) as [->|Hji].
  - rewrite margin_self. lra.
  - pose proof (margin_of_raised j Hji). lra.
Qed.

(** Δ_i(λ^{i,r,η}) ≤ η *)
Theorem lambda_raised_gap : gap lambda roster i <= eta.
Proof.
  rewrite gap_on by exact lambda_raised_on_frontier.
  pose proof (delta_star_le lambda roster i 0 zero_in_roster ltac:(congruence)).
  pose proof (separation_spec lambda roster i 0). pose proof margin_raised_0. lra.
Qed.

(** The other models are dominated by model 0, at margin Δ. *)
Lemma margin_of_others k : k <> 0%nat -> k <> i -> margin lambda k 0 = Delta.
Proof.
  intros Hk0 Hki. destruct (margin_attained lambda k 0) as [s [_ ->]].
  rewrite !lambda_other_model, theta_flat_0, theta_flat_other by congruence. lra.
Qed.

Lemma margin_0_others k : k <> 0%nat -> k <> i -> margin lambda 0 k = - Delta.
Proof.
  intros Hk0 Hki. destruct (margin_attained lambda 0 k) as [s [_ ->]].
  rewrite !lambda_other_model, theta_flat_0, theta_flat_other by congruence. lra.
Qed.

(** m(0,i) is η if there is no other objective, otherwise -Δ. *)
Lemma margin_0_raised_1 : d = 1%nat -> margin lambda 0 i = eta.
Proof.
  intros Hd. destruct (margin_attained lambda 0 i) as [s [Hs ->]].
  apply In_objectives in Hs. pose proof (proj1 (In_objectives r) Hr).
  replace s with r by lia. rewrite lambda_raised_entry, lambda_other_model, theta_flat_0 by congruence. lra.
Qed.

Lemma margin_0_raised_more : (2 <= d)%nat -> margin lambda 0 i = - Delta.
Proof.
  intros Hd. apply Rle_antisym.
  - assert (exists s, In s objectives /\ s <> r) as [s [Hs Hsr]].
    { exists (if Nat.eqb r 0 then 1 else 0)%nat. rewrite In_objectives.
      destruct (Nat.eqb_spec r 0); split; lia. }
    pose proof (margin_le lambda 0 i s Hs) as H.
    rewrite !(lambda_other_objective _ s Hsr), theta_flat_0, theta_flat_other in H by exact i_not_0. lra.
  - apply margin_at_least. intros s _. rewrite (lambda_other_model 0) by congruence.
    rewrite theta_flat_0. pose proof (lambda_range i s). lra.
Qed.

(** P(λ) = {i} if d = 1, {0,i} otherwise. *)
Theorem lambda_frontier a : In a roster ->
  in_P lambda a <-> a = i \/ (a = 0%nat /\ (2 <= d)%nat).
Proof.
  intros Ha. pose proof d_at_least_1 as Hd1. split.
  - intros [_ H]%on_frontier_iff. destruct (Nat.eq_dec a i) as [->|Hai]; [now left|]. right.
    destruct (Nat.eq_dec a 0) as [->|Ha0].
    + split; [reflexivity|]. destruct (Nat.eq_dec d 1) as [E|E]; [exfalso|lia].
      specialize (H i Hi). rewrite margin_0_raised_1 in H by exact E. lra.
    + specialize (H 0%nat zero_in_roster). rewrite margin_of_others in H by assumption. lra.
  - intros [->|[-> Hd]]; [exact lambda_raised_on_frontier|].
    apply on_frontier_iff. split; [exact zero_in_roster|]. intros j Hj.
    destruct (Nat.eq_dec j 0) as [->|Hj0]; [rewrite margin_self; lra|].
    destruct (Nat.eq_dec j i) as [->|Hji].
    + rewrite margin_0_raised_more by exact Hd. lra.
    + rewrite margin_0_others by assumption. lra.
Qed.

(** Every gap of λ^{i,r,η} is at least Δ ∧ η. *)
Theorem lambda_gap_at_least a v : v <= Delta -> v <= eta -> In a roster -> v <= gap lambda roster a.
Proof.
  intros HvD Hve Ha. pose proof d_at_least_1 as Hd1.
  assert (forall k, In k roster -> k <> 0%nat -> k <> i -> Delta <= Delta_star lambda roster k) as Hothers.
  { intros k Hk Hk0 Hki. pose proof (Delta_star_ge lambda roster k 0 zero_in_roster ltac:(congruence)) as H.
    now rewrite margin_of_others in H. }
  pose proof (lambda_frontier a Ha) as HP. unfold in_P in HP.
  apply gap_at_least; [exact Ha | |].
  - intros Hon j Hj Hja. apply HP in Hon as [->|[-> Hd]].
    + (* a = i *)
      pose proof (margin_of_raised j Hja). split; [lra|].
      pose proof (positive_part_spec (- margin lambda j i)).
      pose proof (positive_part_spec (Delta_star lambda roster j)).
      destruct (Nat.eq_dec j 0) as [->|Hj0].
      * destruct (Nat.eq_dec d 1) as [E|E].
        -- pose proof (Delta_star_ge lambda roster 0 i Hi ltac:(congruence)) as Hstar0.
           rewrite margin_0_raised_1 in Hstar0 by exact E. lra.
        -- rewrite margin_0_raised_more in * by lia. lra.
      * specialize (Hothers j Hj Hj0 Hja). lra.
    + (* a = 0, d ≥ 2 *)
      pose proof (positive_part_spec (- margin lambda j 0)).
      pose proof (positive_part_spec (Delta_star lambda roster j)).
      destruct (Nat.eq_dec j i) as [->|Hji].
      * rewrite margin_0_raised_more by exact Hd.
        pose proof (margin_of_raised 0 ltac:(congruence)). lra.
      * rewrite margin_0_others by assumption. specialize (Hothers j Hj Hja Hji). lra.
  - intros Hoff. destruct (Nat.eq_dec a 0) as [->|Ha0].
    + exists i. destruct (Nat.eq_dec d 1) as [E|E].
      * rewrite margin_0_raised_1 by exact E. repeat split; [exact Hi | exact i_not_0 | lra].
      * exfalso. apply not_true_iff_false in Hoff. apply Hoff, HP. right. split; [reflexivity | lia].
    + exists 0%nat. destruct (Nat.eq_dec a i) as [->|Hai].
      * exfalso. apply not_true_iff_false in Hoff. apply Hoff, HP. now left.
      * rewrite margin_of_others by assumption. repeat split; [exact zero_in_roster | congruence | lra].
Qed.

(** Δ_0(λ) ≤ Δ, for η ≤ Δ *)
Theorem lambda_gap_0 : eta <= Delta -> gap lambda roster 0 <= Delta.
Proof.
  intros Heta. pose proof d_at_least_1 as Hd1.
  pose proof (lambda_frontier 0 zero_in_roster) as HP. unfold in_P in HP.
  destruct (on_frontier lambda roster 0) eqn:Hon.
  - rewrite gap_on by exact Hon. assert (2 <= d)%nat as Hd by (destruct (proj1 HP eq_refl) as [E|[_ E]]; [congruence | exact E]).
    pose proof (delta_star_le lambda roster 0 i Hi ltac:(congruence)).
    pose proof (separation_spec lambda roster 0 i). rewrite margin_0_raised_more in * by exact Hd. lra.
  - rewrite gap_off by exact Hon.
    assert (d = 1%nat) as E.
    { destruct (Nat.eq_dec d 1) as [E|E]; [exact E|exfalso]. assert (false = true); [apply HP; right; split; [easy | lia] | easy]. }
    destruct (Delta_star_attained lambda roster 0 (without_not_empty roster 0 roster_subset roster_has_two))
      as [j [Hj [Hj0 ->]]].
    destruct (Nat.eq_dec j i) as [->|Hji].
    + rewrite margin_0_raised_1 by exact E. lra.
    + rewrite margin_0_others by assumption. lra.
Qed.
End Facts.

(** With η = Δ: Δ_0 = Δ_i = Δ, and both arrays are in Θ_{B,d}(Δ) if Δ ≤ B. *)
Theorem lambda_gaps_equal {arena : Arena} Delta i r : 0 < Delta -> In i roster -> i <> 0%nat -> In r objectives ->
  gap (lambda_raised Delta i r Delta) roster 0 = Delta /\
  gap (lambda_raised Delta i r Delta) roster i = Delta.
Proof.
  intros HD Hi Hi0 Hr. split; apply Rle_antisym.
  - apply lambda_gap_0; try assumption; lra.
  - apply lambda_gap_at_least; try assumption; try lra. apply zero_in_roster.
  - now apply lambda_raised_gap.
  - apply lambda_gap_at_least; try assumption; lra.
Qed.

Theorem lower_instances_in_class {arena : Arena} B Delta i r : 0 < Delta <= B ->
  In i roster -> i <> 0%nat -> In r objectives ->
  in_class B Delta (theta_flat Delta) /\ in_class B Delta (lambda_raised Delta i r Delta).
Proof.
  intros [HD HB] Hi Hi0 Hr. split; split.
  - apply theta_flat_in_box; lra.
  - intros a Ha. rewrite theta_flat_gap by assumption. lra.
  - apply lambda_in_box; lra.
  - intros a Ha. apply lambda_gap_at_least; try assumption; lra.
Qed.
