(** * Proposition B.9: on E the output equals P(b)

    By the invariant Inv(A,B) = [P ⊆ A∪B, B ⊆ P, W(A)]: it holds at the start, every
    removal keeps it, and |A| = 1 ⟹ A ⊆ P.

    Proved for the run of Algorithm 1 with any number of phases, any schedule of
    radii and any C_thr ≥ 4.  Rests on B.2, B.7 and B.8. *)

From Coq Require Import Reals List Lra Lia Bool Arith.
From VectorBorda Require Import definitions core_finite core_margins core_integers core_phase.
From VectorBorda Require Import lemma_b_2 lemma_b_5 lemma_b_7 lemma_b_8.
Import ListNotations.
Open Scope R_scope.

Section Invariant.
Context {arena : Arena}.
Variables (b : array R) (star : nat -> nat).
Hypothesis star_spec : witnesses b star.

(** Inv([K], ∅) *)
Theorem Inv_start : Inv b star roster [].
Proof.
  split; [|split].
  - intros i HP. left. now apply in_P_roster in HP.
  - easy.
  - now apply W_roster.
Qed.

(** A removal that Algorithm 1 makes keeps Inv. *)
Theorem Inv_removal x rho A B i :
  within b rho x -> subset_of_roster A -> (2 <= length A)%nat ->
  In i (choices x A) -> gap x A i > 4 * rho ->
  Inv b star A B -> Inv b star (A ∖ i) (accept x A B i).
Proof.
  intros event active two Hchoice Hgap [cover [right W_A]].
  pose proof (radius_not_negative b x rho event) as Hrho.
  destruct (choices_spec x A i Hchoice) as [Hi _].
  assert (gap x A i > 2 * rho) as Hgap2 by lra.
  destruct (lemma_B_7 b x rho star A i event active two Hi Hgap2 star_spec W_A) as [Hout Hin].
  unfold accept. split; [|split].
  - intros p HP. destruct (cover p HP) as [HA|HB].
    + destruct (Nat.eq_dec p i) as [->|Hpi].
      * (* the removed model is in P, so it is accepted *)
        destruct (on_frontier x A i); [now right; left | now specialize (Hout eq_refl)].
      * left. now apply In_without.
    + right. destruct (on_frontier x A i); [now right | exact HB].
  - intros p HB. destruct (on_frontier x A i) eqn:Hon; [|now apply right].
    destruct HB as [<-|HB]; [now apply Hin | now apply right].
  - now apply (lemma_B_8 b x rho star A i).
Qed.

(** The last active model is in P: its witness would be another active one. *)
Theorem Inv_end B i : In i roster -> Inv b star [i] B -> in_P b i.
Proof.
  intros Hi [_ [_ W_A]]. destruct (in_P_dec b i) as [HP|HP]; [exact HP|exfalso].
  destruct (witness_spec b star i star_spec Hi HP) as [_ [Hself _]].
  destruct (W_A i (or_introl eq_refl) HP) as [Eself|[]]. now symmetry in Eself.
Qed.
End Invariant.

Section Run.
Context {arena : Arena} {tuning : Tuning}.
Variables (b : array R) (bhat : nat -> array R).

(** At every moment of a run, A ⊆ [K] is not empty and the phase is m ≥ 1. *)
Lemma run_active k s : run bhat k s ->
  subset_of_roster (active s) /\ (1 <= length (active s))%nat /\ (1 <= phase s)%nat.
Proof.
  induction 1 as [|k s s' _ [active [size phase]] Hstep].
  - split; [exact roster_subset|]. pose proof roster_has_two. simpl. lia.
  - destruct Hstep as [m A B tau i two Hchoice _|m A B tau two _]; simpl in *.
    + destruct (choices_spec _ _ _ Hchoice) as [Hi _].
      split; [now apply without_subset|].
      rewrite (length_without A i (proj1 active) Hi) in two. lia.
    + repeat split; [apply active | apply active | lia | lia].
Qed.

Hypothesis event : E b bhat.
Hypothesis threshold : 4 <= C_thr.

Lemma removal_threshold m x y : (1 <= m)%nat -> within b (r_ m) x -> y > C_thr * r_ m -> y > 4 * r_ m.
Proof. intros _ Hx Hy. pose proof (radius_not_negative b x (r_ m) Hx). nra. Qed.

Theorem Inv_run star k s : witnesses b star -> run bhat k s -> Inv b star (active s) (accepted s).
Proof.
  intros star_spec Hrun. induction Hrun as [|k s s' Hrun IH Hstep].
  - now apply Inv_start.
  - destruct (run_active k s Hrun) as [active [_ phase]].
    destruct Hstep as [m A B tau i two Hchoice Hgap|m A B tau two _]; simpl in *; [|exact IH].
    specialize (event m phase).
    apply (Inv_removal b star star_spec (bhat m) (r_ m)); try assumption.
    now apply (removal_threshold m (bhat m)).
Qed.

Theorem proposition_B_9 answer tau :
  returns bhat answer tau -> forall i, In i answer <-> in_P b i.
Proof.
  intros [k [m [i [B [Hrun ->]]]]]. destruct (witnesses_exist b) as [star star_spec].
  pose proof (Inv_run star k _ star_spec Hrun) as HInv. simpl in HInv.
  destruct (run_active k _ Hrun) as [[_ active] _]. simpl in active.
  assert (In i roster) as Hi by (apply active; now left).
  pose proof (Inv_end b star star_spec B i Hi HInv) as HP.
  destruct HInv as [cover [right _]]. intros p. split.
  - intros [<-|HB]; [exact HP | now apply right].
  - intros Hp. destruct (cover p Hp) as [[<-|[]]|HB]; [now left | now right].
Qed.
End Run.

(** ** What fails *)

(** A moment of Algorithm 1 at which Inv holds, with a removal that loses it: what the
    theorem [Inv_removal] excludes. *)
Definition loses_Inv {arena : Arena} (b x : array R) star A B i : Prop :=
  subset_of_roster A /\ (2 <= length A)%nat /\ witnesses b star /\
  Inv b star A B /\ ~ Inv b star (A ∖ i) (accept x A B i).

Ltac check_all := repeat match goal with |- _ /\ _ => split | |- loses_Inv _ _ _ _ _ _ => unfold loses_Inv end;
  try check; try lra.

(** c < 4 for 4 (Lemma B.8). *)
Theorem proposition_B_9_sharp c : c < 4 ->
  exists (arena : Arena) (b x : array R) rho star A B i,
  within b rho x /\ In i (choices x A) /\ gap x A i > c * rho /\ loses_Inv b x star A B i.
Proof.
  intros Hc.
  exists (sized 3 2), (to_R (of_rows [[-2;4];[-3;-1];[3;0]]%Z)),
    (to_R (of_rows [[-1;5];[-4;0];[4;-1]]%Z)), 1, (fun i => 2%nat), [0;1;2]%nat, [], 2%nat.
  check_all.
Qed.

(** Without the tie rule: two models' gaps always tie, and the witness may go first. *)
Theorem proposition_B_9_needs_tie_rule :
  exists (arena : Arena) (b x : array R) rho star A B i,
  within b rho x /\ In i (argmax_gap x A) /\ gap x A i > 4 * rho /\ loses_Inv b x star A B i.
Proof.
  exists (sized 2 1), (to_R (of_rows [[6];[4]]%Z)), (to_R (of_rows [[6];[4]]%Z)), 0,
    (fun i => 0%nat), [0;1]%nat, [], 0%nat.
  check_all.
Qed.

(** Any model with a gap above 4ρ. *)
Theorem proposition_B_9_needs_largest :
  exists (arena : Arena) (b x : array R) rho star A B i,
  within b rho x /\ In i A /\ gap x A i > 4 * rho /\ loses_Inv b x star A B i.
Proof.
  exists (sized 3 2), (to_R (of_rows [[2;-1];[-2;0];[1;2]]%Z)),
    (to_R (of_rows [[2;-1];[-2;0];[1;2]]%Z)), 0, (fun i => 2%nat), [0;1;2]%nat, [], 2%nat.
  check_all.
Qed.

(** Without E. *)
Theorem proposition_B_9_needs_E :
  exists (arena : Arena) (b x : array R) rho star A B i,
  0 <= rho /\ In i (choices x A) /\ gap x A i > 4 * rho /\ loses_Inv b x star A B i.
Proof.
  exists (sized 2 1), (to_R (of_rows [[0];[-1]]%Z)), (to_R (of_rows [[-1];[1]]%Z)), 0,
    (fun i => 0%nat), [0;1]%nat, [], 0%nat.
  check_all.
Qed.

(** The end without W(A): a model whose witnesses have left is the last one. *)
Theorem proposition_B_9_needs_W :
  exists (arena : Arena) (b : array R) i B,
  In i roster /\ (forall p, in_P b p -> In p [i] \/ In p B) /\ (forall p, In p B -> in_P b p) /\
  ~ in_P b i.
Proof.
  exists (sized 2 1), (to_R (of_rows [[-1];[0]]%Z)), 0%nat, [1]%nat. repeat split; try check.
  - intros p HP. pose proof (in_P_roster _ _ HP) as [<-|[<-|[]]]; [now left; left | now right; left].
  - intros p [<-|[]]. check.
Qed.

(** Accepting nobody loses a frontier model that is removed; accepting everybody
    keeps a dominated one. *)
Theorem proposition_B_9_needs_accept :
  (exists (arena : Arena) (b x : array R) rho star A B i,
   within b rho x /\ In i (choices x A) /\ gap x A i > 4 * rho /\
   Inv b star A B /\ ~ Inv b star (A ∖ i) B) /\
  (exists (arena : Arena) (b x : array R) rho star A B i,
   within b rho x /\ In i (choices x A) /\ gap x A i > 4 * rho /\
   Inv b star A B /\ ~ Inv b star (A ∖ i) (i :: B)).
Proof.
  split.
  - exists (sized 2 2), (to_R (of_rows [[0;1];[1;-1]]%Z)), (to_R (of_rows [[0;1];[1;-1]]%Z)), 0,
      (fun i => 0%nat), [0;1]%nat, [], 0%nat.
    check_all.
  - exists (sized 2 1), (to_R (of_rows [[1];[-1]]%Z)), (to_R (of_rows [[1];[-1]]%Z)), 0,
      (fun i => 0%nat), [0;1]%nat, [], 1%nat.
    check_all.
Qed.

(** A witness that is no argmax (Lemma B.8). *)
Theorem proposition_B_9_needs_argmax :
  exists (arena : Arena) (b x : array R) rho star A i,
  within b rho x /\ subset_of_roster A /\ (2 <= length A)%nat /\
  (forall j, In j roster -> ~ in_P b j -> in_P b (star j) /\ dominated b j (star j) = true) /\
  In i (choices x A) /\ gap x A i > 4 * rho /\
  Inv b star A [] /\ ~ Inv b star (A ∖ i) (accept x A [] i).
Proof.
  exists (sized 3 2), (to_R (of_rows [[4;-4];[-2;2];[-4;-5]]%Z)),
    (to_R (of_rows [[5;-5];[-1;3];[-5;-4]]%Z)), 1, (fun i => 0%nat), [0;1;2]%nat, 0%nat.
  split; [check|]. split; [check|]. split; [check|]. split.
  - intros j [<-|[<-|[<-|[]]]] HP; try (exfalso; apply HP; check).
    split; [check | rewrite dominated_real; compute_it].
  - check_all.
Qed.

(** Witnesses for some of the dominated models only: the last model may be one without. *)
Theorem proposition_B_9_needs_all_witnesses :
  exists (arena : Arena) (b : array R) star i, In i roster /\
  (exists j, In j roster /\ ~ in_P b j /\ in_P b (star j) /\ (forall p, in_P b p -> margin b j p <= margin b j (star j))) /\
  Inv b star [i] [2%nat] /\ ~ in_P b i.
Proof.
  exists (sized 3 1), (to_R (of_rows [[0];[0];[1]]%Z)), (fun i => if Nat.eqb i 1 then 2%nat else 0%nat), 0%nat.
  split; [check|]. split; [|split; check].
  exists 1%nat. split; [check|]. split; [check|]. split; [check|].
  intros p HP. pose proof (in_P_roster _ _ HP) as [<-|[<-|[<-|[]]]];
    try (apply in_P_real in HP; vm_compute in HP; discriminate).
  apply Rle_refl.
Qed.

(** Without P ⊆ A∪B in Inv: a frontier model that is lost stays lost. *)
Theorem proposition_B_9_needs_cover :
  exists (arena : Arena) (b : array R) star i B, In i roster /\ witnesses b star /\
  (forall p, In p B -> in_P b p) /\ W b star [i] /\ exists p, in_P b p /\ ~ In p (i :: B).
Proof.
  exists (sized 2 1), (to_R (of_rows [[0];[0]]%Z)), (fun i => i), 0%nat, [].
  split; [check|]. split; [check|]. split; [easy|]. split; [check|].
  exists 1%nat. split; [check | simpl; lia].
Qed.

(** Without B ⊆ P in Inv: a dominated model that was accepted stays accepted. *)
Theorem proposition_B_9_needs_right :
  exists (arena : Arena) (b : array R) star i B, In i roster /\ witnesses b star /\
  (forall p, in_P b p -> In p [i] \/ In p B) /\ W b star [i] /\ exists p, In p (i :: B) /\ ~ in_P b p.
Proof.
  exists (sized 2 1), (to_R (of_rows [[0];[1]]%Z)), (fun i => 1%nat), 1%nat, [0%nat].
  split; [check|]. split; [check|]. split; [|split; [check|]].
  - intros p HP. pose proof (in_P_roster _ _ HP) as [<-|[<-|[]]]; [now right; left | now left; left].
  - exists 0%nat. split; check.
Qed.
