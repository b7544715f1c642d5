package votelog

import (
	"embed"
	"fmt"
	"strings"

	"vectorborda/sims/input"
)

//go:embed presets/*.yaml
var presets embed.FS

// Presets are the names of the descriptions of public arenas, in the order in which they
// are tried on a file: one that asks for more columns comes before one that asks for some
// of them.
func Presets() []string {
	return []string{"converted", "normalized", "arena-100k", "arena-140k", "vision-arena", "search-arena", "arena-expert",
		"arena-55k", "alpaca-eval", "arena-hard", "chatbot-arena", "mt-bench", "evalica"}
}

// Preset is the description of that name.
func Preset(name string) (*Description, error) {
	text, err := presets.ReadFile("presets/" + name + ".yaml")
	if err != nil {
		return nil, fmt.Errorf("no preset %q%s: use one of %s", name, input.Meant(name, Presets()), strings.Join(Presets(), ", "))
	}
	d, err := parseDescription(text)
	if err != nil {
		return nil, fmt.Errorf("preset %s: %w", name, err)
	}
	return d, nil
}
