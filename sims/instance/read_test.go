package instance

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func read(t testing.TB, text string) *Instance {
	in, err := Read(strings.NewReader(text))
	require.NoError(t, err)
	return in
}

// Every bad input is refused with one line that says where and how to mend it.
func TestReadRefusesBadInput(t *testing.T) {
	for _, c := range []struct{ why, text, want string }{
		{"nothing", "", "empty"},
		{"a byte order mark and nothing", "\ufeff\r\n", "empty"},
		{"not text", "\xff\xfe{\x00}\x00", "UTF-16 text"},
		{"another encoding", "model,code\ncaf\xe9,1\nb,2\n", "not UTF-8"},
		{"some other CSV", "a,b\n1,2\n", "no preset fits its columns (a, b)"},
		{"no brace closed", `{"models": ["a","b"]`, "line 1: not a JSON instance: the file ends too early"},
		{"a list", `[1]`, "a number in place of a row"},
		{"two objects", "{}\n{}", "line 2: not a JSON instance: something follows the object"},
		{"broken on line 2", "{\n\"models\": [\"a\" \"b\"]}", "line 2: not a JSON instance"},
		{"unknown field", `{"models":["a","b"],"thetas":[[1]]}`, `unknown field "thetas"`},
		{"wrong case", `{"Models":["a","b"]}`, `unknown field "Models"`},
		{"a field twice", `{"models":["a","b"],"models":["c","d"]}`, `field "models" is given twice`},
		{"no models", `{"objectives":["r"],"theta":[[1],[2]]}`, `field "models" is missing`},
		{"models null", `{"models":null,"objectives":["r"],"theta":[[1],[2]]}`, `field "models": give a list of names`},
		{"a name null", `{"models":["a",null],"objectives":["r"],"theta":[[1],[2]]}`, `name 2 is null`},
		{"a name that is a number", `{"models":["a",2],"objectives":["r"],"theta":[[1],[2]]}`, `field "models": give a list of names`},
		{"neither", `{"models":["a","b"],"objectives":["r"]}`, `neither "theta" nor "borda"`},
		{"both", `{"models":["a","b"],"objectives":["r"],"theta":[[1],[2]],"borda":[[1],[0]]}`, `both "theta" and "borda"`},
		{"theta null", `{"models":["a","b"],"objectives":["r"],"theta":null}`, `field "theta": give a list of rows`},
		{"a row null", `{"models":["a","b"],"objectives":["r"],"theta":[[1],null]}`, `model "b" has 0 scores`},
		{"NaN", `{"models":["a","b"],"objectives":["r"],"theta":[[1],[NaN]]}`, "not a JSON instance"},
		{"null", `{"models":["a","b"],"objectives":["r"],"theta":[[1],[null]]}`, `model "b", objective "r": null is not a number`},
		{"too large", `{"models":["a","b"],"objectives":["r"],"theta":[[1],[1e400]]}`, `model "b", objective "r": "1e400" does not fit a float64`},
		{"a string", `{"models":["a","b"],"objectives":["r"],"theta":[["1"],[2]]}`, `model "a", objective "r": "1" is not a number`},
		{"true", `{"models":["a","b"],"objectives":["r"],"theta":[[true],[2]]}`, `true is not a number`},
		{"ragged", `{"models":["a","b"],"objectives":["r","s"],"theta":[[1,2],[2]]}`, `model "b" has 1 scores`},
		{"rows missing", `{"models":["a","b"],"objectives":["r"],"theta":[[1]]}`, "2 models but 1 rows"},
		{"K = 1", `{"models":["a"],"objectives":["r"],"theta":[[1]]}`, "1 models: at least 2 needed"},
		{"d = 0", `{"models":["a","b"],"objectives":[],"theta":[[],[]]}`, "0 objectives: at least 1 needed"},
		{"duplicate model", `{"models":["a","a"],"objectives":["r"],"theta":[[1],[2]]}`, `both named "a"`},
		{"duplicate objective", `{"models":["a","b"],"objectives":["r","r"],"theta":[[1,1],[2,2]]}`, `both named "r"`},
		{"empty name", `{"models":["a",""],"objectives":["r"],"theta":[[1],[2]]}`, "model 2 has an empty name"},
		{"borda above 1", `{"models":["a","b"],"objectives":["r"],"borda":[[1.5],[0]]}`, `model "a", objective "r": the Borda score is 1.5`},
		{"borda below 0", `{"models":["a","b"],"objectives":["r"],"borda":[[1],[-0.1]]}`, "it must be in [0,1]"},
		{"borda of no votes", `{"models":["a","b"],"objectives":["r"],"borda":[[1],[1]]}`, `objective "r": the Borda scores sum to 2, and those of any votes to K/2 = 1`},
		{"borda sum on the second objective", `{"models":["a","b"],"objectives":["r","s"],"borda":[[1,0.3],[0,0.6999]]}`, `objective "s": the Borda scores sum to 0.9999`},
		{"borda: the two lowest lose to each other", `{"models":["a","b","c","d"],"objectives":["r"],"borda":[[1],[0.9],[0.05],[0.05]]}`, `the 2 lowest must sum to s(s-1)/(2(K-1)) = 0.3333333333333333`},
		{"range with borda", `{"models":["a","b"],"objectives":["r"],"borda":[[1],[0]],"range":1}`, `"range" belongs to latent scores`},
		{"range too small", `{"models":["a","b"],"objectives":["r"],"theta":[[1],[-1]],"range":0.99}`, "B must be at least half"},
		{"range 0", `{"models":["a","b"],"objectives":["r"],"theta":[[1],[1]],"range":0}`, "give a positive number or leave it out"},
		{"range null", `{"models":["a","b"],"objectives":["r"],"theta":[[1],[1]],"range":null}`, "range: null is not a number"},
		{"spread beyond float64", `{"models":["a","b"],"objectives":["r"],"theta":[[1e308],[-1e308]]}`, `objective "r": the difference`},
		{"scores: header only", "model,code\n", "0 models: at least 2 needed"},
		{"scores: no objective", "model\na\nb\n", "0 objectives"},
		{"scores: text for a number", "model,code\na,1\nb,high\n", `line 3, objective "code": "high" is not a number`},
		{"scores: a name over two lines", "model,code\na,1\n\"b\nc\",high\n", `line 4, objective "code": "high"`},
		{"scores: empty", "model,code\na,1\nb,\n", `line 3, objective "code": "" is not a number`},
		{"scores: NaN", "model,code\na,1\nb,NaN\n", `line 3, objective "code": "NaN" is not a number`},
		{"scores: Inf", "model,code\na,1\nb,-inf\n", `"-inf" is not a number`},
		{"scores: 1e400", "model,code\na,1\nb,1e400\n", "does not fit a float64"},
		{"scores: 1e-400", "model,code\na,1\nb,-0.001e-397\n", "too small for a float64"},
		{"scores: Go's own notation", "model,code\na,1\nb,1_0\n", `"1_0" is not a number`},
		{"scores: hexadecimal", "model,code\na,1\nb,0x1p-2\n", "is not a number"},
		{"scores: trailing comma", "model,code,\na,1,\nb,2,\n", "line 1: column 3 has no name"},
		{"carriage returns alone", "model,code\ra,1\rb,2\r", "carriage returns alone"},
		{"UTF-16 without a mark", "m\x00o\x00", "UTF-16 text"},
		{"JSON: too small", `{"models":["a","b"],"objectives":["r"],"theta":[[1],[1e-400]]}`, "too small for a float64"},
		{"scores: short row", "model,code,math\na,1,2\nb,1\n", "line 3: not as many fields"},
		{"scores: quote not closed", "model,code\n\"a,1\n", "repair the quoting"},
		{"log: header only", "model_a,model_b,winner,objective\n", "no rows"},
		{"log: column missing", "model_a,model_b,winner\na,b,model_a\n", "no preset fits its columns (model_a, model_b, winner): try --model-a model_a --model-b model_b --winner winner"},
		{"log: column twice", "model_a,model_b,winner,objective,winner\na,b,model_a,r,tie\n", `two columns are named "winner"`},
		{"scores: a column in capitals", "Model,r\na,1\nb,0\n", `column "Model": write "model"`},
		{"scores: Model in capitals beside a winner", "Model,winner\na,1\nb,0\n", `column "Model": write "model"`},
		{"semicolons and quotes", "\"model_a\";\"model_b\";\"winner\";\"objective\"\n", "no rows: give a file with at least one"},
		{"tabs", "model\tr\na\t1\n", "line 1: the fields are separated by tabs"},
		{"gzip", "\x1f\x8b\x08\x00", "the gzip data is cut off"},
		{"zstd", "\x28\xb5\x2f\xfd", "the zstd data is cut off"},
		{"Parquet", "PAR1\x15", "the Parquet data is cut off"},
		{"a zip", "PK\x03\x04", "a zip file"},
		{"Git LFS", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", "git lfs pull"},
		{"log: no winner", "model_a,model_b,winner,objective\na,b,,r\n", "no vote in 1 rows (1 outcome missing)"},
		{"log: third model wins", "model_a,model_b,winner,objective\na,b,c,r\n", `line 2: column winner: unknown outcome "c"`},
		{"log: empty name", "model_a,model_b,winner,objective\n,b,model_a,r\n", "no vote in 1 rows (1 model missing)"},
		{"log: empty second name", "model_a,model_b,winner,objective\na,,model_a,r\n", "no vote in 1 rows (1 model missing)"},
		{"log: empty objective", "model_a,model_b,winner,objective\na,b,model_a,\n", "no vote in 1 rows (1 objective missing)"},
		{"log: a model named tie", "model_a,model_b,winner,objective\ntie,b,tie,r\n", `the outcome "tie" is the name of a model and also says tie`},
		{"log: a second model named model_a", "model_a,model_b,winner,objective\na,model_a,model_a,r\n", `the outcome "model_a" is the name of a model and also says model_a`},
		{"log: pair missing", "model_a,model_b,winner,objective\na,b,a,r\nb,c,b,r\n", `no decisive vote between "a" and "c" on objective "r"`},
		{"log: only a tie in a cell", "model_a,model_b,winner,objective\na,b,a,r\na,b,tie,s\n", `standard input: no decisive vote between "a" and "b" on objective "s"`},
		{"log: short row", "model_a,model_b,winner,objective\na,b,a\n", "line 2: not as many fields"},
	} {
		in, err := Read(strings.NewReader(c.text))
		require.ErrorContains(t, err, c.want, c.why)
		require.Nil(t, in, c.why)
		require.NotContains(t, err.Error(), "\n", c.why)
	}
}

func TestErrorsOfAFileNameIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "votes.csv")
	require.NoError(t, os.WriteFile(path, []byte("model_a,model_b,winner,objective\n"), 0o600))
	_, err := ReadFile(path)
	require.ErrorContains(t, err, path+": no rows")
	_, err = ReadFile(path + ".missing")
	require.ErrorContains(t, err, path+".missing")
}

// The same votes with a byte order mark, CRLF, quotes, spaces after commas, other
// columns and other column order.
func TestReadTakesAPersonsCSV(t *testing.T) {
	plain := read(t, "model_a,model_b,winner,objective\na,b,model_a,r\nb,a,a,r\na,b,b,r\n")
	for why, text := range map[string]string{
		"BOM and CRLF":    "\ufeffmodel_a,model_b,winner,objective\r\na,b,model_a,r\r\nb,a,a,r\r\na,b,b,r\r\n",
		"quoted":          "\"model_a\",\"model_b\",\"winner\",\"objective\"\n\"a\",\"b\",\"model_a\",\"r\"\n\"b\",\"a\",\"a\",\"r\"\na,b,b,r\n",
		"BOM, quoted":     "\ufeff\"model_a\",model_b,winner,objective\na,b,model_a,r\nb,a,a,r\na,b,b,r",
		"spaces":          "model_a, model_b, winner, objective\na, b, model_a, r\nb, a, a, r\na, b, b, r\n",
		"a Model besides": "Model,Objective,model_a,model_b,winner,objective\nx,y,a,b,model_a,r\nx,y,b,a,a,r\nx,y,a,b,b,r\n",
		"columns moved":   "id,winner,objective,model_b,model_a\n1,model_a,r,b,a\n2,a,r,a,b\n3,b,r,b,a\n",
		"rows moved":      "model_a,model_b,winner,objective\na,b,b,r\nb,a,a,r\n\na,b,model_a,r\n",
		"ties besides":    "model_a,model_b,winner,objective\na,b,model_a,r\nb,a,tie,r\nb,a,a,r\na,b,b,r\n",
	} {
		got := read(t, text)
		require.Equal(t, plain.Models, got.Models, why)
		require.Equal(t, plain.Borda, got.Borda, why)
	}
	require.Equal(t, []float64{2.0 / 3, 1.0 / 3}, plain.Borda.X)
}

func TestReadTakesSpacesInLatentScores(t *testing.T) {
	in := read(t, " model , r\n a , 1\nb\t, -1 \n")
	require.Equal(t, []string{"a", "b"}, in.Models)
	require.Equal(t, []string{"r"}, in.Objectives)
	require.Equal(t, []float64{1, -1}, in.Theta.X)
}

func TestTiesAreDroppedAndCounted(t *testing.T) {
	in := read(t, "model_a,model_b,winner,objective\na,b,model_a,r\nb,a,tie,r\na,b,tie,r\n")
	require.Equal(t, int64(1), in.Log.Votes)
	require.Equal(t, int64(2), in.Log.Ties)
	require.Equal(t, []float64{1, 0}, in.Borda.X)
}

// Names keep what is inside them: commas, quotes, spaces, other scripts.
func TestNamesAreKept(t *testing.T) {
	in := read(t, "model,\"code, hard\"\n\"GPT \"\"4\"\"\",1\n模型 2,0\n")
	require.Equal(t, []string{`GPT "4"`, "模型 2"}, in.Models)
	require.Equal(t, []string{"code, hard"}, in.Objectives)
}

func TestRepeatingTheRowsOfOnePairChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		models := []string{"a", "b", "c", "d"}[:rapid.IntRange(2, 4).Draw(t, "K")]
		var rows []string
		for i, a := range models {
			for _, b := range models[i+1:] {
				for _, r := range []string{"r", "s"} {
					for range rapid.IntRange(1, 3).Draw(t, "votes") {
						winner := rapid.SampledFrom([]string{"model_a", "model_b", a, b}).Draw(t, "winner")
						rows = append(rows, fmt.Sprintf("%s,%s,%s,%s", a, b, winner, r))
					}
				}
			}
		}
		header := "model_a,model_b,winner,objective\n"
		once, err := Read(strings.NewReader(header + strings.Join(rows, "\n")))
		require.NoError(t, err)
		pair := rapid.SampledFrom(rows).Draw(t, "pair")[:4] // "a,b,"
		again := rows
		for range rapid.IntRange(1, 3).Draw(t, "copies") {
			for _, row := range rows {
				if strings.HasPrefix(row, pair) {
					again = append(again, row)
				}
			}
		}
		twice, err := Read(strings.NewReader(header + strings.Join(again, "\n")))
		require.NoError(t, err)
		require.Equal(t, once.Borda, twice.Borda)
		swapped := make([]string, len(rows)) // the sides of every row exchanged
		for n, row := range rows {
			f := strings.Split(row, ",")
			switch f[2] {
			case "model_a":
				f[2] = "model_b"
			case "model_b":
				f[2] = "model_a"
			}
			swapped[n] = strings.Join([]string{f[1], f[0], f[2], f[3]}, ",")
		}
		sides, err := Read(strings.NewReader(header + strings.Join(swapped, "\n")))
		require.NoError(t, err)
		require.Equal(t, once.Borda, sides.Borda)
	})
}

// b = (1/2)(1/3+2/3) and (1/2)(1/2+1/2) are the same rational; summed in float64
// the first is not 1/2 in every order.
func TestEqualRationalScoresGetEqualBits(t *testing.T) {
	log := "model_a,model_b,winner,objective\n"
	add := func(a, b string, wins, losses int) {
		log += strings.Repeat(a+","+b+",model_a,r\n", wins) + strings.Repeat(a+","+b+",model_b,r\n", losses)
	}
	add("a", "c", 1, 9) // b_a = (1/10 + 7/10 + …)
	add("a", "d", 7, 3)
	add("b", "c", 2, 3)
	add("b", "d", 2, 3)
	add("a", "b", 1, 1)
	add("c", "d", 1, 1)
	in := read(t, log)
	require.Equal(t, in.Borda.At(0, 0), in.Borda.At(1, 0), "1/10+7/10 = 2/5+2/5")
	require.Equal(t, 1.3/3, in.Borda.At(0, 0))
}

func TestJSONInstance(t *testing.T) {
	in := read(t, "\ufeff"+`{"models": ["a","b"], "objectives": ["r"], "theta": [[1],[-1]], "range": 1.5}`)
	require.Equal(t, 1.5, in.B())
	require.Equal(t, []int{0}, in.Frontier())
	in = read(t, `{"models": ["a","b","c"], "objectives": ["r","s"], "borda": [[0.666666667,1],[0.5,0.5],[0.333333333,0]]}`)
	require.Equal(t, []int{0}, in.Frontier(), "nine decimals are enough, and a ladder is possible")
	in = read(t, `{"models": ["a","b"], "objectives": ["r"], "borda": [[0.25],[0.75]]}`)
	require.Nil(t, in.Theta)
	require.Equal(t, []int{1}, in.Frontier())
}

// Where Borda scores lose a strict inequality to rounding, θ decides.
func TestFrontierIsThatOfTheta(t *testing.T) {
	for _, c := range []struct {
		why   string
		theta [][]float64
		want  []int
	}{
		{"differences below rounding", [][]float64{{0}, {1e-17}, {-1}}, []int{1}},
		{"all large", [][]float64{{700}, {699}, {-700}}, []int{0}},
		{"equal on one objective", [][]float64{{1, 0}, {2, 0}}, []int{0, 1}},
		{"equal rows", [][]float64{{1, 0}, {1, 0}, {0, -1}}, []int{0, 1}},
		{"exact ties in a chain", [][]float64{{0, 0}, {1, 1}, {1, 1}, {2, 1}}, []int{1, 2, 3}},
	} {
		names := enumerate("m", len(c.theta))
		in, err := FromTheta(names, enumerate("r", len(c.theta[0])), c.theta, 0)
		require.NoError(t, err)
		require.Equal(t, c.want, in.Frontier(), c.why)
		for i, w := range in.Witnesses() {
			require.Equal(t, w >= 0, !contains(c.want, i), c.why)
			if w >= 0 {
				require.Contains(t, c.want, w, c.why)
			}
		}
	}
}

func contains(set []int, i int) bool {
	for _, j := range set {
		if j == i {
			return true
		}
	}
	return false
}

func TestAnObjectiveMayBeCalledWinner(t *testing.T) {
	in := read(t, "model,winner\na,1\nb,0\n")
	require.Equal(t, []string{"winner"}, in.Objectives)
	in = read(t, "model,Winner,r\na,1,0\nb,0,1\n")
	require.Equal(t, []string{"Winner", "r"}, in.Objectives, "in whatever letters")
}

func TestMinusZeroIsZero(t *testing.T) {
	plain, minus := read(t, "model,r\na,0\nb,1\n"), read(t, "model,r\na,-0\nb,1\n")
	require.Equal(t, plain.Fingerprint(), minus.Fingerprint())
}

func TestFingerprintIsOfNumbersNotOfNames(t *testing.T) {
	a := read(t, "model,r\na,1\nb,0\n")
	renamed := read(t, "model,s\nx,1\ny,0\n")
	other := read(t, "model,r\na,1\nb,0.5\n")
	require.Equal(t, a.Fingerprint(), renamed.Fingerprint())
	require.NotEqual(t, a.Fingerprint(), other.Fingerprint())
	borda := read(t, `{"models": ["a","b"], "objectives": ["r"], "borda": [[1],[0]]}`)
	require.NotEqual(t, a.Fingerprint(), borda.Fingerprint(), "b is not θ")
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"model_a,model_b,winner,objective\na,b,a,r\n", "model,r\na,1\nb,0\n",
		`{"models": ["a","b"], "objectives": ["r"], "theta": [[1],[-1]], "range": 1.5}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		in, err := Read(strings.NewReader(text))
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		for _, b := range in.Borda.X {
			require.True(t, b >= 0 && b <= 1 && !math.IsNaN(b))
		}
		require.NotEmpty(t, in.Frontier())
	})
}

func ExampleRead() {
	in, err := Read(strings.NewReader("model,code,math\nant,1,2\nbee,0,3\ncat,-1,1\n"))
	fmt.Println(in.Models, in.Frontier(), in.B(), err)
	// Output: [ant bee cat] [0 1] 1 <nil>
}
