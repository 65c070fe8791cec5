// The memory `uq plan` announces, and runs are refused by, against what runs take.

#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"
#include "tests/support/sanitized.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <utility>

using uq::test::run_uq;
using uq::test::TemporaryFolder;

namespace {

std::string study(const std::string& store_samples, const std::string& analyses) {
  return "format = 1\nseed = 1\noutput = \"s.h5\"\n[run]\nstore_samples = " + store_samples +
         R"(
[model.expression]
y = "a + b * c"
z = "a - b"
[inputs]
a = { dist = "uniform", lo = 0, hi = 1 }
b = { dist = "uniform", lo = 0, hi = 1 }
c = { dist = "uniform", lo = 0, hi = 1 }
)" + analyses;
}

std::string sobol(const std::string& options) {
  return "[[analysis]]\nmethod = \"sobol\"\n" + options;
}

std::string propagate(const std::string& options) {
  return "[[analysis]]\nmethod = \"propagate\"\n" + options;
}

// Bytes announced for the last analysis, and bytes of the run.
std::pair<double, double> announced_and_taken(const std::string& text) {
  const TemporaryFolder folder;
  folder.write("s.toml", text);
  const auto plan = run_uq(folder.path(), {"plan", "--json", "s.toml"});
  REQUIRE(plan.code == 0);
  const auto run = run_uq(folder.path(), {"run", "-q", "s.toml"});
  REQUIRE(run.code == 0);
  return {nlohmann::json::parse(plan.out)["analyses"].back()["bytes"].get<double>(),
          run.peak_bytes};
}

}  // namespace

TEST_CASE("memory: a run takes no more than its plan announces, nor far less",
          "[memory][property]") {
  if (uq::test::sanitized) {
    SUCCEED("a sanitizer's own memory hides the run's");
    return;
  }
  const auto program = announced_and_taken(study("false", sobol("n = 16\n"))).second;
  const std::pair<const char*, std::string> cases[] = {
      {"sobol, replicates", study("false", sobol("n = 524_288\n"))},
      {"sobol, bootstrap",
       study("false", sobol("n = 262_144\nci = \"bootstrap\"\nresamples = 100\n"))},
      {"sobol, many resamples", study("false", sobol("n = 256\nresamples = 100_000\n"))},
      {"sobol, order of replicates", study("false", sobol("n = 4096\nresamples = 500_000\n"))},
      {"sobol, sample stored", study("true", sobol("n = 131_072\n"))},
      {"propagate", study("false", propagate("n = 1_000_000\n"))},
      {"propagate, swept",
       study("false", propagate("n = 400_000\nsweep = { a = [0.1, 0.5, 0.9] }\n"))},
      {"propagate, swept, sample stored",
       study("true", propagate("n = 100_000\nsweep = { a = [0.1, 0.5, 0.9] }\n"))},
      {"sobol, swept",
       study("false", sobol("n = 262_144\nsweep = { a = [0.1, 0.3, 0.5, 0.7, 0.9] }\n"))},
      {"sobol and given data",
       study("false", sobol("n = 524_288\n") + "[[analysis]]\nmethod = \"given_data\"\n")},
      {"propagate and given data",
       study("false", propagate("n = 500_000\n") + "[[analysis]]\nmethod = \"given_data\"\n")},
      {"morris",
       study("false",
             "[[analysis]]\nmethod = \"morris\"\ntrajectories = 400_000\nresamples = 100\n")},
      {"morris, optimised",
       study("false",
             "[[analysis]]\nmethod = \"morris\"\ntrajectories = 10\noptimal = { from = 3000 }\n")},
      {"two stored samples",
       study("true",
             sobol("name = \"i\"\nn = 65_536\n") + propagate("name = \"b\"\nn = 300_000\n"))},
  };
  for (const auto& [what, text] : cases) {
    INFO(what);
    const auto [announced, taken] = announced_and_taken(text);
    INFO("announced " << announced * 1e-6 << " MB, taken " << (taken - program) * 1e-6 << " MB");
    CHECK(taken - program <= announced);
    // The bound is a sum of peaks that need not meet; a figure three times too high would refuse
    // studies that fit.
    CHECK(taken - program >= announced / 3);
  }
}
