(** * The definitions as an OCaml program

    Writes evaluate.ml and evaluate.mli to the current folder.  Integers and natural
    numbers stay those of Coq, so nothing but Coq's extraction itself is trusted;
    [evaluate_main.ml] reads instances and prints values. *)

From Coq Require Import List ZArith Extraction ExtrOcamlBasic.
From VectorBorda Require Import definitions core_integers evaluate.

(** OCaml's names begin in lower case: Δ* and δ*. *)
Definition big_star := @Delta_star.
Definition small_star := @delta_star.

Extraction "evaluate.ml" sized integers of_rows
  on_frontier frontier margin max_margin big_star small_star gap choices eliminate
  m_of_ratio last_phase_of_ratio.
