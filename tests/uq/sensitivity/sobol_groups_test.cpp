// Second order, groups and indices of several outputs together.
#include "samplers/saltelli.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/statistics.hpp"
#include "tests/uq/sensitivity/saltelli_outputs.hpp"
#include "uq/core/parallel.hpp"
#include "uq/propagation/intervals.hpp"
#include "uq/sensitivity/sobol.hpp"

#include <cmath>
#include <cstring>
#include <vector>

using namespace uq::sensitivity;
using namespace uq::test;
using uq::Index;
using uq::Matrix;
using uq::PointKind;
using uq::Seed;

namespace {

const SobolOptions few{.resamples = 100};

// V_ij of the G function over its variance.
double g_pair(const std::vector<double>& a, std::size_t i, std::size_t j, double variance) {
  const auto v = [&](std::size_t k) { return 1 / (3 * (1 + a[k]) * (1 + a[k])); };
  return v(i) * v(j) / variance;
}

Matrix on_sobol_points(const KnownFunction& function, const uq::SaltelliDesign& design) {
  return saltelli_outputs(function, design, all_points(design.points));
}

bool same(const uq::NdArray& a, const uq::NdArray& b) {
  return a.data.size() == b.data.size() &&
         std::memcmp(a.data.data(), b.data.data(), a.data.size() * sizeof(double)) == 0;
}

}  // namespace

TEST_CASE("sobol second order: closed forms of Ishigami and G", "[sobol][statistical]") {
  const std::vector<double> a{0, 0.5, 3, 9};
  for (const auto& function : {ishigami(), g_function(a)}) {
    const Index d = function.inputs;
    const auto design = uq::samplers::saltelli(d,
                                               {.n = 64 * 512,
                                                .second_order = true,
                                                .ci = uq::samplers::Interval::replicates,
                                                .replicates = 64},
                                               Seed{40});
    const auto got = sobol(design, {on_sobol_points(function, design)}, few, Seed{1});
    const double t = uq::propagation::student_t_quantile(0.975, 63);
    for (Index i = 0; i < d; ++i) {
      for (Index j = 0; j < d; ++j) {
        if (j <= i) {
          CHECK(std::isnan(got.S2.at({0, i, j})));
          CHECK(std::isnan(got.S2_ci.at({0, i, j, 0})));
          continue;
        }
        const double truth = function.name == "g" ? g_pair(a,
                                                           static_cast<std::size_t>(i),
                                                           static_cast<std::size_t>(j),
                                                           function.variance)
                                                  : (i == 0 && j == 2 ? function.ST[2] : 0);
        const double se = (got.S2_ci.at({0, i, j, 1}) - got.S2.at({0, i, j})) / t;
        CAPTURE(function.name, i, j);
        CHECK(within_standard_errors(got.S2.at({0, i, j}), truth, se));
        CHECK(se < 0.01);
      }
    }
  }
}

TEST_CASE("sobol second order: first and total order keep their bits", "[sobol][property]") {
  const auto function = g_function({0, 0.5, 3});
  const auto wide = wide_shape(700, 3, true);
  const Matrix y = random_outputs(function, wide, Seed{3});
  const auto with = sobol(wide, {y}, few, Seed{1});
  const auto without = sobol(shape(700, 3), {y.leftCols(5)}, few, Seed{1});
  CHECK(same(with.S1, without.S1));
  CHECK(same(with.ST, without.ST));
  CHECK(with.S1_ci.at({0, 0, 0}) == Approx(without.S1_ci.at({0, 0, 0})).epsilon(1e-12));
  CHECK(without.S2.data.empty());
}

TEST_CASE("sobol second order: a permutation of the inputs permutes the pairs",
          "[sobol][property]") {
  const auto design = wide_shape(600, 4, true);
  const Matrix y = random_outputs(g_function({0, 0.5, 3, 9}), design, Seed{3});
  const std::vector<Index> order{2, 0, 3, 1};
  Matrix moved = y;
  for (Index i = 0; i < 4; ++i) {
    const Index from = order[static_cast<std::size_t>(i)];
    moved.col(2 + i) = y.col(2 + from);
    moved.col(6 + i) = y.col(6 + from);
  }
  for (const auto interval :
       {SobolInterval::bootstrap, SobolInterval::bca, SobolInterval::asymptotic}) {
    SobolOptions options = few;
    options.interval = interval;
    const auto plain = sobol(design, {y}, options, Seed{1});
    const auto got = sobol(design, {moved}, options, Seed{1});
    for (Index i = 0; i < 4; ++i) {
      for (Index j = i + 1; j < 4; ++j) {
        const Index p =
            std::min(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(j)]);
        const Index q =
            std::max(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(j)]);
        CHECK(got.S2.at({0, i, j}) == plain.S2.at({0, p, q}));
        for (const Index bound : {0, 1}) {
          CHECK(got.S2_ci.at({0, i, j, bound}) == plain.S2_ci.at({0, p, q, bound}));
        }
      }
    }
  }
}

TEST_CASE("sobol second order: a dead input interacts with nothing, exactly", "[sobol][property]") {
  auto function = g_function({0, 0.5});
  function.inputs = 3;  // the third one changes nothing
  for (const Index replicates : {1, 4}) {
    const auto design = wide_shape(256, 3, true, true, {}, replicates);
    const Matrix y = random_outputs(function, design, Seed{3});
    for (auto options : all_estimators()) {
      for (const auto interval :
           {SobolInterval::bootstrap, SobolInterval::bca, SobolInterval::asymptotic}) {
        options.interval = interval;
        const auto got = sobol(design, {y, y}, options, Seed{1});
        CHECK(got.dead.data == std::vector<double>{0, 0, 1, 0, 0, 1});
        for (const Index bound : {0, 1}) {
          CHECK(got.S1_ci.at({0, 2, bound}) == 0);
          CHECK(got.ST_ci.at({0, 2, bound}) == 0);
          CHECK(got.S2_ci.at({0, 0, 2, bound}) == 0);
          CHECK(got.S2_ci.at({0, 1, 2, bound}) == 0);
          CHECK(got.S1_aggregated_ci.at({2, bound}) == 0);
        }
        CHECK(got.S1.at({0, 2}) == 0);
        CHECK(got.ST.at({0, 2}) == 0);
        CHECK(got.S2.at({0, 0, 2}) == 0);
        CHECK(got.ST_ci.at({0, 0, 1}) > got.ST_ci.at({0, 0, 0}));
      }
    }
  }
}

TEST_CASE("sobol groups: a group's S1 is its closed index", "[sobol][statistical]") {
  // Of Ishigami: closed index of {x1, x3} = S1 + S3 + S13 = ST1, total of it the same (x2 acts
  // alone).
  const auto function = ishigami();
  const auto design = uq::samplers::saltelli(3,
                                             {.n = 32 * 256,
                                              .ci = uq::samplers::Interval::replicates,
                                              .replicates = 32,
                                              .groups = {{0, 2}, {1}}},
                                             Seed{4});
  CHECK(design.factors() == 2);
  CHECK(design.blocks() == 4);
  const auto got = sobol(design, {on_sobol_points(function, design)}, few, Seed{1});
  const double t = uq::propagation::student_t_quantile(0.975, 31);
  for (const auto* which : {"first", "total"}) {
    const bool total = which[0] == 't';
    const auto& value = total ? got.ST : got.S1;
    const auto& ci = total ? got.ST_ci : got.S1_ci;
    for (Index g = 0; g < 2; ++g) {
      const double se = (ci.at({0, g, 1}) - value.at({0, g})) / t;
      CHECK(within_standard_errors(value.at({0, g}), function.ST[static_cast<std::size_t>(g)], se));
      CHECK(se < 0.01);
    }
  }
}

TEST_CASE("sobol groups: groups of one are inputs, bit for bit", "[sobol][property]") {
  const auto function = g_function({0, 0.5, 3});
  const auto grouped = wide_shape(300, 3, true, false, {{0}, {1}, {2}});
  const auto plain = wide_shape(300, 3, true);
  const Matrix y = random_outputs(function, plain, Seed{3});
  CHECK(random_outputs(function, grouped, Seed{3}) == y);
  CHECK(same(sobol(grouped, {y}, few, Seed{1}).S2_ci, sobol(plain, {y}, few, Seed{1}).S2_ci));
}

TEST_CASE("sobol aggregated: the mean of the outputs' indices, resampled together",
          "[sobol][property]") {
  const Matrix y = random_outputs(ishigami(), 512, Seed{2});
  const Matrix other = random_outputs(g_function({0, 1, 9}), 512, Seed{4}) * 1e6;
  const Matrix constant = Matrix::Constant(512, 5, 3);
  for (const Index replicates : {1, 8}) {
    const auto design = shape(512, 3, PointKind::monte_carlo, replicates);
    for (const auto interval :
         {SobolInterval::bootstrap, SobolInterval::bca, SobolInterval::asymptotic}) {
      SobolOptions options = few;
      options.interval = interval;
      const auto got = sobol(design, {y, constant, other}, options, Seed{1});
      for (Index i = 0; i < 3; ++i) {
        CHECK(got.S1_aggregated.at({i}) ==
              Approx((got.S1.at({0, i}) + got.S1.at({2, i})) / 2).epsilon(1e-14));
        CHECK(got.ST_aggregated.at({i}) ==
              Approx((got.ST.at({0, i}) + got.ST.at({2, i})) / 2).epsilon(1e-14));
      }
      // The same output twice adds nothing: no narrower interval.
      const auto twice = sobol(design, {y, y}, options, Seed{1});
      for (const Index bound : {0, 1}) {
        CHECK(twice.S1_aggregated_ci.at({1, bound}) ==
              Approx(twice.S1_ci.at({0, 1, bound})).epsilon(1e-12));
      }
      CHECK(sobol(design, {y}, options, Seed{1}).S1_aggregated.data.empty());
    }
  }
}

TEST_CASE("sobol: 1 to 120 inputs, any threads, every kind of block", "[sobol][property]") {
  for (const Index d : {1, 2, 15, 40, 120}) {
    std::vector<double> a(static_cast<std::size_t>(d), 9);
    a.front() = 0;
    const bool pairs = d <= 15;
    const auto design = wide_shape(64, d, pairs, true);
    const Matrix y = random_outputs(g_function(a), design, Seed{3});
    for (auto options : all_estimators()) {
      options.interval = SobolInterval::bca;
      const auto expected = sobol(design, {y}, options, Seed{1});
      uq::set_threads(3);
      const auto got = sobol(design, {y}, options, Seed{1});
      uq::set_threads(0);
      for (const auto member : {&SobolIndices::S1,
                                &SobolIndices::S1_ci,
                                &SobolIndices::ST_ci,
                                &SobolIndices::S2_ci,
                                &SobolIndices::mean_ci}) {
        CHECK(same(got.*member, expected.*member));
      }
      const auto most = std::max_element(got.S1.data.begin(), got.S1.data.end());
      CHECK(most == got.S1.data.begin());
      CHECK(got.undefined[0].empty());
    }
  }
}
