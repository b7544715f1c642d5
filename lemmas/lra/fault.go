package lra

// opposite is what an operation is exchanged for in a fault.
var opposite = map[op]op{
	opMin: opMax, opMax: opMin, opLe: opLt, opLt: opLe, opAnd: opOr, opOr: opAnd,
}

// Faults are copies of the program with one operation exchanged for its opposite,
// min for max, ≤ for <, "and" for "or": wrong programs, on which a check of what
// they compute should fail.
func (p *Program) Faults() []*Program {
	var all []*Program
	for at, n := range p.code {
		wrong, has := opposite[n.op]
		if !has {
			continue
		}
		faulty := *p
		faulty.code = append([]node(nil), p.code...)
		faulty.code[at].op = wrong
		all = append(all, &faulty)
	}
	return all
}
