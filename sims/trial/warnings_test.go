package trial

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/algo"
	"vectorborda/sims/instance"
)

func instanceOf(t *testing.T, text string) *instance.Instance {
	in, err := instance.Read(strings.NewReader(text))
	require.NoError(t, err)
	return in
}

// logOf has n votes a pair, won by the first of each two names in the given shares.
func logOf(n int, rates map[string]float64) string {
	text := "model_a,model_b,winner,objective\n"
	for pair, rate := range rates {
		for v := range n {
			winner := "model_b"
			if float64(v) < rate*float64(n) {
				winner = "model_a"
			}
			text += fmt.Sprintf("%c,%c,%s,r\n", pair[0], pair[1], winner)
		}
	}
	return text
}

func TestWarnings(t *testing.T) {
	cycle := logOf(40, map[string]float64{"ab": 0.9, "bc": 0.8, "ca": 0.7})
	line := logOf(40, map[string]float64{"ab": 0.7, "bc": 0.7, "ac": 0.85})
	for _, c := range []struct {
		why, text, method, want string
	}{
		{"a cycle", cycle, "bt-mle", "no Bradley–Terry law at level 0.001"},
		{"a cycle", cycle, "bt-glr", "no Bradley–Terry law at level 0.001"},
		{"a cycle, and what to use", cycle, "bt-glr", "look; give one of vb-ege, focal, plug-in, which need none"},
		{"a cycle, and no model fit", cycle, "vb-ege", ""},
		{"a cycle, and no model fit", cycle, "plug-in", ""},
		{"a line", line, "bt-mle", ""},
		{"latent scores", "model,r\na,1\nb,0\n", "bt-glr", ""},
		{"twins", "model,r\na,1\nb,1\nc,0\n", "vb-ege", `the gap of "a", "b" is 0`},
		{"many twins", "model,r\na,1\nb,1\nc,1\nd,1\ne,0\n", "focal", `the gap of "a", "b", "c" and 1 more is 0`},
	} {
		method, err := algo.Find(c.method)
		require.NoError(t, err)
		got := Simulation{Instance: instanceOf(t, c.text), Method: method}.Warnings()
		if c.want == "" {
			require.Empty(t, got, c.why)
			continue
		}
		require.Len(t, got, 1, c.why)
		require.Contains(t, got[0], c.want, c.why)
	}
}
