#include "perfmodels/expression.hpp"

#include "tests/perfmodels/evaluate_rows.hpp"
#include "tests/support/catch.hpp"

#include <clocale>
#include <cmath>
#include <limits>
#include <locale>
#include <thread>

using namespace uq;
using namespace uq::perfmodels;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<InputVariable> named(const std::vector<std::string>& names) {
  std::vector<InputVariable> inputs(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    inputs[i].name = names[i];
  }
  return inputs;
}

ExpressionModel model_of(const std::string& text) {
  return {named({"x", "y", "z"}), {{"out", text}}};
}

double value(const std::string& text, double x = 0, double y = 0, double z = 0) {
  return test::evaluate_rows(model_of(text), Matrix{{x, y, z}}).y(0, 0);
}

FormulaError error_of(const std::string& text) {
  try {
    model_of(text);
  } catch (const FormulaError& error) {
    return error;
  }
  FAIL("no error for: " << text);
  return {"", 0, ""};
}

}  // namespace

TEST_CASE("expression: operators bind as documented", "[expression][unit]") {
  struct Case {
    const char* text;
    double expected;
  };
  const Case cases[] = {
      {"1 + 2*3", 7},
      {"-2^2", -4},
      {"2^-1", 0.5},
      {"2^3^2", 512},
      {"8/4/2", 1},
      {"7-4-2", 1},
      {"2*-3", -6},
      {"-(-3)", 3},
      {"1 < 2", 1},
      {"2 <= 1", 0},
      {"1 == 1 && 2 != 3", 1},
      {"0 || 0", 0},
      {"1 || 0 && 0", 1},
      {"!0", 1},
      {"!2", 0},
      {"!1 == 0", 1},
      {"!(1 > 2) && 1", 1},
      {"1 > 2 ? 3 : 4", 4},
      {"1 ? 0 ? 5 : 6 : 7", 6},
      {"0 ? 5 : 1 ? 6 : 7", 6},
      {"1 + (1 ? 2 : 3)*2", 5},
      {"1e3 + .5", 1000.5},
      {"3.3e-6*1e6", 3.3e-6 * 1e6},
      {"1\t+\n2", 3},
      {"((((1))))", 1},
      {"5e-1^2", 0.25},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK(value(c.text) == c.expected);
  }
}

TEST_CASE("expression: functions mean what the page says", "[expression][unit]") {
  struct Case {
    const char* text;
    double expected;
  };
  const Case cases[] = {
      {"mod(7, 3)", 1},
      {"mod(-1, 3)", 2},
      {"mod(1, -3)", -2},
      {"mod(5.5, 2)", 1.5},
      {"floor(-1.5)", -2},
      {"ceil(-1.5)", -1},
      {"round(2.5)", 3},
      {"round(-2.5)", -3},
      {"round(0.49999999999999994)", 0},
      {"abs(-3)", 3},
      {"sign(-2)", -1},
      {"sign(0)", 0},
      {"min(3)", 3},
      {"min(3, 1, 2)", 1},
      {"max(3, 1, 4, 2)", 4},
      {"sum(1, 2, 3)", 6},
      {"avg(1, 2, 6)", 3},
      {"log(e)", 1},
      {"ln(e)", 1},
      {"log10(1000)", 3},
      {"log2(8)", 3},
      {"exp(0)", 1},
      {"sqrt(16)", 4},
      {"cos(pi)", -1},
      {"atan(0)", 0},
      {"tanh(0)", 0},
      {"acosh(1)", 0},
      {"sin(0) + tan(0) + asin(0) + acos(1) + sinh(0) + asinh(0) + atanh(0)", 0},
      {"cosh(0)", 1},
      {"max(min(1, 2), 0) * 3", 3},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK(value(c.text) == c.expected);
  }
}

TEST_CASE("expression: NaN goes through min, max and the rest", "[expression][unit]") {
  for (const char* text : {"min(x, 1)",
                           "min(1, x)",
                           "max(x, 1)",
                           "max(1, x)",
                           "max(2, x, 1)",
                           "min(2, 3, x)",
                           "abs(x)",
                           "sign(x)",
                           "floor(x)",
                           "mod(x, 2)",
                           "mod(2, x)",
                           "round(x)",
                           "!x",
                           "sum(1, x)",
                           "avg(x, 1)",
                           "x - x"}) {
    CAPTURE(text);
    CHECK(std::isnan(value(text, not_a_number)));
  }
  CHECK(value("max(x, 1)", infinity) == infinity);
  CHECK(value("min(x, 1)", -infinity) == -infinity);
}

TEST_CASE("expression: a domain error is NaN or infinite, never an exception",
          "[expression][unit]") {
  CHECK(std::isnan(value("log(-1)")));
  CHECK(std::isnan(value("sqrt(x)", -1)));
  CHECK(std::isnan(value("x/x", 0)));
  CHECK(std::isnan(value("mod(1, 0)")));
  CHECK(std::isnan(value("(0-8)^(1/3)")));
  CHECK(value("1/x", 0) == infinity);
  CHECK(value("log(0)") == -infinity);
}

TEST_CASE("expression: a formula means what is written, not re-associated", "[expression][unit]") {
  // muParser's optimiser folds the two factors first and overflows.
  CHECK(value("x*1e308*10", 1e-3) == 1e-3 * 1e308 * 10);
  CHECK(value("x*0.1 + x*0.2", 3) == 3 * 0.1 + 3 * 0.2);
}

TEST_CASE("expression: several outputs over one set of inputs", "[expression][unit]") {
  const ExpressionModel model(named({"x1", "x2"}),
                              {{"y", "x1 + 2*x2"}, {"z", "max(x1, 1/x2)", "s"}});
  const auto result = test::evaluate_rows(model, Matrix{{1, 2}, {0.25, 4}, {1, 0}});
  CHECK(result.y.col(0) == Vector{{5, 8.25, 1}});
  CHECK(result.y.col(1) == Vector{{1, 0.25, infinity}});
  REQUIRE(model.outputs().size() == 2);
  CHECK(model.outputs()[1].unit == "s");
  CHECK(model.id() == "expression(y = x1 + 2*x2; z = max(x1, 1/x2))");
}

TEST_CASE("expression: errors name the culprit and its place", "[expression][unit]") {
  struct Case {
    const char* text;
    std::size_t position;
    const char* message;
  };
  const Case cases[] = {
      {"x + speed*2", 4, "unknown variable `speed`"},
      {"x + foo(2)", 4, "unknown function `foo`"},
      {"rint(x)", 0, "unknown function `rint`"},
      {"x + x(2)", 4, "unknown function `x`"},
      {"2*max + 1", 2, "`max` is a function"},
      {"", 0, "the formula is empty"},
      {" \t", 0, "the formula is empty"},
      {"x, y", 1, "a comma outside a function call"},
      {"max((x, y), 1)", 6, "a comma outside a function call"},
      {"x = 3", 2, "`=` would assign"},
      {"x % 2", 2, "unknown operator `%`"},
      {"x ** 2", 2, "unknown operator `**`"},
      {"x & y", 2, "unknown operator `&`"},
      {"x | y", 2, "unknown operator `|`"},
      {"x + 'a'", 4, "unexpected character `'`"},
      {"x \xc3\x97 y", 2, "unexpected character with the byte 0xc3"},
      {"\"text\"", 0, "unexpected character `\"`"},
      {"2x", 0, "`2x` is not a number"},
      {"1.2.3", 0, "`1.2.3` is not a number"},
      {"0x10", 0, "`0x10` is not a number"},
      {"1 + .", 4, "`.` is not a number"},
      {"x)", 1, "`)` closes nothing"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    const FormulaError error = error_of(c.text);
    CHECK(error.what() == std::string(c.message));
    CHECK(error.position == c.position);
    CHECK(error.output == "out");
  }
  CHECK(error_of("x % 2").hint == "write mod(a, b)");
}

TEST_CASE("expression: what muParser refuses is a FormulaError with a place",
          "[expression][unit]") {
  for (const char* text :
       {"x +",       "(x",    "max(x", "x y",   "x 2",     "2 x",     "sin(x, y)", "mod(x)",
        "max()",     "sin()", "x ? y", "x : y", "* x",     "x + * y", "()",        "x (y)",
        "max(x,,y)", "!",     "-",     "x <",   "x < = y", "x ! y",   "1e999 + x"}) {
    CAPTURE(text);
    const FormulaError error = error_of(text);
    CHECK(error.output == "out");
    CHECK(error.position <= std::string(text).size());
    CHECK(std::string(error.what()).find("position") == std::string::npos);
  }
  CHECK(error_of("x + * y").position == 4);
}

TEST_CASE("expression: outputs and inputs are checked against each other", "[expression][unit]") {
  CHECK_THROWS_WITH(ExpressionModel(named({"x"}), {{"y", "x"}, {"y", "2*x"}}),
                    "output `y` is defined twice");
  CHECK_THROWS_WITH(ExpressionModel(named({"x"}), {{"x", "1"}}),
                    "output `x` is named like an input");
  CHECK_THROWS_WITH(ExpressionModel(named({"x", "x"}), {{"y", "x"}}),
                    "input `x` is declared twice");
  CHECK_THROWS_AS(ExpressionModel(named({"x"}), {}), ModelError);
  for (const char* name : {"e", "pi", "max", "2x", "a b", "a.b", ""}) {
    CAPTURE(name);
    CHECK_THROWS_AS(ExpressionModel(named({name}), {{"y", "1"}}), ModelError);
  }
}

TEST_CASE("variables_of: identifiers in order, each once", "[expression][unit]") {
  CHECK(variables_of("b + a*max(b, c_1) - pi*e + 1e3") ==
        std::vector<std::string>{"b", "a", "c_1"});
  CHECK(variables_of("q2 > 0.95 && !done") == std::vector<std::string>{"q2", "done"});
  CHECK(variables_of("1 + 2").empty());
  CHECK_THROWS_AS(variables_of("a $ b"), FormulaError);
}

TEST_CASE("expression: the locale changes nothing", "[expression][property]") {
  struct Comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new Comma));
  const double got = value("1.5 + 1234567.25*x", 2);
  std::locale::global(before);
  CHECK(got == 1.5 + 1234567.25 * 2);
}

TEST_CASE("expression: threads and batches give the same bits", "[expression][property]") {
  const ExpressionModel model = model_of("max(x*y, sin(z)) + (x > y ? exp(-x) : y/3)");
  const Index rows = 4000;
  const Matrix x = Matrix::Random(rows, 3);
  const Matrix whole = test::evaluate_rows(model, x).y;
  Matrix parts(rows, 1);
  std::vector<RowStatus> status(static_cast<std::size_t>(rows));
  std::vector<std::thread> threads;
  for (Index t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (Index first = t * 1000; first < (t + 1) * 1000; first += 125) {
        BatchResult out{parts.middleRows(first, 125),
                        std::span(status).subspan(static_cast<std::size_t>(first), 125),
                        {}};
        model.evaluate(x.middleRows(first, 125), out);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  CHECK(parts == whole);
}
