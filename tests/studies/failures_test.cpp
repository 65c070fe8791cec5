// Studies whose model gives no value here and there, or values without a variance.

#include "tests/studies/shown.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"

#include <cmath>
#include <filesystem>
#include <string>

using uq::test::Labels;
using uq::test::run_uq;
using uq::test::Shown;
using uq::test::TemporaryFolder;

namespace {

// y is NaN where a > 0.9.
std::string study(const std::string& failures) {
  return "format = 1\nseed = 1\noutput = \"s.h5\"\n" + failures + R"(
[model.expression]
y = "a > 0.9 ? 0 / 0 : a + b"
[inputs]
a = { dist = "uniform", lo = 0, hi = 1 }
b = { dist = "uniform", lo = 0, hi = 1 }
[[analysis]]
method = "propagate"
n = 64
)";
}

uq::test::ProcessResult run(const TemporaryFolder& folder, const std::string& failures) {
  folder.write("s.toml", study(failures));
  return run_uq(folder.path(), {"run", "s.toml"});
}

}  // namespace

TEST_CASE("failures: on_failure = \"stop\" ends the run at the first, with exit code 3 and no file",
          "[failures][cli]") {
  const TemporaryFolder folder;
  const auto stopped = run(folder, "[failures]\non_failure = \"stop\"\n");
  CHECK(stopped.code == 3);
  CHECK_THAT(stopped.err, Catch::Contains("gave no value (nonfinite): output 'y' is not finite"));
  CHECK_THAT(stopped.err, Catch::Contains("nothing was written"));
  CHECK_FALSE(std::filesystem::exists(folder.path() + "/s.h5"));
}

TEST_CASE("failures: an output within the budget has bands, and is told what region they describe",
          "[failures][cli]") {
  const TemporaryFolder folder;
  const auto within = run(folder, "[failures]\nbudget = 0.2\n");
  CHECK(within.code == 0);
  CHECK_THAT(within.out,
             Catch::Contains("W034: `y` has no value in 12.5 % of its evaluations") &&
                 Catch::Contains("depends on `a` (where it is large, p = ") &&
                 Catch::Contains("the region that survives") && !Catch::Contains("`b` ("));
  const auto above = run(folder, "[failures]\nbudget = 0.1\n");
  CHECK(above.code == 5);  // the file is there
  const auto beyond = run_uq(folder.path(), {"run", "--force", "s.toml"});
  CHECK(beyond.code == 3);
  CHECK_THAT(beyond.out, Catch::Contains("8 of 64 rows (12.5 %) are incomplete; budget 10 %"));
  CHECK_THAT(beyond.err, Catch::Contains("more than the failure budget"));
}

TEST_CASE("failures: a budget that is no share and a policy that is none are refused",
          "[failures][cli]") {
  const TemporaryFolder folder;
  const auto above = run(folder, "[failures]\nbudget = 1.5\n");
  CHECK(above.code == 2);
  CHECK_THAT(above.err, Catch::Contains("U202") && Catch::Contains("0 <= budget < 1"));
  const auto unknown = run(folder, "[failures]\non_failure = \"stopp\"\n");
  CHECK(unknown.code == 2);
  CHECK_THAT(unknown.err, Catch::Contains("did you mean `stop`?"));
}

TEST_CASE("failures: an output without a variance is said to have none", "[failures][cli]") {
  const TemporaryFolder folder;
  folder.write("s.toml", R"(format = 1
seed = 1
[model.expression]
heavy = "1 / a"
light = "a"
[inputs]
a = { dist = "uniform", lo = 0, hi = 1 }
[[analysis]]
method = "propagate"
n = 65536
)");
  const auto run = run_uq(folder.path(), {"run", "s.toml"});
  CHECK(run.code == 0);
  CHECK_THAT(run.out,
             Catch::Contains("W046: a tail of `heavy` falls like a power with index ") &&
                 Catch::Contains("it seems to have no variance") && !Catch::Contains("`light`"));
}

TEST_CASE("failures: a corner without values costs 4.26 % of the Saltelli rows, within a budget",
          "[failures][traps][cli]") {
  // A row is lost when a1 or b1 exceeds 0.92 and a2 or b2 exceeds 0.85, for then one of A, B, AB_1,
  // AB_2 lies in the corner: (1 - 0.92^2) (1 - 0.85^2) = 0.1536 x 0.2775 of the rows.
  const auto corner = [](const std::string& budget) {
    return R"(format = 1
seed = 2
[failures]
budget = )" +
           budget + R"study(
[model.expression]
y = "x1 > 0.92 && x2 > 0.85 ? 0 / 0 : sin(6 * x1) + x2 * x3"
[inputs]
x1 = { dist = "uniform", lo = 0, hi = 1 }
x2 = { dist = "uniform", lo = 0, hi = 1 }
x3 = { dist = "uniform", lo = 0, hi = 1 }
[[analysis]]
name = "s"
method = "sobol"
n = 4096
)study";
  };
  const TemporaryFolder folder;
  const auto solve = [&](const std::string& budget) {
    folder.write("s.toml", corner(budget));
    return run_uq(folder.path(), {"run", "s.toml", "-o", "s.h5", "--force"});
  };
  const Labels y{{"output", "y"}};
  const auto kept = solve("0.05");
  CHECK(kept.code == 0);
  CHECK_THAT(kept.out,
             Catch::Contains("W034: `y` has no value in 1.") &&
                 Catch::Contains("depends on `x1`") && Catch::Contains("`x2` (where it is large") &&
                 !Catch::Contains("`x3` (") && Catch::Contains("the region that survives"));
  const Shown with(folder.path(), "s.h5");
  const double exact = (1 - 0.92 * 0.92) * (1 - 0.85 * 0.85);
  const double lost = with.value("s", "lost_share", y);
  CHECK(std::abs(lost - exact) < 4 * std::sqrt(exact * (1 - exact) / 4096));
  CHECK(with.value("s", "rows", y) == 4096 * (1 - lost));
  CHECK(std::isfinite(with.value("s", "S1", {{"output", "y"}, {"input", "x1"}})));
  for (const char* input : {"x1", "x2"}) {
    CHECK(with.value("s", "failure_p", {{"output", "y"}, {"input", input}}) < 1e-20);
  }

  const auto withheld = solve("0.01");
  CHECK(withheld.code == 3);
  CHECK_THAT(withheld.out, Catch::Contains("base rows") && Catch::Contains("budget 1 %"));
  const Shown without(folder.path(), "s.h5");
  CHECK(without.value("s", "lost_share", y) == lost);
  for (const char* input : {"x1", "x2", "x3"}) {
    for (const char* index : {"S1", "ST"}) {
      CHECK(std::isnan(without.value("s", index, {{"output", "y"}, {"input", input}})));
      CHECK(std::isnan(without.interval("s", index, {{"output", "y"}, {"input", input}}).first));
    }
  }
}

TEST_CASE("failures: an input that decides whether there is a value is not dead",
          "[failures][cli]") {
  const TemporaryFolder folder;
  folder.write("s.toml", R"(format = 1
seed = 1
[failures]
budget = 0.9
[model.expression]
y = "r < 0.3 ? 0 / 0 : a"
[inputs]
a = { dist = "uniform", lo = 0, hi = 1 }
r = { dist = "uniform", lo = 0, hi = 1 }
idle = { dist = "uniform", lo = 0, hi = 1 }
[[analysis]]
method = "sobol"
n = 256
[[analysis]]
method = "morris"
trajectories = 40
)");
  const auto run = run_uq(folder.path(), {"run", "s.toml"});
  INFO(run.out << run.err);
  CHECK(run.code == 0);
  CHECK_THAT(run.out,
             Catch::Contains("sobol   W020: dead for `y`, changing no bit of it: `idle`\n"));
  CHECK_THAT(run.out,
             Catch::Contains("morris  W020: dead for `y`, changing no bit of it: `idle`\n"));
}

TEST_CASE("failures: a group's figures of a withheld output are undefined, not absent",
          "[failures][cli]") {
  const TemporaryFolder folder;
  folder.write("s.toml", R"(format = 1
seed = 1
[model.expression]
y = "a + 0 * b + 0.001 * c"
z = "0 / 0 + a + b + c"
[inputs]
a = { dist = "uniform", lo = 0, hi = 1 }
b = { dist = "uniform", lo = 0, hi = 1 }
c = { dist = "uniform", lo = 0, hi = 1 }
[[analysis]]
name = "screen"
method = "morris"
groups = { pair = ["b", "c"] }
accept = ["mu_star < 1000"]
[[analysis]]
name = "band"
method = "propagate"
inputs = { from = "screen", keep = "mu_star > 0.5 * max" }
outputs = ["y"]
)");
  const auto run = run_uq(folder.path(), {"run", "s.toml"});
  INFO(run.out << run.err);
  CHECK(run.code == 3);
  // Nothing is known of the pair's effect on z: the gate does not hold, and the pair is kept.
  CHECK_THAT(run.err, Catch::Contains("accept failed: mu_star < 1000 at z, pair"));
  CHECK_THAT(run.out, Catch::Contains("dropped: none"));
}
