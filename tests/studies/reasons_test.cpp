// Why a figure has no value: the same words in `show`, `export`, `accept` and `diff`, whatever the
// method; and figures that belong to no output.

#include "studies/store/store.hpp"
#include "tests/studies/shown.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <vector>

using Catch::Contains;
using uq::test::ProcessResult;
using uq::test::run_uq;
using uq::test::Shown;
using uq::test::TemporaryFolder;

namespace {

std::string study(const std::string& outputs, const std::string& analyses) {
  return "format = 1\nseed = 1\n[model.expression]\n" + outputs + R"(
[inputs]
a = { dist = "uniform", lo = 0, hi = 1, nominal = 0.5 }
b = { dist = "uniform", lo = 0, hi = 1, nominal = 0.5 }
c = { dist = "uniform", lo = 0, hi = 1, nominal = 0.5 }
)" + analyses;
}

/// Checks that the reason stands in `show`, in indices.csv, and in what `accept` says.
void check_everywhere(const TemporaryFolder& folder,
                      const ProcessResult& run,
                      const std::string& figure,
                      const std::string& reason) {
  CAPTURE(figure);
  CHECK(run.code == 4);
  CHECK_THAT(run.err,
             Contains("accept failed: " + figure) && Contains("undefined: ") && Contains(reason));
  REQUIRE(run_uq(folder.path(), {"export", "s.h5", "-o", "out", "--force"}).code == 0);
  CHECK_THAT(folder.read("out/indices.csv"), Contains(reason));
  CHECK_THAT(run_uq(folder.path(), {"show", "s.h5"}).out, Contains(reason));
}

}  // namespace

TEST_CASE("reasons: those of a cell of OAT reach every command", "[reasons][cli]") {
  const TemporaryFolder folder;
  folder.write("s.toml",
               study("y = \"a + abs(b - 0.5) + c\"",
                     "[[analysis]]\nmethod = \"oat\"\naccept = \"elasticity > -100\"\n"));
  check_everywhere(folder,
                   run_uq(folder.path(), {"run", "s.toml"}),
                   "elasticity > -100 at y, b",
                   "a kink at the nominal value");
}

TEST_CASE("reasons: of regressions, of correlations, of inputs that do not vary",
          "[reasons][cli]") {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& accept) {
    folder.write("s.toml",
                 "format = 1\nseed = 1\n[model.expression]\ny = \"a + b + c\"\n[inputs]\n"
                 "a = { dist = \"uniform\", lo = 0, hi = 1 }\n"
                 "b = { dist = \"uniform\", lo = 0, hi = 1 }\n"
                 "c = { dist = \"choice\", values = [3] }\n"
                 "[[analysis]]\nname = \"band\"\nmethod = \"propagate\"\nn = 100\n"
                 "[[analysis]]\nmethod = \"given_data\"\naccept = \"" +
                     accept + "\"\n");
    return run_uq(folder.path(), {"run", "--force", "s.toml"});
  };
  check_everywhere(folder, run("SRC > -2"), "SRC > -2 at y, a", "`c` does not vary");
  check_everywhere(folder, run("S1 > -2"), "S1 > -2 at y, c", "does not vary");
  const ProcessResult pairs = run("abs(correlation) <= 1");
  CHECK(pairs.code == 4);
  CHECK_THAT(pairs.err,
             Contains("a, c: undefined: `c` does not vary") && !Contains("a, b: undefined"));
}

TEST_CASE("reasons: of what a screen has dropped", "[reasons][cli]") {
  const TemporaryFolder folder;
  folder.write("s.toml", study("y = \"a + b\"", R"(
[[analysis]]
name = "screen"
method = "morris"
[[analysis]]
name = "kept"
method = "propagate"
n = 200
inputs = { from = "screen", keep = "mu_star > 0.05 * max" }
accept = ["dropped_share < 0.1", "dropped_share_upper < 0.1"]
)"));
  const ProcessResult run = run_uq(folder.path(), {"run", "s.toml"});
  CHECK(run.code == 4);
  CHECK_THAT(run.err,
             Contains("dropped_share < 0.1 at y: undefined: elementary effects") &&
                 Contains("dropped_share_upper < 0.1 at y: undefined: elementary"));
}

TEST_CASE("reasons: a variance beyond the range of doubles", "[reasons][range][cli]") {
  const TemporaryFolder folder;
  const std::string reason = "beyond the range of double precision";
  for (const std::string y : {"1e-200 * (a + b)", "1.7e308 * (a - b)"}) {
    CAPTURE(y);
    folder.write("s.toml", study("y = \"" + y + "\"", R"(
[[analysis]]
name = "indices"
method = "sobol"
n = 256
accept = ["variance >= 0", "ST > -1"]
[[analysis]]
name = "band"
method = "propagate"
n = 256
sampler = "monte_carlo"
[[analysis]]
name = "given"
method = "given_data"
data = "band"
accept = "S1 > -1"
[[analysis]]
name = "screen"
method = "morris"
)"));
    const ProcessResult run = run_uq(folder.path(), {"run", "--force", "s.toml"});
    CHECK(run.code == 4);
    CHECK_THAT(run.err,
               Contains("indices: accept failed: variance >= 0 at y: undefined: " + reason) &&
                   !Contains("ST > -1") && !Contains("given"));
    const ProcessResult shown = run_uq(folder.path(), {"show", "s.h5"});
    CHECK_THAT(shown.out,
               Contains("variance  undefined: " + reason) && !Contains("-inf") &&
                   !Contains("inf]") && !Contains(" inf ") && !Contains("no reason stored") &&
                   !Contains(" nan"));
  }
}

TEST_CASE("accept: judges figures of inputs that belong to no output, and those of checks",
          "[reasons][accept][cli]") {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& method, const std::string& accept) {
    folder.write("s.toml",
                 study("y = \"a + 0.1 * b\"\nz = \"a - 2 * b\"",
                       "[[analysis]]\n" + method + "\naccept = " + accept + "\n"));
    return run_uq(folder.path(), {"run", "--force", "s.toml"});
  };
  const std::string sobol = "method = \"sobol\"\nn = 256";
  CHECK(run(sobol, "[\"ci_width(S1_aggregated) < 0.9\", \"ST_aggregated < 1.5\"]").code == 0);
  const ProcessResult missed = run(sobol, "\"ST_aggregated > 0.3\"");
  CHECK(missed.code == 4);
  CHECK_THAT(missed.err, Contains("ST_aggregated > 0.3 at c: 0"));
  const std::string morris = "method = \"morris\"";
  CHECK(run(morris, "[\"aliased == 0\", \"mu_star_check < 3\", \"effects > 5\"]").code == 0);
  CHECK(run(morris + "\naliasing_check = false", "\"aliased == 0\"").code == 2);
  CHECK_THAT(run(morris, "\"lo(mu_star_check) > 0.05\"").err, Contains("at y, c: 0"));
}

TEST_CASE("show and export: the sentence on intervals that hold 0, of all outputs together too",
          "[reasons][export][cli]") {
  const TemporaryFolder folder;
  folder.write("s.toml",
               study("y = \"a * b + 0.001 * c\"\nz = \"a - b\"",
                     "[[analysis]]\nname = \"indices\"\nmethod = \"sobol\"\nn = 128\n"));
  REQUIRE(run_uq(folder.path(), {"run", "s.toml"}).code == 0);
  REQUIRE(run_uq(folder.path(), {"export", "s.h5", "-o", "out"}).code == 0);
  const std::string note = "An index whose interval holds 0 cannot be told from 0";
  CHECK_THAT(run_uq(folder.path(), {"show", "s.h5"}).out, Contains(note));
  CHECK_THAT(folder.read("out/tables/indices.md"), Contains(note));
  CHECK_THAT(folder.read("out/tables/indices.tex"), Contains("% " + note));
}

TEST_CASE("oat: samples are stored as those of other methods", "[oat][store][cli]") {
  const TemporaryFolder folder;
  const std::string analysis = "[[analysis]]\nmethod = \"oat\"\n";
  folder.write("s.toml", study("y = \"a + b * c\"", "[run]\nstore_samples = true\n" + analysis));
  REQUIRE(run_uq(folder.path(), {"run", "s.toml"}).code == 0);
  const auto file = uq::studies::read(folder.path() + "/s.h5");
  const uq::studies::Dataset* samples = file.group("analysis/oat/samples");
  REQUIRE(samples != nullptr);
  const auto evaluations = Shown(folder.path(), "s.h5")
                               .analysis("oat")
                               .at("attributes")
                               .at("evaluations")
                               .get<std::size_t>();
  const std::vector<double>& x = samples->variable("x")->data.data;
  const std::vector<double>& y = samples->variable("y")->data.data;
  REQUIRE(x.size() == 3 * evaluations);
  REQUIRE(y.size() == evaluations);
  for (std::size_t k = 0; k < evaluations; ++k) {
    CHECK(y[k] == x[3 * k] + x[3 * k + 1] * x[3 * k + 2]);
  }
  folder.write("s.toml", study("y = \"a\"", "[run]\nstore_samples = false\n" + analysis));
  REQUIRE(run_uq(folder.path(), {"run", "--force", "s.toml"}).code == 0);
  CHECK(uq::studies::read(folder.path() + "/s.h5").group("analysis/oat/samples") == nullptr);
}
