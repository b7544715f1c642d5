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

// headerHint says what is wrong with a header that would be known otherwise: another
// separator, or other letters.
func headerHint(line string) error {
	for _, by := range []struct{ mark, name string }{{";", "semicolons"}, {"\t", "tabs"}} {
		if strings.Count(line, by.mark) > strings.Count(line, ",") && known(strings.Split(line, by.mark)) {
			return fmt.Errorf("line 1: the fields are separated by %s: save the file with commas", by.name)
		}
	}
	for _, name := range strings.Split(line, ",") {
		name = strings.Trim(strings.TrimSpace(name), `"`)
		if low := strings.ToLower(name); low != name && (low == "model" || slices.Contains(logColumns, low)) {
			return fmt.Errorf("line 1: column %q: write %q, in small letters", name, low)
		}
	}
	return nil
}

// known tells whether a header has a name of ours, in whatever letters.
func known(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		low := strings.ToLower(strings.Trim(strings.TrimSpace(name), `"`))
		return low == "model" || slices.Contains(logColumns, low)
	})
}
