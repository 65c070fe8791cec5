// [failures]: what becomes of a study whose model gives no value here and there.

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
