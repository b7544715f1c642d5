package rows

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/parquet-go/parquet-go/format"
	"github.com/stretchr/testify/require"
)

// Runs that fit their page pass, padded ones too; those that state more are refused, at once.
func TestRunsThatStateMoreThanTheirPage(t *testing.T) {
	uvarint := func(x ...uint64) (out []byte) {
		for _, y := range x {
			out = binary.AppendUvarint(out, y)
		}
		return out
	}
	for _, good := range [][]byte{nil, uvarint(16<<1, 5), append(uvarint(2<<1|1), 1, 2, 3, 4), uvarint(8<<1, 1, 8<<1, 2), append(uvarint(63<<1|1), make([]byte, 126)...)} {
		require.NoError(t, runs(good, 2, 16), "%v", good)
	}
	for _, bad := range [][]byte{uvarint(1<<30, 5), uvarint(1<<40|1, 5), uvarint(1<<62, 5), bytes.Repeat(uvarint(1000<<1, 5), 10), bytes.Repeat([]byte{0xff}, 11)} {
		require.Error(t, runs(bad, 2, 16), "%v", bad)
	}
	require.Error(t, runs(nil, 33, 16))
	for encoding, bad := range map[format.Encoding][]byte{
		format.RLEDictionary:     append([]byte{2}, uvarint(1<<30, 5)...),
		format.RLE:               append([]byte{5, 0, 0, 0}, uvarint(1<<30, 5)...),
		format.DeltaBinaryPacked: uvarint(128, 4, 1<<20),
		format.DeltaByteArray:    uvarint(1<<40, 4, 16),
	} {
		require.Error(t, encoded(bad, encoding, 16), "%v", encoding)
	}
	require.NoError(t, encoded(uvarint(128, 4, 16), format.DeltaBinaryPacked, 16))
}

// A page is unpacked to what it says and not beyond.
func TestAPageThatUnpacksToMoreThanItSays(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err := w.Write(make([]byte, 1<<20))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	c := chunk{meta: &format.ColumnMetaData{Codec: format.Gzip}}
	out, err := c.unpack(packed.Bytes(), 1<<20)
	require.NoError(t, err)
	require.Len(t, out, 1<<20)
	_, err = c.unpack(packed.Bytes(), 1<<20-1)
	require.ErrorContains(t, err, "more bytes than the 1048575")
}
