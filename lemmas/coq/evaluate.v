(** * The definitions as a program

    What can be run on integers of the definitions: the frontier, Δ*, δ*, the gaps and
    the choices of an active set ([core_integers.v] has their agreement with the real
    ones), and the loop of one phase of Algorithm 1.

    In phase m let X_{i,r} be the successes among the first n_m samples, counted in some
    unit: b̂ = X/u, with u = n_m, or u = 2n_m for half credits.  Let cut = ⌊C_thr·r_m·u⌋.
    Then Δ̂_{i,A} > C_thr·r_m ⟺ Δ_{i,A}(X) > cut, and [eliminate] on X and cut makes steps
    of the run on b̂, up to the end of the phase ([eliminate_is_run]).  Among the choices
    that Algorithm 1 allows it takes the first.

    m_i and M_i of a gap p/q are computed likewise ([m_of_ratio], [last_phase_of_ratio]). *)

From Coq Require Import Reals List Bool Arith ZArith Lia Lra.
From VectorBorda Require Import definitions core_finite core_margins core_integers core_phase core_schedule.
Import ListNotations.

(** ** The loop of one phase *)

(** From A and B: what is left of A, B, and the models removed, the last first.  There
    are at most |A| removals. *)
Fixpoint eliminate_in {arena : Arena} (turns : nat) (x : array Z) (cut : Z)
  (A B removed : list nat) : list nat * list nat * list nat :=
  match turns, choices x A with
  | S turns', i :: _ =>
      if Nat.leb 2 (length A) && below cut (gap x A i)
      then eliminate_in turns' x cut (A ∖ i) (accept x A B i) (i :: removed)
      else (A, B, removed)
  | _, _ => (A, B, removed)
  end.

Definition eliminate {arena : Arena} (x : array Z) (cut : Z) (A B : list nat) :=
  eliminate_in (length A) x cut A B [].

(** ** Multiples of an array *)

Open Scope R_scope.

Section Multiples.
Context {arena : Arena}.
Variables (c : R) (x : array R).
Hypothesis positive : 0 < c.

(** c·x *)
Definition times (i r : nat) : R := c * x i r.

Lemma below_times a b : below (c * a) (c * b) = below a b.
Proof. apply eq_true_iff_eq. rewrite !below_iff. split; intros; nra. Qed.

Lemma smaller_times a b : smaller (c * a) (c * b) = c * smaller a b.
Proof. unfold smaller. rewrite below_times. now destruct (below b a). Qed.

Lemma larger_times a b : larger (c * a) (c * b) = c * larger a b.
Proof. unfold larger. rewrite below_times. now destruct (below a b). Qed.

Lemma positive_part_times a : (c * a)⁺ = c * a⁺.
Proof. unfold positive_part. rewrite <- larger_times. f_equal. simpl. ring. Qed.

Lemma min_over_times f g S : (forall j, f j = c * g j) -> min_over S f = c * min_over S g.
Proof.
  intros H. induction S as [|a [|e S] IH]; [simpl; ring | apply H |].
  change (smaller (f a) (min_over (e :: S) f) = c * smaller (g a) (min_over (e :: S) g)).
  now rewrite IH, H, smaller_times.
Qed.

Lemma max_over_times f g S : (forall j, f j = c * g j) -> max_over S f = c * max_over S g.
Proof.
  intros H. induction S as [|a [|e S] IH]; [simpl; ring | apply H |].
  change (larger (f a) (max_over (e :: S) f) = c * larger (g a) (max_over (e :: S) g)).
  now rewrite IH, H, larger_times.
Qed.

Lemma on_frontier_times A i : on_frontier times A i = on_frontier x A i.
Proof.
  unfold on_frontier. f_equal. f_equal. apply existsb_ext. intros j.
  apply forallb_ext. intros r. apply below_times.
Qed.

Lemma margin_times i j : margin times i j = c * margin x i j.
Proof. apply min_over_times. intros r. unfold times. simpl. ring. Qed.

Lemma Delta_star_times A i : Delta_star times A i = c * Delta_star x A i.
Proof. apply max_over_times. intros j. apply margin_times. Qed.

Lemma delta_star_times A i : delta_star times A i = c * delta_star x A i.
Proof.
  apply min_over_times. intros j. unfold separation.
  rewrite !max_margin_opp, !margin_times, Delta_star_times, !Ropp_mult_distr_r, !positive_part_times.
  simpl plus. now rewrite <- Rmult_plus_distr_l, smaller_times.
Qed.

Theorem gap_times A i : gap times A i = c * gap x A i.
Proof.
  unfold gap. rewrite on_frontier_times.
  destruct (on_frontier x A i); [apply delta_star_times | apply Delta_star_times].
Qed.

Theorem choices_times A : choices times A = choices x A.
Proof.
  assert (argmax_gap times A = argmax_gap x A) as Hargmax.
  { apply filter_ext. intros i. rewrite (max_over_times _ (fun j => gap x A j)) by apply gap_times.
    now rewrite gap_times, below_times. }
  unfold choices. rewrite Hargmax.
  now rewrite (filter_ext _ _ (fun i => f_equal negb (on_frontier_times A i)) (argmax_gap x A)).
Qed.
End Multiples.

(** ** It is the run of Algorithm 1 *)

Section Run.
Context {arena : Arena} {tuning : Tuning}.
Variables (bhat : nat -> array R) (x : array Z) (cut : Z) (m : nat) (u : R).
Hypothesis u_is_positive : 0 < u.
(** b̂ = X/u in phase m, cut = ⌊C_thr·r_m·u⌋ *)
Hypothesis means : bhat m = times (/ u) (to_R x).
Hypothesis floor : IZR cut <= C_thr * r_ m * u < IZR cut + 1.

Lemma same_choices A : choices (bhat m) A = choices x A.
Proof. rewrite means, choices_times by now apply Rinv_0_lt_compat. apply choices_real. Qed.

Lemma same_accept A B i : accept (bhat m) A B i = accept x A B i.
Proof.
  unfold accept. now rewrite means, on_frontier_times, on_frontier_real by now apply Rinv_0_lt_compat.
Qed.

(** Δ̂_{i,A} > C_thr·r_m ⟺ Δ_{i,A}(X) > cut *)
Lemma same_threshold A i : gap (bhat m) A i > C_thr * r_ m <-> below cut (gap x A i) = true.
Proof.
  rewrite means, gap_times, gap_real by now apply Rinv_0_lt_compat. simpl. rewrite Z.ltb_lt.
  assert (/ u * IZR (gap x A i) > C_thr * r_ m <-> IZR (gap x A i) > C_thr * r_ m * u) as ->.
  { set (y := IZR (gap x A i)). set (t := C_thr * r_ m).
    assert (y = u * (/ u * y)) as E by (field; lra).
    set (z := / u * y) in *. rewrite E. split; intros; nra. }
  split; intros H.
  - apply lt_IZR. lra.
  - assert (IZR cut + 1 <= IZR (gap x A i)); [|lra]. rewrite <- plus_IZR. apply IZR_le. lia.
Qed.

(** Any number of steps *)
Inductive steps : moment -> moment -> Prop :=
  | no_step s : steps s s
  | one_more s s' s'' : step bhat s s' -> steps s' s'' -> steps s s''.

(** The program makes steps of the run, and stops where one model is left or no gap
    exceeds the threshold. *)
Theorem eliminate_is_run A B tau A' B' removed :
  subset_of_roster A -> eliminate x cut A B = (A', B', removed) ->
  steps (At m A B tau) (At m A' B' tau) /\
  ((length A' <= 1)%nat \/ forall i, In i A' -> gap (bhat m) A' i <= C_thr * r_ m).
Proof.
  unfold eliminate. generalize (@nil nat) as gone. generalize (le_n (length A)).
  generalize (length A) at 2 3 as turns. intros turns. revert A B.
  induction turns as [|turns IH]; intros A B Hturns gone HA; cbn [eliminate_in].
  { intros [= <- <- <-]. split; [apply no_step | left; lia]. }
  destruct (choices x A) as [|i rest] eqn:Hchoices.
  { intros [= <- <- <-]. split; [apply no_step|]. left.
    destruct A as [|a A]; [simpl; lia|exfalso].
    destruct (choices_exist (bhat m) (a :: A)) as [i Hi]; [discriminate|].
    now rewrite same_choices, Hchoices in Hi. }
  assert (In i (choices (bhat m) A)) as Hi by (rewrite same_choices, Hchoices; now left).
  destruct (choices_spec _ _ _ Hi) as [HiA [largest _]].
  destruct (Nat.leb 2 (length A)) eqn:Htwo; cbn [andb].
  - apply Nat.leb_le in Htwo. destruct (below cut (gap x A i)) eqn:Hcut.
    + intros Hrec. apply same_threshold in Hcut.
      pose proof (length_without A i (proj1 HA) HiA) as Hlen.
      destruct (IH (A ∖ i) (accept x A B i) ltac:(lia) _ (without_subset A i HA) Hrec) as [Hsteps Hend].
      split; [|exact Hend]. apply one_more with (2 := Hsteps).
      rewrite <- same_accept. now apply remove.
    + intros [= <- <- <-]. split; [apply no_step|]. right. intros j Hj.
      apply Rnot_lt_le. intros Hgap.
      assert (gap (bhat m) A i > C_thr * r_ m) as Hbig by (specialize (largest j Hj); lra).
      apply same_threshold in Hbig. congruence.
  - intros [= <- <- <-]. split; [apply no_step|]. left. apply Nat.leb_gt in Htwo. lia.
Qed.
End Run.

(** ** m_i and M_i of a gap p/q *)

(** The first m' ≥ m with test(m'), looking no further than [turns] on. *)
Fixpoint first_from (test : nat -> bool) (turns m : nat) : nat :=
  match turns with
  | O => m
  | S turns' => if test m then m else first_from test turns' (S m)
  end.

Lemma first_from_spec test turns m n : (m <= n <= m + turns)%nat -> test n = true ->
  (forall k, (m <= k < n)%nat -> test k = false) -> first_from test turns m = n.
Proof.
  revert m. induction turns as [|turns IH]; intros m Hn Hyes Hno; simpl; [lia|].
  destruct (Nat.eq_dec m n) as [->|Hne]; [now rewrite Hyes|].
  rewrite (Hno m) by lia. apply IH; [lia | exact Hyes | intros k Hk; apply Hno; lia].
Qed.

(** m_i = min{m ≥ 1 : 2^{-m} < p/(4q)}: 4q < p·2^m.  M_i = 1 + min{j ≥ 0 : 4q ≤ p·2^j}. *)
Definition m_of_ratio (turns : nat) (p q : Z) : nat :=
  first_from (fun m => (4 * q <? p * 2 ^ Z.of_nat m)%Z) turns 1.
Definition last_phase_of_ratio (turns : nat) (p q : Z) : nat :=
  S (first_from (fun j => (4 * q <=? p * 2 ^ Z.of_nat j)%Z) turns 0).

Section Ratio.
Variables (p q : Z).
Hypothesis Hp : (0 < p)%Z.
Hypothesis Hq : (0 < q)%Z.
Let Delta : R := IZR p / IZR q.

Lemma pow_IZR_nat m : IZR (2 ^ Z.of_nat m) = 2 ^ m.
Proof. now rewrite <- pow_IZR. Qed.

Lemma ratio_positive : 0 < Delta.
Proof. apply Rdiv_lt_0_compat; now apply IZR_lt. Qed.

(** 4/Δ against 2^m, in integers *)
Lemma ratio_against_pow m :
  (4 / Delta < 2 ^ m <-> (4 * q < p * 2 ^ Z.of_nat m)%Z) /\
  (4 / Delta <= 2 ^ m <-> (4 * q <= p * 2 ^ Z.of_nat m)%Z).
Proof.
  apply IZR_lt in Hp, Hq. rewrite <- !pow_IZR_nat.
  assert (4 / Delta * IZR p = IZR (4 * q)) as E.
  { unfold Delta. rewrite mult_IZR. field. lra. }
  split; split; intros H.
  - apply lt_IZR. rewrite <- E, mult_IZR. nra.
  - apply IZR_lt in H. rewrite <- E, mult_IZR in H. nra.
  - apply le_IZR. rewrite <- E, mult_IZR. nra.
  - apply IZR_le in H. rewrite <- E, mult_IZR in H. nra.
Qed.

Theorem m_of_ratio_correct turns : (m_of_gap Delta <= 1 + turns)%nat -> m_of_ratio turns p q = m_of_gap Delta.
Proof.
  intros Hturns. destruct (m_of_gap_spec Delta ratio_positive) as [H1 [Heps Hleast]].
  assert (forall m, eps_ m < Delta / 4 <-> (4 * q < p * 2 ^ Z.of_nat m)%Z) as Htest.
  { intros m. rewrite <- (proj1 (ratio_against_pow m)). rewrite (eps_below Delta ratio_positive).
    pose proof ratio_positive. assert (0 < 4 / Delta) by (apply Rdiv_lt_0_compat; lra).
    rewrite <- log2_pow. split; intros H'.
    - apply Rnot_le_lt. intros Hle. pose proof (pow2_positive m).
      pose proof (log2_le (2 ^ m) (4 / Delta) ltac:(lra)). lra.
    - apply log2_lt. lra. }
  apply first_from_spec; [lia | now apply Z.ltb_lt, Htest |].
  intros k Hk. apply Z.ltb_ge, Z.nlt_ge. intros Hlt%Htest. specialize (Hleast k ltac:(lia) Hlt). lia.
Qed.

Theorem last_phase_of_ratio_correct turns : (last_phase Delta <= 1 + turns)%nat ->
  last_phase_of_ratio turns p q = last_phase Delta.
Proof.
  intros Hturns. unfold last_phase_of_ratio, last_phase in *. cbn [Nat.add] in *. f_equal.
  pose proof ratio_positive. assert (0 < 4 / Delta) by (apply Rdiv_lt_0_compat; lra).
  (* ⌈y⌉ is the least j with y ≤ j *)
  assert (forall j, (4 * q <= p * 2 ^ Z.of_nat j)%Z <-> log2 (4 / Delta) <= INR j) as Htest.
  { intros j. rewrite <- (proj2 (ratio_against_pow j)), <- (log2_pow j). split; intros H'.
    - apply log2_le. lra.
    - apply Rnot_lt_le. intros Hlt. pose proof (pow2_positive j).
      pose proof (log2_lt (2 ^ j) (4 / Delta) ltac:(lra)). lra. }
  apply first_from_spec; [lia | apply Z.leb_le, Htest, nat_ceiling_ge |].
  intros k Hk. apply Z.leb_gt, Z.nle_gt. intros Hle%Htest.
  enough (nat_ceiling (log2 (4 / Delta)) <= k)%nat by lia.
  unfold nat_ceiling. pose proof (ceiling_spec (log2 (4 / Delta))) as [_ Hc].
  rewrite INR_IZR_INZ in Hle.
  assert (ceiling (log2 (4 / Delta)) < Z.of_nat k + 1)%Z by (apply lt_IZR; rewrite plus_IZR; lra). lia.
Qed.
End Ratio.
