package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"vectorborda/lemmas"
	"vectorborda/lemmas/coq"
)

// kernelFlag says whether Coq is asked for proofs.
type kernelFlag struct{ mode asking }

func (k *kernelFlag) register(cmd *cobra.Command) {
	k.mode.register(cmd, "kernel", "have Coq check the proofs: auto (if it is there), off or require")
}

// checker is who will be asked; nil is nobody.  A Coq that is there and does not work is an
// error if it is required, else a warning.
func (k *kernelFlag) checker(ctx context.Context, cmd *cobra.Command) (*coq.Checker, error) {
	if err := k.mode.check("kernel"); err != nil || k.mode == "off" {
		return nil, err
	}
	checker, err := coq.Find(ctx)
	switch {
	case err == nil:
		return checker, nil
	case ctx.Err() != nil: // interrupted before Coq could answer
	case k.mode == "require":
		return nil, fmt.Errorf("--kernel require: %w", err)
	case !errors.Is(err, coq.ErrMissing):
		warn(cmd, "--kernel auto: "+err.Error())
	}
	return nil, nil
}

// kernelTheorems has the proofs of the entries checked; nobody to ask is no proof.
func kernelTheorems(ctx context.Context, cmd *cobra.Command, checker *coq.Checker, entries []lemmas.Entry, jobs int) ([]coq.Theorem, error) {
	if checker == nil {
		return nil, nil
	}
	all, err := coq.Theorems(coq.Files())
	if err != nil {
		return nil, err
	}
	theorems := lemmas.KernelTheorems(entries, all)
	if len(theorems) == 0 {
		return nil, nil
	}
	return checkProofs(ctx, cmd, checker, theorems, jobs)
}

// checkProofs shows its progress; an interruption and a refusal are exit statuses.
func checkProofs(ctx context.Context, cmd *cobra.Command, checker *coq.Checker, theorems []coq.Theorem, jobs int) ([]coq.Theorem, error) {
	step, finish := progress(cmd, len(coq.FilesOf(theorems)), "proofs")
	checked, err := checker.Check(ctx, coq.Files(), theorems, jobs, step)
	finish()
	switch {
	case err == nil:
		return checked, nil
	case ctx.Err() != nil:
		return nil, errUnchecked
	case errors.As(err, new(coq.Refused)):
		return nil, exitError{exitRefuted, "a proof is refused: " + err.Error()}
	}
	return nil, fmt.Errorf("the proofs were not checked: %w", err)
}

var errUnchecked = exitError{exitInterrupted, "interrupted before the proofs were checked"}
