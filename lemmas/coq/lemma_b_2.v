(** * Lemma B.2: a frontier model witnesses domination

    i ∉ P(x) ⟹ Δ*_i(x) = max_{p∈P(x)} m_x(i,p) > 0, attained at some witness
    i* ∈ P(x).

    Proved for every finite set S in the place of [K].  It gives the choice of
    witnesses that Lemmas B.7 to B.10 speak about.  Rests on Lemma B.1 (i). *)

From Coq Require Import Reals List Lra Lia Bool Arith.
From VectorBorda Require Import definitions core_finite core_margins core_integers lemma_b_1.
Import ListNotations.
Open Scope R_scope.

Section Lemma.
Context {arena : Arena}.

Theorem lemma_B_2 (x : array R) S i :
  In i S -> on_frontier x S i = false ->
  0 < Delta_star x S i /\
  (forall q, on_frontier x S q = true -> margin x i q <= Delta_star x S i) /\
  exists p, on_frontier x S p = true /\ p <> i /\ margin x i p = Delta_star x S i.
Proof.
  intros Hi Hoff. apply (off_frontier_iff x S i Hi) in Hoff as [j [Hj Hpos]].
  assert (j <> i) as Hij by (intros ->; rewrite margin_self in Hpos; lra).
  assert (0 < Delta_star x S i) as HDelta by (pose proof (Delta_star_ge x S i j Hj Hij); lra).
  (* Δ*_i bounds m(i,q) for q = i as well, m(i,i) = 0 *)
  assert (forall q, In q S -> margin x i q <= Delta_star x S i) as Htop.
  { intros q Hq. destruct (Nat.eq_dec q i) as [->|Hqi].
    - rewrite margin_self. lra.
    - now apply Delta_star_ge. }
  split; [exact HDelta|]. split.
  { intros q [Hq _]%on_frontier_iff. now apply Htop. }
  destruct (Delta_star_attained x S i (without_inhabited i j S Hj Hij)) as [p [Hp [Hpi Ep]]].
  exists p. repeat split; [|exact Hpi|now symmetry].
  (* were p dominated by q, then m(i,q) ≥ m(i,p) + m(p,q) > Δ*_i *)
  apply on_frontier_iff. split; [exact Hp|]. intros q Hq.
  pose proof (lemma_B_1_i x i p q). specialize (Htop q Hq). lra.
Qed.

(** Witnesses i* exist. *)
Theorem witnesses_exist (b : array R) : exists star, witnesses b star.
Proof.
  assert (forall l, incl l roster -> exists star, forall i, In i l -> ~ in_P b i ->
    in_P b (star i) /\ forall p, in_P b p -> margin b i p <= margin b i (star i)) as H.
  { induction l as [|a l IH]; intros Hincl.
    { exists (fun i => i). easy. }
    destruct IH as [star Hstar]; [now intros i Hi; apply Hincl; right|].
    destruct (in_P_dec b a) as [Ha|Ha].
    { exists star. intros i [<-|Hi] Hn; [easy | now apply Hstar]. }
    apply not_true_iff_false in Ha.
    destruct (lemma_B_2 b roster a (Hincl a (or_introl eq_refl)) Ha) as [_ [Htop [p [Hp [_ Ep]]]]].
    exists (fun i => if Nat.eqb i a then p else star i). intros i Hi Hn.
    destruct (Nat.eqb_spec i a) as [->|Hia].
    - split; [exact Hp|]. intros q Hq. rewrite Ep. now apply Htop.
    - apply Hstar; [|exact Hn]. destruct Hi as [E|Hi]; [now symmetry in E | exact Hi]. }
  destruct (H roster (incl_refl _)) as [star Hstar]. now exists star.
Qed.

(** What a witness is: i* ∈ P, i* ≠ i, and m_b(i, i* ) = Δ*_i > 0 bounds every m_b(i,q). *)
Theorem witness_spec (b : array R) star i :
  witnesses b star -> In i roster -> ~ in_P b i ->
  in_P b (star i) /\ star i <> i /\ 0 < margin b i (star i) /\
  margin b i (star i) = Delta_star b roster i /\
  forall q, In q roster -> margin b i q <= margin b i (star i).
Proof.
  intros Hstar Hi Hn. destruct (Hstar i Hi Hn) as [HP Hmax].
  pose proof Hn as Hoff. apply not_true_iff_false in Hoff.
  destruct (lemma_B_2 b roster i Hi Hoff) as [Hpos [Htop [p [Hp [_ Ep]]]]].
  assert (margin b i (star i) = Delta_star b roster i) as E.
  { apply Rle_antisym; [now apply Htop | rewrite <- Ep; now apply Hmax]. }
  rewrite E. repeat split; try easy.
  - now intros Eself; rewrite Eself in HP.
  - intros q Hq. destruct (Nat.eq_dec q i) as [->|Hqi].
    + rewrite margin_self. lra.
    + now apply Delta_star_ge.
Qed.

(** W([K]) holds. *)
Theorem W_roster (b : array R) star : witnesses b star -> W b star roster.
Proof.
  intros Hstar i Hi Hn. destruct (Hstar i Hi Hn) as [HP _]. now apply in_P_roster in HP.
Qed.
End Lemma.

(** ** What fails *)

(** For every model: a frontier model has Δ* ≤ 0. *)
Theorem lemma_B_2_needs_dominated :
  exists (arena : Arena) (x : array R) i, In i roster /\ in_P x i /\ Delta_star x roster i < 0.
Proof.
  exists (sized 2 1), (to_R (of_rows [[1];[0]]%Z)), 0%nat. repeat split; check.
Qed.

(** Weak dominance: with ≤ for < on all objectives but one, Δ* can be 0. *)
Theorem lemma_B_2_needs_strict_dominance :
  exists (arena : Arena) (x : array R) i j, In i roster /\ In j roster /\
  (forall r, In r objectives -> x i r <= x j r) /\ (exists r, In r objectives /\ x i r < x j r) /\
  Delta_star x roster i = 0.
Proof.
  exists (sized 2 2), (to_R (of_rows [[0;0];[0;1]]%Z)), 0%nat, 1%nat.
  split; [check|]. split; [check|]. split; [|split].
  - intros r [<-|[<-|[]]]; unfold to_R, of_rows; simpl; lra.
  - exists 1%nat. split; [check | unfold to_R, of_rows; simpl; lra].
  - check.
Qed.

(** A dominator need be neither on the frontier nor a maximiser. *)
Theorem lemma_B_2_dominator_is_no_witness :
  exists (arena : Arena) (x : array R) i p, In i roster /\ In p roster /\
  dominated x i p = true /\ ~ in_P x p /\ margin x i p < Delta_star x roster i.
Proof.
  exists (sized 3 1), (to_R (of_rows [[0];[1];[2]]%Z)), 0%nat, 1%nat.
  repeat split; try check. rewrite dominated_real. compute_it.
Qed.

(** A frontier model need not be a maximiser, even if it dominates. *)
Theorem lemma_B_2_frontier_model_is_no_witness :
  exists (arena : Arena) (x : array R) i p, In i roster /\ ~ in_P x i /\ in_P x p /\
  margin x i p < Delta_star x roster i.
Proof.
  exists (sized 3 2), (to_R (of_rows [[0;0];[1;1];[2;0]]%Z)), 0%nat, 2%nat. repeat split; check.
Qed.

(** i* is some argmax: two frontier models can be ahead by the same margin. *)
Theorem lemma_B_2_witness_not_unique :
  exists (arena : Arena) (x : array R) i p q, In i roster /\ ~ in_P x i /\
  in_P x p /\ in_P x q /\ p <> q /\
  margin x i p = Delta_star x roster i /\ margin x i q = Delta_star x roster i.
Proof.
  exists (sized 3 1), (to_R (of_rows [[0];[1];[1]]%Z)), 0%nat, 1%nat, 2%nat. repeat split; check.
Qed.

(** Reversed. *)
Theorem lemma_B_2_reversed_fails :
  exists (arena : Arena) (x : array R) i, In i roster /\ ~ in_P x i /\ ~ Delta_star x roster i < 0.
Proof. exists (sized 2 1), (to_R (of_rows [[0];[1]]%Z)), 0%nat. split; [check|]. split; check. Qed.
