(** * Finite sets, minima and maxima

    The only facts about sets, ∧, ∨, ⁺ and finite extrema that the proofs use: a
    minimum is a lower bound and is attained, a maximum is an upper bound and is
    attained. *)

From Coq Require Import Reals List Bool Arith Lia Lra.
From VectorBorda Require Import definitions.
Import ListNotations.

(** ** Sets *)

Lemma member_iff i S : member i S = true <-> In i S.
Proof.
  unfold member. rewrite existsb_exists. split.
  - intros [j [Hj ->%Nat.eqb_eq]]. exact Hj.
  - intros Hi. exists i. split; [exact Hi | apply Nat.eqb_refl].
Qed.

Lemma In_without i j S : In j (S ∖ i) <-> In j S /\ j <> i.
Proof. unfold without. now rewrite filter_In, negb_true_iff, Nat.eqb_neq. Qed.

Lemma without_inhabited i j S : In j S -> j <> i -> S ∖ i <> [].
Proof.
  intros Hj Hij Hempty. assert (In j (S ∖ i)) as H by now apply In_without.
  rewrite Hempty in H. exact H.
Qed.

Section Roster.
Context {arena : Arena}.

Lemma In_roster i : In i roster <-> (i < K)%nat.
Proof. unfold roster. rewrite in_seq. lia. Qed.

Lemma In_objectives r : In r objectives <-> (r < d)%nat.
Proof. unfold objectives. rewrite in_seq. lia. Qed.

Lemma objectives_inhabited : objectives <> [].
Proof. pose proof d_at_least_1. unfold objectives. destruct d; [lia | discriminate]. Qed.

Lemma length_roster : length roster = K.
Proof. apply seq_length. Qed.

Lemma roster_subset : subset_of_roster roster.
Proof. split; [apply seq_NoDup | apply incl_refl]. Qed.

Lemma without_subset A i : subset_of_roster A -> subset_of_roster (A ∖ i).
Proof.
  intros [Hnodup Hincl]. split.
  - now apply NoDup_filter.
  - intros j [Hj _]%In_without. now apply Hincl.
Qed.

(** |A| ≥ 2 leaves something beside each i. *)
Lemma another A i : subset_of_roster A -> (2 <= length A)%nat -> exists j, In j A /\ j <> i.
Proof.
  intros [Hnodup _] Hsize. destruct A as [|a [|c A]]; simpl in Hsize; try lia.
  destruct (Nat.eq_dec a i) as [->|Ha].
  - exists c. split; [now right; left|]. intros ->. inversion Hnodup. now apply H1; left.
  - exists a. split; [now left | exact Ha].
Qed.

Lemma without_not_empty A i : subset_of_roster A -> (2 <= length A)%nat -> A ∖ i <> [].
Proof. intros HA Hsize. destruct (another A i HA Hsize) as [j [Hj Hij]]. eauto using without_inhabited. Qed.

Lemma roster_has_two : (2 <= length roster)%nat.
Proof. rewrite length_roster. exact K_at_least_2. Qed.
End Roster.

(** Removing a member leaves one model fewer. *)
Lemma length_without A i : NoDup A -> In i A -> length A = S (length (A ∖ i)).
Proof.
  induction A as [|a A IH]; intros Hnodup Hi; [easy|].
  inversion Hnodup as [|? ? Ha HA]; subst. simpl.
  destruct (Nat.eqb_spec a i) as [->|Hai]; simpl.
  - f_equal. unfold without. clear IH Hi Hnodup. induction A as [|c A IH]; [easy|]. simpl.
    destruct (Nat.eqb_spec c i) as [->|Hci]; simpl; [now exfalso; apply Ha; left|].
    f_equal. apply IH; [now intros H; apply Ha; right | now inversion HA].
  - f_equal. apply IH; [exact HA | now destruct Hi].
Qed.

(** ** Two numbers *)

Open Scope R_scope.

Lemma below_iff (a b : R) : below a b = true <-> a < b.
Proof. simpl. destruct (Rlt_dec a b); now split. Qed.

Lemma below_not (a b : R) : below a b = false <-> b <= a.
Proof. simpl. destruct (Rlt_dec a b); split; intros; try easy; lra. Qed.

Lemma smaller_spec (a b : R) : smaller a b <= a /\ smaller a b <= b /\ (smaller a b = a \/ smaller a b = b).
Proof. unfold smaller. simpl. destruct (Rlt_dec b a); repeat split; lra. Qed.

Lemma larger_spec (a b : R) : a <= larger a b /\ b <= larger a b /\ (larger a b = a \/ larger a b = b).
Proof. unfold larger. simpl. destruct (Rlt_dec a b); repeat split; lra. Qed.

Lemma positive_part_spec (a : R) : a <= a⁺ /\ 0 <= a⁺ /\ (a⁺ = a \/ a⁺ = 0).
Proof. exact (larger_spec a 0). Qed.

Lemma positive_part_le (a c : R) : a <= c -> 0 <= c -> a⁺ <= c.
Proof. destruct (positive_part_spec a) as [_ [_ [-> | ->]]]; easy. Qed.

Lemma Rabs_le_iff (a c : R) : Rabs a <= c <-> - c <= a <= c.
Proof. unfold Rabs. destruct (Rcase_abs a); lra. Qed.

(** ** Finitely many numbers *)

Section Extrema.
Variables (f : nat -> R) (S : list nat).

Lemma min_over_le j : In j S -> min_over S f <= f j.
Proof.
  induction S as [|a [|c l] IH]; [easy | intros [->|[]]; simpl; lra |].
  pose proof (smaller_spec (f a) (min_over (c :: l) f)) as [Ha [Hl _]].
  intros [<-|Hj]; [exact Ha|]. apply Rle_trans with (2 := IH Hj). exact Hl.
Qed.

Lemma max_over_ge j : In j S -> f j <= max_over S f.
Proof.
  induction S as [|a [|c l] IH]; [easy | intros [->|[]]; simpl; lra |].
  pose proof (larger_spec (f a) (max_over (c :: l) f)) as [Ha [Hl _]].
  intros [<-|Hj]; [exact Ha|]. apply Rle_trans with (1 := IH Hj). exact Hl.
Qed.

Lemma min_over_attained : S <> [] -> exists j, In j S /\ min_over S f = f j.
Proof.
  induction S as [|a [|c l] IH]; [easy | now exists a; split; [left|] | intros _].
  destruct IH as [j [Hj Ej]]; [easy|].
  destruct (smaller_spec (f a) (min_over (c :: l) f)) as [_ [_ [E|E]]].
  - exists a. split; [now left | exact E].
  - exists j. split; [now right | now rewrite <- Ej].
Qed.

Lemma max_over_attained : S <> [] -> exists j, In j S /\ max_over S f = f j.
Proof.
  induction S as [|a [|c l] IH]; [easy | now exists a; split; [left|] | intros _].
  destruct IH as [j [Hj Ej]]; [easy|].
  destruct (larger_spec (f a) (max_over (c :: l) f)) as [_ [_ [E|E]]].
  - exists a. split; [now left | exact E].
  - exists j. split; [now right | now rewrite <- Ej].
Qed.
End Extrema.

(** ** Sums *)

Lemma sum_over_le f g S : (forall j, In j S -> f j <= g j) -> sum_over S f <= sum_over S g.
Proof.
  induction S as [|a S IH]; intros H; simpl; [lra|].
  apply Rplus_le_compat; [now apply H; left | now apply IH; intros; apply H; right].
Qed.

Lemma sum_over_ext f g S : (forall j, In j S -> f j = g j) -> sum_over S f = sum_over S g.
Proof.
  induction S as [|a S IH]; intros H; simpl; [lra|].
  rewrite (H a (or_introl eq_refl)), IH; [easy | now intros; apply H; right].
Qed.

Lemma sum_over_minus f g S : sum_over S f - sum_over S g = sum_over S (fun j => f j - g j).
Proof. induction S as [|a S IH]; simpl; [lra | rewrite <- IH; lra]. Qed.

Lemma sum_over_times c f S : sum_over S (fun j => c * f j) = c * sum_over S f.
Proof. induction S as [|a S IH]; simpl; [lra | rewrite IH; lra]. Qed.

Lemma sum_over_plus f g S : sum_over S (fun j => f j + g j) = sum_over S f + sum_over S g.
Proof. induction S as [|a S IH]; simpl; [lra | rewrite IH; lra]. Qed.

Lemma sum_over_const c S : sum_over S (fun _ => c) = INR (length S) * c.
Proof.
  induction S as [|a S IH]; [simpl; lra|].
  change (length (a :: S)) with (Datatypes.S (length S)). rewrite S_INR. simpl. rewrite IH. lra.
Qed.

(** Σ_{j∈S} f(j) = f(i) + Σ_{j∈S∖{i}} f(j) *)
Lemma sum_over_without f S i : NoDup S -> In i S -> sum_over S f = f i + sum_over (S ∖ i) f.
Proof.
  induction S as [|a S IH]; intros Hnodup Hi; [easy|].
  inversion Hnodup as [|? ? Ha HS]; subst. simpl.
  destruct (Nat.eqb_spec a i) as [->|Hai]; simpl.
  - f_equal. f_equal. unfold without. symmetry.
    clear IH Hi Hnodup. induction S as [|c S IH]; [easy|]. simpl.
    destruct (Nat.eqb_spec c i) as [->|Hci]; simpl; [now exfalso; apply Ha; left|].
    f_equal. apply IH; [now intros H; apply Ha; right | now inversion HS].
  - rewrite IH; [lra | exact HS | now destruct Hi].
Qed.
