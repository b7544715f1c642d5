package rows

import (
	"bytes"
	"io"
)

// lines counts the lines of what is read through it, for a reader that looks ahead.
type lines struct {
	r      io.Reader
	offset int64   // of the next byte read
	ends   []int64 // offsets of line feeds that at has not passed
	passed int     // of ends
	line   int64   // line feeds before ends
}

func (l *lines) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if l.passed == len(l.ends) {
		l.ends, l.passed = l.ends[:0], 0
	}
	for at := 0; ; at++ {
		next := bytes.IndexByte(p[at:n], '\n')
		if next < 0 {
			break
		}
		at += next
		l.ends = append(l.ends, l.offset+int64(at))
	}
	l.offset += int64(n)
	return n, err
}

// at is the line, from 1, of the byte at an offset, which must not be smaller than in the call before.
func (l *lines) at(offset int64) int64 {
	for l.passed < len(l.ends) && l.ends[l.passed] < offset {
		l.passed++
		l.line++
	}
	return l.line + 1
}
