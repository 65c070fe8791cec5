// Coverage of both interval kinds (contract C10). Figures of the long run: docs/methods/sobol.md.
#include "samplers/sobol_sequence.hpp"
#include "tests/support/catch.hpp"
#include "tests/uq/sensitivity/saltelli_outputs.hpp"
#include "tests/support/statistics.hpp"
#include "uq/sensitivity/sobol.hpp"

#include <iomanip>
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
};

// One coverage per kind of figure: a shortfall of one must not hide behind the others.
struct Coverages {
  Coverage S1, ST, moments;
};

Coverages measure(const KnownFunction& function, const Setting& setting, Index repeats) {
  Coverages result;
  const auto design = shape(setting.n, function.inputs, setting.kind, setting.replicates);
  const SobolOptions options{.resamples = 200};
  for (Index repeat = 0; repeat < repeats; ++repeat) {
    const Seed seed = Seed{20}.child("repeat", static_cast<std::uint64_t>(repeat));
    const Matrix y =
        setting.kind == PointKind::monte_carlo
            ? random_outputs(function, setting.n, seed)
            : saltelli_outputs(function,
                               all_points(uq::samplers::scrambled_sobol(
                                   setting.n, 2 * function.inputs, setting.replicates, seed)));
    const auto indices = sobol(design, {y}, options, seed);
    add(result.S1, indices.S1_ci, function.S1);
    add(result.ST, indices.ST_ci, function.ST);
    add(result.moments, indices.mean_ci, {function.mean});
    add(result.moments, indices.variance_ci, {function.variance});
    result.S1.end_repeat();
    result.ST.end_repeat();
    result.moments.end_repeat();
  }
  return result;
}

void check(const Setting& setting, Index repeats) {
  for (const auto& function : functions()) {
    const auto [S1, ST, moments] = measure(function, setting, repeats);
    const auto text = [](const char* figure, const Coverage& c) {
      std::ostringstream out;
      out << std::setprecision(3) << figure << " " << c.mean() << " +- " << c.standard_error()
          << ", width " << c.mean_width() << "; ";
      return out.str();
    };
    const auto line =
        function.name + ": " + text("S1", S1) + text("ST", ST) + text("moments", moments);
    INFO(line);
    if (repeats > 1000) {
      WARN(line);
    }
    CHECK(S1.acceptable());
    CHECK(ST.acceptable());
    CHECK(moments.acceptable());
  }
}

constexpr Setting bootstrap_random{PointKind::monte_carlo, 256, 1};
constexpr Setting bootstrap_sobol{PointKind::sobol, 256, 1};
constexpr Setting replicates_sobol{PointKind::sobol, 8 * 512, 8};

}  // namespace

TEST_CASE("sobol: bootstrap intervals cover on random points", "[sobol][statistical][slow]") {
  check(bootstrap_random, 400);
}
TEST_CASE("sobol: bootstrap intervals cover on Sobol' points", "[sobol][statistical][slow]") {
  check(bootstrap_sobol, 400);
}
TEST_CASE("sobol: replicate intervals cover on Sobol' points", "[sobol][statistical][slow]") {
  check(replicates_sobol, 400);
}
TEST_CASE("sobol: intervals cover in the long run", "[.long][sobol][statistical]") {
  SECTION("bootstrap on random points") {
    check(bootstrap_random, 2000);
  }
  SECTION("bootstrap on Sobol' points") {
    check(bootstrap_sobol, 2000);
  }
  SECTION("replicates on Sobol' points") {
    check(replicates_sobol, 2000);
  }
}
