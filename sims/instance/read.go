package instance

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"vectorborda/sims/votelog"
	"vectorborda/sims/votelog/rows"
)

// ReadFile reads an instance, latent scores or a complete vote log; see Open.
func ReadFile(path string) (*Instance, error) {
	in, _, err := Open([]string{path}, votelog.Settings{Policy: votelog.Policy{Whole: true}})
	return in, err
}

// Read reads what ReadFile does from r.
func Read(r io.Reader) (*Instance, error) {
	in, _, err := Open([]string{"-"}, votelog.Settings{Policy: votelog.Policy{Whole: true}, Options: rows.Options{Stdin: r}})
	return in, err
}

// Open reads one file of scores, JSON whose first object has a field of an instance or CSV
// whose first column is model, or else the files of a vote log, of which it also gives what
// led to it.  "-" is standard input.  Errors name the file.
func Open(files []string, s votelog.Settings) (*Instance, *votelog.Opened, error) {
	if len(files) == 1 && s.Description == nil && !s.NoScores {
		in, err := scores(files[0], &s)
		if in != nil || err != nil {
			return in, nil, err
		}
	}
	o, err := votelog.Open(files, s)
	if err != nil {
		return nil, nil, err
	}
	in, err := FromLog(o.Log)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", votelog.Title(files), err)
	}
	return in, o, nil
}

// maxBytes bounds what is read into memory.
const maxBytes = 1 << 30

// Text reads UTF-8 of a bounded size, without its byte order mark.
func Text(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxBytes {
		return nil, fmt.Errorf("more than %d bytes: leave out columns that are not read", maxBytes)
	}
	if err := otherKind(data); err != nil {
		return nil, err
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		return nil, errors.New("not UTF-8 text: save the file as UTF-8")
	}
	if bytes.IndexByte(data, '\r') >= 0 && bytes.IndexByte(data, '\n') < 0 {
		return nil, errors.New("the line ends are carriage returns alone: save the file with LF or CRLF line ends")
	}
	return data, nil
}

// headed is how much of a file tells whether it holds scores.
const headed = 1 << 16

// scores reads a file of scores; nil where it holds something else, which standard input
// then still has in whole.
func scores(path string, s *votelog.Settings) (*Instance, error) {
	var f io.Reader = s.Stdin
	if path == "-" && f == nil {
		f = os.Stdin
	}
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		f = file
	}
	whole := bufio.NewReaderSize(f, headed)
	head, err := whole.Peek(headed)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %w", votelog.Title([]string{path}), err)
	}
	s.Stdin = whole
	read := scoresOf(bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))))
	if read == nil {
		return nil, nil
	}
	data, err := Text(whole)
	if err == nil {
		var in *Instance
		if in, err = read(data); err == nil {
			return in, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", votelog.Title([]string{path}), err)
}

// scoresOf is the reader of scores that begin so, nil for anything else.
func scoresOf(head []byte) func([]byte) (*Instance, error) {
	switch {
	case len(head) == 0:
		return nil
	case head[0] == '{' && instanceFields(head):
		return readJSON
	}
	line, _, _ := bytes.Cut(head, []byte("\n"))
	for _, mark := range []string{",", ";", "\t"} {
		fields := unquoted(strings.ToLower(string(line)), mark)
		if fields[0] == "model" && len(fields) > 1 && !slices.Contains(fields, "model_a") {
			return readScores
		}
	}
	if string(bytes.ToLower(bytes.TrimSpace(line))) == "model" {
		return readScores
	}
	return nil
}

// instanceFields tells whether the first object has a field of an instance, in any letters,
// or none at all.
func instanceFields(head []byte) bool {
	dec := json.NewDecoder(bytes.NewReader(head))
	if _, err := dec.Token(); err != nil {
		return false
	}
	for n := 0; ; n++ {
		key, err := dec.Token()
		if name, ok := key.(string); ok && slices.Contains(jsonFields, strings.ToLower(name)) {
			return true
		}
		if err != nil || key == json.Delim('}') {
			return n == 0
		}
		if dec.Decode(new(json.RawMessage)) != nil || !dec.More() {
			return false
		}
	}
}
