(** * Margins, frontiers and gaps as inequalities

    Each definition of the paper is used through two facts: it bounds what it is
    an extremum of, and it is attained somewhere. *)

From Coq Require Import Reals List Bool Arith Lia Lra.
From VectorBorda Require Import definitions core_finite.
Import ListNotations.
Open Scope R_scope.

Section Margins.
Context {arena : Arena}.
Variable x : array R.

Lemma margin_le i j r : In r objectives -> margin x i j <= x j r - x i r.
Proof. exact (min_over_le (fun r => x j r - x i r) objectives r). Qed.

Lemma margin_attained i j : exists r, In r objectives /\ margin x i j = x j r - x i r.
Proof. exact (min_over_attained (fun r => x j r - x i r) objectives objectives_inhabited). Qed.

Lemma max_margin_ge i j r : In r objectives -> x i r - x j r <= max_margin x i j.
Proof. exact (max_over_ge (fun r => x i r - x j r) objectives r). Qed.

Lemma max_margin_attained i j : exists r, In r objectives /\ max_margin x i j = x i r - x j r.
Proof. exact (max_over_attained (fun r => x i r - x j r) objectives objectives_inhabited). Qed.

(** M_x(i,j) = -m_x(i,j) *)
Lemma max_margin_opp i j : max_margin x i j = - margin x i j.
Proof.
  destruct (margin_attained i j) as [r [Hr Er]], (max_margin_attained i j) as [s [Hs Es]].
  pose proof (margin_le i j s Hs). pose proof (max_margin_ge i j r Hr). lra.
Qed.

Lemma margin_self i : margin x i i = 0.
Proof. destruct (margin_attained i i) as [r [_ ->]]. lra. Qed.

Lemma dominated_iff i j : dominated x i j = true <-> forall r, In r objectives -> x i r < x j r.
Proof.
  unfold dominated. rewrite forallb_forall.
  split; intros H r Hr; apply below_iff; now apply H.
Qed.

(** i ≺_x j ⟺ m_x(i,j) > 0 *)
Lemma dominated_margin i j : dominated x i j = true <-> 0 < margin x i j.
Proof.
  rewrite dominated_iff. split.
  - intros H. destruct (margin_attained i j) as [r [Hr ->]]. specialize (H r Hr). lra.
  - intros H r Hr. pose proof (margin_le i j r Hr). lra.
Qed.

(** i ∈ P_S(x) ⟺ i ∈ S and m_x(i,j) ≤ 0 for all j ∈ S *)
Lemma on_frontier_iff S i :
  on_frontier x S i = true <-> In i S /\ forall j, In j S -> margin x i j <= 0.
Proof.
  unfold on_frontier. rewrite andb_true_iff, member_iff, negb_true_iff, <- not_true_iff_false.
  rewrite existsb_exists. split; intros [Hi H]; split; try exact Hi.
  - intros j Hj. apply Rnot_lt_le. intros Hpos. apply H. exists j. now rewrite dominated_margin.
  - intros [j [Hj Hpos%dominated_margin]]. specialize (H j Hj). lra.
Qed.

Lemma off_frontier_iff S i :
  In i S -> on_frontier x S i = false <-> exists j, In j S /\ 0 < margin x i j.
Proof.
  intros Hi. unfold on_frontier. apply member_iff in Hi. rewrite Hi. simpl.
  rewrite negb_false_iff, existsb_exists.
  split; intros [j [Hj H%dominated_margin]]; now exists j.
Qed.

Lemma in_P_dec i : {in_P x i} + {~ in_P x i}.
Proof. unfold in_P. destruct (on_frontier x roster i); [now left | now right]. Qed.

Lemma in_P_roster i : in_P x i -> In i roster.
Proof. now intros [Hi _]%on_frontier_iff. Qed.

Lemma not_in_P i : In i roster -> ~ in_P x i -> exists j, In j roster /\ 0 < margin x i j.
Proof. intros Hi H%not_true_iff_false. now apply (off_frontier_iff roster i Hi). Qed.

Section Gaps.
Variable S : list nat.

Lemma Delta_star_ge i j : In j S -> j <> i -> margin x i j <= Delta_star x S i.
Proof. intros Hj Hij. apply (max_over_ge (fun j => margin x i j)). now apply In_without. Qed.

Lemma Delta_star_attained i :
  S ∖ i <> [] -> exists j, In j S /\ j <> i /\ Delta_star x S i = margin x i j.
Proof.
  intros H. destruct (max_over_attained (fun j => margin x i j) _ H) as [j [[Hj Hij]%In_without E]].
  now exists j.
Qed.

Lemma delta_star_le i j : In j S -> j <> i -> delta_star x S i <= separation x S i j.
Proof. intros Hj Hij. apply (min_over_le (fun j => separation x S i j)). now apply In_without. Qed.

Lemma delta_star_attained i :
  S ∖ i <> [] -> exists j, In j S /\ j <> i /\ delta_star x S i = separation x S i j.
Proof.
  intros H. destruct (min_over_attained (fun j => separation x S i j) _ H) as [j [[Hj Hij]%In_without E]].
  now exists j.
Qed.

(** M(i,j) ∧ [M(j,i)⁺ + (Δ*_j)⁺] is at most each of the two and is one of them. *)
Lemma separation_spec i j :
  separation x S i j <= - margin x i j /\
  separation x S i j <= (- margin x j i)⁺ + (Delta_star x S j)⁺ /\
  (separation x S i j = - margin x i j \/
   separation x S i j = (- margin x j i)⁺ + (Delta_star x S j)⁺).
Proof.
  rewrite <- !max_margin_opp. unfold separation.
  exact (smaller_spec (max_margin x i j) ((max_margin x j i)⁺ + (Delta_star x S j)⁺)).
Qed.

Lemma gap_on i : on_frontier x S i = true -> gap x S i = delta_star x S i.
Proof. unfold gap. now intros ->. Qed.

Lemma gap_off i : on_frontier x S i = false -> gap x S i = Delta_star x S i.
Proof. unfold gap. now intros ->. Qed.
End Gaps.
End Margins.
