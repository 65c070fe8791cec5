// Studies that fit surrogates and run on them, as a user meets them.

#include "studies/rows/design_hash.hpp"
#include "studies/store/store.hpp"
#include "tests/studies/shown.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

using Catch::Contains;
using uq::test::ProcessResult;
using uq::test::run_uq;
using uq::test::Shown;
using uq::test::TemporaryFolder;

namespace {

// y and w are polynomials of degree 3 and 2 in uniform inputs, so that an expansion is exact; k is
// a kink that no polynomial follows.
const std::string head = R"(format = 1
seed = 11
output = "s.h5"
[run]
store_samples = true
)";
const std::string model = R"(
[model]
expression = { y = "1 + 2*a + b*b + a*b*c", w = "3*a - c", k = "abs(a - b) < 0.1 ? 1 : 0" }
)";
const std::string inputs = R"(
[inputs]
a = { dist = "uniform", lo = -1, hi = 1 }
b = { dist = "uniform", lo = -1, hi = 1 }
c = { dist = "uniform", lo = -1, hi = 1 }
)";
const std::string design = R"(
[[analysis]]
name = "design"
method = "propagate"
sampler = "monte_carlo"
n = 60
)";
const std::string emulator = R"(
[[analysis]]
name = "emulator"
method = "surrogate"
data = "design"
degree = 3
fit = "ls"
adaptive = false
q = [1]
outputs = ["y", "w"]
)";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

ProcessResult run(const TemporaryFolder& folder,
                  const std::string& study,
                  const std::vector<std::string>& more = {}) {
  folder.write("s.toml", study);
  std::vector<std::string> arguments{"run", "--force", "s.toml"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_uq(folder.path(), arguments);
}

std::string bytes(const TemporaryFolder& folder, const std::string& file) {
  std::ifstream stream(folder.path() + "/" + file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string attribute(const Shown& shown, const std::string& analysis, const std::string& name) {
  return shown.analysis(analysis).at("attributes").at(name).dump();
}

// Mean squares: E[b^4] = 1/5, E[x^2] = 1/3.
constexpr double var_a = 4.0 / 3;
constexpr double var_b = 1.0 / 5 - 1.0 / 9;
constexpr double var_abc = 1.0 / 27;
constexpr double var_y = var_a + var_b + var_abc;

}  // namespace

TEST_CASE("surrogate: an expansion of a polynomial is that polynomial", "[surrogate][cli]") {
  const TemporaryFolder folder;
  const auto done = run(folder, head + model + inputs + design + emulator);
  INFO(done.err << done.out);
  REQUIRE(done.code == 0);
  const Shown shown(folder.path(), "s.h5");
  CHECK(shown.value("emulator", "q2", {{"output", "y"}}) == Approx(1).margin(1e-10));
  CHECK(shown.value("emulator", "rmse", {{"output", "y"}}) < 1e-10);
  CHECK(shown.value("emulator", "coefficient", {{"output", "y"}, {"term", "1"}}) ==
        Approx(1 + 1.0 / 3).epsilon(1e-10));
  CHECK(std::abs(shown.value("emulator", "coefficient", {{"output", "y"}, {"term", "a b c"}})) ==
        Approx(std::sqrt(var_abc)).epsilon(1e-9));
  CHECK(shown.value("emulator", "multi_index", {{"term", "b^2"}, {"input", "b"}}) == 2);
  CHECK(shown.labels("emulator", "output") == std::vector<std::string>{"y", "w"});
  CHECK(shown.analysis("emulator").at("variables").at("x").at("values").size() == 60);
  CHECK(attribute(shown, "emulator", "evaluations") == "0");
  CHECK(attribute(shown, "emulator", "kind") == "\"pce\"");
  CHECK_THAT(attribute(shown, "emulator", "kind_chosen"), Contains("only kind"));
  // The box is that of the points.
  double least = 2;
  for (const auto& row : shown.analysis("emulator").at("variables").at("x").at("values")) {
    least = std::min(least, row.at(0).get<double>());
  }
  CHECK(shown.value("emulator", "box_lower", {{"input", "a"}}) == least);
  CHECK_THAT(done.out, Contains("y, shares of the variance: a ("));
  CHECK_THAT(done.out, Contains("60 points (pce), errors of points it has not seen"));
}

TEST_CASE("surrogate: Sobol' indices on it are those of its coefficients", "[surrogate][cli]") {
  const TemporaryFolder folder;
  const std::string indices =
      "[[analysis]]\nname = \"indices\"\nmethod = \"sobol\"\non = \"emulator\"\n";
  SECTION("exact, without an evaluation") {
    const auto done = run(folder, head + model + inputs + design + emulator + indices);
    INFO(done.err << done.out);
    REQUIRE(done.code == 0);
    const Shown shown(folder.path(), "s.h5");
    const auto s = [&](const char* name, const char* input) {
      return shown.value("indices", name, {{"output", "y"}, {"input", input}});
    };
    CHECK(s("S1", "a") == Approx(var_a / var_y).epsilon(1e-9));
    CHECK(s("S1", "b") == Approx(var_b / var_y).epsilon(1e-9));
    CHECK(s("S1", "c") == Approx(0).margin(1e-12));
    CHECK(s("ST", "c") == Approx(var_abc / var_y).epsilon(1e-9));
    CHECK(shown.value("indices", "surrogate_q2", {{"output", "y"}}) == Approx(1).margin(1e-10));
    CHECK(attribute(shown, "indices", "evaluations") == "0");
    CHECK(attribute(shown, "indices", "surrogate") == "\"emulator\"");
    CHECK_FALSE(shown.analysis("indices").at("variables").contains("S1_ci"));
    CHECK_THAT(done.out, Contains("on the surrogate emulator"));
    const auto [lo, hi] = [&] {
      const uq::test::Labels at{{"output", "y"}, {"input", "a"}};
      auto low = at;
      auto high = at;
      low.emplace_back("bound", "lo");
      high.emplace_back("bound", "hi");
      return std::pair{shown.value("indices", "S1_ci_surrogate", low),
                       shown.value("indices", "S1_ci_surrogate", high)};
    }();
    CHECK(lo <= s("S1", "a"));
    CHECK(s("S1", "a") <= hi);
    CHECK(hi - lo < 1e-6);
  }
  SECTION("with an input held, and with one swept") {
    // At c = 1: y = 1 + 2 a + b^2 + a b; at b = 0.5 and c = 1: 2.5 a.
    const std::string more = R"(
[[analysis]]
name = "swept"
method = "sobol"
on = "emulator"
outputs = ["y"]
sweep = { c = [-1, 0, 1] }
[[analysis]]
name = "held"
method = "sobol"
on = "emulator"
outputs = ["y"]
inputs = ["a", "b"]
)";
    const auto done = run(folder, head + model + inputs + design + emulator + more);
    INFO(done.err << done.out);
    REQUIRE(done.code == 0);
    const Shown shown(folder.path(), "s.h5");
    const double with_c = var_a + var_b + 1.0 / 9;
    CHECK(shown.value("swept", "S1", {{"output", "y"}, {"input", "a"}, {"c", "1.0"}}) ==
          Approx(var_a / with_c).epsilon(1e-9));
    CHECK(shown.value("swept", "ST", {{"output", "y"}, {"input", "b"}, {"c", "-1.0"}}) ==
          Approx((var_b + 1.0 / 9) / with_c).epsilon(1e-9));
    // The nominal value of c is its median, 0: no interaction is left.
    CHECK(shown.value("held", "S1", {{"output", "y"}, {"input", "a"}}) ==
          Approx(var_a / (var_a + var_b)).epsilon(1e-9));
    CHECK(shown.value("held", "variance", {{"output", "y"}}) == Approx(var_a + var_b));
  }
  SECTION("what samples is refused") {
    const auto done =
        run(folder, head + model + inputs + design + emulator + indices + "n = 4096\n");
    CHECK(done.code == 2);
    CHECK_THAT(done.err,
               Contains("error[U507]: Sobol' indices follow exactly from the coefficients of "
                        "`emulator`: nothing is sampled, and `n` has no effect"));
  }
  SECTION("an output fitted in its logarithm is sampled") {
    const std::string logarithm = replaced(
        emulator, "outputs = [\"y\", \"w\"]", "outputs = [\"e\"]\ntransform = { e = \"log\" }");
    const std::string exponential = replaced(model, "k = ", "e = \"exp(a + b)\", k = ");
    const auto done =
        run(folder, head + exponential + inputs + design + logarithm + indices + "n = 2048\n");
    INFO(done.err << done.out);
    REQUIRE(done.code == 0);
    CHECK_THAT(done.err, Contains("warning[W145]"));
    const Shown shown(folder.path(), "s.h5");
    // e^a and e^b with the same law: S1 = V / (V^2 + 2 V m^2) m^2 each, V = Var(e^a), m = E[e^a].
    const double m = std::sinh(1.0);
    const double v = std::sinh(2.0) / 2 - m * m;
    CHECK(shown.value("indices", "S1", {{"output", "e"}, {"input", "a"}}) ==
          Approx(m * m * v / (v * v + 2 * v * m * m)).margin(0.005));
    CHECK(attribute(shown, "indices", "predictions") == std::to_string(2048 * 5));
    CHECK(shown.analysis("indices").at("variables").contains("S1_ci"));
    CHECK(shown.analysis("indices").at("variables").contains("S1_ci_surrogate"));
  }
}

TEST_CASE("surrogate: methods that evaluate run on it", "[surrogate][cli]") {
  const TemporaryFolder folder;
  const std::string more = R"(
[[analysis]]
name = "band"
method = "propagate"
on = "emulator"
n = 4000
outputs = ["y"]
thresholds = { y = [0] }
accept = ["ci_width(mean) < 0.1"]
[[analysis]]
name = "steps"
method = "oat"
on = "emulator"
quantiles = [0.05, 0.95]
[[analysis]]
name = "screen"
method = "morris"
on = "emulator"
)";
  const auto done = run(folder, head + model + inputs + design + emulator + more);
  INFO(done.err << done.out);
  REQUIRE(done.code == 0);
  const Shown shown(folder.path(), "s.h5");
  CHECK(shown.value("band", "mean", {{"output", "y"}}) == Approx(4.0 / 3).margin(0.05));
  CHECK(attribute(shown, "band", "evaluations") == "0");
  CHECK(attribute(shown, "band", "predictions") == "4000");
  // OAT on the surrogate is OAT on the polynomial.
  CHECK(shown.value("steps", "y_high", {{"output", "w"}, {"input", "a"}}) ==
        Approx(2.7).epsilon(1e-9));
  CHECK(shown.analysis("steps").at("variables").contains("y_high_ci_surrogate"));
  CHECK(shown.value("screen", "mu_star", {{"output", "w"}, {"input", "c"}}) > 0);
  CHECK(shown.analysis("screen").at("variables").contains("mu_star_ci_surrogate"));
  CHECK(shown.analysis("screen").at("variables").contains("mu_star_ci"));
  // Evaluations of the surrogate are none of the model.
  const auto file = uq::studies::read(folder.path() + "/s.h5");
  const auto* evaluations = file.group("provenance")->attribute("evaluations");
  REQUIRE(evaluations != nullptr);
  CHECK(std::get<std::int64_t>(*evaluations) == 60);
}

TEST_CASE("surrogate: screens on it choose inputs for what follows", "[surrogate][chain][cli]") {
  const TemporaryFolder folder;
  const std::string chain = R"(
[[analysis]]
name = "screen"
method = "morris"
on = "emulator"
outputs = ["w"]
[[analysis]]
name = "kept"
method = "sobol"
on = "emulator"
outputs = ["w"]
inputs = { from = "screen", keep = "mu_star > 0.01 * max" }
[[analysis]]
name = "checked"
method = "propagate"
outputs = ["w"]
n = 500
inputs = { from = "kept", keep = "ST > 0.2" }
)";
  const auto done = run(folder, head + model + inputs + design + emulator + chain);
  INFO(done.err << done.out);
  REQUIRE(done.code == 0);
  const Shown shown(folder.path(), "s.h5");
  CHECK(shown.labels("kept", "input") == std::vector<std::string>{"a", "c"});
  CHECK(shown.value("kept", "S1", {{"output", "w"}, {"input", "a"}}) == Approx(0.9).epsilon(1e-9));
  CHECK(shown.analysis("checked").at("attributes").at("kept") == nlohmann::json{"a"});
  CHECK(shown.analysis("checked").at("attributes").at("evaluations") == 500);
}

TEST_CASE("surrogate: correlated inputs have scores, and groups have indices", "[surrogate][cli]") {
  const TemporaryFolder folder;
  const std::string correlated = inputs + "[correlation]\nspearman = [[\"a\", \"c\", 0.6]]\n";
  const std::string adaptive = replaced(emulator, "fit = \"ls\"\nadaptive = false\n", "");
  const std::string larger = replaced(adaptive, "degree = 3", "degree = 6");
  const std::string sample = replaced(design, "n = 60", "n = 400");
  const std::string indices =
      "[[analysis]]\nname = \"indices\"\nmethod = \"sobol\"\non = \"emulator\"\noutputs = "
      "[\"w\"]\n";
  SECTION("plain indices are refused") {
    const auto done = run(folder, head + model + correlated + sample + larger + indices);
    CHECK(done.code == 2);
    CHECK_THAT(done.err, Contains("error[U305]: Sobol' indices need independent inputs"));
  }
  SECTION("groups that correlation does not leave have closed forms") {
    const auto done = run(folder,
                          head + model + correlated + sample + larger + indices +
                              "groups = { both = [\"a\", \"c\"] }\n");
    INFO(done.err << done.out);
    REQUIRE(done.code == 0);
    CHECK_THAT(done.out, Contains("W147"));
    const Shown shown(folder.path(), "s.h5");
    // w = 3 a - c has nothing of b.
    CHECK(shown.value("indices", "S1", {{"output", "w"}, {"group", "both"}}) ==
          Approx(1).margin(1e-3));
    CHECK(shown.value("indices", "ST", {{"output", "w"}, {"group", "b"}}) ==
          Approx(0).margin(1e-3));
  }
  SECTION("asked for, they are those of the scores, and say so") {
    const std::string ignoring = indices + "dependence = \"ignore\"\n";
    const auto done = run(folder, head + model + correlated + sample + larger + ignoring);
    INFO(done.err << done.out);
    REQUIRE(done.code == 0);
    CHECK_THAT(done.out,
               Contains("W148") && Contains("that of `a` is the input with all it carries"));
    // Nearly normal: w = 3 a - c, and c follows a by r = 2 sin(pi 0.6 / 6), so that the score of a
    // has (3 - r)^2 and that of c 1 - r^2.
    const double r = 2 * std::sin(0.1 * 3.141592653589793);
    const double first = (3 - r) * (3 - r);
    CHECK(Shown(folder.path(), "s.h5").value("indices", "S1", {{"output", "w"}, {"input", "a"}}) ==
          Approx(first / (first + 1 - r * r)).margin(0.02));
  }
  SECTION("never sampled at points it knows nothing of") {
    const auto done = run(folder,
                          head + model + correlated + sample + larger + indices +
                              "dependence = \"ignore\"\nsweep = { b = [0, 1] }\n");
    CHECK(done.code == 2);
    CHECK_THAT(done.err, Contains("error[U512]: `emulator` is fitted to correlated inputs"));
  }
}

TEST_CASE("surrogate: the same bits for any number of threads", "[surrogate][cli]") {
  const TemporaryFolder folder;
  const std::string study =
      head + model + inputs + design + emulator +
      "[[analysis]]\nname = \"indices\"\nmethod = \"sobol\"\non = "
      "\"emulator\"\n[[analysis]]\nname = \"band\"\nmethod = \"propagate\"\non "
      "= \"emulator\"\nn = 3000\n";
  REQUIRE(run(folder, study, {"--reproducible", "-j1", "-o", "one.h5"}).code == 0);
  REQUIRE(run(folder, study, {"--reproducible", "-j2", "-o", "two.h5"}).code == 0);
  REQUIRE_FALSE(bytes(folder, "one.h5").empty());
  CHECK(bytes(folder, "one.h5") == bytes(folder, "two.h5"));
}

TEST_CASE("surrogate: samples are joined, of this study and of others", "[surrogate][cli]") {
  const TemporaryFolder folder;
  REQUIRE(run(folder, head + model + inputs + design, {"-o", "week1.h5"}).code == 0);
  const std::string more = replaced(design, "\"design\"", "\"more\"");
  const std::string joined =
      replaced(emulator, "data = \"design\"", "data = [\"design\", \"more\", \"week1.h5:design\"]");
  const auto done = run(folder, head + model + inputs + design + more + joined);
  INFO(done.err << done.out);
  REQUIRE(done.code == 0);
  const Shown shown(folder.path(), "s.h5");
  CHECK(attribute(shown, "emulator", "points") == "180");
  CHECK(attribute(shown, "emulator", "points_of_data") == "[60.0,60.0,60.0]");
  CHECK_THAT(attribute(shown, "emulator", "data_sha256"), Contains("week1.h5:design "));
  CHECK(shown.value("emulator", "q2", {{"output", "y"}}) == Approx(1).margin(1e-10));
  // The third sample has the points of the first: same seed, same name.
  const auto& x = shown.analysis("emulator").at("variables").at("x").at("values");
  CHECK(x.at(0) == x.at(120));
  CHECK(x.at(0) != x.at(60));

  SECTION("of another problem they are refused") {
    const std::string other =
        replaced(inputs, "c = { dist = \"uniform\", lo = -1, hi = 1 }", "c = { value = 0.5 }");
    const auto refused = run(folder, head + model + other + design + joined);
    CHECK(refused.code == 2);
    CHECK_THAT(
        refused.err,
        Contains("error[U504]: the sample `week1.h5:design` is of another problem: it varies "
                 "`c`, which is held at 0.5 here"));
  }
  SECTION("a file that is none is refused") {
    folder.write("week1.h5", "not a result");
    const auto refused = run(folder, head + model + inputs + design + more + joined);
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Contains("error[U504]"));
  }
}

TEST_CASE("surrogate: it is stored and comes back bit for bit", "[surrogate][cli]") {
  const TemporaryFolder folder;
  const std::string band =
      "[[analysis]]\nname = \"band\"\nmethod = \"propagate\"\nn = 2000\noutputs = [\"y\", \"w\"]\n";
  const std::string context = "[context]\nworkload = \"chat\"\n";
  REQUIRE(run(folder,
              head + context + model + inputs + design + emulator + band + "on = \"emulator\"\n",
              {"-o", "first.h5"})
              .code == 0);
  const std::string stored = "[model]\nsurrogate = \"first.h5:emulator\"\n";
  const auto hash = [&](const std::string& file, const char* name) {
    const auto result = uq::studies::read(folder.path() + "/" + file);
    return std::get<std::string>(*result.group("analysis/band/samples")->attribute(name));
  };
  SECTION("predictions have the bits of the first run") {
    const auto done = run(folder, head + stored + inputs + band);
    INFO(done.err << done.out);
    REQUIRE(done.code == 0);
    CHECK(hash("first.h5", uq::studies::design_attribute) ==
          hash("s.h5", uq::studies::design_attribute));
    CHECK(hash("first.h5", uq::studies::outputs_attribute) ==
          hash("s.h5", uq::studies::outputs_attribute));
    const Shown first(folder.path(), "first.h5");
    const Shown second(folder.path(), "s.h5");
    const auto& a = first.analysis("band").at("variables");
    const auto& b = second.analysis("band").at("variables");
    CHECK(a.at("mean_ci_surrogate") == b.at("mean_ci_surrogate"));
    CHECK(a.at("quantile") == b.at("quantile"));
    // What it is valid for, and where it comes from.
    CHECK(second.attributes().at("workload") == "chat");
    CHECK(second.attributes().at("claim") == "relative-ranking-only");
    const auto result = uq::studies::read(folder.path() + "/s.h5");
    const auto text = [&](const char* name) {
      return std::get<std::string>(*result.group("provenance")->attribute(name));
    };
    CHECK(text("model_file") == "first.h5:emulator");
    CHECK(text("model_sha256").size() == 64);
    CHECK(text("surrogate_of") == "expression");
    CHECK(std::get<std::int64_t>(*result.group("provenance")->attribute("evaluations")) == 0);
  }
  SECTION("Sobol' indices of it are sampled") {
    const auto done =
        run(folder, head + stored + inputs + "[[analysis]]\nmethod = \"sobol\"\nn = 2048\n");
    INFO(done.err << done.out);
    REQUIRE(done.code == 0);
    const Shown shown(folder.path(), "s.h5");
    CHECK(shown.value("sobol", "S1", {{"output", "y"}, {"input", "a"}}) ==
          Approx(var_a / var_y).margin(0.01));
    CHECK(shown.analysis("sobol").at("variables").contains("S1_ci_surrogate"));
  }
  SECTION("eval and inspect answer for it") {
    folder.write("s.toml", head + stored + inputs + band);
    const auto done = run_uq(folder.path(), {"eval", "s.toml", "--set", "a=0.5", "--json"});
    INFO(done.err);
    REQUIRE(done.code == 0);
    const auto json = nlohmann::json::parse(done.out);
    CHECK(json.at("outputs").at("y").get<double>() == Approx(2).epsilon(1e-9));
    const auto inspected = run_uq(folder.path(), {"inspect", "first.h5:emulator"});
    INFO(inspected.err);
    REQUIRE(inspected.code == 0);
    CHECK_THAT(inspected.out, Contains("surrogate of expression") && Contains("q2"));
  }
  SECTION("derived inputs go before it") {
    const std::string derived =
        replaced(inputs, "c = { dist = \"uniform\", lo = -1, hi = 1 }\n", "") +
        "[derived]\nc = \"a - b\"\n";
    folder.write("s.toml", head + stored + derived + band);
    const auto point =
        run_uq(folder.path(), {"eval", "s.toml", "--set", "a=0.5", "--set", "b=1", "--json"});
    INFO(point.err);
    REQUIRE(point.code == 0);
    CHECK(nlohmann::json::parse(point.out).at("outputs").at("y").get<double>() ==
          Approx(3 + 0.5 * -0.5).epsilon(1e-9));
    const auto done = run_uq(folder.path(), {"run", "--force", "s.toml"});
    INFO(done.err << done.out);
    REQUIRE(done.code == 0);
    CHECK(Shown(folder.path(), "s.h5")
              .analysis("band")
              .at("variables")
              .contains("mean_ci_surrogate"));
  }
  SECTION("laws are the study's own affair") {
    const auto done = run(folder, head + stored + band);
    CHECK(done.code == 2);
    CHECK_THAT(done.err, Contains("error[U126]"));
  }
  SECTION("a file that is not what it was is refused") {
    const auto refused = [&](const std::string& name) {
      folder.write("s.toml", head + "[model]\nsurrogate = \"" + name + "\"\n" + inputs + band);
      const auto done = run_uq(folder.path(), {"run", "--force", "s.toml"});
      CHECK(done.code == 2);
      CHECK_THAT(done.err, Contains("error[U510]"));
      return done.err;
    };
    CHECK_THAT(refused("first.h5"), Contains("does not say which surrogate is meant"));
    CHECK_THAT(refused("none.h5:emulator"), Contains("there is no file `none.h5`"));
    CHECK_THAT(refused("first.h5:emulatr"), Contains("its surrogates: emulator"));
    CHECK_THAT(refused("first.h5:design"),
               Contains("analysis `design` of `first.h5` is no surrogate"));
    auto file = uq::studies::read(folder.path() + "/first.h5");
    for (auto& group : file.groups) {
      for (auto& variable : group.variables) {
        if (variable.name == "coefficient") {
          variable.data.data[1] += 1e-15;
        }
      }
    }
    uq::studies::write(file, folder.path() + "/forged.h5");
    CHECK_THAT(refused("forged.h5:emulator"), Contains("it is not the surrogate its"));
    std::string damaged = bytes(folder, "first.h5");
    damaged.resize(damaged.size() / 2);
    folder.write("half.h5", damaged);
    refused("half.h5:emulator");
  }
}

TEST_CASE("surrogate: what it says nothing of is withheld, and why", "[surrogate][cli]") {
  const TemporaryFolder folder;
  const std::string all = replaced(emulator, "outputs = [\"y\", \"w\"]\n", "");
  const std::string indices =
      "[[analysis]]\nname = \"indices\"\nmethod = \"sobol\"\non = \"emulator\"\n";
  SECTION("one output of three") {
    const auto done = run(folder,
                          head + model + inputs + design + all + indices +
                              "[[analysis]]\nname = \"band\"\nmethod = \"propagate\"\non = "
                              "\"emulator\"\n");
    INFO(done.err << done.out);
    CHECK(done.code == 4);
    CHECK_THAT(done.err, Contains("error: indices: `k` is withheld: of `emulator`, q2 = "));
    CHECK_THAT(done.out, Contains("W141: analyses on this surrogate withhold `k`"));
    const Shown shown(folder.path(), "s.h5");
    CHECK(shown.value("indices", "S1", {{"output", "y"}, {"input", "a"}}) ==
          Approx(var_a / var_y).epsilon(1e-9));
    for (const char* name : {"S1", "ST"}) {
      CHECK(std::isnan(shown.value("indices", name, {{"output", "k"}, {"input", "a"}})));
    }
    CHECK(std::isnan(shown.value("band", "mean", {{"output", "k"}})));
    CHECK(std::isnan(shown.interval("band", "mean", {{"output", "k"}}).first));
    CHECK_FALSE(std::isnan(shown.value("band", "mean", {{"output", "y"}})));
    // Its own q2 stays, as it is the reason.
    CHECK_FALSE(std::isnan(shown.value("indices", "surrogate_q2", {{"output", "k"}})));
    CHECK_THAT(shown.analysis("indices").at("variables").at("undefined").dump(),
               Contains("withheld: q2 = "));
    // The samples it leaves do not have it either, and are sound.
    const auto file = uq::studies::read(folder.path() + "/s.h5");
    const auto* samples = file.group("analysis/band/samples");
    REQUIRE(samples != nullptr);
    CHECK(uq::studies::outputs_fault(*samples).empty());
    CHECK(std::isnan(samples->variable("y")->data.at({0, 2})));
  }
  SECTION("the threshold is the study's") {
    const auto done =
        run(folder, head + model + inputs + design + all + "q2_min = -100\n" + indices);
    INFO(done.err << done.out);
    CHECK(done.code == 0);
  }
  SECTION("all of them: skipped, and what builds on it too") {
    const std::string kink = replaced(emulator, "outputs = [\"y\", \"w\"]", "outputs = [\"k\"]");
    const std::string band =
        "[[analysis]]\nname = \"band\"\nmethod = \"propagate\"\non = \"emulator\"\noutputs = "
        "[\"k\"]\n[[analysis]]\nname = \"drivers\"\nmethod = \"given_data\"\ndata = \"band\"\n";
    const auto done = run(folder, head + model + inputs + design + kink + band);
    INFO(done.err << done.out);
    CHECK(done.code == 4);
    CHECK_THAT(done.err, Contains("error: band: skipped: `k` of `emulator` is withheld: q2 = "));
    CHECK_THAT(done.err, Contains("error: drivers: skipped: it needs `band`, which was skipped"));
    const Shown shown(folder.path(), "s.h5");
    CHECK(shown.attributes().at("status") == "partial");
  }
  SECTION("an unmet accept of the surrogate withholds what it is about") {
    const auto done = run(folder,
                          head + model + inputs + design + all +
                              "q2_min = -100\naccept = [\"q2 > 0.99\"]\n" + indices);
    INFO(done.err << done.out);
    CHECK(done.code == 4);
    CHECK_THAT(done.err, Contains("error: emulator: accept failed: q2 > 0.99 at k"));
    CHECK_THAT(done.err,
               Contains("error: indices: `k` is withheld: of `emulator`, accept = \"q2 > 0.99\" "
                        "does not hold"));
    const Shown shown(folder.path(), "s.h5");
    CHECK_FALSE(std::isnan(shown.value("indices", "S1", {{"output", "y"}, {"input", "a"}})));
    CHECK(std::isnan(shown.value("indices", "S1", {{"output", "k"}, {"input", "a"}})));
  }
}

TEST_CASE("surrogate: leaving the box of its points is told", "[surrogate][cli]") {
  const TemporaryFolder folder;
  REQUIRE(run(folder, head + model + inputs + design, {"-o", "week1.h5"}).code == 0);
  const std::string away = replaced(emulator, "data = \"design\"", "data = \"week1.h5:design\"");
  const std::string band =
      "[[analysis]]\nname = \"band\"\nmethod = \"propagate\"\nsampler = "
      "\"monte_carlo\"\nn = 10000\non = \"emulator\"\n";
  SECTION("within: the share that chance alone leaves out") {
    const auto done = run(folder, head + model + inputs + away + band);
    INFO(done.err << done.out);
    REQUIRE(done.code == 0);
    const Shown shown(folder.path(), "s.h5");
    CHECK(shown.analysis("band").at("attributes").at("outside_share").get<double>() < 0.2);
    CHECK_THAT(done.out, !Contains("W143"));
  }
  SECTION("far out in one input") {
    const std::string wide = replaced(inputs,
                                      "b = { dist = \"uniform\", lo = -1, hi = 1 }",
                                      "b = { dist = \"uniform\", lo = -1, hi = 3 }");
    const auto done = run(folder, head + model + wide + away + band);
    INFO(done.err << done.out);
    REQUIRE(done.code == 0);
    CHECK_THAT(done.out, Contains("W143") && Contains("in `b` 5"));
    const Shown shown(folder.path(), "s.h5");
    // What of the law, 4 wide, the box leaves out: 4 standard errors of 0.005.
    const double box = shown.value("emulator", "box_upper", {{"input", "b"}}) -
                       shown.value("emulator", "box_lower", {{"input", "b"}});
    CHECK(box < 2);
    CHECK(shown.value("band", "outside_box", {{"surrogate_input", "b"}}) ==
          Approx(1 - box / 4).margin(0.02));
    CHECK(shown.value("band", "outside_box", {{"surrogate_input", "a"}}) < 0.1);
    CHECK_THAT(done.out, Contains("% of the points lie outside the box of its fit"));
  }
  SECTION("swept there, in closed form") {
    const auto done = run(folder,
                          head + model + inputs + away +
                              "[[analysis]]\nname = \"swept\"\nmethod = \"sobol\"\non = "
                              "\"emulator\"\nsweep = { c = [0, 5] }\n");
    INFO(done.err << done.out);
    CHECK_THAT(done.out, Contains("W143"));
    const Shown shown(folder.path(), "s.h5");
    CHECK(shown.value("swept", "outside_box", {{"surrogate_input", "c"}}) == 0.5);
  }
}

TEST_CASE("surrogate: a sample grows until it is accepted", "[surrogate][cli]") {
  const TemporaryFolder folder;
  const std::string small = replaced(design, "n = 60", "n = 12");
  const std::string growing =
      replaced(emulator, "fit = \"ls\"\nadaptive = false\n", "") + "accept = [\"q2 > 0.999999\"]\n";
  SECTION("with the rows a longer sample would have had") {
    const auto done =
        run(folder, head + model + inputs + small + growing + "grow = { add = 10, max_n = 200 }\n");
    INFO(done.err << done.out);
    REQUIRE(done.code == 0);
    const Shown grown(folder.path(), "s.h5");
    const int points = std::stoi(attribute(grown, "emulator", "points"));
    CHECK(points > 12);
    CHECK(points < 200);
    CHECK(attribute(grown, "emulator", "evaluations") == std::to_string(points - 12));
    const std::string whole = replaced(design, "n = 60", "n = " + std::to_string(points));
    REQUIRE(run(folder, head + model + inputs + whole + growing, {"-o", "whole.h5"}).code == 0);
    const Shown at_once(folder.path(), "whole.h5");
    CHECK(grown.analysis("emulator").at("variables").at("x") ==
          at_once.analysis("emulator").at("variables").at("x"));
    CHECK(grown.analysis("emulator").at("variables").at("y_true") ==
          at_once.analysis("emulator").at("variables").at("y_true"));
  }
  SECTION("a hypercube by rows between its own") {
    const std::string hypercube = replaced(
        replaced(replaced(small, "propagate", "sample"), "monte_carlo", "lhs"), "n = 12", "n = 6");
    const auto done = run(
        folder, head + model + inputs + hypercube + growing + "grow = { add = 6, max_n = 200 }\n");
    INFO(done.err << done.out);
    REQUIRE(done.code == 0);
    const Shown grown(folder.path(), "s.h5");
    const int points = std::stoi(attribute(grown, "emulator", "points"));
    REQUIRE(points > 6);
    CHECK(points < 200);
    // After the first addition the 12 rows are one in each 12th of the range of each input.
    std::vector<int> cells(12, 0);
    const auto& x = grown.analysis("emulator").at("variables").at("x").at("values");
    for (std::size_t k = 0; k < 12; ++k) {
      ++cells.at(static_cast<std::size_t>((x.at(k).at(1).get<double>() + 1) / 2 * 12));
    }
    CHECK(std::count(cells.begin(), cells.end(), 1) == 12);
  }
  SECTION("or until it may not") {
    const std::string kink = replaced(growing, "outputs = [\"y\", \"w\"]", "outputs = [\"k\"]");
    const auto done =
        run(folder, head + model + inputs + small + kink + "grow = { add = 10, max_n = 30 }\n");
    INFO(done.err << done.out);
    CHECK(done.code == 4);
    CHECK_THAT(done.out, Contains("W146: `grow` has reached max_n = 30"));
    CHECK(attribute(Shown(folder.path(), "s.h5"), "emulator", "points") == "30");
  }
  SECTION("what cannot be extended is refused") {
    const std::string lhs = replaced(small, "monte_carlo", "lhs");
    const auto done = run(folder,
                          head + model + inputs + replaced(lhs, "n = 12", "n = 16") + growing +
                              "grow = { add = 10, max_n = 30 }\n");
    CHECK(done.code == 2);
    CHECK_THAT(done.err, Contains("error[U506]: `grow` cannot extend `design`: "));
  }
}

TEST_CASE("surrogate: what a study asks for wrongly is told", "[surrogate][messages][cli]") {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& study, const std::string& text) {
    const auto done = run(folder, study);
    INFO(done.out);
    CHECK(done.code == 2);
    CHECK_THAT(done.err, Contains(text));
  };
  const std::string base = head + model + inputs + design + emulator;
  refusal(base + "[[analysis]]\nname = \"i\"\nmethod = \"sobol\"\non = \"emulatr\"\n",
          "error[U500]: unknown surrogate `emulatr`");
  refusal(base + "[[analysis]]\nname = \"i\"\nmethod = \"sobol\"\non = \"design\"\n",
          "error[U500]: analysis `design` fits no surrogate: its method is `propagate`");
  refusal(base +
              "[[analysis]]\nname = \"g\"\nmethod = \"given_data\"\ndata = \"design\"\non = "
              "\"emulator\"\n",
          "error[U501]: method `given_data` evaluates nothing a surrogate could stand for");
  refusal(base +
              "[[analysis]]\nname = \"p\"\nmethod = \"propagate\"\non = \"emulator\"\noutputs = "
              "[\"k\"]\n",
          "error[U508]: the surrogate `emulator` has no output that `p` is about");
  refusal(replaced(base, "degree = 3", "degree = 3\nkind = \"krige\""),
          "error[U505]: unknown kind of surrogate `krige`");
  refusal(replaced(base, "degree = 3", "degree = 3\nweights = [1, 2]"),
          "error[U503]: `weights` has 2 values for 3 inputs");
  refusal(replaced(base, "degree = 3", "degree = 3\ngrow = { add = 10 }"),
          "error[U506]: `grow` has no `max_n`");
  refusal(replaced(base, "degree = 3", "degree = 3\ntransform = { q = \"log\" }"),
          "error[U105]: unknown output `q`");
  refusal(replaced(base, "data = \"design\"", "data = \"emulator\""),
          "error[U437]: analysis `emulator` leaves no sample: its method is `surrogate`");
  // Contract C4: 3 inputs and degree 8 are 165 terms.
  refusal(replaced(base, "degree = 3", "degree = 8"),
          "error[U511]: least squares cannot tell 165 terms apart by 60 points");
  const std::string swept =
      replaced(inputs, "c = { dist = \"uniform\", lo = -1, hi = 1 }", "c = { value = 0.5 }");
  refusal(head + model + swept + design + emulator +
              "[[analysis]]\nname = \"p\"\nmethod = \"propagate\"\non = \"emulator\"\nsweep = { c "
              "= [0, 1] }\n",
          "error[U509]: `c` cannot be swept on `emulator`: the surrogate does not have it");
  const auto warned = run(folder, replaced(base, "degree = 3", "degree = 4"));
  CHECK_THAT(warned.err, Contains("warning[W144]: 60 points for 35 terms"));
}

TEST_CASE("surrogate: plan tells evaluations from predictions", "[surrogate][planning][cli]") {
  const TemporaryFolder folder;
  folder.write(
      "s.toml",
      head + model + inputs + design + emulator +
          "[[analysis]]\nname = \"indices\"\nmethod = \"sobol\"\non = "
          "\"emulator\"\n[[analysis]]\nname = \"band\"\nmethod = \"propagate\"\nn = 5000\non "
          "= \"emulator\"\n");
  const auto done = run_uq(folder.path(), {"plan", "s.toml"});
  INFO(done.err);
  REQUIRE(done.code == 0);
  CHECK_THAT(done.out, Contains("on `emulator`: from its coefficients, nothing is evaluated"));
  CHECK_THAT(done.out, Contains("on `emulator`: 5000 predictions for the fit"));
  const auto json = nlohmann::json::parse(run_uq(folder.path(), {"plan", "s.toml", "--json"}).out);
  CHECK(json.at("analyses").at(0).at("evaluations") == 60);
  CHECK(json.at("analyses").at(3).at("evaluations") == 0);
  CHECK(json.at("analyses").at(3).at("predictions") == 5000);
}
