// What every method must make of a moved or stretched output, of inputs in another order, of an
// input that does nothing, and of few and many inputs.

#include "tests/studies/invariance.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

using uq::test::every_method;
using uq::test::joined;
using uq::test::Labels;
using uq::test::NamedAnalysis;
using uq::test::Shown;
using uq::test::shown_study;
using uq::test::TemporaryFolder;
using Json = nlohmann::json;

namespace {

/// How a figure follows an output (y + offset) * factor.
enum class Follows { nothing, scale, place, square };

const std::map<std::string, Follows>& figures() {
  using F = Follows;
  static const std::map<std::string, F> all{
      {"S1", F::nothing},         {"ST", F::nothing},     {"S2", F::nothing},
      {"SRC", F::nothing},        {"SRRC", F::nothing},   {"PCC", F::nothing},
      {"PRCC", F::nothing},       {"R2", F::nothing},     {"R2_rank", F::nothing},
      {"dead", F::nothing},       {"rows", F::nothing},   {"lost_share", F::nothing},
      {"stable_top", F::nothing}, {"mu_star", F::scale},  {"mu", F::scale},
      {"sigma", F::scale},        {"median", F::scale},   {"sd", F::scale},
      {"mean", F::place},         {"quantile", F::place}, {"y_low", F::place},
      {"y_high", F::place},       {"variance", F::square}};
  return all;
}

struct Moved {
  std::string formula;
  double offset = 0;
  double factor = 1;
};

}  // namespace

TEST_CASE("invariance: every method's figures follow offsets to 1e9 and factors 1e-150 to 1e150",
          "[invariance][property]") {
  const std::string f = "(sin(6 * a) + 7 * sin(3 * b)^2 + 0.1 * c^4 * sin(a))";
  const std::vector<Moved> moved{{f + " + 1e8", 1e8, 1},
                                 {f + " - 1e9", -1e9, 1},
                                 {f + " * 1e150", 0, 1e150},
                                 {f + " * 1e-150", 0, 1e-150},
                                 {"(" + f + " + 1e3) * 1e150", 1e3, 1e150},
                                 {"(" + f + " + 1e3) * 1e-150", 1e3, 1e-150}};
  std::string text = "format = 1\nseed = 13\n[model.expression]\ny0 = \"" + f + "\"\n";
  for (std::size_t k = 0; k < moved.size(); ++k) {
    text += fmt::format("y{} = \"{}\"\n", k + 1, moved[k].formula);
  }
  text += "[inputs]\n";
  for (const char* name : {"a", "b", "c"}) {
    text += fmt::format("{} = {{ dist = \"uniform\", lo = 0, hi = 1, nominal = 0.4 }}\n", name);
  }
  const std::vector<NamedAnalysis> analyses = every_method(uq::test::formulas());
  const TemporaryFolder folder;
  const Shown result = shown_study(folder, text + joined(analyses));
  std::map<std::string, int> compared;
  for (const NamedAnalysis& one : analyses) {
    for (const auto& [variable, content] : result.analysis(one.name).at("variables").items()) {
      const bool interval = variable.size() > 3 && variable.ends_with("_ci");
      const std::string figure = interval ? variable.substr(0, variable.size() - 3) : variable;
      const auto known = figures().find(figure);
      if (known == figures().end() || content.at("dims").empty() ||
          content.at("dims").at(0) != "output") {
        continue;
      }
      if (figure == "rows" && one.text.find("\"oat\"") != std::string::npos) {
        continue;  // how many points a search takes depends on the digits left after the offset
      }
      const Json plain = content.at("values").at(0).flatten();
      for (std::size_t k = 0; k < moved.size(); ++k) {
        const auto [formula, offset, factor] = moved[k];
        const Json other = content.at("values").at(k + 1).flatten();
        REQUIRE(other.size() == plain.size());
        for (const auto& [cell, value] : plain.items()) {
          CAPTURE(one.name, variable, cell, formula);
          REQUIRE(other.at(cell).is_null() == value.is_null());
          if (value.is_null()) {
            continue;
          }
          const double from = value.get<double>();
          const double unit = known->second == Follows::nothing  ? 1
                              : known->second == Follows::square ? factor * factor
                                                                 : factor;
          const double want = from + (known->second == Follows::place ? offset : 0);
          // Outputs near 1e9 are known to 1e-7.
          CHECK(other.at(cell).get<double>() / unit == Approx(want).margin(2e-5).epsilon(1e-12));
          ++compared[figure];
        }
      }
    }
  }
  for (const auto& [figure, follows] : figures()) {
    CAPTURE(figure);
    CHECK(compared[figure] > 0);
  }
}

namespace {

const std::vector<std::string> names{"a", "b", "c", "d"};

/// y = a + 2 b + 3 c + 4 d + 2 a d of centred inputs with variance 1: 34 in all.
std::string ordered(const std::vector<std::size_t>& order) {
  std::string text =
      "format = 1\nseed = 11\n[model.expression]\ny = \"a + 2*b + 3*c + 4*d + 2*a*d\"\n[inputs]\n";
  for (const std::size_t i : order) {
    text += fmt::format("{} = {{ dist = \"uniform\", lo = {}, hi = {}, nominal = {} }}\n",
                        names[i],
                        -std::sqrt(3.0),
                        std::sqrt(3.0),
                        0.5 + 0.1 * static_cast<double>(i));
  }
  return text;
}

/// An estimate within the suite's number of standard errors of a 95 % interval.
void check_holds(const Shown& result,
                 const std::string& analysis,
                 const std::string& variable,
                 const Labels& at,
                 double exact) {
  const auto [lower, upper] = result.interval(analysis, variable, at);
  const double value = result.value(analysis, variable, at);
  CAPTURE(analysis, variable, at, value, lower, upper, exact);
  CHECK(uq::test::within_standard_errors(value, exact, (upper - lower) / 2 / 1.96 + 1e-12));
}

const std::string analyses_of_four = R"(
[[analysis]]
name = "step"
method = "oat"
[[analysis]]
name = "grid"
method = "morris"
trajectories = 200
[[analysis]]
name = "radial"
method = "morris"
variant = "radial"
trajectories = 200
[[analysis]]
name = "pairs"
method = "sobol"
n = 2048
ci = "bootstrap"
second_order = true
[[analysis]]
name = "closed"
method = "sobol"
n = 2048
ci = "asymptotic"
groups = { ends = ["d", "a"] }
[[analysis]]
name = "drawn"
method = "propagate"
n = 4000
[[analysis]]
name = "given"
method = "given_data"
data = "drawn"
)";

}  // namespace

TEST_CASE("invariance: the order of the inputs moves no figure of any method beyond its interval",
          "[invariance][statistical]") {
  const TemporaryFolder folder;
  const Shown straight = shown_study(folder, ordered({0, 1, 2, 3}) + analyses_of_four);
  const std::vector<double> weight{1, 2, 3, 4};
  for (const std::vector<std::size_t>& order :
       std::vector<std::vector<std::size_t>>{{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}}) {
    const Shown result = shown_study(folder, ordered(order) + analyses_of_four);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const Labels at{{"output", "y"}, {"input", names[i]}};
      CAPTURE(order, names[i]);
      CHECK(result.labels("step", "input")[i] == names[order[i]]);
      // Nothing is drawn: the same bits.
      for (const char* figure : {"elasticity", "y_low", "y_high"}) {
        CHECK(result.value("step", figure, at) == straight.value("step", figure, at));
      }
      const bool tied = i == 0 || i == 3;
      const double range = 2 * std::sqrt(3.0);
      for (const char* screen : {"grid", "radial"}) {
        check_holds(result, screen, "mu", at, weight[i] * range);
        CHECK((result.value(screen, "sigma", at) > 0.1) == tied);
      }
      check_holds(result, "pairs", "S1", at, weight[i] * weight[i] / 34);
      check_holds(result, "pairs", "ST", at, (weight[i] * weight[i] + (tied ? 4 : 0)) / 34);
      check_holds(result, "given", "S1", at, weight[i] * weight[i] / 34);
      check_holds(result, "given", "SRC", at, weight[i] / std::sqrt(34));
      for (std::size_t j = i + 1; j < names.size(); ++j) {
        // A pair stands where its first input in the study's order comes first.
        const auto place = [&](std::size_t k) {
          return std::find(order.begin(), order.end(), k) - order.begin();
        };
        const std::size_t first = place(i) < place(j) ? i : j;
        check_holds(result,
                    "pairs",
                    "S2",
                    {{"output", "y"}, {"input", names[first]}, {"input2", names[i + j - first]}},
                    i == 0 && j == 3 ? 4.0 / 34 : 0);
      }
    }
    const Labels ends{{"output", "y"}, {"group", "ends"}};
    check_holds(result, "closed", "S1", ends, 21.0 / 34);
    check_holds(result, "closed", "ST", ends, 21.0 / 34);
    check_holds(result, "drawn", "mean", {{"output", "y"}}, 0);
    check_holds(result, "drawn", "sd", {{"output", "y"}}, std::sqrt(34));
  }
}

TEST_CASE("invariance: an input that does nothing is exactly zero, and costs nobody a bit",
          "[invariance][property]") {
  const uq::test::Model& model = uq::test::formulas();
  const std::string analyses = joined(every_method(model));
  const std::string idle = "idle = { dist = \"uniform\", lo = 1, hi = 3, nominal = 1.7 }\n";
  std::string before = model.text;
  before.insert(before.find("[inputs]\n") + 9, idle);
  const TemporaryFolder folder;
  const Shown without = shown_study(folder, model.text + analyses);
  for (const std::string& text : {model.text + idle, before}) {
    const Shown with = shown_study(folder, text + analyses);
    const bool last = text != before;
    CAPTURE(last);
    for (const std::string output : {"y", "z"}) {
      const Labels at{{"output", output}, {"input", "idle"}};
      for (const char* each : {"step",
                               "tails",
                               "grid",
                               "radial",
                               "spread",
                               "pairs",
                               "corrected",
                               "delta",
                               "replicated",
                               "stopped"}) {
        CAPTURE(each, output);
        CHECK(with.value(each, "dead", at) == 1);
        CHECK(with.value(each, "dead", {{"output", output}, {"input", "a"}}) == 0);
      }
      for (const char* screen : {"grid", "radial", "spread"}) {
        for (const char* figure : {"mu_star", "mu", "sigma", "median"}) {
          CAPTURE(screen, figure);
          CHECK(with.value(screen, figure, at) == 0);
          const std::string name = screen;
          // Chosen trajectories have no sampling intervals, radial ones none of sigma.
          if (name != "spread" && !(name == "radial" && figure == std::string("sigma"))) {
            CHECK(with.interval(screen, figure, at) == std::pair{0.0, 0.0});
          }
        }
      }
      for (const char* each : {"pairs", "corrected", "delta", "replicated", "stopped"}) {
        for (const char* figure : {"S1", "ST"}) {
          CAPTURE(each, figure);
          CHECK(with.value(each, figure, at) == 0);
          CHECK(with.interval(each, figure, at) == std::pair{0.0, 0.0});
        }
      }
      for (const char* each : {"pairs", "corrected"}) {
        const Labels pair{
            {"output", output}, {"input", last ? "b" : "idle"}, {"input2", last ? "idle" : "b"}};
        CHECK(with.value(each, "S2", pair) == 0);
      }
      for (const char* each : {"together", "closed"}) {
        const Labels group{{"output", output}, {"group", "idle"}};
        CHECK(with.value(each, "dead", group) == 1);
        CHECK(with.value(each, each == std::string("closed") ? "ST" : "mu_star", group) == 0);
      }
      check_holds(with, "given", "S1", at, 0);
      check_holds(with, "given", "SRC", at, 0);
      CHECK(with.value("step", "y_low", at) == with.value("step", "y_high", at));
      // Methods that take one column per input keep every bit of what was there before.
      for (const char* input : {"a", "b", "c"}) {
        const Labels other{{"output", output}, {"input", input}};
        CHECK(with.value("step", "y_high", other) == without.value("step", "y_high", other));
        if (last) {
          CHECK(with.value("given", "S1", other) == without.value("given", "S1", other));
        }
      }
      if (last) {
        for (const char* figure : {"mean", "sd"}) {
          CHECK(with.interval("drawn", figure, {{"output", output}}) ==
                without.interval("drawn", figure, {{"output", output}}));
        }
      }
    }
  }
}

TEST_CASE("invariance: every method takes 1, 2, 15, 40 and 120 inputs",
          "[invariance][statistical]") {
  for (const std::size_t d : {1U, 2U, 15U, 40U, 120U}) {
    std::string sum = "0";
    std::string inputs;
    std::string half;
    double squares = 0;
    double total = 0;
    const auto weight = [](std::size_t i) { return static_cast<double>(1 + i % 3); };
    for (std::size_t i = 1; i <= d; ++i) {
      sum += fmt::format(" + {} * x{}", weight(i), i);
      inputs += fmt::format("x{} = {{ dist = \"uniform\", lo = 0, hi = 1 }}\n", i);
      half += i <= (d + 1) / 2 ? fmt::format("\"x{}\", ", i) : "";
      squares += weight(i) * weight(i);
      total += weight(i);
    }
    double half_share = 0;
    for (std::size_t i = 1; i <= (d + 1) / 2; ++i) {
      half_share += weight(i) * weight(i) / squares;
    }
    const std::string groups = "groups = { half = [" + half + "] }\n";
    std::vector<NamedAnalysis> analyses{
        {"step", "method = \"oat\"\n"},
        {"grid", "method = \"morris\"\nresamples = 100\n"},
        {"radial", "method = \"morris\"\nvariant = \"radial\"\nresamples = 100\n"},
        {"together", "method = \"morris\"\nresamples = 100\n" + groups},
        {"delta", "method = \"sobol\"\nn = 1024\nci = \"asymptotic\"\n"},
        {"replicated", "method = \"sobol\"\nn = 1024\nci = \"replicates\"\n"},
        {"closed", "method = \"sobol\"\nn = 256\nci = \"bca\"\nresamples = 100\n" + groups},
        {"drawn", "method = \"propagate\"\nn = 3000\n"},
        {"given", "method = \"given_data\"\ndata = \"drawn\"\n"}};
    if (d <= 15) {
      analyses.push_back(
          {"pairs", "method = \"sobol\"\nn = 256\nsecond_order = true\nci = \"asymptotic\"\n"});
    }
    std::string text =
        "format = 1\nseed = 3\n[model.expression]\ny = \"" + sum + "\"\n[inputs]\n" + inputs;
    for (const NamedAnalysis& one : analyses) {
      text += "[[analysis]]\nname = \"" + one.name + "\"\n" + one.text;
    }
    const TemporaryFolder folder;
    const Shown result = shown_study(folder, text);
    const Labels y{{"output", "y"}};
    for (std::size_t i = 1; i <= d; ++i) {
      const Labels at{{"output", "y"}, {"input", fmt::format("x{}", i)}};
      const double share = weight(i) * weight(i) / squares;
      CAPTURE(d, i);
      CHECK(result.value("step", "elasticity", at) == Approx(weight(i) / total).epsilon(1e-8));
      for (const char* screen : {"grid", "radial"}) {
        CHECK(result.value(screen, "mu", at) == Approx(weight(i)).epsilon(1e-10));
        CHECK(result.value(screen, "sigma", at) < 1e-9);
      }
      for (const std::string index : {"S1", "ST"}) {
        check_holds(result, "delta", index, at, share);
        // The t quantiles at the suite's budget and at 0.95 with seven degrees of freedom.
        const auto [lower, upper] = result.interval("replicated", index, at);
        CHECK(std::abs(result.value("replicated", index, at) - share) <= 7.9 * (upper - lower) / 2);
        CHECK(upper - lower < 0.15);
      }
      check_holds(result, "given", "S1", at, share);
      CHECK(result.value("given", "SRC", at) == Approx(std::sqrt(share)).epsilon(0.1));
      for (std::size_t j = i + 1; d <= 15 && j <= d; ++j) {
        Labels pair = at;
        pair.emplace_back("input2", fmt::format("x{}", j));
        check_holds(result, "pairs", "S2", pair, 0);
      }
    }
    const Labels group{{"output", "y"}, {"group", "half"}};
    check_holds(result, "closed", "S1", group, half_share);
    check_holds(result, "closed", "ST", group, half_share);
    CHECK(result.value("together", "mu_star", group) > 0);
    check_holds(result, "drawn", "mean", y, total / 2);
    check_holds(result, "drawn", "sd", y, std::sqrt(squares / 12));
    CHECK(result.value("given", "R2", y) == Approx(1).epsilon(1e-12));
  }
}
