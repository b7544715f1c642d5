package vectorborda_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// block is the text of the README between ```LANGUAGE lines, of which one must match.
func block(t *testing.T, language, pattern string) string {
	text, err := os.ReadFile("README.md")
	require.NoError(t, err)
	for _, m := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllStringSubmatch(string(text), -1) {
		if regexp.MustCompile(pattern).MatchString(m[1]) {
			return m[1]
		}
	}
	require.Fail(t, "no such block", "%s of %q", pattern, language)
	return ""
}

// Another module uses the library as the README says, without a network.
func TestAnotherModuleUsesTheLibrary(t *testing.T) {
	here, err := os.Getwd()
	require.NoError(t, err)
	dir := filepath.Join(t.TempDir(), "other")
	require.NoError(t, os.Mkdir(dir, 0o700))
	require.NoError(t, os.Symlink(here, filepath.Join(filepath.Dir(dir), "vectorborda")))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module other\n\ngo 1.26\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "main.go"), []byte(block(t, "go", "package main")), 0o600))
	run := func(args ...string) string {
		cmd := exec.Command("go", args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOPROXY=off", "GOWORK=")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%v: %s", args, out)
		return string(out)
	}
	run(strings.Fields(block(t, "", `^go work init`))[1:]...)
	require.Regexp(t, `^\[0 1\] \d+(\.\d+)?(e\+\d+)? <nil>\n$`, run("run", "."))
}

// The README's program is installed under its own name.
func TestTheProgramIsInstalled(t *testing.T) {
	bin := t.TempDir()
	cmd := exec.Command("go", strings.Fields(block(t, "", `^go install`))[1:]...)
	cmd.Env = append(os.Environ(), "GOBIN="+bin)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	out, err = exec.Command(filepath.Join(bin, "vectorborda"), "--version").Output()
	require.NoError(t, err)
	require.Regexp(t, `^vectorborda version \S+\n$`, string(out))
}

// Every page and picture that a page of ours names is there.
func TestLinksLead(t *testing.T) {
	pages, err := filepath.Glob("docs/*.md")
	require.NoError(t, err)
	for _, page := range append(pages, "README.md", "CONTRIBUTING.md") {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, m := range regexp.MustCompile(`\]\(([^)#:]+)[^):]*\)`).FindAllStringSubmatch(string(text), -1) {
			_, err := os.Stat(filepath.Join(filepath.Dir(page), m[1]))
			require.NoError(t, err, "%s names %s", page, m[1])
		}
	}
}
