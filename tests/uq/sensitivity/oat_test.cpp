// One input at a time: what is evaluated, what is dead, what failures take, what invariances hold.

#include "tests/support/catch.hpp"
#include "tests/uq/sensitivity/oat_support.hpp"
#include "uq/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

using uq::Index;
using uq::InvalidArgument;
using uq::Matrix;
using uq::MissingPolicy;
using uq::NdArray;
using uq::Vector;
using uq::sensitivity::OatColumns;
using uq::sensitivity::OatInput;
using uq::sensitivity::OatOptions;
using uq::sensitivity::OatResult;
using uq::test::Functions;
using uq::test::model_of;
using uq::test::moving;
using uq::test::oat_of;

namespace {

constexpr double missing_value = std::numeric_limits<double>::quiet_NaN();

/// sum c_i / x_i over the inputs, c_i = i + 1.
double affine(const Vector& x) {
  double sum = 0.5;
  for (Index i = 0; i < x.size(); ++i) {
    sum += static_cast<double>(i + 1) / x[i];
  }
  return sum;
}

std::vector<OatInput> many(Index d) {
  std::vector<OatInput> inputs;
  for (Index i = 0; i < d; ++i) {
    inputs.push_back(moving(1 + 0.01 * static_cast<double>(i)));
  }
  return inputs;
}

bool same_bits(const NdArray& a, const NdArray& b) {
  return a.shape == b.shape &&
         std::equal(a.data.begin(), a.data.end(), b.data.begin(), [](double x, double y) {
           return x == y || (std::isnan(x) && std::isnan(y));
         });
}

/// Whether every array of two results has the same bits.
bool same(const OatResult& a, const OatResult& b) {
  bool all = true;
  uq::for_each_field<OatResult>(
      [&](const auto& field) { all = all && same_bits(a.*field.member, b.*field.member); });
  return all;
}

}  // namespace

TEST_CASE("oat: affine in 1/x, any number of inputs", "[oat][property]") {
  for (const Index d : {1, 2, 15, 40, 120}) {
    const auto inputs = many(d);
    const OatResult r = oat_of({affine}, inputs);
    double total = 0.5;
    for (Index i = 0; i < d; ++i) {
      total += static_cast<double>(i + 1) / inputs[static_cast<std::size_t>(i)].nominal;
    }
    CHECK(r.y_nominal.data[0] == Approx(total).epsilon(1e-13));
    for (Index i = 0; i < d; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const double c = static_cast<double>(i + 1);
      CAPTURE(d, i);
      CHECK(r.y_low.data[k] - r.y_nominal.data[0] ==
            Approx(c / inputs[k].low - c / inputs[k].nominal).epsilon(1e-8));
      CHECK(r.y_high.data[k] < r.y_nominal.data[0]);
      const double exact = -c / inputs[k].nominal / total;
      CHECK(std::abs(r.elasticity.data[k] - exact) <= r.elasticity_error.data[k]);
      CHECK(r.kink.data[k] == 0);
      CHECK(r.dead.data[k] == 0);
    }
    CHECK(static_cast<double>(r.evaluations) <=
          uq::sensitivity::oat_evaluations(inputs, {.outputs = 1}, {}));
    CHECK(r.rows.data[0] == static_cast<double>(r.evaluations));
  }
}

TEST_CASE("oat: without searches only the ends are evaluated", "[oat][unit]") {
  const OatOptions plain{.elasticities = false, .kinks = false};
  const auto inputs = many(15);
  const OatResult r = oat_of({affine}, inputs, plain);
  CHECK(r.evaluations == 1 + 2 * 15);
  CHECK(std::isnan(r.elasticity.data[0]));
  CHECK(std::isnan(r.kink.data[0]));
  CHECK(r.reason[0].empty());
}

TEST_CASE("oat: a sweep visits its points in order", "[oat][unit]") {
  const OatResult r = oat_of({affine}, many(2), {.points = 5});
  CHECK(r.sweep_x.shape == std::vector<Index>{2, 5});
  const double xs[] = {0.9, 0.95, 1.0, 1.05, 1.1};
  for (std::size_t k = 0; k < 5; ++k) {
    CHECK(r.sweep_x.data[k] == Approx(xs[k]));
    CHECK(r.sweep_y.data[k] == affine(Vector{{r.sweep_x.data[k], 1.01}}));
  }
  CHECK(r.sweep_y.data[0] == r.y_low.data[0]);
  CHECK(r.sweep_y.data[4] == r.y_high.data[0]);
}

TEST_CASE("oat: an inert input is dead, exactly", "[oat][unit]") {
  auto inputs = many(3);
  const auto inert = [](const Vector& x) { return affine(Vector{{x[0], x[2]}}); };
  const OatResult r = oat_of({inert, affine}, inputs);
  CHECK(r.dead.data == std::vector<double>{0, 1, 0, 0, 0, 0});
  CHECK(r.elasticity.data[1] == 0);
  CHECK(r.y_high.data[1] == r.y_nominal.data[0]);
  // Taking it away changes no bit of the others.
  const OatResult without = oat_of({affine}, {inputs[0], inputs[2]});
  CHECK(r.elasticity.data[0] == without.elasticity.data[0]);
  CHECK(r.elasticity.data[2] == without.elasticity.data[1]);
  // An input without effect at nominal that has one further out is not dead.
  const OatResult fork =
      oat_of({[](const Vector& x) { return std::max(1.05 / x[0], 1 / x[1]); }}, many(2));
  CHECK(fork.elasticity.data[1] == 0);
  CHECK(fork.dead.data[1] == 0);
  CHECK(fork.kink_at.data[1] == Approx(1 / 1.05).epsilon(1e-7));
}

TEST_CASE("oat: scale, offset and order of the inputs", "[oat][property]") {
  const auto inputs = many(3);
  const auto f = [](const Vector& x) { return 1 / x[0] + std::max(x[1], 1.03) * x[2] * x[2]; };
  const OatResult r = oat_of({f}, inputs);
  const double power = 0x1p-600;  // exact
  const OatResult scaled = oat_of({[&](const Vector& x) { return f(x) * power; }}, inputs);
  CHECK(scaled.elasticity.data == r.elasticity.data);
  CHECK(scaled.kink_at.data[1] == r.kink_at.data[1]);
  CHECK(scaled.y_low.data[2] == r.y_low.data[2] * power);
  CHECK(scaled.evaluations == r.evaluations);
  const OatResult offset = oat_of({[&](const Vector& x) { return f(x) + 1e8; }}, inputs);
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK(offset.y_high.data[k] - offset.y_low.data[k] ==
          Approx(r.y_high.data[k] - r.y_low.data[k]).margin(1e-7));
    const double exact = r.elasticity.data[k] * r.y_nominal.data[0] / (r.y_nominal.data[0] + 1e8);
    CHECK(std::abs(offset.elasticity.data[k] - exact) <= offset.elasticity_error.data[k]);
  }
  CHECK(offset.kink_at.data[1] == Approx(1.03).epsilon(1e-5));
  const OatResult turned = oat_of({[&](const Vector& x) { return f(Vector{{x[2], x[0], x[1]}}); }},
                                  {inputs[1], inputs[2], inputs[0]});
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK(turned.elasticity.data[(k + 2) % 3] == r.elasticity.data[k]);
    CHECK(turned.y_low.data[(k + 2) % 3] == r.y_low.data[k]);
  }
  CHECK(turned.evaluations == r.evaluations);
}

TEST_CASE("oat: one output never changes another", "[oat][property]") {
  const auto inputs = many(3);
  const auto f = [](const Vector& x) { return 1 / x[0] + std::max(x[1], 1.03) * x[2]; };
  const OatResult alone = oat_of({f}, inputs);
  const OatResult beside =
      oat_of({f,
              [](const Vector& x) { return x[0] > 1.02 ? missing_value : 1 / x[0]; },
              [](const Vector&) { return missing_value; },
              [](const Vector& x) { return std::sin(99 * x[1]); }},
             inputs);
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK(beside.elasticity.data[k] == alone.elasticity.data[k]);
    CHECK(beside.y_high.data[k] == alone.y_high.data[k]);
  }
  CHECK(beside.kink_at.data[1] == alone.kink_at.data[1]);
  CHECK(beside.undefined[0].empty());
  CHECK(beside.undefined[2] == "the evaluation at the nominal point failed");
  CHECK(beside.undefined[1].find("of ") != std::string::npos);
  CHECK(beside.undefined[1].find("budget 0 %") != std::string::npos);
  CHECK(std::isnan(beside.y_nominal.data[1]));
}

// The searches of both outputs look at points of the same line, 1e-7 apart where they end.
TEST_CASE("oat: an output's figures come from the points it asked for", "[oat][property]") {
  const auto bend = [](const Vector& x) { return 2 + std::abs(x[0] - 1.03); };
  const OatResult alone = oat_of({bend}, {moving(1)});
  REQUIRE(alone.kink.data[0] == 1);
  for (const double place : {1.0300001, 1.03 + 1e-9, 1.029999, 1.031}) {
    CAPTURE(place);
    const OatResult beside =
        oat_of({bend, [&](const Vector& x) { return std::abs(x[0] - place) + 1; }}, {moving(1)});
    CHECK(beside.kink_at.data[0] == alone.kink_at.data[0]);
    CHECK(beside.kink_change.data[0] == alone.kink_change.data[0]);
    CHECK(beside.rows.data[0] == alone.rows.data[0]);
    CHECK(beside.evaluations > alone.evaluations);
  }
  // An output that is flat but for a needle where the other one is looked at closely.
  const auto needle = [](const Vector& x) {
    return std::abs(x[0] - 1.03) < 1e-4     ? missing_value
           : x[0] > 1.0299 && x[0] < 1.0301 ? 8.0
                                            : 7.0;
  };
  const OatResult flat = oat_of({needle}, {moving(1)});
  CHECK(flat.dead.data[0] == 1);
  const OatResult both = oat_of({needle, bend}, {moving(1)});
  CHECK(both.dead.data[0] == 1);
  CHECK(both.undefined[0].empty());
  CHECK(both.rows.data[0] == flat.rows.data[0]);
  CHECK(both.lost_share.data[0] == 0);
}

TEST_CASE("oat: failures take the cells that need them, within the budget", "[oat][unit]") {
  const auto f = [](const Vector& x) { return x[0] > 1.05 ? missing_value : 1 / x[0] + x[1]; };
  const OatResult r = oat_of({f}, many(2), {}, MissingPolicy{0.5});
  CHECK(r.undefined[0].empty());
  CHECK(r.lost_share.data[0] > 0);
  CHECK(r.rows.data[0] < static_cast<double>(r.evaluations));
  CHECK(std::isnan(r.y_high.data[0]));
  CHECK(std::isnan(r.dead.data[0]));
  CHECK(r.reason[0].find("an evaluation at low or high failed") != std::string::npos);
  CHECK(r.reason[0].find("above: evaluations failed on the way") != std::string::npos);
  CHECK(std::isnan(r.kink.data[0]));
  // A smaller step has values: the derivative needs no others.
  CHECK(std::abs(r.elasticity.data[0] + 1 / 2.01) <= r.elasticity_error.data[0]);
  CHECK(r.y_low.data[0] == 1 / 0.9 + 1.01);
  CHECK(r.reason[1].empty());
  CHECK(r.kink.data[1] == 0);
  CHECK(r.y_high.data[1] == Approx(1 + 1.111));
  const OatResult none = oat_of({[](const Vector& x) { return x[0] == 1 ? 3.0 : missing_value; }},
                                many(1),
                                {},
                                MissingPolicy{1});
  CHECK(none.reason[0].find("evaluations failed") != std::string::npos);
  CHECK(std::isnan(none.elasticity.data[0]));
}

TEST_CASE("oat: inputs on a grid keep to it", "[oat][unit]") {
  std::vector<std::vector<double>> seen(4);
  const auto f = [&](const Vector& x) {
    for (std::size_t i = 0; i < 4; ++i) {
      seen[i].push_back(x[static_cast<Index>(i)]);
    }
    return x[0] + x[1] + (x[2] == 1 ? -5 : x[2]) + x[3];
  };
  const std::vector<OatInput> inputs{
      {.nominal = 64, .low = 58, .high = 70, .whole = true},
      {.nominal = 32, .low = 16, .high = 64, .values = {8, 16, 32, 64, 128}},
      {.nominal = 0, .low = 0, .high = 0, .values = {0, 1, 2}, .ordered = false},
      {.nominal = 1, .low = 0, .high = 1, .values = {0, 1}}};
  const OatResult r = oat_of({f}, inputs, {.points = 4});
  for (const double x : seen[0]) {
    CHECK(x == std::round(x));
  }
  for (std::size_t i = 1; i < 4; ++i) {
    for (const double x : seen[i]) {
      CHECK(std::count(inputs[i].values.begin(), inputs[i].values.end(), x) == 1);
    }
  }
  CHECK(r.y_nominal.data[0] == 97);
  CHECK(r.y_low.data == std::vector<double>{91, 81, 92, 96});
  CHECK(r.y_high.data == std::vector<double>{103, 129, 99, 97});
  CHECK(r.x_at_low.data[2] == 1);
  CHECK(r.x_at_high.data[2] == 2);
  CHECK(std::isnan(r.x_low.data[2]));
  CHECK(r.reason[1] == "the input moves on a grid and has no derivative");
  CHECK(std::isnan(r.elasticity.data[0]));
  CHECK(std::vector<double>(r.sweep_x.data.begin(), r.sweep_x.data.begin() + 4) ==
        std::vector<double>{58, 62, 66, 70});
  CHECK(std::vector<double>(r.sweep_x.data.begin() + 4, r.sweep_x.data.begin() + 7) ==
        std::vector<double>{16, 32, 64});
  CHECK(std::isnan(r.sweep_x.data[7]));
}

TEST_CASE("oat: the same calls give the same bits, in whatever order answers come",
          "[oat][property]") {
  const auto f = [](const Vector& x) { return 1 / x[0] + std::max(x[1], 1.03) * x[2]; };
  const OatResult once = oat_of({f}, many(3));
  // A model that is given its rows from the last to the first.
  const uq::sensitivity::PointModel backwards = [&](const Matrix& x) -> Matrix {
    return model_of({f})(x.colwise().reverse()).colwise().reverse();
  };
  CHECK(same(once, oat(backwards, many(3), {.outputs = 1}, {})));
}

TEST_CASE("oat: bad options and inputs are refused", "[oat][unit]") {
  const auto call = [](const std::vector<OatInput>& inputs, const OatOptions& options) {
    return oat_of({affine}, inputs, options);
  };
  CHECK_THROWS_AS(call({}, {}), InvalidArgument);
  CHECK_THROWS_AS(call(many(1), {.points = 1}), InvalidArgument);
  CHECK_THROWS_AS(call({OatInput{.nominal = 1, .low = 2, .high = 3}}, {}), InvalidArgument);
  CHECK_THROWS_AS(call({OatInput{.nominal = missing_value, .low = 0, .high = 3}}, {}),
                  InvalidArgument);
  CHECK_THROWS_AS(call({OatInput{.nominal = 1, .low = 0, .high = 3, .values = {2, 1}}}, {}),
                  InvalidArgument);
  CHECK_THROWS_AS(oat(model_of({affine}), many(1), OatColumns{.outputs = 2}, {}), InvalidArgument);
  CHECK_THROWS_AS(
      oat([](const Matrix&) { return Matrix(2, 1); }, many(1), OatColumns{.outputs = 1}, {}),
      InvalidArgument);
}
