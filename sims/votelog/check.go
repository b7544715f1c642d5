package votelog

import (
	"slices"

	"vectorborda/sims/votelog/rows"
)

// Check is what files hold and what descriptions make of them.
type Check struct {
	Surveyed int64 // rows that tell what the columns hold, the first ones
	Columns  []rows.Column
	Readings []Reading // by the description given, else by every preset that fits
}

// Reading is what a description makes of files; outcomes that it does not understand are
// dropped.
type Reading struct {
	Description *Description
	Votes       *Votes    // nil where Err says why
	Retained    *Retained // nil where Err says why
	Err         error
}

// mostSurveyed bounds the rows whose values are shown.
const mostSurveyed = 10_000

// CheckFiles surveys files and reads them by the settings' description, or by every preset
// that fits.
func CheckFiles(files []string, s Settings) (*Check, error) {
	again, err := s.keepStdin(files)
	if err != nil {
		return nil, err
	}
	c := &Check{}
	o := s.Options
	o.Progress = nil
	if c.Columns, c.Surveyed, err = rows.Survey(files, o, mostSurveyed); err != nil {
		return nil, err
	}
	all := []*Description{s.Description}
	if s.Description == nil {
		if all, err = s.candidates(c.Columns); err != nil {
			return nil, err
		}
	}
	for _, d := range all {
		again()
		c.Readings = append(c.Readings, s.try(files, d))
	}
	return c, nil
}

func (s *Settings) try(files []string, d *Description) (r Reading) {
	lenient := *d
	lenient.DropUnknown = true
	r.Description = d
	if r.Votes, r.Err = Read(files, &lenient, s.Options); r.Err == nil {
		r.Retained, r.Err = r.Votes.Retain(s.Policy)
	}
	if r.Err != nil {
		r.Err = named(files, r.Err)
	}
	return r
}

// Unfit says that no description fits the files, and what may help.
func (c *Check) Unfit(files []string) error { return unfit(files, c.Columns) }

// MostSeen are the words of the outcomes, the most frequent first.
func (v *Votes) MostSeen() (all []Word) {
	for w := range v.Words {
		all = append(all, w)
	}
	slices.SortFunc(all, func(a, b Word) int {
		if v.Words[a] != v.Words[b] {
			return int(max(-1, min(1, v.Words[b]-v.Words[a])))
		}
		return slices.Compare([]string{a.Word, a.Meaning}, []string{b.Word, b.Meaning})
	})
	return all
}
