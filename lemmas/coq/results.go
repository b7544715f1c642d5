package coq

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

var (
	numberedFile = regexp.MustCompile(`^(lemma|proposition|theorem|corollary|remark)_(\w+)\.v$`)
	requireLine  = regexp.MustCompile(`(?m)^From VectorBorda Require Import ([\w ]+)\.`)
)

// Numbered says that a file is of a numbered result.
func Numbered(file string) bool { return numberedFile.MatchString(file) }

// requires are the files that each file requires, as its text says.
func requires(files fs.FS) (map[string][]string, error) {
	names, err := fs.Glob(files, "*.v")
	if err != nil {
		return nil, err
	}
	rests := map[string][]string{}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		rests[name] = nil
		for _, match := range requireLine.FindAllStringSubmatch(string(text), -1) {
			for _, module := range strings.Fields(match[1]) {
				rests[name] = append(rests[name], module+".v")
			}
		}
	}
	return rests, nil
}

// RestsOn are, for every file of a numbered result, those of the results that it needs,
// be it through files of no number, but for what follows from others; in order.
func RestsOn(files fs.FS) (map[string][]string, error) {
	rests, err := requires(files)
	if err != nil {
		return nil, err
	}
	// results are those below a file, itself left out.
	results := func(file string) (all []string) {
		for other := range foundation(rests, file) {
			if other != file && numberedFile.MatchString(other) {
				all = append(all, other)
			}
		}
		return all
	}
	direct := map[string][]string{}
	for file := range rests {
		if !numberedFile.MatchString(file) {
			continue
		}
		all := results(file)
		direct[file] = slices.DeleteFunc(slices.Clone(all), func(low string) bool {
			return slices.ContainsFunc(all, func(high string) bool { return slices.Contains(results(high), low) })
		})
		slices.Sort(direct[file])
	}
	return direct, nil
}
