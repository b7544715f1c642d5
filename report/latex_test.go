package report

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/lemmas"
)

func TestLaTeX(t *testing.T) {
	for _, c := range []struct{ why, text, want string }{
		{"words stay", "removing a model is kl", "removing a model is kl"},
		{"products of letters do not", "Kd", `\ensuremath{Kd}`},
		{"numbers of statements do", "Lemma B.4, RC.TRR", "Lemma B.4, RC.TRR"},
		{"an index and an exponent", "b_{i,r}^emp", `\ensuremath{b}\ensuremath{_{i,r}}\ensuremath{^{\mathrm{emp}}}`},
		{"small digits", "10⁻³⁰⁰", `10\ensuremath{^{-300}}`},
		{"a hat", "Δ̂", `\ensuremath{\hat{\Delta }}`},
		{"a hyphen is no minus", "δ-correct 1-δ", `\ensuremath{\delta }-correct 1\ensuremath{- }\ensuremath{\delta }`},
		{"a set", "{i}", `\ensuremath{\{ }\ensuremath{i}\ensuremath{\} }`},
	} {
		got, err := latex(c.text)
		require.NoError(t, err, c.why)
		require.Equal(t, c.want, got, c.why)
	}
}

// foreign are what LaTeX would not take as it stands: runes beyond ASCII, and signs that
// mean something else in text.
func foreign(line string) []string {
	text := regexp.MustCompile(`\\ensuremath\{(?:[^{}]|\\[{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}`).ReplaceAllString(line, "")
	return append(regexp.MustCompile(`[#$%&~_^{}|<>\\]`).FindAllString(text, -1), regexp.MustCompile(`[^ -~]`).FindAllString(line, -1)...)
}

// No rune of any statement is left without a command, and one without is an error.
func TestEveryStatementIsLaTeX(t *testing.T) {
	for _, e := range lemmas.Index() {
		for _, line := range append([]string{e.Title, e.Claim, e.Source}, assumptions(e)...) {
			got, err := latex(line)
			require.NoError(t, err, e.ID)
			require.Empty(t, foreign(got), "%s: %s", e.ID, got)
		}
	}
	for _, bad := range []string{"x ⊕ y", "50 %", "a & b", `\input`, "x^", "b^⊕"} {
		_, err := latex(bad)
		require.ErrorContains(t, err, "no LaTeX for", bad)
	}
	for _, bad := range []string{"θ", "a_b", `\ensuremath{θ}`, "50 %", "{i}"} {
		require.NotEmpty(t, foreign(bad), "%s must be caught", bad)
	}
	require.NotContains(t, strings.Join(foreign(`\ensuremath{_{\theta ^{\Delta }}}`), ""), "_")
}
