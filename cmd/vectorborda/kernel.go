package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"vectorborda/lemmas"
	"vectorborda/lemmas/coq"
)

// kernelFlag says whether Coq is asked for proofs: auto, off or require.
type kernelFlag struct{ mode string }

func (k *kernelFlag) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&k.mode, "kernel", "auto", "have Coq check the proofs: auto (if it is there), off or require")
	_ = cmd.RegisterFlagCompletionFunc("kernel", cobra.FixedCompletions([]string{"auto", "off", "require"}, cobra.ShellCompDirectiveNoFileComp))
}

// checker is who will be asked; nil is nobody.
func (k *kernelFlag) checker(ctx context.Context) (*coq.Checker, error) {
	switch k.mode {
	case "off":
		return nil, nil
	case "auto", "require":
	default:
		return nil, fmt.Errorf("--kernel %q: give auto, off or require", k.mode)
	}
	checker, err := coq.Find(ctx)
	switch {
	case err == nil:
		return checker, nil
	case k.mode == "require":
		return nil, fmt.Errorf("--kernel require: %w", err)
	}
	return nil, nil
}

// kernelTheorems has the proofs of the entries checked; nobody to ask is no proof.
func kernelTheorems(ctx context.Context, cmd *cobra.Command, checker *coq.Checker, entries []lemmas.Entry, jobs int) ([]coq.Theorem, error) {
	all, err := coq.Theorems(coq.Files())
	if err != nil {
		return nil, err
	}
	theorems := lemmas.KernelTheorems(entries, all)
	if checker == nil || len(theorems) == 0 {
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
	case ctx.Err() != nil:
		return nil, exitError{exitInterrupted, "interrupted before the proofs were checked"}
	case errors.As(err, new(coq.Refused)):
		return nil, exitError{exitRefuted, "a proof is refused: " + err.Error()}
	case err != nil:
		return nil, fmt.Errorf("the proofs were not checked: %w", err)
	}
	return checked, nil
}
