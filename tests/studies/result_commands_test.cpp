// `uq export` and `uq diff` as a user meets them, and a sweep over two inputs from study to export.

#include "studies/store/store.hpp"
#include "tests/studies/shown.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"

#include <nlohmann/json.hpp>
#include <sys/resource.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

using Catch::Contains;
using uq::test::ProcessResult;
using uq::test::run_uq;
using uq::test::Shown;
using uq::test::TemporaryFolder;

namespace {

/// @param shift moves the output by a constant
std::string study(int seed, const std::string& shift, const std::string& law = "lo = 0, hi = 1") {
  return "format = 1\nseed = " + std::to_string(seed) + "\n[model.expression]\ny = \"" + shift +
         " + a * load + b + site\"\n[model.outputs]\ny = { unit = \"s\" }\n[inputs]\n"
         "a = { dist = \"uniform\", " +
         law +
         " }\nb = { dist = \"uniform\", lo = 1, hi = 2 }\nload = { value = 1 }\n"
         "site = { value = 0 }\n"
         "[[analysis]]\nname = \"indices\"\nmethod = \"sobol\"\nn = 4096\n"
         "[[analysis]]\nname = \"band\"\nmethod = \"propagate\"\nn = 4096\nsampler = \"sobol\"\n"
         "quantiles = [0.05, 0.5, 0.95]\n"
         "sweep = { load = [1, 2, 4], site = [0, 10] }\n";
}

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> all;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) {
    all.push_back(cell);
  }
  return all;
}

}  // namespace

TEST_CASE("sweep: two swept inputs stand for their product, in show, json, csv and export",
          "[sweep][export][cli]") {
  const TemporaryFolder folder;
  folder.write("s.toml", study(1, "0"));
  REQUIRE(run_uq(folder.path(), {"run", "-q", "s.toml"}).code == 0);
  const Shown shown(folder.path(), "s.h5");
  CHECK(shown.labels("band", "load") == std::vector<std::string>{"1.0", "2.0", "4.0"});
  CHECK(shown.labels("band", "site") == std::vector<std::string>{"0.0", "10.0"});
  for (const double load : {1.0, 2.0, 4.0}) {
    for (const double site : {0.0, 10.0}) {
      const double mean = shown.value("band",
                                      "mean",
                                      {{"output", "y"},
                                       {"load", std::to_string(load).substr(0, 3)},
                                       {"site", site == 0 ? "0.0" : "10.0"}});
      CHECK(mean == Approx(0.5 * load + 1.5 + site).margin(0.01));
    }
  }
  const ProcessResult text = run_uq(folder.path(), {"show", "s.h5", "band"});
  CHECK_THAT(text.out, Contains("load  site  mean") && Contains("4     10    13.5"));

  const ProcessResult written = run_uq(folder.path(), {"export", "s.h5", "-o", "out"});
  CHECK(written.code == 0);
  CHECK(written.out ==
        "out/bands.csv\nout/indices.csv\nout/tables/indices.md\nout/tables/indices.tex\n"
        "out/tables/band.md\nout/tables/band.tex\nout/figures/band-y.tex\n"
        "out/figures/band-y-standalone.tex\n");
  std::istringstream csv(folder.read("out/bands.csv"));
  std::string line;
  std::getline(csv, line);
  CHECK(line.starts_with("output,unit,load,site,mean,mean_lo,mean_hi,q05,q05_lo,q05_hi,q50,"));
  std::vector<std::string> settings;
  while (std::getline(csv, line)) {
    const auto row = cells(line);
    settings.push_back(row.at(2) + "/" + row.at(3));
    // Digits that read back to the very number of the file.
    CHECK(std::stod(row.at(4)) ==
          shown.value("band",
                      "mean",
                      {{"output", "y"}, {"load", row.at(2) + ".0"}, {"site", row.at(3) + ".0"}}));
  }
  CHECK(settings == std::vector<std::string>{"1/0", "1/10", "2/0", "2/10", "4/0", "4/10"});
  const std::string picture = folder.read("out/figures/band-y.tex");
  CHECK_THAT(picture, Contains("xlabel={site}") && Contains("\\addlegendentry{load = 4: median"));
}

TEST_CASE("export: the band of a sweep runs along its axis, whatever the order of the study",
          "[sweep][export][cli]") {
  const TemporaryFolder folder;
  const auto picture = [&](const std::string& values) {
    folder.write("s.toml",
                 "format = 1\nseed = 1\noutput = \"s.h5\"\n[model.expression]\n"
                 "y = \"a * p\"\n[inputs]\na = { dist = \"uniform\", lo = 0, hi = 1 }\n"
                 "p = { dist = \"uniform\", lo = 0, hi = 9 }\n[[analysis]]\nname = \"band\"\n"
                 "method = \"propagate\"\nn = 64\nsweep = { p = [" +
                     values + "] }\n");
    REQUIRE(run_uq(folder.path(), {"run", "-q", "--force", "s.toml"}).code == 0);
    REQUIRE(run_uq(folder.path(), {"export", "s.h5", "-o", "out", "--force"}).code == 0);
    const std::string text = folder.read("out/figures/band-y.tex");
    return text.substr(text.find("\\begin{tikzpicture}"));  // the caption names the file
  };
  CHECK(picture("4, 1, 8, 2") == picture("1, 2, 4, 8"));
}

TEST_CASE("export: what goes wrong has a message and a code", "[export][cli]") {
  const TemporaryFolder folder;
  folder.write("s.toml", study(1, "0"));
  REQUIRE(run_uq(folder.path(), {"run", "-q", "s.toml"}).code == 0);
  CHECK(run_uq(folder.path(), {"export", "s.h5"}).code == 2);
  CHECK(run_uq(folder.path(), {"export", "gone.h5", "-o", "out"}).code == 5);
  folder.write("broken.h5", "no HDF5");
  CHECK(run_uq(folder.path(), {"export", "broken.h5", "-o", "out"}).code == 5);
  CHECK_FALSE(folder.has("out"));
  REQUIRE(run_uq(folder.path(), {"export", "s.h5", "-o", "out"}).code == 0);
  const std::string before = folder.read("out/bands.csv");
  const ProcessResult again = run_uq(folder.path(), {"export", "s.h5", "-o", "out"});
  CHECK(again.code == 5);
  CHECK_THAT(again.err, Contains("out/bands.csv: exists already") && Contains("--force"));
  CHECK(run_uq(folder.path(), {"export", "s.h5", "-o", "out", "--force"}).code == 0);
  CHECK(folder.read("out/bands.csv") == before);
  CHECK(run_uq(folder.path(), {"export", "s.h5", "-o", "s.toml"}).code == 5);
}

TEST_CASE("diff: other seeds agree, another model does not; codes 0, 4, 2, 5", "[diff][cli]") {
  const TemporaryFolder folder;
  folder.write("a.toml", study(1, "0"));
  folder.write("b.toml", study(2, "0"));
  folder.write("c.toml", study(2, "0.5"));
  folder.write("d.toml", study(2, "0", "lo = 0, hi = 1.5"));
  for (const std::string name : {"a.toml", "b.toml", "c.toml", "d.toml"}) {
    REQUIRE(run_uq(folder.path(), {"run", "-q", name}).code == 0);
  }
  const ProcessResult seeds = run_uq(folder.path(), {"diff", "a.h5", "b.h5"});
  INFO(seeds.out << seeds.err);
  CHECK(seeds.code == 0);
  CHECK_THAT(seeds.out, Contains(": 0 beyond, 0 missing"));

  const ProcessResult moved = run_uq(folder.path(), {"diff", "a.h5", "c.h5"});
  CHECK(moved.code == 4);
  CHECK_THAT(
      moved.out,
      Contains("indices   mean    y ") && Contains("band      q95     y, load = 4, site = 10"));
  CHECK_THAT(moved.out, !Contains("S1"));  // a constant moves no index
  CHECK(run_uq(folder.path(), {"diff", "a.h5", "c.h5", "indices", "--var", "S*"}).code == 0);
  const auto json = nlohmann::json::parse(
      run_uq(folder.path(), {"diff", "a.h5", "c.h5", "indices", "--var", "mean", "--json"}).out);
  REQUIRE(json.at("beyond").size() == 1);
  CHECK(json.at("beyond").at(0).at("difference").get<double>() == Approx(0.5).margin(0.01));

  const ProcessResult laws = run_uq(folder.path(), {"diff", "a.h5", "d.h5"});
  CHECK(laws.code == 2);
  CHECK_THAT(laws.err, Contains("U461") && Contains("input `a`") && Contains("a.h5, d.h5"));
  CHECK(laws.out.empty());
  CHECK(run_uq(folder.path(), {"diff", "a.h5", "b.h5", "--input", "nobody"}).code == 2);
  CHECK(run_uq(folder.path(), {"diff", "a.h5", "b.h5", "nothing"}).code == 2);
  CHECK(run_uq(folder.path(), {"diff", "a.h5", "b.h5", "--tolerance", "-1"}).code == 2);
  CHECK(run_uq(folder.path(), {"diff", "a.h5", "gone.h5"}).code == 5);
  folder.write("broken.h5", "no HDF5");
  CHECK(run_uq(folder.path(), {"diff", "broken.h5", "a.h5"}).code == 5);
}

TEST_CASE("diff: neither the order of the inputs nor failures of other rows are differences",
          "[diff][cli]") {
  const TemporaryFolder folder;
  const auto write = [&](const std::string& name, const std::string& inputs, int seed) {
    folder.write(name + ".toml", "format = 1\nseed = " + std::to_string(seed) + R"(
[failures]
budget = 0.2
[model.expression]
y = "a > 0.97 ? 0 / 0 : a * b + b * c"
[inputs]
)" + inputs + R"(
[[analysis]]
method = "sobol"
second_order = true
n = 256
)");
    REQUIRE(run_uq(folder.path(), {"run", "-q", name + ".toml"}).code == 0);
  };
  const std::string a = "a = { dist = \"uniform\", lo = 0, hi = 1 }\n";
  const std::string b = "b = { dist = \"uniform\", lo = 0, hi = 1 }\n";
  const std::string c = "c = { dist = \"uniform\", lo = 0, hi = 1 }\n";
  write("abc", a + b + c, 1);
  write("cba", c + b + a, 2);
  const ProcessResult same = run_uq(folder.path(), {"diff", "abc.h5", "cba.h5", "--var", "S*"});
  INFO(same.out << same.err);
  CHECK(same.code == 0);
  CHECK_THAT(same.out, Contains(": 0 beyond, 0 missing"));
  CHECK(run_uq(folder.path(), {"diff", "abc.h5", "cba.h5", "--tolerance", "nan"}).code == 2);
  CHECK(run_uq(folder.path(), {"diff", "abc.h5", "cba.h5", "--tolerance", "-1"}).code == 2);
}

TEST_CASE("diff: groups of one name with other members are not compared but named", "[diff][cli]") {
  const TemporaryFolder folder;
  const auto make = [&](const std::string& file, const std::string& members) {
    folder.write("s.toml",
                 "format = 1\nseed = 1\noutput = \"" + file +
                     "\"\n[model.expression]\ny = \"a + b + c\"\n[inputs]\n"
                     "a = { dist = \"uniform\", lo = 0, hi = 1 }\n"
                     "b = { dist = \"uniform\", lo = 0, hi = 1 }\n"
                     "c = { dist = \"uniform\", lo = 0, hi = 1 }\n[[analysis]]\n"
                     "name = \"indices\"\nmethod = \"sobol\"\nn = 64\ngroups = { g = " +
                     members + " }\n");
    REQUIRE(run_uq(folder.path(), {"run", "-q", "s.toml"}).code == 0);
  };
  make("one.h5", "[\"a\", \"b\"]");
  make("other.h5", "[\"a\", \"c\"]");
  make("same.h5", "[\"b\", \"a\"]");
  CHECK(run_uq(folder.path(), {"diff", "one.h5", "same.h5"}).code == 0);
  const ProcessResult differ = run_uq(folder.path(), {"diff", "one.h5", "other.h5"});
  CHECK(differ.code == 4);
  CHECK_THAT(differ.out + differ.err,
             Contains("group `g` of `indices` is a, b in the first file and a, c in the second"));
  CHECK_FALSE((differ.out + differ.err).find("ST of g") != std::string::npos);
}

TEST_CASE("run: a limit on the size of files ends with exit code 5, the older result stays",
          "[run][cli]") {
  const TemporaryFolder folder;
  folder.write("s.toml", study(1, "0"));
  REQUIRE(run_uq(folder.path(), {"run", "-q", "s.toml"}).code == 0);
  const std::string before = folder.read("s.h5");
  rlimit old{};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &old) == 0);
  rlimit small = old;
  small.rlim_cur = before.size() - 1;
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
  const ProcessResult run = run_uq(folder.path(), {"run", "-q", "--force", "s.toml"});
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &old) == 0);
  CHECK(run.code == 5);
  CHECK_THAT(run.err, Contains("ulimit -f") && Contains("s.h5"));
  CHECK(folder.read("s.h5") == before);
}

TEST_CASE("run: the resolved study holds what each analysis was asked", "[run][cli]") {
  const TemporaryFolder folder;
  folder.write("s.toml", R"(format = 1
seed = 1
[model.expression]
y = "a + b + c"
z = "a"
[inputs]
a = { dist = "uniform", lo = 0, hi = 1 }
b = { dist = "uniform", lo = 0, hi = 1 }
c = { dist = "uniform", lo = 0, hi = 1 }
[[analysis]]
name = "screen"
method = "morris"
seed = 7
outputs = ["y"]
inputs = ["a", "c"]
groups = { both = ["a", "c"] }
[[analysis]]
name = "indices"
method = "sobol"
n = 64
groups = { ab = ["a", "b"] }
)");
  REQUIRE(run_uq(folder.path(), {"run", "-q", "s.toml"}).code == 0);
  const auto file = uq::studies::read(folder.path() + "/s.h5");
  const auto resolved =
      nlohmann::json::parse(file.group("provenance")->variable("resolved_json")->text.front());
  const nlohmann::json& screen = resolved.at("analyses").at(0);
  CHECK(screen.at("seed") == 7);
  CHECK(screen.at("outputs") == nlohmann::json{"y"});
  CHECK(screen.at("inputs") == nlohmann::json{"a", "c"});
  CHECK(screen.at("groups") == nlohmann::json{"both: a, c"});
  const nlohmann::json& indices = resolved.at("analyses").at(1);
  CHECK_FALSE(indices.contains("seed"));
  CHECK(indices.at("outputs") == nlohmann::json{"y", "z"});
  CHECK(indices.at("groups") == nlohmann::json{"ab: a, b", "c: c"});
  const auto& attributes = file.group("analysis/screen")->attributes;
  CHECK(std::count_if(attributes.begin(), attributes.end(), [](const auto& attribute) {
          return attribute.first == "groups";
        }) == 1);
}

TEST_CASE("check: what needs too much memory is told which of its own keys to lower",
          "[run][cli]") {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& analysis) {
    folder.write("s.toml",
                 "format = 1\nseed = 1\n[model.expression]\ny = \"a\"\n[inputs]\n"
                 "a = { dist = \"uniform\", lo = 0, hi = 1 }\n[[analysis]]\n" +
                     analysis);
    rlimit old{};
    REQUIRE(::getrlimit(RLIMIT_AS, &old) == 0);
    rlimit small = old;
    small.rlim_cur = rlim_t{2} << 30;  // whatever memory this machine has
    REQUIRE(::setrlimit(RLIMIT_AS, &small) == 0);
    const ProcessResult check = run_uq(folder.path(), {"check", "s.toml"});
    REQUIRE(::setrlimit(RLIMIT_AS, &old) == 0);
    CHECK(check.code == 2);
    CHECK_THAT(check.err, Contains("U310"));
    return check.err;
  };
  CHECK_THAT(refused("method = \"sobol\"\nstop = { ci_width = 1e-9, max_evaluations = 1e12 }\n"),
             Contains("lower `max_evaluations` of `stop`") && !Contains("sweep"));
  CHECK_THAT(refused("method = \"morris\"\ntrajectories = 10_000_000\nresamples = 1_000_000\n"
                     "[run]\nstore_samples = true\n"),
             Contains("lower `trajectories`") && !Contains("lower `n`"));
}

TEST_CASE("check: a group without a name is refused", "[run][cli]") {
  const TemporaryFolder folder;
  for (const std::string method : {"sobol", "morris"}) {
    folder.write("s.toml",
                 "format = 1\nseed = 1\n[model.expression]\ny = \"a\"\n[inputs]\n"
                 "a = { dist = \"uniform\", lo = 0, hi = 1 }\n[[analysis]]\nmethod = \"" +
                     method + "\"\ngroups = { \"\" = [\"a\"] }\n");
    const ProcessResult check = run_uq(folder.path(), {"check", "s.toml"});
    CHECK(check.code == 2);
    CHECK_THAT(check.err, Contains("U464") && Contains("no name"));
  }
}

TEST_CASE("show: where no input was moved, nothing is said of their order", "[show][cli]") {
  const TemporaryFolder folder;
  folder.write("s.toml",
               "format = 1\nseed = 1\n[model.expression]\ny = \"a + b\"\n[inputs]\n"
               "a = { dist = \"choice\", values = [1] }\n"
               "b = { dist = \"choice\", values = [2] }\n[[analysis]]\nmethod = \"morris\"\n");
  const ProcessResult run = run_uq(folder.path(), {"run", "-q", "s.toml"});
  INFO(run.err);
  REQUIRE(run.code == 0);
  const ProcessResult shown = run_uq(folder.path(), {"show", "s.h5"});
  CHECK_THAT(shown.out, !Contains("first of 0") && !Contains("nan"));
}
