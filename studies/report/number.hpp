#pragma once

#include <string>

namespace uq::studies {

/// What values are divided by, and the unit they then have, for reading: 0.0162 in "s" is 16.2 in
/// "ms".
struct Scale {
  double divisor = 1;
  std::string unit = {};  ///< empty for "1"

  /// Text with the unit after it, when there is one.
  std::string with_unit(const std::string& number) const {
    return unit.empty() ? number : number + " " + unit;
  }
};

/// The scale that brings `magnitude` between 1 and 1000 by an SI prefix, for units that take one:
/// "s", "B/s", "FLOP", "J/token", and their squares "s^2", "(B/s)^2". Any other unit is kept.
Scale scale_for(double magnitude, const std::string& unit);

/// Unit of the square: "s^2", "(B/s)^2", "1".
std::string squared(const std::string& unit);
/// "ms/(GB/s)", "ms" per "1".
std::string quotient(const std::string& unit, const std::string& by);

/// A number without interval: six significant digits at most, no trailing zeros.
std::string plain(double value);

}  // namespace uq::studies
