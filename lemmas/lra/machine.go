package lra

import "fmt"

// Machine is the memory of one evaluation of a [Program].  It belongs to one
// goroutine at a time.
type Machine struct {
	p    *Program
	regs []int64
}

// NewMachine returns memory for the program.
func (p *Program) NewMachine() *Machine { return &Machine{p: p, regs: make([]int64, len(p.code))} }

// Eval computes all compiled terms from one value a variable, in the order of
// [Graph.Variables]; a Boolean is 0 or 1.  It refuses a wrong number of values
// and a real that is larger in magnitude than [Program.Limit].
func (m *Machine) Eval(values []int64) error {
	if err := m.p.accept(values); err != nil {
		return err
	}
	regs := m.regs
	for i := range m.p.code {
		n := &m.p.code[i]
		switch n.op {
		case opRealVar, opBoolVar:
			regs[i] = values[n.k]
		case opConst:
			regs[i] = n.k
		case opTrue:
			regs[i] = 1
		case opAdd:
			regs[i] = regs[n.a] + regs[n.b]
		case opTimes:
			regs[i] = n.k * regs[n.a]
		case opMin:
			regs[i] = min(regs[n.a], regs[n.b])
		case opMax:
			regs[i] = max(regs[n.a], regs[n.b])
		case opLe:
			regs[i] = bit(regs[n.a] <= regs[n.b])
		case opLt:
			regs[i] = bit(regs[n.a] < regs[n.b])
		case opEq, opIff:
			regs[i] = bit(regs[n.a] == regs[n.b])
		case opNot:
			regs[i] = 1 - regs[n.a]
		case opAnd:
			regs[i] = regs[n.a] & regs[n.b]
		case opOr:
			regs[i] = regs[n.a] | regs[n.b]
		case opIte:
			regs[i] = regs[n.c]
			if regs[n.a] != 0 {
				regs[i] = regs[n.b]
			}
		}
	}
	return nil
}

func (p *Program) accept(values []int64) error {
	if len(values) != len(p.vars) {
		return fmt.Errorf("lra: %d values for %d variables", len(values), len(p.vars))
	}
	for i, v := range values {
		switch {
		case p.vars[i].Bool && v != 0 && v != 1:
			return fmt.Errorf("lra: %s = %d: a Boolean is 0 or 1", p.vars[i].Name, v)
		case magnitude(v) > uint64(p.limit):
			return fmt.Errorf("lra: %s = %d could overflow: this formula takes magnitudes up to %d", p.vars[i].Name, v, p.limit)
		}
	}
	return nil
}

// Num is the value of a term in the last evaluation.
func (m *Machine) Num(t Num) int64 { return m.regs[m.register(t)] }

// Bool is the truth of a term in the last evaluation.
func (m *Machine) Bool(t Bool) bool { return m.regs[m.register(t)] != 0 }

func (m *Machine) register(t Term) int32 {
	g, id := t.handle()
	m.p.graph.same(g)
	if int(id) >= len(m.p.reg) || m.p.reg[id] < 0 {
		panic("lra: the program was not compiled for this term")
	}
	return m.p.reg[id]
}

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
