(** * The definitions on integers

    An array of integers has the same dominance, frontier, margins, gaps and choices
    of Algorithm 1 whether it is read as integers or as real numbers.  So an
    instance in integers can be computed and then used as a counterexample over ℝ,
    and what is run on integers ([evaluate.v]) is what the theorems speak about. *)

From Coq Require Import Reals List Bool Arith ZArith Lia Lra.
From VectorBorda Require Import definitions core_finite core_margins.
Import ListNotations.

#[export] Instance integers : Scale Z := {
  zero := 0%Z;
  plus := Z.add;
  minus := Z.sub;
  below := Z.ltb }.

(** The array with these rows, one for each model. *)
Definition of_rows (rows : list (list Z)) : array Z := fun i r => nth r (nth i rows []) 0%Z.

(** An integer array read as a real one. *)
Definition to_R (x : array Z) : array R := fun i r => IZR (x i r).

Lemma below_IZR a b : below (IZR a) (IZR b) = below a b.
Proof.
  apply eq_true_iff_eq. rewrite below_iff. simpl. rewrite Z.ltb_lt.
  split; [apply lt_IZR | apply IZR_lt].
Qed.

Lemma smaller_IZR a b : smaller (IZR a) (IZR b) = IZR (smaller a b).
Proof. unfold smaller. rewrite below_IZR. now destruct (below b a). Qed.

Lemma larger_IZR a b : larger (IZR a) (IZR b) = IZR (larger a b).
Proof. unfold larger. rewrite below_IZR. now destruct (below a b). Qed.

Lemma positive_part_IZR a : positive_part (IZR a) = IZR (positive_part a).
Proof. exact (larger_IZR a 0). Qed.

(** Extrema: whatever a function is on integers, it is on real numbers. *)
Lemma min_over_IZR f g S :
  (forall j, f j = IZR (g j)) -> min_over S f = IZR (min_over S g).
Proof.
  intros H. induction S as [|a [|c S] IH]; [easy | apply H |].
  change (smaller (f a) (min_over (c :: S) f) = IZR (smaller (g a) (min_over (c :: S) g))).
  now rewrite IH, H, smaller_IZR.
Qed.

Lemma max_over_IZR f g S :
  (forall j, f j = IZR (g j)) -> max_over S f = IZR (max_over S g).
Proof.
  intros H. induction S as [|a [|c S] IH]; [easy | apply H |].
  change (larger (f a) (max_over (c :: S) f) = IZR (larger (g a) (max_over (c :: S) g))).
  now rewrite IH, H, larger_IZR.
Qed.

(** A list of tests gives the same when each test does. *)
Lemma forallb_ext (f g : nat -> bool) l : (forall j, f j = g j) -> forallb f l = forallb g l.
Proof. intros H. induction l as [|j l IH]; [easy|]. simpl. now rewrite H, IH. Qed.

Lemma existsb_ext (f g : nat -> bool) l : (forall j, f j = g j) -> existsb f l = existsb g l.
Proof. intros H. induction l as [|j l IH]; [easy|]. simpl. now rewrite H, IH. Qed.

Section Agreement.
Context {arena : Arena}.
Variable x : array Z.

Lemma dominated_real i j : dominated (to_R x) i j = dominated x i j.
Proof. apply forallb_ext. intros r. apply below_IZR. Qed.

Lemma on_frontier_real S i : on_frontier (to_R x) S i = on_frontier x S i.
Proof. unfold on_frontier. f_equal. f_equal. apply existsb_ext, dominated_real. Qed.

Lemma frontier_real S : frontier (to_R x) S = frontier x S.
Proof. apply filter_ext, on_frontier_real. Qed.

Lemma margin_real i j : margin (to_R x) i j = IZR (margin x i j).
Proof. apply min_over_IZR. intros r. simpl. now rewrite minus_IZR. Qed.

Lemma max_margin_real i j : max_margin (to_R x) i j = IZR (max_margin x i j).
Proof. apply max_over_IZR. intros r. simpl. now rewrite minus_IZR. Qed.

Lemma Delta_star_real S i : Delta_star (to_R x) S i = IZR (Delta_star x S i).
Proof. apply max_over_IZR. intros j. apply margin_real. Qed.

Lemma delta_star_real S i : delta_star (to_R x) S i = IZR (delta_star x S i).
Proof.
  apply min_over_IZR. intros j. unfold separation.
  rewrite !max_margin_real, Delta_star_real, !positive_part_IZR.
  simpl plus at 1. now rewrite <- plus_IZR, smaller_IZR.
Qed.

Lemma gap_real S i : gap (to_R x) S i = IZR (gap x S i).
Proof.
  unfold gap. rewrite on_frontier_real.
  destruct (on_frontier x S i); [apply delta_star_real | apply Delta_star_real].
Qed.

Lemma argmax_gap_real A : argmax_gap (to_R x) A = argmax_gap x A.
Proof.
  apply filter_ext. intros i. rewrite (max_over_IZR _ (fun j => gap x A j)) by (intros; apply gap_real).
  now rewrite gap_real, below_IZR.
Qed.

Lemma choices_real A : choices (to_R x) A = choices x A.
Proof.
  unfold choices. rewrite argmax_gap_real.
  now rewrite (filter_ext _ _ (fun i => f_equal negb (on_frontier_real A i)) (argmax_gap x A)).
Qed.

Lemma accept_real A B i : accept (to_R x) A B i = accept x A B i.
Proof. unfold accept. now rewrite on_frontier_real. Qed.
End Agreement.

(** ** Deciding what a counterexample must satisfy *)

(** An arena of k models and o objectives, for k ≥ 2 and o ≥ 1. *)
Definition sized (k o : nat) : Arena := {|
  K := 2 + (k - 2);  K_at_least_2 := Nat.le_add_r 2 (k - 2);
  d := 1 + (o - 1);  d_at_least_1 := Nat.le_add_r 1 (o - 1) |}.

Section Tests.
Context {arena : Arena}.
Variables (b : array Z).

Lemma in_P_real i : in_P (to_R b) i <-> on_frontier b roster i = true.
Proof. unfold in_P. now rewrite on_frontier_real. Qed.

Definition within_test (rho : Z) (x : array Z) : bool :=
  forallb (fun i => forallb (fun r => Z.abs (x i r - b i r) <=? rho)%Z objectives) roster.

Lemma within_real rho x : within_test rho x = true -> within (to_R b) (IZR rho) (to_R x).
Proof.
  unfold within_test. rewrite forallb_forall. intros H i r Hi Hr.
  specialize (H i Hi). rewrite forallb_forall in H. specialize (H r Hr).
  unfold to_R. rewrite <- minus_IZR, <- abs_IZR. apply IZR_le. now apply Z.leb_le.
Qed.

Definition witnesses_test (star : nat -> nat) : bool :=
  forallb (fun i => on_frontier b roster i ||
    on_frontier b roster (star i) &&
    forallb (fun p => negb (on_frontier b roster p) || (margin b i p <=? margin b i (star i))%Z) roster)
  roster.

Lemma witnesses_real star : witnesses_test star = true -> witnesses (to_R b) star.
Proof.
  unfold witnesses_test. rewrite forallb_forall. intros H i Hi Hn%not_true_iff_false.
  specialize (H i Hi). rewrite on_frontier_real in Hn. rewrite Hn in H. simpl in H.
  apply andb_true_iff in H as [Hp Hmax]. split; [now apply in_P_real|].
  rewrite forallb_forall in Hmax. intros p HpP.
  assert (In p roster) as Hros by (now apply in_P_roster in HpP).
  specialize (Hmax p Hros). apply in_P_real in HpP. rewrite HpP in Hmax. simpl in Hmax.
  rewrite !margin_real. apply IZR_le. now apply Z.leb_le.
Qed.

Definition W_test (star : nat -> nat) (A : list nat) : bool :=
  forallb (fun i => on_frontier b roster i || member (star i) A) A.

Lemma W_real star A : W_test star A = true <-> W (to_R b) star A.
Proof.
  unfold W_test. rewrite forallb_forall. unfold W.
  split; intros H i Hi.
  - intros Hn%not_true_iff_false. rewrite on_frontier_real in Hn.
    specialize (H i Hi). rewrite Hn in H. now apply member_iff.
  - destruct (on_frontier b roster i) eqn:E; [easy|]. apply member_iff, H; [exact Hi|].
    rewrite in_P_real, E. discriminate.
Qed.

Definition Inv_test (star : nat -> nat) (A B : list nat) : bool :=
  forallb (fun i => negb (on_frontier b roster i) || member i A || member i B) roster &&
  forallb (on_frontier b roster) B && W_test star A.

Lemma Inv_real star A B : Inv_test star A B = true <-> Inv (to_R b) star A B.
Proof.
  unfold Inv_test, Inv. rewrite !andb_true_iff, W_real, !forallb_forall.
  split.
  - intros [[Hcover HB] HW]. split; [|split; [|exact HW]].
    + intros i HP. pose proof (in_P_roster _ _ HP) as Hros. apply in_P_real in HP.
      specialize (Hcover i Hros). rewrite HP in Hcover. simpl in Hcover.
      now rewrite orb_true_iff, !member_iff in Hcover.
    + intros i Hi. now apply in_P_real, HB.
  - intros [Hcover [HB HW]]. split; [split|exact HW].
    + intros i Hros. destruct (on_frontier b roster i) eqn:E; [|easy]. simpl.
      rewrite orb_true_iff, !member_iff. now apply Hcover, in_P_real.
    + intros i Hi. now apply in_P_real, HB.
Qed.

Lemma not_Inv_real star A B : Inv_test star A B = false -> ~ Inv (to_R b) star A B.
Proof. rewrite <- Inv_real. now intros ->. Qed.

Lemma not_W_real star A : W_test star A = false -> ~ W (to_R b) star A.
Proof. rewrite <- W_real. now intros ->. Qed.
End Tests.

Lemma subset_test {arena : Arena} A :
  forallb (fun i => Nat.ltb i K) A = true -> NoDup A -> subset_of_roster A.
Proof.
  rewrite forallb_forall. intros H Hnodup. split; [exact Hnodup|].
  intros i Hi. apply In_roster, Nat.ltb_lt. now apply H.
Qed.

(** What is left of a counterexample is computed. *)
Ltac compute_it := vm_compute; reflexivity.
Ltac distinct := repeat constructor; simpl; intuition discriminate.
Ltac evaluate_IZR :=
  repeat match goal with
  | |- context [IZR ?z] => let v := eval vm_compute in z in progress change (IZR z) with (IZR v)
  end.
Ltac check :=
  lazymatch goal with
  | |- within _ _ _ => apply within_real; compute_it
  | |- witnesses _ _ => apply witnesses_real; compute_it
  | |- W _ _ _ => apply W_real; compute_it
  | |- ~ W _ _ _ => apply not_W_real; compute_it
  | |- Inv _ _ _ _ => apply Inv_real; compute_it
  | |- ~ Inv _ _ _ _ => rewrite ?accept_real; apply not_Inv_real; compute_it
  | |- subset_of_roster _ => apply subset_test; [compute_it | distinct]
  | |- in_P _ _ => rewrite in_P_real; compute_it
  | |- ~ in_P _ _ => rewrite in_P_real; vm_compute; discriminate
  | |- on_frontier _ _ _ = _ => rewrite on_frontier_real; compute_it
  | |- In _ _ => rewrite ?choices_real, ?argmax_gap_real; vm_compute; tauto
  | |- (_ <= _)%nat => simpl; lia
  | |- _ <> _ => discriminate
  | |- _ =>
      rewrite ?gap_real, ?Delta_star_real, ?delta_star_real, ?margin_real, ?max_margin_real;
      evaluate_IZR; unfold Rabs; repeat destruct Rcase_abs; lra
  end.
