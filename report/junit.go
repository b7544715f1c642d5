package report

import (
	"encoding/xml"
	"fmt"
	"io"

	"vectorborda/sims/grid"
	"vectorborda/sims/stat"
)

// The subset of the JUnit format that continuous-integration systems show.
type (
	junitSuites struct {
		XMLName xml.Name     `xml:"testsuites"`
		Suites  []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name       string           `xml:"name,attr"`
		Tests      int              `xml:"tests,attr"`
		Failures   int              `xml:"failures,attr"`
		Skipped    int              `xml:"skipped,attr"`
		Properties *[]junitProperty `xml:"properties>property"`
		Cases      []junitCase      `xml:"testcase"`
	}
	junitCase struct {
		Class   string     `xml:"classname,attr"`
		Name    string     `xml:"name,attr"`
		Failure *junitText `xml:"failure"`
		Skipped *junitText `xml:"skipped"`
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitText struct {
		Message string `xml:"message,attr"`
	}
)

// Files are those beside the report: a JUnit file, and the other lists as CSV.
func (doc *BoundsReport) Files(by Origin) map[string]Writer {
	return map[string]Writer{
		"junit.xml":  func(w io.Writer) error { return doc.WriteJUnit(w, by) },
		"claims.csv": csvOf(doc.claimRecords()), "slopes.csv": csvOf(doc.Slopes),
	}
}

// WriteJUnit writes the report as a JUnit file: a suite a row with a case for
// each claim and one for the audit, and a suite for the control.  Refuted claims,
// violations and surviving twins are failures; inconclusive claims are skipped.  The
// origin is among the properties of the control.
func (doc *BoundsReport) WriteJUnit(w io.Writer, by Origin) error {
	var all junitSuites
	for _, row := range doc.Rows {
		suite := junitSuite{Name: row.Name()}
		for _, c := range row.Checks {
			suite.add(doc.claimCase(row, c))
		}
		audit := junitCase{Class: row.Name(), Name: "audit of every run (B.7–B.10, B.4)"}
		if row.Audit.Violations > 0 {
			audit.Failure = &junitText{bugWords(row.Audit)}
		}
		suite.add(audit)
		all.Suites = append(all.Suites, suite)
	}
	control := junitSuite{Name: "control", Properties: &[]junitProperty{
		{"version", by.Version}, {"command", by.Command}, {"platform", by.Platform}, {"paper", by.Paper},
	}}
	broken := junitCase{Class: "control", Name: "a broken algorithm is refuted"}
	switch {
	case doc.Control == nil:
		broken.Skipped = &junitText{"interrupted"}
	case doc.Control.Outcome != stat.Refuted:
		broken.Failure = &junitText{fmt.Sprintf("%d failures in %d runs: %s", doc.Control.Events, doc.Control.N, doc.Control.Outcome)}
	}
	control.add(broken)
	complete := junitCase{Class: "control", Name: "the report is complete"}
	if doc.Partial {
		complete.Failure = &junitText{"interrupted: rows and claims are missing"}
	}
	control.add(complete)
	all.Suites = append(all.Suites, control)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (s *junitSuite) add(c junitCase) {
	s.Cases = append(s.Cases, c)
	s.Tests++
	if c.Failure != nil {
		s.Failures++
	}
	if c.Skipped != nil {
		s.Skipped++
	}
}

func (doc *BoundsReport) claimCase(row grid.Row, c grid.Check) junitCase {
	out := junitCase{Class: row.Name(), Name: c.ID + ": " + c.Words}
	figures := fmt.Sprintf("%d failures in %d runs, p0 = %v, refuted from %d on", c.Events, c.N, c.P0, c.Critical)
	switch {
	case c.Unasked != "":
		out.Skipped = &junitText{c.Unasked}
	case c.Outcome == stat.Refuted:
		out.Failure = &junitText{doc.refutation(row, c)}
	case c.Toothless():
		out.Failure = &junitText{"the wrong twin is " + string(c.Twin) + ": this test shows nothing"}
	case c.Outcome == stat.Inconclusive:
		out.Skipped = &junitText{outcomeWords(c) + ": " + figures}
	}
	return out
}
