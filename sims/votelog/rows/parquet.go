package rows

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// mostHeld bounds a Parquet file that is packed or comes through a pipe: its end is read first,
// so all of it is held in memory.
const mostHeld = 1 << 28

// parquetTable reads the wanted leaf columns, page by page.
type parquetTable struct {
	s       *source
	in      io.ReaderAt
	f       *parquet.File
	header  []string
	columns []column
	shapes  []*shape // one a column
	whole   []int    // the wanted paths that are the whole row
	leaves  []*leaf
}

var errDamaged = errors.New("the Parquet data is damaged")

// newParquet opens a file, or what is in s if file is nil.
func newParquet(s *source, file *os.File) (t *parquetTable, err error) {
	defer damaged(&err)
	in, size, err := s.direct(file)
	if err != nil {
		return nil, err
	}
	tail := make([]byte, 4)
	if _, err := in.ReadAt(tail, max(0, size-4)); err != nil || string(tail) != "PAR1" || size < 12 {
		return nil, s.errorf("the Parquet data is cut off: fetch the file again")
	}
	t = &parquetTable{s: s, in: in}
	t.f, err = parquet.OpenFile(in, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true), parquet.ReadBufferSize(headBytes))
	if err != nil {
		return nil, fmt.Errorf("%w (%v)", errDamaged, err)
	}
	top := t.f.Root().Columns()
	for _, c := range top {
		t.header = append(t.header, c.Name())
	}
	if t.columns, t.whole, err = resolve(t.header, s.want); err != nil {
		return nil, s.errorf("%w", err)
	}
	if len(t.columns) == 0 && len(top) > 0 { // to count the rows
		t.columns = []column{{node: &node{}}}
	}
	for _, c := range t.columns {
		from := len(t.leaves)
		shape, err := t.shape(top[c.at], c.node, Path{t.header[c.at]})
		if err == nil && len(t.whole) > 0 {
			t.leaves = t.leaves[:from]
			shape, err = t.shape(top[c.at], nil, Path{t.header[c.at]})
		}
		if err != nil {
			return nil, s.errorf("%w", err)
		}
		t.shapes = append(t.shapes, shape)
	}
	return t, t.checkCodecs()
}

// direct gives the file, or what is in s, for reading at any place.
func (s *source) direct(file *os.File) (io.ReaderAt, int64, error) {
	if file != nil {
		info, err := file.Stat()
		if err != nil {
			return nil, 0, err
		}
		return file, info.Size(), nil
	}
	data, err := io.ReadAll(io.LimitReader(s.in, mostHeld+1))
	if len(data) > mostHeld {
		err = s.errorf("more than %d bytes of Parquet that is packed or comes through a pipe: unpack it into a file", mostHeld)
	}
	return bytes.NewReader(data), int64(len(data)), err
}

// damaged makes an error of a panic of the library on data that is no Parquet inside.
func damaged(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("%w (%v)", errDamaged, p)
	}
}

// checkCodecs refuses compressions that the library has not, and LZ4, for which it doubles its
// memory without end where the data is damaged.
func (t *parquetTable) checkCodecs() error {
	known := []format.CompressionCodec{format.Uncompressed, format.Snappy, format.Gzip, format.Brotli, format.Zstd}
	for _, g := range t.f.Metadata().RowGroups {
		for _, l := range t.leaves {
			if codec := g.Columns[l.column.Index()].MetaData.Codec; !slices.Contains(known, codec) {
				return t.s.errorf("Parquet packed with %v: save it with Snappy or zstd", codec)
			}
		}
	}
	return nil
}

func (t *parquetTable) rows(r *Row, each func(*Row) error) (err error) {
	defer t.close()
	size, total := t.f.Size(), t.f.NumRows()
	for n, g := range t.f.RowGroups() {
		if err := t.walk(n); err != nil {
			r.Number++
			return t.trouble(r, err)
		}
		if err := t.open(g); err != nil {
			return t.trouble(r, err)
		}
		for range g.NumRows() {
			r.Number++
			if err := t.row(r); err != nil {
				return t.trouble(r, err)
			}
			if err := each(r); err != nil {
				return err
			}
			if done := int64(float64(size) * float64(r.Number) / float64(total)); r.Number%1024 == 0 || r.Number == total {
				t.s.tell(done)
			}
		}
		if err := t.atEnd(); err != nil {
			return t.trouble(r, err)
		}
	}
	return t.s.lacking(r, t.header, t.columns)
}

// atEnd refuses a row group with more values than rows.
func (t *parquetTable) atEnd() (err error) {
	defer damaged(&err)
	for _, l := range t.leaves {
		if _, err := l.peek(); err == nil {
			return errMore
		} else if err != errEnd {
			return err
		}
	}
	return nil
}

// trouble is an error with the row where the data is damaged.
func (t *parquetTable) trouble(r *Row, err error) error {
	if errors.Is(err, errDamaged) {
		return fmt.Errorf("%s: %w: fetch the file again", r.Where(), err)
	}
	return err
}

// walk refuses a row group whose pages state more than they can hold.
func (t *parquetTable) walk(group int) (err error) {
	defer damaged(&err)
	for _, l := range t.leaves {
		c := chunk{&t.f.Metadata().RowGroups[group].Columns[l.column.Index()].MetaData, l.column.MaxRepetitionLevel(), l.column.MaxDefinitionLevel()}
		if err := c.walk(t.in); err != nil {
			return fmt.Errorf("%w (column %s: %v)", errDamaged, Path(l.column.Path()), err)
		}
	}
	return nil
}

// open begins a row group.
func (t *parquetTable) open(g parquet.RowGroup) (err error) {
	defer damaged(&err)
	t.close()
	chunks := g.ColumnChunks()
	for _, l := range t.leaves {
		l.pages = chunks[l.column.Index()].Pages()
	}
	return nil
}

func (t *parquetTable) close() {
	for _, l := range t.leaves {
		l.close()
	}
}

// row reads the wanted values of the next row.
func (t *parquetTable) row(r *Row) (err error) {
	defer damaged(&err)
	clear(r.Values)
	var all record
	for _, l := range t.leaves {
		v, err := l.peek()
		if err != nil {
			return err
		}
		if v.RepetitionLevel() != 0 {
			return fmt.Errorf("%w (column %q is out of step)", errDamaged, Path(l.column.Path()))
		}
	}
	for c, column := range t.columns {
		v, err := t.shapes[c].read()
		if err != nil {
			return err
		}
		if len(t.whole) > 0 {
			all = append(all, member{t.header[column.at], v})
		}
		if err := column.node.take(r, v); err != nil {
			return err
		}
	}
	for _, i := range t.whole {
		r.Values[i], r.found[i] = all.object(t.s.ordered), true
	}
	return nil
}
