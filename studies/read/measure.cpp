#include "studies/file/text_detail.hpp"
#include "studies/file/units_detail.hpp"
#include "studies/read/formula_terms_detail.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace uq::studies {

namespace {

struct Base {
  int UnitValue::* exponent;
  const char* symbol;
};

constexpr std::array bases{Base{&UnitValue::second, "s"},
                           Base{&UnitValue::byte, "B"},
                           Base{&UnitValue::flop, "FLOP"},
                           Base{&UnitValue::watt, "W"},
                           Base{&UnitValue::dollar, "$"},
                           Base{&UnitValue::token, "token"},
                           Base{&UnitValue::cycle, "cycle"}};
static_assert(bases.size() == Measure::dimensions);
constexpr std::size_t second = 0, byte = 1;

// Roots and their powers come back to whole exponents up to rounding.
bool close(double a, double b) {
  return std::abs(a - b) < 1e-9;
}

/// As a unit of a study, if the exponents are whole.
std::optional<UnitValue> unit_value(const Measure& measure) {
  UnitValue unit{.factor = measure.factor};
  for (std::size_t i = 0; i < bases.size(); ++i) {
    const double whole = std::round(measure.exponents[i]);
    if (!close(whole, measure.exponents[i]) || std::abs(whole) > 99) {
      return std::nullopt;
    }
    unit.*bases[i].exponent = static_cast<int>(whole);
  }
  return unit;
}

/// The base units with their exponents: "B/s", "1/s", "W*s^0.5".
std::string base_text(const Measure& measure) {
  std::string above, below;
  for (std::size_t i = 0; i < bases.size(); ++i) {
    const double exponent = measure.exponents[i];
    if (close(exponent, 0)) {
      continue;
    }
    const double size = std::round(std::abs(exponent) * 1e9) / 1e9;
    const std::string factor =
        bases[i].symbol + (close(size, 1) ? std::string{} : "^" + number_text(size));
    if (exponent > 0) {
      above += (above.empty() ? "" : "*") + factor;
    } else {
      below += "/" + factor;
    }
  }
  return (above.empty() ? "1" : above) + below;
}

}  // namespace

bool Measure::is_number() const {
  return same_dimension(Measure{});
}

bool Measure::same_dimension(const Measure& other) const {
  return std::equal(std::begin(exponents), std::end(exponents), std::begin(other.exponents), close);
}

Measure measure_of(const UnitValue& unit) {
  Measure measure{.factor = unit.factor};
  for (std::size_t i = 0; i < bases.size(); ++i) {
    measure.exponents[i] = unit.*bases[i].exponent;
  }
  return measure;
}

Measure combined(const Measure& a, const Measure& b, bool divides) {
  Measure result = a;
  result.factor = divides ? a.factor / b.factor : a.factor * b.factor;
  for (std::size_t i = 0; i < bases.size(); ++i) {
    result.exponents[i] += divides ? -b.exponents[i] : b.exponents[i];
  }
  return result;
}

Measure raised(const Measure& a, double exponent) {
  Measure result{.factor = std::pow(a.factor, exponent)};
  for (std::size_t i = 0; i < bases.size(); ++i) {
    result.exponents[i] = a.exponents[i] * exponent;
  }
  return result;
}

bool same_factor(double a, double b) {
  return std::abs(a - b) <= 1e-12 * std::abs(b);
}

std::string name_of(const Measure& measure) {
  const auto unit = unit_value(measure);
  return unit ? dimension_name(*unit, base_text(measure)) : "a quantity in " + base_text(measure);
}

std::string unit_text(const Measure& measure) {
  for (const std::string& text : common_units()) {
    const Measure common = measure_of(parse_unit(text).value_or(UnitValue{}));
    if (common.same_dimension(measure) && same_factor(common.factor, measure.factor)) {
      return text;
    }
  }
  const std::string factor =
      same_factor(measure.factor, 1) ? "" : number_text(measure.factor) + " ";
  return factor + base_text(measure);
}

std::string example_of(const Measure& measure) {
  const auto unit = unit_value(measure);
  const std::string example = unit ? example_of(*unit) : std::string{};
  return example.empty() ? "3 " + base_text(measure) : example;
}

bool is_conversion_factor(double factor, const Measure& measure) {
  const double size = std::abs(factor);
  if (!std::isfinite(size) || size == 0 || size == 1) {
    return false;
  }
  const double large = std::max(size, 1 / size);
  const auto is = [&](double value) { return same_factor(large, value); };
  const auto is_power_of = [&](double base) {
    return is(std::pow(base, std::round(std::log(large) / std::log(base))));
  };
  const bool data = !close(measure.exponents[byte], 0);
  const bool time = !close(measure.exponents[second], 0);
  return is_power_of(10) || (data && (is_power_of(1024) || is(8))) ||
         (time && (is(60) || is(3600) || is(86400)));
}

}  // namespace uq::studies
