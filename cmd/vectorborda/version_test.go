package main

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheVersionIsTheBestThatIsKnown(t *testing.T) {
	installed := &debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}}
	for _, c := range []struct {
		why, stamp string
		info       *debug.BuildInfo
		want       string
	}{
		{"built by make", "v1.2.3-4-gabc-dirty", installed, "v1.2.3-4-gabc-dirty"},
		{"installed by go", "", installed, "v1.2.3"},
		{"the go command wrote no version", "", &debug.BuildInfo{}, "unknown"},
		{"no build information", "", nil, "unknown"},
	} {
		require.Equal(t, c.want, version(c.stamp, c.info, c.info != nil), c.why)
	}
	require.Regexp(t, `^vectorborda version \S+\n$`, command(t, "--version"))
}
