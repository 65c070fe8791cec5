#include "studies/file/units_detail.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace uq::studies {

namespace {

/// k where `whole` is 10^k, k > 0.
std::optional<int> power_of_ten(double whole) {
  double power = 10;  // exact up to 1e22
  for (int k = 1; k <= 22; ++k, power *= 10) {
    if (whole == power) {
      return k;
    }
  }
  return {};
}

/// value * 10^k as one would write it: the digits of the value with another exponent, so that
/// "685.829 ms" is the double of 0.685829 s, where a division would round a second time.
double shifted(double value, int k) {
  std::array<char, 64> text{};
  const auto written =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific);
  const std::string_view digits(text.data(), static_cast<std::size_t>(written.ptr - text.data()));
  const std::size_t e = digits.find('e');
  if (e == std::string_view::npos) {  // infinite
    return value;
  }
  int exponent = 0;
  const char* sign = digits.data() + e + 1;
  std::from_chars(sign + (*sign == '+' ? 1 : 0), written.ptr, exponent);
  const std::string moved = std::string(digits.substr(0, e)) + "e" + std::to_string(exponent + k);
  double result = 0;
  const auto read = std::from_chars(moved.data(), moved.data() + moved.size(), result);
  return read.ec == std::errc{} ? result : value * std::pow(10.0, k);
}

}  // namespace

double convert(double value, const UnitValue& from, const UnitValue& to) {
  // Decimal prefixes below one have no exact double, their inverses do: 3 min is 3 / 60 h,
  // correctly rounded.
  const auto whole = [](double ratio) {
    const double nearest = std::round(ratio);
    const double tolerance = 8 * std::numeric_limits<double>::epsilon() * nearest;
    return nearest >= 1 && std::abs(ratio - nearest) <= tolerance ? nearest : 0.0;
  };
  const double up = from.factor / to.factor, down = to.factor / from.factor;
  if (const double exact = whole(up); exact != 0) {
    const std::optional<int> k = power_of_ten(exact);
    return k ? shifted(value, *k) : value * exact;
  }
  if (const double exact = whole(down); exact != 0) {
    const std::optional<int> k = power_of_ten(exact);
    return k ? shifted(value, -*k) : value / exact;
  }
  return value * up;
}

}  // namespace uq::studies
