(** * The joint law of all streams

    The sample space of Lemma B.6, Proposition B.4 and Theorem 3.1: N samples of each
    stream (i,r), independent of each other, those of stream (i,r) with law ν_{i,r}.
    N is any number that the run does not use up, so the space is finite. *)

From Coq Require Import Reals List Lra Lia.
From VectorBorda Require Import definitions core_finite_law lemma_b_6_cell.
Import ListNotations.
Open Scope R_scope.

Lemma NoDup_list_prod {A B} (l : list A) (s : list B) : NoDup l -> NoDup s -> NoDup (list_prod l s).
Proof.
  assert (app : forall l1 l2 : list (A * B),
    NoDup l1 -> NoDup l2 -> (forall c, In c l1 -> ~ In c l2) -> NoDup (l1 ++ l2)).
  { induction l1 as [|c l1 IH]; simpl; intros l2 H1 H2 H; [exact H2|].
    apply NoDup_cons_iff in H1 as [Hc H1]. constructor.
    - intros Hin. apply in_app_or in Hin as [Hin|Hin]; [tauto | apply (H c); auto].
    - apply IH; auto. }
  induction l as [|a l IH]; simpl; intros Hl Hs; [constructor|].
  apply NoDup_cons_iff in Hl as [Ha Hl]. apply app; [|auto|].
  - apply FinFun.Injective_map_NoDup; [intros x y [= e]; exact e | exact Hs].
  - intros [a' c] Hin Hin'. apply in_map_iff in Hin as (c' & [= <- <-] & _).
    apply in_prod_iff in Hin'. tauto.
Qed.

Lemma sum_of_list_prod {A B} (l : list A) (s : list B) f :
  sum_of (list_prod l s) f = sum_of l (fun a => sum_of s (fun c => f (a, c))).
Proof.
  assert (app : forall l1 l2, sum_of (l1 ++ l2) f = sum_of l1 f + sum_of l2 f).
  { induction l1 as [|c l1 IH]; simpl; intros; [|rewrite IH]; ring. }
  induction l as [|a l IH]; simpl; [reflexivity|]. rewrite app, IH, sum_of_map. reflexivity.
Qed.

(** The samples s < N of all streams (i,r). *)
Definition sample : Type := nat * nat * nat.
Definition same_sample : forall a c : sample, {a = c} + {a <> c}.
Proof. repeat decide equality. Defined.

Section Streams.
Context {arena : Arena}.

Definition samples (N : nat) : list sample := list_prod (list_prod roster objectives) (seq 0 N).

(** The law of Z, where Z_{i,r,s} is sample s of stream (i,r). *)
Definition streams (N : nat) (nu : nat -> nat -> law R) : law (nat -> nat -> nat -> R) :=
  draw (independent same_sample 0 (samples N) (fun a => nu (fst (fst a)) (snd (fst a))))
    (fun omega => certain (fun i r s => omega (i, r, s))).

(** Samples of stream (i,r) have values in [0,1] and mean b_{i,r}. *)
Definition observations (nu : nat -> nat -> law R) (b : array R) : Prop :=
  forall i r, In i roster -> In r objectives -> observation_law (nu i r) (b i r).

Variables (N : nat) (nu : nat -> nat -> law R) (b : array R).
Hypothesis Hnu : observations nu b.

Lemma In_samples i r s : In (i, r, s) (samples N) <-> In i roster /\ In r objectives /\ (s < N)%nat.
Proof. unfold samples. rewrite !in_prod_iff, in_seq. split; intuition lia. Qed.

Lemma is_law_streams : is_law (streams N nu).
Proof.
  apply is_law_draw; [|intros; apply is_law_certain].
  apply is_law_independent. intros [[i r] s] H. apply In_samples in H. apply Hnu; tauto.
Qed.

Lemma probability_streams (A : (nat -> nat -> nat -> R) -> Prop) :
  probability (streams N nu) A =
  probability (independent same_sample 0 (samples N) (fun a => nu (fst (fst a)) (snd (fst a))))
    (fun omega => A (fun i r s => omega (i, r, s))).
Proof.
  unfold probability, streams. rewrite expectation_draw. apply expectation_ext.
  intros omega. rewrite expectation_certain. reflexivity.
Qed.

(** The mean of the first n samples of a stream: Hoeffding's bound (Lemma B.6, one cell). *)
Lemma stream_deviates i r n L :
  In i roster -> In r objectives -> (1 <= n <= N)%nat -> 0 <= L ->
  probability (streams N nu) (fun Z => sqrt (L / (2 * INR n)) < Rabs (mean Z n i r - b i r)) <= 2 * exp (- L).
Proof.
  intros Hi Hr Hn HL. rewrite probability_streams.
  set (prefix := map (fun s => (i, r, s) : sample) (seq 0 n)).
  assert (Hlen : length (A:=sample) prefix = n) by (unfold prefix; rewrite map_length, seq_length; reflexivity).
  eapply Rle_trans; [|apply (lemma_B_6_cell same_sample (samples N) prefix (fun a => nu (fst (fst a)) (snd (fst a))) (b i r))].
  - right. rewrite Hlen. apply expectation_ext. intros omega. f_equal. unfold mean, prefix.
    rewrite sum_of_map. reflexivity.
  - apply NoDup_list_prod; [apply NoDup_list_prod|]; apply seq_NoDup.
  - apply FinFun.Injective_map_NoDup; [intros x y [= e]; exact e | apply seq_NoDup].
  - intros a Ha. apply in_map_iff in Ha as (s & <- & Hs). apply in_seq in Hs. apply In_samples. intuition lia.
  - intros e. rewrite e in Hlen. simpl in Hlen. lia.
  - intros [[i' r'] s] H. apply In_samples in H. apply Hnu; tauto.
  - intros a Ha. apply in_map_iff in Ha as (s & <- & Hs). apply Hnu; assumption.
  - exact HL.
Qed.
End Streams.
