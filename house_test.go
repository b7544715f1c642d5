package vectorborda_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// layers is the one chain of imports: a package may import its own layer and
// those before it.
var layers = []string{"gaps", "bounds", "sims", "lemmas", "report", "cmd"}

func layer(path string) int {
	top, _, _ := strings.Cut(strings.TrimPrefix(path, "vectorborda/"), "/")
	return slices.Index(layers, top)
}

type listed struct {
	ImportPath string
	Imports    []string
}

func packages(t *testing.T) []listed {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
	require.NoError(t, err)
	var all []listed
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			return all
		}
		require.NoError(t, err)
		all = append(all, p)
	}
}

// testOnly must not reach the program: rapid registers global flags and panics
// outside a test, apd is the second opinion on package enclose.  reportOnly draws.
var (
	testOnly   = []string{"testing", "pgregory.net/rapid", "github.com/stretchr/testify", "github.com/rogpeppe/go-internal", "github.com/cockroachdb/apd", "github.com/creack/pty"}
	reportOnly = []string{"github.com/olekukonko/tablewriter", "gonum.org/v1/plot", "codeberg.org/go-fonts"}
)

func importTrouble(p listed) (trouble []string) {
	under := func(path string, roots []string) bool {
		return slices.ContainsFunc(roots, func(root string) bool { return path == root || strings.HasPrefix(path, root+"/") })
	}
	own := layer(p.ImportPath)
	for _, path := range p.Imports {
		switch {
		case strings.HasPrefix(path, "vectorborda/") && layer(path) > own:
			trouble = append(trouble, p.ImportPath+" imports "+path+" against the chain")
		case under(path, testOnly):
			trouble = append(trouble, p.ImportPath+" imports "+path+" outside a test")
		case under(path, reportOnly) && layers[max(own, 0)] != "report":
			trouble = append(trouble, p.ImportPath+" imports "+path+": only report draws")
		}
	}
	return trouble
}

func TestHouseImportChain(t *testing.T) {
	all := packages(t)
	require.Greater(t, len(all), 10)
	for _, p := range all {
		if p.ImportPath != "vectorborda" {
			require.GreaterOrEqual(t, layer(p.ImportPath), 0, "%s is in no layer", p.ImportPath)
		}
		require.Empty(t, importTrouble(p))
	}
	for _, bad := range []listed{
		{"vectorborda/gaps", []string{"vectorborda/bounds"}},
		{"vectorborda/sims/algo", []string{"vectorborda/lemmas/lra"}},
		{"vectorborda/lemmas", []string{"pgregory.net/rapid"}},
		{"vectorborda/bounds", []string{"github.com/cockroachdb/apd/v3"}},
		{"vectorborda/cmd/vectorborda", []string{"github.com/olekukonko/tablewriter/tw"}},
	} {
		require.Len(t, importTrouble(bad), 1, "%v must be caught", bad)
	}
}

// The program asks nobody anything: of all that it is made of, only brotli, which Parquet
// needs, names the types of a web server, and the linker leaves the client out.
func TestHouseNoWebClient(t *testing.T) {
	askers := func(pkg string) (found []string) {
		out, err := exec.Command("go", "list", "-deps", "-f", `{{if not .Standard}}{{.ImportPath}} {{join .Imports " "}}{{end}}`, pkg).Output()
		require.NoError(t, err)
		for line := range strings.Lines(string(out)) {
			if fields := strings.Fields(line); len(fields) > 1 && slices.Contains(fields[1:], "net/http") {
				found = append(found, fields[0])
			}
		}
		return found
	}
	require.Equal(t, []string{"github.com/andybalholm/brotli"}, askers("./cmd/vectorborda"))
	require.Contains(t, askers("github.com/stretchr/testify/assert"), "github.com/stretchr/testify/assert", "one that has it must be caught")
}

// bannedCalls finds randomness that is not a stream: math/rand v1, crypto/rand,
// the package-level functions of math/rand/v2, a gonum distribution without its
// own Src (tests may take quantiles and probabilities from one, but not draw),
// and, outside tests and sims/stream, any generator made by hand.
func bannedCalls(name string, src any) ([]string, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, src, 0)
	if err != nil {
		return nil, err
	}
	var found []string
	ban := func(at ast.Node, what string) { found = append(found, files.Position(at.Pos()).String()+": "+what) }
	random := "" // the name under which math/rand/v2 is imported
	for _, spec := range file.Imports {
		switch path, _ := strconv.Unquote(spec.Path.Value); path {
		case "math/rand", "crypto/rand":
			ban(spec, path)
		case "math/rand/v2":
			random = "rand"
			if spec.Name != nil {
				random = spec.Name.Name
			}
			if random == "." {
				ban(spec, "math/rand/v2 without its name")
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			if !strings.HasSuffix(name, "_test.go") && sourceless(n) {
				ban(n, "a distribution without Src")
			}
		case *ast.SelectorExpr:
			if isPackage(n.X, random) && !slices.Contains(allowedOfRand(name), n.Sel.Name) {
				ban(n, "rand."+n.Sel.Name)
			}
			if n.Sel.Name == "Rand" && sourceless(n.X) {
				ban(n, "a draw without Src")
			}
		}
		return true
	})
	return found, nil
}

func isPackage(x ast.Expr, name string) bool {
	id, ok := x.(*ast.Ident)
	return ok && name != "" && id.Name == name
}

// allowedOfRand is what a file may use of math/rand/v2: types everywhere, made
// generators in tests and in the package that derives the streams.
func allowedOfRand(name string) []string {
	allowed := []string{"ChaCha8", "PCG", "Rand", "Source"}
	if strings.HasSuffix(name, "_test.go") || filepath.ToSlash(filepath.Dir(name)) == "sims/stream" {
		allowed = append(allowed, "New", "NewChaCha8", "NewPCG")
	}
	return allowed
}

// sourceless reports a literal distuv.X{…} without a field Src.
func sourceless(x ast.Expr) bool {
	lit, ok := x.(*ast.CompositeLit)
	if !ok {
		return false
	}
	kind, ok := lit.Type.(*ast.SelectorExpr)
	return ok && isPackage(kind.X, "distuv") && !slices.ContainsFunc(lit.Elts, func(e ast.Expr) bool {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return false
		}
		key, ok := kv.Key.(*ast.Ident)
		return ok && key.Name == "Src"
	})
}

func TestHouseBannedCalls(t *testing.T) {
	seen := 0
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		seen++
		found, err := bannedCalls(path, nil)
		require.Empty(t, found)
		return err
	})
	require.NoError(t, err)
	require.Greater(t, seen, 50)
	for _, bad := range []string{
		`package p; import "math/rand"`,
		`package p; import "crypto/rand"`,
		`package p; import . "math/rand/v2"`,
		`package p; import "math/rand/v2"; var _ = rand.IntN(3)`,
		`package p; import "math/rand/v2"; var _ = rand.N[int](3)`,
		`package p; import "math/rand/v2"; var f = rand.IntN`,
		`package p; import "math/rand/v2"; var _ = rand.NewPCG(1, 2)`,
		`package p; import r "math/rand/v2"; var _ = r.Float64()`,
		`package p; import "gonum.org/v1/gonum/stat/distuv"; var _ = distuv.Normal{Mu: 1}`,
	} {
		found, err := bannedCalls("bad.go", bad)
		require.NoError(t, err)
		require.Len(t, found, 1, bad)
	}
	found, err := bannedCalls("bad_test.go", `package p; import "gonum.org/v1/gonum/stat/distuv"; var _ = distuv.Normal{Mu: 1}.Rand()`)
	require.NoError(t, err)
	require.Len(t, found, 1)
	fine, err := bannedCalls("fine_test.go", `package p; import "math/rand/v2"; var _ = rand.New(rand.NewPCG(1, 2)).IntN(3)`)
	require.NoError(t, err)
	require.Empty(t, fine)
}
