package votelog

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/votelog/rows"
)

// check surveys and reads text.
func check(t *testing.T, text string, s Settings) *Check {
	s.Options.Stdin = strings.NewReader(text)
	c, err := CheckFiles([]string{"-"}, s)
	require.NoError(t, err)
	return c
}

// What no preset knows is told from names and values; other columns with common values, and
// pairs of columns that are no models, do not mislead.
func TestFlagsThatAreSuggested(t *testing.T) {
	for text, want := range map[string]string{
		"prompt_a,prompt_b,system_a,system_b,label\nhi,hi,x,y,x\nho,ho,x,z,z\n":                "try --model-a system_a --model-b system_b --winner label",
		"w1,first,second,choice,domain\n1,x,y,x,code\n2,y,z,z,math\n3,z,y,tie,code\n":          "try --model-a first --model-b second --winner choice --objective domain",
		"first,second,seed,choice\nx,y,x,y\ny,x,q,y\n":                                         "try --model-a first --model-b second --winner choice",
		"winner_name,loser_name\nx,y\ny,z\n":                                                   `try --model-a winner_name --model-b loser_name --derive 'won="model_a"' --winner won`,
		"home_team,away_team,hs\nx,y,1\ny,x,5\n":                                               "try --model-a home_team --model-b away_team and the column of the outcome",
		"player_1,player_2,player_1_age\nx,y,30\ny,x,30\n":                                     "try --model-a player_1 --model-b player_2 and the column",
		"Left Model,Right Model,won by\nx,y,left\ny,x,left\n":                                  "try --model-a 'Left Model' --model-b 'Right Model' --winner 'won by'",
		"model,elo\nx,1200\ny,1100\n":                                                          "one model a row (model, with elo) is a table of ratings",
		"date,amount\n2001,3\n2002,4\n":                                                        "say which are what, --model-a, --model-b, --winner and --objective; votes check shows",
		"model_a,model_b,text,note\nx,y,x wins,left\ny,x,a draw,right\nx,y,x wins,something\n": "and the column of the outcome as --winner",
	} {
		err := check(t, text, Settings{}).Unfit([]string{"-"})
		require.ErrorContains(t, err, want)
		require.NotContains(t, err.Error(), "\n")
	}
}

// A check drops what is unknown, which a reading refuses, and keeps the first.
func TestACheckReadsOn(t *testing.T) {
	c := check(t, "model_a,model_b,winner,objective\nx,y,x,r\nx,y,huh,r\ny,x,hm,r\n", Settings{})
	require.Len(t, c.Readings, 1)
	r := c.Readings[0]
	require.NoError(t, r.Err)
	require.Equal(t, "normalized", r.Description.Name)
	require.False(t, r.Description.DropUnknown, "the description is as it was")
	require.Equal(t, Drops{OutcomeUnknown: 2}, r.Votes.Dropped)
	require.Equal(t, []Unclear{{"standard input line 3", `column winner: unknown outcome "huh"`}, {"standard input line 4", `column winner: unknown outcome "hm"`}}, r.Votes.Unclear)
	require.EqualValues(t, 3, c.Surveyed)
	require.Equal(t, []string{"x", "y"}, r.Retained.Models)
}

// Rows that repeat an id are counted, also by several columns whose texts could run together.
func TestCopiesAreCounted(t *testing.T) {
	const text = "p,q,model_a,model_b,winner\n1,23,x,y,x\n12,3,x,y,x\n1,23,y,x,x\n1,2,x,y,y\n"
	for _, c := range []struct {
		id   []string
		want int64
	}{{nil, 0}, {[]string{"p", "q"}, 1}, {[]string{"p"}, 2}, {[]string{"q"}, 1}} {
		v, err := log(text, func(d *Description) { d.ID = c.id })
		require.NoError(t, err)
		require.Equal(t, c.want, v.Copies)
		r, err := v.Retain(Policy{})
		require.NoError(t, err)
		l, err := v.Log(r)
		require.NoError(t, err)
		certain := (&Opened{Votes: v, Retained: r, Log: l}).Certainty(0.05)
		require.Equal(t, c.want == 0, certain != nil, "copies say nothing of a population")
	}
}

// A column has a path exactly, or with its first keys joined in a name in other letters.
func TestColumnsThatHoldAPath(t *testing.T) {
	path := rows.Path{"tag", "math_v0.1", "math"}
	for _, c := range []struct {
		column rows.Path
		want   bool
	}{
		{rows.Path{"tag", "math_v0.1", "math"}, true},
		{rows.Path{"tag", "math_v0.1", "math", "deeper"}, true},
		{rows.Path{"tag.math_v0.1.math"}, true},
		{rows.Path{" Tag.math_v0.1", "math"}, true},
		{rows.Path{"tag"}, false},
		{rows.Path{"tag", "math_v0.1", "other"}, false},
		{rows.Path{"tag.math_v0.1", "other"}, false},
		{rows.Path{"tag.math_v0.1"}, false},
		{rows.Path{"tag", "Math_v0.1", "math"}, false},
	} {
		require.Equal(t, c.want, holds(c.column, path), "%v", c.column)
	}
}

// The column of sessions is named where votes share them, once, and none where all differ.
func TestTheColumnOfSessions(t *testing.T) {
	for text, want := range map[string]string{
		"session_id,judge,model_a,model_b,winner,objective\ns,j,x,y,x,r\ns,k,x,y,y,r\nt,j,x,y,y,r\n": "session_id",
		"session_id,judge,model_a,model_b,winner,objective\ns,j,x,y,x,r\nu,k,x,y,y,r\nt,j,x,y,y,r\n": "judge",
		"session_id,model_a,model_b,winner,objective\ns,x,y,x,r\nu,x,y,y,r\n":                        "",
		"judge,model_a,model_b,winner,objective\ngpt,x,y,x,r\ngpt,x,y,y,r\n":                         "",
	} {
		o, err := Open([]string{"-"}, Settings{Options: rows.Options{Stdin: strings.NewReader(text)}})
		require.NoError(t, err)
		require.Equal(t, want, o.Together, text)
	}
}
