(** * Lemma B.13, transportation

    For every algorithm, horizon T and event G known by time τ∧T

      Σ_c E_θ[N_c(τ∧T)]·kl(p_c,q_c) ≥ kl(P_θ(G), P_λ(G)),

    over the cells c = (i,j,r), i < j, with p_c and q_c the probabilities under θ and λ.
    Randomised algorithms are covered, and any cells with probabilities in (0,1).

    The proof is by the variational form of the divergence, which goes through the steps
    of the algorithm without a look at G: for every function φ of the history and answer

      E_θ[φ] ≤ log E_λ[e^φ] + Σ_c E_θ[N_c]·kl(p_c,q_c);

    at last φ is log(P_θ(G)/P_λ(G)) on G and log((1-P_θ(G))/(1-P_λ(G))) off it. *)

From Coq Require Import Reals List Lra Lia.
From VectorBorda Require Import core_finite_law core_kl core_algorithm.
Import ListNotations.
Open Scope R_scope.

Lemma expectation_exp_positive {T} (mu : law T) f : is_law mu -> 0 < expectation mu (fun x => exp (f x)).
Proof.
  intros Hmu. (* e^f is at least e^{-c} for c = Σ |f| over the list *)
  set (c := sum_of mu (fun o => Rabs (f (snd o)))).
  apply Rlt_le_trans with (exp (- c)); [apply exp_pos|].
  rewrite <- (expectation_const mu (exp (- c))) by exact Hmu.
  apply expectation_le_on; [exact Hmu|]. intros x [w Hx].
  assert (Rabs (f x) <= c).
  { unfold c. clear c Hmu. induction mu as [|[v y] mu IH]; [destruct Hx|]. simpl.
    assert (0 <= sum_of mu (fun o => Rabs (f (snd o)))).
    { replace 0 with (sum_of mu (fun _ => 0)) by (rewrite sum_of_const; ring).
      apply sum_of_le. intros. apply Rabs_pos. }
    destruct Hx as [[= _ ->]|Hx]; [lra|]. apply IH in Hx. pose proof (Rabs_pos (f y)). lra. }
  assert (- c <= f x) by (unfold Rabs in *; destruct (Rcase_abs (f x)); lra).
  destruct (Req_dec (- c) (f x)) as [->|n]; [lra|]. left. apply exp_increasing. lra.
Qed.

(** Jensen's inequality: E f ≤ log E e^f. *)
Lemma jensen {T} (mu : law T) f : is_law mu -> expectation mu f <= ln (expectation mu (fun x => exp (f x))).
Proof.
  intros Hmu. pose proof (expectation_exp_positive mu f Hmu) as pos.
  set (S := expectation mu (fun x => exp (f x))) in *.
  enough (expectation mu (fun x => f x - ln S) <= 0).
  { rewrite expectation_minus, expectation_const in H by exact Hmu. lra. }
  apply Rle_trans with (expectation mu (fun x => / S * exp (f x) - 1)).
  - apply expectation_le; [exact Hmu|]. intros x.
    pose proof (exp_ineq1_le (f x - ln S)) as H. unfold Rminus in H at 2.
    rewrite exp_plus, exp_Ropp, exp_ln in H by exact pos. lra.
  - rewrite expectation_minus, expectation_scal, expectation_const by exact Hmu. fold S.
    rewrite Rinv_l by lra. lra.
Qed.

(** So a bound of this form for each next action is one for a drawn action. *)
Lemma jensen_step {T} (mu : law T) (f g cost : T -> R) c :
  is_law mu -> (forall x, 0 < g x) -> (forall x, f x + c <= ln (g x) + cost x) ->
  expectation mu f + c <= ln (expectation mu g) + expectation mu cost.
Proof.
  intros Hmu pos H. pose proof (jensen mu (fun x => ln (g x)) Hmu) as J. cbv beta in J.
  rewrite (expectation_ext mu (fun x => exp (ln (g x))) g) in J by (intros; apply exp_ln, pos).
  assert (expectation mu f + c <= expectation mu (fun x => ln (g x)) + expectation mu cost); [|lra].
  rewrite <- (expectation_const mu c), <- !expectation_plus by exact Hmu.
  apply expectation_le; [exact Hmu|]. exact H.
Qed.

(** The same for one comparison whose probability changes:
    p·x + (1-p)·y ≤ log(q·e^x + (1-q)·e^y) + kl(p,q). *)
Lemma change_of_measure p q x y :
  0 < p < 1 -> 0 < q < 1 -> p * x + (1 - p) * y <= ln (q * exp x + (1 - q) * exp y) + kl p q.
Proof.
  intros Hp Hq. set (S := q * exp x + (1 - q) * exp y).
  pose proof (exp_pos x). pose proof (exp_pos y).
  assert (pos : 0 < S) by (unfold S; nra).
  assert (term : forall u v z, 0 < u -> 0 < v -> u * (z - ln S) <= v * exp z / S - u + kl_term u v).
  { intros u v z Hu Hv. pose proof (kl_term_tangent u v (exp z) S ltac:(lra) ltac:(lra) ltac:(lra) (exp_pos z) pos) as H1.
    rewrite ln_quotient, ln_exp in H1 by (try apply exp_pos; exact pos).
    replace (v * exp z / S) with (v * (exp z / S)) by (field; lra). lra. }
  pose proof (term p q x ltac:(lra) ltac:(lra)). pose proof (term (1 - p) (1 - q) y ltac:(lra) ltac:(lra)).
  assert (q * exp x / S + (1 - q) * exp y / S = 1) by (unfold S; field; fold S; lra).
  unfold kl. lra.
Qed.

Section Variational.
Context {cell answer : Type} (same : forall a c : cell, {a = c} + {a <> c}).
Variable A : algorithm cell answer.
Hypothesis A_law : is_algorithm A.

(** What the comparisons of a history tell p from q: Σ kl(p_c,q_c) over them. *)
Fixpoint information (p q : cell -> R) (h : history cell) : R :=
  match h with [] => 0 | (c, _, _) :: h' => kl (p c) (q c) + information p q h' end.

Definition proper (p : cell -> R) : Prop := forall c, 0 < p c < 1.

Lemma proper_probability p : proper p -> forall c, 0 <= p c <= 1.
Proof. intros H c. specialize (H c). lra. Qed.

Lemma variational p q T h phi :
  proper p -> proper q ->
  expectation (run_from p A T h) phi + information p q h <=
  ln (expectation (run_from q A T h) (fun o => exp (phi o))) +
  expectation (run_from p A T h) (fun o => information p q (fst o)).
Proof.
  intros Hp Hq. pose proof (proper_probability p Hp). pose proof (proper_probability q Hq).
  assert (pos : forall T h, 0 < expectation (run_from q A T h) (fun o => exp (phi o)))
    by (intros; apply expectation_exp_positive, is_law_run; assumption).
  revert h. induction T as [|T IH]; intros h; rewrite (expectation_run p A _ h phi),
    (expectation_run q A _ h), (expectation_run p A _ h (fun o => information p q (fst o)));
    apply jensen_step; try apply A_law; intros [a|c note]; try apply exp_pos;
    try (simpl; rewrite ln_exp; lra).
  - pose proof (Hq c).
    apply Rplus_lt_0_compat; apply Rmult_lt_0_compat; try lra; apply pos.
  - (* one comparison of cell c, and what follows *)
    pose proof (IH ((c, note, true) :: h)) as I1. pose proof (IH ((c, note, false) :: h)) as I0.
    set (Y1 := expectation (run_from q A T ((c, note, true) :: h)) (fun o => exp (phi o))) in *.
    set (Y0 := expectation (run_from q A T ((c, note, false) :: h)) (fun o => exp (phi o))) in *.
    pose proof (change_of_measure (p c) (q c) (ln Y1) (ln Y0) (Hp c) (Hq c)) as step.
    rewrite !exp_ln in step by apply pos. pose proof (Hp c).
    apply (Rmult_le_compat_l (p c)) in I1; [|lra]. apply (Rmult_le_compat_l (1 - p c)) in I0; [|lra].
    cbn [information] in I1, I0. lra.
Qed.

Variables (p q : cell -> R) (T : nat) (G : history cell * option answer -> Prop).
Hypothesis Hp : proper p.
Hypothesis Hq : proper q.

Let P := probability (run_until p A T) G.
Let Q := probability (run_until q A T) G.
Let cost := expectation (run_until p A T) (fun o => information p q (fst o)).

Lemma variational_at_0 phi :
  expectation (run_until p A T) phi <= ln (expectation (run_until q A T) (fun o => exp (phi o))) + cost.
Proof. pose proof (variational p q T [] phi Hp Hq) as H. cbn [information] in H.
  unfold cost, run_until. lra.
Qed.

(** x on G and y off it. *)
Let two x y (o : history cell * option answer) : R := y + (x - y) * indicator (G o).

Lemma variational_event x y : P * x + (1 - P) * y <= ln (Q * exp x + (1 - Q) * exp y) + cost.
Proof.
  pose proof (is_law_run p A (proper_probability p Hp) A_law T []) as Lp.
  pose proof (is_law_run q A (proper_probability q Hq) A_law T []) as Lq.
  pose proof (variational_at_0 (two x y)) as H.
  replace (expectation (run_until p A T) (two x y)) with (P * x + (1 - P) * y) in H.
  2:{ unfold two. rewrite expectation_plus, expectation_scal, expectation_const by exact Lp.
      fold (probability (run_until p A T) G). fold P. ring. }
  rewrite (expectation_ext _ (fun o => exp (two x y o))
    (fun o => exp y + (exp x - exp y) * indicator (G o))) in H.
  - rewrite expectation_plus, expectation_scal, expectation_const in H by exact Lq.
    fold (probability (run_until q A T) G) in H. fold Q in H.
    replace (Q * exp x + (1 - Q) * exp y) with (exp y + (exp x - exp y) * Q) by ring. exact H.
  - intros o. unfold two, indicator. destruct (holds (G o)).
    + replace (y + (x - y) * 1) with x by ring. ring.
    + replace (y + (x - y) * 0) with y by ring. ring.
Qed.

(** An event without probability under λ has none under θ. *)
Lemma null_event : Q = 0 -> P = 0.
Proof.
  intros HQ. pose proof (probability_bounds (run_until p A T) G
    (is_law_run p A (proper_probability p Hp) A_law T [])) as [HP _]. fold P in HP.
  destruct HP as [HP|HP]; [exfalso | symmetry; exact HP].
  pose proof (variational_event ((Rabs cost + 1) / P) 0) as H.
  rewrite HQ, exp_0 in H. replace (0 * exp ((Rabs cost + 1) / P) + (1 - 0) * 1) with 1 in H by ring.
  rewrite ln_1 in H. replace (P * ((Rabs cost + 1) / P) + (1 - P) * 0) with (Rabs cost + 1) in H by (field; lra).
  pose proof (Rle_abs cost). lra.
Qed.
End Variational.

Section Transport.
Context {cell answer : Type} (same : forall a c : cell, {a = c} + {a <> c}).
Variable A : algorithm cell answer.
Hypothesis A_law : is_algorithm A.
Variables (p q : cell -> R) (T : nat) (G : history cell * option answer -> Prop).
Hypothesis Hp : proper p.
Hypothesis Hq : proper q.

Lemma transportation_information :
  kl (probability (run_until p A T) G) (probability (run_until q A T) G) <=
  expectation (run_until p A T) (fun o => information p q (fst o)).
Proof.
  pose proof (is_law_run p A (proper_probability p Hp) A_law T []) as Lp.
  pose proof (is_law_run q A (proper_probability q Hq) A_law T []) as Lq.
  pose proof (probability_bounds _ G Lp) as BP. pose proof (probability_bounds _ G Lq) as BQ.
  pose proof (variational_event A A_law p q T G Hp Hq) as V.
  (* both probabilities are 0, or both are 1, or neither is 0 or 1 *)
  pose proof (null_event A A_law p q T G Hp Hq) as N1.
  pose proof (null_event A A_law q p T G Hq Hp) as N2.
  pose proof (null_event A A_law p q T (fun o => ~ G o) Hp Hq) as N3.
  pose proof (null_event A A_law q p T (fun o => ~ G o) Hq Hp) as N4.
  rewrite !probability_not in N3, N4 by assumption.
  set (P := probability (run_until p A T) G) in *. set (Q := probability (run_until q A T) G) in *.
  change (probability (run_from p A T []) G) with P in *. change (probability (run_from q A T []) G) with Q in *.
  assert (same_law : P = Q -> kl P Q <= expectation (run_until p A T) (fun o => information p q (fst o))).
  { intros ->. rewrite kl_same. specialize (V 0 0). rewrite exp_0 in V.
    replace (Q * 1 + (1 - Q) * 1) with 1 in V by ring. rewrite ln_1 in V. lra. }
  destruct (Req_dec Q 0) as [Q0|Q0]; [apply same_law; rewrite N1; auto|].
  destruct (Req_dec Q 1) as [Q1|Q1]; [apply same_law; pose proof (N3 ltac:(lra)); lra|].
  destruct (Req_dec P 0) as [P0|P0]; [pose proof (N2 P0); lra|].
  destruct (Req_dec P 1) as [P1|P1]; [pose proof (N4 ltac:(lra)); lra|].
  specialize (V (ln (P / Q)) (ln ((1 - P) / (1 - Q)))).
  rewrite !exp_ln in V by (apply Rdiv_lt_0_compat; lra).
  replace (Q * (P / Q) + (1 - Q) * ((1 - P) / (1 - Q))) with 1 in V by (field; lra).
  rewrite ln_1 in V. unfold kl, kl_term. lra.
Qed.

(** The information of a history, cell by cell. *)
Lemma information_by_cell (cells : list cell) h :
  NoDup cells -> (forall c note won, In (c, note, won) h -> In c cells) ->
  information p q h = sum_of cells (fun c => count same c h * kl (p c) (q c)).
Proof.
  intros Hcells. induction h as [|[[c note] won] h IH]; intros Hin; simpl.
  - rewrite (sum_of_ext _ _ (fun _ => 0)) by (intros; ring). rewrite sum_of_const. ring.
  - rewrite IH by (intros; eapply Hin; right; eassumption).
    rewrite (sum_of_ext cells (fun a => ((if same c a then 1 else 0) + count same a h) * kl (p a) (q a))
      (fun a => (if same c a then kl (p c) (q c) else 0) + count same a h * kl (p a) (q a))).
    + rewrite sum_of_plus. f_equal.
      (* c occurs once in the list *)
      assert (Hc : In c cells) by (eapply Hin; left; reflexivity). clear - Hcells Hc.
      induction cells as [|a cells IH]; [destruct Hc|]. apply NoDup_cons_iff in Hcells as [Ha Hcells].
      simpl. destruct (same c a) as [->|n].
      * rewrite (sum_of_ext _ _ (fun _ => 0)); [rewrite sum_of_const; ring|].
        intros c' Hc'. destruct (same a c'); [congruence | reflexivity].
      * rewrite <- IH; [ring | assumption | destruct Hc; congruence].
    + intros a _. destruct (same c a) as [->|]; ring.
Qed.

Theorem lemma_B_13 (cells : list cell) :
  NoDup cells -> (forall h c note, outcome (A h) (Ask c note) -> In c cells) ->
  kl (probability (run_until p A T) G) (probability (run_until q A T) G) <=
  sum_of cells (fun c => expectation (run_until p A T) (fun o => count same c (fst o)) * kl (p c) (q c)).
Proof.
  intros Hcells Hasks. eapply Rle_trans; [apply transportation_information|]. right.
  rewrite (expectation_ext_on _ _ (fun o => sum_of cells (fun c => count same c (fst o) * kl (p c) (q c)))).
  - rewrite expectation_sum_of. apply sum_of_ext. intros c _.
    rewrite Rmult_comm, <- expectation_scal. apply expectation_ext. intros; ring.
  - intros o Ho. apply information_by_cell; [exact Hcells|].
    refine (cells_of_run p A cells T [] o Hasks _ Ho). intros c note won [].
Qed.
End Transport.

(** One comparison and G = {it is won} is an equality, so no factor above 1 will do. *)
Definition one_comparison : algorithm unit bool := fun h =>
  match h with
  | [] => certain (Ask tt 0)
  | (_, _, won) :: _ => certain (Stop won)
  end.

Lemma one_comparison_law p f : expectation (run_until p one_comparison 1) f =
  p tt * f ([(tt, 0%nat, true)], Some true) + (1 - p tt) * f ([(tt, 0%nat, false)], Some false).
Proof.
  unfold run_until. rewrite expectation_run. cbn [one_comparison].
  rewrite expectation_certain, !expectation_run. cbn [one_comparison]. rewrite !expectation_certain. reflexivity.
Qed.

Theorem lemma_B_13_equality (p q : unit -> R) :
  let same := fun a c : unit => left (match a, c with tt, tt => eq_refl end) in
  let G := fun o : history unit * option bool => snd o = Some true in
  kl (probability (run_until p one_comparison 1) G) (probability (run_until q one_comparison 1) G) =
  sum_of [tt] (fun c => expectation (run_until p one_comparison 1) (fun o => count same c (fst o)) * kl (p c) (q c)).
Proof.
  intros same G.
  cbn [sum_of]. unfold probability. rewrite !one_comparison_law. unfold G, same. cbn [snd fst count].
  rewrite (indicator_true (Some true = Some true)) by reflexivity.
  rewrite (indicator_false (Some false = Some true)) by discriminate.
  replace (p tt * 1 + (1 - p tt) * 0) with (p tt) by ring.
  replace (q tt * 1 + (1 - q tt) * 0) with (q tt) by ring. ring.
Qed.

(** ** What fails *)

Section WrongVersions.
(** One comparison, and G = {it is won}. *)
Let same (a c : unit) : {a = c} + {a <> c} := left (match a, c with tt, tt => eq_refl end).
Let G (o : history unit * option bool) : Prop := snd o = Some true.
Let P (p : unit -> R) (T : nat) : R := probability (run_until p one_comparison T) G.
Let times (p : unit -> R) (T : nat) : R := expectation (run_until p one_comparison T) (fun o => count same tt (fst o)).

Lemma one_comparison_won p : P p 1 = p tt /\ times p 1 = 1.
Proof.
  unfold P, times, probability. rewrite !one_comparison_law. unfold G, same. cbn [snd fst count].
  rewrite (indicator_true (Some true = Some true)) by reflexivity.
  rewrite (indicator_false (Some false = Some true)) by discriminate.
  split; ring.
Qed.

(** c > 1 for 1 on the left of ≤. *)
Theorem lemma_B_13_sharp c : c > 1 -> exists p q, proper p /\ proper q /\
  ~ c * kl (P p 1) (P q 1) <= sum_of [tt] (fun c => times p 1 * kl (p c) (q c)).
Proof.
  intros Hc. exists (fun _ => 3 / 4), (fun _ => 1 / 4). split; [intros []; lra|]. split; [intros []; lra|].
  rewrite !(proj1 (one_comparison_won _)), (proj2 (one_comparison_won _)), kl_3_1. cbn [sum_of].
  pose proof ln_3_positive. nra.
Qed.

(** Without the term of a cell. *)
Theorem lemma_B_13_needs_every_cell : exists p q, proper p /\ proper q /\
  ~ kl (P p 1) (P q 1) <= sum_of [] (fun c => times p 1 * kl (p c) (q c)).
Proof.
  exists (fun _ => 3 / 4), (fun _ => 1 / 4). split; [intros []; lra|]. split; [intros []; lra|].
  rewrite !(proj1 (one_comparison_won _)), kl_3_1. cbn [sum_of]. pose proof ln_3_positive. lra.
Qed.

(** kl(q_c,p_c) for kl(p_c,q_c). *)
Theorem lemma_B_13_exchanged_left_fails : exists p q, proper p /\ proper q /\
  ~ kl (P p 1) (P q 1) <= sum_of [tt] (fun c => times p 1 * kl (q c) (p c)).
Proof.
  exists (fun _ => 1 / 2), (fun _ => 1 / 32). split; [intros []; lra|]. split; [intros []; lra|].
  rewrite !(proj1 (one_comparison_won _)), (proj2 (one_comparison_won _)). cbn [sum_of].
  pose proof kl_1_31_reversed. lra.
Qed.

(** kl(P_λ(G),P_θ(G)) for kl(P_θ(G),P_λ(G)). *)
Theorem lemma_B_13_exchanged_right_fails : exists p q, proper p /\ proper q /\
  ~ kl (P q 1) (P p 1) <= sum_of [tt] (fun c => times p 1 * kl (p c) (q c)).
Proof.
  exists (fun _ => 1 / 32), (fun _ => 1 / 2). split; [intros []; lra|]. split; [intros []; lra|].
  rewrite !(proj1 (one_comparison_won _)), (proj2 (one_comparison_won _)). cbn [sum_of].
  pose proof kl_1_31_reversed. lra.
Qed.

(** Reversed: an event that never happens teaches nothing. *)
Theorem lemma_B_13_reversed_fails : exists p q, proper p /\ proper q /\
  let never := fun _ : history unit * option bool => False in
  ~ kl (probability (run_until p one_comparison 1) never) (probability (run_until q one_comparison 1) never)
    >= sum_of [tt] (fun c => times p 1 * kl (p c) (q c)).
Proof.
  exists (fun _ => 3 / 4), (fun _ => 1 / 4). split; [intros []; lra|]. split; [intros []; lra|].
  intros never. unfold probability. rewrite !one_comparison_law, !indicator_false, (proj2 (one_comparison_won _)) by tauto.
  rewrite !Rmult_0_r, Rplus_0_r, kl_same. cbn [sum_of]. rewrite kl_3_1. pose proof ln_3_positive. lra.
Qed.

(** An event that looks at one comparison more than were made by τ∧T, here T = 0. *)
Theorem lemma_B_13_needs_horizon : exists p q, proper p /\ proper q /\
  ~ kl (P p 1) (P q 1) <= sum_of [tt] (fun c => times p 0 * kl (p c) (q c)).
Proof.
  exists (fun _ => 3 / 4), (fun _ => 1 / 4). split; [intros []; lra|]. split; [intros []; lra|].
  rewrite !(proj1 (one_comparison_won _)), kl_3_1. cbn [sum_of].
  unfold times, run_until. rewrite expectation_run. cbn [one_comparison].
  rewrite expectation_certain. cbn [fst count]. pose proof ln_3_positive. lra.
Qed.
End WrongVersions.

(** E_λ[N_c] for E_θ[N_c]: what is compared again after a win is rarely compared again under λ. *)
Definition while_won : algorithm unit bool := fun h =>
  match h with
  | [] => certain (Ask tt 0)
  | [(_, _, true)] => certain (Ask tt 0)
  | (_, _, won) :: _ => certain (Stop won)
  end.

Theorem lemma_B_13_needs_theta : exists p q, proper p /\ proper q /\
  let same := fun a c : unit => left (match a, c with tt, tt => eq_refl end) in
  let G := fun o : history unit * option bool => snd o = Some true in
  ~ kl (probability (run_until p while_won 2) G) (probability (run_until q while_won 2) G) <=
    sum_of [tt] (fun c => expectation (run_until q while_won 2) (fun o => count same c (fst o)) * kl (p c) (q c)).
Proof.
  exists (fun _ => 3 / 4), (fun _ => 1 / 4). split; [intros []; lra|]. split; [intros []; lra|].
  intros same G.
  assert (law : forall p f, expectation (run_until p while_won 2) f =
    p tt * (p tt * f ([(tt, 0%nat, true); (tt, 0%nat, true)], Some true) +
            (1 - p tt) * f ([(tt, 0%nat, false); (tt, 0%nat, true)], Some false)) +
    (1 - p tt) * f ([(tt, 0%nat, false)], Some false)).
  { intros p f. unfold run_until. do 7 (rewrite ?expectation_run; cbn [while_won]; rewrite ?expectation_certain). reflexivity. }
  cbn [sum_of]. unfold probability. rewrite !law. unfold G, same. cbn [snd fst count].
  rewrite (indicator_true (Some true = Some true)) by reflexivity.
  rewrite (indicator_false (Some false = Some true)) by discriminate.
  rewrite kl_3_1. unfold kl, kl_term.
  replace (3 / 4 * (3 / 4 * 1 + (1 - 3 / 4) * 0) + (1 - 3 / 4) * 0) with (9 / 16) by field.
  replace (1 / 4 * (1 / 4 * 1 + (1 - 1 / 4) * 0) + (1 - 1 / 4) * 0) with (1 / 16) by field.
  replace (9 / 16 / (1 / 16)) with (3 ^ 2) by field.
  replace ((1 - 9 / 16) / (1 - 1 / 16)) with (/ (15 / 7)) by field.
  rewrite ln_pow, ln_Rinv by lra. simpl INR.
  (* 9/8·log(3) - 7/16·log(15/7) > 5/8·log(3), as 15/7 < 3 *)
  assert (ln (15 / 7) < ln 3) by (apply ln_increasing; lra).
  pose proof ln_3_positive. lra.
Qed.
