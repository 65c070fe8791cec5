// Where inputs step to: bounds, laws, conditions, grids.

#include "uq/sensitivity/oat_inputs.hpp"

#include "tests/support/catch.hpp"
#include "uq/core/error.hpp"

#include <string>

using uq::Discrete;
using uq::Distribution;
using uq::Index;
using uq::InputKind;
using uq::InputVariable;
using uq::Problem;
using uq::Uniform;
using uq::sensitivity::oat_inputs;
using uq::sensitivity::OatInput;
using uq::sensitivity::OatMoves;
using uq::sensitivity::OatOptions;

namespace {

struct First {
  std::vector<InputVariable> in;
  std::vector<uq::OutputVariable> out{{.name = "y"}};
  const std::vector<InputVariable>& inputs() const { return in; }
  const std::vector<uq::OutputVariable>& outputs() const { return out; }
  std::string id() const { return "first"; }
  void evaluate(uq::MatrixRef x, uq::BatchResult& result) const { result.y.col(0) = x.col(0); }
};

/// A problem of one input, and a second one that stays at 1.
Problem one(InputVariable about, Distribution law, double nominal) {
  about.name = "a";
  Problem p{First{{about, {.name = "b"}}}, {}, uq::Vector{{0, 1}}, {0}, {}, {}};
  p.inputs.push_back({"a", "1", 0, std::move(law), nominal, {}});
  return p;
}

OatInput moved(const Problem& p, const OatOptions& options = {}) {
  return oat_inputs(p, options).inputs.at(0);
}

std::string codes(const OatMoves& moves) {
  std::string all;
  for (const uq::Warning& warning : moves.warnings) {
    all += warning.code + " ";
  }
  return all;
}

}  // namespace

TEST_CASE("oat inputs: a relative step and quantiles", "[oat][inputs][unit]") {
  const Problem p = one({}, {Uniform{0, 4}}, 2);
  CHECK(moved(p).low == 1.8);
  CHECK(moved(p).high == 2.2);
  CHECK(moved(p, {.step = 0.25}).low == 1.5);
  CHECK(moved(p, {.quantiles = {0.05, 0.95}}).low == Approx(0.2));
  CHECK(moved(p, {.quantiles = {0.05, 0.95}}).high == Approx(3.8));
  CHECK(moved(one({}, {Uniform{-4, 0}}, -2)).low == -2.2);
  CHECK(codes(oat_inputs(p, {})).empty());
}

TEST_CASE("oat inputs: steps end at bounds and supports, and say so", "[oat][inputs][unit]") {
  const OatMoves bound = oat_inputs(one({.lower = 0, .upper = 1}, {Uniform{0, 3}}, 0.95), {});
  CHECK(bound.inputs[0].high == 1);
  CHECK(bound.inputs[0].low == Approx(0.855));
  CHECK(codes(bound) == "W063 ");
  CHECK(bound.warnings[0].message.find("step up is cut") != std::string::npos);
  const OatMoves law = oat_inputs(one({}, {Uniform{0.9, 3}}, 0.9), {});
  CHECK(law.inputs[0].low == 0.9);
  CHECK(law.inputs[0].high == Approx(0.99));
  CHECK(codes(law) == "W063 ");
  // An open bound is not a value the model takes.
  const OatInput open = moved(one({.lower = -1, .lower_open = true}, {Uniform{-1, 3}}, -0.95));
  CHECK(open.low > -1);
  CHECK(open.low < -0.99);
}

TEST_CASE("oat inputs: a nominal value of 0 steps by a share of its law", "[oat][inputs][unit]") {
  const OatMoves zero = oat_inputs(one({}, {Uniform{-1, 1}}, 0), {});
  CHECK(zero.inputs[0].low == Approx(-0.18));
  CHECK(zero.inputs[0].high == Approx(0.18));
  CHECK(codes(zero) == "W061 ");
}

TEST_CASE("oat inputs: a nominal value outside its law moves towards it only",
          "[oat][inputs][unit]") {
  const OatMoves outside = oat_inputs(one({}, {Uniform{2, 4}}, 1.9), {});
  CHECK(outside.inputs[0].low == 1.9);
  CHECK(outside.inputs[0].high == Approx(2.09));
  CHECK(codes(outside) == "W060 W063 ");
  const OatMoves quantiles = oat_inputs(one({}, {Uniform{0, 4}}, 3.9), {.quantiles = {0.05, 0.95}});
  CHECK(quantiles.inputs[0].high == 3.9);
  CHECK(codes(quantiles) == "W060 ");
}

TEST_CASE("oat inputs: grids", "[oat][inputs][unit]") {
  const OatInput whole = moved(one({.kind = InputKind::integer}, {uq::Integer{1, 512}}, 64));
  CHECK(whole.whole);
  CHECK(whole.low == 58);
  CHECK(whole.high == 70);
  const OatInput small = moved(one({}, {uq::Integer{1, 3}}, 2));
  CHECK(small.low == 1);
  CHECK(small.high == 3);
  const OatInput edge = moved(one({}, {uq::Integer{1, 3}}, 3));
  CHECK(edge.high == 3);
  const Distribution choice{Discrete{{16, 32, 64, 128}, {1, 1, 1, 0}}};
  const OatInput listed = moved(one({}, choice, 32));
  CHECK(listed.values == std::vector<double>{16, 32, 64});
  CHECK(listed.low == 16);
  CHECK(listed.high == 64);
  CHECK(moved(one({}, choice, 64)).high == 64);
  const InputVariable kinds{.kind = InputKind::categorical, .categories = {"a", "b", "c"}};
  const OatInput named = moved(one(kinds, {Discrete{{0, 2}, {1, 1}}}, 0));
  CHECK(!named.ordered);
  CHECK(named.values == std::vector<double>{0, 2});
  const OatInput flag = moved(one({.kind = InputKind::boolean}, {Discrete{{0, 1}, {1, 1}}}, 0));
  CHECK(flag.low == 0);
  CHECK(flag.high == 1);
}

TEST_CASE("oat inputs: conditions cut steps and refuse a nominal point outside",
          "[oat][inputs][unit]") {
  Problem p = one({}, {Uniform{0, 4}}, 2);
  p.constraints.push_back({"a < 2.1", {0}, [](uq::MatrixRef x, std::span<bool> holds) {
                             for (Index row = 0; row < x.rows(); ++row) {
                               holds[static_cast<std::size_t>(row)] = x(row, 0) < 2.1;
                             }
                           }});
  const OatMoves cut = oat_inputs(p, {});
  CHECK(cut.inputs[0].high < 2.1);
  CHECK(cut.inputs[0].high == Approx(2.1).epsilon(1e-12));
  CHECK(codes(cut) == "W063 ");
  p.inputs[0].nominal = 3;
  CHECK(!oat_inputs(p, {}).fault.empty());
}

TEST_CASE("oat inputs: quantiles of listed values meet the conditions", "[oat][inputs][unit]") {
  const Distribution law{Discrete{{1, 2, 3, 4}, {1, 1, 1, 1}}};
  Problem p = one({}, law, 3);
  const OatOptions wide{.quantiles = {0.05, 0.95}};
  CHECK(moved(p, wide).low == 1);
  CHECK(moved(p, wide).high == 4);
  p.constraints.push_back({"1 < a < 4", {0}, [](uq::MatrixRef x, std::span<bool> holds) {
                             for (Index row = 0; row < x.rows(); ++row) {
                               holds[static_cast<std::size_t>(row)] =
                                   x(row, 0) > 1 && x(row, 0) < 4;
                             }
                           }});
  CHECK(moved(p, wide).low == 2);
  CHECK(moved(p, wide).high == 3);
  CHECK(moved(p, {.quantiles = {0.6, 0.7}}).low == 3);
  // A nominal value on one side of both quantiles moves to the other only.
  Problem above = one({}, law, 4);
  CHECK(moved(above, {.quantiles = {0.3, 0.7}}).low == 2);
  CHECK(moved(above, {.quantiles = {0.3, 0.7}}).high == 4);
}

TEST_CASE("oat inputs: correlated inputs are moved alone, which is said", "[oat][inputs][unit]") {
  Problem p = one({}, {Uniform{0, 4}}, 2);
  p.inputs.push_back({"b", "1", 1, {Uniform{0, 2}}, 1, {}});
  p.correlation = uq::Matrix{{1, 0.5}, {0.5, 1}};
  CHECK(codes(oat_inputs(p, {})) == "W062 ");
}

TEST_CASE("oat inputs: bad options are refused", "[oat][inputs][unit]") {
  const Problem p = one({}, {Uniform{0, 4}}, 2);
  for (const double step : {0.0, -0.1, 1.0}) {
    CHECK_THROWS_AS(oat_inputs(p, {.step = step}), uq::InvalidArgument);
  }
  CHECK_THROWS_AS(oat_inputs(p, {.quantiles = {0.95, 0.05}}), uq::InvalidArgument);
  CHECK_THROWS_AS(oat_inputs(p, {.quantiles = {0.5}}), uq::InvalidArgument);
  CHECK_THROWS_AS(oat_inputs(p, {.quantiles = {0, 0.5}}), uq::InvalidArgument);
}
