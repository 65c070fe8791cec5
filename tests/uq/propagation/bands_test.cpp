#include "tests/support/catch.hpp"
#include "tests/support/statistics.hpp"
#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"
#include "uq/core/philox.hpp"
#include "uq/propagation/intervals.hpp"
#include "uq/propagation/propagate.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <vector>

using namespace uq::propagation;
using uq::Index;
using uq::PointKind;
using uq::Seed;
using uq::Vector;

namespace {

uq::IndependentDesign shape(Index n,
                            PointKind kind = PointKind::monte_carlo,
                            Index replicates = 1) {
  return {{n, 1, {}}, kind, replicates};
}

Vector uniforms(Index n, std::uint64_t seed) {
  Vector u(n);
  uq::philox_uniforms(Seed{seed}, 0, {u.data(), static_cast<std::size_t>(n)});
  return u;
}

bool same_bits(const uq::NdArray& a, const uq::NdArray& b) {
  return a.shape == b.shape &&
         std::memcmp(a.data.data(), b.data.data(), a.data.size() * sizeof(double)) == 0;
}

std::vector<const uq::NdArray*> arrays(const Bands& bands) {
  std::vector<const uq::NdArray*> all;
  uq::for_each_field<Bands>([&](const auto& field) { all.push_back(&(bands.*field.member)); });
  return all;
}

bool same_bits(const Bands& a, const Bands& b) {
  const auto left = arrays(a);
  const auto right = arrays(b);
  return std::equal(
      left.begin(), left.end(), right.begin(), [](auto* x, auto* y) { return same_bits(*x, *y); });
}

bool has_warning(const uq::Warnings& warnings, const std::string& code) {
  return std::any_of(
      warnings.begin(), warnings.end(), [&](const auto& warning) { return warning.code == code; });
}

}  // namespace

TEST_CASE("bands: figures of eight values follow by hand", "[bands][unit]") {
  Vector y(8);
  y << 8, 1, 7, 2, 6, 3, 5, 4;
  const auto result = bands(shape(8), {{y}}, {{0, 6.0}}, {.quantiles = {0.5, 0.9}});
  CHECK(result.mean.at({0, 0}) == 4.5);
  CHECK(result.sd.at({0, 0}) == Approx(std::sqrt(6.0)).epsilon(1e-14));  // 42 / 7
  const double half = student_t_quantile(0.975, 7) * std::sqrt(6.0 / 8);
  CHECK(result.mean_ci.at({0, 0, 0}) == Approx(4.5 - half).epsilon(1e-14));
  CHECK(result.mean_ci.at({0, 0, 1}) == Approx(4.5 + half).epsilon(1e-14));
  CHECK(result.quantile.at({0, 0, 0}) == 4.5);
  CHECK(result.quantile.at({0, 1, 0}) == Approx(7.7));  // Hazen: position 8 * 0.9 + 0.5
  // Bin(8, 1/2): P(<= 0) = 1/256 <= 0.025 < P(<= 1) = 9/256, so ranks 1 and 8.
  CHECK(result.quantile_ci.at({0, 0, 0, 0}) == 1);
  CHECK(result.quantile_ci.at({0, 0, 0, 1}) == 8);
  // 0.9^8 = 0.43: no order statistic lies above the 0.9 quantile often enough.
  CHECK(std::isnan(result.quantile_ci.at({0, 1, 0, 0})));
  CHECK(std::isnan(result.quantile_ci.at({0, 1, 0, 1})));
  REQUIRE(has_warning(result.warnings, "W043"));
  CHECK(result.warnings[0].message ==
        "no interval for the 0.9 quantile: level 0.95 needs 36 evaluations, there are 8");
  CHECK(result.exceedance.at({0, 0, 0}) == 0.25);  // 7 and 8; 6 does not exceed 6
  const auto exact = clopper_pearson(2, 8, 0.95);
  CHECK(result.exceedance_ci.at({0, 0, 0, 0}) == exact.lower);
  CHECK(result.exceedance_ci.at({0, 0, 0, 1}) == exact.upper);
  CHECK(result.rows.at({0, 0}) == 8);
  CHECK(result.ci_method == "order statistics");
}

TEST_CASE("bands: replicates follow by hand", "[bands][unit]") {
  // Two replicates, 1 2 3 4 and 3 4 5 8: means 2.5 and 5, medians 2.5 and 4.5.
  Vector y(8);
  y << 4, 3, 2, 1, 8, 5, 4, 3;
  const auto result = bands(shape(8, PointKind::sobol, 2), {{y}}, {{0, 3.5}}, {.quantiles = {0.5}});
  CHECK(result.mean.at({0, 0}) == 3.75);
  const double half = student_t_quantile(0.975, 1) * 1.25;  // |5 - 2.5| / sqrt(2) / sqrt(2)
  CHECK(result.mean_ci.at({0, 0, 0}) == Approx(3.75 - half));
  CHECK(result.mean_ci.at({0, 0, 1}) == Approx(3.75 + half));
  CHECK(result.sd.at({0, 0}) == Approx((std::sqrt(1.25) + std::sqrt(3.5)) / 2));
  CHECK(result.quantile.at({0, 0, 0}) == 3.5);
  CHECK(result.quantile_ci.at({0, 0, 0, 0}) == 2.5);
  CHECK(result.quantile_ci.at({0, 0, 0, 1}) == 4.5);
  CHECK(result.exceedance.at({0, 0, 0}) == 0.5);
  CHECK(result.ci_method == "replicate range");
  CHECK(has_warning(result.warnings, "W042"));
  // The range of two replicates holds the median with probability 1/2, not 0.95.
  CHECK(has_warning(result.warnings, "W044"));
  CHECK_FALSE(has_warning(bands(shape(8, PointKind::sobol, 8), {{y}}, {}, {}).warnings, "W044"));
}

TEST_CASE("bands: thresholds belong to one output, settings are apart", "[bands][unit]") {
  const std::vector<std::vector<Vector>> y{{uniforms(100, 1), uniforms(100, 2)},
                                           {uniforms(100, 3), uniforms(100, 4)},
                                           {uniforms(100, 5), uniforms(100, 6)}};
  const auto result = bands(shape(100), y, {{1, 0.5}, {0, 0.25}}, {});
  CHECK(result.mean.shape == std::vector<Index>{2, 3});
  CHECK(result.quantile_ci.shape == std::vector<Index>{2, 5, 3, 2});
  CHECK(result.exceedance.shape == std::vector<Index>{2, 2, 3});
  for (Index s = 0; s < 3; ++s) {
    CHECK(std::isnan(result.exceedance.at({0, 0, s})));
    CHECK(std::isnan(result.exceedance_ci.at({1, 1, s, 0})));
    for (Index q = 0; q < 2; ++q) {
      const Vector& column = y[static_cast<std::size_t>(s)][static_cast<std::size_t>(q)];
      const auto alone = bands(shape(100), {{column}}, {{0, q == 0 ? 0.25 : 0.5}}, {});
      CHECK(result.mean.at({q, s}) == alone.mean.at({0, 0}));
      CHECK(result.sd_ci.at({q, s, 1}) == alone.sd_ci.at({0, 0, 1}));
      CHECK(result.quantile.at({q, 3, s}) == alone.quantile.at({0, 3, 0}));
      CHECK(result.quantile_ci.at({q, 1, s, 0}) == alone.quantile_ci.at({0, 1, 0, 0}));
      CHECK(result.exceedance.at({q, 1 - q, s}) == alone.exceedance.at({0, 0, 0}));
    }
  }
}

TEST_CASE("bands: a missing value costs that output at that setting, no other bit",
          "[bands][property]") {
  for (const Index replicates : {1, 4}) {
    const auto design = shape(4096, PointKind::sobol, replicates);
    std::vector<std::vector<Vector>> y{{uniforms(4096, 1), uniforms(4096, 2)},
                                       {uniforms(4096, 3), uniforms(4096, 4)}};
    const auto whole = bands(design, y, {{0, 0.5}}, {});
    y[1][0][17] = std::numeric_limits<double>::quiet_NaN();
    y[1][0][4095] = -std::numeric_limits<double>::infinity();
    const auto holed = bands(design, y, {{0, 0.5}}, {});
    CHECK(holed.undefined ==
          std::vector<std::string>{
              "", "2 of 4096 rows (0.0488 %) are incomplete; budget 0 %", "", ""});
    CHECK(std::isnan(holed.mean.at({0, 1})));
    CHECK(std::isnan(holed.quantile_ci.at({0, 2, 1, 0})));
    CHECK(std::isnan(holed.exceedance.at({0, 0, 1})));
    CHECK(holed.rows.at({0, 1}) == 0);
    y[1][0] = uniforms(4096, 3);
    y[0][0][0] = y[0][1][0] = y[1][1][0] = std::numeric_limits<double>::quiet_NaN();
    const auto other = bands(design, y, {{0, 0.5}}, {});
    // Every figure of whole is found in one of the two, bit for bit.
    const auto all = arrays(whole);
    for (std::size_t k = 0; k < all.size(); ++k) {
      for (std::size_t i = 0; i < all[k]->data.size(); ++i) {
        const auto same = [&](const Bands& part) {
          return std::memcmp(&all[k]->data[i], &arrays(part)[k]->data[i], sizeof(double)) == 0;
        };
        CHECK((same(holed) || same(other)));
      }
    }
  }
}

TEST_CASE("bands: within the budget, rows without a value are as if they had never been drawn",
          "[bands][property]") {
  Vector y = uniforms(1000, 1);
  Vector left(900);
  for (Index k = 0; k < 1000; ++k) {
    if (k % 10 == 3) {
      y[k] = std::numeric_limits<double>::quiet_NaN();
    } else {
      left[k - (k + 6) / 10] = y[k];
    }
  }
  for (const Index replicates : {1, 4}) {
    const auto holed =
        bands(shape(1000, PointKind::lhs, replicates), {{y}}, {{0, 0.5}}, {}, {.budget = 0.1});
    const auto alone = bands(shape(900, PointKind::lhs, replicates), {{left}}, {{0, 0.5}}, {});
    CHECK(holed.undefined[0].empty());
    CHECK(holed.lost_share.at({0, 0}) == 0.1);
    CHECK(holed.rows.at({0, 0}) == 900);
    const auto left_figures = arrays(holed);
    const auto right_figures = arrays(alone);
    for (std::size_t k = 0; k < left_figures.size(); ++k) {
      CHECK(
          (left_figures[k] == &holed.lost_share || same_bits(*left_figures[k], *right_figures[k])));
    }
    const auto over =
        bands(shape(1000, PointKind::lhs, replicates), {{y}}, {}, {}, {.budget = 0.0999});
    CHECK(over.undefined[0] == "100 of 1000 rows (10 %) are incomplete; budget 9.99 %");
    CHECK(std::isnan(over.mean.at({0, 0})));
  }
}

TEST_CASE("bands: replicates may lose different numbers of rows, but none all of them",
          "[bands][unit]") {
  Vector y = uniforms(400, 1);
  y.segment(100, 60).setConstant(std::numeric_limits<double>::quiet_NaN());
  const auto design = shape(400, PointKind::sobol, 4);
  const auto some = bands(design, {{y}}, {}, {.quantiles = {0.5}}, {.budget = 0.5});
  CHECK(some.undefined[0].empty());
  CHECK(some.rows.at({0, 0}) == 340);
  Vector means(4);
  Vector medians(4);
  for (Index r = 0; r < 4; ++r) {
    const Index size = r == 1 ? 40 : 100;
    Vector own = y.segment(100 * (r + 1) - size, size);
    means[r] = own.mean();
    std::sort(own.begin(), own.end());
    medians[r] = 0.5 * (own[size / 2 - 1] + own[size / 2]);
  }
  CHECK(some.quantile_ci.at({0, 0, 0, 0}) == Approx(medians.minCoeff()).epsilon(1e-14));
  CHECK(some.quantile_ci.at({0, 0, 0, 1}) == Approx(medians.maxCoeff()).epsilon(1e-14));
  CHECK(some.mean.at({0, 0}) == Approx(means.mean()).epsilon(1e-14));
  y.segment(100, 100).setConstant(std::numeric_limits<double>::quiet_NaN());
  CHECK(bands(design, {{y}}, {}, {}, {.budget = 0.5}).undefined[0] ==
        "a replicate has lost all its rows");
  y.setConstant(std::numeric_limits<double>::quiet_NaN());
  y[7] = 5;
  CHECK(bands(shape(400), {{y}}, {}, {}, {.budget = 0.999}).undefined[0] ==
        "399 of 400 rows (99.8 %) are incomplete; at least 2 whole ones are needed");
}

TEST_CASE("bands: a constant sample has a mean without interval, and order statistics",
          "[bands][unit]") {
  for (const Index replicates : {1, 4}) {
    const auto result = bands(shape(64, PointKind::sobol, replicates),
                              {{Vector::Constant(64, 0.1)}},
                              {{0, 0.1}},
                              {.quantiles = {0.5}});
    CHECK(result.undefined[0].empty());
    CHECK(result.mean.at({0, 0}) == 0.1);
    CHECK(result.sd.at({0, 0}) == 0);
    CHECK(std::isnan(result.mean_ci.at({0, 0, 0})));  // one value in 64 may be anything
    CHECK(std::isnan(result.sd_ci.at({0, 0, 1})));
    CHECK(has_warning(result.warnings, "W047"));
    CHECK(result.quantile_ci.data == std::vector<double>{0.1, 0.1});
    CHECK(result.exceedance.at({0, 0, 0}) == 0);
    CHECK(result.exceedance_ci.at({0, 0, 0, 1}) > 0.04);  // 64 values do not exclude 4 %
  }
  const auto few = bands(shape(20), {{Vector::Zero(20)}}, {}, {.quantiles = {0.95}});
  CHECK(few.quantile.at({0, 0, 0}) == 0);
  CHECK(std::isnan(few.quantile_ci.at({0, 0, 0, 0})));  // 72 rows have one
}

TEST_CASE("bands: replicates that agree say nothing of their error", "[bands][unit]") {
  Vector y(8);
  y << 0, 1, 1, 0, 1, 0, 0, 1;
  const auto result = bands(shape(8, PointKind::sobol, 4), {{y}}, {}, {.quantiles = {0.25}});
  CHECK(result.mean.at({0, 0}) == 0.5);
  CHECK(std::isnan(result.mean_ci.at({0, 0, 0})));
  CHECK(has_warning(result.warnings, "W045"));
}

TEST_CASE("bands: same bits for any number of threads and any quantiles asked for",
          "[bands][property]") {
  const std::vector<std::vector<Vector>> y{{uniforms(40000, 1), uniforms(40000, 2)}};
  for (const Index replicates : {1, 8}) {
    const auto design = shape(40000, PointKind::sobol, replicates);
    const auto expected = bands(design, y, {{0, 0.5}}, {});
    for (const int threads : {1, 2, 3, 7}) {
      uq::set_threads(threads);
      CHECK(same_bits(bands(design, y, {{0, 0.5}}, {}), expected));
    }
    uq::set_threads(0);
    const auto fewer = bands(design, y, {{0, 0.5}}, {.quantiles = {0.37}});
    CHECK(same_bits(fewer.mean_ci, expected.mean_ci));
    CHECK(same_bits(fewer.sd_ci, expected.sd_ci));
  }
}

TEST_CASE("bands: offsets move and factors stretch every figure", "[bands][property]") {
  const Vector y = uniforms(1024, 9);
  for (const Index replicates : {1, 4}) {
    const auto design = shape(1024, PointKind::sobol, replicates);
    const auto plain = bands(design, {{y}}, {}, {});
    for (const double factor : {1e-150, 1e-300, 3.0, 1e150, 1e300}) {
      const auto stretched = bands(design, {{y * factor}}, {}, {});
      for (const auto member : {&Bands::mean_ci, &Bands::sd, &Bands::sd_ci, &Bands::quantile_ci}) {
        for (std::size_t i = 0; i < (plain.*member).data.size(); ++i) {
          CHECK((stretched.*member).data[i] / factor ==
                Approx((plain.*member).data[i]).epsilon(1e-12));
        }
      }
    }
    for (const double offset : {1e3, 1e6, 1e9}) {
      // y + offset is rounded to 2^-23 at 1e9, which moves the sd by less than 1e-7 of itself.
      const auto moved = bands(design, {{(y.array() + offset).matrix()}}, {}, {});
      CHECK(moved.sd.at({0, 0}) == Approx(plain.sd.at({0, 0})).epsilon(1e-6));
      CHECK(moved.sd_ci.at({0, 0, 1}) == Approx(plain.sd_ci.at({0, 0, 1})).epsilon(1e-6));
      CHECK(moved.mean.at({0, 0}) - offset == Approx(plain.mean.at({0, 0})).margin(3e-7));
    }
  }
}

TEST_CASE("bands: what does not fit is refused by name", "[bands][unit]") {
  const Vector y = Vector::Zero(10);
  CHECK_THROWS_WITH(bands(shape(11), {{y}}, {}, {}), Catch::Contains("11, one per point"));
  CHECK_THROWS_AS(bands(shape(10, PointKind::sobol, 3), {{y}}, {}, {}), uq::InvalidArgument);
  CHECK_THROWS_AS(bands(shape(10), {{y}, {y, y}}, {}, {}), uq::InvalidArgument);
  CHECK_THROWS_AS(bands(shape(10), {{y}}, {{1, 0.0}}, {}), uq::InvalidArgument);
  CHECK_THROWS_AS(bands(shape(10), {{y}}, {}, {.confidence = 95}), uq::InvalidArgument);
  CHECK_THROWS_AS(bands(shape(10), {{y}}, {}, {.quantiles = {1.0}}), uq::InvalidArgument);
}
