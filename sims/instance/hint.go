package instance

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// kinds are files that are no text of ours, by how they begin, with what mends them.
var kinds = []struct{ begins, mend string }{
	{"\x1f\x8b", "a gzip file: unpack it with gunzip"},
	{"\x28\xb5\x2f\xfd", "a zstd file: unpack it with zstd -d"},
	{"BZh", "a bzip2 file: unpack it with bunzip2"},
	{"\xfd7zXZ\x00", "an xz file: unpack it with unxz"},
	{"PK\x03\x04", "a zip file, perhaps a spreadsheet: unpack it, or save the sheet as CSV"},
	{"PAR1", "a Parquet file: convert it to CSV"},
	{"version https://git-lfs", "a Git LFS pointer in place of the file: fetch it with git lfs pull"},
}

// otherKind names a file that is no text of ours.
func otherKind(data []byte) error {
	for _, k := range kinds {
		if bytes.HasPrefix(data, []byte(k.begins)) {
			return errors.New(k.mend)
		}
	}
	return nil
}

// anyColumn are the columns by which a CSV is recognised.
var anyColumn = slices.Concat(logColumns, []string{"model"})

// headerHint says what is wrong with a header that is refused and would be known otherwise:
// another separator, or other letters in one of the names.
func headerHint(data []byte, names []string) error {
	line, _, _ := strings.Cut(string(bytes.TrimSpace(data)), "\n")
	meant := func(name string) bool { return slices.Contains(names, strings.ToLower(name)) }
	for _, by := range []struct{ mark, name string }{{";", "semicolons"}, {"\t", "tabs"}} {
		if strings.Count(line, by.mark) > strings.Count(line, ",") && slices.ContainsFunc(unquoted(line, by.mark), meant) {
			return fmt.Errorf("line 1: the fields are separated by %s: save the file with commas", by.name)
		}
	}
	// Beside all columns of a log one that is called Model is another.
	if ofLog(unquoted(strings.ToLower(line), ",")) == len(logColumns) {
		names = logColumns
	}
	for _, name := range unquoted(line, ",") {
		if low := strings.ToLower(name); low != name && meant(name) {
			return fmt.Errorf("line 1: column %q: write %q, in small letters", name, low)
		}
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
