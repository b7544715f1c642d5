package votelog

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/votelog/rows"
)

// log reads votes on one objective from text.
func log(text string, change func(*Description)) (*Votes, error) {
	d := &Description{ModelA: "model_a", ModelB: "model_b", Winner: "winner", Objective: Objective{Constant: "overall"}}
	if change != nil {
		change(d)
	}
	return Read([]string{"-"}, d, rows.Options{Stdin: strings.NewReader(text)})
}

// Every usual word, in the letters and marks in which exporters write it.
func TestWordsOfOutcomes(t *testing.T) {
	for meaning, words := range map[Outcome]string{
		WonA:    "model_a|Model_A|MODEL A|a|A|left|leftvote|model_1|1|1.0|ant|[a]",
		WonB:    "model_b|b|B|right|rightvote|model_2|2|bee|model-b",
		Tie:     "tie|Tie|TIE|draw|tievote|t|0|0.0",
		BothBad: "both_bad|bothbad|bothbad_vote|tie (bothbad)|tie(bothbad)|tie (both bad)|Tie (both-bad)|tie(all bad)|both bad",
		Failed:  "error|Error", Inconsistent: "inconsistent", Missing: "|  ",
	} {
		for word := range strings.SplitSeq(words, "|") {
			var value any = word
			switch word {
			case "1.0", "0.0": // as JSON has them
				value = map[string]any{"1.0": 1.0, "0.0": 0.0}[word]
			case "[a]":
				continue
			}
			o := newOutcomes(nil)
			got, _, err := o.read(value, "ant", "bee", "ant", "bee")
			require.Nil(t, err, "%q", word)
			require.Equal(t, meaning, got, "%q", word)
		}
	}
	for _, word := range []string{"model_c", "tie!", "won", "3", "-1", "0.5", "true", "cat", "ANT", "both"} {
		_, _, err := newOutcomes(nil).read(word, "ant", "bee", "ant", "bee")
		require.ErrorContains(t, err, "unknown outcome", "%q", word)
	}
	for _, value := range []any{[]any{"a"}, map[string]any{"a": 1}} {
		_, _, err := newOutcomes(nil).read(value, "ant", "bee", "ant", "bee")
		require.ErrorContains(t, err, "give a word or a number")
	}
}

// The winner by name, before and after aliases; a name that says something else as well
// is refused, where it matters.
func TestTheNameOfTheWinner(t *testing.T) {
	o := newOutcomes(nil)
	for word, want := range map[string]Outcome{"x-old": WonA, "x": WonA, "y": WonB} {
		got, _, err := o.read(word, "x-old", "y", "x", "y")
		require.Nil(t, err)
		require.Equal(t, want, got)
	}
	got, _, err := o.read("a", "a", "b", "a", "b")
	require.Nil(t, err, "by name and by side it is the same")
	require.Equal(t, WonA, got)
	for _, c := range [][3]string{{"tie", "tie", "b"}, {"model_a", "x", "model_a"}, {"t", "a", "t"}, {"0", "0", "1"}, {"Error", "Error", "x"}} {
		_, _, err := o.read(c[0], c[1], c[2], c[1], c[2])
		require.ErrorContains(t, err, "is the name of a model and also says", "%v", c)
	}
	given, _, err := newOutcomes(map[string]string{"a": "model_b"}).read("a", "b", "a", "b", "a")
	require.Nil(t, err)
	require.Equal(t, WonB, given, "what the description says goes first")
}

// Models called a and b: the file tells whether "a" is a name or a side, or it is asked.
func TestNamesThatAreSides(t *testing.T) {
	const header = "model_a,model_b,winner,session\n"
	for _, c := range []struct{ why, rows, want string }{
		{"the third model wins by its name", "b,a,a,1\na,b,a,1\nb,c,c,2\nc,a,a,2\n", "1 0 1/2"},
		{"sides are written otherwise", "b,a,a,1\na,b,model_a,1\n", "1 0"},
		{"letters are names", "b,a,a,1\na,b,a,1\n", "1 0"},
		{"the word is used where it is no name", "b,a,a,1\nx,y,b,1\n", ""},
	} {
		v, err := log(header+c.rows, func(d *Description) { d.Cluster = "session" })
		require.NoError(t, err, c.why)
		if c.want == "" {
			require.EqualValues(t, tally{wonJ: 1}, v.cells[cell{0, 1, 0}], "a, first here, lost")
			require.EqualValues(t, 0, v.cluster[0].credit)
			continue
		}
		require.EqualValues(t, 2, v.cluster[0].credit)
		r, err := v.Retain(Policy{})
		require.NoError(t, err)
		l, err := v.Log(r)
		require.NoError(t, err)
		var scores []string
		for _, row := range l.Exact().Borda {
			scores = append(scores, row[0].RatString())
		}
		require.Equal(t, c.want, strings.Join(scores, " "), c.why)
	}
	for _, rows := range []string{"2,1,1,1\n1,2,2,1\n", "b,a,a,1\nx,y,a,1\nx,y,y,1\n", "right,left,left,1\n"} {
		_, err := log(header+rows, nil)
		require.ErrorContains(t, err, "standard input line 2: the outcome", rows)
		require.ErrorContains(t, err, "no row tells which is meant", rows)
	}
}

// 0 and 1 alone may say won and lost, or tied and won.
func TestZeroAndOneAreAskedAbout(t *testing.T) {
	const text = "model_a,model_b,winner\na,b,1\na,b,0\nb,a,0\n"
	_, err := log(text, nil)
	require.ErrorContains(t, err, "--outcome 0=model_b or --outcome 0=tie")
	v, err := log(text, func(d *Description) { d.Outcomes = map[string]string{"0": "model_b"} })
	require.NoError(t, err)
	require.EqualValues(t, 3, v.Used)
	v, err = log(text+"a,b,2\n", nil)
	require.NoError(t, err)
	require.Equal(t, Drops{IsTie: 2}, v.Dropped)
}

// Every row is a vote or one drop, under the first reason of the order that holds.
func TestReasonsInTheirOrder(t *testing.T) {
	const header = "model_a,model_b,winner,r,keep\n"
	v, err := log(header+strings.Join([]string{
		"a,a,tie,,no",      // filtered, all the others too
		",b,huh,,yes",      // model missing
		"a,a,huh,,yes",     // self battle
		"a,a-old,huh,,yes", // by alias
		"a,b,huh,,yes",     // objective missing
		"a,b,huh,s,yes",    // no objective that counts
		"a,b,,r,yes",       // outcome missing
		"a,b,huh,r,yes",    // unknown
		"a,b,error,r,yes",
		"a,b,inconsistent,r,yes",
		"a,b,both_bad,r,yes",
		"a,b,tie,r,yes",
		"a,b,model_a,r,yes",
	}, "\n"), func(d *Description) {
		d.Objective = Objective{Column: "r", Values: []string{"r"}}
		d.Where, d.Aliases, d.DropUnknown = `keep == "yes"`, map[string]string{"a-old": "a"}, true
	})
	require.NoError(t, err)
	want := Drops{}
	for _, r := range Reasons() {
		want[r] = 1
	}
	require.Equal(t, want, v.Dropped)
	require.EqualValues(t, []int64{13, 13, 1, 1}, []int64{v.Rows, v.Judgments, v.Used, v.Records})
	require.Equal(t, v.Judgments, v.Used+v.Dropped.Sum())
	require.Equal(t, []Unclear{{"standard input line 9", `column winner: unknown outcome "huh"`}}, v.Unclear)
	require.EqualValues(t, 1, v.Words[Word{"huh", "unknown"}])
	require.EqualValues(t, 1, v.Words[Word{"model_a", "model_a"}])
}

// An unknown word is an error with its place, never a tie; --drop-unknown counts it.
func TestAnUnknownOutcomeIsAnError(t *testing.T) {
	_, err := log("model_a,model_b,winner\na,b,a\nb,a,whatever\n", nil)
	require.ErrorContains(t, err, `standard input line 3: column winner: unknown outcome "whatever": give its meaning, --outcome WORD=MEANING with one of model_a, model_b, tie, both_bad, inconsistent, error, missing, or --drop-unknown`)
	require.NotContains(t, err.Error(), "\n")
	_, err = log("model_a,model_b,winner\na,b,tie\nb,a,both_bad\n", nil)
	require.ErrorContains(t, err, "no vote in 2 rows (1 both bad, 1 tie): nothing to rank")
}

// Ties count half only where that is said, and both bad only where that is said as well.
func TestTiesAndBothBad(t *testing.T) {
	const text = "model_a,model_b,winner\na,b,a\na,b,b\na,b,a\na,b,tie\na,b,both_bad\na,b,both_bad\n"
	for _, c := range []struct {
		ties, bad string
		want      string
		dropped   Drops
	}{
		{"", "", "2/3", Drops{IsTie: 1, IsBothBad: 2}},
		{"drop", "drop", "2/3", Drops{IsTie: 1, IsBothBad: 2}},
		{"half", "", "5/8", Drops{IsBothBad: 2}},
		{"half", "tie", "7/12", Drops{}},
		{"", "tie", "2/3", Drops{IsTie: 3}},
	} {
		v, err := log(text, func(d *Description) { d.Ties, d.BothBad = c.ties, c.bad })
		require.NoError(t, err)
		r, err := v.Retain(Policy{})
		require.NoError(t, err)
		l, err := v.Log(r)
		require.NoError(t, err)
		require.Equal(t, c.want, l.Exact().Borda[0][0].RatString(), "%+v", c)
		require.Equal(t, c.dropped, v.Dropped, "%+v", c)
	}
}
