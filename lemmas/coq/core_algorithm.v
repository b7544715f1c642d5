(** * Adaptive, randomised algorithms and their laws

    Definition 1.2 without measure theory.  A cell c is what can be compared: (i,j,r) in
    the paper.  What is known after finitely many comparisons is a finite law. *)

From Coq Require Import Reals List Lra Lia.
From Coquelicot Require Import Rbar Lub.
From VectorBorda Require Import core_finite_law.
Import ListNotations.
Open Scope R_scope.

Section Algorithm.
Context {cell answer : Type}.

(** An algorithm stops with an answer, or asks for a comparison of cell c; it may keep a
    private note (what it tossed) with it. *)
Inductive action := Stop (a : answer) | Ask (c : cell) (note : nat).

(** The comparisons so far, the last one first: cell, note and outcome. *)
Definition history : Type := list (cell * nat * bool).

(** An algorithm says how the next action is drawn, whatever happened so far. *)
Definition algorithm : Type := history -> law action.
Definition is_algorithm (A : algorithm) : Prop := forall h, is_law (A h).

(** The law of the history at τ∧T and of the answer, if there is one by then ([None]: τ > T).
    A comparison of cell c is won with probability p(c), independently of the past. *)
Fixpoint run_from (p : cell -> R) (A : algorithm) (T : nat) (h : history) : law (history * option answer) :=
  draw (A h) (fun next =>
    match next with
    | Stop a => certain (h, Some a)
    | Ask c note =>
        match T with
        | O => certain (h, None)
        | S T' => draw (bernoulli (p c)) (fun won => run_from p A T' ((c, note, won) :: h))
        end
    end).
Definition run_until (p : cell -> R) (A : algorithm) (T : nat) := run_from p A T [].

(** P(τ ≤ T), and P(τ ≤ T and the answer is in G) *)
Definition stops_by (p : cell -> R) (A : algorithm) (T : nat) : R :=
  probability (run_until p A T) (fun o => snd o <> None).
Definition answers_by (p : cell -> R) (A : algorithm) (G : answer -> Prop) (T : nat) : R :=
  probability (run_until p A T) (fun o => exists a, snd o = Some a /\ G a).

(** Definition 1.2: P(τ < ∞ and the answer is right) ≥ 1-δ.  P(τ < ∞, …) is the limit of the
    growing P(τ ≤ T, …). *)
Definition right_with (delta : R) (p : cell -> R) (A : algorithm) (right : answer -> Prop) : Prop :=
  forall epsilon, 0 < epsilon -> exists T, 1 - delta - epsilon <= answers_by p A right T.

(** Q_α = inf{T ∈ ℕ : P(τ ≤ T) ≥ 1-α}, inf ∅ = ∞ *)
Definition quantile (alpha : R) (p : cell -> R) (A : algorithm) : Rbar :=
  Glb_Rbar (fun x => exists T : nat, x = INR T /\ 1 - alpha <= stops_by p A T).

(** N_c: how often cell c was compared. *)
Variable same : forall a c : cell, {a = c} + {a <> c}.
Fixpoint count (c : cell) (h : history) : R :=
  match h with
  | [] => 0
  | (a, _, _) :: h' => (if same a c then 1 else 0) + count c h'
  end.

Section Law.
Variables (p : cell -> R) (A : algorithm).
Hypothesis p_probability : forall c, 0 <= p c <= 1.
Hypothesis A_law : is_algorithm A.

(** One step of the run. *)
Lemma expectation_run T h f :
  expectation (run_from p A T h) f =
  expectation (A h) (fun next =>
    match next, T with
    | Stop a, _ => f (h, Some a)
    | Ask _ _, O => f (h, None)
    | Ask c note, S T' =>
        p c * expectation (run_from p A T' ((c, note, true) :: h)) f +
        (1 - p c) * expectation (run_from p A T' ((c, note, false) :: h)) f
    end).
Proof.
  destruct T as [|T]; cbn [run_from]; rewrite expectation_draw; apply expectation_ext;
    intros [a|c note]; try apply expectation_certain.
  rewrite expectation_draw. apply expectation_bernoulli.
Qed.

Lemma is_law_run T h : is_law (run_from p A T h).
Proof.
  revert h. induction T as [|T IH]; intros h; cbn [run_from]; apply is_law_draw; auto; intros [a|c note] _;
    try apply is_law_certain.
  apply is_law_draw; [apply is_law_bernoulli, p_probability|]. auto.
Qed.

(** At τ∧T there are at most T comparisons. *)
Lemma length_run T h o : outcome (run_from p A T h) o -> (length (fst o) <= T + length h)%nat.
Proof.
  revert h. induction T as [|T IH]; intros h H; cbn [run_from] in H;
    apply outcome_draw in H as ([a|c note] & _ & H).
  1, 2, 3: apply outcome_certain in H; subst o; simpl; lia.
  apply outcome_draw in H as (won & _ & H). apply IH in H. simpl in H. lia.
Qed.

(** All cells that were compared are in [cells], if the algorithm asks no other. *)
Lemma cells_of_run (cells : list cell) T h o :
  (forall h c note, outcome (A h) (Ask c note) -> In c cells) ->
  (forall c note won, In (c, note, won) h -> In c cells) ->
  outcome (run_from p A T h) o -> forall c note won, In (c, note, won) (fst o) -> In c cells.
Proof.
  intros Hcells. revert h. induction T as [|T IH]; intros h Hh H; cbn [run_from] in H;
    apply outcome_draw in H as ([a|c note] & Hnext & H).
  1, 2, 3: apply outcome_certain in H; subst o; exact Hh.
  apply outcome_draw in H as (won & _ & H). refine (IH _ _ H).
  intros c' note' won' [[= <- <- <-]|Hin]; [exact (Hcells _ _ _ Hnext) | exact (Hh _ _ _ Hin)].
Qed.

(** P(τ ≤ T, the answer is in G) grows with T. *)
Lemma answers_from_grow (G : answer -> Prop) T h :
  probability (run_from p A T h) (fun o => exists a, snd o = Some a /\ G a) <=
  probability (run_from p A (S T) h) (fun o => exists a, snd o = Some a /\ G a).
Proof.
  revert h. induction T as [|T IH]; intros h; unfold probability in *;
    rewrite (expectation_run _ h), (expectation_run (S _) h);
    (apply expectation_le; [apply A_law|]); intros [a|c note]; try lra.
  - rewrite (indicator_false _); [|simpl; intros (a & [=] & _)].
    assert (pos : forall h', 0 <= probability (run_from p A 0 h') (fun o => exists a, snd o = Some a /\ G a))
      by (intros; apply probability_bounds, is_law_run).
    unfold probability in pos. pose proof (p_probability c).
    apply Rplus_le_le_0_compat; apply Rmult_le_pos; try lra; apply pos.
  - pose proof (p_probability c).
    apply Rplus_le_compat; apply Rmult_le_compat_l; try lra; apply IH.
Qed.

Lemma answers_by_le (G : answer -> Prop) T T' : (T <= T')%nat -> answers_by p A G T <= answers_by p A G T'.
Proof. induction 1; [lra|]. eapply Rle_trans; [eassumption | apply answers_from_grow]. Qed.

(** If the answer is right with probability ≥ 1-δ, it is wrong with at most δ, however long
    one waits. *)
Lemma wrong_by delta (right : answer -> Prop) T :
  right_with delta p A right -> answers_by p A (fun a => ~ right a) T <= delta.
Proof.
  intros Hright. apply Rnot_lt_le. intros Hwrong.
  destruct (Hright ((answers_by p A (fun a => ~ right a) T - delta) / 2)) as [T' HT']; [lra|].
  set (both := Nat.max T T').
  pose proof (answers_by_le (fun a => ~ right a) T both ltac:(lia)).
  pose proof (answers_by_le right T' both ltac:(lia)).
  assert (answers_by p A right both + answers_by p A (fun a => ~ right a) both <= 1); [|lra].
  (* right and wrong answers exclude each other *)
  unfold answers_by, probability. rewrite <- expectation_plus.
  rewrite <- (expectation_const (run_until p A both) 1) by apply is_law_run.
  apply expectation_le; [apply is_law_run|]. intros o. unfold indicator.
  destruct (holds (exists a, snd o = Some a /\ right a)) as [(a & E & R)|_],
    (holds (exists a, snd o = Some a /\ ~ right a)) as [(a' & E' & W)|_]; try lra.
  rewrite E in E'. injection E' as <-. tauto.
Qed.

(** P(τ ≤ T) splits into right and wrong answers. *)
Lemma stops_by_split (G : answer -> Prop) T :
  stops_by p A T = answers_by p A G T + answers_by p A (fun a => ~ G a) T.
Proof.
  unfold stops_by, answers_by, probability. rewrite <- expectation_plus. apply expectation_ext.
  intros [h [a|]]; simpl.
  - rewrite (indicator_true (Some a <> None)) by discriminate. unfold indicator.
    destruct (holds (exists a0, Some a = Some a0 /\ G a0)) as [(a0 & [= <-] & H)|H],
      (holds (exists a0, Some a = Some a0 /\ ~ G a0)) as [(a1 & [= <-] & H')|H']; try lra; try tauto.
    exfalso. apply H'. exists a. split; [reflexivity|]. intros Ha. apply H. exists a. tauto.
  - rewrite !indicator_false; [ring|..].
    + intros (a & [=] & _).
    + intros (a & [=] & _).
    + tauto.
Qed.
End Law.
End Algorithm.
Arguments action : clear implicits.
Arguments history : clear implicits.
Arguments algorithm : clear implicits.
