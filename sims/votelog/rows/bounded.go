package rows

import (
	"errors"
	"io"
)

// mostRow bounds the bytes of a row of text, as it is held in memory a few times over.
const mostRow = 1 << 25

// mostHeader bounds the header of a CSV.
const mostHeader = 1 << 20

var errLong = errors.New("too long")

// bounded refuses to read more than most bytes, which is set for each row.
type bounded struct {
	r    io.Reader
	most int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.most < 0 {
		return 0, errLong
	}
	n, err := b.r.Read(p)
	b.most -= int64(n)
	return n, err
}
