// Studies whose model gives no value here and there, or values without a variance.

#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"

#include <filesystem>
#include <string>

using uq::test::run_uq;
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
