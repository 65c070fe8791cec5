// Screens: which inputs they keep, and what the dropped ones may cost.

#include "studies/criteria/screen.hpp"

#include "tests/support/catch.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace uq::studies;  // NOLINT: one namespace under test
using uq::Index;
using uq::NdArray;

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

NdArray array(std::vector<Index> shape, std::vector<double> data) {
  NdArray result;
  result.shape = std::move(shape);
  result.data = std::move(data);
  return result;
}

std::vector<uq::UncertainInput> inputs(const std::vector<std::string>& names) {
  std::vector<uq::UncertainInput> all;
  for (const std::string& name : names) {
    all.push_back({.name = name,
                   .unit = "1",
                   .column = 0,
                   .law = {uq::Uniform{0, 1}},
                   .nominal = 0.5,
                   .source = {}});
  }
  return all;
}

/// Total indices of rows (inputs or groups) for outputs y and z.
Dataset totals(const std::string& rows,
               std::vector<std::string> labels,
               std::vector<double> values) {
  const auto count = static_cast<Index>(labels.size());
  Dataset d{.path = "analysis/screen"};
  d.dims = {{.name = "output", .labels = {"y", "z"}, .size = 2},
            {.name = rows, .labels = std::move(labels), .size = count},
            {.name = "bound", .labels = {"lo", "hi"}, .size = 2}};
  std::vector<double> ends;
  for (const double value : values) {
    ends.push_back(value / 2);
    ends.push_back(value * 2);
  }
  d.variables = {{.name = "ST",
                  .dims = {"output", rows},
                  .data = array({2, count}, std::move(values)),
                  .units = "1"},
                 {.name = "ST_ci",
                  .dims = {"output", rows, "bound"},
                  .data = array({2, count, 2}, std::move(ends)),
                  .units = "1"}};
  return d;
}

Criterion keep(const Dataset& on, const std::string& text) {
  Diagnostics found;
  auto criterion = read_criterion(Node{text, {}}, on, "keep", found);
  REQUIRE(criterion.has_value());
  return *criterion;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("screen: an input is kept when any output wants it", "[screen][unit]") {
  const Dataset d = totals("input", {"a", "b", "c"}, {0.9, 0.001, 0.002, 0.4, 0.1, 0.003});
  const Screened screened = uq::studies::screened(keep(d, "ST > 0.01"), d, inputs({"a", "b", "c"}));
  CHECK(screened.kept == Names{"a", "b"});
  CHECK(screened.dropped == Names{"c"});
  CHECK(screened.undecided.empty());

  const LostVariance y = lost_variance(d, screened, "y", false);
  CHECK(y.share == 0.002);
  CHECK(y.upper == 0.004);
  CHECK(y.why.empty());
  CHECK(lost_variance(d, screened, "z", false).share == 0.003);
}

TEST_CASE("screen: an input whose figure is undefined is kept, and said so", "[screen][unit]") {
  const Dataset d = totals("input", {"a", "b", "c"}, {0.9, 0.001, none, 0.4, 0.001, 0.003});
  const Screened screened = uq::studies::screened(keep(d, "ST > 0.01"), d, inputs({"a", "b", "c"}));
  CHECK(screened.kept == Names{"a", "c"});
  CHECK(screened.dropped == Names{"b"});
  CHECK(screened.undecided == Names{"c"});
  // One that another output wants is not in doubt.
  const Dataset wanted = totals("input", {"a", "b", "c"}, {0.9, 0.001, none, 0.4, 0.001, 0.3});
  CHECK(uq::studies::screened(keep(wanted, "ST > 0.01"), wanted, inputs({"a", "b", "c"}))
            .undecided.empty());
}

TEST_CASE("screen: groups pass their members on, whatever their names", "[screen][unit]") {
  Dataset d = totals("group", {"memory", "c"}, {0.002, 0.9, 0.003, 0.4});
  d.variables.push_back({.name = "members", .dims = {"group"}, .text = {"a, b, b", "c"}});
  const Names names{"a", "b, b", "c"};
  const Screened screened = uq::studies::screened(keep(d, "ST > 0.01"), d, inputs(names));
  CHECK(screened.kept == Names{"c"});
  CHECK(screened.dropped == Names{"a", "b, b"});
  CHECK(lost_variance(d, screened, "y", false).share == 0.002);  // of the group, once
}

TEST_CASE("screen: inputs that the screen has not varied are none of its business",
          "[screen][unit]") {
  const Dataset d = totals("input", {"a", "c"}, {0.9, 0.001, 0.4, 0.001});
  const Screened screened = uq::studies::screened(keep(d, "ST > 0.01"), d, inputs({"a", "b", "c"}));
  CHECK(screened.kept == Names{"a"});
  CHECK(screened.dropped == Names{"c"});
}

TEST_CASE("screen: where nothing bounds the lost variance, the reason is given", "[screen][unit]") {
  Dataset d = totals("input", {"a", "b"}, {0.9, 0.001, 0.4, 0.001});
  const Screened screened{{"a"}, {"b"}, {}};
  const auto why = [&](const Dataset& screen, const std::string& output, bool dependent) {
    const LostVariance lost = lost_variance(screen, screened, output, dependent);
    CHECK(std::isnan(lost.share));
    CHECK(std::isnan(lost.upper));
    return lost.why;
  };
  CHECK_THAT(why(d, "y", true), Catch::Contains("depend on each other"));
  CHECK_THAT(why(d, "w", false), Catch::Contains("did not look at this output"));
  Dataset undefined = d;
  undefined.variables[0].data.data[1] = none;
  CHECK_THAT(why(undefined, "y", false), Catch::Contains("undefined"));
  Dataset first = d;
  first.variables[0].name = "S1";
  CHECK_THAT(why(first, "y", false), Catch::Contains("interactions"));
  first.variables[0].name = "mu_star";
  CHECK_THAT(why(first, "y", false), Catch::Contains("elementary effects"));
  first.variables[0].name = "y_low";
  CHECK_THAT(why(first, "y", false), Catch::Contains("no total-order indices"));
  // Without intervals the sum is still there, its upper end is not.
  d.variables.pop_back();
  const LostVariance lost = lost_variance(d, screened, "y", false);
  CHECK(lost.share == 0.001);
  CHECK(std::isnan(lost.upper));
  CHECK_THAT(lost.why, Catch::Contains("no interval"));
  CHECK(lost_variance(d, {{"a", "b"}, {}, {}}, "w", true).share == 0);  // nothing is dropped
}
