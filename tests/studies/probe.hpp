#pragma once

#include "uq/core/describe.hpp"
#include "uq/core/types.hpp"

#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace uq::studies::test {

enum class Flavour { automatic, bootstrap };
constexpr std::array<std::string_view, 2> enum_names(Flavour) {
  return {"auto", "bootstrap"};
}

/// Options of every type a method may have.
struct Probe {
  Index n = 1024;
  double confidence = 0.95;
  bool second_order = false;
  std::string on = "design";
  Flavour ci = Flavour::automatic;
  std::vector<double> quantiles = {0.05, 0.5};
  std::vector<std::string> outputs;

  static constexpr auto fields() {
    return std::tuple{
        option(&Probe::n, "n", "base rows", {.lower = 16, .upper = 1e9}),
        option(&Probe::confidence, "confidence", "level", {.lower = 0, .upper = 1, .open = true}),
        option(&Probe::second_order, "second_order", "pairs, too"),
        option(&Probe::on, "on", "sample"),
        option(&Probe::ci, "ci", "kind of interval"),
        option(&Probe::quantiles, "quantiles", "levels", {.lower = 0, .upper = 1, .open = true}),
        option(&Probe::outputs, "outputs", "subset")};
  }
};

}  // namespace uq::studies::test
