#include "studies/file/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace uq::studies {

namespace {

struct Dimension {
  UnitValue unit;
  std::string_view name, example;
};

constexpr std::array dimensions{
    Dimension{{}, "a plain number", "0.5"},
    Dimension{{.second = 1}, "a time", "8 us"},
    Dimension{{.byte = 1}, "an amount of data", "80 GB"},
    Dimension{{.second = -1, .byte = 1}, "a bandwidth", "3.0 TB/s"},
    Dimension{{.flop = 1}, "a number of operations", "1.2 TFLOP"},
    Dimension{{.second = -1, .flop = 1}, "a rate of operations", "312 TFLOP/s"},
    Dimension{{.byte = -1, .flop = 1}, "an arithmetic intensity", "200 FLOP/B"},
    Dimension{{.second = -1}, "a frequency", "1.4 GHz"},
    Dimension{{.watt = 1}, "a power", "700 W"},
    Dimension{{.second = 1, .watt = 1}, "an energy", "3 kJ"},
    Dimension{{.second = 1, .watt = 1, .token = -1}, "an energy per token", "0.8 J/token"},
    Dimension{{.second = 1, .byte = -1, .watt = 1}, "an energy per byte", "30 pJ/B"},
    Dimension{{.second = 1, .flop = -1, .watt = 1}, "an energy per operation", "0.5 pJ/FLOP"},
    Dimension{{.dollar = 1}, "a price", "25 $"},
    Dimension{{.second = -1, .dollar = 1}, "a price per time", "2.5 $/h"},
    Dimension{{.second = -1, .watt = -1, .dollar = 1}, "a price of energy", "0.12 $/kWh"},
    Dimension{{.dollar = 1, .token = -1}, "a price per token", "0.6 $/Mtoken"},
    Dimension{{.token = 1}, "a number of tokens", "1024 tokens"},
    Dimension{{.second = -1, .token = 1}, "a rate of tokens", "1500 tokens/s"},
    Dimension{{.second = 1, .token = -1}, "a time per token", "30 ms/token"},
    Dimension{{.byte = 1, .token = -1}, "an amount of data per token", "320 KiB/token"},
    Dimension{{.cycle = 1}, "a number of cycles", "400 cycles"},
    Dimension{{.second = -1, .cycle = 1}, "a rate of cycles", "1.4 Gcycle/s"},
    Dimension{{.byte = 1, .cycle = -1}, "an amount of data per cycle", "64 B/cycle"},
};

const Dimension* find(const UnitValue& unit) {
  const auto found = std::find_if(dimensions.begin(), dimensions.end(), [&](const Dimension& d) {
    return d.unit.same_dimension(unit);
  });
  return found == dimensions.end() ? nullptr : &*found;
}

}  // namespace

std::string dimension_name(const UnitValue& unit, std::string_view text) {
  const Dimension* dimension = find(unit);
  return dimension != nullptr ? std::string(dimension->name)
                              : fmt::format("a quantity in {}", text);
}

std::string example_of(const UnitValue& unit) {
  const Dimension* dimension = find(unit);
  return dimension != nullptr ? std::string(dimension->example) : std::string{};
}

}  // namespace uq::studies
