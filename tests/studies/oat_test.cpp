// `method = "oat"` as a study meets it: closed forms, reference elasticities, stages, failures,
// options.

#include "tests/studies/shown.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"
#include "tests/support/reference.hpp"

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

std::string run(const TemporaryFolder& folder,
                const std::string& text,
                std::vector<std::string> options = {},
                int code = 0) {
  folder.write("s.toml", text);
  options.insert(options.begin(), {"run", "s.toml", "--quiet", "-o", "s.h5", "--force"});
  const ProcessResult result = run_uq(folder.path(), options);
  INFO(text << result.err);
  CHECK(result.code == code);
  return result.err;
}

Shown shown(const TemporaryFolder& folder, const std::string& text) {
  run(folder, text);
  return {folder.path(), "s.h5"};
}

std::string uniform_around(const std::string& name, double nominal) {
  return fmt::format(
      "{} = {{ dist = \"uniform\", lo = {:.17g}, hi = {:.17g}, nominal = {:.17g} }}\n",
      name,
      0.5 * nominal,
      std::min(1.5 * nominal, name.starts_with("eta") ? 1.0 : HUGE_VAL),
      nominal);
}

/// A study of roofline_llm whose named inputs move around their values, all others constant.
std::string roofline(const Json& config,
                     const Json& inputs,
                     const std::vector<std::string>& moving,
                     const std::string& output,
                     const std::string& options) {
  std::string text = "format = 1\nseed = 1\n[model]\nbuiltin = \"roofline_llm\"\noutputs = [\"" +
                     output + "\"]\n[model.config]\n";
  for (const auto& [key, value] : config.items()) {
    text += key + " = " + value.dump() + "\n";
  }
  text += "[inputs]\n";
  for (const auto& [key, value] : inputs.items()) {
    const bool moves = std::find(moving.begin(), moving.end(), key) != moving.end();
    text += moves ? uniform_around(key, value.get<double>())
                  : fmt::format("{} = {{ value = {:.17g} }}\n", key, value.get<double>());
  }
  return text + "[[analysis]]\nmethod = \"oat\"\n" + options;
}

const std::string fork_study = R"toml(format = 1
seed = 1
[model.expression]
t = "max(1.05 / x, 1 / y)"
[inputs]
x = { dist = "uniform", lo = 0.8, hi = 1.2 }
y = { dist = "uniform", lo = 0.8, hi = 1.2 }
idle = { dist = "uniform", lo = 0.8, hi = 1.2 }
[[analysis]]
method = "oat"
)toml";

}  // namespace

TEST_CASE("oat study: elasticities of roofline_llm meet the reference", "[oat][cli][reference]") {
  int compared = 0;
  const Json file = uq::test::reference("roofline_llm.json");
  for (const Json& c : file.at("cases")) {
    if (!c.contains("elasticities") || c.at("elasticities").empty()) {
      continue;
    }
    std::vector<std::string> names;
    for (const auto& [name, value] : c.at("elasticities").items()) {
      names.push_back(name);
    }
    const bool decode = c.at("config").at("phase") == "decode";
    const std::string output = decode ? "tpot" : "ttft";
    const TemporaryFolder folder;
    const Shown s =
        shown(folder, roofline(c.at("config"), c.at("inputs"), names, output, "kinks = false\n"));
    double euler = 0;
    for (const auto& [name, exact] : c.at("elasticities").items()) {
      const Labels at{{"output", output}, {"input", name}};
      const double value = s.value("oat", "elasticity", at);
      const double error = s.value("oat", "elasticity_error", at);
      CAPTURE(c.at("id"), name, exact, value, error);
      CHECK(std::abs(value - exact.get<double>()) <= error + 1e-12);
      CHECK(error < 1e-7);
      euler += name.starts_with("eta") ? value : -value;
      ++compared;
    }
    CHECK(euler == Approx(-1).margin(1e-7));
    // The stages of the total follow one another: shares sum to 1.
    const Labels total{{"output", output}};
    CHECK(s.value("oat", "stage_sum", total) == Approx(1).epsilon(1e-9));
    CHECK(s.value("oat", "stage_overlap", total) == Approx(0).margin(1e-9));
    const Labels ffn{{"output", output}, {"stage", "stage_ffn"}};
    CHECK(s.value("oat", "stage_share", ffn) ==
          Approx(c.at("outputs").at("stage_ffn").get<double>() /
                 c.at("outputs").at(output).get<double>())
              .epsilon(1e-9));
  }
  CHECK(compared >= 35);
}

TEST_CASE("oat study: GenZ's mixed and pure regimes", "[oat][cli]") {
  struct Row {
    std::string model, phase;
    int tp;
    double batch, tokens, compute, memory, network;
  };
  // Elasticities of the tool's own numbers, four digits.
  const std::vector<Row> rows{{"llama2-7b", "prefill", 1, 1, 128, 0, -1, 0},
                              {"llama2-7b", "prefill", 1, 1, 256, -.8995, -.1005, 0},
                              {"llama2-7b", "prefill", 1, 1, 2048, -1, 0, 0},
                              {"llama2-7b", "decode", 1, 1, 512, 0, -1, 0},
                              {"llama2-7b", "decode", 1, 256, 512, -.1746, -.8254, 0},
                              {"llama2-70b", "prefill", 8, 1, 2048, -.6506, 0, -.3494},
                              {"llama2-70b", "decode", 8, 512, 512, -.4573, -.1315, -.4112}};
  for (const Row& row : rows) {
    const bool decode = row.phase == "decode";
    const Json config{{"gpu", "H100-SXM"},
                      {"model", row.model},
                      {"tp", row.tp},
                      {"phase", row.phase},
                      {"conventions", "genz"},
                      {"check_memory", false}};
    const Json inputs{{"eta_compute", 0.6},
                      {"eta_memory", 0.7},
                      {"eta_network", 0.75},
                      {"peak_flops", 989e12},
                      {"hbm_bw", 3.4e12},
                      {"batch", row.batch},
                      {decode ? "context_tokens" : "prompt_tokens", row.tokens}};
    const std::string output = decode ? "tpot" : "ttft";
    const TemporaryFolder folder;
    const Shown s = shown(folder,
                          roofline(config,
                                   inputs,
                                   {"eta_compute", "eta_memory", "eta_network"},
                                   output,
                                   "kinks = false\nstep = 0.01\n"));
    const auto e = [&](const char* name) {
      return s.value("oat", "elasticity", {{"output", output}, {"input", name}});
    };
    CAPTURE(row.model, row.phase, row.batch, row.tokens);
    CHECK(e("eta_compute") == Approx(row.compute).margin(6e-5));
    CHECK(e("eta_memory") == Approx(row.memory).margin(6e-5));
    CHECK(e("eta_network") == Approx(row.network).margin(6e-5));
    CHECK(e("eta_compute") + e("eta_memory") + e("eta_network") == Approx(-1).margin(1e-7));
  }
}

TEST_CASE("oat study: the fork is dead at the nominal point only", "[oat][cli]") {
  const TemporaryFolder folder;
  const Shown s = shown(folder, fork_study);
  const Labels x{{"output", "t"}, {"input", "x"}};
  const Labels y{{"output", "t"}, {"input", "y"}};
  CHECK(s.value("oat", "elasticity", x) == Approx(-1).margin(1e-8));
  CHECK(s.value("oat", "elasticity", y) == 0);
  CHECK(s.value("oat", "kink_at", x) == Approx(1.05).epsilon(1e-7));
  CHECK(s.value("oat", "kink_at", y) == Approx(1 / 1.05).epsilon(1e-7));
  CHECK(s.value("oat", "kink_change", x) == Approx(1).epsilon(1e-4));
  CHECK(s.value("oat", "dead", y) == 0);
  CHECK(s.value("oat", "dead", {{"output", "t"}, {"input", "idle"}}) == 1);
  const ProcessResult text = run_uq(folder.path(), {"show", "s.h5"});
  CHECK_THAT(text.out, Catch::Contains("W020: dead for `t`, changing no bit of it: `idle`"));
  CHECK_THAT(text.out, Catch::Contains("t = 1.05 at nominal"));
  CHECK_THAT(text.out, Catch::Contains("idle   0.9  1.1   dead: changes nothing"));
  // The wider bar comes first.
  CHECK(text.out.find("\n  x ") < text.out.find("\n  y "));
  const ProcessResult plan = run_uq(folder.path(), {"plan", "s.toml"});
  CHECK(plan.code == 0);
}

TEST_CASE("oat study: a jump is named with its place and size", "[oat][cli]") {
  const TemporaryFolder folder;
  const Shown s = shown(folder, R"toml(format = 1
seed = 1
[model.expression]
t = "size / (2.048e12 * (size >= 1e8 ? 0.90 : 0.75))"
[inputs]
size = { dist = "uniform", lo = 5e7, hi = 2e8, nominal = 1e8, unit = "B" }
[[analysis]]
method = "oat"
)toml");
  const Labels at{{"output", "t"}, {"input", "size"}};
  CHECK(std::isnan(s.value("oat", "elasticity", at)));
  CHECK(s.value("oat", "jump_at", at) == Approx(1e8).epsilon(1e-7));
  CHECK(s.value("oat", "jump", at) == Approx(54.25e-6 - 65.10e-6).epsilon(1e-3));
  CHECK_THAT(run_uq(folder.path(), {"show", "s.h5"}).out,
             Catch::Contains("jumps at the nominal value"));
}

TEST_CASE("oat study: categories and whole numbers move on their own grid", "[oat][cli]") {
  const TemporaryFolder folder;
  const Shown s = shown(folder, R"toml(format = 1
seed = 1
[model.expression]
t = "n + 10 * k"
[inputs]
n = { dist = "integer", lo = 1, hi = 9 }
k = { dist = "choice", values = [1, 2, 5] }
[[analysis]]
method = "oat"
points = 3
)toml");
  CHECK(s.value("oat", "x_low", {{"input", "n"}}) == 4);
  CHECK(s.value("oat", "x_high", {{"input", "n"}}) == 6);
  CHECK(s.value("oat", "x_low", {{"input", "k"}}) == 1);
  CHECK(s.value("oat", "x_high", {{"input", "k"}}) == 5);
  CHECK(s.value("oat", "y_high", {{"output", "t"}, {"input", "k"}}) == 55);
  CHECK(s.analysis("oat").at("attributes").at("evaluations") == 5);
}

TEST_CASE("oat study: threads and blocks change no bit", "[oat][cli]") {
  const std::string text = R"toml(format = 1
seed = 5
[model]
builtin = "roofline_llm"
outputs = ["tpot", "throughput"]
[inputs]
eta_compute = { dist = "uniform", lo = 0.3, hi = 0.8 }
eta_memory = { dist = "uniform", lo = 0.7, hi = 0.97 }
hbm_bw = { dist = "uniform", lo = "3.0 TB/s", hi = "3.7 TB/s" }
batch = { dist = "loguniform", lo = 16, hi = 300, nominal = 64 }
[[analysis]]
method = "oat"
quantiles = [0.05, 0.95]
points = 5
)toml";
  const TemporaryFolder folder;
  run(folder, text, {"--reproducible", "-j", "1"});
  const std::string one = folder.read("s.h5");
  run(folder, text, {"--reproducible", "-j", "7"});
  CHECK(one == folder.read("s.h5"));
  run(folder, text, {"--reproducible", "-j", "3", "--block", "1"});
  CHECK(one == folder.read("s.h5"));
}

TEST_CASE("oat study: failures count, and within the budget take only their cells",
          "[oat][cli][failures]") {
  const auto study = [](const std::string& budget) {
    return "format = 1\nseed = 1\n[failures]\nbudget = " + budget + R"toml(
[model.expression]
t = "x > 1.05 ? 0 / 0 : 1 / x + y"
[inputs]
x = { dist = "uniform", lo = 0.8, hi = 1.2 }
y = { dist = "uniform", lo = 0.8, hi = 1.2 }
[[analysis]]
method = "oat"
)toml";
  };
  const TemporaryFolder folder;
  run(folder, study("0.0"), {}, 3);
  const Shown withheld(folder.path(), "s.h5");
  CHECK(std::isnan(withheld.value("oat", "y_nominal", {{"output", "t"}})));
  run(folder, study("0.5"));
  const Shown s(folder.path(), "s.h5");
  CHECK(s.value("oat", "y_nominal", {{"output", "t"}}) == 2);
  CHECK(std::isnan(s.value("oat", "y_high", {{"output", "t"}, {"input", "x"}})));
  CHECK(s.value("oat", "elasticity", {{"output", "t"}, {"input", "x"}}) ==
        Approx(-0.5).margin(1e-8));
  CHECK(s.value("oat", "lost_share", {{"output", "t"}}) > 0);
  const ProcessResult text = run_uq(folder.path(), {"show", "s.h5"});
  CHECK_THAT(text.out,
             Catch::Contains("W030") && Catch::Contains("no value") &&
                 Catch::Contains("an evaluation at low or high failed"));
}

TEST_CASE("oat study: wrong options are refused by name", "[oat][cli]") {
  const auto check = [](const std::string& option) {
    const TemporaryFolder folder;
    folder.write("s.toml", fork_study + option + "\n");
    const ProcessResult result = run_uq(folder.path(), {"check", "s.toml"});
    CHECK(result.code == 2);
    return result.err;
  };
  CHECK_THAT(check("step = 0"), Catch::Contains("`step`"));
  CHECK_THAT(check("step = -0.1"), Catch::Contains("`step`"));
  CHECK_THAT(check("points = 1"), Catch::Contains("`points`"));
  CHECK_THAT(check("quantiles = [0.95, 0.05]"), Catch::Contains("U401"));
  CHECK_THAT(check("quantiles = [0.5]"), Catch::Contains("U401"));
  CHECK_THAT(check("quantiles = [0.05, 1.0]"), Catch::Contains("`quantiles`"));
  CHECK_THAT(check("step = 0.1\nquantiles = [0.05, 0.95]"), Catch::Contains("U400"));
  CHECK_THAT(check("stepp = 0.1"), Catch::Contains("did you mean `step`?"));
  const TemporaryFolder folder;
  folder.write("s.toml", fork_study + "[constraints]\nrequire = [\"x + y < 1.5\"]\n");
  CHECK_THAT(run_uq(folder.path(), {"check", "s.toml"}).err, Catch::Contains("U402"));
}
