package main

import (
	"encoding/json"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/lemmas"
	"vectorborda/report"
)

var madeBy = regexp.MustCompile(`\s*"made_by": \{[^}]*\},`)

// results are a JSON document without what made it.
func results(text string) string { return madeBy.ReplaceAllString(text, "") }

// Whatever reports in JSON or Markdown names version, command line, platform and paper.
func TestEveryReportSaysWhatMadeIt(t *testing.T) {
	for line, papers := range map[string]string{
		"inspect " + football: lemmas.Paper,
		"simulate --family symmetric,K=4,d=2,gap=1 --trials 3 --jobs 2": lemmas.Paper,
		"bounds --grid quick --trials 20":                               lemmas.Paper,
		"experiments allocation --trials 1":                             lemmas.Paper,
		"lemmas --run ^B.1$ --checks 3 --smt off --kernel off":          lemmas.Paper + ", " + lemmas.RepeatedPaper,
		"repeat budgets --gaps 0.06 --heterogeneity 1":                  lemmas.RepeatedPaper,
		"repeat recovery --contexts 1e3 --trials 20":                    lemmas.RepeatedPaper,
		"repeat semi-synthetic " + football + " --lambdas 0 --beta 0.5": lemmas.RepeatedPaper,
		"repeat lower-bound --depth 2 --epsilon 0.06":                   lemmas.RepeatedPaper,
	} {
		args := append(strings.Fields(line), "--format")
		text := command(t, append(args, "json")...)
		doc := json.RawMessage(text)
		if strings.HasPrefix(text, "[") {
			var all []json.RawMessage
			require.NoError(t, json.Unmarshal(doc, &all))
			doc = all[0]
		}
		got := decode[struct {
			By report.Origin `json:"made_by"`
		}](t, string(doc)).By
		require.Equal(t, newRoot().Version, got.Version)
		require.Equal(t, shellLine(append([]string{"vectorborda"}, append(args, "json")...)), got.Command)
		require.Equal(t, runtime.GOOS+"/"+runtime.GOARCH+", "+runtime.Version(), got.Platform)
		require.Equal(t, papers, got.Paper)
		page := command(t, append(args, "md")...)
		require.Contains(t, page, "\n### Made by\n\nvectorborda "+got.Version+" on "+got.Platform+", for "+papers+":\n")
		require.NotEqual(t, text, results(text))
	}
}

func TestAShellTakesTheLineBack(t *testing.T) {
	require.Equal(t, `vectorborda lemmas --run '^B\.5$' --sizes 2x1,3x2`, shellLine([]string{"vectorborda", "lemmas", "--run", `^B\.5$`, "--sizes", "2x1,3x2"}))
	require.Equal(t, `a '' 'it'\''s' 'two words' δ=1`, shellLine([]string{"a", "", "it's", "two words", "δ=1"}))
}

func TestWordsComeBackFromAShellLine(t *testing.T) {
	for _, words := range [][]string{
		{"vectorborda", "--out", "a b", "bounds"}, {"a", "", "it's", `'\''`, `\`, "δ = 1", "tab\tand\nline", "'", ""},
	} {
		require.Equal(t, words, shellWords(shellLine(words)))
	}
	require.Len(t, shellWords(""), 1)
	require.Len(t, shellWords(`not ours 'and not closed`), 2, "and no panic")
}
