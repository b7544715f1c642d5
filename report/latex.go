package report

import (
	"fmt"
	"regexp"
	"strings"
)

// mathSigns are runes that are a sign of mathematics, and how LaTeX writes it there.
var mathSigns = map[string]string{
	"Δ": `\Delta`, "Θ": `\Theta`, "Σ": `\sum`, "Ω": `\Omega`,
	"α": `\alpha`, "β": `\beta`, "δ": `\delta`, "ε": `\varepsilon`, "η": `\eta`, "θ": `\theta`, "κ": `\kappa`,
	"λ": `\lambda`, "π": `\pi`, "ρ": `\rho`, "σ": `\sigma`, "τ": `\tau`, "ℝ": `\mathbb{R}`, "Ŝ": `\hat{S}`,
	"·": `\cdot`, "√": `\surd`, "∞": `\infty`, "∧": `\wedge`, "∨": `\vee`, "∪": `\cup`, "∖": `\setminus`,
	"→": `\to`, "⟹": `\Longrightarrow`, "⟺": `\Longleftrightarrow`, "∀": `\forall`, "∈": `\in`, "∉": `\notin`,
	"≠": `\ne`, "≤": `\le`, "≥": `\ge`, "≺": `\prec`, "⊆": `\subseteq`, "⌈": `\lceil`, "⌉": `\rceil`,
	"…": `\ldots`, "–": `\mbox{--}`, "{": `\{`, "}": `\}`, "|": "|", "<": "<", ">": ">", "=": "=", "+": "+", "-": "-", "*": "*",
}

// raised and lowered are small digits and signs, each with the one that it is small of.
var (
	raised  = strings.NewReplacer("⁰", "0", "¹", "1", "²", "2", "³", "3", "⁺", "+", "⁻", "-", "ⁿ", "n")
	lowered = strings.NewReplacer("₂", "2", "₊", "+")
)

// latexTokens are: an index or exponent, a group, a word or a letter; small signs; a
// letter with a hat or a bar; the number of a statement; "a" before a word; letters, with a hyphen before; one rune.
var latexTokens = regexp.MustCompile(`(?s)[_^](?:\{[^{}]*\}|[A-Za-z]+|[^{}])|[⁰¹²³⁺⁻ⁿ]+|[₂₊]+|.[\x{302}\x{304}]|[A-Z]+(?:\.[A-Z0-9]+)+|\ba [a-z]{2,}|-?[A-Za-z]+|.`)

// proseWord is what is no product of letters: kl and Lemma are words, Kd is K times d.
var proseWord = regexp.MustCompile(`^(?:-|a )?(?:[A-Z]?[a-z]{2,}|[A-Z]{2,}|[A-Z.]+\.[A-Z0-9.]+|On|As|If|In)$`)

// safeInLaTeX needs no change in text, nor in mathematics.
const safeInLaTeX = " 0123456789.,;:()[]/!?'"

// latex is a statement in words and symbols as LaTeX text.  The error names a rune that
// it has no command for.
func latex(text string) (string, error) { return latexIn(text, `\ensuremath{%s}`, "%s") }

// latexIn puts signs and words in their frames, which depend on where the text stands.
func latexIn(text, sign, word string) (string, error) {
	var out strings.Builder
	for _, token := range latexTokens.FindAllString(text, -1) {
		switch {
		case proseWord.MatchString(token):
			fmt.Fprintf(&out, word, token)
		case strings.Contains(safeInLaTeX, token):
			out.WriteString(token)
		default:
			piece, err := mathToken(token)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&out, sign, piece)
		}
	}
	return out.String(), nil
}

// mathToken is a token in mathematics.
func mathToken(token string) (string, error) {
	first, rest := token[:1], token[1:]
	switch accent := strings.TrimRight(token, "\u0302\u0304"); {
	case (first == "_" || first == "^") && rest != "":
		inner, err := latexIn(strings.TrimSuffix(strings.TrimPrefix(rest, "{"), "}"), "%s", `\mathrm{%s}`)
		return first + "{" + inner + "}", err
	case raised.Replace(token) != token:
		return "^{" + raised.Replace(token) + "}", nil
	case lowered.Replace(token) != token:
		return "_{" + lowered.Replace(token) + "}", nil
	case accent != token:
		base, err := mathToken(accent)
		return map[string]string{"\u0302": `\hat{`, "\u0304": `\bar{`}[token[len(accent):]] + base + "}", err
	case mathSigns[token] != "":
		return mathSigns[token] + " ", nil
	case strings.Contains(safeInLaTeX, token), strings.Trim(strings.ToLower(token), "-abcdefghijklmnopqrstuvwxyz") == "":
		return token, nil
	}
	return "", fmt.Errorf("no LaTeX for %q", token)
}
