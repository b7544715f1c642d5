package votelog

import (
	"context"
	"encoding/csv"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// record is a judgment on one objective, as converted files have it.
type record struct{ vote, a, b, outcome, objective, cluster string }

// Convert writes the judgments of a log that name two models and an objective, ties among
// them, as rows of the preset "converted": one for every objective, with aliases
// resolved.  Read again they give the same votes.
func Convert(ctx context.Context, files []string, s Settings, to Table) (*Votes, error) {
	d, _, err := s.recognise(files)
	if err != nil {
		return nil, err
	}
	t, err := newTeller(d)
	if err != nil {
		return nil, err
	}
	clustered := d.Cluster != ""
	if err := to.begin(clustered); err != nil {
		return nil, err
	}
	t.each = func(r record) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return to.write(r)
	}
	v, err := t.tell(files, s.Options)
	if err != nil {
		return nil, named(files, err)
	}
	for word, d := range sorted(t.doubts) {
		if names, _ := t.words.names(word); !names {
			return nil, errors.New(d.where + ": the outcome " + strconv.Quote(word) + " is a side here and the name of a model elsewhere: give its meaning, --outcome " + word + "=MEANING")
		}
	}
	return v, to.end()
}

// Table is a file that Convert writes: [CSV] or [Parquet].
type Table interface {
	begin(clustered bool) error
	write(record) error
	end() error
}

// converted are the columns, the last only where votes have clusters.
func converted(clustered bool) []string {
	columns := []string{"vote", "model_a", "model_b", "winner", "objective", "cluster"}
	if !clustered {
		columns = columns[:5]
	}
	return columns
}

func (r record) cells(clustered bool) []string {
	return []string{r.vote, r.a, r.b, r.outcome, r.objective, r.cluster}[:len(converted(clustered))]
}

// CSV writes a CSV.
func CSV(to io.Writer) Table { return &csvFile{to: csv.NewWriter(to)} }

type csvFile struct {
	to        *csv.Writer
	clustered bool
}

func (f *csvFile) begin(clustered bool) error {
	f.clustered = clustered
	return f.to.Write(converted(clustered))
}

func (f *csvFile) write(r record) error { return f.to.Write(r.cells(f.clustered)) }

func (f *csvFile) end() error {
	f.to.Flush()
	return f.to.Error()
}

// Parquet writes a Parquet file of texts.
func Parquet(to io.Writer) Table { return &parquetFile{to: to} }

type parquetFile struct {
	to        io.Writer
	w         *parquet.Writer
	clustered bool
	at        []int // the place of each column in a row, which sorts them
	row       parquet.Row
}

func (f *parquetFile) begin(clustered bool) error {
	f.clustered = clustered
	group := parquet.Group{}
	for _, name := range converted(clustered) {
		group[name] = parquet.Encoded(parquet.String(), &parquet.RLEDictionary)
	}
	schema := parquet.NewSchema("votes", group)
	for _, name := range converted(clustered) {
		leaf, _ := schema.Lookup(name)
		f.at = append(f.at, leaf.ColumnIndex)
	}
	f.row = make(parquet.Row, len(f.at))
	f.w = parquet.NewWriter(f.to, schema, parquet.Compression(&parquet.Zstd), parquet.MaxRowsPerRowGroup(1<<18))
	return nil
}

func (f *parquetFile) write(r record) error {
	for n, text := range r.cells(f.clustered) {
		f.row[f.at[n]] = parquet.ByteArrayValue([]byte(text)).Level(0, 0, f.at[n])
	}
	_, err := f.w.WriteRows([]parquet.Row{f.row})
	return err
}

func (f *parquetFile) end() error { return f.w.Close() }

// voteID names the judgment: its id, or the number of its row, and its outcome column
// where there are several.
func (t *teller) voteID(w judgment) (string, error) {
	var parts []string
	for _, at := range t.p.id {
		text, err := t.values.text(t.p, at)
		if err != nil {
			return "", err
		}
		parts = append(parts, text)
	}
	if parts == nil {
		parts = append(parts, strconv.FormatInt(t.votes.Rows, 10))
	}
	if len(t.p.winners) > 1 {
		parts = append(parts, w.name)
	}
	return strings.Join(parts, "/"), nil
}

// pass hands a judgment to a converted file, once for every objective.
func (t *teller) pass(w judgment, a, b string, outcome Outcome) (err error) {
	if t.each == nil || outcome == Unknown || outcome == Missing {
		return nil
	}
	r := record{a: a, b: b, outcome: spoken[outcome]}
	if r.vote, err = t.voteID(w); err != nil {
		return err
	}
	if t.p.cluster != nowhere {
		if r.cluster, err = t.values.text(t.p, t.p.cluster); err != nil {
			return err
		}
	}
	for _, r.objective = range t.on {
		if err := t.each(r); err != nil {
			return err
		}
	}
	return nil
}
