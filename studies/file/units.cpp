#include "studies/file/units.hpp"

#include "studies/file/units_detail.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>

namespace uq::studies {

namespace {

enum class Prefixes { none, large, all, binary };

/// A symbol, what it is in base units, and which prefixes it takes.
struct Symbol {
  std::string_view text;
  Prefixes prefixes;
  UnitValue unit;
};

constexpr UnitValue base(int UnitValue::* exponent, double factor = 1) {
  UnitValue unit{.factor = factor};
  unit.*exponent = 1;
  return unit;
}

// Milli-bytes and the like do not exist: they are slips for mega. `FLOPS` is a rate, `FLOPs` a
// plural.
constexpr std::array symbols{
    Symbol{"s", Prefixes::all, base(&UnitValue::second)},
    Symbol{"min", Prefixes::none, base(&UnitValue::second, 60)},
    Symbol{"h", Prefixes::none, base(&UnitValue::second, 3600)},
    Symbol{"d", Prefixes::none, base(&UnitValue::second, 86400)},
    Symbol{"B", Prefixes::binary, base(&UnitValue::byte)},
    Symbol{"bit", Prefixes::binary, base(&UnitValue::byte, 0.125)},
    Symbol{"FLOP", Prefixes::large, base(&UnitValue::flop)},
    Symbol{"FLOPs", Prefixes::large, base(&UnitValue::flop)},
    Symbol{"FLOPS", Prefixes::large, UnitValue{.second = -1, .flop = 1}},
    Symbol{"Hz", Prefixes::all, UnitValue{.second = -1}},
    Symbol{"W", Prefixes::all, base(&UnitValue::watt)},
    Symbol{"J", Prefixes::all, UnitValue{.second = 1, .watt = 1}},
    Symbol{"Wh", Prefixes::all, UnitValue{.factor = 3600, .second = 1, .watt = 1}},
    Symbol{"$", Prefixes::large, base(&UnitValue::dollar)},
    Symbol{"USD", Prefixes::none, base(&UnitValue::dollar)},
    Symbol{"token", Prefixes::large, base(&UnitValue::token)},
    Symbol{"tokens", Prefixes::large, base(&UnitValue::token)},
    Symbol{"cycle", Prefixes::large, base(&UnitValue::cycle)},
    Symbol{"cycles", Prefixes::large, base(&UnitValue::cycle)},
    Symbol{"1", Prefixes::none, UnitValue{}},
    Symbol{"%", Prefixes::none, UnitValue{.factor = 0.01}},
    Symbol{"GPU", Prefixes::none, UnitValue{}},
    Symbol{"GPUs", Prefixes::none, UnitValue{}},
    Symbol{"req", Prefixes::none, UnitValue{}},
    Symbol{"request", Prefixes::none, UnitValue{}},
    Symbol{"requests", Prefixes::none, UnitValue{}},
};

struct Prefix {
  std::string_view text;
  double factor;
  Prefixes least;  ///< class of symbols from which on it is allowed
};

constexpr std::array prefixes{
    Prefix{"k", 1e3, Prefixes::large},
    Prefix{"M", 1e6, Prefixes::large},
    Prefix{"G", 1e9, Prefixes::large},
    Prefix{"T", 1e12, Prefixes::large},
    Prefix{"P", 1e15, Prefixes::large},
    Prefix{"E", 1e18, Prefixes::large},
    Prefix{"Z", 1e21, Prefixes::large},
    Prefix{"m", 1e-3, Prefixes::all},
    Prefix{"u", 1e-6, Prefixes::all},
    Prefix{"\u00b5", 1e-6, Prefixes::all},  // micro sign
    Prefix{"\u03bc", 1e-6, Prefixes::all},  // Greek mu
    Prefix{"n", 1e-9, Prefixes::all},
    Prefix{"p", 1e-12, Prefixes::all},
    Prefix{"f", 1e-15, Prefixes::all},
    Prefix{"Ki", 1024.0, Prefixes::binary},
    Prefix{"Mi", 1048576.0, Prefixes::binary},
    Prefix{"Gi", 1073741824.0, Prefixes::binary},
    Prefix{"Ti", 1099511627776.0, Prefixes::binary},
    Prefix{"Pi", 1125899906842624.0, Prefixes::binary},
};

bool takes(const Symbol& symbol, const Prefix& prefix) {
  return symbol.prefixes == prefix.least ||
         (prefix.least == Prefixes::large && symbol.prefixes != Prefixes::none);
}

constexpr std::array exponents{&UnitValue::second,
                               &UnitValue::byte,
                               &UnitValue::flop,
                               &UnitValue::watt,
                               &UnitValue::dollar,
                               &UnitValue::token,
                               &UnitValue::cycle};

std::optional<UnitValue> parse_symbol(std::string_view text) {
  for (const Symbol& symbol : symbols) {
    if (symbol.text == text) {
      return symbol.unit;
    }
  }
  for (const Prefix& prefix : prefixes) {
    if (!text.starts_with(prefix.text)) {
      continue;
    }
    for (const Symbol& symbol : symbols) {
      if (symbol.text == text.substr(prefix.text.size()) && takes(symbol, prefix)) {
        UnitValue unit = symbol.unit;
        unit.factor *= prefix.factor;
        return unit;
      }
    }
  }
  return std::nullopt;
}

/// Multiplies `product` by `unit`^`power`. The factor is divided by rather than multiplied with an
/// inverse, so that 1e9/1e3 stays exact.
void multiply(UnitValue& product, const UnitValue& unit, int power) {
  for (int i = 0; i < std::abs(power); ++i) {
    product.factor = power > 0 ? product.factor * unit.factor : product.factor / unit.factor;
  }
  for (const auto exponent : exponents) {
    product.*exponent += power * unit.*exponent;
  }
}

/// Splits "s^2" or "s²" into symbol and power; 0: not a power of -9 … 9.
int take_power(std::string_view& factor) {
  for (const auto& [mark, power] : {std::pair{"²", 2}, std::pair{"³", 3}}) {
    if (factor.ends_with(mark)) {
      factor.remove_suffix(std::string_view(mark).size());
      return power;
    }
  }
  const auto caret = factor.find('^');
  if (caret == std::string_view::npos) {
    return 1;
  }
  const std::string_view digits = factor.substr(caret + 1);
  int power = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), power);
  factor = factor.substr(0, caret);
  const bool understood = error == std::errc{} && end == digits.data() + digits.size();
  return understood && std::abs(power) <= 9 ? power : 0;
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) {
    text.remove_prefix(1);
  }
  while (text.ends_with(' ')) {
    text.remove_suffix(1);
  }
  return text;
}

}  // namespace

bool UnitValue::same_dimension(const UnitValue& other) const {
  return std::all_of(exponents.begin(), exponents.end(), [&](const auto exponent) {
    return this->*exponent == other.*exponent;
  });
}

std::optional<UnitValue> parse_unit(std::string_view text) {
  constexpr std::size_t longest = 64;
  text = trimmed(text);
  if (text.empty() || text.size() > longest) {
    return std::nullopt;
  }
  UnitValue product;
  int sign = 1;
  while (true) {
    const std::size_t end = std::min(text.find_first_of(" */"), text.size());
    std::string_view factor = text.substr(0, end);
    const int power = take_power(factor);
    const auto unit = parse_symbol(factor);
    if (!unit || power == 0) {
      return std::nullopt;
    }
    multiply(product, *unit, sign * power);
    if (end == text.size()) {
      return product;
    }
    text.remove_prefix(end);
    const std::string_view rest = trimmed(text);
    const bool divides = rest.starts_with('/');
    text = divides || rest.starts_with('*') ? trimmed(rest.substr(1)) : rest;
    sign = divides ? -1 : 1;
  }
}

std::optional<Quantity> parse_quantity(std::string_view text) {
  text = trimmed(text);
  std::string digits;
  std::size_t taken = 0;
  const auto is_digit = [&](std::size_t at) {
    return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0;
  };
  if (text.starts_with('+')) {
    ++taken;  // from_chars knows no plus sign
  }
  // An underscore counts only between digits; the unit begins where the number's characters end.
  for (; taken < text.size(); ++taken) {
    const char c = text[taken];
    if (c == '_' && taken > 0 && is_digit(taken - 1) && is_digit(taken + 1)) {
      continue;
    }
    const bool sign = (c == '-' || c == '+') && (digits.empty() || digits.back() == 'e');
    const bool exponent =
        (c == 'e' || c == 'E') && !digits.empty() &&
        (is_digit(taken + 1) ||
         (taken + 2 < text.size() && (text[taken + 1] == '-' || text[taken + 1] == '+') &&
          is_digit(taken + 2)));
    if (!is_digit(taken) && c != '.' && !sign && !exponent) {
      break;
    }
    if (c != '+') {
      digits += exponent ? 'e' : c;
    }
  }
  double value = 0;
  const char* last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), last, value);
  if (error == std::errc::result_out_of_range && end == last) {
    const bool tiny = digits.find("e-") != std::string::npos;
    value = tiny ? 0.0 : std::numeric_limits<double>::infinity();
  } else if (error != std::errc{} || end != last) {
    return std::nullopt;
  }
  return Quantity{value, std::string(trimmed(text.substr(taken)))};
}

const std::vector<std::string>& common_units() {
  static const std::vector<std::string> units{
      "1",     "%",     "s",      "ms",       "us",      "ns",      "min",    "h",
      "d",     "B",     "kB",     "MB",       "GB",      "TB",      "KiB",    "MiB",
      "GiB",   "TiB",   "B/s",    "GB/s",     "TB/s",    "GiB/s",   "Gbit/s", "FLOP",
      "GFLOP", "TFLOP", "FLOP/s", "GFLOP/s",  "TFLOP/s", "PFLOP/s", "Hz",     "MHz",
      "GHz",   "W",     "kW",     "J",        "Wh",      "kWh",     "$",      "$/h",
      "$/kWh", "token", "tokens", "tokens/s", "J/token", "cycle",   "cycles"};
  return units;
}

}  // namespace uq::studies
