package lemmas

// Constant is a constant of a statement and how far it can be improved.
type Constant struct {
	Name    string // what it stands before
	Holds   string // the best value that is proved
	Fails   string // the nearest one that is refuted
	Mutant  string // by which mutant
	By      string // the part or grid that checks it; "" if the solvers do
	Theorem string // the theorem in Coq that says it with Holds, if there is one
	// Seen computes how close the statement comes to its constant, nil if nobody
	// looked.
	Seen func() string
	// Formula is the statement with Holds in the constant's place; nil if that is
	// the statement itself.
	Formula func(Size) *Formula
}

// Sharp is how far a constant can be improved.
type Sharp struct {
	Constant string   `json:"constant"`
	Holds    string   `json:"holds"`
	Evidence Evidence `json:"evidence"` // of what holds
	Fails    string   `json:"fails"`
	Witness  string   `json:"witness"` // of what fails
}

// sharpen says of each constant what was proved and what was refuted.
func (e Entry) sharpen(r Result) []Sharp {
	list := []Sharp{}
	for _, c := range e.Constants {
		s := Sharp{Constant: c.Name, Holds: c.Holds}
		switch {
		case r.Evidence.Word == KernelProof && hasTheorem(r.Kernel, c.Theorem):
			s.Evidence = r.Evidence
		case c.By != "":
			s.Evidence = e.evidenceBy(r, c.By)
		case r.Evidence.Word == Proved || r.Evidence.Word == KernelProof:
			s.Evidence = e.solved(r.Proof)
		}
		for _, m := range r.Mutants {
			if m.Name == c.Mutant && m.Refuted {
				s.Fails, s.Witness = c.Fails, m.Witness
			}
		}
		if c.Seen != nil && r.Checks > 0 {
			s.Holds += ": " + c.Seen()
		}
		list = append(list, s)
	}
	return list
}
