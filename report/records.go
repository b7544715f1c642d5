package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// records are what CSV has a line of each: those that a document names, the elements of a
// list, or the document itself.
func records(doc Document) any {
	if some, ok := doc.(interface{ Records() any }); ok {
		return some.Records()
	}
	return doc
}

// writeCSV writes one object or a list of them under the names that JSON gives their
// fields, those of an inner object after its own name and a point: one value a cell, as
// JSON writes it, nothing for null.  Values of a list are numbered from 0; a list of
// objects has records of its own and is left out.
func writeCSV(w io.Writer, value any) error {
	list := reflect.ValueOf(value)
	if list.Kind() != reflect.Slice {
		list = reflect.ValueOf([]any{value})
	}
	var header []string
	known := map[string]bool{}
	var rows []map[string]string
	add := func(record any) error {
		row, before := map[string]string{}, ""
		rows = append(rows, row)
		text, err := encode(record)
		if err != nil {
			return err
		}
		return flatten(text, "", func(name, value string) {
			if !known[name] {
				known[name], header = true, slices.Insert(header, slices.Index(header, before)+1, name)
			}
			row[name], before = value, name
		})
	}
	for i := range list.Len() {
		if err := add(list.Index(i).Interface()); err != nil {
			return err
		}
	}
	if rows == nil { // the names stand above nothing
		if err := add(reflect.Zero(list.Type().Elem()).Interface()); err != nil {
			return err
		}
		rows = nil
	}
	// A field that is null here and an object there has the columns of the object.
	header = slices.DeleteFunc(slices.Clone(header), func(name string) bool {
		return slices.ContainsFunc(header, func(other string) bool { return strings.HasPrefix(other, name+".") }) &&
			!slices.ContainsFunc(rows, func(row map[string]string) bool { return row[name] != "" })
	})
	lines := [][]string{header}
	for _, row := range rows {
		line := make([]string, len(header))
		for c, name := range header {
			line[c] = row[name]
		}
		lines = append(lines, line)
	}
	return csv.NewWriter(w).WriteAll(lines)
}

// flatten adds the values below a name in their order.
func flatten(value json.RawMessage, name string, add func(name, value string)) error {
	below := func(field string) string { return strings.TrimPrefix(name+"."+field, ".") }
	switch value[0] {
	case '{':
		return fields(value, func(field string, value json.RawMessage) error { return flatten(value, below(field), add) })
	case '[':
		var list []json.RawMessage
		if err := json.Unmarshal(value, &list); err != nil {
			return err
		}
		for i, element := range list {
			if element[0] != '{' && element[0] != '[' {
				if err := flatten(element, below(strconv.Itoa(i)), add); err != nil {
					return err
				}
			}
		}
	case '"':
		var text string
		if err := json.Unmarshal(value, &text); err != nil {
			return err
		}
		add(name, text)
	case 'n':
		add(name, "")
	default:
		add(name, string(value))
	}
	return nil
}

// fields goes through an object in its order.
func fields(object json.RawMessage, visit func(name string, value json.RawMessage) error) error {
	dec := json.NewDecoder(bytes.NewReader(object))
	if _, err := dec.Token(); err != nil {
		return err
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return err
		}
		if err := visit(name.(string), value); err != nil {
			return err
		}
	}
	return nil
}
