package votelog

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Shapes of public files that no preset knows, each with a description and its votes by
// hand: model, model, objective, votes for each.
var shapes = map[string]struct{ file, text, description, votes, dropped string }{
	"three annotators a row, both models in one cell": {"apps.json", `[{"cmp_key":"llama-7b_bloom-7b","annotator1":1,"annotator2":2,"annotator3":0,"app":"Gmail"},
{"cmp_key":"bloom-7b_opt-7b","annotator1":1,"annotator2":1,"annotator3":0,"app":"Yelp"}]`, `
derive: {first: 'split(cmp_key, "_")[0]', second: 'split(cmp_key, "_")[1]'}
model_a: first
model_b: second
winners: {one: annotator1, two: annotator2, three: annotator3}
objective: {column: app}`, "bloom-7b llama-7b Gmail 1:1, bloom-7b opt-7b Yelp 2:0", "2 tie"},
	"annotators are objectives": {"apps.json", `[{"a":"x","b":"y","ann1":1,"ann2":2},{"a":"y","b":"x","ann1":2,"ann2":0}]`, `
model_a: a
model_b: b
winners: {ann: ann1, bob: ann2}`, "x y ann 2:0, x y bob 0:1", "1 tie"},
	"two scores, tournaments in groups": {"games.csv", `home,away,hs,as,tournament
Brazil,Chile,2,1,World Cup qualification
Chile,Brazil,1,1,Copa
Peru,Brazil,0,10,Copa
Peru,Chile,NA,NA,Friendly
Peru,Chile,2,1,Friendly
`, `
model_a: home
model_b: away
derive:
  won: 'hs == "NA" ? nil : hs > as ? "model_a" : hs < as ? "model_b" : "tie"'
winner: won
objective: {column: tournament, rename: {World Cup qualification: cup, Copa: cup}, values: [cup, Friendly]}`,
		"Brazil Chile cup 1:0, Brazil Peru cup 1:0, Chile Peru Friendly 0:1", "1 outcome missing, 1 tie"},
	"winner and loser": {"matches.csv", "winner_name,loser_name,score,surface\nAnn,Bea,6-1,Clay\nBea,Cat,W/O,Clay\nCat,Ann,7-5,Hard\n", `
model_a: winner_name
model_b: loser_name
derive: {won: '"model_a"'}
where: score != "W/O"
winner: won
objective: {column: surface}`, "Ann Bea Clay 1:0, Ann Cat Hard 0:1", "1 filtered"},
	"models by number, y in 0, 1/2, 1": {"y.jsonl", `{"i":0,"j":1,"y":0.5}
{"i":2,"j":1,"y":1}
{"i":0,"j":2,"y":0}`, `
model_a: i
model_b: j
winner: y
outcomes: {"1": model_a, "0": model_b, "0.5": tie}
objective: {constant: all}`, "0 2 all 0:1, 1 2 all 0:1", "1 tie"},
	"a number with thresholds": {"w.csv", "a,b,p\nx,y,0.9\nx,y,0.5\ny,x,0.1\nx,y,\n", `
model_a: a
model_b: b
derive: {won: 'p == nil ? nil : p > 0.6 ? "A" : p < 0.4 ? "B" : "tie"'}
winner: won
objective: {constant: all}`, "x y all 2:0", "1 outcome missing, 1 tie"},
	"the winner by name, the language in the file's name": {"judge_en.jsonl", `{"model_a":"x","model_b":"y","winner":"x","category":"math"}
{"model_a":"x","model_b":"y","winner":"inconsistent","category":"math"}
{"model_a":"x","model_b":"y","winner":"error","category":"math"}
{"model_a":"y","model_b":"x","winner":"tie","category":"math"}
{"model_a":"y","model_b":"x","winner":"x","category":"math"}`, `
model_a: model_a
model_b: model_b
winner: winner
derive: {both: 'category + " " + split(split(col("@file"), ".")[0], "_")[1]'}
objective: {column: both}`, "x y math en 2:0", "1 error, 1 inconsistent, 1 tie"},
	"two texts for a model": {"v.csv", "l,r,w\nx-v1,y,left\nx,y,right\nx-v1,x,left\n", `
model_a: l
model_b: r
winner: w
aliases: {x-v1: x}
objective: {constant: all}`, "x y all 1:1", "1 self battle by alias"},
	"a list of topics": {"t.jsonl", `{"l":"x","r":"y","w":"left","topics":["a","b"]}
{"l":"x","r":"y","w":"right","topics":[]}
{"l":"x","r":"y","w":"right","topics":null}
{"l":"x","r":"y","w":"right","topics":["b","b"]}`, `
model_a: l
model_b: r
winner: w
objective: {column: topics}`, "x y a 1:0, x y b 1:1", "1 objective missing, 1 no objective"},
	"long conversations": {"c.jsonl", `{"l":"x","r":"y","w":"left","meta":{"turns":3,"tok":900}}
{"l":"x","r":"y","w":"right","meta":{"turns":1,"tok":100}}
{"l":"x","r":"y","w":"right","meta":{"turns":1,"tok":700}}`, `
model_a: l
model_b: r
winner: w
derive: {long: 'col("meta.tok") > 500', many: col("meta.turns") > 1}
objective: {labels: {long: long, many turns: many}, otherwise: short}`, "x y long 1:1, x y many turns 1:0, x y short 0:1", ""},
}

func TestShapesOfPublicFiles(t *testing.T) {
	for why, c := range shapes {
		path := filepath.Join(t.TempDir(), c.file)
		require.NoError(t, os.WriteFile(path, []byte(c.text), 0o600))
		d, err := parseDescription([]byte(c.description))
		require.NoError(t, err, why)
		v, err := Read([]string{path}, d, Settings{}.Options)
		require.NoError(t, err, why)
		var votes []string
		for at, n := range v.cells {
			votes = append(votes, fmt.Sprintf("%s %s %s %d:%d", v.Models[at.i], v.Models[at.j], v.Objectives[at.r], n.wonI, n.wonJ))
		}
		slices.Sort(votes)
		require.Equal(t, c.votes, strings.Join(votes, ", "), why)
		if c.dropped == "" {
			c.dropped = "none"
		}
		require.Equal(t, c.dropped, v.Dropped.Words(), why)
		require.Equal(t, v.Judgments, v.Used+v.Dropped.Sum(), why)
	}
}
