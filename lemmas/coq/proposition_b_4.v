(** * Proposition B.4

    Streams with means b_{i,r}, min_i Δ_i^B > 0, C = (2,4,4).  With
    M_i = 1+⌈log₂(4/Δ_i^B)⌉ and L_i(δ) = log(4KdM_i²/δ):

      P( P̂ = P(b) and τ ≤ dK + 128 d Σ_i L_i(δ)/(Δ_i^B)² ) ≥ 1-δ.

    The probability is over N independent samples of each stream, for any N that
    suffices for phase M_i of every model i: no run on the event E uses more.  Whatever
    Algorithm 1 may choose among equals: every run ends, and every run that returns has
    the right answer in time.  More general: any laws on [0,1] with the means b
    (half-credit votes).  Rests on B.6 and the pathwise half, proposition_b_4_path.v. *)

From Coq Require Import Reals List Arith Lra Lia.
From VectorBorda Require Import definitions core_finite core_margins core_integers core_schedule core_phase evaluate.
From VectorBorda Require Import lemma_b_9 proposition_b_4_path.
From VectorBorda Require Import core_finite_law lemma_b_6_cell core_streams lemma_b_6.
Import ListNotations.
Open Scope R_scope.

Section RunsAlike.
Context {arena : Arena} {tuning : Tuning}.
Variables (bhat bhat' : nat -> array R) (M : nat).
Hypothesis alike : forall m, (m <= M)%nat -> bhat m = bhat' m.

Lemma step_alike s s' : (phase s <= M)%nat -> step bhat s s' -> step bhat' s s'.
Proof.
  intros Hs Hstep. destruct Hstep as [m A B tau i two Hchoice Hgap|m A B tau two Hgap]; simpl in Hs.
  - rewrite (alike m Hs) in Hchoice, Hgap |- *. apply remove; assumption.
  - rewrite (alike m Hs) in Hgap. apply next_phase; assumption.
Qed.
End RunsAlike.

(** Estimates that agree up to phase M have the same runs, if those of one end by M. *)
Lemma run_alike {arena : Arena} {tuning : Tuning} (bhat bhat' : nat -> array R) M :
  (forall m, (m <= M)%nat -> bhat m = bhat' m) ->
  (forall k s, run bhat' k s -> (phase s <= M)%nat) ->
  forall k s, run bhat k s <-> run bhat' k s.
Proof.
  intros alike ends k s. split; induction 1 as [|k s s' Hrun IH Hstep]; try apply run_start.
  - apply (run_step _ k s s' IH). exact (step_alike bhat bhat' M alike s s' (ends k s IH) Hstep).
  - apply (run_step _ k s s' IH).
    apply (step_alike bhat' bhat M (fun m Hm => eq_sym (alike m Hm)) s s' (ends k s Hrun) Hstep).
Qed.

Section Proposition.
Context {arena : Arena} {tuning : Tuning}.
Variables (b : array R) (nu : nat -> nat -> law R) (N : nat).
Hypothesis default : default_constants.
Hypothesis Hnu : observations nu b.
Hypothesis gaps_positive : forall i, In i roster -> 0 < gap b roster i.
(** N samples of each stream are enough for phase M_i of every model. *)
Hypothesis enough : forall i, In i roster -> (n_ (last_phase (gap b roster i)) <= N)%nat.

(** VB-EGE stops on b̂; whenever it returns, the answer is P(b) and τ is at most the bound. *)
Definition as_claimed (bhat : nat -> array R) : Prop :=
  stops bhat /\ forall answer tau, returns bhat answer tau ->
    (forall i, In i answer <-> in_P b i) /\ INR tau <= sample_bound b.

(** E as far as phase max_i m_i is enough: later phases never begin. *)
Lemma claimed_on_event bhat : E_until b (last_m b) bhat -> as_claimed bhat.
Proof.
  intros event.
  (* b̂ up to that phase, and the truth b later: E holds *)
  set (bhat' := fun m => if le_dec m (last_m b) then bhat m else b).
  assert (event' : E b bhat').
  { intros m Hm. unfold bhat'. destruct (le_dec m (last_m b)) as [H|H]; [apply event; lia|].
    intros i r _ _. rewrite Rminus_eq_0, Rabs_R0. apply sqrt_pos. }
  assert (range : forall i r, In i roster -> In r objectives -> 0 <= b i r <= 1)
    by (intros i r Hi Hr; exact (mean_between _ _ (Hnu i r Hi Hr))).
  destruct (proposition_B_4_path b bhat' default range gaps_positive event') as [[Hret Hfin] Hclaim].
  assert (same : forall k s, run bhat k s <-> run bhat' k s).
  { apply (run_alike bhat bhat' (last_m b)).
    - intros m Hm. unfold bhat'. destruct (le_dec m (last_m b)); [reflexivity | lia].
    - intros k s Hrun. destruct default as [Csamp [Cthr _]].
      destruct (run_active bhat' k s Hrun) as [[_ sub] [size _]].
      destruct (active s) as [|i A] eqn:EA; [simpl in size; lia|].
      apply Nat.le_trans with (m_ b i).
      + apply (phase_at_most_m b bhat' event' Cthr ltac:(lra) gaps_positive k s i Hrun).
        rewrite EA. left. reflexivity.
      + apply m_at_most_last, sub. left. reflexivity. }
  assert (same_returns : forall answer tau, returns bhat answer tau <-> returns bhat' answer tau).
  { intros answer tau. split; intros (k & m & i & B & Hrun & Ha); exists k, m, i, B; split; try apply same; assumption. }
  split; [split|].
  - destruct Hret as (answer & tau & H). exists answer, tau. apply same_returns, H.
  - destruct Hfin as (most & H). exists most. intros k s Hrun. apply (H k s), same, Hrun.
  - intros answer tau H. apply Hclaim, same_returns, H.
Qed.

Theorem proposition_B_4 :
  1 - delta <= probability (streams N nu) (fun Z => as_claimed (estimates Z)).
Proof.
  pose proof default as [_ [_ Clog]].
  apply Rle_trans with (probability (streams N nu) (fun Z => E_until b (last_m b) (estimates Z))).
  - apply (lemma_B_6 nu b Hnu); [lra|]. intros m Hm.
    (* max_i m_i is m_i of some i, and m_i ≤ M_i *)
    assert (Hmax : exists i, In i roster /\ last_m b = m_ b i).
    { unfold last_m. assert (roster <> []) by (pose proof roster_has_two; destruct roster; simpl in *; [lia | discriminate]).
      revert H. generalize roster. intros l. induction l as [|a l IH]; [congruence|]. intros _.
      change (list_max (map (m_ b) (a :: l))) with (Nat.max (m_ b a) (list_max (map (m_ b) l))).
      destruct (Nat.max_spec (m_ b a) (list_max (map (m_ b) l))) as [[H ->]|[_ ->]].
      - destruct l as [|c l]; [simpl in H; lia|]. destruct IH as (i & Hi & E); [discriminate|].
        exists i. split; [right; exact Hi | exact E].
      - exists a. split; [left; reflexivity | reflexivity]. }
    destruct Hmax as (i & Hi & E). eapply Nat.le_trans; [|apply (enough i Hi)].
    apply n_monotone. rewrite E in Hm. eapply Nat.le_trans; [exact Hm|]. apply m_of_gap_le_last_phase.
  - apply probability_le; [apply (is_law_streams N nu b Hnu)|]. intros Z. apply claimed_on_event.
Qed.
End Proposition.

(** ** What fails *)

(** All samples of a stream equal to the first: with equal estimates in every phase no
    model ever leaves. *)
Section EqualSamples.
Let two_models : Arena := sized 2 1.
Existing Instance two_models.
Let tuning : Tuning := default_tuning (1 / 4) ltac:(lra).
Existing Instance tuning.

(** One vote of each model decides all its samples. *)
Definition first_votes (p : nat -> R) : law (nat -> nat -> nat -> R) :=
  draw (bernoulli (p 0%nat)) (fun first => draw (bernoulli (p 1%nat)) (fun second =>
    certain (fun i _ _ => if (if Nat.eqb i 0 then first else second) : bool then 1 else 0))).

Lemma equal_estimates_never_end (bhat : nat -> array R) :
  (forall m, (1 <= m)%nat -> forall i, In i roster -> bhat m i 0%nat = bhat m 0%nat 0%nat) ->
  forall k s, run bhat k s -> active s = roster /\ (1 <= phase s)%nat.
Proof.
  intros equal k s. induction 1 as [|k s s' Hrun [HA Hm] Hstep]; [split; [reflexivity | apply le_n]|].
  destruct Hstep as [m A B tau i two Hchoice Hgap|m A B tau two _]; simpl in *; [exfalso | split; [exact HA | lia]].
  subst A. destruct (choices_spec _ _ _ Hchoice) as [Hi _].
  assert (forall a c, In a roster -> In c roster -> margin (bhat m) a c = 0) as Hzero.
  { intros a c Ha Hc. destruct (margin_attained (bhat m) a c) as [r [[<-|[]] ->]]. rewrite (equal m Hm a Ha), (equal m Hm c Hc). lra. }
  assert (gap (bhat m) roster i <= 0) as H0.
  { rewrite gap_on by (apply on_frontier_iff; split; [exact Hi | intros; rewrite Hzero by assumption; lra]).
    destruct (delta_star_attained (bhat m) roster i (without_not_empty roster i roster_subset two)) as [j [Hj [_ ->]]].
    pose proof (separation_spec (bhat m) roster i j) as [H _]. rewrite Hzero in H by assumption. lra. }
  pose proof (sqrt_pos (L_ m / (2 * INR (n_ m)))) as Hr. fold (r_ m) in Hr.
  change C_thr with 4 in Hgap. lra.
Qed.

Theorem proposition_B_4_needs_independent :
  exists b, (forall i, In i roster -> 0 < gap b roster i) /\ default_constants /\
  (forall i r s, In i roster -> In r objectives ->
    expectation (first_votes (fun i => b i 0%nat)) (fun Z => Z i r s) = b i r) /\
  ~ 1 - delta <= probability (first_votes (fun i => b i 0%nat)) (fun Z => as_claimed b (estimates Z)).
Proof.
  pose (b := times (1 / 4) (to_R (of_rows [[3];[1]]%Z))). exists b.
  assert (b 0%nat 0%nat = 3 / 4) as E0 by (unfold b, times, to_R, of_rows; simpl; lra).
  assert (b 1%nat 0%nat = 1 / 4) as E1 by (unfold b, times, to_R, of_rows; simpl; lra).
  split; [|split; [repeat split|split]].
  - intros i [<-|[<-|[]]]; unfold b; rewrite gap_times by lra; rewrite gap_real; evaluate_IZR; lra.
  - intros i r s [<-|[<-|[]]] [<-|[]]; unfold first_votes;
      rewrite expectation_draw, expectation_bernoulli, !expectation_draw, !expectation_bernoulli, !expectation_certain;
      rewrite E0, E1; simpl; lra.
  - assert (never : forall y : bool, ~ as_claimed b (estimates (fun i _ _ : nat => if (if Nat.eqb i 0 then y else y) then 1 else 0))).
    { intros y [[(answer & tau & k & m & i & B & Hrun & _) _] _].
      apply equal_estimates_never_end in Hrun as [HA _]; [discriminate|].
      intros m' Hm j _. unfold estimates, mean. f_equal. apply sum_over_ext. intros s _. now destruct (j =? 0)%nat. }
    unfold probability, first_votes. rewrite expectation_draw, expectation_bernoulli.
    rewrite !expectation_draw, !expectation_bernoulli, !expectation_certain.
    rewrite (indicator_false _ (never true)), (indicator_false _ (never false)).
    match goal with |- context [indicator ?X] => pose proof (indicator_bounds X) end.
    match goal with |- context [(1 - b 0%nat 0%nat) * (_ * indicator ?X + _)] => pose proof (indicator_bounds X) end.
    change delta with (1 / 4). rewrite E0, E1. lra.
Qed.
End EqualSamples.
