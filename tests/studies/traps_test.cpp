// Numerical traps that tools of this kind fall into, as a user would set them up. The cases are
// numbered as in tests/reference/traps.json; those that need no study are tested beside their code.

#include "tests/studies/invariance.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using Catch::Contains;
using uq::test::Labels;
using uq::test::ProcessResult;
using uq::test::run_uq;
using uq::test::Shown;
using uq::test::shown_study;
using uq::test::TemporaryFolder;
using uq::test::within_standard_errors;
using Json = nlohmann::json;

namespace {

/// The numbers of a case.
Json numbers(const std::string& id) {
  static const Json file = uq::test::reference("traps.json");
  for (const Json& one : file.at("cases")) {
    if (one.at("id") == id) {
      return one.at("numbers");
    }
  }
  throw std::out_of_range("no case " + id);
}

std::string analysis(const std::string& name, const std::string& method, const std::string& rest) {
  return "[[analysis]]\nname = \"" + name + "\"\nmethod = \"" + method + "\"\n" + rest;
}

std::string uniforms(int count) {
  std::string text = "[inputs]\n";
  for (int i = 1; i <= count; ++i) {
    text += fmt::format("x{} = {{ dist = \"uniform\", lo = 0, hi = 1 }}\n", i);
  }
  return text;
}

std::string formula(const std::string& y) {
  return "format = 1\nseed = 3\n[model.expression]\ny = \"" + y + "\"\n";
}

ProcessResult told(const TemporaryFolder& folder, const std::string& text) {
  folder.write("s.toml", text);
  return run_uq(folder.path(), {"run", "s.toml", "-o", "s.h5", "--force"});
}

/// Whether no cell of a variable has a value.
bool empty(const Shown& result, const std::string& name, const std::string& variable) {
  const Json cells = result.analysis(name).at("variables").at(variable).at("values").flatten();
  return std::all_of(cells.begin(), cells.end(), [](const Json& cell) { return cell.is_null(); });
}

std::string undefined(const Shown& result, const std::string& name) {
  return result.analysis(name).at("variables").at("undefined").at("values").at(0);
}

const Labels y{{"output", "y"}};
Labels of(const std::string& input) {
  return {{"output", "y"}, {"input", input}};
}

}  // namespace

TEST_CASE("trap-01: a constant output has no indices, and no noise in their place",
          "[traps][unit]") {
  const Json want = numbers("trap-01");
  const TemporaryFolder folder;
  const Shown result =
      shown_study(folder,
                  formula(fmt::format("{} + 0 * x1 * x2", want.at("y").get<double>())) +
                      uniforms(2) + analysis("look", "oat", "") + analysis("screen", "morris", "") +
                      analysis("rows", "sobol", "n = 64\nsecond_order = true\n") +
                      analysis("replicates", "sobol", "n = 4096\n") +
                      analysis("band", "propagate", fmt::format("n = {}\n", want.at("n").dump())) +
                      analysis("given", "given_data", "data = \"band\"\n"));
  for (const char* name : {"rows", "replicates"}) {
    for (const char* variable : {"S1", "ST", "S1_ci", "ST_ci"}) {
      CHECK(empty(result, name, variable));
    }
    CHECK(undefined(result, name) == "zero variance");
    CHECK(result.value(name, "mean", y) == want.at("y"));
  }
  CHECK(empty(result, "rows", "S2"));
  for (const char* variable : {"S1", "SRC", "SRRC", "PCC", "PRCC", "R2"}) {
    CHECK(empty(result, "given", variable));
  }
  CHECK_THAT(undefined(result, "given"), Contains("does not vary"));
  CHECK(result.value("band", "mean", y) == want.at("y"));
  CHECK(result.value("band", "sd", y) == want.at("variance"));
  for (const char* input : {"x1", "x2"}) {
    CHECK(result.value("screen", "mu_star", of(input)) == 0);
    CHECK(result.value("screen", "sigma", of(input)) == 0);
    for (const char* name : {"look", "screen", "rows", "replicates"}) {
      CHECK(result.value(name, "dead", of(input)) == 1);
    }
  }
}

TEST_CASE("trap-02, trap-03: offsets of 1e9 and factors of 1e-200 and 1e200 leave the indices",
          "[traps][property]") {
  const Json want = numbers("trap-03");
  const std::string f = "(x1 + x2^2 + x1 * x3)";
  std::string text = formula(f) + "shifted = \"" + f + " + 1e9\"\n";
  std::vector<std::string> scaled;
  for (const Json& c : want.at("c")) {
    scaled.push_back(fmt::format("scaled{}", scaled.size()));
    text += fmt::format("{} = \"{} * {}\"\n", scaled.back(), f, c.get<double>());
  }
  const TemporaryFolder folder;
  const Shown result =
      shown_study(folder,
                  text + uniforms(3) +
                      analysis("rows", "sobol", "n = 256\nsecond_order = true\nci = \"bca\"\n") +
                      analysis("replicates", "sobol", "n = 512\nci = \"replicates\"\n") +
                      analysis("band", "propagate", "n = 500\n") +
                      analysis("given", "given_data", "data = \"band\"\n"));
  const double most = want.at("max_abs_change_of_index").get<double>();
  for (const std::string input : {"x1", "x2", "x3"}) {
    for (const auto& [name, index] :
         std::vector<std::pair<std::string, std::string>>{{"rows", "S1"},
                                                          {"rows", "ST"},
                                                          {"replicates", "S1"},
                                                          {"replicates", "ST"},
                                                          {"given", "S1"},
                                                          {"given", "SRC"}}) {
      const double plain = result.value(name, index, of(input));
      CAPTURE(name, index, input, plain);
      CHECK(std::isfinite(plain));
      // y + 1e9 is rounded to 1e-7.
      CHECK(std::abs(result.value(name, index, {{"output", "shifted"}, {"input", input}}) - plain) <
            1e-6);
      for (const std::string& output : scaled) {
        CHECK(std::abs(result.value(name, index, {{"output", output}, {"input", input}}) - plain) <
              most);
      }
    }
  }
  for (std::size_t k = 0; k < scaled.size(); ++k) {
    const double c = want.at("c")[k].get<double>();
    CHECK(result.value("band", "sd", {{"output", scaled[k]}}) / c ==
          Approx(result.value("band", "sd", y)).epsilon(1e-12));
  }
}

TEST_CASE("trap-04, trap-06: an output without a variance, or one as good as without, is named",
          "[traps][statistical]") {
  const TemporaryFolder folder;
  // z = |N|^-0.6 has a density at 0 and so a tail index of 5 / 3; w is lognormal with sd_log 2.28.
  const std::string text = R"(format = 1
seed = 1
[model.expression]
z = "k ^ -0.6"
w = "a * b"
light = "b ^ 0.05"
[inputs]
k = { dist = "truncnormal", mean = 0, sd = 7.5, lo = 0, hi = 100 }
a = { dist = "lognormal", mean_log = 0, sd_log = 1.4 }
b = { dist = "lognormal", mean_log = 0, sd_log = 1.8 }
)";
  const double tail = numbers("trap-04").at("tail_index_of_Y").get<double>();
  CHECK(tail == Approx(1 / 0.6));
  const ProcessResult result = told(folder,
                                    text + analysis("band", "propagate", "n = 20000\n") +
                                        analysis("drivers", "sobol", "n = 8192\n"));
  CHECK(result.code == 0);
  const Shown shown(folder.path(), "s.h5");
  for (const char* name : {"band", "drivers"}) {
    const std::string warnings = shown.analysis(name).at("attributes").at("warnings").dump();
    for (const char* output : {"z", "w"}) {
      CHECK_THAT(warnings,
                 Contains(fmt::format("W046: a tail of `{}` falls like a power", output)));
    }
  }
  CHECK_THAT(result.out, Contains("it seems to have no variance; trust quantiles"));
  CHECK_THAT(result.out, !Contains("W046: a tail of `light`"));
  // Quantiles stay right: of w, exp of 2.28 normal quantiles.
  const double sd_log = std::hypot(1.4, 1.8);
  for (const auto& [p, normal] :
       {std::pair{"0.05", -1.6448536269514722}, {"0.5", 0.0}, {"0.95", 1.6448536269514722}}) {
    const Labels at{{"output", "w"}, {"probability", p}};
    const auto [lower, upper] = shown.interval("band", "quantile", at);
    const double width = std::log(upper / lower) / 2;
    CHECK(within_standard_errors(
        std::log(shown.value("band", "quantile", at)), sd_log * normal, width / 1.96));
  }
}

TEST_CASE("trap-05: where the model has no value is said, and a truncated law has no such place",
          "[traps][unit]") {
  const std::string others = R"(r = { dist = "lognormal", mean_log = 7.71, sd_log = 1.0056 }
Tu = { dist = "uniform", lo = 63070, hi = 115600 }
Hu = { dist = "uniform", lo = 990, hi = 1110 }
Tl = { dist = "uniform", lo = 63.1, hi = 116 }
Hl = { dist = "uniform", lo = 700, hi = 820 }
L = { dist = "uniform", lo = 1120, hi = 1680 }
Kw = { dist = "uniform", lo = 9855, hi = 12045 }
)" + analysis("band", "propagate", "n = 4096\n");
  const auto borehole = [&](const std::string& rw) {
    return "format = 1\nseed = 1\n[model]\nbuiltin = \"known/borehole\"\n[inputs]\nrw = { dist = "
           "\"normal\", mean = 0.1, " +
           rw + " }\n" + others;
  };
  const TemporaryFolder folder;
  // P(rw <= 0) = 3e-10 of the common law: 4096 rows meet none, the law itself gives it away.
  CHECK(numbers("trap-05").at("P").get<double>() ==
        Approx(std::erfc(0.1 / 0.0161812 / std::sqrt(2.0)) / 2).epsilon(0.02));
  const ProcessResult common = told(folder, borehole("sd = 0.0161812"));
  CHECK(common.code == 0);
  CHECK_THAT(common.err,
             Contains("W013") && Contains("the law of `rw` reaches outside") &&
                 Contains("truncate = [lo, hi]"));
  // A wider law does meet them: withheld, or within a budget told apart.
  const ProcessResult wide = told(folder, borehole("sd = 0.05"));
  CHECK(wide.code == 3);
  CHECK_THAT(wide.out, Contains("rw = -") && Contains("must be > 0"));
  const ProcessResult within = told(folder, borehole("sd = 0.05") + "[failures]\nbudget = 0.1\n");
  CHECK(within.code == 0);
  CHECK_THAT(within.out, Contains("that depends on `rw` (where it is small"));
  const ProcessResult cut = told(folder, borehole("sd = 0.05, truncate = [0.01, 0.2]"));
  CHECK(cut.code == 0);
  CHECK_THAT(cut.out + cut.err, !Contains("W013") && !Contains("W034") && !Contains("W030"));
}

TEST_CASE("trap-07: no hit in N rows is a bound, not 0 +- 0", "[traps][reference]") {
  const Json want = numbers("trap-07");
  const TemporaryFolder folder;
  const Shown result = shown_study(
      folder,
      formula("x1") + uniforms(1) +
          analysis("band",
                   "propagate",
                   fmt::format("n = {}\nthresholds = {{ y = [2] }}\n", want.at("N").dump())));
  const Json& variables = result.analysis("band").at("variables");
  CHECK(variables.at("exceedance").at("values").flatten().front() == want.at("k"));
  const Json bounds = variables.at("exceedance_ci").at("values").flatten();
  CHECK(bounds.size() == 2);
  CHECK(bounds.front() == 0);
  CHECK(bounds.back().get<double>() ==
        Approx(want.at("clopper_pearson_two_sided_upper").get<double>()).epsilon(1e-10));
}

TEST_CASE("trap-12: any n is taken, with the powers of two named", "[traps][unit]") {
  const TemporaryFolder folder;
  for (const auto& [n, take] : {std::pair{100, "take n = 64 or 128"}, {1000, "n = 512 or 1024"}}) {
    for (const auto& [method, more] :
         {std::pair{"sobol", ""}, {"propagate", "sampler = \"sobol\"\nreplicates = 2\n"}}) {
      const ProcessResult result =
          told(folder,
               formula("x1 + x2") + uniforms(2) +
                   analysis("s", method, fmt::format("n = {}\n", n) + more));
      CAPTURE(n, method, result.err);
      CHECK(result.code == 0);
      CHECK_THAT(result.err, Contains("W021") && Contains(take));
    }
  }
  // What stops by itself stops at a power of two times its start.
  const Shown stopped = shown_study(
      folder,
      formula("x1 * x2") + uniforms(2) +
          analysis("s", "sobol", "n = 64\nstop = { ci_width = 0.2, max_evaluations = 100000 }\n"));
  const auto reached = stopped.analysis("s").at("attributes").at("n_reached").get<unsigned>();
  CHECK(reached > 64);
  CHECK((reached & (reached - 1)) == 0);
}

TEST_CASE(
    "trap-16: correlated inputs have no plain Sobol' indices, and first-order ones under "
    "their name",
    "[traps][statistical]") {
  const Json want = numbers("trap-16");
  const std::string text = formula("x1 + x2 + x3") + R"([inputs]
x1 = { dist = "normal", mean = 0, sd = 1 }
x2 = { dist = "normal", mean = 0, sd = 1 }
x3 = { dist = "normal", mean = 0, sd = 2 }
[correlation]
pearson = [["x2", "x3", 0.9]]
)";
  const TemporaryFolder folder;
  for (const char* method : {"sobol", "morris"}) {
    const ProcessResult refused = told(folder, text + analysis("s", method, ""));
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Contains("U305") && Contains("`x2` and `x3`"));
  }
  const std::string given = analysis("band", "propagate", "n = 20000\n") +
                            analysis("given", "given_data", "data = \"band\"\n");
  const ProcessResult result = told(folder, text + given);
  CHECK(result.code == 0);
  CHECK_THAT(result.out, Contains("W091: correlated inputs: `x2` and `x3`"));
  const Shown shown(folder.path(), "s.h5");
  double sum = 0;
  double error = 0;
  for (const char* input : {"x1", "x2", "x3"}) {
    const auto [lower, upper] = shown.interval("given", "S1", of(input));
    sum += shown.value("given", "S1", of(input));
    error += (upper - lower) / 2 / 1.96;
  }
  CHECK(within_standard_errors(sum, want.at("sum_S").get<double>(), error));
  CHECK(error < 0.05);
}

TEST_CASE("trap-17: a failed run costs its whole row, counted, and nothing is filled in",
          "[traps][unit]") {
  const Json want = numbers("trap-17");
  const auto n = want.at("N").get<int>();
  // A and B hold one point each with x1 in the last of 64 cells.
  const std::string head = formula("x1 > 63 / 64 ? 0 / 0 : x1 + 2 * x2") + uniforms(2);
  const std::string rows = analysis("s", "sobol", fmt::format("n = {}\nresamples = 100\n", n));
  const TemporaryFolder folder;
  const Shown strict = shown_study(folder, head + rows, 3);
  CHECK(empty(strict, "s", "S1"));
  CHECK(empty(strict, "s", "mean"));
  CHECK_THAT(undefined(strict, "s"), Contains("of 64 base rows"));
  const Shown kept = shown_study(folder, head + "[failures]\nbudget = 0.05\n" + rows);
  const double lost = kept.value("s", "lost_share", y) * n;
  CHECK((lost == 1 || lost == 2));
  CHECK(kept.value("s", "rows", y) == n - lost);
  CHECK(kept.value("s", "S1", of("x1")) + kept.value("s", "S1", of("x2")) ==
        Approx(1).margin(0.15));
  CHECK(kept.value("s", "ST", of("x2")) == Approx(0.8).margin(0.1));
}

TEST_CASE("trap-18: batch sizes are taken as they are", "[traps][unit]") {
  const TemporaryFolder folder;
  const std::string text = R"study(format = 1
seed = 3
[model.expression]
y = "ceil(64 / batch) * (a + 0.1 * batch)"
other = "abs(batch - 1) * abs(batch - 2) * abs(batch - 4) * abs(batch - 8) + 0 * a"
[inputs]
batch = { dist = "choice", values = [1, 2, 4, 8], weights = [4, 2, 1, 1] }
a = { dist = "uniform", lo = 0, hi = 1 }
)study";
  const Shown result = shown_study(folder,
                                   text + analysis("screen", "morris", "") +
                                       analysis("radial", "morris", "variant = \"radial\"\n") +
                                       analysis("rows", "sobol", "n = 1024\n") +
                                       analysis("band",
                                                "propagate",
                                                "n = 4000\nthresholds = { y = "
                                                "[1] }\n") +
                                       analysis("given", "given_data", "data = \"band\"\n"));
  // `other` is 0 at the four values and nowhere else.
  const Labels other{{"output", "other"}, {"input", "batch"}};
  CHECK(result.value("screen", "mu_star", other) == 0);
  CHECK(result.value("radial", "mu_star", other) == 0);
  CHECK(result.value("band", "sd", {{"output", "other"}}) == 0);
  CHECK(result.value("rows", "dead", other) == 1);
  CHECK(result.value("screen", "mu_star", of("batch")) > 0);
  // y = 64 / b (a + b / 10) = 64 a / b + 6.4 with P(b) = 4, 2, 1, 1 eighths: E of 64 / b is 43,
  // of its square 2322; Var E[y given b] = (2322 - 43^2) / 4, Var y = 2322 / 3 - 43^2 / 4.
  const double mean = 64 * (4 + 2. / 2 + 1. / 4 + 1. / 8) / 8;
  const double square = 64 * 64 * (4 + 2. / 4 + 1. / 16 + 1. / 64) / 8;
  const double exact = (square - mean * mean) / 4 / (square / 3 - mean * mean / 4);
  for (const char* name : {"rows", "given"}) {
    const auto [lower, upper] = result.interval(name, "S1", of("batch"));
    CAPTURE(name, exact, lower, upper);
    CHECK(within_standard_errors(
        result.value(name, "S1", of("batch")), exact, (upper - lower) / 2 / 1.96));
    CHECK(upper - lower < 0.2);
  }
}

TEST_CASE("trap-22: Morris keeps to its grid", "[traps][unit]") {
  const TemporaryFolder folder;
  const std::string text = formula("x1 + x2^2") + uniforms(2);
  const std::string odd = fmt::format("levels = {}\n", numbers("trap-22").at("p").dump());
  const ProcessResult refused = told(folder, text + analysis("s", "morris", odd));
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Contains("error[U410]: levels = 3 is odd") && Contains("take 4"));
  const ProcessResult corners = told(folder, text + analysis("s", "morris", "levels = 2\n"));
  CHECK(corners.code == 0);
  CHECK_THAT(corners.err, Contains("W070"));
  // From corner to corner x2^2 is as straight as x1.
  const Shown shown(folder.path(), "s.h5");
  CHECK(shown.value("s", "sigma", of("x2")) == 0);
  CHECK(shown.value("s", "mu", of("x2")) == 1);
}

TEST_CASE("trap-23: one trajectory has no sigma; a group of one is its input", "[traps][unit]") {
  const TemporaryFolder folder;
  const std::string text = formula("x1 * x2 + x3^2") + uniforms(3);
  const Shown one = shown_study(
      folder,
      text + analysis("s",
                      "morris",
                      fmt::format("trajectories = {}\n", numbers("trap-23").at("r").dump())));
  CHECK(empty(one, "s", "sigma"));
  CHECK_FALSE(empty(one, "s", "mu_star"));
  const Shown grouped = shown_study(
      folder,
      text + analysis("plain", "morris", "seed = 9\n") +
          analysis("own", "morris", "seed = 9\ngroups = { x3 = [\"x3\"] }\n") +
          analysis("pair", "morris", "groups = { g1 = [\"x1\", \"x2\"], g2 = [\"x3\"] }\n"));
  for (const char* figure : {"mu", "mu_star", "sigma", "median"}) {
    for (const char* input : {"x1", "x2", "x3"}) {
      const Labels group{{"output", "y"}, {"group", input}};
      CAPTURE(figure, input);
      CHECK(grouped.value("own", figure, group) == grouped.value("plain", figure, of(input)));
      CHECK(grouped.interval("own", figure, group) == grouped.interval("plain", figure, of(input)));
    }
  }
  const Labels g1{{"output", "y"}, {"group", "g1"}};
  const Labels g2{{"output", "y"}, {"group", "g2"}};
  CHECK(std::isfinite(grouped.value("pair", "mu_star", g1)));
  CHECK(std::isnan(grouped.value("pair", "mu", g1)));
  CHECK(std::isnan(grouped.value("pair", "sigma", g1)));
  CHECK(std::isfinite(grouped.value("pair", "sigma", g2)));
}

TEST_CASE("trap-25: estimates below 0 and above 1 stay, a dead input is exactly 0",
          "[traps][unit]") {
  const TemporaryFolder folder;
  const ProcessResult result =
      told(folder,
           "format = 1\nseed = 1\n[model]\nbuiltin = \"known/friedman\"\n" + uniforms(6) +
               analysis("s", "sobol", "n = 64\nsecond_order = true\n") +
               analysis("band", "propagate", "n = 500\n") +
               analysis("given", "given_data", "data = \"band\"\n"));
  CHECK(result.code == 0);
  CHECK_THAT(result.out, Contains("a negative estimate is sampling error"));
  const Shown shown(folder.path(), "s.h5");
  CHECK(shown.value("s", "S1", of("x6")) == 0);
  CHECK(shown.value("s", "ST", of("x6")) == 0);
  const Json pairs = shown.analysis("s").at("variables").at("S2").at("values").flatten();
  CHECK(std::any_of(pairs.begin(), pairs.end(), [](const Json& cell) {
    return cell.is_number() && cell.get<double>() < 0;
  }));
  const auto [lower, upper] = shown.interval("given", "S1", of("x6"));
  CHECK(lower < 0);
  CHECK(upper > 0);
  // A nearly pure interaction with few rows: a total index beyond 1.
  const Shown above =
      shown_study(folder,
                  formula("(x1 - 0.5) * (x2 - 0.5)") + uniforms(2) +
                      analysis("s", "sobol", "n = 16\nestimator_total = \"homma\"\n"));
  const double most = std::max(above.value("s", "ST", of("x1")), above.value("s", "ST", of("x2")));
  CHECK(most > 1);
}
