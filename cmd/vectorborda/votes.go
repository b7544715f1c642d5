package main

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"vectorborda/report"
	"vectorborda/sims/trial"
	"vectorborda/sims/votelog"
	"vectorborda/sims/votelog/rows"
)

func newVotes(c *common) *cobra.Command {
	var f logFlags
	var delta float64
	cmd := &cobra.Command{
		Use:   "votes FILE...",
		Short: "The frontier of a vote log, and how far it can be trusted",
		Long: `votes reads the votes of an arena as they come and shows which models nobody
should pick: the empirical Borda scores, the strict Pareto frontier, the gaps of
Definition 2.2 as exact fractions, what was dropped and why, and what the votes say
of the population they were drawn from: which models are certainly on its frontier,
certainly not, or undecided, and which votes would settle the last.

Only models that met each other on every objective can be ranked: the largest such
set is retained, of equals the one with most votes.

` + logHelp,
		Example: `  vectorborda votes sims/samplelogs/football_conmebol.csv
  vectorborda votes 'votes*.jsonl' --model-a left --model-b right --objective category
  vectorborda votes votes.jsonl --model-a left --model-b right --cluster session
  vectorborda votes check votes.jsonl`,
		Args: someFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkDelta(delta); err != nil {
				return err
			}
			files, err := rows.Expand(args)
			if err != nil {
				return err
			}
			in := report.VotesInput{Files: files, Delta: delta}
			if in.Opened, err = f.open(cmd, files); err != nil {
				return err
			}
			_, finish := progress(cmd, 1, "limits")
			if in.Opened.Votes.Copies == 0 {
				in.Certain = in.Opened.Certainty(delta)
			}
			in.Exact, in.Misfit = in.Opened.Log.Exact(), trial.Misfit(in.Opened.Log)
			finish()
			return c.print(cmd, report.NewVoteFrontier(in))
		},
	}
	addLogFlags(cmd, &f, false)
	cmd.AddCommand(newVotesTies(c), newVotesReplay(c))
	cmd.Flags().Float64Var(&delta, "delta", 0.05, "error probability δ of all that is said of the population")
	cmd.AddCommand(newVotesCheck(c), newVotesConvert(c))
	return cmd
}

// someFiles says what is missing in the words of the help text.
func someFiles(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return errors.New("no file: give a vote log, several, or - for standard input")
	}
	return nil
}

// open reads a log with its progress.
func (f *logFlags) open(cmd *cobra.Command, files []string) (*votelog.Opened, error) {
	s, err := f.settings(cmd)
	if err != nil {
		return nil, err
	}
	finish := reading(cmd, files, &s.Options)
	defer finish()
	return votelog.Open(files, s)
}

// reading shows how much of the files was read.
func reading(cmd *cobra.Command, files []string, o *rows.Options) (finish func()) {
	total := int64(0)
	for _, f := range files {
		if info, err := os.Stat(f); err == nil {
			total += info.Size()
		}
	}
	const step = 1 << 20
	advance, finish := progress(cmd, int(max(1, total/step)), "reading "+filepath.Base(votelog.Title(files))+" (MB)")
	if advance != nil {
		shown := int64(0)
		o.Progress = func(bytes int64) {
			for ; shown < min(bytes, total)/step; shown++ {
				advance()
			}
		}
	}
	return finish
}
