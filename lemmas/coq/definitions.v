(** * The definitions of the paper

    Read this page first: the scores, gaps, instances, the schedule and Algorithm 1
    that the theorems speak about are defined here, and nothing is proved.  Laws and
    probabilities are defined in [core_finite_law.v], samples of streams in
    [core_streams.v], adaptive algorithms (Definition 1.2) and Q in
    [core_algorithm.v], kl in [core_kl.v].  Above each definition stands the paper's
    formula.  Coq writes [f x y] for f(x,y), [fun j => e] for the function that
    takes j to e, and [In i S] for i ∈ S.  Models and objectives are counted from
    0; a finite set is a list without repetitions.

    Scores are real numbers in every theorem.  The definitions that only add,
    subtract and compare are given for any [Scale], so that the same text can be
    run on integers ([evaluate.v]). *)

From Coq Require Import Reals List Bool ZArith.
Import ListNotations.

(** ** Arenas and scores *)

(** An arena has K ≥ 2 models and d ≥ 1 objectives. *)
Class Arena := {
  K : nat;  K_at_least_2 : 2 <= K;
  d : nat;  d_at_least_1 : 1 <= d }.

(** Numbers that can be added, subtracted and compared: [below a b] is a < b. *)
Class Scale (T : Type) := {
  zero : T;
  plus : T -> T -> T;
  minus : T -> T -> T;
  below : T -> T -> bool }.

#[export] Instance reals : Scale R := {
  zero := 0%R;
  plus := Rplus;
  minus := Rminus;
  below a b := if Rlt_dec a b then true else false }.

(** An array x holds the score x_{i,r} = [x i r] of each model i on each objective r. *)
Definition array (T : Type) := nat -> nat -> T.

(** [K] = {0, …, K-1} and [d] = {0, …, d-1}. *)
Definition roster {arena : Arena} : list nat := seq 0 K.
Definition objectives {arena : Arena} : list nat := seq 0 d.

(** S∖{i} *)
Definition without (i : nat) (S : list nat) : list nat :=
  filter (fun j => negb (Nat.eqb j i)) S.
Notation "S ∖ i" := (without i S) (at level 40, left associativity).

(** i ∈ S, as something that can be computed. *)
Definition member (i : nat) (S : list nat) : bool := existsb (Nat.eqb i) S.

(** A ⊆ [K] *)
Definition subset_of_roster {arena : Arena} (A : list nat) : Prop :=
  NoDup A /\ incl A roster.

Section Scores.
Context {arena : Arena} {T : Type} {scale : Scale T}.

(** a ∧ b and a ∨ b, the smaller and the larger; a⁺ = a ∨ 0. *)
Definition smaller (a b : T) : T := if below b a then b else a.
Definition larger (a b : T) : T := if below a b then b else a.
Definition positive_part (a : T) : T := larger a zero.

(** min_{j∈S} f(j) and max_{j∈S} f(j), for S not empty. *)
Fixpoint min_over (S : list nat) (f : nat -> T) : T :=
  match S with
  | [] => zero
  | [j] => f j
  | j :: S' => smaller (f j) (min_over S' f)
  end.
Fixpoint max_over (S : list nat) (f : nat -> T) : T :=
  match S with
  | [] => zero
  | [j] => f j
  | j :: S' => larger (f j) (max_over S' f)
  end.

Variable x : array T.

(** ** Definition 1.1: strict dominance and the strict Pareto frontier *)

(** i ≺_x j iff x_{i,r} < x_{j,r} for every r: "j strictly dominates i". *)
Definition dominated (i j : nat) : bool :=
  forallb (fun r => below (x i r) (x j r)) objectives.

(** i ∈ P_S(x) iff i ∈ S and no j ∈ S has i ≺_x j. *)
Definition on_frontier (S : list nat) (i : nat) : bool :=
  member i S && negb (existsb (fun j => dominated i j) S).

(** P_S(x); the frontier P(x) is [frontier roster]. *)
Definition frontier (S : list nat) : list nat := filter (on_frontier S) S.

(** ** Margins *)

(** m_x(i,j) = min_r (x_{j,r} - x_{i,r}) *)
Definition margin (i j : nat) : T :=
  min_over objectives (fun r => minus (x j r) (x i r)).

(** M_x(i,j) = max_r (x_{i,r} - x_{j,r}) *)
Definition max_margin (i j : nat) : T :=
  max_over objectives (fun r => minus (x i r) (x j r)).

(** ** Definition 2.2: gaps in a set S of at least two models *)

(** Δ*_{i,S}(x) = max_{j∈S∖{i}} m_x(i,j) *)
Definition Delta_star (S : list nat) (i : nat) : T :=
  max_over (S ∖ i) (fun j => margin i j).

(** M_x(i,j) ∧ [ M_x(j,i)⁺ + (Δ*_{j,S}(x))⁺ ] *)
Definition separation (S : list nat) (i j : nat) : T :=
  smaller (max_margin i j)
    (plus (positive_part (max_margin j i)) (positive_part (Delta_star S j))).

(** δ*_{i,S}(x) = min_{j∈S∖{i}} { M_x(i,j) ∧ [ M_x(j,i)⁺ + (Δ*_{j,S}(x))⁺ ] } *)
Definition delta_star (S : list nat) (i : nat) : T :=
  min_over (S ∖ i) (fun j => separation S i j).

(** Δ_{i,S}(x) = δ*_{i,S}(x) if i ∈ P_S(x), Δ*_{i,S}(x) if i ∉ P_S(x).
    Δ_i(x) is [gap roster i]. *)
Definition gap (S : list nat) (i : nat) : T :=
  if on_frontier S i then delta_star S i else Delta_star S i.

(** ** Algorithm 1, one turn of its loop *)

(** G = argmax_{i∈A} Δ̂_{i,A}: the models whose gap is not below max_{j∈A} Δ̂_{j,A}. *)
Definition argmax_gap (A : list nat) : list nat :=
  let largest := max_over A (fun j => gap A j) in
  filter (fun i => negb (below (gap A i) largest)) A.

(** The models that Algorithm 1 may choose (the tie rule):
    those of G∖Ŝ_A if there are any, otherwise those of G. *)
Definition choices (A : list nat) : list nat :=
  let G := argmax_gap A in
  match filter (fun i => negb (on_frontier A i)) G with
  | [] => G
  | outside => outside
  end.

(** B ∪ {i} if i ∈ Ŝ_A, otherwise B. *)
Definition accept (A B : list nat) (i : nat) : list nat :=
  if on_frontier A i then i :: B else B.
End Scores.

Open Scope R_scope.
Notation "a ⁺" := (positive_part a) (at level 1, format "a ⁺").

(** i ∈ P(x) *)
Definition in_P {arena : Arena} (x : array R) (i : nat) : Prop :=
  on_frontier x roster i = true.

(** ** Latent scores, Definition 2.1 *)

(** σ(x) = 1/(1+e^{-x}) *)
Definition sigma (x : R) : R := / (1 + exp (- x)).

(** κ_B = σ(2B)·σ(-2B) *)
Definition kappa (B : R) : R := sigma (2 * B) * sigma (- (2 * B)).

(** Σ_{j∈S} f(j) *)
Fixpoint sum_over (S : list nat) (f : nat -> R) : R :=
  match S with [] => 0 | j :: S' => f j + sum_over S' f end.

(** b_{i,r}(θ) = (1/(K-1)) Σ_{j≠i} F(θ_{i,r} - θ_{j,r}) for a link F; the paper's is σ. *)
Definition borda_with {arena : Arena} (F : R -> R) (theta : array R) : array R :=
  fun i r => / (INR K - 1) * sum_over (roster ∖ i) (fun j => F (theta i r - theta j r)).
Definition borda {arena : Arena} (theta : array R) : array R := borda_with sigma theta.

(** Θ_{B,d} = {θ : |θ_{i,r} - θ_{j,r}| ≤ 2B for all i, j, r} *)
Definition in_box {arena : Arena} (B : R) (theta : array R) : Prop :=
  forall i j r, In i roster -> In j roster -> In r objectives ->
  Rabs (theta i r - theta j r) <= 2 * B.

(** Θ_{B,d}(Δ) = {θ ∈ Θ_{B,d} : min_i Δ_i(θ) ≥ Δ} *)
Definition in_class {arena : Arena} (B Delta : R) (theta : array R) : Prop :=
  in_box B theta /\ forall i, In i roster -> Delta <= gap theta roster i.

(** The instances of the lower bound.  θ^Δ has model 0 (the paper's 1) at 0 and all others
    at -Δ on every objective; λ^{i,r,η} is the same with entry (i,r) raised to η, i ≠ 0. *)
Definition theta_flat (Delta : R) : array R :=
  fun a s => if Nat.eqb a 0 then 0 else - Delta.
Definition lambda_raised (Delta : R) (i r : nat) (eta : R) : array R :=
  fun a s => if Nat.eqb a i && Nat.eqb s r then eta else theta_flat Delta a s.

(** ** The schedule of VB-EGE(δ; C) *)

(** δ ∈ (0,1), C = (C_samp, C_thr, C_log) with C_samp, C_thr > 0 and C_log ≥ 1. *)
Class Tuning := {
  delta : R;  delta_between_0_and_1 : 0 < delta < 1;
  C_samp : R;  C_samp_positive : 0 < C_samp;
  C_thr : R;  C_thr_positive : 0 < C_thr;
  C_log : R;  C_log_at_least_1 : 1 <= C_log }.

(** The default C = (2, 4, 4). *)
Definition default_constants {tuning : Tuning} : Prop := C_samp = 2 /\ C_thr = 4 /\ C_log = 4.

(** ⌈x⌉ = -⌊-x⌋, and as a natural number (0 for x ≤ 0); log₂ x *)
Definition ceiling (x : R) : Z := (- Int_part (- x))%Z.
Definition nat_ceiling (x : R) : nat := Z.to_nat (ceiling x).
Definition log2 (x : R) : R := ln x / ln 2.

(** ε_m = 2^{-m} *)
Definition eps_ (m : nat) : R := / 2 ^ m.

Section Schedule.
Context {arena : Arena} {tuning : Tuning}.

(** L_m = log(C_log·K·d·m²/δ) *)
Definition L_ (m : nat) : R := ln (C_log * INR K * INR d * INR m ^ 2 / delta).

(** n_m = ⌈C_samp·L_m/ε_m²⌉, n_0 = 0 *)
Definition n_ (m : nat) : nat :=
  match m with O => O | _ => nat_ceiling (C_samp * L_ m / eps_ m ^ 2) end.

(** r_m = sqrt(L_m/(2 n_m)) *)
Definition r_ (m : nat) : R := sqrt (L_ m / (2 * INR (n_ m))).

(** ** Algorithm 1, VB-EGE(δ; C), any number of phases *)

(** A moment of the run: in phase m, A is active, B is accepted, and τ samples
    have been drawn. *)
Record moment := At { phase : nat; active : list nat; accepted : list nat; spent : nat }.

(** b̂^{(m)} = [bhat m] are the means after phase m. *)
Variable bhat : nat -> array R.

(** At first A = [K], B = ∅; phase 1 draws n_1 samples of each of K·d streams. *)
Definition start : moment := At 1 roster [] (K * d * n_ 1).

(** One step of the run:
    - while |A| ≥ 2 and max_{i∈A} Δ̂_{i,A} > C_thr·r_m, a model that the tie rule
      allows leaves A, and enters B if i ∈ Ŝ_A;
    - when max_{i∈A} Δ̂_{i,A} ≤ C_thr·r_m, the next phase draws the samples
      n_m+1 … n_{m+1} of each of the |A|·d streams that are active. *)
Inductive step : moment -> moment -> Prop :=
  | remove m A B tau i :
      (2 <= length A)%nat -> In i (choices (bhat m) A) -> gap (bhat m) A i > C_thr * r_ m ->
      step (At m A B tau) (At m (A ∖ i) (accept (bhat m) A B i) tau)
  | next_phase m A B tau :
      (2 <= length A)%nat -> (forall i, In i A -> gap (bhat m) A i <= C_thr * r_ m) ->
      step (At m A B tau) (At (S m) A B (tau + length A * d * (n_ (S m) - n_ m))).

(** [run k s]: after k steps the run is at the moment s. *)
Inductive run : nat -> moment -> Prop :=
  | run_start : run 0 start
  | run_step k s s' : run k s -> step s s' -> run (S k) s'.

(** When |A| = 1 it returns B ∪ A, having drawn τ samples. *)
Definition returns (answer : list nat) (tau : nat) : Prop :=
  exists k m i B, run k (At m [i] B tau) /\ answer = i :: B.
End Schedule.

(** b̂_{i,r} = (1/n) Σ_{s<n} Z_{i,r,s}, the mean of the first n samples of stream (i,r). *)
Definition mean (Z : nat -> nat -> nat -> R) (n : nat) : array R :=
  fun i r => sum_over (seq 0 n) (Z i r) / INR n.

(** VB-EGE on the streams Z: b̂^{(m)} is the mean of all n_m samples. *)
Definition estimates {arena : Arena} {tuning : Tuning} (Z : nat -> nat -> nat -> R)
  : nat -> array R := fun m => mean Z (n_ m).

(** ** What the proofs speak about *)

Section Appendix.
Context {arena : Arena}.
Variable b : array R.

(** |x_{i,r} - b_{i,r}| ≤ ρ for all i, r: what the event E says of one phase. *)
Definition within (rho : R) (x : array R) : Prop :=
  forall i r, In i roster -> In r objectives -> Rabs (x i r - b i r) <= rho.

(** E = {for all m, i, r: |b̂^{(m)}_{i,r} - b_{i,r}| ≤ r_m} *)
Definition E {tuning : Tuning} (bhat : nat -> array R) : Prop :=
  forall m, (1 <= m)%nat -> within (r_ m) (bhat m).

(** i* is, for each i ∉ P, one fixed argmax over p ∈ P of m_b(i,p). *)
Definition witnesses (star : nat -> nat) : Prop :=
  forall i, In i roster -> ~ in_P b i ->
  in_P b (star i) /\ forall p, in_P b p -> margin b i p <= margin b i (star i).

(** W(A): for every i ∉ P, i ∈ A ⟹ i* ∈ A. *)
Definition W (star : nat -> nat) (A : list nat) : Prop :=
  forall i, In i A -> ~ in_P b i -> In (star i) A.

(** Inv(A,B): P ⊆ A∪B, B ⊆ P and W(A). *)
Definition Inv (star : nat -> nat) (A B : list nat) : Prop :=
  (forall i, in_P b i -> In i A \/ In i B) /\ (forall i, In i B -> in_P b i) /\ W star A.

(** M_i = 1 + ⌈log₂(4/Δ)⌉ for a gap Δ = Δ_i^B *)
Definition last_phase (Delta : R) : nat := 1 + nat_ceiling (log2 (4 / Delta)).

(** L_i(δ) = log(4KdM_i²/δ) *)
Definition L_of_gap {tuning : Tuning} (Delta : R) : R :=
  ln (4 * INR K * INR d * INR (last_phase Delta) ^ 2 / delta).

(** The bound of Proposition B.4: dK + 128 d Σ_i L_i(δ)/(Δ_i^B)² *)
Definition sample_bound {tuning : Tuning} : R :=
  INR d * INR K +
  128 * INR d * sum_over roster (fun i => L_of_gap (gap b roster i) / gap b roster i ^ 2).
End Appendix.
