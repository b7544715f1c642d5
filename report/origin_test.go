package report

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// An object has its origin first, a list has it in each object, and what has none stays
// as it is; the rest of the document is the same.
func TestJSONSaysWhatMadeIt(t *testing.T) {
	by, err := json.Marshal(maker)
	require.NoError(t, err)
	for doc, want := range map[string]string{
		`{}`: `{"made_by":BY}`, `{"a":1}`: `{"made_by":BY,"a":1}`, `[]`: `[]`, `[{"a":1},{}]`: `[{"made_by":BY,"a":1},{"made_by":BY}]`,
	} {
		got, err := maker.signed([]byte(doc))
		require.NoError(t, err)
		require.JSONEq(t, strings.ReplaceAll(want, "BY", string(by)), string(got))
		same, err := Origin{}.signed([]byte(doc))
		require.NoError(t, err)
		require.Equal(t, doc, string(same))
	}
}

func TestTheFolderSaysWhatMadeIt(t *testing.T) {
	dir := t.TempDir()
	doc := Bounds(boundsReport())
	require.NoError(t, WriteFolder(dir, maker, doc, nil, doc.Files(maker)))
	for _, name := range []string{"report.json", "report.md", "junit.xml"} {
		text := strings.ReplaceAll(strings.ReplaceAll(content(t, dir, name), "&#39;", "'"), "&amp;", "&")
		for _, part := range []string{maker.Version, maker.Command, maker.Platform, maker.Paper} {
			require.Equal(t, 1, strings.Count(text, part), "%s in %s", part, name)
		}
	}
}
