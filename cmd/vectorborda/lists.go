package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// listVar adds a flag that takes numbers with commas between.
func listVar(flags *pflag.FlagSet, p *[]float64, name string, value []float64, usage string) {
	flags.Float64SliceVar(p, name, value, usage)
	flags.Lookup(name).DefValue = listed(value) // its own has six decimals
}

// listed is a list of numbers as a flag takes it.
func listed(numbers []float64) string {
	var parts []string
	for _, x := range numbers {
		parts = append(parts, strconv.FormatFloat(x, 'g', -1, 64))
	}
	return strings.Join(parts, ",")
}

// mostListed bounds the numbers of a list.
const mostListed = 1000

// checkLists refuses a list that nobody would wait for.
func checkLists(flags *pflag.FlagSet) (err error) {
	flags.Visit(func(f *pflag.Flag) {
		if list, ok := f.Value.(pflag.SliceValue); ok && err == nil {
			if n := len(list.GetSlice()); n > mostListed {
				err = fmt.Errorf("--%s: %d numbers: give at most %d", f.Name, n, mostListed)
			}
		}
	})
	return err
}
