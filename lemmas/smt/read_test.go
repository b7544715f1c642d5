package smt

import (
	"bufio"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func read(text string) (expression, error) {
	return readExpression(bufio.NewReader(strings.NewReader(text)))
}

func mustRead(t *testing.T, text string) expression {
	e, err := read(text)
	require.NoError(t, err, text)
	return e
}
