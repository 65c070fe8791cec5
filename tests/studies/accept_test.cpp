// Gates on the results of every method: `accept` from the study file to the exit code.

#include "tests/studies/shown.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

using uq::test::ProcessResult;
using uq::test::run_uq;
using uq::test::Shown;
using uq::test::TemporaryFolder;

namespace {

/// y = a + 0.5 b + 0.1 c in ms: variances 0.7937, 0.1984, 0.0079 of their sum; mean 0.8 ms.
std::string study(const std::string& analyses, const std::string& y = "a + 0.5 * b + 0.1 * c") {
  return R"(format = 1
seed = 3
output = "s.h5"
[model.expression]
y = ")" + y +
         R"("
[model.outputs]
y = { unit = "ms" }
[inputs]
a = { dist = "uniform", lo = 0, hi = 1, unit = "ms" }
b = { dist = "uniform", lo = 0, hi = 1, unit = "ms" }
c = { dist = "uniform", lo = 0, hi = 1, unit = "ms" }
)" + analyses;
}

/// What a run made of one criterion: "true" or "false" as recorded, and the first failed cell.
struct Gate {
  int code;
  std::string accepted, failed;
};

Gate gate(const std::string& analysis,
          const std::string& formula,
          const std::string& y = "a + 0.5 * b + 0.1 * c") {
  const TemporaryFolder folder;
  folder.write(
      "s.toml",
      study("[[analysis]]\nname = \"x\"\n" + analysis + "accept = \"" + formula + "\"\n", y));
  const ProcessResult result = run_uq(folder.path(), {"run", "s.toml"});
  INFO(formula << "\n" << result.err);
  REQUIRE((result.code == 0 || result.code == 3 || result.code == 4));
  const Shown shown(folder.path(), "s.h5");
  const auto& attributes = shown.analysis("x").at("attributes");
  CHECK(attributes.at("accept") == nlohmann::json{formula});
  const auto failed = attributes.find("accept_failed");
  return {result.code,
          attributes.at("accepted").at(0),
          failed == attributes.end() || failed->empty() ? "" : failed->at(0)};
}

struct Case {
  std::string formula;
  bool accepted;
};

void check(const std::string& analysis, const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    CAPTURE(analysis, c.formula);
    const Gate result = gate(analysis, c.formula);
    CHECK(result.accepted == (c.accepted ? "true" : "false"));
    CHECK(result.code == (c.accepted ? 0 : 4));
    CHECK(result.failed.empty() == c.accepted);
  }
}

}  // namespace

TEST_CASE("accept: on one input at a time", "[accept][cli]") {
  check("method = \"oat\"\n",
        {{"abs(y_high - y_low) < 1 ms", true},
         {"abs(y_high - y_low) < 10 us", false},
         {"y_nominal == 800 us", true},
         {"elasticity > 0 && elasticity < 1", true},
         {"elasticity > 0.5", false},
         {"rows > 3", true}});
}

TEST_CASE("accept: on elementary effects", "[accept][cli]") {
  check("method = \"morris\"\n",
        {{"mu_star < 1.1 ms", true},
         {"mu_star > 0.2 * max", false},  // c has a tenth of the largest
         {"ci_width(mu_star) < 1 us", true},
         {"stable_top >= 2", true},
         {"stable_top >= 3", false},  // of three inputs at most two are told from the rest
         {"before > 0.95 || before < 0.05", true},
         {"rows == 20", true}});
}

TEST_CASE("accept: on Sobol' indices, pairs and ranks", "[accept][cli]") {
  check("method = \"sobol\"\nn = 512\nsecond_order = true\n",
        {{"ci_width(ST) < 0.3", true},
         {"ci_width(ST) < 0.001", false},
         {"abs(S2) < 0.2", true},
         {"lo(S2) <= 0 && hi(S2) >= 0", true},
         {"ci_width(S2) < 0.01", false},
         {"stable_top >= 2 && stable_top_share > 95 %", true},
         {"stable_top >= 3", false},
         {"before > 0.95 || before < 0.05", true},
         {"before > 0.95", false},  // of each pair, one way is the other's complement
         {"mean > 700 us && sqrt(variance) < 1 ms", true},
         {"max(ST) > 0.7", true}});
  // Over a sweep every setting is asked; b at 10 ms moves the mean only.
  const std::string swept = "method = \"sobol\"\nn = 256\nsweep = { b = [0, \"10 ms\"] }\n";
  check(swept, {{"max(ST) > 0.9", true}, {"mean < 5 ms", false}});
  CHECK(gate(swept, "mean < 5 ms").failed.find("b = 10 ms") != std::string::npos);
  check("method = \"sobol\"\nn = 64\nstop = { ci_width = 0.2, max_evaluations = 100_000 }\n",
        {{"ci_width(ST) <= 0.2 && ci_width(S1) <= 0.2", true}});
}

TEST_CASE("accept: on given data", "[accept][cli]") {
  const std::string sample =
      "[[analysis]]\nname = \"sample\"\nmethod = \"propagate\"\nn = 500\nsampler = "
      "\"monte_carlo\"\n";
  const auto with = [&](const std::string& formula) {
    const TemporaryFolder folder;
    folder.write("s.toml",
                 study(sample + "[[analysis]]\nname = \"x\"\nmethod = \"given_data\"\naccept = \"" +
                       formula + "\"\n"));
    const int code = run_uq(folder.path(), {"run", "s.toml"}).code;
    CAPTURE(formula);
    const Shown shown(folder.path(), "s.h5");
    CHECK(shown.analysis("x").at("attributes").at("accepted") ==
          nlohmann::json{code == 0 ? "true" : "false"});
    return code;
  };
  CHECK(with("max(S1) > 0.6") == 0);
  CHECK(with("R2 > 0.99") == 0);
  CHECK(with("ci_width(S1) < 0.3") == 0);
  CHECK(with("hi(PRCC) < 0.9") == 4);
  CHECK(with("SRC > 0 && abs(SRRC) <= 1") == 0);
  CHECK(with("rows == 500 && lost_share == 0") == 0);
  CHECK(with("S1 > 0.5") == 4);
}

TEST_CASE("accept: on bands, with units, over a sweep", "[accept][cli]") {
  const std::string band = "method = \"propagate\"\nn = 500\nsweep = { c = [0, \"20 ms\"] }\n";
  check(band,
        {{"hi(q95) < 60 ms", true},
         {"hi(q95) < 0.06 s", true},
         {"hi(q95) < 2 ms", false},
         {"ci_width(q50) < 0.2 ms", true},
         {"quantile < 5 s", true},
         {"sd < 10 us", false}});
  CHECK(gate(band, "hi(q95) < 2 ms").failed.find("c = 20 ms") != std::string::npos);
  check("method = \"propagate\"\nn = 500\nthresholds = { y = [\"1 ms\"] }\n",
        {{"hi(exceedance) < 50 %", true}, {"exceedance < 1 %", false}});
}

TEST_CASE("accept: a figure without a value fails the gate, and says why", "[accept][cli]") {
  // q99.9 of 500 rows has no interval; a constant output has no indices.
  const Gate band =
      gate("method = \"propagate\"\nn = 500\nquantiles = [0.5, 0.999]\n", "hi(q99.9) < 60 ms");
  CHECK(band.code == 4);
  CHECK(band.failed.find("undefined") != std::string::npos);
  const Gate constant = gate("method = \"sobol\"\nn = 64\n", "ST < 2", "a - a");
  CHECK(constant.code == 4);
  CHECK(constant.failed.find("undefined") != std::string::npos);
  // One trajectory has no sigma.
  CHECK(gate("method = \"morris\"\ntrajectories = 1\n", "sigma < 60 ms").code == 4);
  // An index that is there and an interval that is not.
  CHECK(gate("method = \"morris\"\ntrajectories = 1\n", "hi(mu_star) < 60 ms").code == 4);
}

TEST_CASE("accept: failed evaluations leave nothing to accept", "[accept][cli]") {
  for (const char* method : {"method = \"oat\"\n",
                             "method = \"morris\"\n",
                             "method = \"sobol\"\nn = 64\n",
                             "method = \"propagate\"\nn = 64\n"}) {
    CAPTURE(method);
    const Gate failed = gate(method, "rows > 1000", "a > 0.45 ms ? 0 ms / 0 : a");
    CHECK(failed.code != 0);
    CHECK(failed.accepted == "false");
  }
}

TEST_CASE("accept: a batch goes on past a gate, and ends with its code", "[accept][cli]") {
  const TemporaryFolder folder;
  for (const auto& [name, limit] :
       {std::pair{"good", "60 ms"}, std::pair{"bad", "1 us"}, std::pair{"later", "60 ms"}}) {
    std::string text = study(std::string("[[analysis]]\nmethod = \"propagate\"\nn = 100\n") +
                             "accept = \"hi(q95) < " + limit + "\"\n");
    text.replace(text.find("s.h5"), 4, std::string(name) + ".h5");
    folder.write(std::string(name) + ".toml", text);
  }
  const ProcessResult result =
      run_uq(folder.path(), {"run", "good.toml", "bad.toml", "later.toml"});
  INFO(result.out << result.err);
  CHECK(result.code == 4);
  CHECK_THAT(result.err, Catch::Contains("accept failed: hi(q95) < 1 us"));
  std::string row = result.out.substr(result.out.find("bad.toml "));
  row = row.substr(0, row.find('\n'));
  CHECK_THAT(row, Catch::Contains("not accepted") && Catch::Contains(" 4 "));
  for (const char* file : {"good.h5", "bad.h5", "later.h5"}) {
    CHECK(Shown(folder.path(), file).attributes().at("status") == "complete");
  }
}
