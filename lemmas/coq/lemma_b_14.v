(** * Lemma B.14

    θ^Δ: model 1 at 0, all others at -Δ on every objective; λ^{i,r,η}: the same with entry
    (i,r) raised to η > 0.  Let the algorithm be δ-correct (δ < 1/2) on a class with θ^Δ
    and, for every i ≥ 2 and r, some λ^{i,r,η'} with η' ≤ η̄.  Then for α ∈ (0, 1-2δ)

      Q_{θ^Δ,α} ≥ 4d(K-1)/(Δ+η̄)² · kl(1-δ-α, δ),

    and with arbitrarily small η' in the class the same with η̄ = 0.  Models are counted
    from 0 here; α = 0 and α < 0 are allowed.  Rests on B.11, B.12 and B.13: with
    G = {τ ≤ T, the answer is P(θ^Δ)}, P_θ(G) ≥ 1-δ-α and P_λ(G) ≤ δ, λ changes p_c by
    Δ+η' on the cells of (i,r) only, and a cell belongs to at most two of the pairs (i,r). *)

From Coq Require Import Reals List Bool Arith Lra Lia.
From Coquelicot Require Import Rbar Lub.
From VectorBorda Require Import definitions core_finite core_margins core_integers core_sigma core_lower_instances.
From VectorBorda Require Import core_finite_law core_streams core_kl core_algorithm.
From VectorBorda Require Import lemma_b_11 lemma_b_12 lemma_b_13.
Import ListNotations.
Open Scope R_scope.

(** ** Algorithms that identify the frontier *)

(** The cells (i,j,r), i < j, that can be compared; i wins with probability σ(θ_{i,r} - θ_{j,r}). *)
Definition cell : Type := nat * nat * nat.
Definition same_cell : forall a c : cell, {a = c} + {a <> c} := same_sample.

Section Identification.
Context {arena : Arena}.

Definition cells : list cell :=
  filter (fun c => Nat.ltb (fst (fst c)) (snd (fst c))) (list_prod (list_prod roster roster) objectives).
Definition wins (theta : array R) (c : cell) : R :=
  sigma (theta (fst (fst c)) (snd c) - theta (snd (fst c)) (snd c)).

(** An algorithm draws its actions, asks only for cells, and answers with a set of models. *)
Definition identifier (A : algorithm cell (list nat)) : Prop :=
  is_algorithm A /\ forall h c note, outcome (A h) (Ask c note) -> In c cells.

(** The answer is P(θ). *)
Definition names (theta : array R) (answer : list nat) : Prop := forall i, In i answer <-> in_P theta i.

(** Definition 1.2: δ-correct on Θ. *)
Definition correct_on (delta : R) (Theta : array R -> Prop) (A : algorithm cell (list nat)) : Prop :=
  forall theta, Theta theta -> right_with delta (wins theta) A (names theta).

(** Q_{θ,α}(A) *)
Definition Q (theta : array R) (alpha : R) (A : algorithm cell (list nat)) : Rbar := quantile alpha (wins theta) A.

Lemma In_cells i j r : In (i, j, r) cells <-> In i roster /\ In j roster /\ In r objectives /\ (i < j)%nat.
Proof. unfold cells. rewrite filter_In, !in_prod_iff, Nat.ltb_lt. simpl. tauto. Qed.

Lemma cells_distinct : NoDup cells.
Proof. apply NoDup_filter, NoDup_list_prod; [apply NoDup_list_prod|]; apply seq_NoDup. Qed.

Lemma wins_proper theta : proper (wins theta).
Proof. intros c. unfold wins. split; [apply sigma_positive | apply sigma_below_1]. Qed.
End Identification.

(** What is in a list without repetitions is there at most once. *)
Lemma at_most_once {C} (same : forall a c : C, {a = c} + {a <> c}) l a :
  NoDup l -> sum_of l (fun c => if same a c then 1 else 0) <= 1.
Proof.
  induction l as [|c l IH]; simpl; intros Hl; [lra|]. apply NoDup_cons_iff in Hl as [Hc Hl].
  destruct (same a c) as [->|n]; [|specialize (IH Hl); lra].
  rewrite (sum_of_ext _ _ (fun _ => 0)); [rewrite sum_of_const; lra|].
  intros c' Hc'. destruct (same c c'); [congruence | reflexivity].
Qed.

(** All comparisons: Σ_c N_c is at most the length of the history. *)
Lemma count_sum {C} (same : forall a c : C, {a = c} + {a <> c}) (l : list C) h :
  NoDup l -> sum_of l (fun c => count same c h) <= INR (length h).
Proof.
  intros Hl. induction h as [|[[a note] won] h IH]; [simpl; rewrite sum_of_const; lra|].
  change (length ((a, note, won) :: h)) with (S (length h)). rewrite S_INR. cbn [count]. rewrite sum_of_plus.
  pose proof (at_most_once same l a Hl). lra.
Qed.

Lemma count_nonneg {C} (same : forall a c : C, {a = c} + {a <> c}) c h : 0 <= count same c h.
Proof. induction h as [|[[a note] won] h IH]; simpl; [lra|]. destruct (same a c); lra. Qed.

Section Bound.
Context {arena : Arena}.
Variables (A : algorithm cell (list nat)) (delta alpha Delta : R) (Theta : array R -> Prop).
Hypothesis A_identifies : identifier A.
Hypothesis A_correct : correct_on delta Theta A.
Hypothesis Delta_positive : 0 < Delta.
Hypothesis delta_positive : 0 < delta.
Hypothesis alpha_small : alpha < 1 - 2 * delta.
Hypothesis flat_in_class : Theta (theta_flat Delta).

Notation theta := (theta_flat Delta).

(** E_θ[N_c(τ∧T)] *)
Definition times (T : nat) (c : cell) : R :=
  expectation (run_until (wins theta) A T) (fun o => count same_cell c (fst o)).

(** Cell c belongs to (i,r): it is a comparison of i on objective r. *)
Definition belongs (i r : nat) (c : cell) : bool :=
  (Nat.eqb (fst (fst c)) i || Nat.eqb (snd (fst c)) i) && Nat.eqb (snd c) r.

Lemma times_nonneg T c : 0 <= times T c.
Proof.
  pose proof (is_law_run _ A (proper_probability _ (wins_proper theta)) (proj1 A_identifies) T []) as law.
  rewrite <- (expectation_const _ 0 law). apply expectation_le; [exact law|]. intros. apply count_nonneg.
Qed.

(** Σ_c E_θ[N_c(τ∧T)] ≤ T *)
Lemma times_sum T : sum_of cells (times T) <= INR T.
Proof.
  pose proof (is_law_run _ A (proper_probability _ (wins_proper theta)) (proj1 A_identifies) T []) as law.
  unfold times. rewrite <- expectation_sum_of, <- (expectation_const _ (INR T) law).
  apply expectation_le_on; [exact law|]. intros o Ho.
  eapply Rle_trans; [apply count_sum, cells_distinct|]. apply le_INR.
  pose proof (length_run _ A T [] o Ho). simpl in *. lia.
Qed.

(** One alternative: Σ_{c of (i,r)} E_θ[N_c]·(Δ+η)²/8 ≥ kl(1-δ-α, δ), if P_θ(τ ≤ T) ≥ 1-α. *)
Lemma one_alternative T i r eta :
  1 - alpha <= stops_by (wins theta) A T ->
  In i roster -> i <> 0%nat -> In r objectives -> 0 < eta -> Theta (lambda_raised Delta i r eta) ->
  kl (1 - delta - alpha) delta <=
  (Delta + eta) ^ 2 / 8 * sum_of cells (fun c => if belongs i r c then times T c else 0).
Proof.
  intros HT Hi Hi0 Hr Heta Hclass. set (lambda := lambda_raised Delta i r eta) in *.
  destruct A_identifies as [A_law asks].
  pose proof (wins_proper theta) as Pt. pose proof (wins_proper lambda) as Pl.
  set (G := fun o : history cell * option (list nat) => exists a, snd o = Some a /\ names theta a).
  (* P_θ(G) ≥ 1-δ-α *)
  assert (HP : 1 - delta - alpha <= probability (run_until (wins theta) A T) G).
  { pose proof (stops_by_split (wins theta) A (names theta) T) as split.
    pose proof (wrong_by (wins theta) A (proper_probability _ Pt) A_law delta (names theta) T (A_correct _ flat_in_class)).
    unfold answers_by in *. fold G in split. lra. }
  (* P_λ(G) ≤ δ: the answer P(θ) is wrong for λ, of which i is a frontier model *)
  assert (HQ : probability (run_until (wins lambda) A T) G <= delta).
  { eapply Rle_trans; [|apply (wrong_by (wins lambda) A (proper_probability _ Pl) A_law delta (names lambda) T (A_correct _ Hclass))].
    apply probability_le; [apply is_law_run; [apply proper_probability, Pl | exact A_law]|].
    intros o (a & E & Ha). exists a. split; [exact E|]. intros Ha'. apply Hi0.
    apply (theta_flat_frontier Delta Delta_positive i Hi), Ha, Ha'.
    apply (lambda_raised_on_frontier Delta Delta_positive i r eta Hi Hr Heta). }
  (* P_λ(G) > 0, since P_θ(G) > 0 *)
  pose proof (probability_bounds _ G (is_law_run (wins theta) A (proper_probability _ Pt) A_law T [])) as [_ HP1].
  pose proof (probability_bounds _ G (is_law_run (wins lambda) A (proper_probability _ Pl) A_law T [])) as [HQ0 _].
  fold (run_until (wins theta) A T) in HP1. fold (run_until (wins lambda) A T) in HQ0.
  assert (HQ1 : probability (run_until (wins lambda) A T) G <> 0).
  { intros H0. pose proof (null_event A A_law _ _ T G Pt Pl H0). lra. }
  (* Lemma B.11, then Lemma B.13 *)
  eapply Rle_trans; [apply (lemma_B_11_finite (probability (run_until (wins lambda) A T) G) delta
    (1 - delta - alpha) (probability (run_until (wins theta) A T) G)); lra|].
  eapply Rle_trans; [apply (lemma_B_13 same_cell A A_law _ _ T G Pt Pl cells cells_distinct asks)|].
  (* cell by cell with Lemma B.12 *)
  rewrite <- sum_of_scal. apply sum_of_le. intros [[a c] s] Hc. apply In_cells in Hc as (Ha & Hc & Hs & Hac).
  fold (times T (a, c, s)). unfold belongs, wins. simpl.
  pose proof (times_nonneg T (a, c, s)) as Hn.
  destruct (Nat.eqb_spec s r) as [->|Hsr]; [rewrite andb_true_r|rewrite andb_false_r].
  - destruct (Nat.eqb_spec a i) as [->|Hai]; [|destruct (Nat.eqb_spec c i) as [->|Hci]]; simpl.
    + (* i is the first of the pair *)
      rewrite Rmult_comm. apply Rmult_le_compat_r; [exact Hn|]. eapply Rle_trans; [apply lemma_B_12|].
      right. unfold lambda. rewrite lambda_raised_entry, (lambda_other_model Delta i r eta c) by lia.
      rewrite !(theta_flat_other Delta) by lia. field.
    + (* i is the second *)
      rewrite Rmult_comm. apply Rmult_le_compat_r; [exact Hn|]. eapply Rle_trans; [apply lemma_B_12|].
      right. unfold lambda. rewrite lambda_raised_entry, (lambda_other_model Delta i r eta a) by lia.
      rewrite (theta_flat_other Delta i) by lia. field.
    + unfold lambda. rewrite !(lambda_other_model Delta i r eta) by lia. rewrite kl_same. lra.
  - unfold lambda. rewrite !(lambda_other_objective Delta i r eta _ s Hsr), kl_same. lra.
Qed.

(** The pairs (i,r) of the alternatives. *)
Definition alternatives : list (nat * nat) := list_prod (roster ∖ 0) objectives.

Lemma In_alternatives i r : In (i, r) alternatives <-> In i roster /\ i <> 0%nat /\ In r objectives.
Proof. unfold alternatives. rewrite in_prod_iff, In_without. tauto. Qed.

Lemma length_alternatives : INR (length alternatives) = INR d * (INR K - 1).
Proof.
  unfold alternatives. rewrite prod_length, mult_INR.
  pose proof (length_without roster 0 (seq_NoDup _ _) zero_in_roster) as H. rewrite length_roster in H.
  rewrite H, S_INR. unfold objectives. rewrite seq_length. ring.
Qed.

(** A cell belongs to at most two alternatives: Σ_{i,r} Σ_{c of (i,r)} E_θ[N_c] ≤ 2T. *)
Lemma counted_twice T :
  sum_of alternatives (fun ir => sum_of cells (fun c => if belongs (fst ir) (snd ir) c then times T c else 0))
  <= 2 * INR T.
Proof.
  rewrite sum_of_swap. apply Rle_trans with (2 * sum_of cells (times T)).
  - rewrite <- sum_of_scal. apply sum_of_le. intros [[a c] s] _.
    pose proof (times_nonneg T (a, c, s)) as Hn. set (t := times T (a, c, s)) in *.
    unfold alternatives. rewrite sum_of_list_prod.
    pose (is x y := if Nat.eq_dec x y then 1 else 0 : R).
    apply Rle_trans with (sum_of (roster ∖ 0) (fun i => t * (is a i + is c i))).
    + apply sum_of_le. intros i _. apply Rle_trans with (sum_of objectives (fun r => t * (is a i + is c i) * is s r)).
      * apply sum_of_le. intros r _. unfold belongs, is. simpl.
        destruct (Nat.eqb_spec a i), (Nat.eqb_spec c i), (Nat.eqb_spec s r),
          (Nat.eq_dec a i), (Nat.eq_dec c i), (Nat.eq_dec s r); simpl; try lra; contradiction.
      * rewrite sum_of_scal. pose proof (at_most_once Nat.eq_dec objectives s (seq_NoDup _ _)) as once. fold (is s) in once.
        assert (0 <= is a i + is c i) by (unfold is; destruct (Nat.eq_dec a i), (Nat.eq_dec c i); lra).
        rewrite <- (Rmult_1_r (t * (is a i + is c i))) at 2. apply Rmult_le_compat_l; [nra | exact once].
    + rewrite sum_of_scal, sum_of_plus.
      assert (distinct : NoDup (roster ∖ 0)) by apply NoDup_filter, seq_NoDup.
      pose proof (at_most_once Nat.eq_dec _ a distinct) as H1. pose proof (at_most_once Nat.eq_dec _ c distinct) as H2.
      fold (is a) in H1. fold (is c) in H2. nra.
  - pose proof (times_sum T). lra.
Qed.

(** P_θ(τ ≤ T) ≥ 1-α only for T ≥ 4d(K-1)/(Δ+η̄)²·kl(1-δ-α, δ). *)
Lemma horizon_at_least eta_bar T :
  0 <= eta_bar ->
  (forall i r, In i roster -> i <> 0%nat -> In r objectives ->
    exists eta, 0 < eta <= eta_bar /\ Theta (lambda_raised Delta i r eta)) ->
  1 - alpha <= stops_by (wins theta) A T ->
  4 * INR d * (INR K - 1) * kl (1 - delta - alpha) delta <= (Delta + eta_bar) ^ 2 * INR T.
Proof.
  intros Hbar Hclass HT. set (k := kl (1 - delta - alpha) delta).
  assert (H : INR (length alternatives) * k <= (Delta + eta_bar) ^ 2 / 8 * (2 * INR T)).
  { rewrite <- sum_of_const. eapply Rle_trans; [|apply Rmult_le_compat_l; [|apply (counted_twice T)]].
    - rewrite <- sum_of_scal. apply sum_of_le. intros [i r] Hir. apply In_alternatives in Hir as (Hi & Hi0 & Hr).
      destruct (Hclass i r Hi Hi0 Hr) as (eta & Heta & Hlambda).
      eapply Rle_trans; [apply (one_alternative T i r eta HT Hi Hi0 Hr (proj1 Heta) Hlambda)|].
      apply Rmult_le_compat_r.
      + apply Rle_trans with (sum_of cells (fun _ => 0)); [rewrite sum_of_const; lra|]. apply sum_of_le.
        intros c _. cbn [fst snd]. destruct (belongs i r c); [apply times_nonneg | lra].
      + apply Rmult_le_compat_r; [lra|]. apply pow_incr. lra.
    - pose proof (pow2_ge_0 (Delta + eta_bar)). lra. }
  rewrite length_alternatives in H. lra.
Qed.

(** A number below every such T is below the quantile. *)
Lemma below_quantile x :
  (forall T, 1 - alpha <= stops_by (wins theta) A T -> x <= INR T) -> Rbar_le x (Q theta alpha A).
Proof.
  intros H. apply (proj2 (Glb_Rbar_correct _)). intros y (T & -> & HT). exact (H T HT).
Qed.

Theorem lemma_B_14 eta_bar :
  0 <= eta_bar ->
  (forall i r, In i roster -> i <> 0%nat -> In r objectives ->
    exists eta, 0 < eta <= eta_bar /\ Theta (lambda_raised Delta i r eta)) ->
  Rbar_le (4 * INR d * (INR K - 1) / (Delta + eta_bar) ^ 2 * kl (1 - delta - alpha) delta) (Q theta alpha A).
Proof.
  intros Hbar Hclass. apply below_quantile. intros T HT.
  pose proof (horizon_at_least eta_bar T Hbar Hclass HT) as H.
  assert (0 < (Delta + eta_bar) ^ 2) by (apply pow_lt; lra).
  apply (Rmult_le_reg_l ((Delta + eta_bar) ^ 2)); [assumption|].
  eapply Rle_trans; [|exact H]. right. field. lra.
Qed.

(** With arbitrarily small η in the class the bound holds with η̄ = 0. *)
Theorem lemma_B_14_small_eta :
  (forall i r eta_bar, In i roster -> i <> 0%nat -> In r objectives -> 0 < eta_bar ->
    exists eta, 0 < eta <= eta_bar /\ Theta (lambda_raised Delta i r eta)) ->
  Rbar_le (4 * INR d * (INR K - 1) / Delta ^ 2 * kl (1 - delta - alpha) delta) (Q theta alpha A).
Proof.
  intros Hclass. apply below_quantile. intros T HT.
  assert (pos : 0 < Delta ^ 2) by (apply pow_lt; lra).
  apply (Rmult_le_reg_l (Delta ^ 2)); [exact pos|].
  replace (Delta ^ 2 * (4 * INR d * (INR K - 1) / Delta ^ 2 * kl (1 - delta - alpha) delta))
    with (4 * INR d * (INR K - 1) * kl (1 - delta - alpha) delta) by (field; lra).
  (* C ≤ (Δ+ε)²·T for all ε > 0 gives C ≤ Δ²·T *)
  apply Rnot_lt_le. intros Hlt. set (C := 4 * INR d * (INR K - 1) * kl (1 - delta - alpha) delta) in *.
  pose proof (pos_INR T) as HT0. set (g := C - Delta ^ 2 * INR T).
  assert (den : 0 < INR T * (2 * Delta + 1) + 1) by nra.
  set (eps := Rmin 1 (g / (INR T * (2 * Delta + 1) + 1))).
  assert (Heps : 0 < eps) by (apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; [unfold g|]; lra]).
  pose proof (horizon_at_least eps T ltac:(lra)
    (fun i r Hi Hi0 Hr => Hclass i r eps Hi Hi0 Hr Heps) HT) as H. fold C in H.
  assert (eps <= 1) by apply Rmin_l.
  assert (eps * (INR T * (2 * Delta + 1) + 1) <= g).
  { apply Rle_trans with (g / (INR T * (2 * Delta + 1) + 1) * (INR T * (2 * Delta + 1) + 1)).
    - apply Rmult_le_compat_r; [lra | apply Rmin_r].
    - right. field. lra. }
  assert (eps * eps * INR T <= eps * INR T) by (apply Rmult_le_compat_r; nra).
  unfold g in *. nra.
Qed.
End Bound.

(** The class Θ_{B,d}, 0 < Δ < 2B, has both: Q_{θ^Δ,α} ≥ 4d(K-1)/Δ²·kl(1-δ-α, δ). *)
Theorem lemma_B_14_box {arena : Arena} (A : algorithm cell (list nat)) B delta alpha Delta :
  identifier A -> correct_on delta (in_box B) A -> 0 < Delta < 2 * B -> 0 < delta -> alpha < 1 - 2 * delta ->
  Rbar_le (4 * INR d * (INR K - 1) / Delta ^ 2 * kl (1 - delta - alpha) delta) (Q (theta_flat Delta) alpha A).
Proof.
  intros HA Hcorrect HDelta Hdelta Halpha.
  apply (lemma_B_14_small_eta A delta alpha Delta (in_box B)); try assumption; try lra.
  - apply theta_flat_in_box; lra.
  - intros i r eta_bar Hi Hi0 Hr Hbar. exists (Rmin eta_bar (2 * B - Delta)).
    pose proof (Rmin_l eta_bar (2 * B - Delta)). pose proof (Rmin_r eta_bar (2 * B - Delta)).
    assert (0 < Rmin eta_bar (2 * B - Delta)) by (apply Rmin_glb_lt; lra).
    split; [lra|]. apply lambda_in_box; try assumption; lra.
Qed.

(** ** What fails *)

(** Correct on θ^Δ alone: naming model 0 without a comparison is never wrong there. *)
Definition at_once : algorithm cell (list nat) := fun _ => certain (Stop [0%nat]).

Theorem lemma_B_14_needs_alternatives {arena : Arena} Delta :
  0 < Delta -> identifier at_once /\ correct_on (1 / 4) (fun theta => theta = theta_flat Delta) at_once /\
  ~ Rbar_le (4 * INR d * (INR K - 1) / (Delta + Delta) ^ 2 * kl (1 - 1 / 4 - 0) (1 / 4)) (Q (theta_flat Delta) 0 at_once).
Proof.
  intros HDelta.
  assert (law : forall p f, expectation (run_until p at_once 0) f = f ([], Some [0%nat])).
  { intros p f. unfold run_until. rewrite expectation_run. unfold at_once. now rewrite expectation_certain. }
  split; [|split].
  - split; [intros h; apply is_law_certain|]. intros h c note H. apply outcome_certain in H. discriminate.
  - intros theta -> epsilon Heps. exists O. unfold answers_by, probability. rewrite law, indicator_true; [lra|].
    exists [0%nat]. split; [reflexivity|]. intros i. split.
    + intros [<-|[]]. apply (theta_flat_frontier Delta HDelta); [apply zero_in_roster | reflexivity].
    + intros HP. left. symmetry. apply (theta_flat_frontier Delta HDelta); [now apply in_P_roster in HP | exact HP].
  - intros Hle. apply Rbar_le_not_lt in Hle. apply Hle. clear Hle.
    apply Rbar_le_lt_trans with (INR 0).
    + apply (proj1 (Glb_Rbar_correct _)). exists O. split; [reflexivity|].
      unfold stops_by, probability. rewrite law, indicator_true by discriminate. lra.
    + simpl. replace (1 - 1 / 4 - 0) with (3 / 4) by field. rewrite kl_3_1. pose proof ln_3_positive.
      pose proof (le_INR 2 K K_at_least_2). pose proof (le_INR 1 d d_at_least_1). simpl in *.
      apply Rmult_lt_0_compat; [|lra]. apply Rdiv_lt_0_compat; [nra|]. nra.
Qed.

(** A pair of two models other than 0 belongs to two alternatives. *)
Theorem lemma_B_14_pairs_count_twice :
  exists (arena : Arena) (A : algorithm cell (list nat)) T, identifier A /\
  ~ sum_of alternatives (fun ir => sum_of cells (fun c => if belongs (fst ir) (snd ir) c then times A 1 T c else 0)) <= INR T.
Proof.
  pose (arena := sized 3 1).
  pose (A := fun _ : history cell => certain (Ask (1%nat, 2%nat, 0%nat) 0) : law (action cell (list nat))).
  exists arena, A, 1%nat. split.
  - split; [intros h; apply is_law_certain|]. intros h c note H. apply outcome_certain in H.
    injection H as -> _. apply In_cells. repeat split; first [check | lia].
  - assert (count1 : forall c, times A 1 1 c = if same_cell (1%nat, 2%nat, 0%nat) c then 1 else 0).
    { intros c. unfold times, run_until, A. rewrite expectation_run, expectation_certain, !expectation_run, !expectation_certain.
      cbn [fst count]. destruct (same_cell (1%nat, 2%nat, 0%nat) c); ring. }
    assert (alternatives = [(1, 0); (2, 0)]%nat) as -> by reflexivity.
    assert (cells = [(0, 1, 0); (0, 2, 0); (1, 2, 0)]%nat) as -> by reflexivity.
    cbn [sum_of fst snd]. rewrite !count1. unfold belongs. simpl. lra.
Qed.

(** One comparison of two models: it names the winner. *)
Section OneComparison.
Let two_models : Arena := sized 2 1.
Existing Instance two_models.

Definition winner : algorithm cell (list nat) := fun h =>
  match h with
  | [] => certain (Ask (0%nat, 1%nat, 0%nat) 0)
  | (_, _, won) :: _ => certain (Stop [if won : bool then 0%nat else 1%nat])
  end.

Lemma winner_law p f : expectation (run_until p winner 1) f =
  p (0, 1, 0)%nat * f ([((0, 1, 0)%nat, 0%nat, true)], Some [0%nat]) +
  (1 - p (0, 1, 0)%nat) * f ([((0, 1, 0)%nat, 0%nat, false)], Some [1%nat]).
Proof.
  unfold run_until. rewrite expectation_run. cbn [winner].
  rewrite expectation_certain, !expectation_run. cbn [winner]. rewrite !expectation_certain. reflexivity.
Qed.

(** Right with probability σ(1) on θ^1 and λ^{1,0,1}. *)
Lemma winner_correct :
  identifier winner /\
  correct_on (sigma (- (1))) (fun theta => theta = theta_flat 1 \/ theta = lambda_raised 1 1 0 1) winner.
Proof.
  split; [split|].
  - intros [|[[c note] won] h]; apply is_law_certain.
  - intros [|[[c note] won] h] c' note' H; apply outcome_certain in H; [|discriminate].
    injection H as -> _. apply In_cells. repeat split; first [check | lia].
  - pose proof (sigma_symmetric 1) as Hsum. pose proof (sigma_positive 1). pose proof (sigma_positive (- (1))).
    assert (named : forall theta m, (forall i, In i roster -> in_P theta i <-> i = m) -> In m roster -> names theta [m]).
    { intros theta m Honly Hm i. split; [intros [<-|[]]; now apply Honly|].
      intros HP. left. symmetry. apply Honly; [now apply in_P_roster in HP | exact HP]. }
    intros theta [-> | ->] epsilon Heps; exists 1%nat; unfold answers_by, probability; rewrite winner_law; cbn [snd].
    + rewrite indicator_true.
      * pose proof (indicator_bounds (exists a, Some [1%nat] = Some a /\ names (theta_flat 1) a)).
        unfold wins. cbn [fst snd theta_flat Nat.eqb]. replace (0 - - (1)) with 1 by ring. nra.
      * exists [0%nat]. split; [reflexivity|]. apply named; [apply theta_flat_frontier; lra | check].
    + rewrite (indicator_true (exists a, Some [1%nat] = Some a /\ _)).
      * pose proof (indicator_bounds (exists a, Some [0%nat] = Some a /\ names (lambda_raised 1 1 0 1) a)).
        unfold wins. cbn [fst snd lambda_raised theta_flat Nat.eqb andb]. replace (0 - 1) with (- (1)) by ring. nra.
      * exists [1%nat]. split; [reflexivity|]. apply named; [|check].
        intros i Hi. rewrite (lambda_frontier 1 ltac:(lra) 1 0 1) by (try check; lra).
        simpl. split; [intros [E|[_ E]]; [exact E | lia] | now left].
Qed.

(** Q_{θ,0} ≤ 1 *)
Lemma winner_quantile : Rbar_le (Q (theta_flat 1) 0 winner) 1.
Proof.
  apply (proj1 (Glb_Rbar_correct _)). exists 1%nat. split; [reflexivity|].
  unfold stops_by, probability. rewrite winner_law, !indicator_true by discriminate. lra.
Qed.

(** kl(σ(1),σ(-1)) = (e-1)/(e+1) > 4/9, as e > 13/5. *)
Lemma kl_at_1 : 4 / 9 < kl (1 - sigma (- (1)) - 0) (sigma (- (1))).
Proof.
  pose proof (sigma_symmetric 1). replace (1 - sigma (- (1)) - 0) with (sigma 1) by lra.
  rewrite kl_opposite.
  pose proof exp_1_above.
  assert (/ (exp 1 + 1) < / (18 / 5)) by (apply Rinv_lt_contravar; lra).
  unfold Rdiv at 2. lra.
Qed.

(** 9 for 4: one comparison of two models is worth more than 4/9. *)
Theorem lemma_B_14_nine_fails :
  ~ Rbar_le (9 * INR d * (INR K - 1) / (1 + 1) ^ 2 * kl (1 - sigma (- (1)) - 0) (sigma (- (1)))) (Q (theta_flat 1) 0 winner).
Proof.
  intros Hle. pose proof (Rbar_le_trans _ _ _ Hle winner_quantile) as H. simpl Rbar_le in H.
  pose proof kl_at_1. simpl INR in H. simpl K in H. simpl d in H. simpl INR in H. lra.
Qed.

(** Δ² for (Δ+η̄)²: a class without small η is easier. *)
Theorem lemma_B_14_needs_eta :
  ~ Rbar_le (4 * INR d * (INR K - 1) / 1 ^ 2 * kl (1 - sigma (- (1)) - 0) (sigma (- (1)))) (Q (theta_flat 1) 0 winner).
Proof.
  intros Hle. pose proof (Rbar_le_trans _ _ _ Hle winner_quantile) as H. simpl Rbar_le in H.
  pose proof kl_at_1. simpl K in H. simpl d in H. simpl INR in H. lra.
Qed.
End OneComparison.
