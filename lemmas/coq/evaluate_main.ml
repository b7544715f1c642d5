(* Reads instances, one a line, and prints what the definitions say of them.

   gaps k o cut a_0 ... a_{k-1} x_00 ... x_{k-1,o-1}
     k models, o objectives, a_i = 1 if i is in A, x by rows.  Prints, for the members
     of A in ascending order, 1 for those of P_A(x); their Delta-star; their delta-star;
     their gaps; then the choices of Algorithm 1; the models that one phase with this
     cut removes from A, in order; and the accepted set and the active set that it
     leaves, ascending.  A has at least two members.
   phase p q
     m_i and M_i of the gap p/q.

   Lists are separated by " ; ". *)

open Evaluate

let rec nat_of n = if n = 0 then O else S (nat_of (n - 1))
let rec of_nat = function O -> 0 | S n -> 1 + of_nat n

let rec positive_of n =
  if n = 1 then XH
  else if n land 1 = 0 then XO (positive_of (n lsr 1))
  else XI (positive_of (n lsr 1))

let rec of_positive = function
  | XH -> 1
  | XO p -> 2 * of_positive p
  | XI p -> 2 * of_positive p + 1

let z_of n = if n = 0 then Z0 else if n > 0 then Zpos (positive_of n) else Zneg (positive_of (-n))
let of_z = function Z0 -> 0 | Zpos p -> of_positive p | Zneg p -> - (of_positive p)

let shown numbers = String.concat " " (List.map string_of_int numbers)

let rec split n l =
  if n = 0 then ([], l)
  else match l with
    | [] -> failwith "too few numbers"
    | h :: t -> let a, b = split (n - 1) t in (h :: a, b)

let rec rows k o l =
  if k = 0 then (if l = [] then [] else failwith "too many numbers")
  else let row, rest = split o l in List.map z_of row :: rows (k - 1) o rest

let gaps k o cut numbers =
  let marks, entries = split k numbers in
  let arena = sized (nat_of k) (nat_of o) in
  let x = of_rows (rows k o entries) in
  let members = List.filter (fun i -> List.nth marks i = 1) (List.init k Fun.id) in
  let a = List.map nat_of members in
  let of_each f = shown (List.map (fun i -> of_z (f i)) a) in
  let (left, accepted), removed = eliminate arena x (z_of cut) a [] in
  String.concat " ; " [
    shown (List.map (fun i -> if on_frontier arena integers x a i then 1 else 0) a);
    of_each (big_star arena integers x a);
    of_each (small_star arena integers x a);
    of_each (gap arena integers x a);
    shown (List.map of_nat (choices arena integers x a));
    shown (List.rev_map of_nat removed);
    shown (List.sort compare (List.map of_nat accepted));
    shown (List.map of_nat left);
  ]

let phase p q =
  let turns = nat_of 64 in
  shown [of_nat (m_of_ratio turns (z_of p) (z_of q)); of_nat (last_phase_of_ratio turns (z_of p) (z_of q))]

let () =
  try
    while true do
      match String.split_on_char ' ' (input_line stdin) with
      | "gaps" :: words ->
        (match List.map int_of_string words with
         | k :: o :: cut :: numbers -> print_endline (gaps k o cut numbers)
         | _ -> failwith "gaps k o cut ...")
      | ["phase"; p; q] -> print_endline (phase (int_of_string p) (int_of_string q))
      | _ -> failwith "gaps or phase"
    done
  with End_of_file -> ()
