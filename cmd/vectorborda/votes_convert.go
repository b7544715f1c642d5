package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"vectorborda/sims/votelog"
	"vectorborda/sims/votelog/rows"
)

func newVotesConvert(*common) *cobra.Command {
	var f logFlags
	var out string
	cmd := &cobra.Command{
		Use:   "convert FILE...",
		Short: "Write a vote log in plain columns, for other tools",
		Long: `convert writes the judgments of a log as CSV, or as Parquet where the name of
--out ends in .parquet: one row for every objective with the columns vote,
model_a, model_b, winner, objective and, with --cluster, cluster. Aliases are
resolved, ties and what is no decision are kept, rows without two models or an
objective are left out. vectorborda reads the file as the preset "converted".`,
		Example: `  vectorborda votes convert votes.jsonl --model-a left --model-b right > plain.csv
  vectorborda votes convert sims/samplelogs/football_conmebol.csv --out plain.parquet`,
		Args: someFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			files, err := rows.Expand(args)
			if err != nil {
				return err
			}
			s, err := f.settings(cmd)
			if err != nil {
				return err
			}
			ctx := interruptible(cmd)
			finish := reading(cmd, files, &s.Options)
			defer finish()
			v, err := convert(ctx, files, s, out, cmd.OutOrStdout())
			finish()
			switch {
			case ctx.Err() != nil:
				return exitError{exitInterrupted, "interrupted: the file was not written"}
			case err != nil:
				return err
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "%d votes on %d objectives from %d rows; dropped: %s\n", v.Records, len(v.Objectives), v.Rows, v.Dropped.Words())
			return nil
		},
	}
	addLogFlags(cmd, &f, false)
	for _, name := range []string{"min-cell", "keep"} { // all models are written
		_ = cmd.Flags().MarkHidden(name)
	}
	cmd.Flags().StringVar(&out, "out", "", "`file` to write, .csv or .parquet; empty means CSV on standard output")
	return cmd
}

// convert writes to standard output or, once all went well, to a file.
func convert(ctx context.Context, files []string, s votelog.Settings, out string, stdout io.Writer) (v *votelog.Votes, err error) {
	if out == "" {
		w := bufio.NewWriter(stdout)
		if v, err = votelog.Convert(ctx, files, s, votelog.CSV(w)); err != nil {
			return nil, err
		}
		return v, w.Flush()
	}
	begin := votelog.CSV
	switch strings.ToLower(filepath.Ext(out)) {
	case ".csv":
	case ".parquet":
		begin = votelog.Parquet
	default:
		return nil, fmt.Errorf("--out %s: give a name that ends in .csv or .parquet", out)
	}
	file, err := os.CreateTemp(filepath.Dir(out), ".votes-*")
	if err != nil {
		return nil, fmt.Errorf("--out: %w", err)
	}
	defer os.Remove(file.Name()) // gone where it became out
	defer file.Close()
	w := bufio.NewWriter(file)
	if v, err = votelog.Convert(ctx, files, s, begin(w)); err != nil {
		return nil, err
	}
	if err = w.Flush(); err == nil {
		err = file.Chmod(0o644)
	}
	if err == nil {
		err = file.Close()
	}
	if err == nil {
		err = os.Rename(file.Name(), out)
	}
	if err != nil {
		return nil, fmt.Errorf("--out: %w", err)
	}
	return v, nil
}
