#include "perfmodels/derived.hpp"

#include "tests/perfmodels/evaluate_rows.hpp"
#include "tests/support/catch.hpp"
#include "uq/core/error.hpp"

#include <array>
#include <cmath>

using uq::InputKind;
using uq::InputVariable;
using uq::Matrix;
using uq::Model;
using uq::RowStatus;
using uq::perfmodels::constraint;
using uq::perfmodels::derived;
using uq::perfmodels::ExpressionModel;
using uq::perfmodels::FormulaError;
using uq::perfmodels::substituted;

namespace {

Model product() {
  InputVariable count{.name = "count"};
  count.kind = InputKind::integer;
  return ExpressionModel({{.name = "rate"}, count, {.name = "size"}},
                         {{"y", "rate * 100 + count * 10 + size"}});
}

std::vector<std::string> names(const Model& model) {
  std::vector<std::string> all;
  for (const InputVariable& input : model.inputs()) {
    all.push_back(input.name);
  }
  return all;
}

}  // namespace

TEST_CASE("derived: formulas take the place of inputs, additional inputs follow",
          "[derived][unit]") {
  const Model model = derived(product(), {{.name = "a"}, {.name = "b"}}, {{"count", "a + 2 * b"}});
  CHECK(names(model) == std::vector<std::string>{"rate", "size", "a", "b"});
  const Matrix x{{1, 5, 1, 1}, {2, 6, 0, 3}};  // rate, size, a, b
  const auto result = uq::test::evaluate_rows(model, x);
  CHECK(result.y(0, 0) == 135);  // 1 * 100 + 3 * 10 + 5
  CHECK(result.y(1, 0) == 266);
  CHECK(result.messages.empty());
  CHECK(model.id().find("count = a + 2 * b") != std::string::npos);
}

TEST_CASE("derived: a formula may use inputs of the model itself", "[derived][unit]") {
  const Model model = derived(product(), {}, {{"size", "rate^2"}, {"count", "4"}});
  CHECK(names(model) == std::vector<std::string>{"rate"});
  CHECK(uq::test::evaluate_rows(model, Matrix{{3}}).y(0, 0) == 349);
}

TEST_CASE("derived: rows whose formula has no value are lost alone", "[derived][unit]") {
  const Model model = derived(product(), {{.name = "a"}}, {{"count", "12 / a"}});
  const Matrix x{{1, 5, 3}, {1, 5, 0}, {1, 5, 5}, {1, 5, 12}};
  const auto result = uq::test::evaluate_rows(model, x);
  CHECK(result.status ==
        std::vector<RowStatus>{
            RowStatus::ok, RowStatus::exception, RowStatus::exception, RowStatus::ok});
  CHECK(result.y(0, 0) == 145);
  CHECK(std::isnan(result.y(1, 0)));
  CHECK(std::isnan(result.y(2, 0)));
  CHECK(result.y(3, 0) == 115);
  CHECK(result.messages.at(1) == "derived input 'count' is not finite");
  CHECK(result.messages.at(2) == "derived input 'count' is 2.4, but must be a whole number");
}

TEST_CASE("derived: a row has the same bits in any batch", "[derived][property]") {
  const Model model = derived(product(), {{.name = "a"}}, {{"count", "floor(7 / a)"}});
  const Matrix x = Matrix::Random(50, 3).array().abs() + 0.01;
  const auto whole = uq::test::evaluate_rows(model, x);
  for (uq::Index row = 0; row < x.rows(); ++row) {
    CHECK(uq::test::evaluate_rows(model, x.middleRows(row, 1)).y(0, 0) == whole.y(row, 0));
  }
}

TEST_CASE("derived: names that are no input of the model are refused", "[derived][unit]") {
  CHECK_THROWS_AS(derived(product(), {}, {{"other", "1"}}), uq::InvalidArgument);
  CHECK_THROWS_AS(derived(product(), {}, {{"size", "1"}, {"size", "2"}}), uq::InvalidArgument);
  CHECK_THROWS_AS(derived(product(), {}, {{"size", "missing + 1"}}), FormulaError);
}

TEST_CASE("derived: substitution keeps precedence and whole names", "[derived][unit]") {
  CHECK(substituted("2 * a + ab", {{"a", "x + 1"}}) == "2 * (x + 1) + ab");
  CHECK(substituted("a^a", {{"a", "-b"}}) == "(-b)^(-b)");
  CHECK(substituted("max(a, 1)", {{"max", "7"}, {"a", "b"}}) == "max((b), 1)");
  CHECK(substituted("x", {}) == "x");
  const std::string large(15000, '1');
  CHECK_THROWS_AS(substituted("a + a + a", {{"a", large}}), FormulaError);
}

TEST_CASE("derived: a condition holds where its formula is neither 0 nor NaN", "[derived][unit]") {
  const std::vector<InputVariable> inputs{{.name = "weird name"}, {.name = "a"}, {.name = "b"}};
  const auto condition = constraint("a < b", "a < b", inputs);
  CHECK(condition.text == "a < b");
  CHECK(condition.columns == std::vector<uq::Index>{1, 2});
  const double nan = std::nan("");
  const Matrix x{{9, 1, 2}, {9, 2, 2}, {9, nan, 2}, {9, -1, 0}};
  std::array<bool, 4> holds{};
  condition.holds(x, holds);
  CHECK(holds == std::array{true, false, false, true});
  const auto value = constraint("sqrt(a)", "sqrt(a)", inputs);
  value.holds(x, holds);
  CHECK(holds == std::array{true, true, false, false});
}
