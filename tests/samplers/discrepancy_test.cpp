#include "samplers/discrepancy.hpp"

#include "samplers/sobol_sequence.hpp"
#include "tests/samplers/points.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference.hpp"
#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"

#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace {

using uq::Index;
using uq::Matrix;
using uq::samplers::discrepancy;
using uq::samplers::DiscrepancyKind;
using uq::samplers::min_distance;

constexpr std::array<std::pair<DiscrepancyKind, const char*>, 4> kinds{
    {{DiscrepancyKind::l2_star, "L2_star"},
     {DiscrepancyKind::centred, "centered_L2"},
     {DiscrepancyKind::wrap_around, "wraparound_L2"},
     {DiscrepancyKind::mixture, "mixture_L2"}}};

}  // namespace

TEST_CASE("discrepancy: fixed designs have the reference values", "[discrepancy][reference]") {
  const nlohmann::json reference = uq::test::reference("discrepancy.json");
  CHECK(reference["cases"].size() == 5);
  for (const auto& known : reference["cases"]) {
    INFO(known["id"].get<std::string>());
    const auto& rows = known["points"];
    Matrix points(static_cast<Index>(rows.size()), static_cast<Index>(rows[0].size()));
    for (Index i = 0; i < points.rows(); ++i) {
      for (Index j = 0; j < points.cols(); ++j) {
        points(i, j) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].get<double>();
      }
    }
    const double tolerance = known["tol"].get<double>();
    for (const auto& kind : kinds) {
      const std::string name = kind.second;
      INFO(name);
      const auto found = discrepancy(points, kind.first);
      CHECK(std::abs(found.squared - known[name + "_squared"].get<double>()) <= tolerance);
      CHECK(std::abs(found.root - known[name].get<double>()) <= tolerance);
    }
    CHECK(std::abs(min_distance(points) - known["min_distance"].get<double>()) <= tolerance);
  }
}

TEST_CASE("discrepancy: any number of threads gives the same bits", "[discrepancy][property]") {
  const Matrix u = uq::test::all(uq::samplers::scrambled_sobol(700, 5, 1, {1}));
  for (const auto& kind : kinds) {
    uq::set_threads(1);
    const double expected = discrepancy(u, kind.first).squared;
    const double distance = min_distance(u);
    uq::set_threads(3);
    CHECK(discrepancy(u, kind.first).squared == expected);
    CHECK(min_distance(u) == distance);
    uq::set_threads(0);
  }
}

// Which point or coordinate comes first does not matter; centred, wrap-around and mixture do not
// see a reflection, and wrap-around not even a rotation of a coordinate.
TEST_CASE("discrepancy: symmetries of the boxes are those of the value",
          "[discrepancy][property]") {
  const Matrix u = uq::test::all(uq::samplers::scrambled_sobol(600, 3, 1, {2}));
  Matrix mirrored = u;
  mirrored.col(1) = 1 - u.col(1).array();
  Matrix rotated = u;
  rotated.col(2) = (u.col(2).array() + 0.3).unaryExpr([](double x) { return x - std::floor(x); });
  const double rounding = 1e-14;  // of sums of terms up to 2
  for (const auto& kind : kinds) {
    INFO(kind.second);
    const double value = discrepancy(u, kind.first).squared;
    CHECK(std::abs(discrepancy(u.rowwise().reverse(), kind.first).squared - value) < rounding);
    CHECK(std::abs(discrepancy(u.colwise().reverse(), kind.first).squared - value) < rounding);
    const bool symmetric = std::abs(discrepancy(mirrored, kind.first).squared - value) < rounding;
    CHECK(symmetric == (kind.first != DiscrepancyKind::l2_star));
    const bool periodic = std::abs(discrepancy(rotated, kind.first).squared - value) < rounding;
    CHECK(periodic == (kind.first == DiscrepancyKind::wrap_around));
  }
}

TEST_CASE("discrepancy: nets are evener than random points", "[discrepancy][property]") {
  const Matrix net = uq::test::all(uq::samplers::sobol_points(512, 4));
  const Matrix random = (Matrix::Random(512, 4).array() + 1) / 2;
  for (const auto& kind : kinds) {
    CHECK(discrepancy(net, kind.first).root < 0.5 * discrepancy(random, kind.first).root);
  }
}

TEST_CASE("discrepancy: the smallest distance is found across tiles and tasks",
          "[discrepancy][unit]") {
  Matrix u(1000, 2);
  for (Index i = 0; i < 1000; ++i) {
    u.row(i) << static_cast<double>(i) / 1000, 0.5;
  }
  u.row(777) = u.row(3);
  u(777, 1) += 1e-5;
  CHECK(min_distance(u) == Approx(1e-5).epsilon(1e-9));
}

TEST_CASE("discrepancy: points outside the cube are refused", "[discrepancy][unit]") {
  const Matrix inside = Matrix::Constant(2, 2, 0.5);
  for (const double wrong : {-0.1, 1.1, std::nan("")}) {
    Matrix u = inside;
    u(1, 1) = wrong;
    CHECK_THROWS_WITH(discrepancy(u, DiscrepancyKind::centred), Catch::Contains("outside [0, 1]"));
    CHECK_THROWS_AS(min_distance(u), uq::InvalidArgument);
  }
  CHECK_THROWS_AS(discrepancy(Matrix(0, 2), DiscrepancyKind::centred), uq::InvalidArgument);
  CHECK_THROWS_AS(min_distance(Matrix(2, 0)), uq::InvalidArgument);
}
