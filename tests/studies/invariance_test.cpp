// What must not change a result: threads, blocks, other analyses, other outputs, the order and
// number of inputs, the unit of an output.

#include "tests/studies/shown.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

using uq::test::Labels;
using uq::test::ProcessResult;
using uq::test::run_uq;
using uq::test::Shown;
using uq::test::TemporaryFolder;
using Json = nlohmann::json;

namespace {

const std::string roofline = R"(format = 1
seed = 5
[model]
builtin = "roofline_llm"
outputs = ["tpot", "throughput"]
[inputs]
eta_compute = { dist = "truncnormal", mean = 0.583, sd = 0.100, lo = 0.30, hi = 0.80 }
eta_memory = { dist = "truncnormal", mean = 0.840, sd = 0.044, lo = 0.70, hi = 0.97 }
hbm_bw = { dist = "uniform", lo = "3.25 TB/s", hi = "3.35 TB/s" }
allreduce_latency = { dist = "lognormal", median = "32 us", gsd = 1.2 }
context_tokens = { dist = "loguniform", lo = 16, hi = 4096 }
batch = { value = 64 }
)";

const std::string expression = R"(format = 1
seed = 6
[model.expression]
y = "a * exp(b) + max(b, c)^2"
z = "floor(4 * c) + sin(a) "
[inputs]
a = { dist = "exponential", mean = 1 }
b = { dist = "normal", mean = 0, sd = 0.5 }
c = { dist = "triangular", lo = 0, mode = 0.3, hi = 1 }
)";

const std::string resampled = R"([[analysis]]
name = "resampled"
method = "sobol"
n = 1500
ci = "bootstrap"
resamples = 200
)";

const std::string replicated = R"([[analysis]]
name = "replicated"
method = "sobol"
n = 4096
ci = "replicates"
)";

const std::string drawn = R"([[analysis]]
name = "drawn"
method = "propagate"
n = 5000
)";

const std::string swept = R"([[analysis]]
name = "swept"
method = "propagate"
sampler = "sobol"
n = 4096
)";

const std::string over_batch =
    "sweep = { batch = [1, 16, 256] }\nthresholds = { tpot = [\"16 ms\"] }\n";
const std::string over_a = "sweep = { a = [0.5, 1, 2] }\nthresholds = { y = [1, 2] }\n";

/// Runs a study text and gives the name of its result file.
std::string run(const TemporaryFolder& folder,
                const std::string& name,
                const std::string& text,
                std::vector<std::string> options = {},
                int code = 0) {
  folder.write(name + ".toml", text);
  options.insert(options.begin(),
                 {"run", name + ".toml", "--quiet", "-o", name + ".h5", "--force"});
  const ProcessResult result = run_uq(folder.path(), options);
  INFO(text << result.err);
  REQUIRE(result.code == code);
  return name + ".h5";
}

Shown shown(const TemporaryFolder& folder, const std::string& text, int code = 0) {
  return {folder.path(), run(folder, "s", text, {}, code)};
}

}  // namespace

TEST_CASE("invariance: threads and blocks change no byte of a reproducible result",
          "[invariance][property]") {
  for (const std::string& study : {roofline + resampled + replicated + drawn + swept + over_batch,
                                   expression + resampled + replicated + drawn + swept + over_a}) {
    const TemporaryFolder folder;
    const auto bytes = [&](std::vector<std::string> options) {
      options.emplace_back("--reproducible");
      return folder.read(run(folder, "s", study, options));
    };
    const std::string first = bytes({"-j", "1", "--block", "1000"});
    CHECK(first.size() > 10'000);
    for (const char* threads : {"1", "2", "3", "7"}) {
      for (const char* block : {"512", "1000", "4096"}) {
        CAPTURE(threads, block);
        CHECK((bytes({"-j", threads, "--block", block}) == first));
      }
    }
    CHECK((bytes({"-j", "3", "--block", "1"}) == first));
    // The comparison sees a change: another seed.
    CHECK((bytes({"--set", "seed=7"}) != first));
  }
}

TEST_CASE("invariance: an analysis keeps every bit whatever other analyses there are",
          "[invariance][property]") {
  const std::string swept_a = swept + over_a;
  const TemporaryFolder folder;
  const Shown all = shown(folder, expression + resampled + replicated + drawn + swept_a);
  const Shown turned = shown(folder, expression + swept_a + drawn + replicated + resampled);
  const std::vector<std::pair<std::string, std::string>> each{
      {"resampled", resampled}, {"replicated", replicated}, {"drawn", drawn}, {"swept", swept_a}};
  for (const auto& [name, text] : each) {
    CAPTURE(name);
    const Shown alone = shown(folder, expression + text);
    CHECK(alone.analysis(name) == all.analysis(name));
    CHECK(alone.analysis(name) == turned.analysis(name));
  }
}

TEST_CASE("invariance: an output that gives no value leaves every bit of the others",
          "[invariance][property]") {
  const std::string analyses = resampled + replicated + drawn + swept + over_a;
  std::string spoilt = expression;
  // NaN in a few rows of a thousand; `y` keeps the first place, `z` moves one on.
  spoilt.insert(spoilt.find("z = "), "bad = \"log(0.997 - c^0.1)\"\n");
  const TemporaryFolder folder;
  const Shown good = shown(folder, expression + analyses);
  const Shown bad = shown(folder, spoilt + analyses, 3);
  for (const std::string name : {"resampled", "replicated", "drawn", "swept"}) {
    for (const auto& [variable, content] : good.analysis(name).at("variables").items()) {
      if (content.at("dims").empty() || content.at("dims").at(0) != "output") {
        continue;
      }
      const Json& other = bad.analysis(name).at("variables").at(variable).at("values");
      CAPTURE(name, variable);
      CHECK(other.at(0) == content.at("values").at(0));
      CHECK(other.at(2) == content.at("values").at(1));
      if (variable == "mean" || variable == "S1") {
        CHECK(other.at(1).flatten().begin()->is_null());
      }
    }
  }
}

TEST_CASE("invariance: the order of the inputs moves no index beyond its interval",
          "[invariance][statistical]") {
  const std::string head = R"(format = 1
seed = 11
[model.expression]
y = "a + 2*b + 3*c + 4*d + 2*a*d"
[inputs]
)";
  const std::string tail = "[[analysis]]\nname = \"s\"\nmethod = \"sobol\"\nn = 8192\n";
  // Var: 1, 4, 9, 16 and 4 of the product of a and d, all centred with variance 1.
  const std::vector<std::string> names{"a", "b", "c", "d"};
  const std::vector<double> first{1. / 34, 4. / 34, 9. / 34, 16. / 34};
  const std::vector<double> total{5. / 34, 4. / 34, 9. / 34, 20. / 34};
  const double root3 = std::sqrt(3.0);
  const auto line = [&](std::size_t i) {
    return i % 2 == 0
               ? fmt::format(
                     "{} = {{ dist = \"uniform\", lo = {}, hi = {} }}\n", names[i], -root3, root3)
               : names[i] + " = { dist = \"normal\", mean = 0, sd = 1 }\n";
  };
  const TemporaryFolder folder;
  for (const std::vector<std::size_t>& order : std::vector<std::vector<std::size_t>>{
           {0, 1, 2, 3}, {3, 2, 1, 0}, {1, 3, 0, 2}, {2, 0, 3, 1}}) {
    std::string inputs;
    std::vector<std::string> labels;
    for (const std::size_t i : order) {
      inputs += line(i);
      labels.push_back(names[i]);
    }
    const Shown result = shown(folder, head + inputs + tail);
    CHECK(result.labels("s", "input") == labels);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const Labels at{{"output", "y"}, {"input", names[i]}};
      CAPTURE(names[i], order);
      // Another order takes other columns of the sequence: equal within intervals, not in bits.
      // The t quantiles at the suite's budget and at 0.95 with seven degrees of freedom: 7.9 apart.
      for (const auto& [variable, exact] :
           {std::pair<std::string, double>{"S1", first[i]}, {"ST", total[i]}}) {
        const auto [lower, upper] = result.interval("s", variable, at);
        CHECK(std::abs(result.value("s", variable, at) - exact) <= 7.9 * (upper - lower) / 2);
        CHECK(result.value("s", variable, at) == Approx(exact).margin(0.01));
      }
    }
  }
}

TEST_CASE("invariance: renamed inputs give the same bits", "[invariance][property]") {
  const std::string text = R"(format = 1
seed = 12
[model.expression]
y = "x1 + 2*x2 * x3"
[inputs]
x1 = { dist = "uniform", lo = 0, hi = 1 }
x2 = { dist = "normal", mean = 1, sd = 1 }
x3 = { dist = "exponential", mean = 1 }
)" + resampled;
  std::string renamed = text;
  for (const auto& [from, to] :
       {std::pair{"x1", "zeta"}, std::pair{"x2", "alpha"}, std::pair{"x3", "mu"}}) {
    for (std::size_t at = 0; (at = renamed.find(from)) != std::string::npos;) {
      renamed.replace(at, 2, to);
    }
  }
  const TemporaryFolder folder;
  const Shown one = shown(folder, text);
  const Shown other = shown(folder, renamed);
  CHECK(one.analysis("resampled").at("variables") == other.analysis("resampled").at("variables"));
  CHECK(other.labels("resampled", "input") == std::vector<std::string>{"zeta", "alpha", "mu"});
}

TEST_CASE("invariance: offsets to 1e9 and factors 1e-150 to 1e150 leave the indices",
          "[invariance][property]") {
  std::string outputs;
  const std::vector<std::string> variants{"f + 1e3",
                                          "f - 1e6",
                                          "f + 1e9",
                                          "f * 1e150",
                                          "f * 1e-150",
                                          "f * -1e150",
                                          "(f + 1e3) * 1e150",
                                          "(f + 1e3) * 1e-150"};
  const std::string f = "(sin(a) + 7 * sin(b)^2 + 0.1 * c^4 * sin(a))";
  for (std::size_t k = 0; k < variants.size(); ++k) {
    std::string formula = variants[k];
    formula.replace(formula.find('f'), 1, f);
    outputs += fmt::format("y{} = \"{}\"\n", k + 1, formula);
  }
  std::string text =
      "format = 1\nseed = 13\n[model.expression]\ny0 = \"" + f + "\"\n" + outputs + "[inputs]\n";
  for (const char* name : {"a", "b", "c"}) {
    text += fmt::format(
        "{} = {{ dist = \"uniform\", lo = -3.141592653589793, hi = 3.141592653589793 }}\n", name);
  }
  const TemporaryFolder folder;
  const Shown result = shown(folder, text + resampled + replicated + drawn);
  for (const std::string analysis : {"resampled", "replicated"}) {
    for (std::size_t k = 1; k <= variants.size(); ++k) {
      for (const std::string input : {"a", "b", "c"}) {
        CAPTURE(analysis, variants[k - 1], input);
        const Labels plain{{"output", "y0"}, {"input", input}};
        const Labels moved{{"output", fmt::format("y{}", k)}, {"input", input}};
        for (const std::string index : {"S1", "ST"}) {
          CHECK(result.value(analysis, index, moved) ==
                Approx(result.value(analysis, index, plain)).margin(1e-6));
          const auto want = result.interval(analysis, index, plain);
          const auto got = result.interval(analysis, index, moved);
          CHECK(got.first == Approx(want.first).margin(1e-6));
          CHECK(got.second == Approx(want.second).margin(1e-6));
        }
      }
    }
  }
  const double mean = result.value("drawn", "mean", {{"output", "y0"}});
  const double sd = result.value("drawn", "sd", {{"output", "y0"}});
  CHECK(result.value("drawn", "mean", {{"output", "y3"}}) == Approx(mean + 1e9).epsilon(1e-15));
  CHECK(result.value("drawn", "sd", {{"output", "y3"}}) == Approx(sd).epsilon(1e-6));
  CHECK(result.value("drawn", "sd", {{"output", "y4"}}) == Approx(sd * 1e150).epsilon(1e-12));
  CHECK(result.value("drawn", "sd", {{"output", "y5"}}) == Approx(sd * 1e-150).epsilon(1e-12));
}

TEST_CASE("invariance: among 12 and 45 inputs the special one is found in each place",
          "[invariance][statistical]") {
  for (const std::size_t count : {12U, 45U}) {
    const std::size_t special = 9;  // standard deviations of the special input, 1 of each other
    const auto sum_without = [&](std::size_t left_out) {
      std::string sum = "0";
      for (std::size_t i = 1; i <= count; ++i) {
        sum += i == left_out ? "" : fmt::format(" + x{}", i);
      }
      return sum;
    };
    std::string inputs;
    for (std::size_t i = 1; i <= count; ++i) {
      inputs += fmt::format("x{} = {{ dist = \"uniform\", lo = 0, hi = 1 }}\n", i);
    }
    std::string outputs;
    for (std::size_t k = 1; k <= count; ++k) {
      outputs += fmt::format("strong{} = \"{} + {} * x{}\"\n", k, sum_without(k), special, k);
      outputs += fmt::format("idle{} = \"{}\"\n", k, sum_without(k));
    }
    const TemporaryFolder folder;
    const Shown result =
        shown(folder,
              "format = 1\nseed = 14\n[model.expression]\n" + outputs + "[inputs]\n" + inputs +
                  "[[analysis]]\nname = \"s\"\nmethod = \"sobol\"\nn = 256\nci = "
                  "\"bootstrap\"\nresamples = 100\n");
    const double others = static_cast<double>(count) - 1;
    const double share = special * special / (special * special + others);
    for (std::size_t k = 1; k <= count; ++k) {
      for (std::size_t i = 1; i <= count; ++i) {
        CAPTURE(count, k, i);
        const Labels strong{{"output", fmt::format("strong{}", k)},
                            {"input", fmt::format("x{}", i)}};
        const double exact = i == k ? share : (1 - share) / others;
        // 256 rows: an additive function's total index errs by its share times about 1 / 16.
        CHECK(result.value("s", "ST", strong) == Approx(exact).epsilon(0.3));
        CHECK(result.value("s", "S1", strong) == Approx(exact).margin(0.15));
        const Labels idle{{"output", fmt::format("idle{}", k)}, {"input", fmt::format("x{}", i)}};
        CHECK(result.value("s", "dead", idle) == (i == k ? 1 : 0));
        CHECK((result.value("s", "ST", idle) == 0) == (i == k));
      }
    }
  }
}
