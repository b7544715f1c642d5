package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// most is how many names a table cell lists before it only counts.
const most = 12

func list(names []string) string {
	if len(names) > most {
		return fmt.Sprintf("%s, … (%d)", strings.Join(names[:most], ", "), len(names))
	}
	return strings.Join(names, ", ")
}

// counted lists names with counts, in the order of the names.
func counted(counts map[string]int) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%s (%d)", name, counts[name]))
	}
	return list(parts)
}
