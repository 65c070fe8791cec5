#include "perfmodels/builtin.hpp"
#include "perfmodels/known/function_detail.hpp"

#include <cmath>

namespace uq::perfmodels {
namespace {

// The ten inputs of Saltelli et al. (2010), Table 5, case 1, with a shift of our own.
const std::vector<double> usual_a{0, 0, 9, 9, 9, 9, 9, 9, 9, 9};
const std::vector<double> usual_delta{0.3, 0.71, 0.05, 0.9, 0.44, 0.62, 0.18, 0.83, 0.5, 0.27};

/// An array as long as `a`; without one, `usual` as far as `a` has its length, else `fill`.
std::vector<double> as_long(const ConfigReader& read,
                            const std::string& key,
                            std::size_t length,
                            const std::vector<double>& usual,
                            double fill) {
  std::vector<double> values =
      known::finite(read, key, length == usual.size() ? usual : std::vector<double>(length, fill));
  if (values.size() != length) {
    throw ConfigError(key,
                      "`" + key + "` of known/g_star has " + std::to_string(values.size()) +
                          " numbers, `a` " + std::to_string(length),
                      "give one number per input");
  }
  return values;
}

}  // namespace

std::vector<ConfigKey> g_star_config() {
  return {{"a",
           "array of numbers >= 0, one per input",
           "[0, 0, 9, 9, 9, 9, 9, 9, 9, 9]",
           "the smaller a_i, the more x_i matters"},
          {"delta",
           "array of numbers, one per input",
           "[0.3, 0.71, 0.05, 0.9, 0.44, 0.62, 0.18, 0.83, 0.5, 0.27], or 0 each",
           "shift of x_i around the circle; no index depends on it"},
          {"alpha",
           "array of numbers > 0, one per input",
           "1 each",
           "below 1 the slope at the kink is infinite"}};
}

Model g_star(const Config& config) {
  const ConfigReader read("known/g_star", config, g_star_config());
  const std::vector<double> a = known::finite(read, "a", usual_a);
  const std::vector<double> delta = as_long(read, "delta", a.size(), usual_delta, 0);
  const std::vector<double> alpha = as_long(read, "alpha", a.size(), {}, 1);
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] < 0) {
      throw ConfigError("a", "`a` of known/g_star holds " + number_text(a[i]), "each is >= 0");
    }
    if (alpha[i] <= 0) {
      throw ConfigError(
          "alpha", "`alpha` of known/g_star holds " + number_text(alpha[i]), "each is > 0");
    }
  }
  // docs/methods/known.md Eq. 7.
  const auto value = [a, delta, alpha](const double* x) {
    double y = 1;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double shifted = x[i] + delta[i];
      const double distance = std::abs(2 * (shifted - std::floor(shifted)) - 1);
      y *= ((1 + alpha[i]) * std::pow(distance, alpha[i]) + a[i]) / (1 + a[i]);
    }
    return y;
  };
  return known::PointFunction("known/g_star(a=" + known::list_text(a) +
                                  ", delta=" + known::list_text(delta) +
                                  ", alpha=" + known::list_text(alpha) + ")",
                              known::numbered(a.size(), "uniform on [0, 1] in the literature", 0.5),
                              known::output_y("shifted G-function"),
                              value);
}

}  // namespace uq::perfmodels
