(** * Finite laws

    A finite law is a list of outcomes with their weights.  Expectations are finite
    sums, so probabilities of every event are numbers and no measure theory is
    needed.  Here are: expectation and its rules, the probability of an event and
    the union bound, mixtures (draw x, then draw from a law that depends on x), and
    families of independent draws with the factorisation of their expectations. *)

From Coq Require Import Reals List Lra Lia Permutation Classical_Prop ClassicalDedekindReals.
Import ListNotations.
Open Scope R_scope.

(** ** Finite sums and products *)

Section Sums.
Context {A : Type}.

(** Σ_{a∈l} f(a) and Π_{a∈l} f(a) *)
Fixpoint sum_of (l : list A) (f : A -> R) : R :=
  match l with [] => 0 | a :: l' => f a + sum_of l' f end.
Fixpoint prod_of (l : list A) (f : A -> R) : R :=
  match l with [] => 1 | a :: l' => f a * prod_of l' f end.

Lemma sum_of_ext l f g : (forall a, In a l -> f a = g a) -> sum_of l f = sum_of l g.
Proof.
  induction l as [|a l IH]; simpl; intros H; [reflexivity|].
  rewrite H, IH; auto.
Qed.

Lemma sum_of_le l f g : (forall a, In a l -> f a <= g a) -> sum_of l f <= sum_of l g.
Proof.
  induction l as [|a l IH]; simpl; intros H; [lra|].
  assert (f a <= g a) by auto. assert (sum_of l f <= sum_of l g) by auto. lra.
Qed.

Lemma sum_of_plus l f g : sum_of l (fun a => f a + g a) = sum_of l f + sum_of l g.
Proof. induction l as [|a l IH]; simpl; [|rewrite IH]; lra. Qed.

Lemma sum_of_scal l c f : sum_of l (fun a => c * f a) = c * sum_of l f.
Proof. induction l as [|a l IH]; simpl; [|rewrite IH]; lra. Qed.

Lemma sum_of_const l c : sum_of l (fun _ => c) = INR (length l) * c.
Proof.
  induction l as [|a l IH]; [simpl; lra|].
  change (length (a :: l)) with (S (length l)). rewrite S_INR. simpl. rewrite IH. lra.
Qed.

Lemma prod_of_ext l f g : (forall a, In a l -> f a = g a) -> prod_of l f = prod_of l g.
Proof.
  induction l as [|a l IH]; simpl; intros H; [reflexivity|].
  rewrite H, IH; auto.
Qed.

Lemma prod_of_le l f g : (forall a, In a l -> 0 <= f a <= g a) -> 0 <= prod_of l f <= prod_of l g.
Proof.
  induction l as [|a l IH]; simpl; intros H; [lra|].
  assert (0 <= f a <= g a) by auto.
  assert (0 <= prod_of l f <= prod_of l g) by auto.
  split; [apply Rmult_le_pos; lra | apply Rmult_le_compat; lra].
Qed.

Lemma prod_of_const l c : prod_of l (fun _ => c) = c ^ length l.
Proof. induction l as [|a l IH]; simpl; [|rewrite IH]; lra. Qed.

Lemma prod_of_permutation l s f : Permutation l s -> prod_of l f = prod_of s f.
Proof. induction 1; simpl; try (rewrite IHPermutation); try lra; congruence. Qed.

(** The factors of a sub-list s of l, as a product over l. *)
Lemma prod_of_sublist (same : forall a c : A, {a = c} + {a <> c}) l s f :
  NoDup l -> NoDup s -> incl s l ->
  prod_of l (fun a => if in_dec same a s then f a else 1) = prod_of s f.
Proof.
  intros Hl Hs sub.
  rewrite <- (prod_of_permutation (filter (fun a => if in_dec same a s then true else false) l) s).
  - clear. induction l as [|a l IH]; simpl; [reflexivity|].
    rewrite IH. destruct (in_dec same a s); simpl; lra.
  - apply NoDup_Permutation; [apply NoDup_filter|..]; try assumption.
    intro a. rewrite filter_In. pose proof (sub a).
    destruct (in_dec same a s); intuition congruence.
Qed.
End Sums.

Lemma exp_sum_of {A} (l : list A) f : exp (sum_of l f) = prod_of l (fun a => exp (f a)).
Proof. induction l as [|a l IH]; simpl; [apply exp_0 | rewrite exp_plus, IH; reflexivity]. Qed.

Lemma sum_of_map {A B} (g : A -> B) l f : sum_of (map g l) f = sum_of l (fun a => f (g a)).
Proof. induction l as [|a l IH]; simpl; [|rewrite IH]; reflexivity. Qed.

Lemma sum_of_swap {A B} (l : list A) (s : list B) f :
  sum_of l (fun a => sum_of s (fun c => f a c)) = sum_of s (fun c => sum_of l (fun a => f a c)).
Proof.
  induction l as [|a l IH]; simpl.
  - rewrite sum_of_const. lra.
  - rewrite sum_of_plus, IH. reflexivity.
Qed.

(** ** Events *)

(** Every event either holds or not; 1_A is 1 or 0 accordingly. *)
Definition holds (A : Prop) : {A} + {~ A} :=
  match sig_not_dec A with left h => left (NNPP A h) | right h => right h end.
Definition indicator (A : Prop) : R := if holds A then 1 else 0.

Lemma indicator_bounds A : 0 <= indicator A <= 1.
Proof. unfold indicator. destruct (holds A); lra. Qed.

Lemma indicator_true (A : Prop) : A -> indicator A = 1.
Proof. unfold indicator. destruct (holds A); tauto. Qed.

Lemma indicator_false (A : Prop) : ~ A -> indicator A = 0.
Proof. unfold indicator. destruct (holds A); tauto. Qed.

Lemma indicator_le (A B : Prop) : (A -> B) -> indicator A <= indicator B.
Proof. unfold indicator. destruct (holds A), (holds B); intros; try lra; tauto. Qed.

Lemma indicator_not A : indicator (~ A) = 1 - indicator A.
Proof. unfold indicator. destruct (holds A), (holds (~ A)); try lra; tauto. Qed.

(** ** Laws, expectations and probabilities *)

(** Outcomes with their weights. *)
Definition law (T : Type) : Type := list (R * T).

(** E f = Σ w·f(x) *)
Definition expectation {T} (mu : law T) (f : T -> R) : R := sum_of mu (fun o => fst o * f (snd o)).

(** P(A) = E 1_A *)
Definition probability {T} (mu : law T) (A : T -> Prop) : R := expectation mu (fun x => indicator (A x)).

(** Weights are at least 0 and add up to 1. *)
Definition is_law {T} (mu : law T) : Prop :=
  (forall o, In o mu -> 0 <= fst o) /\ expectation mu (fun _ => 1) = 1.

(** x is an outcome of μ. *)
Definition outcome {T} (mu : law T) (x : T) : Prop := exists w, In (w, x) mu.

(** The law of one outcome that is certain, and of a draw from k(x) after x was drawn. *)
Definition certain {T} (x : T) : law T := [(1, x)].
Definition draw {T U} (mu : law T) (k : T -> law U) : law U :=
  flat_map (fun o => map (fun o' => (fst o * fst o', snd o')) (k (snd o))) mu.

(** Bernoulli(p), and the uniform law on a list. *)
Definition bernoulli (p : R) : law bool := [(p, true); (1 - p, false)].
Definition uniform {T} (l : list T) : law T := map (fun x => (/ INR (length l), x)) l.

Section Laws.
Context {T : Type}.
Implicit Types (mu : law T) (f g : T -> R).

Lemma expectation_ext_on mu f g :
  (forall x, outcome mu x -> f x = g x) -> expectation mu f = expectation mu g.
Proof.
  intros H. apply sum_of_ext. intros [w x] Hx. simpl. rewrite H; [reflexivity|]. exists w. exact Hx.
Qed.

Lemma expectation_ext mu f g : (forall x, f x = g x) -> expectation mu f = expectation mu g.
Proof. intros H. apply expectation_ext_on. auto. Qed.

Lemma expectation_plus mu f g :
  expectation mu (fun x => f x + g x) = expectation mu f + expectation mu g.
Proof.
  unfold expectation. rewrite <- sum_of_plus. apply sum_of_ext. intros; ring.
Qed.

Lemma expectation_scal mu c f : expectation mu (fun x => c * f x) = c * expectation mu f.
Proof.
  unfold expectation. rewrite <- sum_of_scal. apply sum_of_ext. intros; ring.
Qed.

Lemma expectation_const mu c : is_law mu -> expectation mu (fun _ => c) = c.
Proof.
  intros [_ H1]. transitivity (c * expectation mu (fun _ => 1)); [|rewrite H1; ring].
  rewrite <- expectation_scal. apply expectation_ext. intros; ring.
Qed.

Lemma expectation_minus mu f g :
  expectation mu (fun x => f x - g x) = expectation mu f - expectation mu g.
Proof.
  rewrite (expectation_ext mu (fun x => f x - g x) (fun x => f x + -1 * g x)) by (intros; ring).
  rewrite expectation_plus, expectation_scal. ring.
Qed.

Lemma expectation_le_on mu f g :
  is_law mu -> (forall x, outcome mu x -> f x <= g x) -> expectation mu f <= expectation mu g.
Proof.
  intros [H0 _] H. apply sum_of_le. intros [w x] Hx. simpl.
  apply Rmult_le_compat_l; [exact (H0 _ Hx) | apply H; exists w; exact Hx].
Qed.

Lemma expectation_le mu f g :
  is_law mu -> (forall x, f x <= g x) -> expectation mu f <= expectation mu g.
Proof. intros Hmu H. apply expectation_le_on; auto. Qed.

Lemma expectation_sum_of {B} mu (l : list B) (f : B -> T -> R) :
  expectation mu (fun x => sum_of l (fun c => f c x)) = sum_of l (fun c => expectation mu (f c)).
Proof.
  unfold expectation. rewrite <- sum_of_swap. apply sum_of_ext. intros. symmetry. apply sum_of_scal.
Qed.

Lemma probability_bounds mu A : is_law mu -> 0 <= probability mu A <= 1.
Proof.
  intros Hmu. rewrite <- (expectation_const mu 0), <- (expectation_const mu 1) by exact Hmu.
  split; apply expectation_le; auto; intros; apply indicator_bounds.
Qed.

Lemma probability_le mu (A B : T -> Prop) :
  is_law mu -> (forall x, A x -> B x) -> probability mu A <= probability mu B.
Proof. intros Hmu H. apply expectation_le; auto. intros. apply indicator_le. auto. Qed.

Lemma probability_not mu A : is_law mu -> probability mu (fun x => ~ A x) = 1 - probability mu A.
Proof.
  intros Hmu. rewrite <- (expectation_const mu 1) by exact Hmu.
  unfold probability. rewrite <- expectation_minus. apply expectation_ext. intros. apply indicator_not.
Qed.

(** The union bound: P(A_c for some c ∈ l) ≤ Σ_c P(A_c). *)
Lemma union_bound {B} mu (l : list B) (A : B -> T -> Prop) :
  is_law mu ->
  probability mu (fun x => exists c, In c l /\ A c x) <= sum_of l (fun c => probability mu (A c)).
Proof.
  intros Hmu. unfold probability. rewrite <- expectation_sum_of. apply expectation_le; auto.
  intros x. induction l as [|c l IH]; simpl.
  - rewrite indicator_false; [lra|]. intros (c & [] & _).
  - pose proof (indicator_bounds (A c x)) as HA.
    assert (H0 : 0 <= sum_of l (fun c => indicator (A c x))).
    { replace 0 with (sum_of l (fun _ : B => 0)) by (rewrite sum_of_const; ring).
      apply sum_of_le. intros. apply indicator_bounds. }
    destruct (holds (A c x)) as [h|h].
    + rewrite (indicator_true (A c x)) by exact h.
      pose proof (indicator_bounds (exists c0, (c = c0 \/ In c0 l) /\ A c0 x)). lra.
    + rewrite (indicator_false (A c x)) by exact h. rewrite Rplus_0_l.
      eapply Rle_trans; [|exact IH]. apply indicator_le.
      intros (c' & [<-|Hc'] & H'); [tauto | exists c'; tauto].
Qed.

Lemma expectation_certain (x : T) f : expectation (certain x) f = f x.
Proof. unfold expectation, certain. simpl. ring. Qed.

Lemma is_law_certain (x : T) : is_law (certain x).
Proof.
  split; [|apply expectation_certain]. intros o [<-|[]]. simpl. lra.
Qed.

Lemma outcome_certain (x y : T) : outcome (certain x) y -> y = x.
Proof. intros (w & [[= _ <-]|[]]). reflexivity. Qed.

Lemma expectation_uniform (l : list T) f : expectation (uniform l) f = / INR (length l) * sum_of l f.
Proof. unfold expectation, uniform. rewrite sum_of_map. simpl. apply sum_of_scal. Qed.

Lemma is_law_uniform (l : list T) : l <> [] -> is_law (uniform l).
Proof.
  intros Hl. assert (0 < INR (length l)).
  { apply lt_0_INR. destruct l; [congruence | simpl; lia]. }
  split.
  - intros o Ho. apply in_map_iff in Ho as (x & <- & _). simpl. left. apply Rinv_0_lt_compat. assumption.
  - rewrite expectation_uniform, sum_of_const. field. lra.
Qed.
End Laws.

Section Draws.
Context {T U : Type}.

Lemma expectation_draw (mu : law T) (k : T -> law U) f :
  expectation (draw mu k) f = expectation mu (fun x => expectation (k x) f).
Proof.
  unfold expectation, draw. induction mu as [|[w x] mu IH]; simpl; [reflexivity|].
  assert (app : forall l s (g : R * U -> R), sum_of (l ++ s) g = sum_of l g + sum_of s g).
  { intros l s g. induction l as [|a l IHl]; simpl; [|rewrite IHl]; ring. }
  rewrite app, IH, sum_of_map. f_equal. simpl. rewrite <- sum_of_scal. apply sum_of_ext. intros. ring.
Qed.

Lemma outcome_draw (mu : law T) (k : T -> law U) y :
  outcome (draw mu k) y -> exists x, outcome mu x /\ outcome (k x) y.
Proof.
  intros (w & H). apply in_flat_map in H as ([v x] & Hx & Hy).
  apply in_map_iff in Hy as ([v' y'] & [= _ <-] & Hy).
  exists x. split; [exists v | exists v']; assumption.
Qed.

Lemma is_law_draw (mu : law T) (k : T -> law U) :
  is_law mu -> (forall x, outcome mu x -> is_law (k x)) -> is_law (draw mu k).
Proof.
  intros Hmu Hk. split.
  - intros o Ho. apply in_flat_map in Ho as ([w x] & Hx & Ho).
    apply in_map_iff in Ho as (o' & <- & Ho'). simpl.
    apply Rmult_le_pos; [exact (proj1 Hmu _ Hx)|].
    apply (proj1 (Hk x (ex_intro _ w Hx))). exact Ho'.
  - rewrite expectation_draw. transitivity (expectation mu (fun _ => 1)); [|apply Hmu].
    apply expectation_ext_on. intros x Hx. apply Hk, Hx.
Qed.
End Draws.

Lemma expectation_bernoulli p f : expectation (bernoulli p) f = p * f true + (1 - p) * f false.
Proof. unfold expectation, bernoulli. simpl. ring. Qed.

Lemma is_law_bernoulli p : 0 <= p <= 1 -> is_law (bernoulli p).
Proof.
  intros Hp. split; [|rewrite expectation_bernoulli; ring].
  intros o [<-|[<-|[]]]; simpl; lra.
Qed.

(** ** Independent draws *)

Section Independent.
Context {A T : Type}.
Variable same : forall a c : A, {a = c} + {a <> c}.
Variable other : T. (* the value where nothing is drawn *)

(** One independent draw from ν(a) for each a ∈ l: the outcome ω takes a to its draw. *)
Fixpoint independent (l : list A) (nu : A -> law T) : law (A -> T) :=
  match l with
  | [] => certain (fun _ => other)
  | a :: l' =>
      draw (nu a) (fun x => draw (independent l' nu) (fun omega =>
        certain (fun c => if same c a then x else omega c)))
  end.

Variable nu : A -> law T.

Lemma expectation_independent_cons a l f :
  expectation (independent (a :: l) nu) f =
  expectation (nu a) (fun x =>
    expectation (independent l nu) (fun omega => f (fun c => if same c a then x else omega c))).
Proof.
  simpl. rewrite expectation_draw. apply expectation_ext. intros x.
  rewrite expectation_draw. apply expectation_ext. intros omega. apply expectation_certain.
Qed.

Lemma is_law_independent l : (forall a, In a l -> is_law (nu a)) -> is_law (independent l nu).
Proof.
  induction l as [|a l IH]; simpl; intros H; [apply is_law_certain|].
  apply is_law_draw; [auto|]. intros x _. apply is_law_draw; [auto|]. intros. apply is_law_certain.
Qed.

Lemma outcome_independent l omega a :
  outcome (independent l nu) omega -> In a l -> outcome (nu a) (omega a).
Proof.
  revert omega. induction l as [|c l IH]; simpl; intros omega H Ha; [tauto|].
  apply outcome_draw in H as (x & Hx & H). apply outcome_draw in H as (omega' & H' & H).
  apply outcome_certain in H. subst omega. simpl.
  destruct (same a c) as [->|n]; [exact Hx|]. apply IH; [exact H'|]. destruct Ha; congruence.
Qed.

(** E Π_{a∈l} f_a(ω_a) = Π_{a∈l} E f_a: that the draws are independent. *)
Lemma expectation_prod_of l (f : A -> T -> R) :
  NoDup l ->
  expectation (independent l nu) (fun omega => prod_of l (fun a => f a (omega a))) =
  prod_of l (fun a => expectation (nu a) (f a)).
Proof.
  induction l as [|a l IH]; intros Hl.
  - simpl. rewrite expectation_certain. reflexivity.
  - inversion Hl as [|? ? Ha Hl']; subst. rewrite expectation_independent_cons. simpl.
    rewrite <- IH by exact Hl'. rewrite Rmult_comm, <- expectation_scal.
    apply expectation_ext. intros x. destruct (same a a) as [_|n]; [|congruence].
    rewrite Rmult_comm, <- expectation_scal. apply expectation_ext. intros omega. f_equal.
    apply prod_of_ext. intros c Hc. destruct (same c a); [congruence | reflexivity].
Qed.

(** The same for some of the draws. *)
Lemma expectation_prod_of_some l s (f : A -> T -> R) :
  NoDup l -> NoDup s -> incl s l -> (forall a, In a l -> is_law (nu a)) ->
  expectation (independent l nu) (fun omega => prod_of s (fun a => f a (omega a))) =
  prod_of s (fun a => expectation (nu a) (f a)).
Proof.
  intros Hl Hs sub laws.
  rewrite (expectation_ext _ _ (fun omega =>
    prod_of l (fun a => (if in_dec same a s then f a else fun _ => 1) (omega a)))).
  - rewrite expectation_prod_of by exact Hl. rewrite <- (prod_of_sublist same l s) by assumption.
    apply prod_of_ext. intros a Ha. destruct (in_dec same a s); [reflexivity|].
    apply expectation_const, laws, Ha.
  - intros omega. rewrite <- (prod_of_sublist same l s) by assumption.
    apply prod_of_ext. intros a _. destruct (in_dec same a s); reflexivity.
Qed.

(** Each draw has its own law. *)
Lemma expectation_one l a f :
  NoDup l -> In a l -> (forall c, In c l -> is_law (nu c)) ->
  expectation (independent l nu) (fun omega => f (omega a)) = expectation (nu a) f.
Proof.
  intros Hl Ha laws.
  rewrite (expectation_ext _ _ (fun omega => prod_of [a] (fun c => f (omega c)))) by (intros; simpl; ring).
  rewrite (expectation_prod_of_some l [a] (fun _ => f)); auto.
  - simpl. ring.
  - constructor; [intros [] | constructor].
  - intros c [<-|[]]. exact Ha.
Qed.
End Independent.

(** Families whose single draws have the same expectations have the same joint law. *)
Lemma independent_same_law {A T} same (other : T) (l : list A) nu nu' :
  (forall a, In a l -> forall f, expectation (nu a) f = expectation (nu' a) f) ->
  forall f, expectation (independent same other l nu) f = expectation (independent same other l nu') f.
Proof.
  intros H. induction l as [|a l IH]; intros f; [reflexivity|].
  rewrite !expectation_independent_cons, H by (left; reflexivity).
  apply expectation_ext. intros x. apply IH. intros c Hc. apply H. right. exact Hc.
Qed.
