package report

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/experiment"
	"vectorborda/sims/grid"
	"vectorborda/sims/stat"
)

// readCSV are the lines as maps, none of which may have another length than the first.
func readCSV(t *testing.T, text string) (all []map[string]string) {
	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	require.NoError(t, err)
	for _, line := range lines[1:] {
		record := map[string]string{}
		for c, name := range lines[0] {
			record[name] = line[c]
		}
		require.Len(t, record, len(lines[0]), "each name once")
		all = append(all, record)
	}
	return all
}

func recordsOf(t *testing.T, value any) []map[string]string {
	var out strings.Builder
	require.NoError(t, writeCSV(&out, value))
	return readCSV(t, out.String())
}

// requireKey checks that fields tell all records apart.
func requireKey(t *testing.T, all []map[string]string, key ...string) {
	require.NotEmpty(t, all)
	seen := map[string]int{}
	for i, record := range all {
		var values []string
		for _, field := range key {
			require.Contains(t, record, field)
			values = append(values, record[field])
		}
		name := strings.Join(values, " | ")
		before, twice := seen[name]
		require.False(t, twice, "records %d and %d are both %s", before, i, name)
		seen[name] = i
	}
}

func TestRecordsHaveTheFieldsOfJSON(t *testing.T) {
	type inner struct {
		Lo stat.Number `json:"lo"`
		N  int64       `json:"n"`
	}
	type outer struct {
		Name  string         `json:"name"`
		In    inner          `json:"in"`
		More  *inner         `json:"more"`
		Flag  bool           `json:"flag"`
		List  []string       `json:"list"`
		Inner []inner        `json:"inner"`
		Count map[string]int `json:"count"`
		Last  *float64       `json:"last"`
	}
	third := 1.0 / 3
	all := []outer{
		{Name: "a,b\n\x1b", In: inner{stat.Number(third), math.MaxInt64}, Inner: []inner{{}}, Count: map[string]int{"3": 1}},
		{Name: "c", In: inner{stat.Number(math.NaN()), 2}, More: &inner{0.1, 3}, Flag: true, List: []string{"x", "y"}, Count: map[string]int{"4": 2, "4.5": 3}, Last: &third},
	}
	var out strings.Builder
	require.NoError(t, writeCSV(&out, all))
	require.Equal(t, "name,in.lo,in.n,more.lo,more.n,flag,list.0,list.1,inner,count.4,count.4.5,count.3,last\n"+
		"\"a,b\n\x1b\",0.3333333333333333,9223372036854775807,,,false,,,,,,1,\n"+
		"c,,2,0.1,3,true,x,y,,2,3,,0.3333333333333333\n", out.String())
}

// Every number reads back as the one of JSON.
func TestRecordsAreExact(t *testing.T) {
	doc := Bounds(boundsReport())
	text, err := json.Marshal(doc.Rows)
	require.NoError(t, err)
	var rows []map[string]any
	require.NoError(t, json.Unmarshal(text, &rows))
	got := readCSV(t, render(t, "csv", doc))
	require.Len(t, got, len(rows))
	for i, row := range rows {
		for name, value := range row["tau"].(map[string]any) {
			cell := got[i]["tau."+name]
			if value == nil {
				require.Empty(t, cell, name)
				continue
			}
			var x float64
			_, err := fmt.Sscan(cell, &x)
			require.NoError(t, err)
			require.Equal(t, value, x, name)
		}
	}
}

// The centre that the sweeps share is in each of them, and told apart by the group.
func TestKeysAreUnique(t *testing.T) {
	settings, err := grid.Quick()
	require.NoError(t, err)
	r, err := grid.Plan{Seed: 1, Trials: 20}.Run(t.Context(), settings, nil)
	require.NoError(t, err)
	setting := []string{"setting.family", "setting.K", "setting.d", "setting.gap", "setting.delta"}
	requireKey(t, recordsOf(t, Bounds(r).Records()), setting...)
	requireKey(t, recordsOf(t, Bounds(r).claimRecords()), append(setting, "id")...)

	lab, err := experiment.Plan{Experiments: []string{"scaling"}, Trials: 1, Seed: 1}.Run(t.Context(), nil, nil)
	require.NoError(t, err)
	rows := recordsOf(t, Experiments(lab).Records())
	requireKey(t, rows, "group", "setting.family", "setting.delta", "method")
	centre := 0
	for _, row := range rows {
		if row["setting.family"] == "symmetric,K=64,d=10,gap=1" && row["method"] == "vb-ege" {
			centre++
		}
	}
	require.Greater(t, centre, 1)
}

// Names stand also above no records.
func TestNoRecordsHaveNames(t *testing.T) {
	var out strings.Builder
	require.NoError(t, writeCSV(&out, []finding(nil)))
	require.Equal(t, "id,sentence,verdict,why,numbers\n", out.String())
}
