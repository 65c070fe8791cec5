#include "studies/report/number.hpp"
#include "studies/report/show.hpp"
#include "studies/report/table.hpp"
#include "studies/store/store.hpp"
#include "tests/studies/example.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

using Catch::Contains;
using uq::NdArray;
using uq::test::example_result;
using namespace uq::studies;

namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

Dataset& group(ResultFile& file, const std::string& path) {
  return *std::find_if(
      file.groups.begin(), file.groups.end(), [&](const Dataset& set) { return set.path == path; });
}

Variable& variable(Dataset& set, const std::string& name) {
  return *std::find_if(set.variables.begin(), set.variables.end(), [&](const Variable& v) {
    return v.name == name;
  });
}

// The line of a text that contains a word.
std::string line_with(const std::string& text, const std::string& word, std::size_t from = 0) {
  const std::size_t at = text.find(word, from);
  REQUIRE(at != std::string::npos);
  const std::size_t first = text.rfind('\n', at) + 1;
  return text.substr(first, text.find('\n', at) - first);
}

Variable filled(const std::string& name,
                std::vector<std::string> dims,
                std::vector<uq::Index> shape,
                std::vector<double> data) {
  Variable result{.name = name,
                  .dims = std::move(dims),
                  .data = NdArray(std::move(shape)),
                  .units = "1",
                  .long_name = name};
  result.data.data = std::move(data);
  return result;
}

}  // namespace

TEST_CASE("with_interval: digits are those the value and its interval have", "[report][unit]") {
  CHECK(with_interval(0.31394, 0.3021, 0.3258) == "0.314 [0.302, 0.326]");
  CHECK(with_interval(2.5e-315, 2.4e-315, 2.6e-315) == "2.50e-315 [2.40e-315, 2.60e-315]");
  CHECK(with_interval(0.314159, 0.314139, 0.314179) ==
        "0.31416 [0.31414, 0.31418]");                                         // resolves five
  CHECK(with_interval(0.0002, -0.001, 0.0013) == "0.0002 [-0.0010, 0.0013]");  // resolves one
  CHECK(with_interval(-0.0041, -0.012, 0.0041) == "-0.004 [-0.012, 0.004]");   // not clipped
  CHECK(with_interval(-0.00001, -0.012, 0.012) == "0.000 [-0.012, 0.012]");    // no "-0.000"
  CHECK(with_interval(0, 0, 0) == "0 [0, 0]");
  CHECK(with_interval(0.5, 0.5, 0.5) == "0.500 [0.500, 0.500]");
  CHECK(with_interval(12345, 12000, 12700) == "12345 [12000, 12700]");
  CHECK(with_interval(3.14159e12, 3.02e12, 3.26e12) == "3.14e12 [3.02e12, 3.26e12]");
  CHECK(with_interval(3.14159e-9, 3.02e-9, 3.26e-9) == "3.14e-9 [3.02e-9, 3.26e-9]");
  CHECK(with_interval(0.3, -infinity, 0.4) == "0.300 [-inf, 0.400]");
  CHECK(with_interval(0.3, no_value, no_value) == "0.300 [no interval]");
  CHECK(with_interval(no_value, 0, 1) == "undefined");
}

TEST_CASE("scale: SI prefixes for the units that take them", "[report][unit]") {
  const auto text = [](double value, const std::string& unit) {
    const Scale scale = scale_for(value, unit);
    return scale.with_unit(plain(value / scale.divisor));
  };
  CHECK(text(0.0162, "s") == "16.2 ms");
  CHECK(text(3.35e12, "B/s") == "3.35 TB/s");
  CHECK(text(8e-6, "s") == "8 us");
  CHECK(text(7200, "s") == "7200 s");
  CHECK(text(4.1e-6, "s^2") == "4.1 ms^2");
  CHECK(text(9e20, "(B/s)^2") == "900 (GB/s)^2");
  CHECK(text(0.25, "J/token") == "250 mJ/token");
  CHECK(text(0.5, "B") == "0.5 B");
  CHECK(text(4200, "tokens/s") == "4200 tokens/s");
  CHECK(text(0.02, "$/h") == "0.02 $/h");
  CHECK(text(0, "s") == "0 s");
  CHECK(text(0.5, "1") == "0.5");
  CHECK(squared("s") == "s^2");
  CHECK(squared("B/s") == "(B/s)^2");
  CHECK(squared("1") == "1");
}

TEST_CASE("table: columns are aligned by characters, control characters are escaped",
          "[report][unit]") {
  Table table;
  table.row({"µµ", "a", "x"});
  table.row({"bbb", "cc", "y"});
  table.row({"d", "a reason longer than the column"});
  CHECK(table.text() == "  µµ   a   x\n  bbb  cc  y\n  d    a reason longer than the column\n");
  CHECK(printable("a\x1b[31m\n\u009b") == "a\\x1b[31m\\x0a\\x9b");
  CHECK(printable("µ€") == "µ€");
}

TEST_CASE("show: the heading says what may be concluded", "[report][unit]") {
  const std::string text = show_text(example_result(), "");
  CHECK(text.starts_with("decode latency\n"));
  CHECK_THAT(text, Contains("model     roofline_llm"));
  CHECK_THAT(text, Contains("relative ranking only: the model is not calibrated"));
  CHECK_THAT(text,
             Contains("seed      42") && Contains("status    complete") &&
                 Contains("slo       tpot < 50 ms"));
  CHECK_THAT(line_with(text, "hbm_bw"),
             Contains("uniform") && Contains("3.35 TB/s") && !Contains("dist"));
}

TEST_CASE("show: sobol is a row per input, dead inputs and reasons in words", "[report][unit]") {
  const std::string text = show_text(example_result(), "drivers");
  const std::size_t start = text.find("drivers: sobol");
  CHECK_THAT(text.substr(start), Contains("intervals 95 % (replicates)"));
  CHECK(line_with(text, "eta_memory", start) ==
        "  eta_memory   0.314 [0.302, 0.326]    0.558 [0.541, 0.574]");
  CHECK(line_with(text, "eta_compute", start) == "  eta_compute  dead: changes nothing");
  CHECK(line_with(text, "hbm_bw", start) ==
        "  hbm_bw       -0.004 [-0.012, 0.004]  0.244 [0.230, 0.258]");
  CHECK(line_with(text, "mean ", start) == "  mean      16.23 [16.16, 16.31] ms");
  CHECK(line_with(text, "variance ", start) == "  variance  4.10 [3.90, 4.30] ms^2");
  CHECK(line_with(text, "every input", start) == "  every input  undefined: zero variance");
  CHECK_THAT(text, !Contains("nan"));
  CHECK_THAT(text, !Contains("band"));
  CHECK(text.ends_with("warnings\n  drivers  W021: `power µ` does not vary\n"));
}

TEST_CASE("show: one undefined cell says why, the others stay", "[report][unit]") {
  ResultFile file = example_result();
  Dataset& set = group(file, "analysis/drivers");
  variable(set, "S1").data.data[0] = no_value;
  variable(set, "undefined").text[0] = "too few rows";
  const std::string text = show_text(file, "drivers");
  CHECK_THAT(line_with(text, "eta_memory", text.find("drivers:")),
             Contains("undefined: too few rows") && Contains("0.558 [0.541, 0.574]"));
}

TEST_CASE("show: sobol with groups, pairs and a sweep names each", "[report][unit]") {
  ResultFile file;
  Dataset set{.path = "analysis/a",
              .dims = {{.name = "output", .labels = {"y"}},
                       {.name = "input", .labels = {"a", "b"}},
                       {.name = "input2", .labels = {"a", "b"}},
                       {.name = "batch", .values = {1, 8}, .units = "1"}}};
  set.variables = {filled("S1", {"output", "input", "batch"}, {1, 2, 2}, {0.1, 0.2, 0.3, 0.4})};
  set.attributes = {{"method", std::string("sobol")}};
  file.groups = {set};
  CHECK_THAT(show_text(file, "a"), Contains("y at batch = 1") && Contains("y at batch = 8"));
  CHECK(line_with(show_text(file, "a"), "b ", show_text(file, "a").find("= 8")) ==
        "  b               0.4");

  file.groups[0].variables = {
      filled("S1", {"output", "input"}, {1, 2}, {0.1, 0.2}),
      filled("S2", {"output", "input", "input2"}, {1, 2, 2}, {no_value, 0.25, no_value, no_value})};
  CHECK_THAT(show_text(file, "a"), Contains("  S2\n  a, b  0.25\n") && !Contains("undefined"));
  CHECK_THAT(show_csv(file, "a"), Contains("a,y,a,b,S2,0.25,,,1\r\n") && !Contains("S2,,"));

  file.groups[0].dims[1].name = "group";
  file.groups[0].variables = {filled("S1", {"output", "group"}, {1, 2}, {0.1, 0.2})};
  CHECK_THAT(show_text(file, "a"), Contains("  b  0.2\n"));
  CHECK_THAT(show_csv(file, "a"), Contains("a,y,b,S1,0.2,,,1\r\n"));
}

TEST_CASE("show: bands are a row per setting, in one scale per output", "[report][unit]") {
  const std::string text = show_text(example_result(), "band");
  const std::size_t start = text.find("band: propagate");
  CHECK_THAT(line_with(text, "tpot [", start), Contains("tpot [ms]"));
  CHECK_THAT(line_with(text, "q05", start),
             Contains("batch  mean") && Contains("q50") && Contains("P(tpot > 20 ms)"));
  CHECK_THAT(line_with(text, "  64 ", start),
             Contains("16.23 [16.16, 16.31]") && Contains("13.00 [12.90, 13.10]") &&
                 Contains("0.0340 [0.0300, 0.0390]"));
  CHECK_THAT(line_with(text, "undefined", start),
             Contains("64     undefined: a row is not finite"));
  // The threshold belongs to tpot: power has no such column.
  CHECK_THAT(line_with(text, "q05", text.find("power µ [W]")), !Contains("P("));
}

TEST_CASE("show: a band without a sweep is a row per quantity", "[report][unit]") {
  ResultFile file = example_result();
  Dataset& set = group(file, "analysis/band");
  set.variables = {
      filled("mean", {"output"}, {2}, {0.0121, 700}),
      filled("quantile", {"output", "probability"}, {2, 2}, {0.01, 0.012, 690, no_value})};
  const std::string text = show_text(file, "band");
  CHECK(line_with(text, "q05", text.find("band:")) == "  q05   0.01");
  CHECK_THAT(text, Contains("  q50   undefined: no reason stored"));
}

TEST_CASE("show: any other method is a table per set of dimensions", "[report][unit]") {
  ResultFile file = example_result();
  group(file, "analysis/drivers").attributes[0].second = std::string("oat");
  const std::string text = show_text(file, "drivers");
  const std::size_t start = text.find("drivers: oat");
  CHECK_THAT(line_with(text, "S1", start),
             Contains("output") && Contains("input") && Contains("ST") && Contains("dead"));
  CHECK_THAT(line_with(text, "hbm_bw", start),
             Contains("tpot") && Contains("-0.004 [-0.012, 0.004]") && Contains("alive"));
  CHECK_THAT(text, Contains("undefined: zero variance") && !Contains("nan"));
}

TEST_CASE("show: an unknown analysis is refused with the known ones", "[report][unit]") {
  CHECK_THROWS_AS(show_text(example_result(), "driver"), uq::InvalidArgument);
  for (const auto show : {show_text, show_json, show_csv}) {
    CHECK_THROWS_WITH(show(example_result(), "driver"),
                      Contains("`driver`") && Contains("drivers, band"));
  }
}

TEST_CASE("show: json has every value, null where there is none", "[report][unit]") {
  const auto json = nlohmann::json::parse(show_json(example_result(), ""));
  CHECK(json["attributes"]["claim"] == "relative-ranking-only");
  CHECK(json["inputs"]["variables"]["lower"]["values"] ==
        nlohmann::json::parse(R"([0.0, "-Infinity", 0.0])"));
  REQUIRE(json["analyses"].size() == 2);
  const auto& drivers = json["analyses"][0];
  CHECK(drivers["name"] == "drivers");
  CHECK(drivers["attributes"]["n"] == 4096);
  CHECK(drivers["coordinates"]["output"][1] == "power µ");
  CHECK(drivers["variables"]["S1"]["values"][0][0] == 0.3139);
  CHECK(drivers["variables"]["S1"]["values"][1][0].is_null());
  CHECK(drivers["variables"]["S1_ci"]["values"][0][0][1] == 0.326);
  CHECK(drivers["variables"]["S1"]["dims"] == std::vector<std::string>{"output", "input"});
  CHECK(drivers["variables"]["rows"]["values"] == std::vector<int>{4096, 4096});
  CHECK(drivers["variables"]["dead"]["flag_meanings"][1] == "dead");
}

TEST_CASE("show: csv is a row per cell, full precision, reasons as rows", "[report][unit]") {
  const std::string csv = show_csv(example_result(), "");
  CHECK(csv.starts_with("analysis,output,input,batch,quantity,value,lo,hi,unit\r\n"));
  CHECK_THAT(
      csv,
      Contains(
          "\r\ndrivers,tpot,hbm_bw,,S1,-0.004,-0.012,0.0041,1\r\n"));  // a number keeps its sign
  CHECK_THAT(csv, Contains("\r\ndrivers,power µ,hbm_bw,,S1,,,,1\r\n"));
  CHECK_THAT(csv, Contains("\r\ndrivers,power µ,,,undefined,zero variance,,,\r\n"));
  CHECK_THAT(csv, Contains("\r\nband,tpot,,64,q05,0.013,0.0129,0.0131,s\r\n"));
  CHECK_THAT(csv, Contains("\r\nband,tpot,,64,exceedance(tpot > 20 ms),0.034,0.03,0.039,1\r\n"));
  CHECK_THAT(csv, Contains("variance,4.1e-06,3.9e-06,4.3e-06,s^2"));
}

TEST_CASE("show: csv text cannot act as a formula or break a row", "[report][unit]") {
  ResultFile file = example_result();
  Dataset& set = group(file, "analysis/drivers");
  set.dims[0].labels = {"=cmd()", "a,\"b\""};
  for (const std::string start : {"+", "-", "@"}) {
    set.dims[1].labels[0] = start + "1";
    CHECK_THAT(show_csv(file, "drivers"), Contains("drivers,'=cmd(),'" + start + "1,S1,0.3139,"));
  }
  CHECK_THAT(show_csv(file, "drivers"), Contains("drivers,\"a,\"\"b\"\"\",hbm_bw,S1,"));
}
