package rows

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// headBytes are looked at to tell what a file is; a header must fit in them.
const headBytes = 1 << 16

// mostWindow bounds what zstd keeps to look back at.
const mostWindow = 1 << 27

// source is an opened file, unpacked.
type source struct {
	name    string
	want    []Path
	in      *bufio.Reader
	table   table
	ordered bool  // the whole row is a record
	failed  error // what ended the bytes too early
	closes  []func() error

	bytes, before int64 // read of the file, and of the files before it
	progress      func(int64)
}

// errorf is an error of the file.
func (s *source) errorf(format string, args ...any) error {
	return fmt.Errorf(title(s.name)+": "+format, args...)
}

func (s *source) close() {
	for _, c := range slices.Backward(s.closes) {
		c()
	}
	s.closes = nil
}

// open unpacks a file, tells what it is and finds the wanted columns.
func open(name string, want []Path, o Options) (s *source, err error) {
	s = &source{name: name, want: want, progress: o.Progress, ordered: o.ordered}
	defer func() {
		if s.failed != nil {
			err = s.errorf("%w", s.failed)
		}
		if err != nil {
			s.close()
		}
		err = oneLine(err)
	}()
	raw := o.Stdin
	switch {
	case name != "-":
		f, err := os.Open(name)
		if errors.Is(err, fs.ErrNotExist) {
			return s, s.errorf("no such file: check the folder and the name")
		}
		if err != nil {
			return s, err
		}
		s.closes = append(s.closes, f.Close)
		if info, err := f.Stat(); err == nil && info.IsDir() {
			return s, s.errorf("a folder: name the files in it, as in %s", filepath.Join(name, "*.csv"))
		}
		raw = f
	case raw == nil:
		raw = os.Stdin
	}
	return s, s.unpack(raw)
}

// unpack takes off what the table is packed in and opens the table.
func (s *source) unpack(raw io.Reader) error {
	s.in = bufio.NewReaderSize(&guarded{r: raw, s: s, raw: true}, headBytes)
	for packed := range 3 {
		head, _ := s.in.Peek(headBytes)
		var plain io.Reader
		var err error
		kind := "gzip"
		switch {
		case s.failed != nil:
			return s.failed
		case strings.HasPrefix(string(head), "\x1f\x8b"):
			plain, err = gzip.NewReader(s.in)
		case strings.HasPrefix(string(head), "\x28\xb5\x2f\xfd"):
			kind = "zstd"
			var z *zstd.Decoder
			if z, err = zstd.NewReader(s.in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(mostWindow)); err == nil {
				s.closes = append(s.closes, func() error { z.Close(); return nil })
				plain = z
			}
		case strings.HasPrefix(string(head), "PAR1"):
			file, _ := raw.(*os.File)
			if packed > 0 || s.name == "-" || !regular(file) {
				file = nil
			}
			if s.table, err = newParquet(s, file); errors.Is(err, errDamaged) {
				err = s.errorf("%w: fetch the file again", err)
			}
			return err
		default:
			return s.openTable(head)
		}
		if err != nil {
			return s.errorf("%w", unpackError(kind, err))
		}
		s.in = bufio.NewReaderSize(&guarded{r: plain, s: s, kind: kind}, headBytes)
	}
	return s.errorf("packed three times over: unpack it")
}

func (s *source) openTable(head []byte) (err error) {
	if err := otherKind(head); err != nil {
		return s.errorf("%w", err)
	}
	if strings.HasPrefix(string(head), bom) {
		s.in.Discard(len(bom))
		head = head[len(bom):]
	}
	if first := strings.TrimSpace(string(head))[0]; first == '{' || first == '[' {
		s.table = newJSON(s)
		return nil
	}
	s.table, err = newCSV(s, head)
	return err
}

// guarded tells the source of the bytes read and of what ended them too early.
type guarded struct {
	r    io.Reader
	s    *source
	raw  bool
	kind string
}

func (g *guarded) Read(p []byte) (int, error) {
	n, err := g.r.Read(p)
	if g.raw {
		g.s.tell(g.s.bytes + int64(n))
	}
	if err == nil || err == io.EOF || g.s.failed != nil {
		return n, err
	}
	if g.s.failed = err; !g.raw {
		g.s.failed = unpackError(g.kind, err)
	}
	return n, err
}

func unpackError(kind string, err error) error {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("the %s data is cut off: fetch the file again", kind)
	case errors.Is(err, zstd.ErrWindowSizeExceeded):
		return fmt.Errorf("zstd data with a window of more than %d bytes: unpack it", mostWindow)
	}
	return fmt.Errorf("the %s data is damaged (%w): fetch the file again", kind, err)
}

// tell says how much of the file is read.
func (s *source) tell(bytes int64) {
	if s.bytes = bytes; s.progress != nil {
		s.progress(s.before + bytes)
	}
}

func regular(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode().IsRegular()
}

// Expand replaces patterns (*, ?, […]) by the files they match, sorted, each once.  A name
// that is a file stands for itself, and so does "-", standard input.
func Expand(args []string) ([]string, error) {
	var files []string
	for _, arg := range args {
		if _, err := os.Lstat(arg); arg == "-" || err == nil || !strings.ContainsAny(arg, "*?[") {
			files = append(files, arg)
			continue
		}
		found, err := filepath.Glob(arg)
		if err != nil { // no pattern: a name with brackets
			files = append(files, arg)
			continue
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("pattern %q: no file matches it: check the folder and the name", arg)
		}
		files = append(files, found...)
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}
