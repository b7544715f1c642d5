package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// numbers is a flag of a list of numbers.
type numbers struct {
	pflag.Value
	list  *[]float64
	tuple bool // each number has its place, so that two may be equal
}

// listVar adds a flag that takes different numbers with commas between.
func listVar(flags *pflag.FlagSet, p *[]float64, name string, value []float64, usage string) {
	flags.Float64SliceVar(p, name, value, usage)
	f := flags.Lookup(name)
	f.DefValue = listed(value) // its own has six decimals
	f.Value = numbers{f.Value, p, false}
}

// tupleVar adds a flag that takes numbers, each in its place.
func tupleVar(flags *pflag.FlagSet, p *[]float64, name string, value []float64, usage string) {
	listVar(flags, p, name, value, usage)
	f := flags.Lookup(name)
	f.Value = numbers{f.Value, p, true}
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

// checkLists refuses a list that nobody would wait for, and one that asks twice for the same.
func checkLists(flags *pflag.FlagSet) (err error) {
	flags.Visit(func(f *pflag.Flag) {
		if l, ok := f.Value.(numbers); ok && err == nil {
			err = l.check(f.Name)
		}
	})
	return err
}

func (l numbers) check(name string) error {
	if n := len(*l.list); n > mostListed {
		return fmt.Errorf("--%s: %d numbers: give at most %d", name, n, mostListed)
	}
	for at, x := range *l.list {
		if !l.tuple && slices.Contains((*l.list)[:at], x) {
			return fmt.Errorf("--%s: %v twice: give each number once", name, x)
		}
	}
	return nil
}
