#include "tests/studies/example.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

namespace uq::test {

namespace {

using studies::Dataset;
using studies::Dimension;
using studies::ResultFile;
using studies::Storage;
using studies::Variable;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

const Dimension output{.name = "output", .labels = {"tpot", "power µ"}};
const Dimension input{.name = "input",
                      .labels = {"eta_memory", "eta_compute", "hbm_bw"},
                      .long_name = "uncertain input"};
const Dimension bound{.name = "bound", .labels = {"lo", "hi"}};
const Dimension batch{.name = "batch", .values = {1, 64}, .units = "1", .long_name = "batch size"};

Variable numbers(const Dataset& set,
                 const std::string& name,
                 std::vector<std::string> dims,
                 std::vector<double> data,
                 const std::string& units = "1",
                 Storage storage = Storage::float64) {
  Variable variable{
      .name = name, .dims = std::move(dims), .units = units, .long_name = name + " of the example"};
  std::vector<Index> shape;
  for (const std::string& dim : variable.dims) {
    const Dimension& d = *set.dim(dim);
    shape.push_back(std::max(
        {d.size, static_cast<Index>(d.labels.size()), static_cast<Index>(d.values.size())}));
  }
  variable.data = NdArray(shape);
  variable.data.data = std::move(data);
  variable.storage = storage;
  return variable;
}

Variable text(const std::string& name,
              std::vector<std::string> dims,
              std::vector<std::string> values) {
  return {.name = name, .dims = std::move(dims), .text = std::move(values)};
}

Dataset inputs() {
  Dataset set{.path = "inputs", .dims = {input}};
  set.variables = {text("unit", {"input"}, {"1", "1", "B/s"}),
                   text("distribution",
                        {"input"},
                        {R"({"dist":"truncnormal","mean":0.7,"sd":0.05,"lo":0.4,"hi":1.0})",
                         R"({"dist":"triangular","lo":0.45,"mode":0.6,"hi":0.75})",
                         R"({"dist":"uniform","lo":3e12,"hi":3.35e12})"}),
                   numbers(set, "lower", {"input"}, {0, -infinity, 0}, studies::unit_of_input),
                   numbers(set, "nominal", {"input"}, {0.7, 0.6, 3.35e12}, studies::unit_of_input)};
  return set;
}

Dataset drivers() {
  Dataset set{.path = "analysis/drivers", .dims = {output, input, bound}};
  set.variables = {
      numbers(set, "S1", {"output", "input"}, {0.3139, 0, -0.004, nan, nan, nan}),
      numbers(set,
              "S1_ci",
              {"output", "input", "bound"},
              {0.302, 0.326, 0, 0, -0.012, 0.0041, nan, nan, nan, nan, nan, nan}),
      numbers(set, "ST", {"output", "input"}, {0.5576, 0, 0.2437, nan, nan, nan}),
      numbers(set,
              "ST_ci",
              {"output", "input", "bound"},
              {0.541, 0.574, 0, 0, 0.23, 0.258, nan, nan, nan, nan, nan, nan}),
      numbers(set, "mean", {"output"}, {0.01623, 700}, studies::unit_of_output),
      numbers(set,
              "mean_ci",
              {"output", "bound"},
              {0.01616, 0.01631, 700, 700},
              studies::unit_of_output),
      numbers(set, "variance", {"output"}, {4.1e-6, 0}, studies::unit_of_output_squared),
      numbers(set,
              "variance_ci",
              {"output", "bound"},
              {3.9e-6, 4.3e-6, 0, 0},
              studies::unit_of_output_squared),
      numbers(set, "dead", {"output", "input"}, {0, 1, 0, 1, 1, 1}, "", Storage::flags),
      numbers(set, "rows", {"output"}, {4096, 4096}, "1", Storage::int64),
      text("undefined", {"output"}, {"", "zero variance"}),
      text("unit", {"output"}, {"s", "W"})};
  set.variables[8].flag_meanings = {"alive", "dead"};
  set.attributes = {{"method", std::string("sobol")},
                    {"n", std::int64_t{4096}},
                    {"ci_method", std::string("replicates")},
                    {"ci_level", 0.95},
                    {"warnings", std::vector<std::string>{"W021: `power µ` does not vary"}}};
  return set;
}

Dataset band() {
  Dataset set{.path = "analysis/band",
              .dims = {output,
                       batch,
                       bound,
                       {.name = "probability", .values = {0.05, 0.5}, .units = "1"},
                       {.name = "threshold", .labels = {"tpot > 20 ms"}}}};
  const std::string unit = studies::unit_of_output;
  set.variables = {
      numbers(set, "mean", {"output", "batch"}, {0.0121, 0.01623, 700, nan}, unit),
      numbers(set,
              "mean_ci",
              {"output", "batch", "bound"},
              {0.012, 0.0122, 0.01616, 0.01631, 699, 701, nan, nan},
              unit),
      numbers(set, "sd", {"output", "batch"}, {0.001, 0.002, 10, nan}, unit),
      numbers(set,
              "sd_ci",
              {"output", "batch", "bound"},
              {0.0009, 0.0011, 0.0019, 0.0021, 9, 11, nan, nan},
              unit),
      numbers(set,
              "quantile",
              {"output", "probability", "batch"},
              {0.0105, 0.013, 0.0121, 0.0162, 690, nan, 700, nan},
              unit),
      numbers(set,
              "quantile_ci",
              {"output", "probability", "batch", "bound"},
              {0.0104,
               0.0106,
               0.0129,
               0.0131,
               0.012,
               0.0122,
               0.0161,
               0.0163,
               688,
               692,
               nan,
               nan,
               699,
               701,
               nan,
               nan},
              unit),
      numbers(set, "exceedance", {"output", "threshold", "batch"}, {0, 0.034, nan, nan}),
      numbers(set,
              "exceedance_ci",
              {"output", "threshold", "batch", "bound"},
              {0, 0.001, 0.03, 0.039, nan, nan, nan, nan}),
      text("undefined", {"output", "batch"}, {"", "", "", "a row is not finite"}),
      text("unit", {"output"}, {"s", "W"})};
  set.attributes = {{"method", std::string("propagate")},
                    {"warnings", std::vector<std::string>{}},
                    {"quantiles", std::vector<double>{0.05, 0.5}},
                    {"tolerance", std::vector<double>{}},
                    {"one", std::vector<std::string>{"only"}}};
  return set;
}

Dataset samples() {
  Dataset set{.path = "analysis/drivers/samples",
              .dims = {{.name = "sample", .size = 4}, input, output, {.name = "failure"}}};
  set.variables = {numbers(set,
                           "x",
                           {"sample", "input"},
                           {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12},
                           studies::unit_of_input),
                   numbers(set, "status", {"sample"}, {0, 1, 0, 0}, "", Storage::flags),
                   numbers(set, "failure_row", {"failure"}, {}, "1", Storage::int64),
                   text("failure_message", {"failure"}, {})};
  set.variables[1].flag_meanings = {"ok", "nonfinite"};
  return set;
}

Dataset provenance() {
  Dataset set{.path = "provenance"};
  set.variables = {text("study_toml", {}, {"format = 1\nname = \"décode\"\n"}),
                   numbers(set, "evaluations", {}, {40960}, "1", Storage::int64)};
  set.attributes = {{"model_id", std::string("roofline_llm")}, {"command_line", std::string()}};
  for (int i = 0; i < 20; ++i) {  // enough for HDF5 to change to dense attribute storage
    set.attributes.emplace_back("library_" + std::to_string(i), std::string("1.0"));
  }
  return set;
}

}  // namespace

ResultFile example_result() {
  ResultFile file;
  file.attributes = {{"title", std::string("decode latency")},
                     {"study", std::string("decode.toml")},
                     {"model", std::string("roofline_llm")},
                     {"seed", std::int64_t{42}},
                     {"status", std::string("complete")},
                     {"claim", std::string("relative-ranking-only")},
                     {"workload", std::string("chat, 1024 in / 256 out")},
                     {"hardware", std::string("8 x H100 SXM")},
                     {"slo", std::string("tpot < 50 ms")}};
  file.groups = {provenance(), inputs(), drivers(), samples(), band()};
  return file;
}

TemporaryFolder::TemporaryFolder()
    : path((std::filesystem::temp_directory_path() / "uq-store-XXXXXX").string()) {
  if (::mkdtemp(path.data()) == nullptr) {
    throw std::runtime_error("no temporary folder " + path);
  }
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
}

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

}  // namespace uq::test
