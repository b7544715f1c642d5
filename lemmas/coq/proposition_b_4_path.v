(** * Proposition B.4, pathwise: what E implies for VB-EGE(δ; 2, 4, 4)

    If E occurs and every Δ_i^B > 0, then VB-EGE stops, its answer is P(b), and
    τ ≤ d·Σ_i n_{m_i} ≤ dK + 128 d Σ_i L_i(δ)/(Δ_i^B)²,
    with m_i = min{m : ε_m < Δ_i^B/4}, M_i = 1+⌈log₂(4/Δ_i^B)⌉ and
    L_i(δ) = log(4KdM_i²/δ).  P(E) ≥ 1-δ is Lemma B.6.

    "Stops" is: every run has at most (K-1) + (max_i m_i - 1) steps, and where it has
    no further step one model is left, so that it returns.  Any C_samp ≥ 2 will do but
    for the last inequality.  That 0 ≤ b ≤ 1 is used only as Δ_i^B ≤ 4.
    Rests on B.9, B.10 and the schedule. *)

From Coq Require Import Reals List Lra Lia Bool Arith.
From VectorBorda Require Import definitions core_finite core_margins core_integers core_phase core_schedule evaluate.
From VectorBorda Require Import lemma_b_2 lemma_b_5 lemma_b_9 lemma_b_10.
Import ListNotations.
Open Scope R_scope.

(** Scores between 0 and 1 have gaps of at most 1. *)
Lemma gap_at_most_1 {arena : Arena} (b : array R) i :
  (forall j r, In j roster -> In r objectives -> 0 <= b j r <= 1) ->
  In i roster -> gap b roster i <= 1.
Proof.
  intros range Hi.
  pose proof (without_not_empty roster i roster_subset roster_has_two) as two.
  destruct (on_frontier b roster i) eqn:Hon.
  - rewrite gap_on by exact Hon. destruct (delta_star_attained b roster i two) as [j [Hj [_ ->]]].
    pose proof (separation_spec b roster i j) as [H _]. rewrite <- max_margin_opp in H.
    destruct (max_margin_attained b i j) as [r [Hr E]].
    pose proof (range i r Hi Hr). pose proof (range j r Hj Hr). lra.
  - rewrite gap_off by exact Hon. destruct (Delta_star_attained b roster i two) as [j [Hj [_ ->]]].
    destruct (margin_attained b i j) as [r [Hr ->]].
    pose proof (range i r Hi Hr). pose proof (range j r Hj Hr). lra.
Qed.

Section Path.
Context {arena : Arena} {tuning : Tuning}.
Variables (b : array R) (bhat : nat -> array R).
Hypothesis event : E b bhat.
Hypothesis threshold : C_thr = 4.
Hypothesis samples : 2 <= C_samp.
Hypothesis gaps_positive : forall i, In i roster -> 0 < gap b roster i.

(** m_i = min{m : ε_m < Δ_i^B/4} *)
Definition m_ (i : nat) : nat := m_of_gap (gap b roster i).

(** While i is active, the phase is at most m_i: r_{m_i} ≤ ε_{m_i}/2 < Δ_i^B/8. *)
Lemma phase_at_most_m k s i : run bhat k s -> In i (active s) -> (phase s <= m_ i)%nat.
Proof.
  intros Hrun Hi. destruct (run_active bhat k s Hrun) as [[_ active] _].
  destruct (m_of_gap_spec _ (gaps_positive i (active i Hi))) as [Hm [Heps _]].
  apply (lemma_B_10_phase b bhat event threshold k s i (m_ i) Hrun Hi Hm).
  pose proof (radius_small (m_ i) samples Hm). unfold m_ in *. lra.
Qed.

(** ** It stops *)

(** k = (K - |A|) + (m - 1): each step removes a model or begins a phase. *)
Lemma steps_counted k s : run bhat k s -> (k + length (active s) + 1 = K + phase s)%nat.
Proof.
  induction 1 as [|k s s' Hrun IH Hstep].
  - simpl. rewrite length_roster. lia.
  - destruct (run_active bhat k s Hrun) as [active _].
    destruct Hstep as [m A B tau i two Hchoice _|m A B tau two _]; simpl in *; [|lia].
    destruct (choices_spec _ _ _ Hchoice) as [Hi _].
    rewrite (length_without A i (proj1 active) Hi) in IH. lia.
Qed.

(** With two models left there is a step. *)
Lemma run_goes_on m A B tau : (2 <= length A)%nat -> exists s', step bhat (At m A B tau) s'.
Proof.
  intros two. destruct (choices_exist (bhat m) A) as [i Hi]; [now intros -> |].
  destruct (Rlt_le_dec (C_thr * r_ m) (gap (bhat m) A i)) as [Hgap|Hgap].
  - eexists. now apply (remove bhat m A B tau i).
  - eexists. apply next_phase; [exact two|]. intros j Hj.
    destruct (choices_spec _ _ _ Hi) as [_ [largest _]]. specialize (largest j Hj). lra.
Qed.

Definition last_m : nat := list_max (map m_ roster).

Lemma m_at_most_last i : In i roster -> (m_ i <= last_m)%nat.
Proof.
  intros Hi. pose proof (proj1 (list_max_le (map m_ roster) last_m) (le_n _)) as H.
  rewrite Forall_forall in H. apply H, in_map, Hi.
Qed.

Theorem every_run_is_finite k s : run bhat k s -> (k + 2 <= K + last_m)%nat.
Proof.
  intros Hrun. destruct (run_active bhat k s Hrun) as [[_ active] [size _]].
  pose proof (steps_counted k s Hrun) as Hk.
  destruct (definitions.active s) as [|i A] eqn:EA; simpl in size; [lia|].
  assert (In i (definitions.active s)) as Hi by (rewrite EA; now left).
  pose proof (phase_at_most_m k s i Hrun Hi).
  pose proof (m_at_most_last i (active i (or_introl eq_refl))). simpl in Hk. lia.
Qed.

Theorem it_returns : exists answer tau, returns bhat answer tau.
Proof.
  (* from any moment of a run, by the number of steps that are left *)
  assert (forall left k s, (K + last_m <= k + 2 + left)%nat -> run bhat k s ->
    exists answer tau, returns bhat answer tau) as H.
  { induction left as [|left IH]; intros k s Hleft Hrun;
      destruct (run_active bhat k s Hrun) as [_ [size _]];
      destruct s as [m [|i [|j A]] B tau]; simpl in size; try lia;
      try (exists (i :: B), tau, k, m, i, B; now split).
    - destruct (run_goes_on m (i :: j :: A) B tau) as [s' Hstep]; [simpl; lia|].
      pose proof (every_run_is_finite (S k) s' (run_step _ _ _ _ Hrun Hstep)). lia.
    - destruct (run_goes_on m (i :: j :: A) B tau) as [s' Hstep]; [simpl; lia|].
      apply (IH (S k) s'); [lia | now apply (run_step _ _ _ _ Hrun)]. }
  apply (H (K + last_m)%nat O start); [lia | apply run_start].
Qed.

(** ** What it costs: τ ≤ d·Σ_i n_{m_i} *)

(** At every moment τ + d·Σ_{i∈A} (n_{m_i} - n_m) ≤ d·Σ_i n_{m_i}: what the active
    models may still cost is not yet spent. *)
Lemma cost_so_far k s : run bhat k s ->
  INR (spent s) + INR d * sum_over (active s) (fun i => INR (n_ (m_ i)) - INR (n_ (phase s)))
  <= INR d * sum_over roster (fun i => INR (n_ (m_ i))).
Proof.
  induction 1 as [|k s s' Hrun IH Hstep].
  - simpl. rewrite <- sum_over_minus, sum_over_const, length_roster, !mult_INR. lra.
  - destruct (run_active bhat k s Hrun) as [active _].
    destruct Hstep as [m A B tau i two Hchoice _|m A B tau two _];
      cbn [definitions.active definitions.spent definitions.phase] in *.
    + (* i leaves in phase m ≤ m_i *)
      destruct (choices_spec _ _ _ Hchoice) as [Hi _].
      rewrite (sum_over_without _ A i (proj1 active) Hi) in IH.
      pose proof (phase_at_most_m k _ i Hrun Hi) as Hm. simpl in Hm.
      pose proof (le_INR _ _ (n_monotone _ _ Hm)). pose proof INR_d. nra.
    + (* |A|·d·(n_{m+1} - n_m) samples *)
      rewrite <- sum_over_minus, sum_over_const in IH |- *.
      rewrite plus_INR, !mult_INR, minus_INR by (apply n_monotone; lia). lra.
Qed.

Theorem cost answer tau : returns bhat answer tau ->
  INR tau <= INR d * sum_over roster (fun i => INR (n_ (m_ i))).
Proof.
  intros [k [m [i [B [Hrun _]]]]].
  pose proof (cost_so_far k _ Hrun) as Hcost.
  pose proof (phase_at_most_m k _ i Hrun (or_introl eq_refl)) as Hm.
  cbn [definitions.active definitions.spent definitions.phase sum_over] in *.
  pose proof (le_INR _ _ (n_monotone _ _ Hm)). pose proof INR_d. nra.
Qed.

(** ** d·Σ_i n_{m_i} ≤ dK + 128 d Σ_i L_i/Δ_i² *)

(** n_{m_i} ≤ 1 + 128·L_i/Δ_i² *)
Lemma samples_of_a_model i : C_samp = 2 -> C_log = 4 -> In i roster -> gap b roster i <= 4 ->
  INR (n_ (m_ i)) <= 1 + 128 * (L_of_gap (gap b roster i) / gap b roster i ^ 2).
Proof.
  intros HCsamp HClog Hi Hsmall. unfold m_. pose proof (gaps_positive i Hi) as Hpos.
  set (Delta := gap b roster i) in *. set (m := m_of_gap Delta).
  destruct (m_of_gap_spec Delta Hpos) as [Hm _]. fold m in Hm.
  destruct (n_spec m Hm) as [_ Hn]. pose proof (L_positive m Hm) as HL.
  pose proof (pow_m_of_gap Delta Hpos Hsmall) as Hpow. fold m in Hpow.
  (* m_i ≤ M_i, so L_{m_i} ≤ L_i *)
  assert (L_ m <= L_of_gap Delta) as HLi.
  { unfold L_, L_of_gap. rewrite HClog.
    pose proof (le_INR _ _ (m_of_gap_le_last_phase Delta)) as HM. fold m in HM.
    apply (le_INR 1) in Hm. simpl INR in Hm.
    pose proof (inside_log 4 (INR m) (INR (last_phase Delta)) ltac:(lra) (conj Hm HM)).
    apply ln_monotone. lra. }
  (* 2^{m_i} ≤ 8/Δ_i, so 4^{m_i} ≤ 64/Δ_i² *)
  assert ((2 ^ m) ^ 2 <= 64 / Delta ^ 2) as H64.
  { apply Rmult_le_reg_r with (Delta ^ 2); [nra|]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l by nra. rewrite Rmult_1_r.
    replace ((2 ^ m) ^ 2 * Delta ^ 2) with ((2 ^ m * Delta) ^ 2) by ring.
    replace 64 with (8 ^ 2) by ring. apply pow_incr. pose proof (pow2_positive m). nra. }
  rewrite HCsamp in Hn.
  assert (0 < (2 ^ m) ^ 2) by (apply pow_lt, pow2_positive).
  assert (L_ m * (2 ^ m) ^ 2 <= L_of_gap Delta * (64 / Delta ^ 2)) as Hprod
    by (apply Rmult_le_compat; lra).
  replace (128 * (L_of_gap Delta / Delta ^ 2)) with (2 * (L_of_gap Delta * (64 / Delta ^ 2)))
    by (field; lra).
  lra.
Qed.

Theorem cost_at_most_bound :
  C_samp = 2 -> C_log = 4 -> (forall i, In i roster -> gap b roster i <= 4) ->
  INR d * sum_over roster (fun i => INR (n_ (m_ i))) <= sample_bound b.
Proof.
  intros HCsamp HClog Hsmall. pose proof INR_d. unfold sample_bound.
  apply Rle_trans with (INR d * sum_over roster (fun i =>
    1 + 128 * (L_of_gap (gap b roster i) / gap b roster i ^ 2))).
  - apply Rmult_le_compat_l; [lra|]. apply sum_over_le. intros i Hi. apply samples_of_a_model; auto.
  - rewrite sum_over_plus, sum_over_const, sum_over_times, length_roster. lra.
Qed.
End Path.

(** VB-EGE stops on b̂: some run returns, and no run goes on for ever. *)
Definition stops {arena : Arena} {tuning : Tuning} (bhat : nat -> array R) : Prop :=
  (exists answer tau, returns bhat answer tau) /\
  exists most, forall k s, run bhat k s -> (k <= most)%nat.

Theorem proposition_B_4_path {arena : Arena} {tuning : Tuning} (b : array R) (bhat : nat -> array R) :
  default_constants ->
  (forall i r, In i roster -> In r objectives -> 0 <= b i r <= 1) ->
  (forall i, In i roster -> 0 < gap b roster i) ->
  E b bhat ->
  stops bhat /\
  forall answer tau, returns bhat answer tau ->
    (forall i, In i answer <-> in_P b i) /\ INR tau <= sample_bound b.
Proof.
  intros [Csamp [Cthr Clog]] range positive event.
  assert (2 <= C_samp) as samples by lra.
  split; [split|].
  - now apply (it_returns b bhat).
  - exists (K + last_m b)%nat. intros k s Hrun.
    pose proof (every_run_is_finite b bhat event Cthr samples positive k s Hrun). lia.
  - intros answer tau Hret. split.
    + apply (proposition_B_9 b bhat event ltac:(lra) answer tau Hret).
    + apply Rle_trans with (1 := cost b bhat event Cthr samples positive answer tau Hret).
      apply cost_at_most_bound; try assumption.
      intros i Hi. pose proof (gap_at_most_1 b i range Hi). lra.
Qed.

(** ** What fails, of d·Σ n_{m_i} ≤ dK + 128 d Σ L_i/Δ_i²

    Two models on one objective with b = (1,0): both gaps are 1, m_i = M_i = 3, and
    d·Σ n_{m_i} = 2⌈128·L⌉ with L = log(72/δ), which can be any number above log 72. *)

Definition default_tuning (dlt : R) (between : 0 < dlt < 1) : Tuning := {|
  delta := dlt;  delta_between_0_and_1 := between;
  C_samp := 2;  C_samp_positive := Rlt_0_2;
  C_thr := 4;  C_thr_positive := ltac:(lra);
  C_log := 4;  C_log_at_least_1 := ltac:(lra) |}.

Section Sharp.
Let two_models : Arena := sized 2 1.
Existing Instance two_models.
Let b : array R := to_R (of_rows [[1];[0]]%Z).

Lemma gaps_are_1 i : In i roster -> gap b roster i = 1.
Proof. intros [<-|[<-|[]]]; unfold b; rewrite gap_real; evaluate_IZR; reflexivity. Qed.

Lemma log2_4 : log2 (4 / 1) = INR 2.
Proof. replace (4 / 1) with (2 ^ 2) by field. apply log2_pow. Qed.

Lemma m_of_1 : m_of_gap 1 = 3%nat.
Proof.
  unfold m_of_gap. rewrite log2_4. destruct (base_Int_part (INR 2)) as [H1 H2]. simpl INR in H1, H2.
  assert (Int_part (INR 2) = 2%Z) as ->; [|reflexivity].
  simpl INR. assert (1 < Int_part (1 + 1) < 3)%Z by (split; apply lt_IZR; lra). lia.
Qed.

Lemma last_phase_of_1 : last_phase 1 = 3%nat.
Proof.
  pose proof (m_of_gap_le_last_phase 1) as Hle. rewrite m_of_1 in Hle.
  apply Nat.le_antisymm; [|exact Hle].
  unfold last_phase. rewrite log2_4. unfold nat_ceiling. pose proof (ceiling_spec (INR 2)) as [_ H].
  simpl INR in H. assert (ceiling (1 + 1) < 3)%Z by (apply lt_IZR; lra). simpl INR. lia.
Qed.

Lemma exp_8_above_72 : 72 < exp 8.
Proof.
  assert (forall x y, 0 < y -> y < exp x -> y * y < exp (x + x)) as square.
  { intros x y Hy Hxy. rewrite exp_plus. nra. }
  pose proof (exp_ineq1 (1 / 2) ltac:(lra)).
  pose proof (square (1 / 2) (3 / 2) ltac:(lra) ltac:(lra)).
  pose proof (square (1 / 2 + 1 / 2) (9 / 4) ltac:(lra) ltac:(lra)).
  pose proof (square _ 5 ltac:(lra) (Rlt_trans 5 (9 / 4 * (9 / 4)) _ ltac:(lra) H1)).
  pose proof (square _ 25 ltac:(lra) (Rle_lt_trans 25 (5 * 5) _ ltac:(lra) H2)).
  replace 8 with (1 / 2 + 1 / 2 + (1 / 2 + 1 / 2) + (1 / 2 + 1 / 2 + (1 / 2 + 1 / 2))
    + (1 / 2 + 1 / 2 + (1 / 2 + 1 / 2) + (1 / 2 + 1 / 2 + (1 / 2 + 1 / 2)))) by field.
  lra.
Qed.

(** For every L ≥ 8 there is a δ with L_i = L. *)
Lemma some_delta L : 8 <= L -> exists tuning : Tuning, default_constants /\
  delta = 72 * exp (- L) /\ L_of_gap 1 = L /\
  INR d * sum_over roster (fun i => INR (n_ (m_ b i))) = 2 * INR (nat_ceiling (128 * L)).
Proof.
  intros HL.
  assert (0 < 72 * exp (- L) < 1) as between.
  { pose proof (exp_pos (- L)). split; [lra|]. pose proof (exp_pos L).
    assert (72 < exp L).
    { pose proof exp_8_above_72. destruct (Req_dec L 8) as [->|Hne]; [lra|].
      apply Rlt_trans with (exp 8); [lra | apply exp_increasing; lra]. }
    apply Rmult_lt_reg_r with (exp L); [lra|].
    rewrite Rmult_assoc, <- exp_plus, Rplus_opp_l, exp_0. lra. }
  exists (default_tuning _ between).
  assert (forall M, INR M = 3 -> ln (4 * INR K * INR d * INR M ^ 2 / (72 * exp (- L))) = L) as Hlog.
  { intros M ->. simpl INR. replace (4 * (1 + 1) * 1 * 3 ^ 2 / (72 * exp (- L))) with (exp L).
    - apply ln_exp.
    - rewrite exp_Ropp. pose proof (exp_pos L). field. lra. }
  split; [repeat split|]. split; [reflexivity|]. split.
  - unfold L_of_gap. rewrite last_phase_of_1. apply Hlog. simpl. lra.
  - rewrite (sum_over_ext _ (fun _ => INR (nat_ceiling (128 * L)))).
    + rewrite sum_over_const, length_roster. simpl INR. lra.
    + intros i Hi. unfold m_. rewrite (gaps_are_1 i Hi), m_of_1. unfold n_.
      do 2 f_equal. unfold L_, eps_. simpl C_log. simpl C_samp. simpl delta.
      rewrite Hlog by (simpl; lra). field.
Qed.

(** What the bound is when both gaps are 1. *)
Lemma sum_of_terms (f : R -> R) :
  INR d * sum_over roster (fun i => f (gap b roster i) / gap b roster i ^ 2) = 2 * f 1.
Proof.
  rewrite (sum_over_ext _ (fun _ => f 1)) by (intros i Hi; rewrite (gaps_are_1 i Hi); field).
  rewrite sum_over_const, length_roster. simpl INR. lra.
Qed.

(** c < 128: where 8/Δ is a power of two it is 2^{m_i}. *)
Theorem cost_at_most_bound_sharp c : c < 128 ->
  exists tuning : Tuning, default_constants /\
  INR d * sum_over roster (fun i => INR (n_ (m_ b i))) >
  INR d * INR K + c * (INR d * sum_over roster (fun i => L_of_gap (gap b roster i) / gap b roster i ^ 2)).
Proof.
  intros Hc. set (L := 8 + 1 / (128 - c)).
  assert (0 < 1 / (128 - c)) as Hpos by (apply Rdiv_lt_0_compat; lra).
  destruct (some_delta L ltac:(unfold L; lra)) as [tuning [default [_ [HL Hn]]]].
  exists tuning. split; [exact default|]. rewrite Hn, sum_of_terms, HL. simpl INR.
  pose proof (nat_ceiling_ge (128 * L)).
  assert ((128 - c) * L > 1).
  { unfold L. rewrite Rmult_plus_distr_l. replace ((128 - c) * (1 / (128 - c))) with 1 by (field; lra). lra. }
  lra.
Qed.

(** Without dK: n_m is rounded up. *)
Theorem cost_at_most_bound_needs_dK :
  exists tuning : Tuning, default_constants /\
  INR d * sum_over roster (fun i => INR (n_ (m_ b i))) >
  128 * (INR d * sum_over roster (fun i => L_of_gap (gap b roster i) / gap b roster i ^ 2)).
Proof.
  set (L := 8 + 1 / 256).
  destruct (some_delta L ltac:(unfold L; lra)) as [tuning [default [_ [HL Hn]]]].
  exists tuning. split; [exact default|]. rewrite Hn, sum_of_terms, HL.
  (* 128·L = 1024 + 1/2 *)
  pose proof (nat_ceiling_ge (128 * L)) as Hge.
  assert (1024 < nat_ceiling (128 * L))%nat as Hlt.
  { apply INR_lt. rewrite INR_IZR_INZ. simpl IZR. unfold L in Hge |- *. lra. }
  apply (le_INR 1025) in Hlt. rewrite INR_IZR_INZ in Hlt. simpl IZR in Hlt. unfold L in *. lra.
Qed.

(** M_i = ⌈log₂(4/Δ_i)⌉: ε_m < Δ/4 is strict, so Δ = 1 needs phase 3. *)
Theorem cost_at_most_bound_needs_M :
  exists tuning : Tuning, default_constants /\
  INR d * sum_over roster (fun i => INR (n_ (m_ b i))) >
  INR d * INR K + 128 * (INR d * sum_over roster (fun i =>
    ln (4 * INR K * INR d * INR (last_phase (gap b roster i) - 1) ^ 2 / delta) / gap b roster i ^ 2)).
Proof.
  destruct (some_delta 8 ltac:(lra)) as [tuning [default [Hdelta [_ Hn]]]].
  exists tuning. split; [exact default|].
  rewrite Hn, (sum_of_terms (fun x => ln (4 * INR K * INR d * INR (last_phase x - 1) ^ 2 / delta))).
  rewrite last_phase_of_1, Hdelta. simpl (3 - 1)%nat.
  pose proof (nat_ceiling_ge (128 * 8)).
  (* the logarithm is 8 - log(9/4), and 128·log(9/4) > 1 *)
  replace (4 * INR K * INR d * INR 2 ^ 2 / (72 * exp (- (8)))) with (exp 8 * (4 / 9)).
  2: { rewrite exp_Ropp. pose proof (exp_pos 8). simpl INR. field. lra. }
  rewrite ln_mult, ln_exp by (try apply exp_pos; lra).
  assert (ln (4 / 9) < - (1 / 2)) as Hln.
  { rewrite <- (ln_exp (- (1 / 2))). apply ln_increasing; [lra|].
    (* e^{1/2} < 9/4, since e < 3 < (9/4)² *)
    rewrite exp_Ropp. replace (4 / 9) with (/ (9 / 4)) by field.
    pose proof (exp_pos (1 / 2)). apply Rinv_lt_contravar; [nra|].
    pose proof exp_le_3 as H3. replace 1 with (1 / 2 + 1 / 2) in H3 by field. rewrite exp_plus in H3. nra. }
  simpl INR. lra.
Qed.
(** L_i without M_i²: L grows with the phase. *)
Theorem cost_at_most_bound_needs_M_squared :
  exists tuning : Tuning, default_constants /\
  INR d * sum_over roster (fun i => INR (n_ (m_ b i))) >
  INR d * INR K + 128 * (INR d * sum_over roster (fun i => ln (4 * INR K * INR d / delta) / gap b roster i ^ 2)).
Proof.
  destruct (some_delta 8 ltac:(lra)) as [tuning [default [Hdelta [_ Hn]]]].
  exists tuning. split; [exact default|].
  rewrite Hn, (sum_of_terms (fun _ => ln (4 * INR K * INR d / delta))), Hdelta.
  pose proof (nat_ceiling_ge (128 * 8)).
  (* the logarithm is 8 - log(9), and log(9) > 1 *)
  replace (4 * INR K * INR d / (72 * exp (- (8)))) with (exp 8 * / 9).
  2: { rewrite exp_Ropp. pose proof (exp_pos 8). simpl INR. field. lra. }
  rewrite ln_mult, ln_exp, ln_Rinv by (try apply exp_pos; lra).
  assert (1 < ln 9) by (rewrite <- (ln_exp 1); pose proof exp_le_3; apply ln_increasing; [apply exp_pos | lra]).
  simpl INR. lra.
Qed.
End Sharp.

(** Where 8/Δ is a power of two: m_i = M_i = 1+k for Δ = 4/2^k. *)
Lemma m_of_pow k : m_of_gap (4 / 2 ^ k) = S k /\ last_phase (4 / 2 ^ k) = S k.
Proof.
  pose proof (pow2_positive k).
  assert (log2 (4 / (4 / 2 ^ k)) = INR k) as E.
  { rewrite <- log2_pow. f_equal. field. lra. }
  pose proof (m_of_gap_le_last_phase (4 / 2 ^ k)) as Hle.
  unfold m_of_gap, last_phase, nat_ceiling in *. rewrite E in *. rewrite Int_part_INR, Nat2Z.id in *.
  split; [reflexivity|]. pose proof (ceiling_spec (INR k)) as [_ H1].
  rewrite INR_IZR_INZ, <- plus_IZR in H1. apply lt_IZR in H1. rewrite <- INR_IZR_INZ in H1. lia.
Qed.

(** δ = 1/2 *)
Definition tuning_at_half : Tuning := default_tuning (1 / 2) ltac:(lra).

Lemma ln_above_1 x : 3 < x -> 1 < ln x.
Proof. intros Hx. rewrite <- (ln_exp 1). pose proof exp_le_3. apply ln_increasing; [apply exp_pos | lra]. Qed.

(** 1/Δ_i for 1/Δ_i²: b = (1/2,0). *)
Theorem cost_at_most_bound_needs_square : let arena := sized 2 1 in
  exists (tuning : Tuning) (b : array R), default_constants /\
  INR d * sum_over roster (fun i => INR (n_ (m_ b i))) >
  INR d * INR K + 128 * (INR d * sum_over roster (fun i => L_of_gap (gap b roster i) / gap b roster i)).
Proof.
  intros arena. pose (tuning := tuning_at_half). set (b := times (1 / 2) (to_R (of_rows [[1];[0]]%Z))).
  exists tuning, b. split; [repeat split|].
  assert (forall i, In i roster -> gap b roster i = 4 / 2 ^ 3) as Hgap.
  { intros i [<-|[<-|[]]]; unfold b; rewrite gap_times by lra; rewrite gap_real; evaluate_IZR; lra. }
  destruct (m_of_pow 3) as [Hm HM].
  rewrite (sum_over_ext _ (fun _ => INR (n_ 4))) by (intros i Hi; unfold m_; now rewrite (Hgap i Hi), Hm).
  rewrite (sum_over_ext (fun i => _ / _) (fun _ => L_ 4 * 2)).
  2:{ intros i Hi. rewrite (Hgap i Hi). unfold L_of_gap. rewrite HM.
      change (ln (4 * INR K * INR d * INR 4 ^ 2 / delta)) with (L_ 4). field. }
  rewrite !sum_over_const, length_roster.
  destruct (n_spec 4 ltac:(lia)) as [Hn _]. change C_samp with 2 in Hn.
  assert (1 < L_ 4) as HL.
  { apply ln_above_1. change C_log with 4. change delta with (1 / 2). simpl INR. lra. }
  simpl INR in *. lra.
Qed.
