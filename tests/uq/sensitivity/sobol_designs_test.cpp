// Estimates on real designs: what a user gets from n points of the scrambled sequence.
#include "samplers/saltelli.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/statistics.hpp"
#include "tests/uq/sensitivity/saltelli_outputs.hpp"
#include "uq/propagation/intervals.hpp"
#include "uq/sensitivity/sobol.hpp"

#include <cmath>

using namespace uq::sensitivity;
using namespace uq::test;
using uq::Index;
using uq::Seed;

TEST_CASE("sobol: replicates on a scrambled sequence meet closed forms", "[sobol][statistical]") {
  for (const auto& function :
       {ishigami(), g_function({0, 1, 4.5, 9}), larger_of_two(), stepped()}) {
    const uq::samplers::SaltelliOptions options{
        .n = 64 * 256, .ci = uq::samplers::Interval::replicates, .replicates = 64};
    const auto design = uq::samplers::saltelli(function.inputs, options, Seed{40});
    const auto y = saltelli_outputs(function, all_points(design.points));
    const auto result = sobol(design, {y}, {}, Seed{41});
    // 64 replicates make the t interval's half-width 1.998 standard errors of a nearly normal mean.
    const double t = uq::propagation::student_t_quantile(0.975, 63);
    for (Index i = 0; i < function.inputs; ++i) {
      const auto k = static_cast<std::size_t>(i);
      CAPTURE(function.name, i);
      const double se_first = (result.S1_ci.at({0, i, 1}) - result.S1.at({0, i})) / t;
      CHECK(within_standard_errors(result.S1.at({0, i}), function.S1[k], se_first));
      const double se_total = (result.ST_ci.at({0, i, 1}) - result.ST.at({0, i})) / t;
      CHECK(within_standard_errors(result.ST.at({0, i}), function.ST[k], se_total));
      CHECK(se_first < 0.01);
      CHECK(se_total < 0.01);
    }
  }
}

TEST_CASE("sobol: one scrambled net of 16384 points is accurate to the third digit",
          "[sobol][reference]") {
  for (const auto& function : {ishigami(), g_function({0, 1, 4.5, 9}), larger_of_two()}) {
    const auto design = uq::samplers::saltelli(
        function.inputs, {.n = 16384, .ci = uq::samplers::Interval::bootstrap}, Seed{42});
    const auto y = saltelli_outputs(function, all_points(design.points));
    for (const auto first : {FirstOrder::saltelli2010, FirstOrder::jansen}) {
      const auto result =
          sobol(design, {y}, {.estimator_first = first, .resamples = 100}, Seed{41});
      CHECK(result.mean.at({0}) == Approx(function.mean).epsilon(1e-3));
      CHECK(result.variance.at({0}) == Approx(function.variance).epsilon(5e-3));
      for (Index i = 0; i < function.inputs; ++i) {
        // Independent points would give errors of about 1 / sqrt(16384) = 0.008.
        CAPTURE(function.name, i);
        CHECK(std::abs(result.S1.at({0, i}) - function.S1[static_cast<std::size_t>(i)]) < 0.003);
        CHECK(std::abs(result.ST.at({0, i}) - function.ST[static_cast<std::size_t>(i)]) < 0.003);
      }
    }
  }
}
