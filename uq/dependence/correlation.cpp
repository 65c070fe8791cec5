#include "uq/dependence/correlation.hpp"

#include "uq/core/error.hpp"

#include <cmath>
#include <numbers>
#include <string>

namespace uq {
namespace {

using std::numbers::pi;

void expects_correlation(double value, const char* function) {
  expects(value >= -1 && value <= 1,
          "correlation " + std::to_string(value) + ", required is -1 to 1",
          function);
}

}  // namespace

double latent_from_spearman(double rho) {
  expects_correlation(rho, __func__);
  return 2 * std::sin(pi * rho / 6);
}

double spearman_from_latent(double r) {
  expects_correlation(r, __func__);
  return 6 / pi * std::asin(r / 2);
}

double latent_from_kendall(double tau) {
  expects_correlation(tau, __func__);
  return std::sin(pi * tau / 2);
}

double kendall_from_latent(double r) {
  expects_correlation(r, __func__);
  return 2 / pi * std::asin(r);
}

}  // namespace uq
