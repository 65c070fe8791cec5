// Screens by every method, before every method: what is kept reaches the analysis that follows.

#include "tests/studies/shown.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <string>
#include <vector>

using uq::test::ProcessResult;
using uq::test::run_uq;
using uq::test::Shown;
using uq::test::TemporaryFolder;
using List = std::vector<std::string>;

namespace {

/// y = a + 0.5 b + 0.001 c + 0.002 d: a and b matter.
std::string study(const std::string& analyses, const std::string& tables = "") {
  return R"(format = 1
seed = 7
output = "s.h5"
[model.expression]
y = "a + 0.5 * b + 0.001 * c + 0.002 * d"
[inputs]
a = { dist = "uniform", lo = 0, hi = 1 }
b = { dist = "uniform", lo = 0, hi = 1 }
c = { dist = "uniform", lo = 0, hi = 1, nominal = 0.25 }
d = { dist = "uniform", lo = 0, hi = 1 }
)" + tables +
         analyses;
}

std::string analysis(const std::string& name, const std::string& method, const std::string& more) {
  return "[[analysis]]\nname = \"" + name + "\"\nmethod = \"" + method + "\"\n" + more + "\n";
}

std::string from(const std::string& screen, const std::string& keep) {
  return "inputs = { from = \"" + screen + "\", keep = \"" + keep + "\" }\n";
}

struct Result {
  ProcessResult process;
  Shown shown;
  nlohmann::json attribute(const std::string& name, const std::string& key) const {
    return shown.analysis(name).at("attributes").at(key);
  }
  bool has(const std::string& name, const std::string& variable) const {
    return shown.analysis(name).at("variables").contains(variable);
  }
  double of(const std::string& name, const std::string& variable) const {
    return shown.value(name, variable, {{"output", "y"}});
  }
};

Result run(const TemporaryFolder& folder, const std::string& text, int code = 0) {
  folder.write("s.toml", text);
  ProcessResult process = run_uq(folder.path(), {"run", "--force", "s.toml"});
  INFO(text << process.err);
  REQUIRE(process.code == code);
  return {std::move(process), Shown(folder.path(), "s.h5")};
}

std::string refused(const std::string& text) {
  const TemporaryFolder folder;
  folder.write("s.toml", text);
  const ProcessResult result = run_uq(folder.path(), {"check", "s.toml"});
  CHECK(result.code == 2);
  return result.err;
}

const std::string morris = analysis("screen", "morris", "trajectories = 20");
const std::string sobol = analysis("screen", "sobol", "n = 128");
const std::string sample = analysis("sample", "propagate", "n = 300\nsampler = \"monte_carlo\"");
const std::string twentieth = "mu_star > 0.05 * max";

}  // namespace

TEST_CASE("screening: each method may screen, each may follow, in any order of the file",
          "[screening][cli]") {
  struct Case {
    std::string screen, keep, follower, options, figure;
  };
  const TemporaryFolder folder;
  for (const Case& c :
       {Case{morris, twentieth, "sobol", "n = 128", "ST"},
        Case{morris, twentieth, "sobol", "n = 128\nsecond_order = true", "S2"},
        Case{sobol, "ST > 0.01", "morris", "trajectories = 12", "mu_star"},
        Case{sobol, "hi(S1) > 0.2", "oat", "", "y_low"},
        Case{sobol + sample, "ST > 0.01", "given_data", "data = \"sample\"", "S1"},
        Case{sobol, "ST > 0.01", "given_data", "data = \"screen\"", "S1"},
        Case{sobol, "ST > 0.01", "propagate", "n = 200", "mean"},
        Case{analysis("screen", "oat", ""), "abs(y_high - y_low) > 0.05", "sobol", "n = 64", "ST"},
        Case{analysis("sample", "propagate", "n = 2000\nsampler = \"monte_carlo\"") +
                 analysis("screen", "given_data", "data = \"sample\""),
             "hi(S1) > 0.15",
             "sobol",
             "n = 64",
             "ST"}}) {
    CAPTURE(c.screen, c.keep, c.follower);
    const std::string next =
        analysis("next", c.follower, c.options + "\n" + from("screen", c.keep));
    for (const std::string& order : {c.screen + next, next + c.screen}) {
      const Result result = run(folder, study(order));
      CHECK(result.attribute("next", "kept") == List{"a", "b"});
      CHECK(result.attribute("next", "dropped") == List{"c", "d"});
      CHECK(result.attribute("next", "screened_from") == "screen");
      CHECK(result.attribute("next", "keep") == c.keep);
      if (c.follower != "propagate") {
        CHECK(result.shown.labels("next", "input") == List{"a", "b"});
      }
      CHECK(result.has("next", c.figure));
    }
  }
}

TEST_CASE("screening: the groups a screen keeps pass all their members on", "[screening][cli]") {
  const TemporaryFolder folder;
  const std::string groups = "\ngroups = { ac = [\"a\", \"c\"], be = [\"b\", \"d\"] }";
  struct Case {
    std::string screen, keep;
  };
  for (const Case& c :
       {Case{analysis("screen", "morris", "trajectories = 20" + groups), "mu_star > 0.75 * max"},
        Case{analysis("screen", "sobol", "n = 256" + groups), "ST > 0.5"}}) {
    for (const std::string next : {"sobol", "morris", "oat"}) {
      CAPTURE(c.keep, next);
      const Result result =
          run(folder, study(c.screen + analysis("next", next, from("screen", c.keep))));
      CHECK(result.attribute("next", "kept") == List{"a", "c"});
      CHECK(result.attribute("next", "dropped") == List{"b", "d"});
      CHECK(result.shown.labels("next", "input") == List{"a", "c"});
    }
  }
  // The bound of a group is its total index, once.
  const Result result = run(folder,
                            study(analysis("screen", "sobol", "n = 256" + groups) +
                                  analysis("next", "oat", from("screen", "ST > 0.5"))));
  CHECK(result.of("next", "dropped_share") ==
        result.shown.value("screen", "ST", {{"output", "y"}, {"group", "be"}}));
}

TEST_CASE("screening: correlation inside groups leaves their bound, an ignored one does not",
          "[screening][cli]") {
  const TemporaryFolder folder;
  const std::string tables = "[correlation]\nspearman = [[\"c\", \"d\", 0.6]]\n";
  const std::string next = analysis("next", "propagate", "n = 100\n" + from("screen", "ST > 0.1"));
  const Result grouped =
      run(folder,
          study(analysis("screen", "sobol", "n = 64\ngroups = { ce = [\"c\", \"d\"] }") + next,
                tables));
  CHECK(grouped.attribute("next", "dropped") == List{"c", "d"});
  CHECK(grouped.of("next", "dropped_share") ==
        grouped.shown.value("screen", "ST", {{"output", "y"}, {"group", "ce"}}));
  const Result ignored = run(
      folder, study(analysis("screen", "sobol", "n = 64\ndependence = \"ignore\"") + next, tables));
  CHECK(std::isnan(ignored.of("next", "dropped_share")));
  CHECK_THAT(ignored.process.out, Catch::Contains("W111"));
}

TEST_CASE("screening: groups are cut down to the inputs a screen keeps", "[screening][cli]") {
  const TemporaryFolder folder;
  const std::string groups = "groups = { mix = [\"a\", \"c\"], rest = [\"d\"] }\n";
  for (const std::string method : {"sobol", "morris"}) {
    CAPTURE(method);
    const std::string size = method == "sobol" ? "n = 64\n" : "trajectories = 10\n";
    const Result result =
        run(folder,
            study(analysis("screen", "sobol", "n = 128") +
                  analysis("next", method, size + groups + from("screen", "ST > 0.01"))));
    CHECK(result.shown.labels("next", "group") == List{"mix", "b"});
    CHECK(result.shown.analysis("next").at("variables").at("members").at("values") ==
          List{"a", "b"});
    CHECK(result.attribute("next", "groups") == List{"mix: a", "b: b"});
    // Evaluations are those of two groups: 64 rows of 4, or 20 trajectories of 3 (10 of the check).
    CHECK(result.attribute("next", "evaluations") == (method == "sobol" ? 64 * 4 : 20 * 3));
    // The bits are those of a study that names what is left.
    const Result plain = run(folder,
                             study(analysis("next",
                                            method,
                                            size + "groups = { mix = [\"a\"] }\n"
                                                   "inputs = [\"a\", \"b\"]\n")));
    const std::string figure = method == "sobol" ? "ST" : "mu_star";
    CHECK(result.shown.analysis("next").at("variables").at(figure) ==
          plain.shown.analysis("next").at("variables").at(figure));
  }
  // A grouped screen, a grouped follower with other groups.
  const Result both = run(folder,
                          study(analysis("screen", "morris", "groups = { ab = [\"a\", \"b\"] }\n") +
                                analysis("next",
                                         "morris",
                                         "groups = { ac = [\"a\", \"c\"], be = [\"b\", \"d\"] }\n" +
                                             from("screen", twentieth))));
  CHECK(both.shown.analysis("next").at("variables").at("members").at("values") == List{"a", "b"});
  CHECK_THAT(refused(study(
                 sobol + analysis("next",
                                  "sobol",
                                  "groups = { g = [\"a\", \"q\"] }\n" + from("screen", "ST > 0")))),
             Catch::Contains("error[U104]"));
}

TEST_CASE("screening: chains of three, sweeps in them", "[screening][cli]") {
  const TemporaryFolder folder;
  const std::string third = analysis(
      "last", "propagate", "n = 100\nsweep = { c = [0, 1] }\n" + from("middle", "S1 > 0.5"));
  const std::string middle = analysis(
      "middle", "sobol", "n = 128\nsweep = { d = [0, 100, 200] }\n" + from("screen", twentieth));
  for (const std::string& order : {morris + middle + third, third + middle + morris}) {
    const Result result = run(folder, study(order));
    // d is swept, so neither kept nor dropped: nothing of it is lost.
    CHECK(result.attribute("middle", "kept") == List{"a", "b"});
    CHECK(result.attribute("middle", "dropped") == List{"c"});
    CHECK(result.attribute("middle", "evaluations") == 128 * 4 * 3);
    CHECK(result.attribute("last", "kept") == List{"a"});
    CHECK(result.attribute("last", "dropped") == List{"b"});
    CHECK(result.shown.labels("last", "c") == List{"0.0", "1.0"});
  }
}

TEST_CASE("screening: what an analysis sweeps is not lost with the dropped inputs",
          "[screening][cli]") {
  const TemporaryFolder folder;
  const Result result = run(
      folder,
      study(sobol + analysis("next",
                             "propagate",
                             "n = 100\nsweep = { b = [0, 1] }\n" + from("screen", "ST > 0.5"))));
  CHECK(result.attribute("next", "kept") == List{"a"});
  CHECK(result.attribute("next", "dropped") == List{"c", "d"});
  const auto total = [&](const char* input) {
    return result.shown.value("screen", "ST", {{"output", "y"}, {"input", input}});
  };
  CHECK(result.of("next", "dropped_share") == total("c") + total("d"));
  CHECK(result.of("next", "dropped_share") < 0.01);
}

TEST_CASE("screening: a sample of fewer inputs than an analysis asks for is said to be so",
          "[screening][cli]") {
  const TemporaryFolder folder;
  const std::string middle = analysis("middle", "sobol", "n = 128\n" + from("screen", "ST > 0.01"));
  const Result result =
      run(folder, study(sobol + middle + analysis("next", "given_data", "data = \"middle\"")));
  CHECK(result.shown.labels("next", "input") == List{"a", "b"});
  CHECK_THAT(result.process.out, Catch::Contains("W113") && Catch::Contains("c, d"));
  // Screened by another analysis as well.
  const Result both = run(
      folder,
      study(sobol + middle +
            analysis("next", "given_data", "data = \"middle\"\n" + from("screen", "ST < 0.5"))));
  CHECK(both.shown.labels("next", "input") == List{"b"});
  CHECK(both.attribute("next", "kept") == List{"b"});
  // All that is left was dropped before.
  const Result none =
      run(folder,
          study(sobol + middle +
                analysis("next", "given_data", "data = \"middle\"\n" + from("screen", "ST < 0.1"))),
          4);
  CHECK_FALSE(none.attribute("next", "skipped").get<std::string>().empty());
}

TEST_CASE("screening: the outputs of a screen do not narrow those of a sample",
          "[screening][cli]") {
  const TemporaryFolder folder;
  std::string text =
      study(analysis("screen", "sobol", "n = 128\noutputs = [\"y\"]") + sample +
            analysis("next", "given_data", "data = \"sample\"\n" + from("screen", "ST > 0.01")));
  text.insert(text.find("[inputs]"), "w = \"a * c\"\n");
  const Result result = run(folder, text);
  CHECK(result.shown.labels("next", "output") == List{"y", "w"});
}

TEST_CASE("screening: a screen that sweeps leaves no sample, and need not", "[screening][cli]") {
  const TemporaryFolder folder;
  const Result result = run(
      folder,
      study(analysis("screen", "sobol", "n = 128\nsweep = { d = [0, 1] }") + sample +
            analysis("next", "given_data", "data = \"sample\"\n" + from("screen", "ST > 0.01"))));
  CHECK(result.shown.labels("next", "input") == List{"a", "b"});
}

TEST_CASE("screening: derived inputs follow the ones that are kept", "[screening][cli]") {
  const TemporaryFolder folder;
  // b of the model is twice `half`; c is a sum of two inputs.
  const std::string text = R"(format = 1
seed = 7
output = "s.h5"
[model.expression]
y = "a + 0.5 * b + 0.001 * c"
[inputs]
a = { dist = "uniform", lo = 0, hi = 1 }
half = { dist = "uniform", lo = 0, hi = 0.5 }
tiny = { dist = "uniform", lo = 0, hi = 1, nominal = 0.125 }
[derived]
b = "2 * half"
c = "tiny + half"
)";
  const Result result = run(
      folder, text + morris + analysis("next", "sobol", "n = 512\n" + from("screen", twentieth)));
  CHECK(result.attribute("next", "kept") == List{"a", "half"});
  CHECK(result.attribute("next", "dropped") == List{"tiny"});
  // 0.5 + 0.25 + 0.001 (0.125 + 0.25); 1024 rows of an sd of 0.32.
  CHECK(result.of("next", "mean") == Approx(0.750375).margin(0.002));
}

TEST_CASE("screening: conditions hold at the values of what is dropped, or the rest is skipped",
          "[screening][cli]") {
  const TemporaryFolder folder;
  const std::string given = sample + analysis("screen", "given_data", "data = \"sample\"\n");
  // The condition lets d carry what a does, so that its S1 is not small; SRC tells them apart.
  const std::string keep = from("screen", "abs(SRC) > 0.1");
  const std::string band = analysis("next", "propagate", "n = 200\n" + keep);
  // d is dropped, at 0.5: a condition on a and d becomes one on a alone.
  const Result result =
      run(folder, study(given + band, "[constraints]\nrequire = [\"a + d < 1.3\"]\n"));
  CHECK(result.attribute("next", "kept") == List{"a", "b"});
  CHECK(result.attribute("next", "acceptance").get<double>() == Approx(0.8).margin(0.12));
  // c at 0.25 breaks this one: the band is skipped, the others run.
  const Result broken =
      run(folder, study(given + band, "[constraints]\nrequire = [\"c > 0.3\"]\n"), 4);
  CHECK_THAT(broken.attribute("next", "skipped").get<std::string>(), Catch::Contains("c > 0.3"));
  CHECK(broken.has("screen", "S1"));
  // What needs independent inputs is refused before the screen runs: it might keep them all.
  CHECK_THAT(refused(study(given + analysis("next", "sobol", keep),
                           "[constraints]\nrequire = [\"a + d < 1.3\"]\n")),
             Catch::Contains("error[U315]"));
}

TEST_CASE("screening: a screen that keeps nothing stops its followers only", "[screening][cli]") {
  const TemporaryFolder folder;
  const Result result = run(
      folder,
      study(morris +
            analysis("next",
                     "sobol",
                     "groups = { g = [\"a\", \"b\"] }\n" + from("screen", "mu_star > 2 * max")) +
            analysis("last", "given_data", "data = \"next\"") + sample),
      4);
  CHECK_THAT(result.attribute("next", "skipped").get<std::string>(),
             Catch::Contains("keeps no input of `screen`"));
  CHECK_THAT(result.attribute("last", "skipped").get<std::string>(),
             Catch::Contains("it needs `next`"));
  CHECK(result.has("screen", "mu_star"));
  CHECK(result.has("sample", "mean"));
}

TEST_CASE("screening: one output without a value keeps all in doubt", "[screening][cli]") {
  const TemporaryFolder folder;
  std::string text =
      study(morris +
            analysis("next", "sobol", "n = 64\noutputs = [\"y\"]\n" + from("screen", twentieth)));
  text.insert(text.find("[inputs]"), "w = \"a - a\"\n");  // dead: 0 > 0 fails
  CHECK(run(folder, text).attribute("next", "kept") == List{"a", "b"});
  std::string lost = text;
  lost.replace(lost.find("a - a"), 5, "c > 0.5 ? 0 / 0 : c");
  const Result result = run(folder, lost, 3);  // withheld
  CHECK(result.attribute("next", "kept") == List{"a", "b", "c", "d"});
  CHECK(result.attribute("next", "undecided") == List{"c", "d"});
  CHECK_THAT(result.process.out, Catch::Contains("W112"));
}

TEST_CASE("screening: a bound there is not is undefined for a reason, and accepted by no gate",
          "[screening][cli]") {
  const TemporaryFolder folder;
  const Result result =
      run(folder,
          study(morris + analysis("next",
                                  "propagate",
                                  "n = 100\naccept = \"dropped_share_upper < 1 %\"\n" +
                                      from("screen", twentieth))),
          4);
  CHECK_THAT(
      result.process.out,
      Catch::Contains("undefined: elementary effects") && !Catch::Contains("no reason stored"));
  CHECK_THAT(result.attribute("next", "accept_failed").at(0).get<std::string>(),
             Catch::Contains("undefined: elementary effects"));
}

TEST_CASE("screening: what was fixed before a screen is told, and no bound forgets it",
          "[screening][cli]") {
  const TemporaryFolder folder;
  const std::string sobol = "n = 512\n";
  const Result result =
      run(folder,
          study(analysis("first", "sobol", sobol) +
                analysis("second", "sobol", sobol + from("first", "ST > 0.5")) +
                analysis("third",
                         "sobol",
                         sobol + "accept = \"dropped_share_upper < 1 %\"\n" +
                             from("second", "ST > 0.01")) +
                analysis("part", "sobol", sobol + "inputs = [\"a\", \"c\"]\n") +
                analysis("rest", "propagate", "n = 100\n" + from("part", "ST > 0.01"))),
          4);
  const double lost = result.of("second", "dropped_share");
  CHECK(lost == Approx(0.2).margin(0.02));  // 0.25 / 1.25
  CHECK(result.attribute("third", "dropped") == List{});
  CHECK(result.attribute("third", "fixed_before") == List{"b", "c", "d"});
  CHECK(result.of("third", "dropped_share") == lost);
  // The screen of `rest` never varied b and d.
  CHECK(result.attribute("rest", "fixed_before") == List{"b", "d"});
  CHECK(result.attribute("rest", "dropped") == List{"c"});
  CHECK_THAT(result.process.out,
             Catch::Contains("no bound on the variance of `y` lost with c, b, d: `part` held b, d "
                             "fixed, and knows nothing of their share"));
}
