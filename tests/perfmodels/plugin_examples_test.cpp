#include "tests/perfmodels/plugin_support.hpp"
#include "tests/support/paths.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

using namespace uq;
using namespace uq::perfmodels;

namespace {

// Work, traffic, peak rate, bandwidth: rows on both sides of the ridge.
Matrix roofline_rows(Index n) {
  Matrix x(n, 4);
  for (Index i = 0; i < n; ++i) {
    const auto t = static_cast<double>(i);
    x.row(i) << 1e12 * (1 + t), 8e9 * (1 + 0.5 * static_cast<double>(i % 7)), 1e15 / (1 + 0.01 * t),
        3e12 + 1e9 * t;
  }
  return x;
}

std::string source_text(const std::string& file) {
  std::ifstream in(test::source_dir() + "/" + file);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("plugin: the examples in C and C++ compute the roofline", "[plugin][unit]") {
  const auto library = GENERATE("roofline_c", "roofline_cpp");
  CAPTURE(library);
  const Model model = test::plugin_model(library);
  REQUIRE(model.id() == "roofline");
  REQUIRE(model.inputs().size() == 4);
  CHECK(model.inputs()[2].name == "peak");
  CHECK(model.inputs()[2].unit == "FLOP/s");
  CHECK(model.inputs()[2].lower_open);
  CHECK(model.inputs()[2].nominal == 1e15);
  REQUIRE(model.outputs().size() == 2);
  CHECK(model.outputs()[1].role == OutputRole::regime);
  CHECK(model.outputs()[1].categories == std::vector<std::string>{"compute", "memory"});
  const Matrix x = roofline_rows(1000);
  const auto result = test::evaluate_rows(model, x);
  for (Index i = 0; i < x.rows(); ++i) {
    const double compute = x(i, 0) / x(i, 2);
    const double memory = x(i, 1) / x(i, 3);
    REQUIRE(result.status[static_cast<std::size_t>(i)] == RowStatus::ok);
    REQUIRE(result.y(i, 0) == std::max(compute, memory));
    REQUIRE(result.y(i, 1) == (compute > memory ? 0 : 1));
  }
}

TEST_CASE("plugin: a library is described without creating its models", "[plugin][unit]") {
  const PluginInfo info = inspect_plugin(test::plugin("roofline_cpp"));
  CHECK(info.abi_major == 1);
  REQUIRE(info.models.size() == 1);
  CHECK(info.models[0].id == "roofline");
  CHECK(info.models[0].version == "1.0");
  CHECK(info.models[0].fidelity == Fidelity::analytical);
  CHECK(name(info.models[0].fidelity) == "analytical");
  CHECK(thread_rule(info.models[0]) == "one instance, called by all threads at once");
}

TEST_CASE("plugin: a row out of bounds never reaches the plugin", "[plugin][unit]") {
  const Model model = test::plugin_model("roofline_c");
  Matrix x = roofline_rows(6);
  x(1, 2) = 0;
  x(3, 0) = -1;
  x(5, 1) = std::numeric_limits<double>::quiet_NaN();
  const auto result = test::evaluate_rows(model, x);
  CHECK(result.messages.at(1) == "peak = 0 must be > 0");
  CHECK(result.messages.at(3) == "flop = -1 must be >= 0");
  CHECK(result.messages.at(5) == "bytes = nan must be a finite number");
  for (const Index i : {0, 2, 4}) {
    CHECK(result.status[static_cast<std::size_t>(i)] == RowStatus::ok);
    CHECK(result.y(i, 0) == std::max(x(i, 0) / x(i, 2), x(i, 1) / x(i, 3)));
  }
}

TEST_CASE("plugin: the documentation shows the example as it is", "[plugin][unit]") {
  const std::string page = source_text("docs/plugins.md");
  const std::string example = source_text("perfmodels/plugin/examples/roofline.cpp");
  REQUIRE(!example.empty());
  CHECK(page.find("```cpp\n" + example + "```\n") != std::string::npos);
}
