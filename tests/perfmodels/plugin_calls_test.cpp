#include "perfmodels/plugin/bounds_detail.hpp"
#include "perfmodels/plugin/fp_environment_detail.hpp"
#include "tests/perfmodels/plugin_support.hpp"

#include <cfenv>
#include <cmath>

using namespace uq;
using namespace uq::perfmodels;
using test::evaluate_rows;
using test::fault;

namespace {

Model faulty(const std::string& name) {
  return test::plugin_model("faulty", fault(name), "first");
}

// Three rows without fault and, in the middle, one for which faults of single rows (a > 5) show.
const Matrix rows{{1, 2, 0, 0}, {2, 3, 1, 1}, {9, 4, 1, 0}, {3, 1, 0, 1}};

double total(Index row) {
  return rows(row, 0) * rows(row, 1) + rows(row, 2) + rows(row, 3);
}

void check_others(const test::Evaluated& result) {
  for (const Index row : {0, 1, 3}) {
    CAPTURE(row);
    CHECK(result.status[static_cast<std::size_t>(row)] == RowStatus::ok);
    CHECK(result.y(row, 0) == total(row));
    CHECK(!result.messages.contains(row));
  }
}

}  // namespace

TEST_CASE("plugin: what a model says of itself arrives", "[plugin][unit]") {
  const PluginModel loaded = load_plugin(test::plugin("faulty"), "first", "");
  const auto& inputs = loaded.model.inputs();
  REQUIRE(inputs.size() == 4);
  CHECK(inputs[0].kind == InputKind::real);
  CHECK(inputs[0].upper == 10);
  CHECK(inputs[1].kind == InputKind::integer);
  CHECK(inputs[2].kind == InputKind::categorical);
  CHECK(inputs[2].categories == std::vector<std::string>{"A100", "H100"});
  CHECK(inputs[2].lower == 0);
  CHECK(inputs[2].upper == 1);
  CHECK(inputs[3].kind == InputKind::boolean);
  CHECK(inputs[3].upper == 1);
  const auto& outputs = loaded.model.outputs();
  REQUIRE(outputs.size() == 4);
  CHECK(outputs[1].role == OutputRole::stage);
  CHECK(outputs[1].parent == 0);
  CHECK(outputs[0].parent == -1);
  CHECK(outputs[3].kind == OutputKind::categorical);
  CHECK(loaded.traits.info.version == "1.2");
  CHECK(loaded.traits.info.doc == "a model with faults");
  check_others(evaluate_rows(loaded.model, rows));
}

TEST_CASE("plugin: each fault of a row is a status and words of that row alone", "[plugin][unit]") {
  using S = RowStatus;
  const auto [name, status, text] = GENERATE(table<const char*, RowStatus, const char*>({
      {"throw_late", S::exception, "the plugin threw an exception: a is too large"},
      {"e_late", S::exception, "evaluate returned UQPM_E_DOMAIN: a is too large"},
      {"unset", S::exception, "the plugin did not set the status of the row"},
      {"status", S::exception, "the plugin set the unknown status 77"},
      {"skipped", S::exception, "the plugin skipped the row unasked"},
      {"infeasible", S::infeasible, "needs 96 GB, has 80 GB"},
      {"failed", S::exception, "no convergence"},
      {"silent", S::exception, "the plugin gives no reason"},
      {"null_words", S::exception, "the plugin called message() without a text"},
      {"category_half", S::exception, "output `limit` is 0.5, no index of its 2 categories"},
      {"category_beyond", S::exception, "output `limit` is 2, no index of its 2 categories"},
  }));
  CAPTURE(name);
  const auto result = evaluate_rows(faulty(name), rows);
  CHECK(uq::name(result.status[2]) == uq::name(status));
  CHECK(result.messages.at(2) == text);
  CHECK(result.y.row(2).array().isNaN().all());
  check_others(result);
}

TEST_CASE("plugin: NaN and infinity of an ok row are nonfinite", "[plugin][unit]") {
  const auto name = GENERATE("nan", "infinite", "not_written", "category_nan");
  CAPTURE(name);
  const auto result = evaluate_rows(faulty(name), rows);
  CHECK(result.status[2] == RowStatus::nonfinite);
  CHECK(result.y(2, 1) == 36);
  check_others(result);
}

TEST_CASE("plugin: a call that fails every time loses every row, with its words",
          "[plugin][unit]") {
  const auto [name, text] = GENERATE(table<const char*, const char*>({
      {"throw_std", "the plugin threw an exception: lost\\nmy way"},
      {"throw_int", "the plugin threw something that is not a std::exception"},
      {"e_domain", "evaluate returned UQPM_E_DOMAIN: outside of everything"},
      {"e_silent", "evaluate returned UQPM_E_INTERNAL"},
      {"e_unknown", "evaluate returned the unknown status 42"},
      {"e_cancelled", "evaluate returned UQPM_E_CANCELLED"},
      {"message_row", "the plugin called message() for row 99 of a batch of 1 row"},
      {"message_row_negative", "the plugin called message() for row -2 of a batch of 1 row"},
  }));
  CAPTURE(name);
  const auto result = evaluate_rows(faulty(name), rows);
  for (Index row = 0; row < rows.rows(); ++row) {
    CHECK(result.status[static_cast<std::size_t>(row)] == RowStatus::exception);
    CHECK(result.messages.at(row) == text);
    CHECK(result.y.row(row).array().isNaN().all());
  }
}

TEST_CASE("plugin: rows outside of what inputs declare are explained", "[plugin][unit]") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double inf = std::numeric_limits<double>::infinity();
  const Matrix x{{11, 2, 0, 0},
                 {1, 2.5, 0, 0},
                 {1, 9, 0, 0},
                 {1, 2, 2, 0},
                 {1, 2, 0.5, 0},
                 {1, 2, 0, 0.5},
                 {nan, 2, 0, 0},
                 {1, inf, 0, 0},
                 {1, 2, 1, 1}};
  const auto result = evaluate_rows(faulty(""), x);
  CHECK(result.messages.at(0) == "a = 11 must be >= 0 and <= 10");
  CHECK(result.messages.at(1) == "b = 2.5 must be a whole number and >= 1 and <= 8");
  CHECK(result.messages.at(2) == "b = 9 must be a whole number and >= 1 and <= 8");
  CHECK(result.messages.at(3) == "gpu = 2 must be the index of one of its 2 categories");
  CHECK(result.messages.at(4) == "gpu = 0.5 must be the index of one of its 2 categories");
  CHECK(result.messages.at(5) == "on = 0.5 must be 0 or 1");
  CHECK(result.messages.at(6) == "a = nan must be a finite number");
  CHECK(result.messages.at(7) == "b = inf must be a finite number");
  for (std::size_t row = 0; row < 8; ++row) {
    CHECK(result.status[row] == RowStatus::exception);
  }
  CHECK(result.status[8] == RowStatus::ok);
  CHECK(result.y(8, 0) == 4);
}

TEST_CASE("plugin: the floating-point environment is as it was after each call", "[plugin][unit]") {
  const auto name = GENERATE("rounding", "flush");
  CAPTURE(name);
  const auto before = evaluate_rows(faulty(""), rows);
  const auto after = evaluate_rows(faulty(name), rows);
  CHECK(std::fegetround() == FE_TONEAREST);
  CHECK(!plugin::FpEnvironment::changed());
  CHECK(after.y == before.y);
}

TEST_CASE("plugin: a call begins with the default floating-point environment", "[plugin][unit]") {
  // Rounding upwards in the caller would show in the product.
  const Matrix x{{0.1, 3, 0, 0}};
  const auto expected = evaluate_rows(faulty(""), x);
  std::fesetround(FE_UPWARD);
  const auto result = evaluate_rows(faulty(""), x);
  CHECK(std::fegetround() == FE_UPWARD);
  std::fesetround(FE_TONEAREST);
  CHECK(result.y == expected.y);
}

TEST_CASE("plugin: rows left when a run is cancelled are cancelled", "[plugin][unit]") {
  const auto name = GENERATE("stops", "stops_by_status");
  CAPTURE(name);
  int asked = 0;
  PluginOptions options;
  options.cancelled = [&] { return ++asked > 2; };
  const Model model = load_plugin(test::plugin("faulty"), "first", fault(name), options).model;
  const auto result = evaluate_rows(model, rows);
  CHECK(result.status ==
        std::vector<RowStatus>{
            RowStatus::ok, RowStatus::ok, RowStatus::cancelled, RowStatus::cancelled});
  CHECK(result.y(1, 0) == total(1));
  CHECK(std::isnan(result.y(2, 0)));
}

TEST_CASE("plugin: results do not depend on batches, blocks or the wish for rows",
          "[plugin][property]") {
  const Index n = 37;
  Matrix x(n, 4);
  for (Index i = 0; i < n; ++i) {
    x.row(i) << 0.27 * static_cast<double>(i), 1 + static_cast<double>(i % 8),
        static_cast<double>(i % 2), static_cast<double>(i % 3 == 0);
  }
  x(20, 0) = -1;  // cuts the batch in two
  const Model model = faulty("infeasible");
  const auto whole = evaluate_rows(model, x);
  const auto check = [&](const test::Evaluated& part, Index first) {
    for (Index i = 0; i < part.y.rows(); ++i) {
      REQUIRE(part.status[static_cast<std::size_t>(i)] ==
              whole.status[static_cast<std::size_t>(first + i)]);
      for (Index k = 0; k < 4; ++k) {
        const double value = whole.y(first + i, k);
        REQUIRE((part.y(i, k) == value || (std::isnan(part.y(i, k)) && std::isnan(value))));
      }
    }
  };
  for (const Index size : {1, 2, 5, 36}) {
    for (Index first = 0; first < n; first += size) {
      check(evaluate_rows(model, x.middleRows(first, std::min(size, n - first))), first);
    }
  }
  check(evaluate_rows(test::plugin_model("faulty", fault("small_batches"), "first"), x.topRows(15)),
        0);
  const test::FaultyLibrary by_rows("rows");
  const Model wants_rows = load_plugin(by_rows.file(), "first", fault("infeasible")).model;
  check(evaluate_rows(wants_rows, x), 0);
  check(evaluate_rows(wants_rows, x.bottomRows(1)), n - 1);

  // Views with an outer stride, as the engine passes them.
  Matrix y = Matrix::Constant(n + 6, 4, -1);
  std::vector<RowStatus> status(static_cast<std::size_t>(n), RowStatus::ok);
  BatchResult out{y.middleRows(4, n), status, {}};
  Matrix wide = Matrix::Constant(n + 9, 4, 0);
  wide.middleRows(3, n) = x;
  model.evaluate(wide.middleRows(3, n), out);
  check({y.middleRows(4, n), status, {}}, 0);
  CHECK((y.topRows(4).array() == -1).all());
  CHECK((y.bottomRows(2).array() == -1).all());
}

TEST_CASE("plugin: a value out of bounds is found wherever it stands", "[plugin][property]") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  InputVariable real{.name = "r", .lower = -1, .upper = 2};
  InputVariable whole{.name = "w", .lower = -1, .upper = 2, .kind = InputKind::integer};
  for (const InputVariable& input : {real, whole}) {
    const plugin::Bounds bounds({input});
    for (Index rows = 1; rows <= 41; ++rows) {
      Matrix x = Matrix::Constant(rows, 1, 1);
      x(0, 0) = -1;
      x(rows - 1, 0) = 2;
      REQUIRE(bounds.all_hold(x));
      for (Index row = 0; row < rows; ++row) {
        for (const double bad : {-1.5, 2.5, nan, -std::numeric_limits<double>::infinity()}) {
          const double good = std::exchange(x(row, 0), bad);
          REQUIRE(!bounds.all_hold(x));
          x(row, 0) = good;
        }
      }
    }
  }
}
