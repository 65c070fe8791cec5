#include "uq/sensitivity/morris.hpp"

#include "samplers/morris.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference.hpp"
#include "tests/uq/sensitivity/morris_outputs.hpp"
#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"
#include "uq/core/philox.hpp"
#include "uq/sensitivity/morris_detail.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

using namespace uq::sensitivity;
using namespace uq::test;
using uq::Index;
using uq::Matrix;
using uq::MorrisDesign;
using uq::NdArray;
using uq::Seed;
using uq::Vector;
using uq::samplers::MorrisInput;

namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

Matrix matrix(const nlohmann::json& rows) {
  Matrix result(static_cast<Index>(rows.size()), static_cast<Index>(rows.at(0).size()));
  for (Index i = 0; i < result.rows(); ++i) {
    for (Index j = 0; j < result.cols(); ++j) {
      result(i, j) = rows.at(static_cast<std::size_t>(i)).at(static_cast<std::size_t>(j));
    }
  }
  return result;
}

MorrisDesign grid(Index dims, Index trajectories, Index levels = 4, Seed seed = Seed{3}) {
  return uq::samplers::morris(std::vector<MorrisInput>(static_cast<std::size_t>(dims)),
                              singles(dims),
                              {.trajectories = trajectories, .levels = levels},
                              seed);
}

std::vector<const NdArray*> arrays(const MorrisEffects& effects) {
  std::vector<const NdArray*> all;
  uq::for_each_field<MorrisEffects>(
      [&](const auto& field) { all.push_back(&(effects.*field.member)); });
  return all;
}

bool same_bits(const NdArray& a, const NdArray& b) {
  return a.shape == b.shape &&
         std::memcmp(a.data.data(), b.data.data(), a.data.size() * sizeof(double)) == 0;
}

bool same_bits(const MorrisEffects& a, const MorrisEffects& b) {
  const auto left = arrays(a);
  const auto right = arrays(b);
  return std::equal(
      left.begin(), left.end(), right.begin(), [](auto* x, auto* y) { return same_bits(*x, *y); });
}

void check_near(const NdArray& actual, const NdArray& expected, double factor, double tolerance) {
  REQUIRE(actual.shape == expected.shape);
  for (std::size_t k = 0; k < actual.data.size(); ++k) {
    CAPTURE(k, actual.data[k], expected.data[k]);
    if (std::isnan(expected.data[k])) {
      CHECK(std::isnan(actual.data[k]));
    } else {
      CHECK(std::abs(actual.data[k] - factor * expected.data[k]) <= tolerance * std::abs(factor));
    }
  }
}

MorrisOptions few() {
  return {.resamples = 200};
}

}  // namespace

TEST_CASE("morris: printed trajectories give the printed effects", "[morris][unit]") {
  Index seen = 0;
  const auto file = reference("morris.json");
  for (const auto& item : file["cases"]) {
    if (!item.contains("X_unit_cube")) {
      continue;
    }
    CAPTURE(item["id"].get<std::string>());
    ++seen;
    const double tolerance = item["tol"];
    const MorrisDesign design = printed_trajectories(matrix(item["X_unit_cube"]));
    Matrix y(design.trajectories(), design.evaluations());
    for (Index t = 0; t < y.rows(); ++t) {
      for (Index e = 0; e < y.cols(); ++e) {
        y(t, e) = item["Y"].at(static_cast<std::size_t>(t * y.cols() + e));
      }
    }
    const Matrix effects = elementary_effects(design, y);
    CHECK((effects - matrix(item["elementary_effects"])).cwiseAbs().maxCoeff() <= 10 * tolerance);
    const MorrisEffects result = morris(design, {y}, few(), Seed{1});
    for (Index i = 0; i < design.dims(); ++i) {
      CAPTURE(i);
      const auto at = static_cast<std::size_t>(i);
      const double scale = 1 + item["mu_star"].at(at).get<double>();
      CHECK(std::abs(result.mu.at({0, i}) - item["mu"].at(at).get<double>()) <= tolerance * scale);
      CHECK(std::abs(result.mu_star.at({0, i}) - item["mu_star"].at(at).get<double>()) <=
            tolerance * scale);
      CHECK(std::abs(result.sigma.at({0, i}) - item["sigma_ddof1"].at(at).get<double>()) <=
            tolerance * scale);
      CHECK(std::abs(result.median.at({0, i}) - item["median_abs"].at(at).get<double>()) <=
            tolerance * scale);
    }
  }
  CHECK(seen == 5);
}

TEST_CASE("morris: one trajectory has no sigma and no interval", "[morris][unit]") {
  const MorrisDesign design = grid(3, 1);
  const auto result = morris(design, {morris_outputs(design, cube_polynomial())}, few(), Seed{1});
  CHECK(std::isnan(result.sigma.at({0, 0})));
  CHECK(std::isnan(result.sigma_ci.at({0, 0, 0})));
  CHECK(std::isnan(result.mu_star_ci.at({0, 0, 1})));
  CHECK(std::isnan(result.before.at({0, 0, 1})));
  CHECK(std::isfinite(result.mu.at({0, 0})));
  CHECK(std::isfinite(result.mu_star.at({0, 0})));
  REQUIRE(result.warnings.size() == 1);
  CHECK(result.warnings[0].code == "W074");
}

// Trajectories drawn until some differ are too few to enclose anything 95 times of 100: five are on
// one side of the median with a probability of 2 / 2^5 = 6 %.
TEST_CASE("morris: fewer than six trajectories have no interval at 95 %", "[morris][unit]") {
  for (const Index count : {2, 5, 6}) {
    CAPTURE(count);
    const MorrisDesign design = grid(3, count);
    const auto result = morris(design, {morris_outputs(design, cube_polynomial())}, few(), Seed{1});
    const bool enough = count == 6;
    CHECK(std::isfinite(result.sigma.at({0, 1})));
    for (const NdArray* ci :
         {&result.mu_ci, &result.mu_star_ci, &result.sigma_ci, &result.median_ci}) {
      CHECK(std::isfinite(ci->at({0, 1, 0})) == enough);
      CHECK(std::isfinite(ci->at({0, 1, 1})) == enough);
    }
    CHECK(std::isfinite(result.before.at({0, 0, 1})) == enough);
    CHECK(std::isfinite(result.below.at({0, 0})) == enough);
    CHECK(std::isfinite(result.stable_top.at({0})) == enough);
    REQUIRE(result.warnings.size() == 1);
    CHECK(result.warnings[0].code == (enough ? "W073" : "W074"));
    CHECK((enough || result.warnings[0].message.find("at least 6") != std::string::npos));
    // A level that so few can keep leaves them theirs.
    const auto lower =
        morris(design, {morris_outputs(design, cube_polynomial())}, {200, 0.5}, Seed{1});
    CHECK(std::isfinite(lower.mu_star_ci.at({0, 1, 0})));
  }
}

TEST_CASE("morris: trajectories chosen for spread have figures and no intervals",
          "[morris][unit]") {
  const MorrisDesign design = uq::samplers::morris(
      std::vector<MorrisInput>(4), singles(4), {.trajectories = 20, .optimal_from = 40}, Seed{5});
  const auto result = morris(design, {morris_outputs(design, cube_g())}, few(), Seed{1});
  for (Index i = 0; i < 4; ++i) {
    CHECK(std::isfinite(result.mu_star.at({0, i})));
    CHECK(std::isfinite(result.sigma.at({0, i})));
    for (const NdArray* ci :
         {&result.mu_ci, &result.mu_star_ci, &result.sigma_ci, &result.median_ci}) {
      CHECK(std::isnan(ci->at({0, i, 0})));
      CHECK(std::isnan(ci->at({0, i, 1})));
    }
    CHECK(std::isnan(result.below.at({0, i})));
  }
  CHECK(std::isnan(result.before.at({0, 0, 1})));
  CHECK(std::isnan(result.stable_top.at({0})));
  CHECK(result.ci_method == "none");
  REQUIRE(result.warnings.size() == 1);
  CHECK(result.warnings[0].code == "W075");
  // All of the candidates are no choice.
  const MorrisDesign all = uq::samplers::morris(
      std::vector<MorrisInput>(4), singles(4), {.trajectories = 20, .optimal_from = 20}, Seed{5});
  const auto drawn = morris(all, {morris_outputs(all, cube_g())}, few(), Seed{1});
  CHECK(std::isfinite(drawn.mu_star_ci.at({0, 0, 0})));
  CHECK(drawn.ci_method == "bootstrap");
}

TEST_CASE("morris: sigma of radial steps has no interval, which is said", "[morris][unit]") {
  const MorrisDesign design =
      uq::samplers::morris(std::vector<MorrisInput>(3),
                           singles(3),
                           {.trajectories = 30, .variant = uq::samplers::MorrisVariant::radial},
                           Seed{5});
  const auto result = morris(design, {morris_outputs(design, cube_polynomial())}, few(), Seed{1});
  for (Index i = 0; i < 3; ++i) {
    CHECK(std::isfinite(result.sigma.at({0, i})));
    CHECK(std::isnan(result.sigma_ci.at({0, i, 0})));
    CHECK(std::isfinite(result.mu_ci.at({0, i, 0})));
    CHECK(std::isfinite(result.mu_star_ci.at({0, i, 0})));
    CHECK(result.remark[static_cast<std::size_t>(i)].find("no interval of sigma: ") == 0);
  }
  CHECK(std::isfinite(result.stable_top.at({0})));
}

TEST_CASE("morris: of very many inputs not every pair is compared", "[morris][unit]") {
  for (const Index dims : {Index{256}, Index{257}}) {
    CAPTURE(dims);
    const MorrisDesign design = grid(dims, 6);
    const CubeFunction first{"first", dims, [](const Vector& u) { return 9 * u[0] + u[1]; }};
    const auto result = morris(design, {morris_outputs(design, first)}, {100}, Seed{1});
    CHECK(result.before.data.empty() == (dims > 256));
    CHECK(result.below.at({0, 0}) == 0);
    CHECK(result.below.at({0, 5}) == 1);
    CHECK(result.stable_top.at({0}) == 2);
    CHECK(result.stable_top_share.at({0}) == 1);
  }
}

TEST_CASE("morris: groups have mu_star only, groups of one everything", "[morris][unit]") {
  // x1 and x2 together, x3 on its own.
  const uq::Grouping groups{{"g1", "g2"}, {{0, 1}, {2}}};
  const MorrisDesign design = uq::samplers::morris(
      std::vector<MorrisInput>(3), groups, {.trajectories = 12, .levels = 4}, Seed{5});
  const CubeFunction sum = cube_linear(Vector{{3.0, 1.0, 2.0}});
  const auto result = morris(design, {morris_outputs(design, sum)}, few(), Seed{1});
  CHECK(std::isnan(result.mu.at({0, 0})));
  CHECK(std::isnan(result.mu_ci.at({0, 0, 0})));
  CHECK(std::isnan(result.sigma.at({0, 0})));
  CHECK(result.remark[0].find("mu_star only") == 0);
  CHECK(result.remark[1].empty());
  CHECK(result.mu.at({0, 1}) == Approx(2));
  CHECK(result.sigma.at({0, 1}) < 1e-14);
  // Together x1 and x2 change y by 3 ± 1 per unit, each in half of the trajectories.
  const Matrix effects = elementary_effects(design, morris_outputs(design, sum));
  for (const double effect : effects.col(0)) {
    CHECK((std::abs(effect - 4) < 1e-12 || std::abs(effect - 2) < 1e-12));
  }
  CHECK(result.mu_star.at({0, 0}) == Approx(effects.col(0).mean()));

  // The same inputs as groups of one: the very result of the ungrouped analysis, other names aside.
  const MorrisDesign plain = grid(3, 12);
  const MorrisDesign named = uq::samplers::morris(std::vector<MorrisInput>(3),
                                                  {{"a", "b", "c"}, {{0}, {1}, {2}}},
                                                  {.trajectories = 12, .levels = 4},
                                                  Seed{3});
  CHECK(same_bits(morris(plain, {morris_outputs(plain, sum)}, few(), Seed{1}),
                  morris(named, {morris_outputs(named, sum)}, few(), Seed{1})));
}

TEST_CASE("morris: categories have mu_star only", "[morris][unit]") {
  const MorrisDesign design = uq::samplers::morris({{.values = 3, .ordered = false}, {}},
                                                   singles(2),
                                                   {.trajectories = 30, .levels = 4},
                                                   Seed{5});
  // Categories 0, 1, 2 give 0, 10, 30: changes of 10, 20 and 30, each as likely.
  const auto result = morris(design,
                             {morris_outputs(design,
                                             {"category",
                                              2,
                                              [](const Vector& t) {
                                                const double jump[] = {0, 10, 30};
                                                return jump[std::lround(2 * t[0])] + t[1];
                                              }})},
                             few(),
                             Seed{1});
  CHECK(std::isnan(result.mu.at({0, 0})));
  CHECK(std::isnan(result.sigma.at({0, 0})));
  CHECK(result.remark[0].find("categories") != std::string::npos);
  CHECK(result.step_size.at({0}) == 1);
  CHECK(std::abs(result.mu_star.at({0, 0}) - 20) < 6);
  CHECK(result.mu.at({0, 1}) == Approx(1));
}

TEST_CASE("morris: an input that never moves is not sampled", "[morris][unit]") {
  MorrisDesign design = uq::samplers::morris(
      {{}, {.values = 1}, {}}, singles(3), {.trajectories = 20, .levels = 4}, Seed{5});
  const Matrix y = morris_outputs(design, cube_polynomial());
  const auto result = morris(design, {y}, few(), Seed{1});
  for (const NdArray* figure : {&result.mu, &result.mu_star, &result.sigma, &result.median}) {
    CHECK(std::isnan(figure->at({0, 1})));
    CHECK(std::isfinite(figure->at({0, 0})));
  }
  CHECK(std::isnan(result.dead.at({0, 1})));
  CHECK(std::isnan(result.before.at({0, 1, 0})));
  CHECK(result.effects.at({1}) == 0);
  CHECK(result.remark[1].find("not sampled") == 0);
  REQUIRE(result.warnings.size() == 1);
  CHECK(result.warnings[0].message.find("`x2`") != std::string::npos);
  // One that moves in some trajectories has its figures from these.
  MorrisDesign sometimes = grid(3, 20);
  Matrix all = morris_outputs(sometimes, cube_polynomial());
  const Vector full = elementary_effects(sometimes, all).col(0);
  sometimes.target.col(0).head(5) = sometimes.start.col(0).head(5);
  all = morris_outputs(sometimes, cube_polynomial());
  const auto rest = morris(sometimes, {all}, few(), Seed{1});
  CHECK(rest.effects.at({0}) == 15);
  CHECK(rest.mu.at({0, 0}) == Approx(full.tail(15).mean()));
  CHECK(rest.mu_ci.at({0, 0, 0}) < rest.mu.at({0, 0}));
}

TEST_CASE("morris: dead inputs are exactly zero", "[morris][unit]") {
  const MorrisDesign design = grid(4, 15);
  const CubeFunction inert{
      "inert", 4, [](const Vector& u) { return std::exp(u[0]) + u[1] + 0 * u[2] + 1e9; }};
  const auto result = morris(design, {morris_outputs(design, inert)}, few(), Seed{1});
  for (const Index i : {2, 3}) {
    CHECK(result.dead.at({0, i}) == 1);
    for (const NdArray* figure : {&result.mu, &result.mu_star, &result.sigma, &result.median}) {
      CHECK(figure->at({0, i}) == 0);
    }
    CHECK(result.mu_star_ci.at({0, i, 0}) == 0);
    CHECK(result.mu_star_ci.at({0, i, 1}) == 0);
    CHECK(result.below.at({0, i}) == 1);
  }
  CHECK(result.dead.at({0, 0}) == 0);
  CHECK(result.before.at({0, 2, 3}) == 0.5);
  CHECK(result.before.at({0, 0, 2}) == 1);
  CHECK(result.stable_top.at({0}) == 2);
  // An output that nothing moves.
  const auto still = morris(design, {Matrix::Constant(15, 5, 7.0)}, few(), Seed{1});
  CHECK(still.mu_star.at({0, 0}) == 0);
  CHECK(still.dead.at({0, 0}) == 1);
  CHECK(still.below.at({0, 0}) == 1);
  CHECK(still.stable_top.at({0}) == 0);
}

TEST_CASE("morris: incomplete trajectories are dropped whole, per output", "[morris][unit]") {
  const MorrisDesign design = grid(3, 20);
  const Matrix good = morris_outputs(design, cube_polynomial());
  Matrix bad = good;
  bad(4, 2) = no_value;
  bad(11, 0) = std::numeric_limits<double>::infinity();
  const auto alone = morris(design, {good}, few(), Seed{1});
  const auto refused = morris(design, {bad, good}, few(), Seed{1});
  CHECK(refused.undefined[0].find("2 of 20 trajectories") == 0);
  CHECK(refused.undefined[1].empty());
  CHECK(std::isnan(refused.mu_star.at({0, 0})));
  CHECK(refused.rows.at({0}) == 0);
  for (Index i = 0; i < 3; ++i) {
    CHECK(refused.sigma_ci.at({1, i, 1}) == alone.sigma_ci.at({0, i, 1}));
    CHECK(refused.mu_star.at({1, i}) == alone.mu_star.at({0, i}));
  }
  CHECK(refused.before.at({1, 0, 1}) == alone.before.at({0, 0, 1}));
  CHECK(refused.below.at({1, 2}) == alone.below.at({0, 2}));
  const auto dropped = morris(design, {bad}, few(), Seed{1}, {.budget = 0.2});
  CHECK(dropped.rows.at({0}) == 18);
  CHECK(dropped.lost_share.at({0}) == 0.1);
  std::vector<Index> kept;
  for (Index t = 0; t < 20; ++t) {
    if (t != 4 && t != 11) {
      kept.push_back(t);
    }
  }
  const MorrisDesign whole = uq::samplers::chosen_trajectories(design, kept);
  const auto expected = morris(whole, {morris_outputs(whole, cube_polynomial())}, few(), Seed{1});
  CHECK(same_bits(dropped.mu_star_ci, expected.mu_star_ci));
  CHECK(same_bits(dropped.sigma, expected.sigma));
}

TEST_CASE("morris: what a dropped trajectory held leaves no trace", "[morris][unit]") {
  const MorrisDesign design = grid(3, 20);
  Matrix y = morris_outputs(design, cube_polynomial());
  y(0, 3) = no_value;
  const auto plain = morris(design, {y}, few(), Seed{1}, {.budget = 0.1});
  y(0, 1) = 1e20;  // a resolution of this value would make every pair tie
  const auto huge = morris(design, {y}, few(), Seed{1}, {.budget = 0.1});
  CHECK(same_bits(plain, huge));
  CHECK(huge.rounding[0] == plain.rounding[0]);
  CHECK(huge.before.at({0, 1, 0}) > 0.8);
}

TEST_CASE("morris: scale, offset and order of inputs", "[morris][unit]") {
  const MorrisDesign design = grid(3, 25);
  const Matrix y = morris_outputs(design, cube_polynomial());
  const auto base = morris(design, {y}, few(), Seed{1});
  // Powers of two, so that effects that tie do so still.
  for (const double factor : {std::ldexp(1, -660), std::ldexp(1, 660), -4.0}) {
    CAPTURE(factor);
    const auto scaled = morris(design, {factor * y}, few(), Seed{1});
    const double size = std::abs(factor);
    check_near(scaled.mu_star, base.mu_star, size, 1e-13);
    check_near(scaled.mu_star_ci, base.mu_star_ci, size, 1e-13);
    check_near(scaled.sigma_ci, base.sigma_ci, size, 1e-12);
    check_near(scaled.mu, base.mu, factor, 1e-13);
    check_near(scaled.before, base.before, 1, 1e-12);
  }
  const auto moved = morris(design, {(y.array() + 1e8).matrix()}, few(), Seed{1});
  check_near(moved.mu_star, base.mu_star, 1, 1e-7);
  check_near(moved.sigma, base.sigma, 1, 1e-7);
  check_near(moved.mu_ci, base.mu_ci, 1, 1e-7);
  // The inputs in reverse: the same figures in reverse, bit for bit.
  MorrisDesign reversed = design;
  reversed.start = design.start.rowwise().reverse().eval();
  reversed.target = design.target.rowwise().reverse().eval();
  reversed.order = design.order.rowwise().reverse().eval();
  const auto backward = morris(reversed, {y}, few(), Seed{1});
  for (Index i = 0; i < 3; ++i) {
    CHECK(backward.mu_star.at({0, i}) == base.mu_star.at({0, 2 - i}));
    CHECK(backward.sigma_ci.at({0, i, 1}) == base.sigma_ci.at({0, 2 - i, 1}));
  }
}

TEST_CASE("morris: same bits for any number of threads, and of resamples", "[morris][unit]") {
  for (const Index dims : {1, 2, 15, 40, 120}) {
    CAPTURE(dims);
    const MorrisDesign design = grid(dims, 30);
    const CubeFunction product{"product", dims, [](const Vector& u) {
                                 return (1 + u.array() / 3).prod() + std::sin(5 * u[0]);
                               }};
    const Matrix y = morris_outputs(design, product);
    uq::set_threads(1);
    const auto one = morris(design, {y, 2 * y}, few(), Seed{1});
    uq::set_threads(3);
    const auto three = morris(design, {y, 2 * y}, few(), Seed{1});
    uq::set_threads(0);
    CHECK(same_bits(one, three));
    CHECK(one.stable_top.at({0}) >= (dims == 1 ? 1 : 0));
    for (Index i = 0; i < dims; ++i) {
      CHECK(one.mu_star_ci.at({0, i, 0}) <= one.mu_star.at({0, i}));
      CHECK(one.mu_star_ci.at({0, i, 1}) >= one.mu_star.at({0, i}));
      CHECK(one.mu_star.at({1, i}) == 2 * one.mu_star.at({0, i}));
    }
  }
}

TEST_CASE("morris: inputs that differ by rounding only tie", "[morris][unit]") {
  const MorrisDesign design = grid(3, 20);
  const CubeFunction sum{"sum", 3, [](const Vector& u) { return 1e6 + u[0] + u[1] + 3 * u[2]; }};
  const auto result = morris(design, {morris_outputs(design, sum)}, few(), Seed{1});
  CHECK(result.before.at({0, 0, 1}) == 0.5);
  CHECK(result.before.at({0, 1, 0}) == 0.5);
  CHECK(result.before.at({0, 2, 0}) == 1);
  CHECK(result.stable_top.at({0}) == 1);
}

TEST_CASE("morris: all kernels give the same bits", "[morris][unit]") {
  const Index rows = 37;
  const Index width = 2 * detail::product_columns;
  std::vector<double> counts(static_cast<std::size_t>(rows * detail::product_tile));
  std::vector<double> products(static_cast<std::size_t>(rows * width));
  uq::philox_uniforms(Seed{1}, 0, products);
  for (std::size_t k = 0; k < counts.size(); ++k) {
    counts[k] = static_cast<double>((k * 7) % 5);
  }
  std::vector<std::vector<double>> sums;
  for (const detail::ProductKernel& kernel : detail::product_kernels()) {
    sums.emplace_back(static_cast<std::size_t>(detail::product_tile * width), 0.25);
    kernel.add(counts.data(), products.data(), rows, width, sums.back().data());
    CAPTURE(std::string(kernel.name));
    CHECK(sums.back() == sums.front());
  }
  double expected = 0;  // resample 5, column 9
  for (Index k = 0; k < rows; ++k) {
    expected += counts[static_cast<std::size_t>(k * detail::product_tile + 5)] *
                products[static_cast<std::size_t>(k * width + 9)];
  }
  CHECK(sums.front()[static_cast<std::size_t>(5 * width + 9)] == 0.25 + expected);
}

TEST_CASE("morris: outputs of another design are refused", "[morris][unit]") {
  const MorrisDesign design = grid(3, 10);
  CHECK_THROWS_AS(morris(design, {Matrix::Zero(10, 3)}, {}, Seed{1}), uq::InvalidArgument);
  CHECK_THROWS_AS(morris(design, {Matrix::Zero(9, 4)}, {}, Seed{1}), uq::InvalidArgument);
  CHECK_THROWS_AS(elementary_effects(design, Matrix::Zero(40, 1)), uq::InvalidArgument);
}
