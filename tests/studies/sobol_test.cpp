// Sobol' analyses as a study writes them: stopping, sweeps, groups, stored samples, failures.

#include "tests/studies/shown.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"

#include <cmath>
#include <string>
#include <vector>

using Catch::Contains;
using uq::test::Labels;
using uq::test::ProcessResult;
using uq::test::run_uq;
using uq::test::Shown;
using uq::test::TemporaryFolder;
using Json = nlohmann::json;

namespace {

const std::string model = R"(format = 1
seed = 5
[model.expression]
y = "a * exp(b) + max(b, c)^2"
z = "floor(4 * c) + sin(a) "
[inputs]
a = { dist = "exponential", mean = 1 }
b = { dist = "normal", mean = 0, sd = 0.5 }
c = { dist = "triangular", lo = 0, mode = 0.3, hi = 1 }
)";

std::string sobol(const std::string& options) {
  return "[[analysis]]\nname = \"s\"\nmethod = \"sobol\"\n" + options;
}

Shown shown(const TemporaryFolder& folder, const std::string& text, int code = 0) {
  folder.write("s.toml", text);
  const ProcessResult result =
      run_uq(folder.path(), {"run", "s.toml", "--quiet", "-o", "s.h5", "--force"});
  INFO(text << result.err);
  REQUIRE(result.code == code);
  return {folder.path(), "s.h5"};
}

std::string fault(const std::string& text) {
  const TemporaryFolder folder;
  folder.write("s.toml", text);
  const ProcessResult result = run_uq(folder.path(), {"check", "s.toml"});
  CHECK(result.code == 2);
  return result.err;
}

const Json& values(const Shown& result, const std::string& variable) {
  return result.analysis("s").at("variables").at(variable).at("values");
}

}  // namespace

TEST_CASE("sobol study: stopping gives the bits of a run with that n from the start",
          "[program][property]") {
  for (const std::string ci : {"bootstrap", "replicates", "auto"}) {
    const std::string kind = "ci = \"" + ci + "\"\nresamples = 200\nsecond_order = true\n";
    const TemporaryFolder folder;
    const Shown stopped = shown(
        folder,
        model + sobol(kind + "n = 256\nstop = { ci_width = 1e-6, max_evaluations = 20_000 }\n"));
    // 2048 x 8 = 16384 evaluations; twice that would be too many.
    CHECK(stopped.analysis("s").at("attributes").at("n_reached") == 2048);
    CHECK_THAT(stopped.analysis("s").at("attributes").at("stopped").get<std::string>(),
               Contains("evaluations used up"));
    CHECK(stopped.analysis("s").dump().find("W080") != std::string::npos);
    const Shown at_once =
        shown(folder,
              model + sobol("n = 2048\nsecond_order = true\nresamples = 200\nci = \"" +
                            (ci == "auto" ? "bootstrap" : ci) + "\"\n"));
    for (const char* variable :
         {"S1", "S1_ci", "ST", "ST_ci", "S2", "S2_ci", "mean", "variance_ci", "S1_aggregated_ci"}) {
      CAPTURE(ci, variable);
      CHECK(values(stopped, variable) == values(at_once, variable));
    }
  }
}

TEST_CASE("sobol study: stopping ends as soon as intervals are narrow", "[program][unit]") {
  const TemporaryFolder folder;
  const Shown result =
      shown(folder,
            model + sobol("n = 64\nci = \"asymptotic\"\noutputs = [\"z\"]\n"
                          "stop = { ci_width = 0.3, max_evaluations = 1_000_000 }\n"));
  const auto reached = result.analysis("s").at("attributes").at("n_reached").get<int>();
  CHECK(reached > 64);
  CHECK(reached < 8192);
  CHECK(result.analysis("s").dump().find("W080") == std::string::npos);
  for (const char* input : {"a", "b", "c"}) {
    for (const char* index : {"S1", "ST"}) {
      const auto [low, high] = result.interval("s", index, {{"output", "z"}, {"input", input}});
      CHECK(high - low <= 0.3);
    }
  }
}

TEST_CASE("sobol study: a sweep is one analysis per setting", "[program][property]") {
  const TemporaryFolder folder;
  const Shown swept = shown(folder, model + sobol("n = 256\nsweep = { b = [-0.5, 0, 1] }\n"));
  for (const std::string b : {"-0.5", "0", "1"}) {
    std::string fixed = model;
    const std::string law = "{ dist = \"normal\", mean = 0, sd = 0.5 }";
    fixed.replace(fixed.find(law), law.size(), "{ value = " + b + " }");
    const Shown alone = shown(folder, fixed + sobol("n = 256\n"));
    for (const char* output : {"y", "z"}) {
      for (const char* input : {"a", "c"}) {
        const Labels at{{"output", output}, {"input", input}};
        Labels with = at;
        with.emplace_back("b", b == "0" || b == "1" ? b + ".0" : b);
        CHECK(swept.value("s", "S1", with) == alone.value("s", "S1", at));
        CHECK(swept.interval("s", "ST", with) == alone.interval("s", "ST", at));
      }
    }
  }
}

TEST_CASE("sobol study: inputs of a group may be correlated, across groups not",
          "[program][statistical]") {
  const std::string correlated = R"(format = 1
seed = 5
[model.expression]
y = "a + b + 2 * c"
[inputs]
a = { dist = "normal", mean = 0, sd = 1 }
b = { dist = "normal", mean = 0, sd = 1 }
c = { dist = "normal", mean = 0, sd = 1 }
[correlation]
pearson = [["a", "c", 0.5]]
)";
  const std::string groups = "groups = { pair = [\"a\", \"c\"] }\n";
  const TemporaryFolder folder;
  const Shown result = shown(folder, correlated + sobol("n = 16_384\n" + groups));
  // V[a + 2 c] = 1 + 4 + 2 x 2 x 0.5 = 7, V[b] = 1.
  for (const char* index : {"S1", "ST"}) {
    for (const auto& [group, share] : {std::pair{"pair", 7.0 / 8}, std::pair{"b", 1.0 / 8}}) {
      const Labels at{{"output", "y"}, {"group", group}};
      const auto [low, high] = result.interval("s", index, at);
      CAPTURE(index, group, low, high);
      CHECK(std::abs(result.value("s", index, at) - share) < 3 * (high - low));
      CHECK(high - low < 0.02);
    }
  }
  CHECK(result.value("s", "variance", {{"output", "y"}}) == Approx(8).epsilon(0.02));
  CHECK_THAT(fault(correlated + sobol("groups = { pair = [\"a\", \"b\"] }\n")),
             Contains("U305") && Contains("`a` and `c` are correlated"));
}

TEST_CASE("sobol study: every block is counted, stored and shown", "[program][unit]") {
  const TemporaryFolder folder;
  const Shown result = shown(
      folder,
      model + sobol("n = 64\nsecond_order = true\nestimator_first = \"owen\"\nresamples = 100\n"));
  CHECK(result.analysis("s").at("attributes").at("evaluations") == 64 * (2 + 9));
  const ProcessResult table = run_uq(folder.path(), {"show", "s.h5", "s"});
  CHECK_THAT(table.out, Contains("S2\n") && Contains("a, b") && Contains("all outputs"));
  CHECK(table.out.find("b, a") == std::string::npos);
  const ProcessResult plan = run_uq(folder.path(), {"plan", "s.toml"});
  CHECK_THAT(plan.out, Contains("704"));
}

TEST_CASE("sobol study: rows that fail are dropped within the budget", "[program][unit]") {
  const std::string study = R"(format = 1
seed = 3
[model.expression]
y = "x1 > 0.92 && x2 > 0.85 ? log(-1) : sin(6 * x1) + x2 * x3"
[inputs]
x1 = { dist = "uniform", lo = 0, hi = 1 }
x2 = { dist = "uniform", lo = 0, hi = 1 }
x3 = { dist = "uniform", lo = 0, hi = 1 }
)";
  const TemporaryFolder folder;
  shown(folder, study + sobol("n = 4096\n"), 3);
  const Shown kept = shown(folder, study + "[failures]\nbudget = 0.05\n" + sobol("n = 4096\n"));
  const double lost = kept.value("s", "lost_share", {{"output", "y"}});
  CHECK(std::abs(lost - 0.0426) < 3e-3);
  CHECK(kept.value("s", "rows", {{"output", "y"}}) == 4096 * (1 - lost));
  CHECK(kept.value("s", "S1", {{"output", "y"}, {"input", "x1"}}) > 0.5);
  CHECK(kept.analysis("s").dump().find("W034") != std::string::npos);
}

TEST_CASE("sobol study: faults of `stop` are named", "[program][unit]") {
  CHECK_THAT(fault(model + sobol("stop = { ci_width = 0.1 }\n")),
             Contains("U420") && Contains("max_evaluations"));
  CHECK_THAT(fault(model + sobol("stop = { ci_width = -1, max_evaluations = 1e5 }\n")),
             Contains("U420") && Contains("more than 0"));
  CHECK_THAT(fault(model + sobol("n = 1024\nstop = { ci_width = 0.1, max_evaluations = 5000 }\n")),
             Contains("U421") && Contains("5120"));
}

TEST_CASE("sobol study: stopping claims nothing where no output has indices", "[program][unit]") {
  const TemporaryFolder folder;
  const Shown stopped =
      shown(folder,
            "format = 1\nseed = 1\n[model.expression]\ny = \"1 + 0 * a\"\n[inputs]\n"
            "a = { dist = \"uniform\", lo = 0, hi = 1 }\n" +
                sobol("n = 64\nstop = { ci_width = 0.05, max_evaluations = "
                      "20_000 }\n"));
  const auto& attributes = stopped.analysis("s").at("attributes");
  CHECK(attributes.at("stopped") == "no output has indices at n = 64");
  CHECK(attributes.at("n_reached") == 64);
  CHECK_THAT(attributes.at("warnings").dump(), Catch::Contains("W120: no output has indices"));
}
