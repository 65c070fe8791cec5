// Studies on samples that are there: of another analysis, of a table, of an earlier result.

#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

using Catch::Contains;
using nlohmann::json;
using uq::test::ProcessResult;
using uq::test::run_uq;
using uq::test::TemporaryFolder;

namespace {

// SplitMix64 of a counter as a uniform.
double uniform(std::uint64_t counter) {
  std::uint64_t z = counter * 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1.0p-53;
}

// x1, x2 uniform and independent, y = 3 x1 + x2 in ms.
struct Cells {
  std::string x1, x2, y, z;
};

Cells row(int k) {
  const double u = uniform(2 * static_cast<std::uint64_t>(k));
  const double v = uniform(2 * static_cast<std::uint64_t>(k) + 1);
  const auto text = [](double value) {
    std::ostringstream out;
    out.precision(17);
    out << value;
    return out.str();
  };
  return {text(u), text(v), text(3 * u + v), text(u * v)};
}

std::string table(int rows, const std::string& header = "x1,x2,lat_ms,other,host\n") {
  std::string text = header;
  for (int k = 1; k <= rows; ++k) {
    const Cells c = row(k);
    text += c.x1 + "," + c.x2 + "," + (k % 25 == 0 ? "NA" : c.y) + "," + (k % 40 == 0 ? "" : c.z) +
            ",node" + std::to_string(k % 3) + "\n";
  }
  return text;
}

const std::string head = "format = 1\nseed = 5\noutput = \"s.h5\"\n";
const std::string model = R"(
[model]
table = "runs.csv"
[model.outputs]
latency = { column = "lat_ms", unit = "ms" }
other = {}
)";
const std::string inputs = R"(
[inputs]
clock = { column = "x1", unit = "GHz" }
x2 = { dist = "empirical" }
)";
const std::string analysis = "[[analysis]]\nname = \"drivers\"\nmethod = \"given_data\"\n";

ProcessResult run(const TemporaryFolder& folder,
                  const std::string& study,
                  const std::vector<std::string>& more = {}) {
  folder.write("s.toml", study);
  std::vector<std::string> arguments{"run", "--force", "s.toml"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_uq(folder.path(), arguments);
}

json shown(const TemporaryFolder& folder, const std::string& file = "s.h5") {
  const auto show = run_uq(folder.path(), {"show", file, "--json"});
  REQUIRE(show.code == 0);
  return json::parse(show.out);
}

const json& variables(const json& result, std::size_t analysis_at = 0) {
  return result["analyses"][analysis_at]["variables"];
}

}  // namespace

TEST_CASE("given data: five thousand rows with gaps", "[given_data][table][cli]") {
  const TemporaryFolder folder;
  folder.write("runs.csv", table(5000));
  SECTION("within the budget") {
    const auto done = run(folder, head + "[failures]\nbudget = 0.05\n" + model + inputs + analysis);
    INFO(done.err);
    REQUIRE(done.code == 0);
    CHECK_THAT(done.out, Contains("W097: `latency`: 4 % of the rows are incomplete and left out"));
    const json result = shown(folder);
    const json& v = variables(result);
    CHECK(v["rows"]["values"] == json({4800, 4875}));
    CHECK(v["S1"]["values"][0][0].get<double>() == Approx(0.9).margin(0.01));
    CHECK(v["S1"]["values"][0][1].get<double>() == Approx(0.1).margin(0.04));
    CHECK(v["SRC"]["values"][0][0].get<double>() == Approx(std::sqrt(0.9)).margin(0.01));
    CHECK(v["R2"]["values"][0].get<double>() == Approx(1).margin(1e-9));
    CHECK(v["unit"]["values"] == json({"ms", "1"}));
    // The inputs: laws and correlation of the columns.
    const json& in = result["inputs"]["variables"];
    CHECK(in["mean"]["values"][0].get<double>() == Approx(0.5).margin(0.01));
    CHECK(std::abs(in["correlation"]["values"][0][1].get<double>()) < 0.05);
    CHECK(in["source"]["values"] == json({"runs.csv, column x1", "runs.csv, column x2"}));
  }
  SECTION("without one, what would be needed is said") {
    const auto done = run(folder, head + model + inputs + analysis);
    CHECK(done.code == 3);
    CHECK_THAT(done.out,
               Contains("W095: `latency`: 4 % of the rows are incomplete and its results are "
                        "withheld; budget = 0.04 in [failures]"));
    CHECK_THAT(done.out, Contains("undefined: 200 of 5000 rows (4 %) are incomplete"));
  }
}

TEST_CASE("given data: tables as spreadsheets write them", "[given_data][table][cli]") {
  const TemporaryFolder folder;
  const auto plain = head + "[failures]\nbudget = 0.05\n" + model + inputs + analysis;
  folder.write("runs.csv", table(300));
  REQUIRE(run(folder, plain).code == 0);
  const json expected = variables(shown(folder));
  std::string text = table(300);
  std::string semicolons = text;
  std::replace(semicolons.begin(), semicolons.end(), ',', ';');
  std::string windows = "\xEF\xBB\xBF";
  for (const char c : text) {
    windows += c == '\n' ? "\r\n" : std::string(1, c);
  }
  std::string quoted = "\"x1\",\"x2\",\"lat_ms\",\"other\",\"host\"" + text.substr(text.find('\n'));
  for (const std::string& variant : {semicolons, windows, quoted}) {
    folder.write("runs.csv", variant);
    const auto done = run(folder, plain);
    INFO(done.err);
    REQUIRE(done.code == 0);
    CHECK(variables(shown(folder)) == expected);
  }
}

TEST_CASE("given data: faulty tables are named with a remedy", "[given_data][table][cli]") {
  const TemporaryFolder folder;
  const auto fails = [&](const std::string& csv, const std::string& study) {
    folder.write("runs.csv", csv);
    folder.write("s.toml", study);
    const auto checked = run_uq(folder.path(), {"check", "s.toml"});
    CHECK(checked.code == 2);
    return checked.err + checked.out;
  };
  const std::string study = head + model + inputs + analysis;
  const std::string good = table(50);
  CHECK_THAT(fails(table(50, "x1,x2,lat_ms,other,x1\n"), study),
             Contains("U430") && Contains("several columns `x1`"));
  CHECK_THAT(fails(table(50, "x1,x2,,other,host\n"), study), Contains("column 3 of `runs.csv`"));
  CHECK_THAT(fails(good + "1,2,3\n", study),
             Contains("line 52 of `runs.csv` has 3 cells, the first line has 5"));
  CHECK_THAT(fails(good + "1,fast,3,4,a\n", study),
             Contains("U433") && Contains("line 52") && Contains("`fast` in column `x2`"));
  CHECK_THAT(fails("1,2,3\n4,5,6\n", study), Contains("does not name its columns"));
  CHECK_THAT(fails("", study), Contains("`runs.csv` is empty"));
  CHECK_THAT(fails("x1,x2,lat_ms,other,host\n", study), Contains("no values"));
  CHECK_THAT(
      fails(good,
            head + "[model]\ntable = \"run.csv\"\noutputs = [\"lat_ms\"]\n" + inputs + analysis),
      Contains("U430") && Contains("there is no file `run.csv`"));
  CHECK_THAT(fails(good, head + "[model]\ntable = \"runs.csv\"\n" + inputs + analysis),
             Contains("U431") && Contains("outputs = [\"latency\"]"));
  CHECK_THAT(
      fails(good,
            head + "[model]\ntable = \"runs.csv\"\noutputs = [\"lat\"]\n" + inputs + analysis),
      Contains("U432") && Contains("columns: x1, x2, lat_ms"));
  CHECK_THAT(
      fails(good, head + "[model]\ntable = \"runs.csv\"\noutputs = [\"x2\"]\n" + inputs + analysis),
      Contains("U434") && Contains("are both column `x2`"));
  CHECK_THAT(fails(good, study + "[correlation]\nspearman = []\n"), Contains("U435"));
  CHECK_THAT(fails(good, head + model + "[inputs]\nx1 = { value = 3 }\nx2 = {}\n" + analysis),
             Contains("U435") && Contains("not a constant"));
  CHECK_THAT(fails(good, head + model + inputs + "[[analysis]]\nmethod = \"sobol\"\n"),
             Contains("U436") && Contains("help: method = \"given_data\""));
  CHECK_THAT(
      fails(good,
            head + model + inputs + "[[analysis]]\nname = \"table\"\nmethod = \"given_data\"\n"),
      Contains("U119"));
  folder.write("runs.csv", good);
  folder.write("s.toml", study);
  const auto eval = run_uq(folder.path(), {"eval", "s.toml"});
  CHECK(eval.code == 2);
  CHECK_THAT(eval.err, Contains("U436"));
  CHECK(run_uq(folder.path(), {"plan", "s.toml"}).code == 0);
}

namespace {

const std::string expression = R"(
[model.expression]
y = "3 * a + b"
z = "a * b + c"
[inputs]
a = { dist = "uniform", lo = 0, hi = 1 }
b = { dist = "uniform", lo = 0, hi = 1 }
c = { dist = "uniform", lo = 0, hi = 1 }
)";
const std::string band = "[[analysis]]\nname = \"band\"\nmethod = \"propagate\"\nn = 2000\n";

}  // namespace

TEST_CASE("given data: the sample of another analysis, whatever their order", "[given_data][cli]") {
  const TemporaryFolder folder;
  REQUIRE(run(folder, head + expression + analysis + band).code == 0);
  const json before = shown(folder);
  REQUIRE(run(folder, head + expression + band + analysis).code == 0);
  const json after = shown(folder);
  const auto drivers = [](const json& result) -> const json& {
    for (const json& one : result["analyses"]) {
      if (one["name"] == "drivers") {
        return one;
      }
    }
    return result["analyses"][0];
  };
  const json& v = drivers(after)["variables"];
  CHECK(drivers(before)["variables"] == v);
  CHECK(v["S1"]["values"][0][0].get<double>() == Approx(0.9).margin(0.02));
  CHECK(v["rows"]["values"] == json({2000, 2000}));
  // A subset of inputs and outputs has the bits it has among all.
  REQUIRE(
      run(folder,
          head + expression + band + analysis +
              "inputs = [\"b\", \"a\"]\noutputs = [\"z\"]\ndata = \"band\"\nregression = false\n")
          .code == 0);
  const json part = shown(folder);
  const json& w = drivers(part)["variables"];
  CHECK(w["S1"]["values"][0][1] == v["S1"]["values"][1][0]);
  CHECK(w["S1_ci"]["values"][0][0] == v["S1_ci"]["values"][1][1]);
  CHECK_FALSE(w.contains("SRC"));
}

TEST_CASE("given data: samples there are not", "[given_data][cli]") {
  const TemporaryFolder folder;
  const auto fails = [&](const std::string& analyses) {
    folder.write("s.toml", head + expression + analyses);
    const auto checked = run_uq(folder.path(), {"check", "s.toml"});
    CHECK(checked.code == 2);
    return checked.err + checked.out;
  };
  CHECK_THAT(fails(analysis), Contains("U439") && Contains("no sample to work on"));
  CHECK_THAT(fails(band + analysis + "data = \"bend\"\n"),
             Contains("U439") && Contains("did you mean `band`?"));
  CHECK_THAT(fails(band + "[[analysis]]\nname = \"two\"\nmethod = \"propagate\"\n" + analysis),
             Contains("U439") && Contains("several samples"));
  CHECK_THAT(fails(band + analysis + "data = \"drivers\"\n"), Contains("U437"));
  CHECK_THAT(
      fails("[[analysis]]\nname = \"swept\"\nmethod = \"propagate\"\nsweep = { c = [0, 1] }\n" +
            analysis),
      Contains("U437") && Contains("it sweeps"));
  CHECK_THAT(fails(band + "inputs = [\"a\"]\n" + analysis + "inputs = [\"c\"]\n"),
             Contains("U438"));
  folder.write("s.toml", head + expression + band + "inputs = [\"a\", \"b\"]\n" + analysis);
  const auto fewer = run_uq(folder.path(), {"run", "s.toml"});
  CHECK(fewer.code == 0);
  CHECK_THAT(fewer.err + fewer.out, Contains("W092") && Contains("has no `c`"));
}

TEST_CASE("given data: what a reader must know is said", "[given_data][cli]") {
  const TemporaryFolder folder;
  const auto sequence = run(folder, head + expression + band + "sampler = \"sobol\"\n" + analysis);
  CHECK(sequence.code == 0);
  CHECK_THAT(sequence.out, Contains("W090") && Contains("binned_uncorrected"));
  const auto correlated = run(
      folder,
      head + expression + "[correlation]\nspearman = [[\"a\", \"b\", 0.8]]\n" + band + analysis);
  CHECK(correlated.code == 0);
  CHECK_THAT(correlated.out, Contains("W091: correlated inputs: `a` and `b` (0.8"));
}

TEST_CASE("given data: an earlier result is a table, and no other design's",
          "[given_data][table][cli]") {
  const TemporaryFolder folder;
  REQUIRE(run(folder, head + expression + band + analysis).code == 0);
  const json direct = shown(folder);
  std::filesystem::rename(folder.path() + "/s.h5", folder.path() + "/earlier.h5");
  const std::string again = head +
                            "[model]\ntable = \"earlier.h5:band\"\noutputs = [\"y\", \"z\"]\n"
                            "[inputs]\na = {}\nb = {}\nc = {}\n" +
                            analysis;
  const auto done = run(folder, again);
  INFO(done.err);
  REQUIRE(done.code == 0);
  const json result = shown(folder);
  CHECK(variables(result)["S1"] == variables(direct, 1)["S1"]);
  CHECK(variables(result)["PRCC_ci"] == variables(direct, 1)["PRCC_ci"]);
  const auto missing = [&](const std::string& name) {
    folder.write("s.toml",
                 head + "[model]\ntable = \"" + name + "\"\noutputs = [\"y\"]\n[inputs]\na = {}\n" +
                     analysis);
    const auto checked = run_uq(folder.path(), {"check", "s.toml"});
    CHECK(checked.code == 2);
    return checked.err + checked.out;
  };
  CHECK_THAT(missing("earlier.h5"), Contains("write \"earlier.h5:ANALYSIS\""));
  CHECK_THAT(missing("earlier.h5:bend"), Contains("has no analysis `bend`"));
  CHECK_THAT(missing("earlier.h5:drivers"), Contains("has no stored samples"));
}
