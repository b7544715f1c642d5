package votelog

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/require"

	"vectorborda/sims/stream"
)

// invented is a row in the shape of arena-human-preference-140k: structs whose keys hold
// dots, null flags and structs, both_bad, several votes a session.  A nil flag is null.
type invented struct {
	id, a, b, winner, session, language string
	code                                *bool
	tagged                              bool // category_tag is there
	math, writing, following            *bool
	criteria                            [7]*bool
}

var criteria = []string{"complexity", "creativity", "domain_knowledge", "problem_solving", "real_world", "specificity", "technical_accuracy"}

// invent makes n rows.  One model meets few others, so that the retained set is a choice.
func invent(src *rand.Rand, n int) (rows []invented) {
	models := []string{"wren-1", "lynx-o4-mini-2025-04-16", "heron 3.7 \"think\"", "ibex,large", "猞猁", "gnu", "a", "zebu"}
	flag := func(p, null float64) *bool {
		if src.Float64() < null {
			return nil
		}
		set := src.Float64() < p
		return &set
	}
	for k := range n {
		i, j := src.IntN(len(models)), src.IntN(len(models))
		if i == 7 && j > 3 || j == 7 && i > 3 {
			j = i
		}
		r := invented{id: fmt.Sprintf("%08x", k), a: models[i], b: models[j], session: fmt.Sprintf("s%d", k/3), tagged: src.Float64() < 0.97,
			code: flag(0.3, 0.02), math: flag(0.2, 0.02), writing: flag(0.2, 0.02), following: flag(0.3, 0.02)}
		r.winner = []string{"model_a", "model_b", "tie", "both_bad"}[[]int{0, 0, 0, 1, 1, 2, 3, i % 2, j % 2}[src.IntN(9)]]
		r.language = []string{"en", "ru", "de", "<err>", "", "pl"}[[]int{0, 0, 0, 0, 1, 1, 2, 2, 3, 4, 5}[src.IntN(11)]]
		if src.IntN(40) == 0 {
			r.winner = ""
		}
		for c := range r.criteria {
			r.criteria[c] = flag(0.8, 0.01)
		}
		if !r.tagged {
			r.math, r.writing, r.following, r.criteria = nil, nil, nil, [7]*bool{}
		}
		rows = append(rows, r)
	}
	return rows
}

func nullable(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// tags is the struct category_tag.
func (r invented) tags() any {
	if !r.tagged {
		return nil
	}
	c := map[string]any{}
	for n, name := range criteria {
		c[name] = r.criteria[n]
	}
	return map[string]any{"creative_writing_v0.1": map[string]any{"creative_writing": r.writing, "score": "no"}, "criteria_v0.1": c,
		"if_v0.1": map[string]any{"if": r.following, "score": 3}, "math_v0.1": map[string]any{"math": r.math}}
}

func (r invented) object() map[string]any {
	return map[string]any{"id": r.id, "model_a": r.a, "model_b": r.b, "winner": nullable(r.winner), "evaluation_session_id": r.session,
		"language": nullable(r.language), "is_code": r.code, "category_tag": r.tags(), "conversation_a": []any{map[string]any{"role": "user", "content": "a\nb"}}}
}

var leaves = func() []string {
	paths := []string{"category_tag.math_v0.1.math", "category_tag.creative_writing_v0.1.creative_writing", "category_tag.if_v0.1.if"}
	for _, c := range criteria {
		paths = append(paths, "category_tag.criteria_v0.1."+c)
	}
	return paths
}()

// containers write the same rows in many forms: file names and contents.
func containers(t testing.TB, src *rand.Rand, all []invented) map[string]map[string][]byte {
	lines := func(rows []invented, sep string) []byte {
		var out []string
		for _, r := range rows {
			text, err := json.Marshal(r.object())
			require.NoError(t, err)
			out = append(out, string(text))
		}
		return []byte(strings.Join(out, sep))
	}
	table := func(header []string, comma rune, cells func(invented) []string) []byte {
		var out bytes.Buffer
		w := csv.NewWriter(&out)
		w.Comma = comma
		require.NoError(t, w.Write(header))
		for _, r := range all {
			require.NoError(t, w.Write(cells(r)))
		}
		w.Flush()
		return out.Bytes()
	}
	show := func(b *bool) string {
		if b == nil {
			return ""
		}
		return map[bool]string{true: "True", false: "False"}[*b]
	}
	base := []string{"", "id", "model_a", "model_b", "winner", "evaluation_session_id", "language", "is_code"}
	cells := func(r invented) []string {
		return []string{"7", r.id, r.a, r.b, r.winner, r.session, r.language, show(r.code)}
	}
	flat := func(r invented) []string {
		out := append(cells(r), show(r.math), show(r.writing), show(r.following))
		for _, c := range r.criteria {
			out = append(out, show(c))
		}
		return out
	}
	tagged := func(r invented) []string {
		text, err := json.Marshal(r.tags())
		require.NoError(t, err)
		return append(cells(r), string(text))
	}
	python := func(r invented) []string {
		out := tagged(r)
		out[len(out)-1] = strings.NewReplacer(`"`, "'", "true", "True", "false", "False", "null", "None").Replace(out[len(out)-1])
		return out
	}
	packed := func(text []byte) []byte {
		var out bytes.Buffer
		w := gzip.NewWriter(&out)
		_, err := w.Write(text)
		require.NoError(t, err)
		require.NoError(t, w.Close())
		return out.Bytes()
	}
	shards, rest := map[string][]byte{}, slices.Clone(all)
	src.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	for n := range 7 {
		part := rest[len(rest)*n/7 : len(rest)*(n+1)/7]
		shards[fmt.Sprintf("part-%d.jsonl", 6-n)] = lines(part, "\n")
	}
	crlf := bytes.ReplaceAll(table(append(base, leaves...), ';', flat), []byte("\n"), []byte("\r\n"))
	return map[string]map[string][]byte{
		"JSON Lines":         {"votes.jsonl": lines(all, "\n")},
		"JSON array":         {"votes.json": fmt.Appendf(nil, "[%s]", lines(all, ","))},
		"gzip":               {"votes.jsonl.gz": packed(lines(all, "\n"))},
		"CSV, flattened":     {"votes.csv": table(append(base, leaves...), ',', flat)},
		"CSV, JSON text":     {"votes.csv": table(append(base, "category_tag"), ',', tagged)},
		"TSV, flattened":     {"votes.tsv": table(append(base, leaves...), '\t', flat)},
		"BOM, CRLF, ;":       {"votes.csv": append([]byte("\ufeff"), crlf...)},
		"seven shards":       shards,
		"CSV, Python text":   {"votes.csv": table(append(base, "category_tag"), ',', python)},
		"Parquet":            {"votes.parquet": parquetOf(t, all)},
		"Parquet in gzip":    {"votes.parquet.gz": packed(parquetOf(t, all))},
		"packed flat tables": {"votes.csv.gz": packed(table(append(base, leaves...), ',', flat))},
	}
}

type (
	parquetRow struct {
		ID       string       `parquet:"id"`
		ModelA   string       `parquet:"model_a,dict"`
		ModelB   string       `parquet:"model_b,dict"`
		Winner   *string      `parquet:"winner,optional"`
		Session  string       `parquet:"evaluation_session_id"`
		Language *string      `parquet:"language,optional"`
		Code     *bool        `parquet:"is_code,optional"`
		Tags     *parquetTags `parquet:"category_tag,optional"`
		Talk     []struct {
			Role string `parquet:"role"`
		} `parquet:"conversation_a,list"`
	}
	parquetTags struct {
		Writing struct {
			Set   *bool  `parquet:"creative_writing,optional"`
			Score string `parquet:"score"`
		} `parquet:"creative_writing_v0.1"`
		Criteria struct {
			Complexity *bool `parquet:"complexity,optional"`
			Creativity *bool `parquet:"creativity,optional"`
			Domain     *bool `parquet:"domain_knowledge,optional"`
			Problem    *bool `parquet:"problem_solving,optional"`
			Real       *bool `parquet:"real_world,optional"`
			Specific   *bool `parquet:"specificity,optional"`
			Technical  *bool `parquet:"technical_accuracy,optional"`
		} `parquet:"criteria_v0.1"`
		If struct {
			If *bool `parquet:"if,optional"`
		} `parquet:"if_v0.1"`
		Math struct {
			Math *bool `parquet:"math,optional"`
		} `parquet:"math_v0.1"`
	}
)

func parquetOf(t testing.TB, all []invented) []byte {
	var out bytes.Buffer
	w := parquet.NewGenericWriter[parquetRow](&out, parquet.MaxRowsPerRowGroup(700), parquet.Compression(&parquet.Zstd))
	text := func(s string) *string {
		if s == "" {
			return nil
		}
		return &s
	}
	for _, r := range all {
		p := parquetRow{ID: r.id, ModelA: r.a, ModelB: r.b, Winner: text(r.winner), Session: r.session, Language: text(r.language), Code: r.code}
		p.Talk = append(p.Talk, struct {
			Role string `parquet:"role"`
		}{"user"})
		if r.tagged {
			x := &parquetTags{}
			x.Writing.Set, x.If.If, x.Math.Math = r.writing, r.following, r.math
			c := &x.Criteria
			for n, to := range []**bool{&c.Complexity, &c.Creativity, &c.Domain, &c.Problem, &c.Real, &c.Specific, &c.Technical} {
				*to = r.criteria[n]
			}
			p.Tags = x
		}
		_, err := w.Write([]parquetRow{p})
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return out.Bytes()
}

// policies are rules for objectives, in a description and, independently, on an invented
// row: the objectives, or the reason why there is none.
var policies = map[string]struct {
	objective Objective
	policy    Policy
	of        func(invented) ([]string, Reason)
}{
	"first true flag":    {Objective{Priority: flags("code", "math", "creative_writing", "instruction_following"), Otherwise: "general"}, Policy{}, firstTrue},
	"three votes a cell": {Objective{Priority: flags("code", "math", "creative_writing", "instruction_following"), Otherwise: "general"}, Policy{MinCell: 3}, firstTrue},
	"every true flag": {Objective{Labels: flags("code", "math", "creative_writing", "instruction_following"), Null: "false"}, Policy{}, func(r invented) (on []string, why Reason) {
		for n, f := range []*bool{r.code, r.math, r.writing, r.following} {
			if f != nil && *f {
				on = append(on, []string{"code", "math", "creative_writing", "instruction_following"}[n])
			}
		}
		if on == nil {
			why = NoObjective
		}
		return on, why
	}},
	"six of seven": {Objective{AtLeast: &AtLeast{"hard", 6, paths(leaves[3:])}, Otherwise: "not hard"}, Policy{}, func(r invented) ([]string, Reason) {
		n := 0
		for _, f := range r.criteria {
			if f == nil {
				return nil, ObjectiveMissing
			}
			if *f {
				n++
			}
		}
		if n >= 6 {
			return []string{"hard"}, ""
		}
		return []string{"not hard"}, ""
	}},
	"language": {Objective{Column: "language", Values: []string{"en", "ru", "de"}, Missing: []string{"<err>"}}, Policy{}, func(r invented) ([]string, Reason) {
		switch r.language {
		case "", "<err>":
			return nil, ObjectiveMissing
		case "pl":
			return nil, NoObjective
		}
		return []string{r.language}, ""
	}},
}

func firstTrue(r invented) ([]string, Reason) {
	for n, f := range []*bool{r.code, r.math, r.writing, r.following} {
		if f == nil {
			return nil, ObjectiveMissing
		}
		if *f {
			return []string{[]string{"code", "math", "creative_writing", "instruction_following"}[n]}, ""
		}
	}
	return []string{"general"}, ""
}

func paths(dotted []string) (quoted []string) {
	for _, p := range dotted {
		quoted = append(quoted, strings.Replace(p, "criteria_v0.1", `"criteria_v0.1"`, 1))
	}
	return quoted
}

func flags(name ...string) (n Named) {
	for _, x := range name {
		n.Set(x, map[string]string{"code": "is_code", "math": `category_tag."math_v0.1".math`, "creative_writing": `category_tag."creative_writing_v0.1".creative_writing`,
			"instruction_following": `category_tag."if_v0.1".if`}[x])
	}
	return n
}

// want is what a log must come to, computed from the rows without any reader: the drops in
// their order, the retained models by trying all sets, the scores in rationals.
type want struct {
	dropped             Drops
	used, records, kept int64
	objectives, models  []string
	borda               map[string][]string
}

func expect(all []invented, of func(invented) ([]string, Reason), minCell int64) (w want) {
	w.dropped, w.borda = Drops{}, map[string][]string{}
	wins := map[[3]string]int64{}
	seen, on := map[string]bool{}, map[string]bool{}
	for _, r := range all {
		names, why := of(r)
		switch {
		case r.a == r.b:
			w.dropped[SelfBattle]++
			continue
		case why != "":
			w.dropped[why]++
			continue
		}
		for _, name := range names {
			on[name] = true
		}
		switch r.winner {
		case "":
			w.dropped[OutcomeMissing]++
		case "tie":
			w.dropped[IsTie]++
		case "both_bad":
			w.dropped[IsBothBad]++
		default:
			w.used++
			for _, name := range names {
				w.records++
				if r.winner == "model_a" {
					wins[[3]string{r.a, r.b, name}]++
				} else {
					wins[[3]string{r.b, r.a, name}]++
				}
			}
			seen[r.a], seen[r.b] = true, true
		}
	}
	w.objectives = slices.Sorted(maps.Keys(on))
	names := slices.Sorted(maps.Keys(seen))
	n := func(a, b, r string) int64 { return wins[[3]string{a, b, r}] + wins[[3]string{b, a, r}] }
	for set := range 1 << len(names) {
		var models []string
		for k, name := range names {
			if set>>k&1 == 1 {
				models = append(models, name)
			}
		}
		complete, votes := true, int64(0)
		for i, a := range models {
			for _, b := range models[:i] {
				for _, r := range w.objectives {
					complete = complete && n(a, b, r) >= max(1, minCell)
					votes += n(a, b, r)
				}
			}
		}
		better := len(models) > len(w.models) || len(models) == len(w.models) && (votes > w.kept || votes == w.kept && slices.Compare(models, w.models) < 0)
		if complete && better {
			w.models, w.kept = models, votes
		}
	}
	for _, a := range w.models {
		for _, r := range w.objectives {
			sum := new(big.Rat)
			for _, b := range w.models {
				if a != b {
					sum.Add(sum, big.NewRat(wins[[3]string{a, b, r}], n(a, b, r)))
				}
			}
			w.borda[a] = append(w.borda[a], sum.Mul(sum, big.NewRat(1, int64(len(w.models)-1))).RatString())
		}
	}
	return w
}

func (w want) equal(t *testing.T, o *Opened, why string) {
	t.Helper()
	require.Equal(t, w.dropped, o.Votes.Dropped, why)
	require.Equal(t, []int64{w.used, w.records, w.kept}, []int64{o.Votes.Used, o.Votes.Records, o.Log.Votes}, why)
	require.Equal(t, o.Votes.Judgments, o.Votes.Used+o.Votes.Dropped.Sum(), why)
	require.Equal(t, w.objectives, o.Log.Objectives, why)
	require.Equal(t, w.models, o.Log.Models, why)
	for i, row := range o.Log.Exact().Borda {
		for r, b := range row {
			require.Equal(t, w.borda[o.Log.Models[i]][r], b.RatString(), why)
		}
	}
}

// Every rule for objectives on every container comes to what the rows say.
func TestEveryContainerGivesTheSameLog(t *testing.T) {
	src := stream.Key{Seed: 140}.Rand(0)
	all := invent(src, 3000)
	for form, files := range containers(t, src, all) {
		dir := t.TempDir()
		var names []string
		for name, text := range files {
			names = append(names, filepath.Join(dir, name))
			require.NoError(t, os.WriteFile(names[len(names)-1], text, 0o600))
		}
		for name, p := range policies {
			d := &Description{ModelA: "model_a", ModelB: "model_b", Winner: "winner", Objective: p.objective}
			o, err := Open(names, Settings{Description: d, Policy: p.policy})
			require.NoError(t, err, "%s, %s", form, name)
			w := expect(all, p.of, p.policy.MinCell)
			require.NotEmpty(t, o.Retained.Dropped, "some model is left out")
			w.equal(t, o, form+", "+name)
		}
		o, err := Open(names, Settings{})
		require.NoError(t, err, form)
		require.Equal(t, "arena-140k", o.Description.Name, form)
		expect(all, firstTrue, 1).equal(t, o, form)
	}
}
