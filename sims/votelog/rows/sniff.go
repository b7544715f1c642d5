package rows

import (
	"bytes"
	"errors"
	"unicode/utf8"
)

const bom = "\xef\xbb\xbf"

// kinds are files that are no table of ours, by how they begin, with what mends them.
var kinds = []struct{ begins, mend string }{
	{"BZh", "a bzip2 file: unpack it with bunzip2"},
	{"\xfd7zXZ\x00", "an xz file: unpack it with unxz"},
	{"PK\x03\x04", "a zip file, perhaps a spreadsheet: unpack it, or save the sheet as CSV"},
	{"7z\xbc\xaf\x27\x1c", "a 7z file: unpack it"},
	{"\xd0\xcf\x11\xe0", "an old spreadsheet: save the sheet as CSV"},
	{"ARROW1", "an Arrow file: save it as Parquet"},
	{"\xff\xff\xff\xff", "an Arrow stream: save it as Parquet"},
	{"SQLite format 3", "an SQLite database: save the table as CSV"},
	{"PARE", "an encrypted Parquet file: save it without encryption"},
	{"version https://git-lfs", "a Git LFS pointer in place of the file: fetch it with git lfs pull"},
	{"\xff\xfe", "UTF-16 text: save the file as UTF-8"},
	{"\xfe\xff", "UTF-16 text: save the file as UTF-8"},
}

// Foreign names a file of a known other kind, from how it begins.
func Foreign(head []byte) error {
	for _, k := range kinds {
		if bytes.HasPrefix(head, []byte(k.begins)) {
			return errors.New(k.mend)
		}
	}
	return nil
}

// otherKind names a file that is no table of ours, from how it begins.
func otherKind(head []byte) error {
	if err := Foreign(head); err != nil {
		return err
	}
	zeros := bytes.Count(head, []byte{0})
	text := bytes.TrimSpace(bytes.TrimPrefix(head, []byte(bom)))
	switch {
	case len(text) == 0:
		return errors.New("empty: give a file with a table")
	case len(head) > 262 && string(head[257:262]) == "ustar":
		return errors.New("a tar archive: unpack it with tar -xf")
	case text[0] == '<':
		return errors.New("a web page or XML in place of the file, perhaps one that asks for a log-in: fetch the file again, logged in")
	case zeros > len(head)/3 && zeros <= len(head)/2+1:
		return errors.New("UTF-16 text: save the file as UTF-8")
	case zeros > 0 || !utf8.Valid(whole(head)):
		return errors.New("neither a table nor UTF-8 text: save it as UTF-8, or as Parquet")
	case bytes.IndexByte(head, '\r') >= 0 && bytes.IndexByte(head, '\n') < 0:
		return errors.New("the line ends are carriage returns alone: save the file with LF or CRLF line ends")
	}
	return nil
}

// whole is text without a rune that was cut at its end.
func whole(text []byte) []byte {
	for cut := range min(utf8.UTFMax, len(text)) {
		if end := len(text) - cut - 1; utf8.RuneStart(text[end]) {
			if !utf8.FullRune(text[end:]) {
				return text[:end]
			}
			break
		}
	}
	return text
}
