package votelog

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// samples are rows in the shape of each public file, with what they come to, by hand.
var samples = map[string]struct {
	text    string
	votes   map[string]int64 // by objective
	dropped Drops
	kept    []string
}{
	"converted": {"vote,model_a,model_b,winner,objective\n1,a,b,model_a,r\n1,a,b,model_a,s\n2,b,a,both_bad,r\n",
		map[string]int64{"r": 1, "s": 1}, Drops{IsBothBad: 1}, []string{"a", "b"}},
	"normalized": {"model_a,model_b,winner,objective\na,b,model_a,r\nb,a,a,s\na,b,tie,r\n",
		map[string]int64{"r": 1, "s": 1}, Drops{IsTie: 1}, []string{"a", "b"}},
	"arena-140k": {`{"id":"1","model_a":"a","model_b":"b","winner":"model_a","is_code":true,"category_tag":{"math_v0.1":{"math":true},"creative_writing_v0.1":{"creative_writing":false},"if_v0.1":{"if":false}}}
{"id":"2","model_a":"a","model_b":"b","winner":"model_b","is_code":false,"category_tag":{"math_v0.1":{"math":false},"creative_writing_v0.1":{"creative_writing":true},"if_v0.1":{"if":true}}}
{"id":"3","model_a":"a","model_b":"b","winner":"model_b","is_code":false,"category_tag":{"math_v0.1":{"math":true},"creative_writing_v0.1":{"creative_writing":null},"if_v0.1":{"if":true}}}
{"id":"4","model_a":"a","model_b":"b","winner":"model_b","is_code":false,"category_tag":{"math_v0.1":{"math":false},"creative_writing_v0.1":{"creative_writing":false},"if_v0.1":{"if":true}}}
{"id":"5","model_a":"a","model_b":"b","winner":"model_b","is_code":false,"category_tag":{"math_v0.1":{"math":false},"creative_writing_v0.1":{"creative_writing":false},"if_v0.1":{"if":false}}}
{"id":"6","model_a":"a","model_b":"b","winner":"model_b","is_code":false,"category_tag":null}
{"id":"7","model_a":"a","model_b":"b","winner":"both_bad","is_code":true,"category_tag":null}
`, map[string]int64{"code": 1, "creative_writing": 1, "math": 1, "instruction_following": 1, "general": 1}, Drops{ObjectiveMissing: 1, IsBothBad: 1}, []string{"a", "b"}},
	"arena-100k": {`{"question_id":"1","model_a":"a","model_b":"b","winner":"model_a","anony":true,"dedup_tag":{"high_freq":false,"sampled":true},"is_code":true,"category_tag":{"math_v0.1":{"math":true},"creative_writing_v0.1":{"creative_writing":false},"if_v0.1":{"if":false}}}
{"question_id":"2","model_a":"a","model_b":"b","winner":"model_a","anony":true,"dedup_tag":{"high_freq":true,"sampled":false},"is_code":true,"category_tag":{"math_v0.1":{"math":true},"creative_writing_v0.1":{"creative_writing":false},"if_v0.1":{"if":false}}}
{"question_id":"3","model_a":"a","model_b":"b","winner":"model_a","anony":false,"dedup_tag":{"high_freq":true,"sampled":true},"is_code":true,"category_tag":{"math_v0.1":{"math":true},"creative_writing_v0.1":{"creative_writing":false},"if_v0.1":{"if":false}}}
{"question_id":"4","model_a":"a","model_b":"b","winner":"tie (bothbad)","anony":true,"dedup_tag":{"high_freq":false,"sampled":true},"is_code":false,"category_tag":{"math_v0.1":{"math":false},"creative_writing_v0.1":{"creative_writing":false},"if_v0.1":{"if":false}}}
{"question_id":"5","model_a":"a","model_b":"b","winner":"model_b","anony":true,"dedup_tag":{"high_freq":false,"sampled":true},"is_code":false,"category_tag":{"math_v0.1":{"math":false},"creative_writing_v0.1":{"creative_writing":false},"if_v0.1":{"if":false}}}
`, map[string]int64{"code": 1, "general": 1, "creative_writing": 0, "instruction_following": 0, "math": 0}, Drops{Filtered: 2, IsBothBad: 1}, nil},
	"arena-55k": {"id,model_a,model_b,prompt,winner_model_a,winner_model_b,winner_tie\n1,a,b,\"[\"\"hi\nthere\"\"]\",1,0,0\n2,a,b,x,0,1,0\n3,a,b,x,0,0,1\n4,a,b,x,0,0,0\n",
		map[string]int64{"overall": 2}, Drops{IsTie: 1, OutcomeMissing: 1}, []string{"a", "b"}},
	"search-arena": {`{"model_a":"a","model_b":"b","winner":"model_a","primary_intent":"Other"}
{"model_a":"a","model_b":"b","winner":null,"primary_intent":"Guidance"}
{"model_a":"a","model_b":"a","winner":null,"primary_intent":"Guidance"}
{"model_a":"a","model_b":"b","winner":"model_b","primary_intent":"Unassigned"}
{"model_a":"a","model_b":"b","winner":"tie (bothbad)","primary_intent":"Guidance"}
`, map[string]int64{"Other": 1, "Analysis": 0, "Creative Generation": 0, "Explanation": 0, "Factual Lookup": 0, "Guidance": 0, "Info Synthesis": 0, "Recommendation": 0, "Text Processing": 0},
		Drops{OutcomeMissing: 1, SelfBattle: 1, NoObjective: 1, IsBothBad: 1}, nil},
	"vision-arena": {`{"question_id":"1","model_a":"a","model_b":"b","winner":"model_a","categories":{"captioning":true,"code":true,"creative_writing":false,"diagram":true,"entity_recognition":false,"homework":false,"humor":false,"is_code":false,"ocr":true,"refusal":false}}
{"question_id":"2","model_a":"a","model_b":"b","winner":"model_b","categories":{"captioning":false,"code":true,"creative_writing":false,"diagram":false,"entity_recognition":false,"homework":false,"humor":null,"is_code":false,"ocr":false,"refusal":true}}
`, map[string]int64{"captioning": 1, "creative_writing": 0, "diagram": 1, "entity_recognition": 0, "homework": 0, "humor": 0, "is_code": 0, "ocr": 1}, Drops{NoObjective: 1}, nil},
	"arena-expert": {`{"id":"1","model_a":"a","model_b":"b","winner":"model_a","occupational_tags":{"law":true,"medicine":null}}
{"id":"2","model_a":"a","model_b":"b","winner":"model_b","occupational_tags":{"law":true,"medicine":true}}
{"id":"3","model_a":"a","model_b":"b","winner":"model_b","occupational_tags":{"law":null,"medicine":null}}
`, map[string]int64{"law": 2, "medicine": 1}, Drops{NoObjective: 1}, []string{"a", "b"}},
	"chatbot-arena": {`{"question_id":"1","model_a":"a","model_b":"b","winner":"model_a","judge":"arena_user_1","turn":1,"anony":true,"language":"English","tstamp":1682351591.1322}
{"question_id":"1","model_a":"a","model_b":"b","winner":"tie (bothbad)","judge":"arena_user_1","turn":1,"anony":true,"language":"English","tstamp":1682351591.1322}
{"question_id":"2","model_a":"a","model_b":"b","winner":"tie","judge":"arena_user_1","turn":1,"anony":false,"language":"English","tstamp":1682351591.1322}
`, map[string]int64{"overall": 1}, Drops{Filtered: 1, IsBothBad: 1}, []string{"a", "b"}},
	"mt-bench": {`{"question_id":81,"model_a":"a","model_b":"b","winner":"model_a","judge":"expert_1","turn":1}
{"question_id":90,"model_a":"a","model_b":"b","winner":"model_b","judge":["gpt-4","pair-v2"],"turn":2}
{"question_id":91,"model_a":"a","model_b":"b","winner":"tie","judge":"author_1","turn":1}
{"question_id":160,"model_a":"a","model_b":"b","winner":"model_b","judge":"author_1","turn":1}
`, map[string]int64{"writing": 2, "roleplay": 0, "humanities": 1}, Drops{IsTie: 1}, nil},
	"alpaca-eval": {`[{"instruction":"x","generator_1":"base","generator_2":"m","dataset":"koala","annotator":"n","preference":1},
{"instruction":"x","generator_1":"base","generator_2":"m","dataset":"koala","annotator":"n","preference":2.0},
{"instruction":"x","generator_1":"base","generator_2":"m","dataset":"koala","annotator":"n","preference":1.5},
{"instruction":"x","generator_1":"base","generator_2":"m","dataset":"vicuna","annotator":"n","preference":0},
{"instruction":"x","generator_1":"base","generator_2":"m","dataset":"vicuna","annotator":"n","preference":1.0000000918},
{"instruction":"x","generator_1":"base","generator_2":"m","dataset":"vicuna","annotator":"n","preference":null}]`,
		map[string]int64{"koala": 2, "vicuna": 1}, Drops{IsTie: 2, OutcomeMissing: 1}, []string{"base", "m"}},
	"arena-hard": {`{"uid":"1","category":"hard_prompt","judge":"j","model":"m","baseline":"o3","games":[{"score":"A>>B"},{"score":"A=B"}]}
{"uid":"2","category":"hard_prompt","judge":"j","model":"m","baseline":"o3","games":[{"score":"B>A"},{"score":"A>B"}]}
{"uid":"3","category":"hard_prompt","judge":"j","model":"m","baseline":"o3","games":[{"score":null},{"score":"B>>A"}]}
`, map[string]int64{"hard_prompt": 4}, Drops{OutcomeMissing: 1, IsTie: 1}, []string{"m", "o3"}},
	"evalica": {"left,right,winner\na,b,left\na,b,Right\na,b,tie\n", map[string]int64{"overall": 2}, Drops{IsTie: 1}, []string{"a", "b"}},
}

// Every preset is the first that fits a file of its shape, and reads it as by hand.
func TestPresets(t *testing.T) {
	require.Len(t, samples, len(Presets()))
	for name, c := range samples {
		path := filepath.Join(t.TempDir(), "votes")
		require.NoError(t, os.WriteFile(path, []byte(c.text), 0o600))
		d, err := Preset(name)
		require.NoError(t, err)
		require.Equal(t, name, d.Name)
		v, err := Read([]string{path}, d, Settings{}.Options)
		require.NoError(t, err, name)
		got := map[string]int64{}
		for r, n := range v.ByObjective() {
			got[v.Objectives[r]] = n
		}
		require.Equal(t, c.votes, got, name)
		require.Equal(t, c.dropped, v.Dropped, name)
		o, err := Open([]string{path}, Settings{})
		if c.kept == nil {
			require.ErrorContains(t, err, "that counts: name the objectives that have some, --objectives ", name)
			continue
		}
		require.NoError(t, err, name)
		require.Equal(t, name, o.Description.Name)
		require.Equal(t, c.kept, o.Retained.Models, name)
	}
}

// A description that is not whole, or says two things, is refused in a line.
func TestDescriptionsThatAreRefused(t *testing.T) {
	const votes = "model_a: a\nmodel_b: b\nwinner: w\n"
	for text, want := range map[string]string{
		"":             "empty: a description needs",
		"model_a: a\n": "no column of a model",
		"model_a: a\nmodel_b: b\nobjective: {constant: x}\n":  "give one of winner and winners",
		votes + "winners: {x: y}\nobjective: {constant: x}\n": "give one of winner and winners",
		votes: "objective: give exactly one of",
		votes + "objective: {constant: x, column: y}\n":                    "objective: give exactly one of",
		votes + "objective: {column: y, otherwise: z}\n":                   "otherwise and null go with flags",
		votes + "objective: {constant: x, missing: [y]}\n":                 "missing and rename go with column",
		votes + "objective: {labels: {x: y}, \"null\": maybe}\n":           "give drop or false",
		votes + "objective: {at_least: {name: x, count: 3, of: [a, b]}}\n": "a count from 1 to the 2 flags",
		votes + "objective: {labels: {x: y, x: z}}\n":                      "x is there twice",
		votes + "objective: {labels: [x]}\n":                               "give a mapping of names",
		votes + "objective: {constant: x}\nties: maybe\n":                  "ties: \"maybe\": give drop or half",
		votes + "objective: {constant: x}\nboth_bad: half\n":               "both_bad: \"half\": give drop or tie",
		votes + "objective: {constant: x}\noutcomes: {W: won}\n":           "outcomes: \"W\" means \"won\": give one of model_a",
		votes + "objective: {constant: x}\naliases: {a: b, b: c}\n":        "give \"a\" its last name",
		votes + "objective: {constant: x}\naliases: {a: b, b: a}\n":        "in turn",
		votes + "objective: {constant: x}\naliases: {a: ' '}\n":            "is the empty name",
		votes + "objective: {constant: x}\nwinnner: x\n":                   "field winnner not found",
		votes + "objective: {constant: x}\n---\nx: y\n":                    "more than one document",
		votes + "objective: {constant: x}\nmodel_a: z\n":                   "already defined",
		"- a\n": "cannot unmarshal",
		votes + "objective: {constant: x}\nwhere: 'a =='\n":      "where: ",
		votes + "objective: {constant: x}\nderive: {z: 'a +'}\n": "derive: z: ",
		votes + "objective: {column: 'x.\"y'}\n":                 "objective: ",
	} {
		d, err := parseDescription([]byte(text))
		if err == nil {
			_, err = newPlan(d)
		}
		require.ErrorContains(t, err, want, "%q", text)
		require.NotContains(t, err.Error(), "\n")
		require.False(t, strings.Contains(err.Error(), "votelog."), "%v", err)
	}
}

// The page on vote logs has a description that reads, names all presets and all reasons.
func TestThePageOnVoteLogs(t *testing.T) {
	page, err := os.ReadFile("../../docs/votes.md")
	require.NoError(t, err)
	_, rest, found := strings.Cut(string(page), "```yaml\n")
	require.True(t, found)
	text, _, _ := strings.Cut(rest, "```")
	d, err := parseDescription([]byte(text))
	require.NoError(t, err)
	_, err = newPlan(d)
	require.NoError(t, err)
	for _, name := range Presets() {
		require.Contains(t, string(page), "`"+name+"`")
	}
	for _, r := range Reasons() {
		require.Contains(t, string(page), "`"+string(r)+"`")
	}
	for line := range strings.Lines(text) { // the other ways, one at a time
		way, ok := strings.CutPrefix(strings.TrimSpace(line), "# ")
		if !ok {
			continue
		}
		one := strings.Replace(text, "  column: category ", "  "+way+"\n  #", 1)
		if strings.HasPrefix(way, "otherwise") || strings.HasPrefix(way, "null") {
			one = strings.Replace(text, "  column: category ", "  labels: {code: c}\n  "+way+"\n  #", 1)
		}
		d, err := parseDescription([]byte(one))
		require.NoError(t, err, one)
		_, err = newPlan(d)
		require.NoError(t, err, way)
	}
}
