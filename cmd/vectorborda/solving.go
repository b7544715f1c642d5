package main

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vectorborda/lemmas"
	"vectorborda/lemmas/smt"
)

// solving are the flags that say whom to ask for proofs, and of what.
type solving struct {
	mode  asking
	sizes string
	limit time.Duration
}

func (s *solving) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	s.mode.register(cmd, "smt", "ask z3 and cvc5 for proofs: auto (if both are there), off or require")
	flags.StringVar(&s.sizes, "sizes", "", "prove at these sizes KxD instead of each statement's own, such as 3x2,4x3")
	flags.DurationVar(&s.limit, "smt-limit", 5*time.Minute, "time for one question to one solver")
}

// prover is who will be asked; nil is nobody.  A solver that is there and does not work is
// an error if it is required, else a warning.
func (s *solving) prover(ctx context.Context, cmd *cobra.Command) (*lemmas.Prover, error) {
	sizes, err := parseSizes(s.sizes)
	switch {
	case err != nil:
		return nil, fmt.Errorf("--sizes: %w", err)
	case s.limit <= 0:
		return nil, fmt.Errorf("--smt-limit %v: give a time such as 30s", s.limit)
	}
	switch err := s.mode.check("smt"); {
	case err != nil:
		return nil, err
	case s.mode == "off":
		return &lemmas.Prover{Sizes: sizes}, nil
	}
	solvers, missing, broken := smt.Find(ctx)
	if ctx.Err() != nil {
		broken = nil // interrupted before a solver could answer
	}
	if s.mode == "require" {
		if len(missing) > 0 {
			broken = append(broken, fmt.Errorf("no %s on PATH: %s", strings.Join(missing, " on PATH and no "), smt.Install))
		}
		if len(broken) > 0 {
			var all []string
			for _, err := range broken {
				all = append(all, err.Error())
			}
			return nil, fmt.Errorf("--smt require: %s", strings.Join(all, "; "))
		}
	}
	for _, err := range broken {
		warn(cmd, "--smt auto: "+err.Error())
	}
	return &lemmas.Prover{Solvers: solvers, Sizes: sizes, Limit: s.limit}, nil
}

// Sizes beyond these have never ended and would only make longer scripts.
const (
	maxSizeK = 8
	maxSizeD = 8
)

var sizePattern = regexp.MustCompile(`^(\d)x(\d)$`)

// parseSizes reads 3x2,4x3; nothing is nil.
func parseSizes(text string) ([]lemmas.Size, error) {
	if text == "" {
		return nil, nil
	}
	var sizes []lemmas.Size
	seen := map[lemmas.Size]bool{}
	for _, part := range strings.Split(text, ",") {
		match := sizePattern.FindStringSubmatch(strings.TrimSpace(part))
		if match == nil {
			return nil, fmt.Errorf("%q is no size: give K models and D objectives as KxD, such as 3x2", part)
		}
		K, _ := strconv.Atoi(match[1])
		D, _ := strconv.Atoi(match[2])
		size := lemmas.Size{K: K, D: D}
		switch {
		case K < 2 || K > maxSizeK || D < 1 || D > maxSizeD:
			return nil, fmt.Errorf("%q: give 2 to %d models and 1 to %d objectives", part, maxSizeK, maxSizeD)
		case seen[size]:
			return nil, fmt.Errorf("%q twice: give each size once", part)
		}
		seen[size] = true
		sizes = append(sizes, size)
	}
	return sizes, nil
}
