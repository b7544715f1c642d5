package lemmas

import (
	"fmt"
	"regexp"
	"slices"
)

// arenaIndex names every numbered result of the first paper, in its order.  An entry
// without parts is unfinished: it is stated, and nothing is claimed about it.
var arenaIndex = []Entry{
	lemma21(),
	theorem31(),
	theorem32(),
	corollary33(),
	lemmaB1(),
	lemmaB2(),
	lemmaB3(),
	propositionB4(),
	lemmaB5(),
	lemmaB6(),
	lemmaB7(),
	lemmaB8(),
	lemmaB9(),
	lemmaB10(),
	lemmaB11(),
	lemmaB12(),
	lemmaB13(),
	lemmaB14(),
	remarkB1(),
	lemmaD1(),
	lemmaD2(),
	remarkD1(),
}

// repeatIndex names the statements of the paper on repeated comparisons, in its
// order.
var repeatIndex = []Entry{
	repeatRoulette(),
	repeatUnbiased(),
	repeatProposition31(),
	repeatTheorem32(),
	repeatCorollary33(),
	repeatTheorem34(),
	repeatCorollary35(),
	repeatLowerBound(),
}

// Index is every numbered result of the papers, in their order, unfinished ones
// included.
func Index() []Entry { return slices.Concat(arenaIndex, repeatIndex) }

// Select is the entries whose ID matches a regular expression.  A pattern that
// matches nothing is an error.
func Select(pattern string) ([]Entry, error) {
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, fmt.Errorf("pattern %q: %w", pattern, err)
	}
	var some []Entry
	all := Index()
	for _, e := range all {
		if re.MatchString(e.ID) {
			some = append(some, e)
		}
	}
	if len(some) == 0 {
		return nil, fmt.Errorf("no statement matches %q: the first is %q, the last %q", pattern, all[0].ID, all[len(all)-1].ID)
	}
	return some, nil
}
