#include "studies/file/units.hpp"

#include "studies/file/units_detail.hpp"
#include "tests/support/catch.hpp"

namespace uq::studies {
namespace {

double converted(const std::string& text, const std::string& unit) {
  const auto quantity = parse_quantity(text);
  REQUIRE(quantity);
  const auto from = parse_unit(quantity->unit), to = parse_unit(unit);
  REQUIRE(from);
  REQUIRE(to);
  REQUIRE(from->same_dimension(*to));
  return convert(quantity->value, *from, *to);
}

TEST_CASE("units: prefixes are decimal, binary ones have an i", "[units][unit]") {
  CHECK(converted("1 GB", "B") == 1e9);
  CHECK(converted("1 GiB", "B") == 1073741824.0);
  CHECK(converted("3.0 TB/s", "B/s") == 3e12);
  CHECK(converted("400 Gbit/s", "GB/s") == 50);
  CHECK(converted("312 TFLOP/s", "FLOP/s") == 3.12e14);
  CHECK(converted("312 TFLOPs/s", "FLOP/s") == 3.12e14);
  CHECK(converted("312 TFLOPS", "FLOP/s") == 3.12e14);
}

TEST_CASE("units: decimal fractions arrive as the literal would", "[units][unit]") {
  CHECK(converted("32 us", "s") == 3.2e-5);
  CHECK(converted("32 µs", "s") == 3.2e-5);
  CHECK(converted("12 ns", "s") == 1.2e-8);
  CHECK(converted("50 ms", "s") == 0.05);
  CHECK(converted("60 %", "1") == 0.6);
  CHECK(converted("0.12 $/kWh", "$/J") == Approx(0.12 / 3.6e6).epsilon(1e-15));
}

TEST_CASE("units: products, quotients and powers combine", "[units][unit]") {
  CHECK(converted("1 h", "min") == 60);
  CHECK(converted("1 kWh", "J") == 3.6e6);
  CHECK(converted("2 W h", "J") == 7200);
  CHECK(converted("2 W*h", "J") == 7200);
  CHECK(converted("7.2 $/h", "$/s") == Approx(0.002).epsilon(1e-15));
  CHECK(converted("1 GB/s/GPU", "GB/s") == 1);
  CHECK(converted("1 s^2", "ms^2") == 1e6);
  CHECK(converted("1 s²", "ms^2") == 1e6);
  CHECK(converted("4 Hz", "s^-1") == 4);
  CHECK(converted("4 Hz", "1/s") == 4);
  CHECK(converted("0.6 $/Mtoken", "$/token") == Approx(6e-7).epsilon(1e-15));
}

TEST_CASE("units: what is not a unit is not understood", "[units][unit]") {
  for (const char* text : {"",
                           " ",
                           "TBps",
                           "mB",
                           "GiFLOP",
                           "s^",
                           "s^x",
                           "s^99",
                           "/s",
                           "s/",
                           "s//B",
                           "3",
                           "kmin",
                           "K%",
                           "s^0",
                           "furlong",
                           "b"}) {
    INFO(text);
    CHECK_FALSE(parse_unit(text));
  }
  CHECK_FALSE(parse_unit(std::string(100'000, 's')));
}

TEST_CASE("quantity: number and unit are separated", "[units][unit]") {
  const auto check = [](const char* text, double value, const char* unit) {
    INFO(text);
    const auto quantity = parse_quantity(text);
    REQUIRE(quantity);
    CHECK(quantity->value == value);
    CHECK(quantity->unit == unit);
  };
  check("3.0 TB/s", 3, "TB/s");
  check("3TB/s", 3, "TB/s");
  check("3EB", 3, "EB");
  check("1e3 s", 1000, "s");
  check("1E+3s", 1000, "s");
  check("1e-3s", 0.001, "s");
  check("10_000", 10'000, "");
  check(" -4.5e-2 % ", -0.045, "%");
  check("+7 $/h", 7, "$/h");
  for (const char* text :
       {"", "high", "TB/s", "1.2.3 s", "--3", "_1", ".", "+-3", "nan", "3-4 s", "3+4"}) {
    INFO(text);
    const auto quantity = parse_quantity(text);
    CHECK((!quantity || !parse_unit(quantity->unit)));
  }
}

TEST_CASE("units: dimensions have names and examples that parse", "[units][unit]") {
  for (const std::string& text : common_units()) {
    INFO(text);
    const auto unit = parse_unit(text);
    REQUIRE(unit);
    CHECK(dimension_name(*unit, text).find("a quantity in") == std::string::npos);
    const auto example = parse_quantity(example_of(*unit));
    REQUIRE(example);
    if (!example->unit.empty()) {
      CHECK(parse_unit(example->unit)->same_dimension(*unit));
    }
  }
  CHECK(dimension_name(*parse_unit("W^2"), "W^2") == "a quantity in W^2");
  CHECK(example_of(*parse_unit("W^2")).empty());
}

}  // namespace
}  // namespace uq::studies
