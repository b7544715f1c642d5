package votelog

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/stream"
	"vectorborda/sims/votelog/rows"
)

// A log that was converted, to either container, is the same log: votes, drops of what is
// no missing name, clusters and what they say of the population, copies.
func TestConvertedLogsAreTheSame(t *testing.T) {
	all := invent(stream.Key{Seed: 142}.Rand(0), 3000)
	all = append(all, all[7]) // a copy
	files := containers(t, stream.Key{Seed: 142}.Rand(1), all)["JSON Lines"]
	path := filepath.Join(t.TempDir(), "votes.jsonl")
	require.NoError(t, os.WriteFile(path, files["votes.jsonl"], 0o600))
	for name, p := range policies {
		d := &Description{ModelA: "model_a", ModelB: "model_b", Winner: "winner", Objective: p.objective, ID: []string{"id"}, Cluster: "evaluation_session_id", Ties: "half"}
		once, err := Open([]string{path}, Settings{Description: d, Policy: p.policy})
		require.NoError(t, err)
		for to, begin := range map[string]func(*bytes.Buffer) Table{
			"csv":     func(b *bytes.Buffer) Table { return CSV(b) },
			"parquet": func(b *bytes.Buffer) Table { return Parquet(b) },
		} {
			var out bytes.Buffer
			v, err := Convert(t.Context(), []string{path}, Settings{Description: d}, begin(&out))
			require.NoError(t, err)
			require.Equal(t, once.Votes, v)
			again, err := Open([]string{"-"}, Settings{Change: func(d *Description) { d.Cluster, d.Ties = "cluster", "half" }, Policy: p.policy, Options: rows.Options{Stdin: &out}})
			require.NoError(t, err, "%s, %s", name, to)
			require.Equal(t, "converted", again.Description.Name)
			require.Equal(t, once.Retained, again.Retained, name)
			require.Equal(t, once.Log.wins, again.Log.wins, name)
			require.Equal(t, once.Log.ties, again.Log.ties, name)
			require.Equal(t, once.Votes.groups, again.Votes.groups, name)
			require.Equal(t, once.Votes.Copies > 0, again.Votes.Copies > 0, name)
		}
	}
}

// Two games of a row stay two votes, and rows without an id are numbered.
func TestConvertedVotesHaveNames(t *testing.T) {
	d, err := Preset("arena-hard")
	require.NoError(t, err)
	var out bytes.Buffer
	_, err = Convert(t.Context(), []string{"-"}, Settings{Description: d, Options: rows.Options{Stdin: bytes.NewBufferString(samples["arena-hard"].text)}}, CSV(&out))
	require.NoError(t, err)
	require.Equal(t, `vote,model_a,model_b,winner,objective
1/first game,o3,m,model_a,hard_prompt
1/second game,o3,m,tie,hard_prompt
2/first game,o3,m,model_b,hard_prompt
2/second game,o3,m,model_b,hard_prompt
3/second game,o3,m,model_a,hard_prompt
`, out.String())
}
