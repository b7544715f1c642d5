package votelog

import "fmt"

// doubts are votes whose word may be the name of the winner or the other side: with models
// a and b, what does "a" say of b against a?  They are counted by the name until the
// whole file has shown how its winners are written.
type doubts struct {
	where   string // the first
	ballots []ballot
	cluster []int // their places among the ballots with clusters
}

func (t *teller) doubt(word string, where func() string, ballots []ballot, from int) {
	d := t.doubts[word]
	if d == nil {
		d = &doubts{where: where()}
		t.doubts[word] = d
	}
	for n, b := range ballots {
		d.ballots = append(d.ballots, b)
		if t.p.cluster != nowhere {
			d.cluster = append(d.cluster, from+n)
		}
	}
}

// settle turns the doubtful votes where winners are written by side.
func (t *teller) settle() error {
	for word, d := range sorted(t.doubts) {
		names, known := t.words.names(word)
		if !known {
			return fmt.Errorf("%s: the outcome %q is the name of one model and the usual word for the other, and no row tells which is meant: give its meaning, --outcome %s=model_a or =model_b, or other names, --alias", d.where, word, word)
		}
		if names {
			continue
		}
		for _, b := range d.ballots {
			t.votes.add(b, -1)
			b.credit = 2 - b.credit
			t.votes.add(b, 1)
		}
		for _, at := range d.cluster {
			t.votes.cluster[at].credit = 2 - t.votes.cluster[at].credit
		}
	}
	return nil
}
