package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/extremal"
)

// The same bytes with any number of workers, and for any seed: nothing is random.
func TestLowerBoundDependsOnNothingElse(t *testing.T) {
	args := []string{"repeat", "lower-bound", "--depth", "6", "--epsilon", "0.1,0.01", "--format", "json"}
	one := results(command(t, append(args, "--jobs", "1")...))
	require.Equal(t, one, results(command(t, append(args, "--jobs", "8", "--seed", "9")...)))
	require.NotEqual(t, one, results(command(t, append(args, "--beta", "1.5")...)))
}

func TestLowerBoundJSONFields(t *testing.T) {
	var value any
	require.NoError(t, json.Unmarshal([]byte(command(t, "repeat", "lower-bound", "--depth", "3", "--format", "json")), &value))
	for _, field := range []string{
		"beta", "d", "rate", "partial", "limits.d", "limits.lower", "limits.upper", "limits.ratio", "limits.closed_lower", "limits.closed_upper",
		"populations.d", "populations.average", "populations.bits", "populations.atoms.wins", "populations.atoms.p",
		"populations.atoms.utility", "populations.atoms.weight",
		"depths.epsilon", "depths.d_lower", "depths.e_before", "depths.e_at", "depths.needs.method", "depths.needs.depth", "depths.needs.comparisons", "depths.needs.open",
		"depths.needs.any.depth", "depths.needs.any.comparisons", "depths.needs.any.open",
	} {
		require.True(t, has(value, strings.Split(field, ".")), "no field %s", field)
	}
}

// A refused certificate is a refuted claim, an unknown gap bad input.
func TestRefusedCertificateEndsLikeARefutation(t *testing.T) {
	require.Equal(t, exitRefuted, status(refusedOr(fmt.Errorf("E_3: %w: why", extremal.ErrRefused))))
	_, err := extremal.MinDepth(2, 1)
	require.Equal(t, exitUsage, status(refusedOr(err)))
}

func TestInterruptedLowerBound(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errOut bytes.Buffer
	require.Equal(t, exitInterrupted, run(ctx, &out, &errOut, []string{"repeat", "lower-bound"}))
	require.Empty(t, out.String())
	require.Equal(t, "vectorborda: interrupted before the first limit was found\n", errOut.String())
}
