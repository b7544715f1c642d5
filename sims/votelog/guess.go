package votelog

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"vectorborda/sims/votelog/rows"
)

// endings are parts of the names of two columns that hold the two sides.
var endings = [][2]string{{"a", "b"}, {"1", "2"}, {"0", "1"}, {"left", "right"}, {"x", "y"}, {"winner", "loser"}}

// These are parts of the names of columns of models, of outcomes and of objectives.
var (
	players  = []string{"model", "player", "team", "system", "competitor", "generator"}
	verdicts = []string{"winner", "won", "outcome", "label", "result", "preference", "vote", "verdict", "chosen", "choice", "judg"}
	themes   = []string{"objective", "category", "task", "domain", "topic", "dataset", "subject", "intent", "tournament", "criterion"}
)

// guess suggests flags for columns that no preset knows, from their names and values; ""
// where they do not look like votes.
func guess(columns []rows.Column) string {
	a, b := sidesOf(columns)
	if a == nil {
		return ""
	}
	if strings.Contains(strings.ToLower(b.Path.String()), "loser") {
		return fmt.Sprintf("--model-a %s --model-b %s --derive 'won=\"model_a\"' --winner won", quoted(a), quoted(b))
	}
	known := map[string]bool{}
	for _, side := range []*rows.Column{a, b} {
		for _, v := range side.Values {
			known[fmt.Sprint(v.Value)] = true
		}
	}
	say := fmt.Sprintf("--model-a %s --model-b %s", quoted(a), quoted(b))
	winner := best(columns, verdicts, func(c *rows.Column) bool {
		return c != a && c != b && (len(c.Values) > 1 || len(c.Values) == 1 && telling(c, verdicts)) && !c.More && !slices.ContainsFunc(c.Values, func(v rows.Seen) bool {
			text, ok := asText(v.Value)
			_, usual := words[plainWord.Replace(strings.ToLower(text))]
			return !ok || !usual && !known[text]
		})
	})
	if winner == nil {
		return say + " and the column of the outcome as --winner, or one made of others by --derive"
	}
	say += " --winner " + quoted(winner)
	if theme := best(columns, themes, func(c *rows.Column) bool {
		return c != a && c != b && c != winner && len(c.Values) > 1 && telling(c, themes)
	}); theme != nil {
		say += " --objective " + quoted(theme)
	}
	return say
}

// sidesOf finds the two columns of the models: their names differ in the side alone, or no
// two columns have more values in common.
func sidesOf(columns []rows.Column) (a, b *rows.Column) {
	most := 0
	for i := range columns {
		for j := range columns {
			x, y := &columns[i], &columns[j]
			if i == j || x.Texts == 0 || y.Texts == 0 {
				continue
			}
			score, twin := shared(x, y), areTwins(x, y)
			switch {
			case twin && telling(x, players):
				score += 1_000_000
			case twin && score > 0:
				score += 1000
			case twin || score < 2 || j < i:
				continue
			}
			if score > most {
				a, b, most = x, y, score
			}
		}
	}
	return a, b
}

// shared is how many values two columns have in common.
func shared(x, y *rows.Column) (n int) {
	in := map[any]bool{}
	for _, v := range x.Values {
		in[v.Value] = true
	}
	for _, v := range y.Values {
		if in[v.Value] {
			n++
		}
	}
	return n
}

func areTwins(x, y *rows.Column) bool {
	p, q := strings.ToLower(x.Path.String()), strings.ToLower(y.Path.String())
	return slices.ContainsFunc(endings, func(t [2]string) bool {
		return p != q && strings.Contains(p, t[0]) && slices.ContainsFunc(places(p, t[0]), func(at int) bool {
			return p[:at]+t[1]+p[at+len(t[0]):] == q
		})
	})
}

// places are where a part begins in a text.
func places(text, part string) (at []int) {
	for n := range len(text) - len(part) + 1 {
		if text[n:n+len(part)] == part {
			at = append(at, n)
		}
	}
	return at
}

// best is the first column that may be it by its values, one with a telling name if there is.
func best(columns []rows.Column, parts []string, may func(*rows.Column) bool) (found *rows.Column) {
	for n := range columns {
		c := &columns[n]
		if may(c) && (found == nil || telling(c, parts) && !telling(found, parts)) {
			found = c
		}
	}
	return found
}

func telling(c *rows.Column, parts []string) bool {
	name := strings.ToLower(c.Path.String())
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(name, part) })
}

// quoted is a column as a shell takes it.
func quoted(c *rows.Column) string {
	if text := c.Path.String(); strings.ContainsAny(text, " \"'$&;()<>|*?[]#~`!{}\\") {
		return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	}
	return c.Path.String()
}

// scores says what a table of one model a row is; "" for anything else.
func scores(columns []rows.Column) string {
	model, number := "", ""
	for _, c := range columns {
		low := strings.ToLower(c.Path.String())
		switch {
		case (strings.Contains(low, "model") || low == "name" || low == "key") && len(c.Values) > 0 && allOnce(c):
			model = c.Path.String()
		case numeric(c):
			number = c.Path.String()
		}
	}
	if model == "" || number == "" {
		return ""
	}
	return fmt.Sprintf("one model a row (%s, with %s) is a table of ratings, and not of votes: give the file of the votes", model, number)
}

func allOnce(c rows.Column) bool {
	return !slices.ContainsFunc(c.Values, func(v rows.Seen) bool { return v.Rows > 1 })
}

// numeric tells whether a column holds numbers, perhaps as the text of a CSV.
func numeric(c rows.Column) bool {
	return c.Integers+c.Numbers > 0 || c.Texts > 0 && !slices.ContainsFunc(c.Values, func(v rows.Seen) bool {
		_, err := strconv.ParseFloat(strings.TrimSpace(fmt.Sprint(v.Value)), 64)
		return err != nil
	})
}
