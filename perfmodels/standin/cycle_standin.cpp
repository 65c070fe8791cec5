#include "perfmodels/builtin.hpp"
#include "perfmodels/known/function_detail.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <string>
#include <thread>
#include <utility>

namespace uq::perfmodels {
namespace {

// Columns, in the order of `inputs`.
enum Input {
  tokens,
  units,
  clock_rate,
  issue_efficiency,
  tile_overhead,
  hbm_bw,
  dram_latency,
  l2_capacity,
  static_power
};

// Of one unit, one line of memory and one operation; docs/methods/cycle_standin.md, Equations.
constexpr double macs_per_cycle = 1024;
constexpr double bytes_per_number = 2;
constexpr double bytes_per_line = 128;
constexpr double lines_in_flight = 512;
constexpr double highest_load = 0.9;
constexpr double joule_per_mac = 1e-12;
constexpr double joule_per_byte = 40e-12;

struct Setup {
  double columns, depth, tile, seconds;
};

InputVariable fraction(std::string name, std::string doc, double nominal) {
  InputVariable variable = known::positive(std::move(name), "1", std::move(doc), nominal);
  variable.upper = 1;
  return variable;
}

InputVariable at_least(
    double lower, std::string name, std::string unit, std::string doc, double nominal) {
  InputVariable variable = known::free(std::move(name), std::move(unit), std::move(doc), nominal);
  variable.lower = lower;
  return variable;
}

std::vector<InputVariable> inputs() {
  return {at_least(1, "tokens", "1", "rows of the activations, in whole tiles", 256),
          at_least(1, "units", "1", "processing units, whole ones", 108),
          known::positive("clock_rate", "Hz", "of the units", 1.41e9),
          fraction("issue_efficiency", "share of its multiply-adds a unit issues", 0.8),
          at_least(0, "tile_overhead", "cycles", "start and end of one tile", 4000),
          known::positive("hbm_bw", "B/s", "bandwidth of the memory", 1.55e12),
          at_least(0, "dram_latency", "s", "of an idle memory", 6e-7),
          known::positive("l2_capacity", "B", "cache that holds a part of the weights", 4e7),
          at_least(0, "static_power", "W", "of the device when it computes nothing", 90)};
}

std::vector<OutputVariable> outputs() {
  return {{.name = "time", .unit = "s", .doc = "of the multiplication", .categories = {}},
          {.name = "energy", .unit = "J", .doc = "of the multiplication", .categories = {}},
          {.name = "stall",
           .unit = "1",
           .doc = "share of the time in which the units wait for the memory",
           .role = OutputRole::diagnostic,
           .categories = {}},
          {.name = "regime",
           .unit = "1",
           .doc = "what would take longest alone",
           .kind = OutputKind::categorical,
           .role = OutputRole::regime,
           .categories = {"compute", "bandwidth", "latency"}}};
}

// docs/methods/cycle_standin.md Eq. 1 to 7.
std::array<double, 4> simulate(const Setup& s, const double* x) {
  const double rows = std::ceil(x[tokens] / s.tile) * s.tile;  // padded
  const double columns = std::ceil(s.columns / s.tile) * s.tile;
  const double tiles = (rows / s.tile) * (columns / s.tile);
  const double waves = std::ceil(tiles / std::floor(x[units]));
  const double cycles =
      s.tile * s.tile * s.depth / (macs_per_cycle * x[issue_efficiency]) + x[tile_overhead];
  const double compute = waves * cycles / x[clock_rate];

  const double weights = bytes_per_number * s.depth * s.columns;
  const double passes = std::ceil(weights / x[l2_capacity]);
  const double traffic = weights + bytes_per_number * x[tokens] * (s.depth * passes + s.columns);
  const double bandwidth = traffic / x[hbm_bw];

  const auto fourth_root = [](double a, double b, double c) {  // as they overlap, but not wholly
    const double most = std::max({a, b, c});
    const auto part = [most](double t) { return std::pow(t / most, 4); };
    return most * std::pow(part(a) + part(b) + part(c), 0.25);
  };
  // Lines in flight are limited: so is what waits for a memory that has no more to give.
  const double load = highest_load * bandwidth / fourth_root(compute, bandwidth, 0);
  const double queueing = 1 + load * load / (2 * (1 - load));
  const double requests = traffic / (bytes_per_line * lines_in_flight * tiles);
  const double latency = waves * requests * x[dram_latency] * queueing;

  const double time = fourth_root(compute, bandwidth, latency);
  const double energy =
      x[static_power] * time + joule_per_mac * rows * columns * s.depth + joule_per_byte * traffic;
  const double longest = std::max({compute, bandwidth, latency});
  const double regime = longest == compute ? 0 : longest == bandwidth ? 1 : 2;
  return {time, energy, 1 - compute / time, regime};
}

double size(const ConfigReader& read, const std::string& key, std::int64_t absent) {
  const std::int64_t value = read.integer(key, absent);
  if (value < 1) {
    throw ConfigError(key, key + " = " + std::to_string(value) + " must be at least 1");
  }
  return static_cast<double>(value);
}

Setup setup_of(const Config& config) {
  const ConfigReader read("cycle_standin", config, cycle_standin_config());
  const Setup setup{.columns = size(read, "columns", 8192),
                    .depth = size(read, "depth", 8192),
                    .tile = size(read, "tile", 128),
                    .seconds = read.number("seconds", 0)};
  constexpr double hour = 3600;
  if (!(setup.seconds >= 0 && setup.seconds <= hour)) {
    throw ConfigError("seconds",
                      "seconds = " + number_text(setup.seconds) + " is not within 0 to 3600",
                      "it is the time one evaluation takes");
  }
  return setup;
}

}  // namespace

Model cycle_standin(const Config& config) {
  const Setup setup = setup_of(config);
  const auto value = [setup](const double* x) {
    if (setup.seconds > 0) {
      std::this_thread::sleep_for(std::chrono::duration<double>(setup.seconds));
    }
    return simulate(setup, x);
  };
  // How long it takes changes no result: it is no part of what the model is.
  const std::string id = "cycle_standin(columns=" + number_text(setup.columns) +
                         ", depth=" + number_text(setup.depth) +
                         ", tile=" + number_text(setup.tile) + ")";
  return known::PointFunction(id, inputs(), outputs(), value);
}

std::vector<ConfigKey> cycle_standin_config() {
  return {{"seconds", "number, 0 to 3600", "0", "time one evaluation takes, asleep"},
          {"columns", "integer >= 1", "8192", "columns of the weights"},
          {"depth", "integer >= 1", "8192", "rows of the weights, columns of the activations"},
          {"tile", "integer >= 1", "128", "rows and columns of a tile of the result"}};
}

}  // namespace uq::perfmodels
