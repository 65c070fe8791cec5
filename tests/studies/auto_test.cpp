// What `method = "auto"` chooses, run: within its budget, and never refused by its own choice.

#include "tests/studies/shown.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"

#include <nlohmann/json.hpp>

#include <string>

using uq::test::ProcessResult;
using uq::test::run_uq;
using uq::test::Shown;
using uq::test::TemporaryFolder;

namespace {

/// A sum of inputs of many laws: x0 an integer, x1 a choice of numbers, x2 normal, the others
/// uniform.
std::string study(int inputs, const std::string& keys, const std::string& tables = "") {
  std::string sum, laws;
  for (int i = 0; i < inputs; ++i) {
    const std::string name = "x" + std::to_string(i);
    sum += (i == 0 ? "" : " + ") + name;
    laws += name + (i == 0   ? " = { dist = \"integer\", lo = 1, hi = 6 }\n"
                    : i == 1 ? " = { dist = \"choice\", values = [1, 2, 4, 8] }\n"
                    : i == 2 ? " = { dist = \"normal\", mean = 0, sd = 1 }\n"
                             : " = { dist = \"uniform\", lo = 0, hi = 1 }\n");
  }
  return "format = 1\nseed = 3\noutput = \"s.h5\"\n[model.expression]\ny = \"" + sum +
         "\"\n[inputs]\n" + laws + tables + "[[analysis]]\nname = \"x\"\nmethod = \"auto\"\n" +
         keys;
}

struct Chose {
  std::string method;
  double evaluations;
  nlohmann::json attributes;
};

Chose choice(const std::string& text, int code = 0) {
  const TemporaryFolder folder;
  folder.write("s.toml", text);
  const ProcessResult result = run_uq(folder.path(), {"run", "s.toml"});
  INFO(text << result.err);
  REQUIRE(result.code == code);
  const Shown shown(folder.path(), "s.h5");
  const auto& attributes = shown.analysis("x").at("attributes");
  return {attributes.at("method"), attributes.at("evaluations"), attributes};
}

std::string refusal(const std::string& text) {
  const TemporaryFolder folder;
  folder.write("s.toml", text);
  const ProcessResult result = run_uq(folder.path(), {"run", "s.toml"});
  INFO(text << result.out);
  CHECK(result.code == 2);
  return result.err;
}

}  // namespace

TEST_CASE("auto: each branch runs, within its budget", "[auto][cli]") {
  struct Case {
    int inputs, budget;
    const char* goal;
    const char* method;
    double evaluations;
  };
  for (const Case& c : {Case{5, 11, "any", "oat", 11},
                        Case{5, 59, "any", "oat", 11},
                        Case{5, 60, "any", "morris", 60},      // 10 trajectories, unchecked
                        Case{5, 179, "any", "morris", 174},    // 29
                        Case{5, 180, "any", "morris", 180},    // 20, 10 more to check them
                        Case{5, 7167, "any", "morris", 7164},  // 796 and 398
                        Case{5, 7168, "any", "sobol", 7168},   // 1024 rows
                        Case{12, 130, "any", "morris", 130},
                        Case{5, 100000, "look", "oat", 11},
                        Case{5, 100000, "screen", "morris", 9000},  // 1000 and 500
                        Case{5, 3583, "rank", "morris", 3582},
                        Case{5, 3584, "rank", "sobol", 3584},
                        Case{5, 30000, "indices", "sobol", 28672},
                        Case{1, 3, "any", "oat", 3},
                        Case{1, 3072, "any", "sobol", 3072}}) {
    CAPTURE(c.inputs, c.budget, c.goal);
    const Chose chose = choice(study(
        c.inputs,
        "budget = " + std::to_string(c.budget) + "\ngoal = \"" + std::string(c.goal) + "\"\n"));
    CHECK(chose.method == c.method);
    CHECK(chose.evaluations <= c.budget);
    CHECK(chose.evaluations == c.evaluations);
    // What the reasons say it costs is what it costs.
    CHECK_THAT(chose.attributes.at("auto_reasons").at(0).get<std::string>(),
               Catch::Contains(std::to_string(static_cast<int>(c.evaluations)) + " evaluations"));
  }
}

TEST_CASE("auto: a refusal names what the budget affords, and that runs", "[auto][cli]") {
  const std::string few = refusal(study(8, "budget = 5000\ngoal = \"indices\"\n"));
  CHECK_THAT(few,
             Catch::Contains("error[U481]") && Catch::Contains("10240") &&
                 Catch::Contains("goal = \"look\"") && Catch::Contains("goal = \"screen\": 370"));
  CHECK(choice(study(8, "budget = 5000\ngoal = \"screen\"\n")).attributes.at("trajectories") ==
        370);
  CHECK_THAT(refusal(study(12, "budget = 129\n")),
             Catch::Contains("screening of 12 inputs takes 130 evaluations at least") &&
                 Catch::Contains("a surrogate of a smooth model: method = \"sample\" with n = 129"));
  CHECK_THAT(refusal(study(12, "budget = 20\n")),
             Catch::Contains("nothing here: screening takes 130"));
  CHECK_THAT(refusal(study(12, "budget = 1000\ngoal = \"look\"\n")),
             Catch::Contains("10 inputs at most"));
  CHECK_THAT(refusal(study(5, "budget = 10\n")), Catch::Contains("error[U481]"));
}

TEST_CASE("auto: dependent inputs are refused by the choice, not by what it chose", "[auto][cli]") {
  const std::string correlated = "[correlation]\nspearman = [[\"x3\", \"x4\", 0.5]]\n";
  const std::string tied = "[constraints]\nrequire = [\"x3 + x4 < 1.5\"]\n";
  for (const std::string& tables : {correlated, tied}) {
    for (const std::string goal : {"any", "screen", "rank", "indices"}) {
      CAPTURE(tables, goal);
      const std::string error =
          refusal(study(5, "budget = 9000\ngoal = \"" + goal + "\"\n", tables));
      CHECK_THAT(error,
                 Catch::Contains("error[U484]") && Catch::Contains("x4") &&
                     Catch::Contains("\"propagate\" with n = 9000") &&
                     Catch::Contains("given_data") && Catch::Contains("goal = \"look\"") &&
                     !Catch::Contains("U305") && !Catch::Contains("U315"));
    }
    CHECK(choice(study(5, "budget = 9000\ngoal = \"look\"\n", tables)).method == "oat");
    // Where only one of them varies there is no dependence, or a condition on a constant.
    CHECK(choice(study(5, "budget = 9000\ninputs = [\"x0\", \"x2\"]\n", tables)).method == "sobol");
  }
  CHECK(choice(study(5, "budget = 9000\ninputs = [\"x0\", \"x3\"]\n", correlated)).method ==
        "sobol");
  CHECK_THAT(refusal(study(5, "budget = 9000\ninputs = [\"x0\", \"x3\"]\n", tied)),
             Catch::Contains("error[U484]") && Catch::Contains("x3"));
  CHECK_THAT(refusal(study(12, "budget = 50\n", correlated)),
             Catch::Contains("nothing here: a sample"));
  // What the refusal advises is a sound study.
  std::string advised = study(5, "budget = 9000\n", correlated);
  advised = advised.substr(0, advised.find("[[analysis]]")) +
            "[[analysis]]\nname = \"s\"\nmethod = \"propagate\"\nn = 9000\n"
            "[[analysis]]\nname = \"x\"\nmethod = \"given_data\"\n";
  CHECK(choice(advised).method == "given_data");
}

TEST_CASE("auto: failures have their budget, and end what they are told to end", "[auto][cli]") {
  const auto with = [](const std::string& failures, const std::string& keys) {
    std::string text = study(5, keys, failures);
    return text.replace(text.find("x0 + x1"), 7, "(x4 > 0.99 ? 0 / 0 : x0) + x1");
  };
  for (const char* keys : {"budget = 8000\n", "budget = 2000\n"}) {
    CAPTURE(keys);
    CHECK(choice(with("[failures]\nbudget = \"80 %\"\n", keys)).evaluations <= 8000);
    CHECK(choice(with("", keys), 3).evaluations <= 8000);
    const TemporaryFolder folder;
    folder.write("s.toml", with("[failures]\non_failure = \"stop\"\n", keys));
    CHECK(run_uq(folder.path(), {"run", "s.toml"}).code == 3);
  }
}

TEST_CASE("auto: it may screen, and it may follow", "[auto][cli]") {
  const std::string last = R"(
[[analysis]]
name = "next"
method = "auto"
budget = 9000
inputs = { from = "x", keep = "mu_star > 0.3 * max" }
)";
  const TemporaryFolder folder;
  folder.write("s.toml", study(8, "budget = 900\n") + last);
  const ProcessResult result = run_uq(folder.path(), {"run", "s.toml"});
  INFO(result.err);
  REQUIRE(result.code == 0);
  const Shown shown(folder.path(), "s.h5");
  CHECK(shown.analysis("x").at("attributes").at("method") == "morris");
  // Chosen for all eight inputs the screen might keep: 512 rows are too few, so Morris again.
  CHECK(shown.analysis("next").at("attributes").at("method") == "morris");
  CHECK(shown.analysis("next").at("attributes").at("dropped").size() >= 4);
  CHECK(shown.analysis("next").at("attributes").at("evaluations") < 9000);
}
