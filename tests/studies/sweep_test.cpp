// Sweeps as a study meets them: what a swept input may be called, and what may be swept.

#include "studies/store/store.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"

#include <set>
#include <string>

using Catch::Contains;
using uq::test::ProcessResult;
using uq::test::run_uq;
using uq::test::TemporaryFolder;

namespace {

const std::string head = "format = 1\nseed = 1\noutput = \"s.h5\"\n";

ProcessResult run(const TemporaryFolder& folder, const std::string& study) {
  folder.write("s.toml", head + study);
  return run_uq(folder.path(), {"run", "--force", "-q", "s.toml"});
}

// Inputs `name`, a, b, c; outputs p and q of different units.
std::string model_with(const std::string& name) {
  return "[run]\nstore_samples = true\n[failures]\nbudget = 0.9\n[model.expression]\n"
         "p = \"a + b * c + " +
         name + "\"\nq = \"a > 0.9 ? 0 / 0 : a\"\n[model.outputs]\np = { unit = \"ms\" }\n" +
         "[inputs]\n" + name +
         " = { dist = \"uniform\", lo = 0, hi = 1, unit = \"ms\" }\n"
         "a = { dist = \"uniform\", lo = 0, hi = 1, unit = \"ms\" }\n"
         "b = { dist = \"uniform\", lo = 0, hi = 1, unit = \"ms\" }\n"
         "c = { dist = \"uniform\", lo = 0, hi = 1 }\n";
}

const std::string swept_by_both[] = {
    "[[analysis]]\nname = \"band\"\nmethod = \"propagate\"\nn = 64\n"
    "thresholds = { p = [\"1 ms\"], q = [0.5] }\n",
    "[[analysis]]\nname = \"drivers\"\nmethod = \"sobol\"\nn = 64\nsecond_order = true\n",
    "[[analysis]]\nname = \"grouped\"\nmethod = \"sobol\"\nn = 64\ngroups = { g = [\"a\", \"b\"] "
    "}\n"};

std::string sweep_of(const std::string& name) {
  return "sweep = { " + name + " = [\"0.25 ms\", \"0.5 ms\"] }\n";
}

// What results with sweeps have: failures, thresholds, groups, a screen.
std::set<std::string> parts_of_results() {
  const TemporaryFolder folder;
  std::string study = model_with("s");
  for (const std::string& analysis : swept_by_both) {
    study += analysis + sweep_of("s");
  }
  study += "[[analysis]]\nname = \"chained\"\nmethod = \"propagate\"\nn = 64\n" + sweep_of("s") +
           "inputs = { from = \"drivers_of_all\", keep = \"ST > 0.01\" }\n"
           "[[analysis]]\nname = \"drivers_of_all\"\nmethod = \"sobol\"\nn = 64\n";
  const ProcessResult done = run(folder, study);
  INFO(done.err);
  REQUIRE(done.code == 0);
  std::set<std::string> names{"samples"};
  for (const uq::studies::Dataset& group : uq::studies::read(folder.path() + "/s.h5").groups) {
    if (!group.path.starts_with("analysis/")) {
      continue;
    }
    for (const auto& dim : group.dims) {
      names.insert(dim.name);
    }
    for (const auto& variable : group.variables) {
      names.insert(variable.name);
    }
  }
  names.erase("s");
  return names;
}

}  // namespace

TEST_CASE("sweep: no input may be called like a part of the result", "[sweep][property]") {
  const std::set<std::string> names = parts_of_results();
  for (const char* expected : {"unit",
                               "lost_share",
                               "failure_p",
                               "threshold_output",
                               "checkpoint",
                               "S2_ci",
                               "ST_aggregated",
                               "members",
                               "group2",
                               "dropped_share"}) {
    INFO(expected);
    CHECK(names.contains(expected));
  }
  const TemporaryFolder folder;
  for (const std::string& name : names) {
    for (const std::string& analysis : swept_by_both) {
      INFO(name << " in " << analysis);
      folder.write("s.toml", head + model_with(name) + analysis + sweep_of(name));
      const auto checked = run_uq(folder.path(), {"check", "s.toml"});
      CHECK(checked.code == 2);
      CHECK_THAT(checked.err, Contains("error[U323]: `" + name + "` cannot be swept"));
      CHECK_THAT(checked.err, Contains("[derived] " + name + " = \"" + name + "_swept\""));
    }
  }
}

TEST_CASE("sweep: the remedy for a name that is taken works", "[sweep][unit]") {
  const TemporaryFolder folder;
  const std::string study = R"([model.expression]
p = "a + unit"
[inputs]
a = { dist = "uniform", lo = 0, hi = 1 }
unit_swept = { dist = "uniform", lo = 0, hi = 1 }
[derived]
unit = "unit_swept"
)";
  for (const std::string method : {"sobol", "propagate"}) {
    const auto done = run(folder,
                          study + "[[analysis]]\nmethod = \"" + method +
                              "\"\nn = 64\nsweep = { unit_swept = [0.25, 0.5] }\n");
    INFO(done.err);
    CHECK(done.code == 0);
  }
}

TEST_CASE("sweep: what is held fixed is tied to nothing", "[sweep][sobol][cli]") {
  const TemporaryFolder folder;
  const std::string inputs = R"([model.expression]
y = "a + b * p"
[inputs]
a = { dist = "uniform", lo = 0, hi = 1 }
b = { dist = "uniform", lo = 0, hi = 1 }
p = { dist = "uniform", lo = 0, hi = 1 }
)";
  const std::string swept =
      "[[analysis]]\nmethod = \"sobol\"\nn = 64\nsweep = { p = [0.25, 0.5] }\n";
  const auto correlated = [](const std::string& pair) {
    return "[correlation]\nspearman = [[" + pair + ", 0.5]]\n";
  };
  const auto fine = run(folder, inputs + correlated("\"a\", \"p\"") + swept);
  INFO(fine.err);
  CHECK(fine.code == 0);
  const auto tied = run(folder, inputs + correlated("\"a\", \"b\"") + swept);
  CHECK(tied.code == 2);
  CHECK_THAT(tied.err, Contains("error[U305]"));
  const auto condition = run(folder, inputs + "[constraints]\nrequire = [\"a < p\"]\n" + swept);
  CHECK(condition.code == 2);
  CHECK_THAT(condition.err, Contains("error[U316]: `p` cannot be swept"));
  CHECK_THAT(condition.err, !Contains("U315"));
  const auto other = run(folder, inputs + "[constraints]\nrequire = [\"a < b\"]\n" + swept);
  CHECK_THAT(other.err, Contains("error[U315]"));
}
