// Samples that later analyses and later studies work on.

#include "studies/cli/explained.hpp"
#include "studies/read/read_study.hpp"
#include "studies/rows/design_hash.hpp"
#include "studies/run/run.hpp"
#include "studies/store/store.hpp"
#include "tests/studies/shown.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"
#include "uq/core/error.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <string>

using Catch::Contains;
using uq::test::ProcessResult;
using uq::test::run_uq;
using uq::test::Shown;
using uq::test::TemporaryFolder;
using namespace uq::studies;

namespace {

const std::string model = R"(format = 1
seed = 1
output = "s.h5"
[run]
store_samples = true
[model.expression]
y = "a + 0.5 * b + 0.01 * c"
[inputs]
a = { dist = "uniform", lo = 0, hi = 1 }
b = { dist = "uniform", lo = 0, hi = 1 }
c = { dist = "uniform", lo = 0, hi = 1 }
)";

ProcessResult run(const TemporaryFolder& folder, const std::string& study) {
  folder.write("s.toml", study);
  return run_uq(folder.path(), {"run", "--force", "s.toml"});
}

std::string analysis(const std::string& name, const std::string& method, const std::string& more) {
  return "[[analysis]]\nname = \"" + name + "\"\nmethod = \"" + method + "\"\n" + more + "\n";
}

// A study of the stored sample of `band` in src.h5.
const std::string of_table = R"(format = 1
seed = 1
output = "t.h5"
[model]
table = "src.h5:band"
outputs = ["y"]
[inputs]
a = {}
b = {}
)" + analysis("drivers", "given_data", "");

struct Source {
  TemporaryFolder folder;
  explicit Source(const std::string& method = "propagate") {
    const auto done = run(folder, model + analysis("band", method, "n = 64"));
    INFO(done.err);
    REQUIRE(done.code == 0);
  }
  // What a study of src.h5 says when its sample has been changed so.
  ProcessResult after(const std::function<void(Dataset& own, Dataset& samples)>& change) const {
    ResultFile file = read(folder.path() + "/s.h5");
    const auto group = [&](const std::string& path) -> Dataset& {
      return *std::find_if(
          file.groups.begin(), file.groups.end(), [&](const Dataset& g) { return g.path == path; });
    };
    change(group("analysis/band"), group("analysis/band/samples"));
    write(file, folder.path() + "/src.h5");
    folder.write("t.toml", of_table);
    return run_uq(folder.path(), {"run", "--force", "t.toml"});
  }
};

Variable& named(Dataset& dataset, const std::string& name) {
  return *std::find_if(dataset.variables.begin(), dataset.variables.end(), [&](const Variable& v) {
    return v.name == name;
  });
}

void rename(Dataset& dataset, const std::string& from, const std::string& to) {
  for (Dimension& dim : dataset.dims) {
    dim.name = dim.name == from ? to : dim.name;
  }
  for (Variable& variable : dataset.variables) {
    std::replace(variable.dims.begin(), variable.dims.end(), from, to);
  }
}

void seal(Dataset& samples) {
  for (auto& [name, value] : samples.attributes) {
    if (name == design_attribute) {
      value = design_sha256(samples.dim("input")->labels, named(samples, "x").data);
    }
  }
}

}  // namespace

TEST_CASE("stored sample: one that is not of this layout is refused", "[stored][hostile][cli]") {
  const Source source;
  CHECK(source.after([](Dataset&, Dataset&) {}).code == 0);
  const std::pair<const char*, std::function<void(Dataset&, Dataset&)>> cases[] = {
      {"no `y`",
       [](Dataset&, Dataset& s) {
         std::erase_if(s.variables, [](const Variable& v) { return v.name == "y"; });
       }},
      {"no `output`", [](Dataset&, Dataset& s) { rename(s, "output", "result"); }},
      {"not y(sample, output)",
       [](Dataset&, Dataset& s) {
         Variable& y = named(s, "y");
         y = named(s, "x");
         y.name = "y";
       }},
      {"not x(sample, input)",
       [](Dataset&, Dataset& s) {
         Variable& x = named(s, "x");
         x.dims = {"sample"};
         x.data.shape = {64};
         x.data.data.resize(64);
         seal(s);
       }},
      {"not x(sample, input)",
       [](Dataset&, Dataset& s) {
         for (Dimension& dim : s.dims) {
           if (dim.name == "input") {
             dim.labels.clear();
           }
         }
         seal(s);
       }},
  };
  for (const auto& [what, change] : cases) {
    INFO(what);
    const auto refused = source.after(change);
    INFO(refused.err);
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Contains("error[U430]") && Contains(what) && Contains("help: "));
  }
  const Source saltelli("sobol");
  CHECK(saltelli.after([](Dataset&, Dataset&) {}).code == 0);
  for (const std::int64_t n : {std::int64_t{0}, std::int64_t{-5}, std::int64_t{1} << 62}) {
    const auto refused = saltelli.after([&](Dataset& own, Dataset&) {
      for (auto& [name, value] : own.attributes) {
        if (name == "n") {
          value = n;
        }
      }
    });
    INFO(n << refused.err);
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Contains("its `n` is missing, or more than its samples have"));
  }
}

TEST_CASE("stored sample: outputs of another order are refused by their hash",
          "[stored][hash][cli]") {
  const Source source;
  const auto reversed = source.after([](Dataset&, Dataset& s) {
    auto& y = named(s, "y").data.data;
    std::reverse(y.begin(), y.end());
  });
  CHECK(reversed.code == 2);
  CHECK_THAT(reversed.err, Contains("differ from `outputs_sha256`"));
  const auto failed =
      source.after([](Dataset&, Dataset& s) { named(s, "status").data.data[3] = 1; });
  CHECK(failed.code == 2);
  const auto without = source.after([](Dataset&, Dataset& s) {
    std::erase_if(s.attributes, [](const auto& a) { return a.first == outputs_attribute; });
  });
  CHECK(without.code == 2);
  CHECK_THAT(without.err, Contains("have no `outputs_sha256`"));
}

TEST_CASE("stored sample: files a study reads are not written over", "[stored][cli]") {
  const Source source;
  REQUIRE(source.after([](Dataset&, Dataset&) {}).code == 0);
  const TemporaryFolder& folder = source.folder;
  const std::string before = folder.read("src.h5");
  const auto refused = run_uq(folder.path(), {"run", "--force", "t.toml", "-o", "src.h5"});
  CHECK(refused.code == 5);
  CHECK_THAT(refused.err, Contains("src.h5: the study reads it"));
  CHECK(folder.read("src.h5") == before);
  // Also the values of a law, and in a batch.
  folder.write("v.csv", "v\n1\n2\n3\n");
  std::string with_law = model;
  with_law += "d = { dist = \"empirical\", file = \"v.csv\", column = \"v\" }\n";
  with_law.replace(with_law.find("0.01 * c"), 8, "0.01 * c + d");
  with_law += analysis("band", "propagate", "n = 64");
  folder.write("law.toml", with_law);
  CHECK(run_uq(folder.path(), {"run", "--force", "law.toml", "-o", "v.csv"}).code == 5);
  folder.write("batch.toml",
               "format = 1\n[[include]]\nfile = \"law.toml\"\noutput = \"v.csv\"\n"
               "[[include]]\nfile = \"t.toml\"\noutput = \"src.h5\"\n");
  const auto batch = run_uq(folder.path(), {"run", "--force", "batch.toml"});
  CHECK(batch.code == 2);
  CHECK_THAT(batch.err,
             Contains("v.csv`, which is read here") && Contains("src.h5`, which is read here"));
  CHECK(folder.read("src.h5") == before);
  CHECK(folder.read("v.csv") == "v\n1\n2\n3\n");
}

TEST_CASE("given data: of an analysis that a screen has narrowed", "[given_data][chain][cli]") {
  const TemporaryFolder folder;
  const std::string screen = analysis("screen", "sobol", "n = 256");
  const auto chained = [&](const std::string& keep, const std::string& more) {
    return run(folder,
               model + screen +
                   analysis("band",
                            "propagate",
                            "n = 256\ninputs = { from = \"screen\", keep = \"" + keep + "\" }") +
                   analysis("drivers", "given_data", "data = \"band\"\n" + more));
  };
  const auto some = chained("ST > 0.01", "");
  INFO(some.err);
  REQUIRE(some.code == 0);
  const Shown shown(folder.path(), "s.h5");
  const auto& drivers = shown.analysis("drivers");
  CHECK(drivers.at("variables").at("S1").at("values").at(0).size() == 2);
  CHECK_THAT(drivers.at("attributes").at("warnings").dump(),
             Contains("W113: the sample `drivers` works on has no c"));
  const auto none = chained("ST > 0.01", "inputs = [\"c\"]");
  INFO(none.err);
  CHECK(none.code == 4);
  CHECK_THAT(none.err,
             Contains("drivers: skipped: its sample has none of its inputs"));
}

TEST_CASE("given data: what `auto` chooses may stand below it", "[given_data][auto][cli]") {
  const TemporaryFolder folder;
  const std::string data = analysis("drivers", "given_data", "data = \"au\"");
  const std::string chosen = analysis("au", "auto", "budget = 5000\ngoal = \"rank\"");
  for (const std::string& study : {model + chosen + data, model + data + chosen}) {
    const auto done = run(folder, study);
    INFO(study << done.err);
    CHECK(done.code == 0);
  }
}

TEST_CASE("given data: a study without any sample is told where one comes from",
          "[given_data][cli]") {
  const TemporaryFolder folder;
  const auto refused = run(folder, model + analysis("drivers", "given_data", "data = \"band\""));
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err,
             Contains("the study has no sample `band`, nor any other") &&
                 Contains("method = \"propagate\""));
}

TEST_CASE("law of a file: `+-1` is no number", "[stored][csv][cli]") {
  const TemporaryFolder folder;
  std::string study = model;
  study.replace(study.find("{ dist"),
                study.find("}") - study.find("{ dist") + 1,
                "{ dist = \"empirical\", file = \"v.csv\", column = \"v\" }");
  study += analysis("band", "propagate", "n = 64");
  folder.write("v.csv", "v\n+1\n2\n");
  CHECK(run(folder, study).code == 0);
  folder.write("v.csv", "v\n+-1\n2\n");
  const auto refused = run(folder, study);
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Contains("`+-1` is no finite number"));
}

TEST_CASE("table: measurements may have an slo on a tail", "[given_data][table][cli]") {
  const TemporaryFolder folder;
  folder.write("runs.csv",
               "a,y\n1,2\n2,3\n3,5\n4,4\n5,7\n6,7\n7,9\n8,8\n9,11\n10,12\n11,13\n12,12\n");
  const auto done = run(folder,
                        "format = 1\nseed = 1\noutput = \"s.h5\"\n[context]\nslo = \"p99 < 20 s\"\n"
                        "[model]\ntable = \"runs.csv\"\noutputs = [\"y\"]\n[inputs]\na = {}\n" +
                            analysis("drivers", "given_data", ""));
  INFO(done.err);
  CHECK(done.code == 0);
}

TEST_CASE("run: what the library objects to in a checked study is internal", "[stored][unit]") {
  Study study =
      read_study(model + analysis("band", "propagate", "n = 64"), "s.toml", {}, Consent{});
  Method broken = *study.analyses.front().method;
  broken.run = [](const std::any&, const uq::Problem&, const RunContext&) -> AnalysisResult {
    throw uq::InvalidArgument("no reason");
  };
  study.analyses.front().method = &broken;
  CHECK(explained([&] {
          compute(study, 1, {.quiet = true});
          return 0;
        }) == 1);
}
