// Criteria on results: what they may say, what they say in each cell.

#include "studies/criteria/criterion.hpp"

#include "studies/criteria/accept.hpp"
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

/// Indices of three inputs for two outputs, of which the second has an input without value.
Dataset indices() {
  Dataset d{.path = "analysis/screen"};
  d.dims = {{.name = "output", .labels = {"tpot", "power"}, .size = 2},
            {.name = "input", .labels = {"a", "b", "c"}, .size = 3},
            {.name = "bound", .labels = {"lo", "hi"}, .size = 2}};
  d.variables = {
      {.name = "ST",
       .dims = {"output", "input"},
       .data = array({2, 3}, {0.9, 0.02, 0.001, 0.5, 0.004, none}),
       .units = "1"},
      {.name = "ST_ci",
       .dims = {"output", "input", "bound"},
       .data = array({2, 3, 2}, {0.8, 1, 0.01, 0.03, 0, 0.002, 0.4, 0.6, 0.003, 0.005, none, none}),
       .units = "1"},
      {.name = "mean",
       .dims = {"output"},
       .data = array({2}, {0.05, 400}),
       .units = unit_of_output},
      {.name = "mean_ci",
       .dims = {"output", "bound"},
       .data = array({2, 2}, {0.04, 0.06, 390, 410}),
       .units = unit_of_output},
      {.name = "rows",
       .dims = {"output"},
       .data = array({2}, {64, 64}),
       .units = "1",
       .storage = Storage::int64},
      {.name = "unit", .dims = {"output"}, .text = {"s", "W"}},
      {.name = "undefined", .dims = {"output"}, .text = {"", ""}}};
  return d;
}

/// A band over batch = 1, 128: only q95 at 128 is above 60 ms.
Dataset bands() {
  Dataset d{.path = "analysis/band"};
  d.dims = {{.name = "output", .labels = {"tpot"}, .size = 1},
            {.name = "probability", .values = {0.05, 0.5, 0.95, 0.999}, .size = 4, .units = "1"},
            {.name = "batch", .values = {1, 128}, .size = 2, .units = "1"},
            {.name = "bound", .labels = {"lo", "hi"}, .size = 2},
            {.name = "threshold", .values = {0.05}, .size = 1}};
  d.variables = {{.name = "quantile",
                  .dims = {"output", "probability", "batch"},
                  .data = array({1, 4, 2}, {0.01, 0.02, 0.015, 0.03, 0.02, 0.0626, 0.03, 0.08}),
                  .units = "s"},
                 {.name = "quantile_ci",
                  .dims = {"output", "probability", "batch", "bound"},
                  .data = array({1, 4, 2, 2},
                                {0.009,
                                 0.011,
                                 0.019,
                                 0.021,
                                 0.014,
                                 0.016,
                                 0.029,
                                 0.031,
                                 0.019,
                                 0.021,
                                 0.0621,
                                 0.0631,
                                 none,
                                 none,
                                 none,
                                 none}),
                  .units = "s"},
                 {.name = "sd",
                  .dims = {"output", "batch"},
                  .data = array({1, 2}, {0.001, 0.01}),
                  .units = "s"},
                 {.name = "exceedance",
                  .dims = {"output", "threshold", "batch"},
                  .data = array({1, 1, 2}, {0, 0.4}),
                  .units = "1"},
                 {.name = "unit", .dims = {"output"}, .text = {"s"}},
                 {.name = "undefined", .dims = {"output", "batch"}, .text = {"", ""}}};
  return d;
}

std::optional<Criterion> read(const Dataset& on, const std::string& text, Diagnostics& found) {
  return read_criterion(
      Node{text, Place{"s.toml", 1, 1, static_cast<int>(text.size()) + 2}}, on, "accept", found);
}

Criterion sound(const Dataset& on, const std::string& text) {
  Diagnostics found;
  auto criterion = read(on, text, found);
  INFO(text);
  for (const Diagnostic& diagnostic : found.all()) {
    UNSCOPED_INFO(diagnostic.code + " " + diagnostic.message);
  }
  REQUIRE(criterion.has_value());
  return *criterion;
}

/// Code and text of the one fault.
std::string fault(const Dataset& on, const std::string& text) {
  Diagnostics found;
  const auto criterion = read(on, text, found);
  INFO(text);
  REQUIRE_FALSE(criterion.has_value());
  REQUIRE(found.all().size() == 1);
  const Diagnostic& one = found.all().front();
  std::string all = one.code + " " + one.message + " " + one.label;
  for (const std::string& note : one.notes) {
    all += " | " + note;
  }
  return all;
}

/// The verdicts in the order of the cells: + holds, - fails, ? undefined.
std::string verdicts(const Dataset& on, const std::string& text) {
  std::string all;
  for (const JudgedCell& cell : judge(sound(on, text), on)) {
    all += cell.verdict == Verdict::holds ? '+' : cell.verdict == Verdict::fails ? '-' : '?';
  }
  return all;
}

}  // namespace

TEST_CASE("criteria: a figure is compared in each cell of its dimensions", "[criteria][unit]") {
  const Dataset d = indices();
  CHECK(verdicts(d, "ST > 0.01") == "++-+-?");
  CHECK(verdicts(d, "rows == 64") == "++");
  CHECK(verdicts(d, "hi(ST) > 0.02") == "++-+-?");
  CHECK(verdicts(d, "lo(ST) > 0.02") == "+--+-?");
  CHECK(verdicts(d, "ci_width(ST) < 0.05") == "-++-+?");
  CHECK(verdicts(d, "ST > 0.01 && rows > 100") == "-----?");  // (output) beside (output, input)
  CHECK(verdicts(d, "!(ST > 0.01)") == "--+-+?");
}

TEST_CASE("criteria: what is undefined neither holds nor fails, however it is negated",
          "[criteria][unit]") {
  const Dataset d = indices();
  CHECK(verdicts(d, "!(ST < 0.01)").back() == '?');
  CHECK(verdicts(d, "ST < 0.01 || rows > 1").back() == '?');
  CHECK(verdicts(d, "ST != 0").back() == '?');
  CHECK(verdicts(bands(), "hi(q99.9) < 1 s") == "??");           // a quantile without interval
  CHECK(verdicts(bands(), "sqrt(0 - sd / (1 s)) > 0") == "??");  // a NaN inside the formula
  CHECK(verdicts(bands(), "!(sqrt(0 - sd / (1 s)) > 0) && sd >= 0 s") == "??");
  CHECK(verdicts(bands(), "sd <= 1 ms || sd > 1 ms && !(sd == 5 s)") == "++");
  CHECK(verdicts(bands(), "sd > 5 ms ? sd != 5 s : sd < 0 s") == "-+");
}

TEST_CASE("criteria: max is the largest over the inputs of the same output", "[criteria][unit]") {
  const Dataset d = indices();
  CHECK(verdicts(d, "ST > 0.05 * max") == "+--+-?");  // 0.045; 0.025, without the input c
  CHECK(verdicts(d, "ST > 0.02 * max(ST)") == "++-+-?");
  CHECK(verdicts(d, "hi(ST) > 0.02 * max") == "++-+-?");
  CHECK(verdicts(d, "max(ST, 0.3) > 0.4") == "+--+-?");  // of two numbers: the function
  CHECK_THAT(fault(d, "max > 0.5"), Catch::StartsWith("U471"));
  CHECK_THAT(fault(d, "ST * rows > max"), Catch::StartsWith("U471"));
  CHECK_THAT(fault(d, "mean > 0 * max"), Catch::StartsWith("U473"));
  CHECK_THAT(fault(bands(), "max(q95) < 1 s"),
             Catch::StartsWith("U473") && Catch::Contains("`q95` has no inputs"));
}

TEST_CASE("criteria: quantiles have names, and literals units", "[criteria][unit]") {
  const Dataset d = bands();
  CHECK(verdicts(d, "q95 < 60 ms") == "+-");
  CHECK(verdicts(d, "hi(q95) < 62.9 ms") == "+-");
  CHECK(verdicts(d, "lo(q95) < 62.9 ms") == "++");
  CHECK(verdicts(d, "q95 < 0.06") == "+-");  // a plain number is in the unit of the figure
  CHECK(verdicts(d, "q99.9 < 50 ms") == "+-");
  CHECK(verdicts(d, "q5 < q50 && q50 < q95") == "++");
  CHECK(verdicts(d, "q05 < 15 ms") == "+-");
  CHECK(verdicts(d, "quantile < 60 ms") == "+++++-+-");  // every one of them
  CHECK(verdicts(d, "exceedance < 1 %") == "+-");
  CHECK_THAT(fault(d, "q90 < 60 ms"),
             Catch::StartsWith("U470") && Catch::Contains("none of the quantiles") &&
                 Catch::Contains("known: quantile, sd, exceedance, q05, q50, q95, q99.9") &&
                 Catch::Contains("add 0.9 to `quantiles`"));
}

TEST_CASE("criteria: a cell's literal is converted to the unit of its output", "[criteria][unit]") {
  Dataset d = indices();
  CHECK_THAT(fault(d, "hi(mean) < 60 ms"),
             Catch::StartsWith("U211") && Catch::Contains("at output `power`") &&
                 Catch::Contains("`hi(mean)` is a power"));
  d.variables[5].text = {"s", "ms"};
  CHECK(verdicts(d, "mean < 60 ms") == "+-");
  CHECK(verdicts(d, "mean < 0.5 s") == "++");
  CHECK(verdicts(d, "ci_width(mean) < 20.1 ms") == "++");
}

TEST_CASE("criteria: names that are no figures are refused with the nearest", "[criteria][unit]") {
  const Dataset d = indices();
  CHECK_THAT(fault(d, "STT > 0.1"),
             Catch::StartsWith("U470") && Catch::Contains("did you mean `ST`?") &&
                 Catch::Contains("known: ST, mean, rows"));
  CHECK_THAT(fault(d, "hi(S1) > 0.1"), Catch::StartsWith("U470"));
  CHECK_THAT(fault(d, "ST_ci > 0.1"), Catch::StartsWith("U470"));   // lo, hi, ci_width have it
  CHECK_THAT(fault(d, "unit == 1"), Catch::StartsWith("U470"));     // text
  CHECK_THAT(fault(d, "hi(rows) > 1"), Catch::StartsWith("U472"));  // no interval
  CHECK_THAT(fault(d, "hi > 1"), Catch::StartsWith("U471"));
  CHECK_THAT(fault(d, "hi(ST + mean) > 1"), Catch::StartsWith("U471"));
  CHECK_THAT(fault(d, "foo(ST) > 1"), Catch::StartsWith("U130"));
}

TEST_CASE("criteria: what is no condition is refused", "[criteria][unit]") {
  const Dataset d = indices();
  for (const char* text : {"ST + 1",
                           "ST",
                           "!ST",
                           "(ST)",
                           "ST > 0.1 && rows",
                           "ST > 1 ? ST : ST > 2",
                           "0 < ST < 1",
                           "abs(ST > 1)"}) {
    CHECK_THAT(fault(d, text), Catch::StartsWith("U474"));
  }
  CHECK_THAT(fault(d, "1 < 2"), Catch::StartsWith("U474") && Catch::Contains("names no figure"));
  CHECK_THAT(fault(d, ""), Catch::StartsWith("U475"));
  CHECK_THAT(fault(d, "  "), Catch::StartsWith("U475"));
  CHECK_THAT(fault(d, "ST >"), Catch::StartsWith("U130"));
  CHECK_THAT(fault(d, "ST > (1"), Catch::StartsWith("U130"));
  CHECK_THAT(fault(d, "ST # 1"), Catch::StartsWith("U130"));
  CHECK_THAT(fault(d, "ST = 1"), Catch::StartsWith("U130"));
  CHECK_THAT(fault(d, "ST < 5 xs"), Catch::StartsWith("U210"));
  for (const char* text : {"(ST > 1)",
                           "!(ST > 1)",
                           "((ST > 1) || !(ST < 2)) && rows > 1",
                           "rows > 5 ? ST > 1 : ST > 2",
                           "abs(ST) > 1"}) {
    sound(d, text);
  }
}

TEST_CASE("criteria: the place of a fault is that of its name", "[criteria][unit]") {
  Diagnostics found;
  CHECK_FALSE(read(indices(), "hi(ST) > 1 && hi(rows) > 1", found).has_value());
  CHECK(found.all().front().place.column == 1 + 1 + 17);  // the quote, then 17 characters
  CHECK(found.all().front().place.length == 4);
}

TEST_CASE("criteria: accept names the cells that fail, and why those without value do",
          "[criteria][accept][unit]") {
  const Dataset band = bands();
  const auto met = accept({sound(band, "q50 < 60 ms")}, band);
  CHECK(met.front().accepted);
  CHECK(failures_text(met, 3).empty());

  const auto unmet = accept({sound(band, "hi(q95) < 60 ms")}, band);
  CHECK_FALSE(unmet.front().accepted);
  CHECK(failures_text(unmet, 3) ==
        std::vector<std::string>{"accept failed: hi(q95) < 60 ms at tpot, batch = 128: 63.1 ms"});

  const Dataset d = indices();
  const auto doubtful = accept({sound(d, "ci_width(ST) < 0.5")}, d);
  CHECK_FALSE(doubtful.front().accepted);
  CHECK(
      failures_text(doubtful, 3) ==
      std::vector<std::string>{"accept failed: ci_width(ST) < 0.5 at power, c: undefined: `ST` has "
                               "no interval here"});
  const auto several = accept({sound(d, "ST > 2 && rows > 1")}, d);
  CHECK(
      failures_text(several, 2) ==
      std::vector<std::string>{"accept failed: ST > 2 && rows > 1 at tpot, a: ST = 0.9, rows = 64",
                               "accept failed: ST > 2 && rows > 1 at tpot, b: ST = 0.02, rows = 64",
                               "accept failed: ST > 2 && rows > 1 at 4 more cells"});
}

TEST_CASE("criteria: accept without any cell is not met", "[criteria][accept][unit]") {
  Dataset d = indices();
  const Criterion criterion = sound(d, "ST > 0");
  d.dims[1].labels.clear();
  d.dims[1].size = 0;
  CHECK_FALSE(accept({criterion}, d).front().accepted);
}

TEST_CASE("criteria: the reason of an undefined output is told", "[criteria][accept][unit]") {
  Dataset d = indices();
  const Criterion criterion = sound(d, "mean < 1 || mean > 2");
  d.variables[2].data.data[0] = none;
  d.variables[6].text[0] = "it lost 3 % of its rows";
  const auto all = judge(criterion, d);
  REQUIRE(all.size() == 2);
  CHECK(all[0].verdict == Verdict::undefined);
  CHECK(all[0].why == "it lost 3 % of its rows");
  CHECK(all[1].verdict == Verdict::holds);
}
