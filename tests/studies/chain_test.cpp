// accept, screening chains, auto and plan as a user meets them.

#include "tests/studies/shown.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <string>

using uq::test::ProcessResult;
using uq::test::run_uq;
using uq::test::Shown;
using uq::test::TemporaryFolder;

namespace {

/// y = a + 0.5 b + 0.01 c: shares of the variance 0.7999, 0.2000, 0.00008.
std::string study(const std::string& analyses) {
  return R"(format = 1
seed = 1
output = "s.h5"
[model.expression]
y = "a + 0.5 * b + 0.01 * c"
[model.outputs]
y = { unit = "ms" }
[inputs]
a = { dist = "uniform", lo = 0, hi = 1, unit = "ms" }
b = { dist = "uniform", lo = 0, hi = 1, unit = "ms" }
c = { dist = "uniform", lo = 0, hi = 1, unit = "ms", nominal = 0.25 }
)" + analyses;
}

const std::string screen = R"(
[[analysis]]
name = "screen"
method = "sobol"
n = 256
)";

std::string chained(const std::string& keep) {
  return screen + R"(
[[analysis]]
name = "indices"
method = "sobol"
n = 512
inputs = { from = "screen", keep = ")" +
         keep + "\" }\n";
}

ProcessResult run(const TemporaryFolder& folder,
                  const std::string& analyses,
                  const std::string& command = "run") {
  folder.write("s.toml", study(analyses));
  return run_uq(folder.path(), {command, "s.toml"});
}

std::string refused(const std::string& analyses) {
  const TemporaryFolder folder;
  const ProcessResult result = run(folder, analyses, "check");
  CHECK(result.code == 2);
  CHECK_FALSE(std::filesystem::exists(folder.path() + "/s.h5"));
  return result.err;
}

}  // namespace

TEST_CASE("accept: what holds everywhere is recorded, and the run ends well", "[accept][cli]") {
  const TemporaryFolder folder;
  const ProcessResult result =
      run(folder, screen + "accept = [\"ci_width(ST) < 0.5\", \"mean < 1 ms\"]\n");
  CHECK(result.code == 0);
  CHECK_THAT(result.out,
             Catch::Contains("accepted: ci_width(ST) < 0.5\n") &&
                 Catch::Contains("accepted: mean < 1 ms\n"));
  const Shown shown(folder.path(), "s.h5");
  const auto& attributes = shown.analysis("screen").at("attributes");
  CHECK(attributes.at("accept") == nlohmann::json{"ci_width(ST) < 0.5", "mean < 1 ms"});
  CHECK(attributes.at("accepted") == nlohmann::json{"true", "true"});
}

TEST_CASE("accept: an unmet criterion ends with exit code 4, the file complete", "[accept][cli]") {
  const TemporaryFolder folder;
  const ProcessResult result = run(folder,
                                   R"(
[[analysis]]
method = "propagate"
n = 200
sweep = { c = [0, "100 ms"] }
accept = ["hi(q95) < 2 ms", "rows == 200"]
)");
  CHECK(result.code == 4);
  CHECK_THAT(
      result.err,
      Catch::Contains("error: propagate: accept failed: hi(q95) < 2 ms at y, c = 100 ms: 2."));
  CHECK_THAT(result.out, Catch::Contains("accepted: rows == 200"));
  const Shown shown(folder.path(), "s.h5");
  CHECK(shown.attributes().at("status") == "complete");
  const auto& attributes = shown.analysis("propagate").at("attributes");
  CHECK(attributes.at("accepted") == nlohmann::json{"false", "true"});
  CHECK(attributes.at("accept_failed").size() == 1);
  CHECK_THAT(run_uq(folder.path(), {"show", "s.h5"}).out,
             Catch::Contains("accept failed: hi(q95) < 2 ms at y, c = 100 ms: 2."));
}

TEST_CASE("accept: failed evaluations win over unmet criteria", "[accept][cli]") {
  const TemporaryFolder folder;
  folder.write("s.toml",
               "format = 1\nseed = 1\noutput = \"s.h5\"\n"
               "[model.expression]\ny = \"a > 0.9 ? 0 / 0 : a\"\n"
               "[inputs]\na = { dist = \"uniform\", lo = 0, hi = 1 }\n"
               "[[analysis]]\nmethod = \"propagate\"\nn = 64\naccept = \"q50 < 1\"\n");
  const ProcessResult result = run_uq(folder.path(), {"run", "s.toml"});
  CHECK(result.code == 3);
  CHECK_THAT(result.err, Catch::Contains("accept failed: q50 < 1 at y: undefined: "));
}

TEST_CASE("chain: the screen chooses the inputs, wherever it stands", "[chain][cli]") {
  const TemporaryFolder folder;
  const std::string reversed = R"(
[[analysis]]
name = "indices"
method = "sobol"
n = 512
inputs = { from = "screen", keep = "ST > 0.01" }
)" + screen;
  for (const std::string& analyses : {chained("ST > 0.01"), reversed}) {
    std::filesystem::remove(folder.path() + "/s.h5");
    const ProcessResult result = run(folder, analyses);
    INFO(result.err);
    REQUIRE(result.code == 0);
    CHECK_THAT(result.out, Catch::Contains("inputs of screen with ST > 0.01: a, b; dropped: c"));
    const Shown shown(folder.path(), "s.h5");
    CHECK(shown.labels("indices", "input") == std::vector<std::string>{"a", "b"});
    const auto& attributes = shown.analysis("indices").at("attributes");
    CHECK(attributes.at("screened_from") == "screen");
    CHECK(attributes.at("keep") == "ST > 0.01");
    CHECK(attributes.at("kept") == nlohmann::json{"a", "b"});
    CHECK(attributes.at("dropped") == nlohmann::json{"c"});
    CHECK(attributes.at("evaluations") == 512 * 4);
    // c stays at its nominal value: 0.5 + 0.25 + 0.01 * 0.25.
    CHECK(shown.value("indices", "mean", {{"output", "y"}}) == Approx(0.7525).margin(0.01));
    const double lost = shown.value("indices", "dropped_share", {{"output", "y"}});
    CHECK(lost == shown.value("screen", "ST", {{"output", "y"}, {"input", "c"}}));
    CHECK(lost == Approx(0.0001 / 1.2501).epsilon(0.2));
    CHECK(shown.value("indices", "dropped_share_upper", {{"output", "y"}}) ==
          shown.interval("screen", "ST", {{"output", "y"}, {"input", "c"}}).second);
  }
}

TEST_CASE("chain: a screen leaves the bits of its own results alone", "[chain][cli]") {
  const TemporaryFolder alone, followed;
  REQUIRE(run(alone, screen).code == 0);
  REQUIRE(run(followed, chained("ST > 0.01")).code == 0);
  CHECK(Shown(alone.path(), "s.h5").analysis("screen") ==
        Shown(followed.path(), "s.h5").analysis("screen"));
}

TEST_CASE("chain: what keeps nothing is skipped, and so is what builds on it", "[chain][cli]") {
  const TemporaryFolder folder;
  const ProcessResult result = run(folder, chained("ST > 2") + R"(
[[analysis]]
name = "band"
method = "propagate"
n = 100
inputs = { from = "indices", keep = "S1 > 0" }
accept = ["q95 < 1 ms"]
)");
  CHECK(result.code == 4);
  CHECK_THAT(result.err,
             Catch::Contains("error: indices: skipped: \"ST > 2\" keeps no input of `screen`") &&
                 Catch::Contains("error: band: skipped: it needs `indices`, which was skipped"));
  const Shown shown(folder.path(), "s.h5");
  CHECK(shown.attributes().at("status") == "partial");
  CHECK(shown.analysis("screen").at("attributes").at("evaluations") == 256 * 5);
  CHECK(shown.analysis("indices").at("attributes").at("evaluations") == 0);
  CHECK(shown.analysis("indices").at("attributes").at("dropped") == nlohmann::json{"a", "b", "c"});
  CHECK_FALSE(shown.analysis("band").at("attributes").at("skipped").empty());
}

TEST_CASE("chain: screens may follow screens", "[chain][cli]") {
  const TemporaryFolder folder;
  const ProcessResult result = run(folder, chained("ST > 0.01") + R"(
[[analysis]]
name = "band"
method = "propagate"
n = 100
inputs = { from = "indices", keep = "S1 > 0.5 * max" }
)");
  INFO(result.err);
  REQUIRE(result.code == 0);
  const auto shown = Shown(folder.path(), "s.h5");
  const auto& attributes = shown.analysis("band").at("attributes");
  CHECK(attributes.at("kept") == nlohmann::json{"a"});
  CHECK(attributes.at("dropped") == nlohmann::json{"b"});  // c is no matter of `indices`
}

TEST_CASE("chain: what is wrong is told before anything runs", "[chain][cli]") {
  CHECK_THAT(refused(chained("STT > 0.01")),
             Catch::Contains("error[U470]") && Catch::Contains("did you mean `ST`?"));
  CHECK_THAT(refused(chained("ST + 1")), Catch::Contains("error[U474]"));
  CHECK_THAT(refused(chained("")), Catch::Contains("error[U475]"));
  CHECK_THAT(refused(chained("mean > 1 ms")),
             Catch::Contains("error[U477]") && Catch::Contains("figures of inputs: S1, ST"));
  CHECK_THAT(refused(chained("ST > 1 ms")), Catch::Contains("error[U211]"));
  const auto with = [](const std::string& inputs) {
    return refused(screen + "[[analysis]]\nmethod = \"propagate\"\ninputs = " + inputs + "\n");
  };
  CHECK_THAT(with("{ from = \"scren\", keep = \"ST > 0\" }"),
             Catch::Contains("error[U479]") && Catch::Contains("did you mean `screen`?"));
  CHECK_THAT(with("{ from = \"screen\" }"), Catch::Contains("error[U478]"));
  CHECK_THAT(with("{ keep = \"ST > 0\" }"), Catch::Contains("error[U478]"));
  CHECK_THAT(with("{ from = \"screen\", keeps = \"ST > 0\" }"),
             Catch::Contains("did you mean `keep`?"));
  CHECK_THAT(with("{ from = \"screen\", keep = 3 }"), Catch::Contains("error[U201]"));
  CHECK_THAT(with("{ from = \"propagate\", keep = \"sd > 0\" }"), Catch::Contains("error[U320]"));
  const std::string circle = refused(R"(
[[analysis]]
name = "p"
method = "sobol"
inputs = { from = "q", keep = "ST > 0" }
[[analysis]]
name = "q"
method = "sobol"
inputs = { from = "p", keep = "ST > 0" }
)");
  CHECK_THAT(circle, Catch::Contains("error[U320]"));
}

TEST_CASE("accept: what is wrong is told before anything runs", "[accept][cli]") {
  const auto with = [](const std::string& accept) {
    return refused(screen + "accept = " + accept + "\n");
  };
  CHECK_THAT(with("[\"q95 < 1 ms\"]"), Catch::Contains("error[U470]"));
  CHECK_THAT(with("[\"mean < 1 W\"]"), Catch::Contains("error[U211]"));
  CHECK_THAT(with("[\"ST\"]"), Catch::Contains("error[U474]"));
  CHECK_THAT(with("[]"), Catch::Contains("error[U201]"));
  CHECK_THAT(with("[1]"), Catch::Contains("error[U201]"));
  CHECK_THAT(with("3"), Catch::Contains("error[U201]"));
  CHECK_THAT(refused("[[analysis]]\nmethod = \"propagate\"\naccept = \"exceedance < 1 %\"\n"),
             Catch::Contains("error[U470]"));  // there are no thresholds
}

TEST_CASE("auto: a budget in evaluations decides, and the choice is recorded", "[auto][cli]") {
  const TemporaryFolder folder;
  const ProcessResult result =
      run(folder, "[[analysis]]\nname = \"x\"\nmethod = \"auto\"\nbudget = 6_000\n");
  INFO(result.err);
  REQUIRE(result.code == 0);
  const Shown shown(folder.path(), "s.h5");
  const auto& attributes = shown.analysis("x").at("attributes");
  CHECK(attributes.at("method") == "sobol");
  CHECK(attributes.at("n") == 1024);
  CHECK(attributes.at("auto_budget") == "6000 evaluations");
  CHECK(attributes.at("auto_goal") == "any");
  CHECK(attributes.at("auto_reasons").size() == 2);
}

TEST_CASE("auto: a budget in time is for `uq plan`, which says the number", "[auto][cli]") {
  const TemporaryFolder folder;
  const std::string analysis = "[[analysis]]\nmethod = \"auto\"\nbudget = \"10 s\"\n";
  for (const char* command : {"run", "check"}) {
    const ProcessResult result = run(folder, analysis, command);
    CHECK(result.code == 2);
    CHECK_THAT(result.err, Catch::Contains("error[U482]") && Catch::Contains("uq plan"));
  }
  const ProcessResult planned = run(folder, analysis, "plan");
  CHECK(planned.code == 0);
  CHECK_THAT(planned.out,
             Catch::Contains("auto chose sobol") && Catch::Contains("budget: 10 s, here about "));
}

TEST_CASE("auto: budgets that buy nothing and goals that are none are refused", "[auto][cli]") {
  const auto with = [](const std::string& keys) {
    return refused("[[analysis]]\nmethod = \"auto\"\n" + keys);
  };
  CHECK_THAT(with(""), Catch::Contains("error[U481]") && Catch::Contains("needs a `budget`"));
  CHECK_THAT(with("budget = 3\n"),
             Catch::Contains("error[U481]") && Catch::Contains("affordable: nothing"));
  CHECK_THAT(with("budget = 3.5\n"), Catch::Contains("error[U202]"));
  CHECK_THAT(with("budget = \"2 GB\"\n"), Catch::Contains("error[U211]"));
  CHECK_THAT(with("budget = 5000\ngoal = \"ranks\"\n"),
             Catch::Contains("error[U203]") && Catch::Contains("`rank`"));
  CHECK_THAT(with("budget = 5000\nn = 3\n"), Catch::Contains("error[U101]"));
  CHECK_THAT(with("budget = 1000\ngoal = \"indices\"\n"), Catch::Contains("surrogate"));
}

TEST_CASE("plan: says which widths a budget buys, and that a chain costs at most so much",
          "[plan][cli]") {
  const TemporaryFolder folder;
  const ProcessResult text = run(folder, chained("ST > 0.01"), "plan");
  CHECK(text.code == 0);
  CHECK_THAT(text.out,
             Catch::Contains("expected intervals") && Catch::Contains("S1 = 0.5: 0.24 wide") &&
                 Catch::Contains("at most: `screen` may drop inputs"));
  const ProcessResult json = run_uq(folder.path(), {"plan", "s.toml", "--json"});
  const auto planned = nlohmann::json::parse(json.out);
  CHECK(planned.at("analyses")[1].at("screen") == "screen");
  CHECK(planned.at("analyses")[1].at("evaluations") == 512 * 5);
  CHECK(planned.at("analyses")[0].at("expected")[0].at("width").get<double>() ==
        Approx(2 * 1.959964 * std::sqrt(1.0 / 256)).epsilon(1e-6));
}

TEST_CASE("plan: the widths it expects are those of an additive output with a normal law",
          "[plan][cli]") {
  const TemporaryFolder folder;
  folder.write("s.toml",
               "format = 1\nseed = 5\noutput = \"s.h5\"\n"
               "[model.expression]\ny = \"a + b + 0.471404520791 * c\"\n"
               "[inputs]\na = { dist = \"normal\", mean = 0, sd = 1 }\n"
               "b = { dist = \"normal\", mean = 0, sd = 0.88191710368820 }\n"
               "c = { dist = \"normal\", mean = 0, sd = 1 }\n"
               "[[analysis]]\nname = \"i\"\nmethod = \"sobol\"\nn = 1024\n");
  REQUIRE(run_uq(folder.path(), {"run", "s.toml"}).code == 0);
  const auto expected =
      nlohmann::json::parse(run_uq(folder.path(), {"plan", "s.toml", "--json"}).out)
          .at("analyses")[0]
          .at("expected");
  const Shown shown(folder.path(), "s.h5");
  // Variances 1, 7/9, 2/9: indices of a 0.5, of c 1/9, nearly 0.1.
  const auto width = [&](const std::string& index, const std::string& input) {
    const auto [lo, hi] = shown.interval("i", index, {{"output", "y"}, {"input", input}});
    return hi - lo;
  };
  CHECK(width("S1", "a") == Approx(expected[0].at("width").get<double>()).epsilon(0.25));
  CHECK(width("ST", "a") == Approx(expected[1].at("width").get<double>()).epsilon(0.25));
  CHECK(width("S1", "c") == Approx(expected[2].at("width").get<double>()).epsilon(0.25));
  CHECK(width("ST", "c") == Approx(expected[3].at("width").get<double>()).epsilon(0.3));
}

TEST_CASE("tails: an analytical model is not asked for them", "[tails][cli]") {
  const auto with = [](const std::string& slo, const std::string& output) {
    const TemporaryFolder folder;
    folder.write("s.toml",
                 "format = 1\nseed = 1\n[context]\nslo = \"" + slo + "\"\n[model.expression]\n" +
                     output + " = \"a\"\n[inputs]\na = { dist = \"uniform\", lo = 0, hi = 1 }\n" +
                     "[[analysis]]\nmethod = \"propagate\"\nn = 100\n");
    return run_uq(folder.path(), {"check", "s.toml"});
  };
  for (const char* slo :
       {"P99 of tpot < 50 ms", "tpot_p99.9 < 1 s", "tail latency", "95th percentile"}) {
    const ProcessResult result = with(slo, "y");
    CHECK(result.code == 2);
    CHECK_THAT(result.err, Catch::Contains("error[U483]") && Catch::Contains("such as q99"));
  }
  CHECK(with("tpot < 50 ms, q99 over the inputs, 99 % up", "y").code == 0);
  CHECK(with("details of 1999, P90s", "y").code == 0);
  CHECK(with("P99 of tpot < 50 ms", "y_p99").code == 0);  // a model that has one
  CHECK_THAT(refused("[[analysis]]\nmethod = \"propagate\"\noutputs = [\"y_p99\"]\n"),
             Catch::Contains("error[U105]") && Catch::Contains("percentile over requests"));
  CHECK_THAT(refused("[[analysis]]\nmethod = \"propagate\"\naccept = \"p99 < 1 ms\"\n"),
             Catch::Contains("error[U470]") && Catch::Contains("percentile over requests"));
}

TEST_CASE("auto: a look costs what it says, and can be a screen", "[auto][cli]") {
  const TemporaryFolder folder;
  const ProcessResult result = run(folder, R"(
[[analysis]]
name = "look"
method = "auto"
budget = 7
accept = ["y_low < 1 ms && rows == 7"]
[[analysis]]
name = "indices"
method = "sobol"
n = 64
inputs = { from = "look", keep = "abs(y_high - y_low) > 5 us" }
)");
  INFO(result.err);
  REQUIRE(result.code == 0);
  const Shown shown(folder.path(), "s.h5");
  CHECK(shown.analysis("look").at("attributes").at("method") == "oat");
  CHECK(shown.analysis("look").at("attributes").at("evaluations") == 7);
  const auto& attributes = shown.analysis("indices").at("attributes");
  CHECK(attributes.at("kept") == nlohmann::json{"a", "b"});
  CHECK(std::isnan(shown.value("indices", "dropped_share", {{"output", "y"}})));
  CHECK_THAT(result.out, Catch::Contains("W111: no bound on the variance of `y` lost with c"));
}

TEST_CASE("chain: an analysis whose kept inputs rarely meet the conditions is skipped, no other",
          "[chain][cli]") {
  // Under the condition 1.5 % of the draws pass; with c at its nominal value 0.75 %.
  const TemporaryFolder folder;
  folder.write("s.toml", R"(format = 1
seed = 1
[model.expression]
y = "100 * a + 0.5 * b + 0.01 * c"
[inputs]
a = { dist = "uniform", lo = 0, hi = 1 }
b = { dist = "uniform", lo = 0, hi = 1 }
c = { dist = "uniform", lo = 0, hi = 1, nominal = 0.25 }
[constraints]
require = ["a < 0.03 * c"]
[[analysis]]
name = "all"
method = "propagate"
n = 1000
[[analysis]]
name = "screen"
method = "given_data"
data = "all"
[[analysis]]
name = "kept"
method = "propagate"
n = 1000
inputs = { from = "screen", keep = "S1 > 0.5" }
[[analysis]]
name = "of_kept"
method = "given_data"
data = "kept"
)");
  CHECK(run_uq(folder.path(), {"check", "s.toml"}).code == 0);
  const ProcessResult result = run_uq(folder.path(), {"run", "s.toml"});
  CHECK(result.code == 4);
  CHECK_THAT(result.err,
             Catch::Contains("kept: skipped: only ") &&
                 Catch::Contains("draws meet the conditions, 1000 are asked for") &&
                 Catch::Contains("of_kept: skipped: it needs `kept`"));
  const Shown shown(folder.path(), "s.h5");
  CHECK(shown.attributes().at("status") == "partial");
  const auto& attributes = shown.analysis("kept").at("attributes");
  CHECK(attributes.at("kept") == nlohmann::json{"a"});
  CHECK_THAT(attributes.at("warnings").dump(), Catch::Contains("W110"));
  CHECK_FALSE(shown.analysis("kept").contains("mean"));
  CHECK(shown.analysis("all").at("attributes").at("evaluations") == 1000);
  CHECK_FALSE(shown.analysis("screen").at("attributes").contains("skipped"));
}
