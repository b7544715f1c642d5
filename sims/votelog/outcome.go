package votelog

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Outcome is what a judgment says.
type Outcome int

// The outcomes.
const (
	WonA Outcome = iota
	WonB
	Tie
	BothBad
	Inconsistent
	Failed  // the judge gave an error
	Missing // no judgment
	Unknown
)

// meanings are the words of a description for the outcomes.
var meanings = map[string]Outcome{
	"model_a": WonA, "model_b": WonB, "tie": Tie, "both_bad": BothBad,
	"inconsistent": Inconsistent, "error": Failed, "missing": Missing,
}

// spoken are the words of a description in the order of the outcomes.
var spoken = slices.SortedFunc(maps.Keys(meanings), func(a, b string) int { return cmp.Compare(meanings[a], meanings[b]) })

// Meanings are the words that a word of a file can be given.
func Meanings() []string { return slices.Clone(spoken) }

// sides are the usual words for the two sides, one way of writing in each line, in small
// letters without blanks, underscores, hyphens and brackets.
var sides = [][2]string{
	{"modela", "modelb"},
	{"a", "b"},
	{"left", "right"},
	{"leftvote", "rightvote"},
	{"model1", "model2"},
	{"1", "2"},
}

// words are all usual words.
var words = func() map[string]Outcome {
	all := map[string]Outcome{
		"tie": Tie, "tievote": Tie, "draw": Tie, "t": Tie, "0": Tie,
		"bothbad": BothBad, "bothbadvote": BothBad, "tiebothbad": BothBad, "tieallbad": BothBad, "allbad": BothBad,
		"inconsistent": Inconsistent, "error": Failed,
	}
	for _, pair := range sides {
		all[pair[0]], all[pair[1]] = WonA, WonB
	}
	return all
}()

var plainWord = strings.NewReplacer(" ", "", "_", "", "-", "", "(", "", ")", "")

// outcomes reads the words of a file.
type outcomes struct {
	own   map[string]Outcome // words of the description, as they are and in small letters
	words map[Word]int64     // how often each word was read, and as what

	usual map[string]bool // usual words, in their plain form, that cannot be names in their rows
	named bool            // some word can only be a name
}

// Word is a word of a file and what it was read as, one of Meanings or "unknown".
type Word struct {
	Word    string `json:"word"` // of a model's own name: ModelName
	Meaning string `json:"meaning"`
}

// ModelName stands for a word that is the name of one of the two models.
const ModelName = "(the model's name)"

// mostWords bounds the words that are counted apart.
const mostWords = 1000

// count counts a word by what it was read as.
func (o *outcomes) count(value any, outcome Outcome, a, b string) {
	text, _ := asText(value)
	w := Word{text, "unknown"}
	if outcome != Unknown {
		w.Meaning = spoken[outcome]
	}
	if _, own := o.own[text]; !own && text != "" && (text == a || text == b) && outcome < Tie {
		w.Word = ModelName
	}
	if _, known := o.words[w]; !known && len(o.words) >= mostWords {
		w.Word = "(others)"
	}
	o.words[w]++
}

func newOutcomes(given map[string]string) *outcomes {
	o := &outcomes{own: map[string]Outcome{}, words: map[Word]int64{}, usual: map[string]bool{}}
	for word, meaning := range given {
		o.own[word] = meanings[meaning]
	}
	return o
}

// read takes a word, and the names of the two models as written and after aliases.  A name
// that is also the usual word for the other side is read as the name, and in doubt.
func (o *outcomes) read(value any, a, b, aliasA, aliasB string) (outcome Outcome, doubt string, err *unread) {
	text, ok := asText(value)
	if !ok {
		return Unknown, "", &unread{"the outcome is " + kind(value), "give a word or a number"}
	}
	if own, found := o.own[text]; found {
		return own, "", nil
	}
	if own, found := o.own[strings.ToLower(text)]; found {
		return own, "", nil
	}
	if text == "" {
		return Missing, "", nil
	}
	plain := plainWord.Replace(strings.ToLower(text))
	word, usual := words[plain]
	usual = usual && (len(plain) > 1 || len(text) == 1) // -1 is no 1
	switch named, byName := winnerByName(text, a, b, aliasA, aliasB); {
	case byName && usual && named != word && (word > WonB || side(plain) == 0):
		return Unknown, "", &unread{fmt.Sprintf("the outcome %q is the name of a model and also says %s", text, spoken[word]), fmt.Sprintf("give its meaning, as in --outcome %q", text+"="+spoken[word])}
	case byName && usual && named != word:
		return named, plain, nil
	case byName:
		o.named = o.named || !usual
		return named, "", nil
	case usual:
		o.usual[plain] = true
		return word, "", nil
	}
	return Unknown, "", &unread{fmt.Sprintf("unknown outcome %q", text), "give its meaning, --outcome WORD=MEANING with one of " + strings.Join(spoken, ", ") + ", or --drop-unknown"}
}

// unread is an outcome that no rule understands, and what mends it.
type unread struct{ what, mend string }

func (u *unread) Error() string { return u.what + ": " + u.mend }

// side is the line of sides that a word is in, -1 without one.
func side(plain string) int {
	return slices.IndexFunc(sides, func(pair [2]string) bool { return pair[0] == plain || pair[1] == plain })
}

// names tells whether words of the doubtful one's way of writing are names in this file: they
// are where a word can be nothing else or sides are written otherwise, and are not where such
// a word is no name in its row.  It is not known where both were seen, or neither; then
// letters, which models of small examples are called by, are names.
func (o *outcomes) names(doubtful string) (names, known bool) {
	names = o.named
	same := false
	for word := range o.usual {
		switch at := side(word); {
		case at == side(doubtful):
			same = true
		case at >= 0:
			names = true
		}
	}
	if !names && !same && len(doubtful) == 1 && doubtful > "9" {
		return true, true
	}
	return names, names != same
}

// winnerByName tells which of the two a name is, where it is one of them alone.
func winnerByName(text, a, b, aliasA, aliasB string) (Outcome, bool) {
	isA, isB := text == a || text == aliasA, text == b || text == aliasB
	if isA {
		return WonA, !isB
	}
	return WonB, isB
}

// numerals refuses 0 and 1 without a 2: by the usual meaning 0 is a tie, and where it
// stands for the second model every loss would be one.
func (o *outcomes) numerals() error {
	if o.usual["0"] && o.usual["1"] && !o.usual["2"] {
		return fmt.Errorf("the outcomes are 0 and 1, never 2, so that 0 may be a tie or the second model: say which, --outcome 0=model_b or --outcome 0=tie")
	}
	return nil
}

// asText is a word or a number as text, nil as the empty one.
func asText(value any) (string, bool) {
	switch v := value.(type) {
	case nil:
		return "", true
	case string:
		return strings.TrimSpace(v), true
	case int64:
		return strconv.FormatInt(v, 10), true
	case int: // of an expression
		return strconv.Itoa(v), true
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), true
	case bool:
		return strconv.FormatBool(v), true
	}
	return "", false
}

// kind is what a value is, for an error.
func kind(value any) string {
	switch value.(type) {
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	}
	return fmt.Sprintf("%v", value)
}

// sorted goes through a map by its keys.
func sorted[V any](m map[string]V) iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for _, key := range slices.Sorted(maps.Keys(m)) {
			if !yield(key, m[key]) {
				return
			}
		}
	}
}
