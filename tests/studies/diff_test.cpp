// Two results compared figure by figure.

#include "studies/report/diff.hpp"

#include "studies/file/diagnostic.hpp"
#include "tests/studies/example.hpp"
#include "tests/support/catch.hpp"
#include "uq/core/error.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

using Catch::Contains;
using uq::test::example_result;
using namespace uq::studies;

namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

Dataset& group(ResultFile& file, const std::string& path) {
  for (Dataset& dataset : file.groups) {
    if (dataset.path == path) {
      return dataset;
    }
  }
  throw std::runtime_error(path);
}

Variable& variable(ResultFile& file, const std::string& path, const std::string& name) {
  for (Variable& one : group(file, path).variables) {
    if (one.name == name) {
      return one;
    }
  }
  throw std::runtime_error(name);
}

std::vector<double>& numbers(ResultFile& file, const std::string& name) {
  return variable(file, "analysis/drivers", name).data.data;
}

Comparison compared(const ResultFile& b, const DiffOptions& options = {}) {
  return compare(example_result(), b, options);
}

std::vector<std::string> problems(const ResultFile& b) {
  std::vector<std::string> all;
  try {
    compared(b);
  } catch (const StudyError& error) {
    for (const Diagnostic& diagnostic : error.diagnostics) {
      all.push_back(diagnostic.code + " " + diagnostic.message);
    }
  }
  return all;
}

}  // namespace

TEST_CASE("diff: a file does not differ from itself", "[diff][unit]") {
  const Comparison same = compared(example_result());
  CHECK(same.holds());
  CHECK(same.compared > 30);
  CHECK(same.unjudged.empty());
}

TEST_CASE(
    "diff: beyond is more than the root of the summed squared half-widths that face each other",
    "[diff][unit]") {
  // tpot, eta_memory: S1 0.3139 [0.302, 0.326]; the upper half-width is 0.0121.
  ResultFile b = example_result();
  const auto set = [&](double value, double lo, double hi) {
    numbers(b, "S1")[0] = value;
    numbers(b, "S1_ci")[0] = lo;
    numbers(b, "S1_ci")[1] = hi;
  };
  const double upper = 0.326 - 0.3139;
  set(0.35, 0.33, 0.9);  // the lower half-width counts: 0.02
  const Comparison above = compared(b);
  REQUIRE(above.beyond.size() == 1);
  CHECK(above.beyond[0].allowed == Approx(std::sqrt(upper * upper + 0.02 * 0.02)));
  CHECK(above.beyond[0].size == Approx(0.0361));
  CHECK(above.beyond[0].name == "S1");
  CHECK(above.beyond[0].where[0].second == "tpot");
  CHECK(above.beyond[0].where[1].second == "eta_memory");
  set(0.35, 0.31, 0.351);  // 0.04 allows it, whatever lies on the other side
  CHECK(compared(b).beyond.empty());
  set(0.28, 0.1, 0.30);  // below: hypot(0.0119, 0.02) < 0.0339
  REQUIRE(compared(b).beyond.size() == 1);
  CHECK(compared(b).beyond[0].allowed == Approx(std::hypot(0.3139 - 0.302, 0.02)));
  set(0.35, 0.36, 0.37);  // outside its own interval: no half-width on that side
  REQUIRE(compared(b).beyond.size() == 1);
  CHECK(compared(b).beyond[0].allowed == Approx(upper));
  set(0.9, 0.302, 0.326);  // beyond its own interval: its whole width at most
  REQUIRE(compared(b).beyond.size() == 1);
  CHECK(compared(b).beyond[0].allowed == Approx(std::hypot(upper, 0.024)));
  set(0.9, -infinity, 1);
  CHECK(compared(b).beyond.empty());
  set(infinity, 0.9, infinity);
  CHECK(compared(b).beyond.size() == 1);
}

TEST_CASE("diff: the order of the files does not matter to the verdict", "[diff][property]") {
  ResultFile b = example_result();
  numbers(b, "S1")[0] = 0.36;
  numbers(b, "ST")[2] = 0.26;
  const Comparison there = compare(example_result(), b, {});
  const Comparison back = compare(b, example_result(), {});
  REQUIRE(there.beyond.size() == back.beyond.size());
  REQUIRE(there.beyond.size() == 1);
  CHECK(there.beyond[0].allowed == back.beyond[0].allowed);
}

TEST_CASE("diff: undefined in one file alone is beyond, with the reason", "[diff][unit]") {
  ResultFile b = example_result();
  numbers(b, "ST")[2] = no_value;
  variable(b, "analysis/drivers", "undefined").text[0] = "too few rows";
  const Comparison result = compared(b);
  REQUIRE(result.beyond.size() == 1);
  CHECK(result.beyond[0].reason == "undefined in the second file: too few rows");
  CHECK_THAT(comparison_text(result), Contains("undefined in the second file: too few rows"));
  CHECK_THAT(compare(b, example_result(), {}).beyond[0].reason, Contains("in the first file"));
}

TEST_CASE("diff: without intervals a difference is listed, and judged by a tolerance alone",
          "[diff][unit]") {
  ResultFile b = example_result();
  ResultFile a = example_result();
  for (ResultFile* file : {&a, &b}) {
    auto& all = group(*file, "analysis/drivers").variables;
    std::erase_if(all, [](const Variable& one) { return one.name == "mean_ci"; });
  }
  numbers(b, "mean")[1] = 707;
  const Comparison listed = compare(a, b, {});
  CHECK(listed.holds());
  REQUIRE(listed.unjudged.size() == 1);
  CHECK_THAT(comparison_text(listed),
             Contains("without intervals") && Contains("power µ") && Contains("707 W"));
  CHECK(compare(a, b, {.tolerance = 0.01}).holds());
  CHECK(compare(a, b, {.tolerance = 0.01}).unjudged.empty());
  CHECK(compare(a, b, {.tolerance = 0.009}).beyond.size() == 1);
}

TEST_CASE("diff: figures are matched by name and coordinate, never by position", "[diff][unit]") {
  ResultFile b = example_result();
  Dataset& set = group(b, "analysis/drivers");
  std::swap(set.dims[0].labels[0], set.dims[0].labels[1]);  // outputs in the other order
  for (const char* name : {"S1", "ST"}) {
    auto& data = numbers(b, name);
    std::rotate(data.begin(), data.begin() + 3, data.end());
    auto& bounds = numbers(b, std::string(name) + "_ci");
    std::rotate(bounds.begin(), bounds.begin() + 6, bounds.end());
  }
  auto& dead = numbers(b, "dead");
  std::rotate(dead.begin(), dead.begin() + 3, dead.end());
  for (const char* name : {"mean", "variance"}) {
    std::swap(numbers(b, name)[0], numbers(b, name)[1]);
    auto& bounds = numbers(b, std::string(name) + "_ci");
    std::rotate(bounds.begin(), bounds.begin() + 2, bounds.end());
  }
  for (const char* name : {"unit", "undefined"}) {
    auto& text = variable(b, "analysis/drivers", name).text;
    std::swap(text[0], text[1]);
  }
  CHECK(compared(b).holds());
  CHECK(compared(b).compared == compared(example_result()).compared);
}

TEST_CASE("diff: a difference of rounding is none, whatever the intervals", "[diff][unit]") {
  ResultFile a = example_result();
  ResultFile b = example_result();
  for (ResultFile* file : {&a, &b}) {
    double& value = numbers(*file, "S1")[0];
    value = file == &a ? 0.8 : 0.8 * (1 + 1e-15);
    numbers(*file, "S1_ci")[0] = numbers(*file, "S1_ci")[1] = value;
  }
  CHECK(compare(a, b, {}).beyond.empty());
  numbers(b, "S1")[0] = numbers(b, "S1_ci")[0] = numbers(b, "S1_ci")[1] = 0.8 * (1 + 1e-13);
  CHECK(compare(a, b, {}).beyond.size() == 1);
}

TEST_CASE("diff: what one file lacks is named and does not pass", "[diff][unit]") {
  ResultFile b = example_result();
  group(b, "analysis/band").dims[1].values[1] = 32;
  auto& all = group(b, "analysis/drivers").variables;
  std::erase_if(all, [](const Variable& one) { return one.name.starts_with("ST"); });
  const Comparison result = compared(b);
  CHECK_FALSE(result.holds());
  CHECK(result.missing ==
        std::vector<std::string>{"`ST` of `drivers` is not in the second file",
                                 "batch `64` of `band` is not in the second file",
                                 "batch `32` of `band` is not in the first file"});
  CHECK(compared(b, {.analysis = "drivers", .variable = "S1"}).holds());
  std::erase_if(b.groups, [](const Dataset& set) { return set.path == "analysis/band"; });
  CHECK(compared(b, {.analysis = "band"}).missing ==
        std::vector<std::string>{"analysis `band` is not in the second file"});
}

TEST_CASE("diff: analysis, figure and input can be chosen", "[diff][unit]") {
  ResultFile b = example_result();
  numbers(b, "S1")[0] = 0.9;
  numbers(b, "ST")[2] = 0.9;
  CHECK(compared(b).beyond.size() == 2);
  CHECK(compared(b, {.variable = "S1"}).beyond.size() == 1);
  CHECK(compared(b, {.variable = "S*"}).beyond.size() == 2);
  CHECK(compared(b, {.input = "eta_*"}).beyond.size() == 1);
  CHECK(compared(b, {.input = "eta_*"}).compared ==
        12);  // two indices and a flag, two inputs and outputs
  CHECK(compared(b, {.analysis = "band"}).holds());
  CHECK(compared(b, {.variable = "q05"}).compared == 4);
  CHECK_THROWS_WITH(compared(b, {.variable = "S3"}),
                    Contains("nothing to compare by the name `S3`") && Contains("S1"));
  CHECK_THROWS_WITH(compared(b, {.input = "nobody"}), Contains("nothing to compare"));
  CHECK_THROWS_WITH(compared(b, {.analysis = "driver"}), Contains("known: drivers, band"));
}

TEST_CASE("diff: other inputs, laws or units are refused by name", "[diff][unit]") {
  ResultFile law = example_result();
  variable(law, "inputs", "distribution").text[2] = "{}";
  CHECK_THAT(problems(law).at(0),
             Contains("U461 `distribution` of input `hbm_bw` is `{\"dist\":\"uniform\""));
  ResultFile name = example_result();
  group(name, "inputs").dims[0].labels[1] = "eta";
  CHECK(problems(name) ==
        std::vector<std::string>{"U461 input `eta_compute` is in the first file only",
                                 "U461 input `eta` is in the second file only"});
  ResultFile nominal = example_result();
  variable(nominal, "inputs", "nominal").data.data[0] = 0.71;
  CHECK(
      problems(nominal) ==
      std::vector<std::string>{
          "U461 `nominal` of input `eta_memory` is 0.7 in the first file and 0.71 in the second"});
  ResultFile unit = example_result();
  variable(unit, "inputs", "unit").text[2] = "GB/s";
  CHECK_THAT(problems(unit).at(0), Contains("U462 `unit` of input `hbm_bw`"));
  ResultFile output = example_result();
  variable(output, "analysis/drivers", "unit").text[0] = "ms";
  CHECK_THAT(problems(output).at(0),
             Contains("U462 `mean` of `tpot` of `drivers` is in s in the first file and in ms"));
  ResultFile tied = example_result();
  Dataset& inputs = group(tied, "inputs");
  inputs.dims.push_back(inputs.dims[0]);
  inputs.dims.back().name = "input2";
  uq::NdArray matrix({3, 3}, 0);
  matrix.at({0, 1}) = matrix.at({1, 0}) = 0.5;
  inputs.variables.push_back(
      {.name = "correlation", .dims = {"input", "input2"}, .data = matrix, .units = "1"});
  CHECK_THAT(problems(tied).at(0),
             Contains("U461 the correlation of `eta_compute` and `eta_memory` is 0"));
}

TEST_CASE("diff: seeds and sizes may differ", "[diff][unit]") {
  ResultFile b = example_result();
  for (auto& [name, value] : b.attributes) {
    if (name == "seed") {
      value = std::int64_t{7};
    }
  }
  numbers(b, "rows") = {64, 64};
  group(b, "analysis/drivers").attributes[1].second = std::int64_t{64};
  CHECK(compared(b).holds());
  CHECK(compared(b).unjudged.empty());
}

TEST_CASE("diff: json has every difference with values, intervals and what was allowed",
          "[diff][unit]") {
  ResultFile b = example_result();
  numbers(b, "S1")[0] = 0.9;
  numbers(b, "ST")[2] = no_value;
  const auto json = nlohmann::json::parse(comparison_json(compared(b)));
  REQUIRE(json.at("beyond").size() == 2);
  const auto& first = json.at("beyond").at(0);
  CHECK(first.at("analysis") == "drivers");
  CHECK(first.at("figure") == "S1");
  CHECK(first.at("at").at("input") == "eta_memory");
  CHECK(first.at("first").at("value") == 0.3139);
  CHECK(first.at("first").at("hi") == 0.326);
  CHECK(first.at("second").at("value") == 0.9);
  CHECK(first.at("difference").get<double>() == Approx(0.5861));
  CHECK(json.at("beyond").at(1).at("second").at("value").is_null());
  CHECK(json.at("beyond").at(1).at("reason") == "undefined in the second file: no reason stored");
}
