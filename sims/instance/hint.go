package instance

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"vectorborda/sims/votelog/rows"
)

// packed are files that rows reads and that are no text, by how they begin, with what mends
// them.
var packed = []struct{ begins, mend string }{
	{"\x1f\x8b", "a gzip file: unpack it with gunzip"},
	{"\x28\xb5\x2f\xfd", "a zstd file: unpack it with zstd -d"},
	{"PAR1", "a Parquet file: convert it to CSV"},
}

// otherKind names a file that is no text of ours.
func otherKind(data []byte) error {
	for _, k := range packed {
		if bytes.HasPrefix(data, []byte(k.begins)) {
			return errors.New(k.mend)
		}
	}
	return rows.Foreign(data)
}

// headerHint says what is wrong with a header whose first column is model but for another
// separator or other letters.
func headerHint(data []byte) error {
	line, _, _ := strings.Cut(string(bytes.TrimSpace(data)), "\n")
	for _, by := range []struct{ mark, name string }{{";", "semicolons"}, {"\t", "tabs"}} {
		if strings.Count(line, by.mark) > strings.Count(line, ",") {
			return fmt.Errorf("line 1: the fields are separated by %s: save the file with commas", by.name)
		}
	}
	if name := unquoted(line, ",")[0]; name != "model" {
		return fmt.Errorf("line 1: column %q: write %q, in small letters", name, "model")
	}
	return nil
}

// unquoted are the fields of a line without the quotes around them.
func unquoted(line, mark string) []string {
	fields := strings.Split(line, mark)
	for c, field := range fields {
		fields[c] = strings.Trim(strings.TrimSpace(field), `"`)
	}
	return fields
}
