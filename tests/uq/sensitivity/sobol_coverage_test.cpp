// Coverage of all interval kinds (contract C10). Figures of the long run: docs/methods/sobol.md.
#include "samplers/sobol_sequence.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/statistics.hpp"
#include "tests/uq/sensitivity/saltelli_outputs.hpp"
#include "uq/sensitivity/sobol.hpp"

#include <iomanip>
#include <sstream>
#include <string>
#include <vector>

using namespace uq::sensitivity;
using namespace uq::test;
using uq::Index;
using uq::Matrix;
using uq::NdArray;
using uq::PointKind;
using uq::Seed;

namespace {

std::vector<KnownFunction> functions() {
  return {ishigami(), g_function({0, 1, 4.5, 9}), larger_of_two(), stepped()};
}

void add(Coverage& coverage, const NdArray& ci, const std::vector<double>& truth) {
  for (std::size_t k = 0; k < truth.size(); ++k) {
    coverage.add(ci.data[2 * k], ci.data[2 * k + 1], truth[k]);
  }
}

struct Setting {
  PointKind kind;
  Index n;
  Index replicates;
  SobolInterval interval = SobolInterval::bootstrap;
};

// One coverage per kind of figure: a shortfall of one must not hide behind the others.
struct Coverages {
  Coverage S1, ST, S2, moments;
};

// Outputs of second-order designs at points that are new in each repeat.
class Repeats {
 public:
  Repeats(const Setting& setting, Index inputs)
      : setting_(setting),
        design_(wide_shape(setting.n, inputs, true, false, {}, setting.replicates)) {
    design_.kind = setting.kind;
  }

  const uq::SaltelliDesign& design() const { return design_; }
  Seed seed(Index repeat) const {
    return Seed{20}.child("repeat", static_cast<std::uint64_t>(repeat));
  }
  Matrix outputs(const KnownFunction& function, Index repeat) const {
    return setting_.kind == PointKind::monte_carlo
               ? random_outputs(function, design_, seed(repeat))
               : saltelli_outputs(
                     function,
                     design_,
                     all_points(uq::samplers::scrambled_sobol(
                         setting_.n, design_.points.dims, setting_.replicates, seed(repeat))));
  }

 private:
  Setting setting_;
  uq::SaltelliDesign design_;
};

Coverages measure(const KnownFunction& function, const Setting& setting, Index repeats) {
  Coverages result;
  const Repeats points(setting, function.inputs);
  SobolOptions options{.resamples = 200};
  options.interval = setting.interval;
  const Index d = function.inputs;
  for (Index repeat = 0; repeat < repeats; ++repeat) {
    const Matrix y = points.outputs(function, repeat);
    const auto indices = sobol(points.design(), {y}, options, points.seed(repeat));
    add(result.S1, indices.S1_ci, function.S1);
    add(result.ST, indices.ST_ci, function.ST);
    std::size_t pair = 0;
    for (Index i = 0; i < d; ++i) {
      for (Index j = i + 1; j < d; ++j, ++pair) {
        result.S2.add(
            indices.S2_ci.at({0, i, j, 0}), indices.S2_ci.at({0, i, j, 1}), function.S2[pair]);
      }
    }
    add(result.moments, indices.mean_ci, {function.mean});
    add(result.moments, indices.variance_ci, {function.variance});
    for (Coverage* coverage : {&result.S1, &result.ST, &result.S2, &result.moments}) {
      coverage->end_repeat();
    }
  }
  return result;
}

std::string text(const char* figure, const Coverage& c) {
  std::ostringstream out;
  out << std::setprecision(3) << figure << " " << c.mean() << " +- " << c.standard_error()
      << ", width " << c.mean_width() << "; ";
  return out.str();
}

void check(const Setting& setting, Index repeats) {
  for (const auto& function : functions()) {
    const auto [S1, ST, S2, moments] = measure(function, setting, repeats);
    const auto line = function.name + ": " + text("S1", S1) + text("ST", ST) + text("S2", S2) +
                      text("moments", moments);
    INFO(line);
    if (repeats > 1000) {
      WARN(line);
    }
    CHECK(S1.acceptable());
    CHECK(ST.acceptable());
    CHECK(S2.acceptable());
    CHECK(moments.acceptable());
  }
}

// Indices of two outputs together, whose errors come from the same rows.
void check_aggregated(const Setting& setting, Index repeats) {
  const std::vector<KnownFunction> outputs{ishigami(), stepped()};
  const Repeats points(setting, 3);
  SobolOptions options{.resamples = 200};
  options.interval = setting.interval;
  Coverage S1;
  Coverage ST;
  for (Index repeat = 0; repeat < repeats; ++repeat) {
    const auto indices =
        sobol(points.design(),
              {points.outputs(outputs[0], repeat), points.outputs(outputs[1], repeat)},
              options,
              points.seed(repeat));
    for (std::size_t i = 0; i < 3; ++i) {
      const auto k = static_cast<Index>(i);
      S1.add(indices.S1_aggregated_ci.at({k, 0}),
             indices.S1_aggregated_ci.at({k, 1}),
             (outputs[0].S1[i] + outputs[1].S1[i]) / 2);
      ST.add(indices.ST_aggregated_ci.at({k, 0}),
             indices.ST_aggregated_ci.at({k, 1}),
             (outputs[0].ST[i] + outputs[1].ST[i]) / 2);
    }
    S1.end_repeat();
    ST.end_repeat();
  }
  const auto line = "aggregated: " + text("S1", S1) + text("ST", ST);
  INFO(line);
  if (repeats > 1000) {
    WARN(line);
  }
  CHECK(S1.acceptable());
  CHECK(ST.acceptable());
}

constexpr Setting bootstrap_random{PointKind::monte_carlo, 256, 1};
constexpr Setting bca_random{PointKind::monte_carlo, 256, 1, SobolInterval::bca};
constexpr Setting asymptotic_random{PointKind::monte_carlo, 256, 1, SobolInterval::asymptotic};
constexpr Setting bootstrap_sobol{PointKind::sobol, 256, 1};
constexpr Setting replicates_sobol{PointKind::sobol, 8 * 512, 8};

}  // namespace

TEST_CASE("sobol: bootstrap intervals cover on random points", "[sobol][statistical][slow]") {
  check(bootstrap_random, 400);
  check_aggregated(bootstrap_random, 400);
}
TEST_CASE("sobol: BCa intervals cover on random points", "[sobol][statistical][slow]") {
  check(bca_random, 400);
  check_aggregated(bca_random, 400);
}
TEST_CASE("sobol: delta-method intervals cover on random points", "[sobol][statistical][slow]") {
  check(asymptotic_random, 400);
  check_aggregated(asymptotic_random, 400);
}
TEST_CASE("sobol: bootstrap intervals cover on Sobol' points", "[sobol][statistical][slow]") {
  check(bootstrap_sobol, 400);
}
TEST_CASE("sobol: replicate intervals cover on Sobol' points", "[sobol][statistical][slow]") {
  check(replicates_sobol, 400);
  check_aggregated(replicates_sobol, 400);
}
TEST_CASE("sobol: intervals cover in the long run", "[.long][sobol][statistical]") {
  SECTION("bootstrap on random points") {
    check(bootstrap_random, 2000);
    check_aggregated(bootstrap_random, 2000);
  }
  SECTION("BCa on random points") {
    check(bca_random, 2000);
    check_aggregated(bca_random, 2000);
  }
  SECTION("delta method on random points") {
    check(asymptotic_random, 2000);
    check_aggregated(asymptotic_random, 2000);
  }
  SECTION("bootstrap on Sobol' points") {
    check(bootstrap_sobol, 2000);
  }
  SECTION("replicates on Sobol' points") {
    check(replicates_sobol, 2000);
    check_aggregated(replicates_sobol, 2000);
  }
}
