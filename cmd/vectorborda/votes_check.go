package main

import (
	"errors"

	"github.com/spf13/cobra"

	"vectorborda/report"
	"vectorborda/sims/votelog"
	"vectorborda/sims/votelog/rows"
)

func newVotesCheck(c *common) *cobra.Command {
	var f logFlags
	cmd := &cobra.Command{
		Use:   "check FILE...",
		Short: "What a vote log holds, which preset fits, and what is not understood",
		Long: `check shows the columns of a log with the values seen, what every preset that fits
would keep and drop, what the words of the outcomes were read as, and the first
outcomes that no rule understands. Flags change the rules, as for votes.

It ends with 0 where votes with the same flags would read the log, else with 2.`,
		Example: `  vectorborda votes check sims/samplelogs/football_conmebol.csv
  vectorborda votes check votes.jsonl --model-a left --model-b right`,
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
			finish := reading(cmd, files, &s.Options)
			found, err := votelog.CheckFiles(files, s)
			finish()
			if err != nil {
				return err
			}
			if err := c.print(cmd, report.NewVoteCheck(files, found)); err != nil {
				return err
			}
			return unread(files, found, f.dropUnknown)
		},
	}
	addLogFlags(cmd, &f, false)
	return cmd
}

// unread is why the first reading is none.
func unread(files []string, found *votelog.Check, dropUnknown bool) error {
	if len(found.Readings) == 0 {
		return found.Unfit(files)
	}
	r := found.Readings[0]
	if r.Err == nil && len(r.Votes.Unclear) > 0 && !dropUnknown {
		u := r.Votes.Unclear[0]
		return errors.New(u.Where + ": " + u.Why + ": give its meaning, --outcome WORD=MEANING, or --drop-unknown")
	}
	return r.Err
}
