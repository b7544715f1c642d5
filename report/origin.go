package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// Origin says what made a report.  It is all in a report that two runs of equal results
// may differ in, but for measured seconds.
type Origin struct {
	Version  string `json:"version"`
	Command  string `json:"command"`  // as it was given
	Platform string `json:"platform"` // operating system, architecture and Go
	Paper    string `json:"paper"`    // what the report is about
}

// signed is JSON with its origin as the first field of an object, or of each object of a
// list, which may be cut apart.
func (by Origin) signed(doc []byte) ([]byte, error) {
	if by == (Origin{}) {
		return doc, nil
	}
	if bytes.HasPrefix(doc, []byte("[")) {
		var all []json.RawMessage
		if err := json.Unmarshal(doc, &all); err != nil {
			return nil, err
		}
		for i := range all {
			var err error
			if all[i], err = by.signed(all[i]); err != nil {
				return nil, err
			}
		}
		return encode(all)
	}
	own, err := encode(by)
	rest := bytes.TrimPrefix(doc, []byte("{"))
	if !bytes.HasPrefix(rest, []byte("}")) {
		own = append(own, ',')
	}
	return append(append([]byte(`{"made_by":`), own...), rest...), err
}

// encode keeps <, > and & as they are.
func encode(value any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(value)
	return bytes.TrimSpace(out.Bytes()), err
}

func (by Origin) writeJSON(w io.Writer, doc any) error {
	compact, err := encode(doc)
	if err != nil {
		return err
	}
	if compact, err = by.signed(compact); err != nil {
		return err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, compact, "", "  "); err != nil {
		return err
	}
	out.WriteByte('\n')
	_, err = w.Write(out.Bytes())
	return err
}

// writeMarkdown is a section of its own.
func (by Origin) writeMarkdown(w io.Writer) error {
	if by == (Origin{}) {
		return nil
	}
	_, err := fmt.Fprintf(w, "\n### Made by\n\nvectorborda %s on %s, for %s:\n\n    %s\n",
		visible(by.Version), visible(by.Platform), visible(by.Paper), visible(by.Command))
	return err
}
