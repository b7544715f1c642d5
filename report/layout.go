package report

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
)

// Unbounded is the width of lines that may be as long as they are.
const Unbounded = math.MaxInt

// comfortable is how wide a column of words stays before another one leaves.
const comfortable = 32

// gutter is what the table puts around a cell.
const gutter = 2

// leaving declares which columns leave first where a line has no room for all; after
// them the last ones leave.
func (t Table) leaving(headings ...string) Table {
	t.Leave = headings
	return t
}

// fitted lays the table out in lines of a width: headings and words wrap, columns leave
// by their priority, and a note says which.
func (t Table) fitted(width int) (shown Table, header []string, rows [][]string) {
	least, natural := t.widths(width)
	room := width
	for _, w := range least {
		room -= gutter + w
	}
	gone := map[int]bool{}
	var names []string
	for _, c := range t.leavers() {
		if room >= 0 || len(gone) == len(t.Header)-1 {
			break
		}
		gone[c], room = true, room+gutter+least[c]
		names = append(names, visible(t.Header[c]))
	}
	if names != nil {
		t = t.without(gone)
		t.Notes = append([]string{fmt.Sprintf("No room in %d characters for: %s (--wide shows all).", width, list(names))}, t.Notes...)
	}
	widths := shares(kept(least, gone), kept(natural, gone), room)
	header, rows = t.header(), t.text()
	for _, row := range append([][]string{header}, rows...) {
		for c := range row {
			row[c] = wrapCell(row[c], widths[c])
		}
	}
	return t, header, rows
}

// widths are those that the columns need at least and those at which nothing wraps.
// Numbers do not wrap.
func (t Table) widths(width int) (least, natural []int) {
	rows := t.text()
	for c, heading := range t.header() {
		cells := 0
		for _, row := range rows {
			cells = max(cells, twwidth.Width(row[c]))
		}
		word := 0
		for _, w := range strings.Fields(heading) {
			word = max(word, twwidth.Width(w))
		}
		natural = append(natural, max(cells, twwidth.Width(heading)))
		if !t.numeric(c) {
			cells = min(cells, comfortable, width/3)
		}
		least = append(least, max(cells, word))
	}
	return least, natural
}

// shares gives the room to the columns that wrap most.  A room below 0 is missing from the
// only column.
func shares(least, natural []int, room int) []int {
	widths := slices.Clone(least)
	if room < 0 {
		widths[0] = max(widths[0]+room, 1)
	}
	for ; room > 0; room-- {
		most := 0
		for c := range widths {
			if natural[c]*widths[most] > natural[most]*widths[c] {
				most = c
			}
		}
		if natural[most] <= widths[most] {
			break
		}
		widths[most]++
	}
	return widths
}

// leavers are the columns in the order in which they leave, the first one only if it is
// declared.
func (t Table) leavers() (order []int) {
	for _, heading := range t.Leave {
		for c, h := range t.Header {
			if h == heading {
				order = append(order, c)
			}
		}
	}
	for c := len(t.Header) - 1; c > 0; c-- {
		if !slices.Contains(t.Leave, t.Header[c]) {
			order = append(order, c)
		}
	}
	return order
}

func (t Table) without(gone map[int]bool) Table {
	t.Header = kept(t.Header, gone)
	rows := make([][]any, len(t.Rows))
	for i, row := range t.Rows {
		rows[i] = kept(row, gone)
	}
	t.Rows = rows
	return t
}

// kept leaves out the elements that are gone.
func kept[T any](all []T, gone map[int]bool) (some []T) {
	for c, x := range all {
		if !gone[c] {
			some = append(some, x)
		}
	}
	return some
}

// wrapCell leaves a cell that fits as it is.
func wrapCell(s string, width int) string {
	if twwidth.Width(s) <= width {
		return s
	}
	return wrap(s, width)
}

// wrap breaks a text between words, and a word that is longer than a line.
func wrap(text string, width int) string {
	var out strings.Builder
	used := 0
	for word := range strings.FieldsSeq(text) {
		for n, part := range parts(word, width) {
			length := twwidth.Width(part)
			switch {
			case out.Len() == 0:
			case n > 0 || used+1+length > width:
				out.WriteByte('\n')
				used = 0
			default:
				out.WriteByte(' ')
				used++
			}
			out.WriteString(part)
			used += length
		}
	}
	return out.String()
}

// parts cuts a word into pieces that fit.
func parts(word string, width int) (all []string) {
	start, used := 0, 0
	for at, c := range word {
		w := twwidth.Width(string(c))
		if used += w; used > width && at > start {
			all, start, used = append(all, word[start:at]), at, w
		}
	}
	return append(all, word[start:])
}

// Fold lays a text for a screen out: a paragraph is filled again, and a line that is
// indented or begins with a term, two spaces and words wraps under its words.  Width 0
// changes nothing.
func Fold(text string, width int) string {
	if width == 0 {
		return text
	}
	width = min(width, widest)
	var out []string
	var paragraph []string
	fill := func() {
		if paragraph != nil {
			out = append(out, wrap(strings.Join(paragraph, " "), width))
		}
		paragraph = nil
	}
	for _, line := range strings.Split(text, "\n") {
		term := termOf.FindString(line)
		if line != "" && term == "" {
			paragraph = append(paragraph, line)
			continue
		}
		fill()
		out = append(out, hang(term, line[len(term):], width))
	}
	fill()
	return strings.Join(out, "\n")
}

var termOf = regexp.MustCompile(`^\s*(?:\S+(?: \S+)*\s{2,})?`)

// hang wraps words under their first one, if a third of the line is left for them, and
// deeper where there is no term.
func hang(term, words string, width int) string {
	under := twwidth.Width(term)
	switch {
	case under+twwidth.Width(words) <= width:
		return term + words
	case under > width*2/3:
		return wrap(term, width) + "\n" + wrap(words, width)
	case strings.TrimSpace(term) == "":
		under += 2
	}
	return term + strings.ReplaceAll(wrap(words, width-under), "\n", "\n"+strings.Repeat(" ", under))
}
