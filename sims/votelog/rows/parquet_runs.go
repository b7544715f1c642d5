package rows

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// The library believes the lengths that a page states and takes memory for them, up to
// gigabytes of a few damaged bytes, which cannot be caught.  So each page is walked first.
const (
	mostPage   = 1 << 27 // bytes of a page, unpacked
	mostPaged  = 1 << 25 // values of a page
	mostPadded = 1 << 12 // values that runs may have beyond those of the page
)

// chunk is a column of a row group, to be walked.
type chunk struct {
	meta     *format.ColumnMetaData
	rep, def int // the largest levels
}

// walk refuses a column whose pages state more than they can hold.
func (c chunk) walk(in io.ReaderAt) error {
	start := c.meta.DataPageOffset
	if d := c.meta.DictionaryPageOffset; d > 0 && d < start {
		start = d
	}
	rest := io.NewSectionReader(in, start, c.meta.TotalCompressedSize)
	buffer := bufio.NewReader(rest)
	for {
		if _, err := buffer.Peek(1); err == io.EOF {
			return nil
		}
		var header format.PageHeader
		if err := thrift.NewDecoder(new(thrift.CompactProtocol).NewReader(buffer)).Decode(&header); err != nil {
			return err
		}
		packed, plain := int64(header.CompressedPageSize), int64(header.UncompressedPageSize)
		if packed < 0 || packed > c.meta.TotalCompressedSize || packed > mostPage || plain < 0 || plain > mostPage {
			return fmt.Errorf("a page of %d bytes, packed %d", plain, packed)
		}
		page := make([]byte, packed)
		if _, err := io.ReadFull(buffer, page); err != nil {
			return err
		}
		if err := c.page(&header, page); err != nil {
			return err
		}
	}
}

// page walks one page.
func (c chunk) page(h *format.PageHeader, page []byte) (err error) {
	size := int(h.UncompressedPageSize)
	switch {
	case h.DataPageHeaderV2.Valid:
		v2 := h.DataPageHeaderV2.V
		rep, levels := int(v2.RepetitionLevelsByteLength), int(v2.RepetitionLevelsByteLength)+int(v2.DefinitionLevelsByteLength)
		if rep < 0 || levels < rep || levels > len(page) || levels > size {
			return fmt.Errorf("levels of %d bytes in a page of %d", levels, len(page))
		}
		n := int(v2.NumValues)
		if err := c.levels(page[:rep], page[rep:levels], n); err != nil {
			return err
		}
		values := page[levels:]
		if !v2.IsCompressed.Valid || v2.IsCompressed.V {
			if values, err = c.unpack(values, size-levels); err != nil {
				return err
			}
		}
		return encoded(values, v2.Encoding, n)
	case h.DataPageHeader.Valid:
		v1 := h.DataPageHeader.V
		if page, err = c.unpack(page, size); err != nil {
			return err
		}
		var rep, def []byte
		for _, level := range []struct {
			most     int
			encoding format.Encoding
			to       *[]byte
		}{{c.rep, v1.RepetitionLevelEncoding, &rep}, {c.def, v1.DefinitionLevelEncoding, &def}} {
			if level.most == 0 {
				continue
			}
			if level.encoding != format.RLE {
				return fmt.Errorf("levels in the encoding %v", level.encoding)
			}
			if *level.to, page, err = sized(page); err != nil {
				return err
			}
		}
		if err := c.levels(rep, def, int(v1.NumValues)); err != nil {
			return err
		}
		return encoded(page, v1.Encoding, int(v1.NumValues))
	}
	_, err = c.unpack(page, size) // a dictionary holds no lengths but those of its texts
	return err
}

func (c chunk) levels(rep, def []byte, n int) error {
	if n < 0 || n > mostPaged {
		return fmt.Errorf("a page of %d values", n)
	}
	if err := runs(rep, bits.Len(uint(c.rep)), n); err != nil {
		return err
	}
	return runs(def, bits.Len(uint(c.def)), n)
}

// encoded walks the values of a page in the encodings that state lengths.
func encoded(data []byte, encoding format.Encoding, n int) (err error) {
	switch encoding {
	case format.PlainDictionary, format.RLEDictionary:
		if len(data) == 0 {
			return nil
		}
		return runs(data[1:], int(data[0]), n)
	case format.RLE:
		if data, _, err = sized(data); err != nil {
			return err
		}
		return runs(data, 1, n)
	case format.DeltaBinaryPacked, format.DeltaLengthByteArray, format.DeltaByteArray:
		var head [3]uint64 // values of a block, its parts, values
		for k := range head {
			x, size := binary.Uvarint(data)
			if size <= 0 || x > mostPaged {
				return fmt.Errorf("a block of %d values", x)
			}
			head[k], data = x, data[size:]
		}
		if head[2] > uint64(n) || head[0] > 1<<16 || head[1] > head[0] {
			return fmt.Errorf("%d values in blocks of %d in a page of %d", head[2], head[0], n)
		}
	}
	return nil
}

// sized is what follows its length, and the rest.
func sized(data []byte) (part, rest []byte, err error) {
	if len(data) < 4 || uint64(binary.LittleEndian.Uint32(data)) > uint64(len(data)-4) {
		return nil, nil, fmt.Errorf("a length beyond its page")
	}
	end := 4 + int(binary.LittleEndian.Uint32(data))
	return data[4:end], data[end:], nil
}

// runs walks runs of equal values and of packed ones, width bits each.
func runs(data []byte, width, n int) error {
	if width > 32 {
		return fmt.Errorf("values of %d bits", width)
	}
	total := uint64(0)
	for len(data) > 0 {
		x, size := binary.Uvarint(data)
		if size <= 0 {
			return fmt.Errorf("a run without a length")
		}
		data = data[size:]
		count, skip := x>>1, uint64(width+7)/8
		if x&1 == 1 {
			skip, count = count*uint64(width), count*8
		}
		if total += count; x > 1<<40 || total > uint64(n)+mostPadded {
			return fmt.Errorf("runs of %d values in a page of %d", total, n)
		}
		data = data[min(skip, uint64(len(data))):]
	}
	return nil
}

// unpack is a page as it was before compression, of at most size bytes.
func (c chunk) unpack(page []byte, size int) ([]byte, error) {
	var from io.Reader
	switch c.meta.Codec {
	case format.Uncompressed:
		if len(page) > size {
			return nil, fmt.Errorf("a page of %d bytes that says %d", len(page), size)
		}
		return page, nil
	case format.Snappy:
		n, err := snappy.DecodedLen(page)
		if err != nil || n > size {
			return nil, fmt.Errorf("a page of %d bytes that says %d", n, size)
		}
		return snappy.Decode(nil, page)
	case format.Gzip:
		z, err := gzip.NewReader(bytes.NewReader(page))
		if err != nil {
			return nil, err
		}
		from = z
	case format.Brotli:
		from = brotli.NewReader(bytes.NewReader(page))
	case format.Zstd:
		z, err := zstd.NewReader(bytes.NewReader(page), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(mostPage))
		if err != nil {
			return nil, err
		}
		defer z.Close()
		from = z
	}
	out, err := io.ReadAll(io.LimitReader(from, int64(size)+1))
	if err == nil && len(out) > size {
		err = fmt.Errorf("a page of more bytes than the %d that it says", size)
	}
	return out, err
}
