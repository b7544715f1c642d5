package coq

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// edit is a wrong version of a definition or of a statement: the text from, which is in a
// file once, becomes to.  The file and all that rests on it stay well-formed, but a proof
// in the file refuses fails.
type edit struct{ why, file, from, to, refuses string }

// edits are of the definitions first, then of constants and hypotheses of statements.
var edits = []edit{
	{"≤ for < between scores", "definitions.v", "if Rlt_dec a b then", "if Rle_dec a b then", "core_finite.v"},
	{"dominance with ≤ for <", "definitions.v",
		"forallb (fun r => below (x i r) (x j r)) objectives", "forallb (fun r => negb (below (x j r) (x i r))) objectives", "core_margins.v"},
	{"max for min in m(i,j)", "definitions.v", "min_over objectives (fun r => minus", "max_over objectives (fun r => minus", "core_margins.v"},
	{"min for max in Δ*", "definitions.v", "max_over (S ∖ i) (fun j => margin i j)", "min_over (S ∖ i) (fun j => margin i j)", "core_margins.v"},
	{"max for min in δ*", "definitions.v", "min_over (S ∖ i) (fun j => separation S i j)", "max_over (S ∖ i) (fun j => separation S i j)", "core_margins.v"},
	{"∨ for ∧ in δ*", "definitions.v", "smaller (max_margin i j)", "larger (max_margin i j)", "core_margins.v"},
	{"M(j,i) without ⁺ in δ*", "definitions.v", "(plus (positive_part (max_margin j i))", "(plus (max_margin j i)", "core_margins.v"},
	{"Δ* on the frontier, δ* off it", "definitions.v", "then delta_star S i else Delta_star S i", "then Delta_star S i else delta_star S i", "core_margins.v"},
	{"the smallest gap for the largest in G", "definitions.v", "let largest := max_over A", "let largest := min_over A", "core_integers.v"},
	{"no tie rule", "definitions.v", "  | outside => outside", "  | outside => G", "core_phase.v"},
	{"K for K-1 in the Borda score", "definitions.v", "/ (INR K - 1) * sum_over", "/ INR K * sum_over", "lemma_2_1.v"},
	{"κ_B = σ(B)·σ(-B)", "definitions.v", "sigma (2 * B) * sigma (- (2 * B))", "sigma B * sigma (- B)", "core_sigma.v"},
	{"ε_m = 3^{-m}", "definitions.v", ": R := / 2 ^ m.", ": R := / 3 ^ m.", "core_schedule.v"},
	{"r_m with n_m for 2n_m", "definitions.v", "sqrt (L_ m / (2 * INR (n_ m)))", "sqrt (L_ m / INR (n_ m))", "core_schedule.v"},
	{"M_i without 1+", "definitions.v", "1 + nat_ceiling (log2 (4 / Delta))", "nat_ceiling (log2 (4 / Delta))", "core_schedule.v"},
	{"≥ for > in the loop", "definitions.v", "gap (bhat m) A i > C_thr * r_ m", "gap (bhat m) A i >= C_thr * r_ m", "lemma_b_9.v"},
	{"127 for 128 in the bound of B.4", "definitions.v", "128 * INR d * sum_over", "127 * INR d * sum_over", "proposition_b_4_path.v"},

	{"1.9 for 2 in B.1 (ii)", "lemma_b_1.v", "Rabs (margin x i j - margin y i j) <= 2 * rho", "Rabs (margin x i j - margin y i j) <= 19 / 10 * rho", "lemma_b_1.v"},
	{"2.1 for links that do not fall", "lemma_2_1.v", "Hypothesis increasing : forall u v, u < v -> F u < F v", "Hypothesis increasing : forall u v, u < v -> F u <= F v", "lemma_2_1.v"},
	{"1.9 for 2 in B.7", "lemma_b_7.v", "Hypothesis removed : gap x A i > 2 * rho", "Hypothesis removed : gap x A i > 19 / 10 * rho", "lemma_b_7.v"},
	{"3.9 for 4 in B.8", "lemma_b_8.v", "Hypothesis removed : gap x A i > 4 * rho", "Hypothesis removed : gap x A i > 39 / 10 * rho", "lemma_b_8.v"},
	{"C_thr = 3.9 in B.9", "lemma_b_9.v", "Hypothesis threshold : 4 <= C_thr", "Hypothesis threshold : 39 / 10 <= C_thr", "lemma_b_9.v"},
	{"7.9 for 8 in B.10", "lemma_b_10.v", "rho < gap b A i / 8", "rho < gap b A i / (79 / 10)", "lemma_b_10.v"},
	{"C_samp = 1.9 in B.4", "proposition_b_4_path.v", "Hypothesis samples : 2 <= C_samp", "Hypothesis samples : 19 / 10 <= C_samp", "proposition_b_4_path.v"},
	{"127 for 128 in n_{m_i} of B.4", "proposition_b_4_path.v", "<= 1 + 128 * (L_of_gap", "<= 1 + 127 * (L_of_gap", "proposition_b_4_path.v"},
	{"1/9 for 1/8 in Hoeffding's lemma", "core_log_mgf.v", "Theorem log_mgf t : ln (1 - p + p * exp t) <= p * t + t ^ 2 / 8", "Theorem log_mgf t : ln (1 - p + p * exp t) <= p * t + t ^ 2 / 9", "core_log_mgf.v"},
	{"Σ 1/m² ≤ 1.9 in B.6", "lemma_b_6.v", "(fun m => / INR m ^ 2) <= 2 - / INR M", "(fun m => / INR m ^ 2) <= 19 / 10 - / INR M", "lemma_b_6.v"},
	{"C_log = 3 in B.6", "lemma_b_6.v", "4 <= C_log -> (forall m", "3 <= C_log -> (forall m", "lemma_b_6.v"},
	{"127 for 128 in 3.1", "theorem_3_1.v", "  128 * INR d / kappa B ^ 2 *\n", "  127 * INR d / kappa B ^ 2 *\n", "theorem_3_1.v"},
	{"7 for 8 in C.3.3", "corollary_3_3.v", "last_phase x = nat_ceiling (log2 (8 / x))", "last_phase x = nat_ceiling (log2 (7 / x))", "corollary_3_3.v"},
	{"1.9 for 2 in R.D.1", "remark_d_1.v", "2 * rho < gap pop roster i -> in_P emp i", "19 / 10 * rho < gap pop roster i -> in_P emp i", "remark_d_1.v"},
	{"K for K-1 in b^emp", "lemma_d_1.v", "fun i r => / (INR K - 1) * sum_over", "fun i r => / INR K * sum_over", "lemma_d_1.v"},
	{"1/9 for 1/8 in B.12", "lemma_b_12.v", "<= (x - y) ^ 2 / 8.", "<= (x - y) ^ 2 / 9.", "lemma_b_12.v"},
	{"5 for 4 in B.14", "lemma_b_14.v", "4 * INR d * (INR K - 1) * kl (1 - delta - alpha) delta <= (Delta + eta_bar) ^ 2", "5 * INR d * (INR K - 1) * kl (1 - delta - alpha) delta <= (Delta + eta_bar) ^ 2", "lemma_b_14.v"},
	{"δ < 1/2 in 3.2", "theorem_3_2.v", "0 < delta < 1 / 3", "0 < delta < 1 / 2", "theorem_3_2.v"},
}

// What is edited is in its file once, so that no edit misses it or does more.
func TestEditsAreOfTheFiles(t *testing.T) {
	t.Parallel()
	for _, e := range edits {
		text, err := fs.ReadFile(Files(), e.file)
		require.NoError(t, err)
		require.Equal(t, 1, strings.Count(string(text), e.from), "%s: how often %q is in %s", e.why, e.from, e.file)
		require.NotEqual(t, e.from, e.to)
	}
}

// complaint is what coqc says to the file refuses after the edit; only what rests on the
// edited file is compiled again.
func (p proofs) complaint(t *testing.T, e edit) error {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(p.dir)))
	name := filepath.Join(dir, e.file)
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(name, []byte(strings.Replace(string(text), e.from, e.to, 1)), 0o600))
	_, err = p.compile(t.Context(), dir, p.restingOn(e.file), []string{e.refuses}, 1, func() {})
	return err
}

// restingOn are the files that rest on one, with what they require among them.
func (p proofs) restingOn(file string) map[string][]string {
	outside := func(other string) bool { return !foundation(p.rests, other)[file] }
	resting := map[string][]string{}
	for other, needs := range p.rests {
		if !outside(other) {
			resting[other] = slices.DeleteFunc(slices.Clone(needs), outside)
		}
	}
	return resting
}

var (
	complaintLine = regexp.MustCompile(`^(\w+\.v), line (\d+): (.*)`)
	proofText     = regexp.MustCompile(`(?ms)^[ \t]*Proof\b.*?\b(?:Qed|Defined)\.`)
)

// inProof says whether a line of a text stands in a proof.
func inProof(text string, line int) bool {
	return slices.ContainsFunc(proofText.FindAllStringIndex(text, -1), func(span []int) bool {
		return line > strings.Count(text[:span[0]], "\n") && line <= 1+strings.Count(text[:span[1]], "\n")
	})
}

// An edit is refused by a proof, not for its form; the same without an edit is accepted.
func editsAreRefused(t *testing.T, p proofs) {
	t.Run("none", func(t *testing.T) {
		t.Parallel()
		require.NoError(t, p.complaint(t, edit{file: "definitions.v", refuses: "core_margins.v"}))
	})
	for _, e := range edits {
		t.Run(e.why, func(t *testing.T) {
			t.Parallel()
			complaint := p.complaint(t, e)
			require.Error(t, complaint, "accepted")
			t.Log(complaint)
			match := complaintLine.FindStringSubmatch(complaint.Error())
			require.NotNil(t, match, complaint)
			require.Equal(t, e.refuses, match[1], complaint)
			line, err := strconv.Atoi(match[2])
			require.NoError(t, err)
			text, err := fs.ReadFile(Files(), e.refuses)
			require.NoError(t, err)
			require.True(t, inProof(string(text), line), "no proof is there: %v", complaint)
			require.NotRegexp(t, `Syntax error|was not found`, match[3])
		})
	}
}
