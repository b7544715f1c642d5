package main

import (
	"regexp"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"vectorborda/report"
)

// paper is the annotation of a command that names what its reports are about; those below
// have it too.
const paper = "paper"

// origin says what makes a report.
func (c common) origin(cmd *cobra.Command) report.Origin {
	by := report.Origin{
		Version: cmd.Root().Version, Command: shellLine(append([]string{cmd.Root().Name()}, c.args...)),
		Platform: runtime.GOOS + "/" + runtime.GOARCH + ", " + runtime.Version(),
	}
	for ; by.Paper == ""; cmd = cmd.Parent() {
		by.Paper = cmd.Annotations[paper]
	}
	return by
}

var plainWord = regexp.MustCompile(`^[\p{L}\p{N}_@%+=:,./-]+$`)

// shellLine quotes what a shell would not take as it is.
func shellLine(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		if quoted[i] = word; !plainWord.MatchString(word) {
			quoted[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

// shellWords are the words that shellLine made a line of.
func shellWords(line string) (words []string) {
	var word strings.Builder
	quoted, escaped := false, false
	for _, c := range line + " " {
		switch {
		case escaped || quoted && c != '\'':
			word.WriteRune(c)
			escaped = false
		case c == '\'':
			quoted = !quoted
		case c == '\\':
			escaped = true
		case c == ' ':
			words = append(words, word.String())
			word.Reset()
		default:
			word.WriteRune(c)
		}
	}
	return words
}
