#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace uq::studies {

/// A unit as exponents of base dimensions and a factor to the base units.
struct UnitValue {
  double factor = 1;
  int second = 0, byte = 0, flop = 0, watt = 0, dollar = 0, token = 0, cycle = 0;  // exponents
  // J = W s; h = 3600 s; bit = 1/8 B; "1", "%" (0.01) are dimensionless.
  bool same_dimension(const UnitValue& other) const;
};

/// Parses "TB/s", "GiB", "us", "$/h", "tokens/s", "FLOP/s", "1", "W", "J/token", "$/kWh", "GPU" …:
/// products with `*` or space, one or several `/`, integer powers `^2`, SI decimal prefixes, binary
/// prefixes for bytes (contract C5). Empty when not understood.
std::optional<UnitValue> parse_unit(std::string_view text);

/// "3.0 TB/s" -> (3.0, "TB/s"). Accepts underscores in the number and no unit.
struct Quantity {
  double value;
  std::string unit;  ///< empty: none written
};
std::optional<Quantity> parse_quantity(std::string_view text);

/// What a unit measures, for messages: "a bandwidth", "a time", "a rate of operations", … else "a quantity in X".
std::string dimension_name(const UnitValue& unit, std::string_view text);

/// An example in the same dimension, for the remedy: "3.0 TB/s", "8 us"; empty when none is known.
std::string example_of(const UnitValue& unit);

}  // namespace uq::studies
