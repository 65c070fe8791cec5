#include "uq/core/model.hpp"

#include "tests/support/catch.hpp"
#include "uq/core/error.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

using uq::Index;
using uq::RowStatus;

namespace {

// Two inputs, three outputs: sum, quotient and product; what goes wrong is chosen by the first
// input.
struct Fragile {
  std::vector<uq::InputVariable> in = std::vector<uq::InputVariable>(2);
  std::vector<uq::OutputVariable> out = std::vector<uq::OutputVariable>(3);

  const std::vector<uq::InputVariable>& inputs() const { return in; }
  const std::vector<uq::OutputVariable>& outputs() const { return out; }
  std::string id() const { return "fragile"; }
  void evaluate(uq::MatrixRef x, uq::BatchResult& result) const {
    for (Index i = 0; i < x.rows(); ++i) {
      result.y(i, 0) = std::sin(x(i, 0)) + x(i, 1);
      result.y(i, 1) = x(i, 0) / x(i, 1);
      result.y(i, 2) = x(i, 0) * x(i, 1);
      if (x(i, 0) == -1) {
        result.status[static_cast<std::size_t>(i)] = RowStatus::infeasible;
        result.message(i, "does not fit");
      }
      if (x(i, 0) == -2) {
        throw std::runtime_error("minus two");
      }
      if (x(i, 0) == -3) {
        throw 3;
      }
      if (x(i, 0) == -4) {
        throw uq::IoError("disk full");
      }
    }
  }
};

struct Outcome {
  uq::Matrix y;
  std::vector<RowStatus> status;
  std::map<Index, std::string> messages;
};

Outcome run(const uq::Matrix& x) {
  Outcome r{uq::Matrix::Constant(x.rows(), 3, 7),
            std::vector<RowStatus>(static_cast<std::size_t>(x.rows())),
            {}};
  uq::BatchResult out{
      r.y, r.status, [&](Index row, const std::string& text) { r.messages[row] = text; }};
  uq::Model(Fragile{}).evaluate(x, out);
  return r;
}

}  // namespace

TEST_CASE("model: a non-finite output marks its row, other outputs keep their bits",
          "[model][unit]") {
  uq::Matrix x(3, 2);
  x << 1, 2, 3, 0, 0, 0;  // quotients 1/2, inf, NaN
  const Outcome r = run(x);
  CHECK(r.status == std::vector{RowStatus::ok, RowStatus::nonfinite, RowStatus::nonfinite});
  CHECK(r.y(0, 1) == 0.5);
  CHECK(std::isnan(r.y(1, 1)));
  CHECK(std::isnan(r.y(2, 1)));
  CHECK(r.y(1, 0) == std::sin(3.0));
  CHECK(r.y(1, 2) == 0);
}

TEST_CASE("model: a row with another status holds NaN in all outputs", "[model][unit]") {
  uq::Matrix x(2, 2);
  x << -1, 2, 1, 2;
  const Outcome r = run(x);
  CHECK(r.status == std::vector{RowStatus::infeasible, RowStatus::ok});
  CHECK(r.y.row(0).array().isNaN().all());
  CHECK(r.y(1, 2) == 2);
  CHECK(r.messages == std::map<Index, std::string>{{0, "does not fit"}});
}

TEST_CASE("model: an exception costs only the rows that throw", "[model][unit]") {
  uq::Matrix good(6, 2);
  good << 1, 2, -1, 3, 5, 6, 7, 8, 9, 0, 10, 11;
  uq::Matrix bad = good;
  bad(2, 0) = -2;
  bad(3, 0) = -3;
  const Outcome expected = run(good);
  const Outcome r = run(bad);
  CHECK(r.status == std::vector{RowStatus::ok,
                                RowStatus::infeasible,
                                RowStatus::exception,
                                RowStatus::exception,
                                RowStatus::nonfinite,
                                RowStatus::ok});
  CHECK(r.y.middleRows(2, 2).array().isNaN().all());
  CHECK(r.y.row(0) == expected.y.row(0));
  CHECK(r.y.row(5) == expected.y.row(5));
  CHECK(r.y(4, 0) == expected.y(4, 0));
  CHECK(r.messages == std::map<Index, std::string>{
                          {1, "does not fit"},
                          {2, "minus two"},
                          {3, "the model threw something that is not a std::exception"}});
}

TEST_CASE("model: a shape that does not fit is refused", "[model][unit]") {
  uq::Matrix y(2, 3);
  std::vector<RowStatus> status(2);
  uq::BatchResult out{y, status, {}};
  const uq::Model model(Fragile{});
  CHECK_THROWS_WITH(model.evaluate(uq::Matrix::Zero(2, 3), out),
                    "Model::evaluate: x is 2 x 3, required is 2 x 2");
  CHECK_THROWS_WITH(model.evaluate(uq::Matrix::Zero(3, 2), out),
                    "Model::evaluate: out.y is 2 x 3 with 2 statuses, required is 3 x 3");
}

TEST_CASE("model: what ends the evaluation as a whole is no row's status", "[model][unit]") {
  uq::Matrix x(3, 2);
  x << 1, 1, -4, 1, 2, 1;
  CHECK_THROWS_AS(run(x), uq::IoError);
  x(0, 0) = -2;  // found while the batch is repeated row by row
  CHECK_THROWS_AS(run(x), uq::IoError);
}
