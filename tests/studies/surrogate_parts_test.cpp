// The parts of surrogates in studies: what is stored comes back, held inputs, combined intervals.

#include "studies/report/view.hpp"
#include "studies/rows/sobol_exact.hpp"
#include "studies/store/layout.hpp"
#include "studies/surrogates/exact_law.hpp"
#include "studies/surrogates/missed_variance.hpp"
#include "studies/surrogates/pce_store.hpp"
#include "surrogates/pce.hpp"
#include "tests/support/catch.hpp"
#include "uq/core/error.hpp"

#include <cmath>
#include <limits>
#include <memory>
#include <vector>

using namespace uq;
using namespace uq::studies;
using surrogates::Pce;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

/// Numbers without a short decimal form.
constexpr double third = 1.0 / 3;
constexpr double root = 1.4142135623730951;

std::vector<Distribution> laws() {
  return {{Uniform{-third, root}},
          {Loguniform{third, root}},
          {Normal{1e9 / 3, root}},
          {Normal{0, 1}, -third, inf},
          {Normal{0, 1}, -third, root},
          {Lognormal{third, root}},
          {Exponential{third}},
          {Triangular{-third, 0, root}},
          {Histogram{{0, third, root}, {third, 2 * third}}},
          {Beta{root, 3, -third, root}},
          {Gamma{root, third}},
          {Weibull{root, third}},
          {Student{5, third, root}},
          {Logistic{third, root}},
          {Pareto{third, 4}},
          {Gumbel{third, root}},
          {Integer{1, 6}},
          {Discrete{{-third, root}, {0.25, 0.75}}},
          {empirical({root, third, third, 5e-324})}};
}

/// Two expansions over two inputs that share their coordinates; the second lacks a term.
std::vector<Pce> expansions() {
  auto coordinates = std::make_shared<Coordinates>();
  for (const double scale : {third, root}) {
    Coordinate c{.law = {Uniform{-scale, scale}}};
    c.scale = scale;
    c.polynomials = recurrence({Uniform{-1, 1}}, 3);
    coordinates->each.push_back(c);
  }
  Pce first{.coordinates = coordinates, .terms = MultiIndices(4, 2)};
  first.terms << 0, 0, 1, 0, 1, 1, 0, 2;
  first.coefficients = Vector{{third, -root, 0.1, 1e-9}};
  first.replicates = first.coefficients.transpose().replicate(3, 1);
  first.replicates(1, 2) = 0.2;
  first.missing = third;
  Pce second = first;
  second.terms = MultiIndices(3, 2);
  second.terms << 0, 0, 0, 1, 0, 2;
  second.coefficients = Vector{{root, third, -third}};
  second.replicates = second.coefficients.transpose().replicate(3, 1);
  second.log = true;
  return {first, second};
}

Dataset stored(const std::vector<Pce>& outputs) {
  Dataset dataset;
  dataset.dims = {{.name = "output", .labels = {"y", "z"}, .size = 2},
                  {.name = "input", .labels = {"a", "b"}, .size = 2}};
  Variable undefined{.name = "undefined", .dims = {"output"}, .text = {"", ""}};
  dataset.variables.push_back(undefined);
  store_expansions(dataset, outputs);
  return dataset;
}

Matrix points() {
  Matrix x(7, 2);
  for (Index i = 0; i < x.size(); ++i) {
    x(i) = std::sin(static_cast<double>(7 * i + 1));
  }
  return x;
}

}  // namespace

TEST_CASE("exact law: every law comes back bit for bit", "[surrogate][unit]") {
  for (const Distribution& law : laws()) {
    const std::string text = exact_text(law);
    INFO(text);
    const Distribution back = law_from_text(text);
    CHECK(back.law.index() == law.law.index());
    CHECK(exact_text(back) == text);
    CHECK(back.lower == law.lower);
    CHECK(back.upper == law.upper);
    for (const double p : {1e-12, 0.1, third, 0.999}) {
      CHECK(quantile(back, p) == quantile(law, p));
    }
  }
}

TEST_CASE("exact law: what is none is refused", "[surrogate][unit]") {
  for (const char* text : {"",
                           "{}",
                           "[1]",
                           R"({"law":"uniform","parameters":[0],"truncate":[null,null]})",
                           R"({"law":"uniform","parameters":[0,1,2],"truncate":[null,null]})",
                           R"({"law":"uniform","parameters":[1,0],"truncate":[null,null]})",
                           R"({"law":"uniform","parameters":["a",0],"truncate":[null,null]})",
                           R"({"law":"cauchy","parameters":[1,0],"truncate":[null,null]})"}) {
    INFO(text);
    CHECK_THROWS_AS(law_from_text(text), InvalidArgument);
  }
}

TEST_CASE("expansions: stored ones predict the same bits", "[surrogate][unit]") {
  const std::vector<Pce> before = expansions();
  const Dataset dataset = stored(before);
  const std::vector<Pce> after = load_expansions(dataset);
  const Matrix x = points();
  for (const Index replicate : {-1, 0, 1}) {
    Matrix a(x.rows(), 2);
    Matrix b(x.rows(), 2);
    surrogates::predict(before, replicate, x, a);
    surrogates::predict(after, replicate, x, b);
    CHECK(a == b);
  }
  CHECK(after[0].missing == before[0].missing);
  CHECK(dataset.dim("term")->labels == std::vector<std::string>{"1", "a", "b", "a b", "b^2"});
  // Stored again, it is the same.
  CHECK(first_difference({{}, {stored(after)}}, {{}, {dataset}}).empty());
}

TEST_CASE("expansions: a dataset that is none is refused", "[surrogate][unit]") {
  const auto refused = [](const auto& spoil) {
    Dataset dataset = stored(expansions());
    for (Variable& variable : dataset.variables) {
      spoil(variable);
    }
    CHECK_THROWS_AS(load_expansions(dataset), InvalidArgument);
  };
  const auto named = [](const char* name, const auto& spoil) {
    return [=](Variable& variable) {
      if (variable.name == name) {
        spoil(variable);
      }
    };
  };
  refused(named("coefficient", [](Variable& v) { v.name = "other"; }));
  refused(named("coefficient", [](Variable& v) { v.dims = {"term", "output"}; }));
  refused(named("coefficient", [](Variable& v) { v.data.data.pop_back(); }));
  refused(named("coefficient", [](Variable& v) { v.data.data[1] = inf; }));
  refused(named("multi_index", [](Variable& v) { v.data.data[2] = 4; }));
  refused(named("multi_index", [](Variable& v) { v.data.data[2] = -1; }));
  refused(named("coordinate", [](Variable& v) { v.data.data[0] = 3; }));
  refused(named("scale", [](Variable& v) { v.data.data[0] = 0; }));
  refused(named("recurrence_b", [](Variable& v) { v.data.data[1] = -1; }));
  refused(named("law", [](Variable& v) { v.text[0] = "none"; }));
}

TEST_CASE("expansions: with an input held they are the slice", "[surrogate][unit]") {
  const Pce whole = expansions().front();
  const Matrix x = points();
  for (const Index free : {0, 1}) {
    Matrix at = x;
    at.col(1 - free).setConstant(0.2);
    const Vector t = to_variables(*whole.coordinates, at.topRows(1)).row(0);
    const Pce slice = with_held(whole, {free}, t);
    CHECK(slice.terms.cols() == 1);
    for (const Index replicate : {-1, 1}) {
      Matrix expected(x.rows(), 1);
      Matrix found(x.rows(), 1);
      surrogates::predict({whole}, replicate, at, expected);
      surrogates::predict({slice}, replicate, at.col(free), found);
      CHECK((expected - found).cwiseAbs().maxCoeff() < 1e-14);
    }
  }
  // Inputs in another order are other columns of the same.
  const Pce turned = with_held(whole, {1, 0}, Vector::Zero(2));
  Matrix expected(x.rows(), 1);
  Matrix found(x.rows(), 1);
  surrogates::predict({whole}, -1, x, expected);
  surrogates::predict({turned}, -1, x.rowwise().reverse(), found);
  CHECK((expected - found).cwiseAbs().maxCoeff() < 1e-14);
}

TEST_CASE("intervals: sampling and surrogate add in squares", "[surrogate][unit]") {
  const auto number = [](const char* name, std::vector<double> values) {
    Variable variable{.name = name, .dims = {"output"}, .units = "1", .long_name = "x"};
    if (values.size() == 2) {
      variable.dims.emplace_back("bound");
    }
    variable.data.shape = values.size() == 2 ? std::vector<Index>{1, 2} : std::vector<Index>{1};
    variable.data.data = std::move(values);
    return variable;
  };
  Dataset dataset;
  dataset.dims = {{.name = "output", .labels = {"y"}, .size = 1},
                  {.name = "bound", .labels = {"lo", "hi"}, .size = 2}};
  dataset.variables = {number("S1", {0.5}),
                       number("S1_ci", {0.47, 0.54}),
                       number("S1_ci_surrogate", {0.46, 0.53}),
                       number("ST", {0.6}),
                       number("ST_ci_surrogate", {0.58, 0.61}),
                       number("mean", {1}),
                       number("mean_ci", {0.9, 1.1})};
  const View view(dataset);
  const Position at{{"output", 0}};
  const auto both = interval_of(view, "S1", at);
  CHECK(both.lo == Approx(0.5 - 0.05));
  CHECK(both.hi == Approx(0.5 + 0.05));
  const auto part = interval_of(view, "S1", at, IntervalPart::surrogate);
  CHECK(part.lo == 0.46);
  CHECK(part.hi == 0.53);
  CHECK(interval_of(view, "ST", at).hi == 0.61);
  CHECK(interval_of(view, "mean", at).lo == 0.9);
  CHECK(is_interval(dataset, *dataset.variable("S1_ci_surrogate")));
  CHECK(is_interval(dataset, *dataset.variable("S1_ci")));
  CHECK_FALSE(is_interval(dataset, *dataset.variable("S1")));
  CHECK_THAT(view.cell(*dataset.variable("S1"), at),
             Catch::Contains("[0.450, 0.550], surrogate [0.460, 0.530]"));
  // A part that is missing leaves no interval, rather than the other part alone.
  dataset.variables[2].data.data = {std::nan(""), std::nan("")};
  CHECK(std::isnan(interval_of(view, "S1", at).lo));
  CHECK(std::isnan(interval_of(view, "S1", at).hi));
}

TEST_CASE("missed variance: where it may belong widens an interval", "[surrogate][unit]") {
  const auto number = [](const std::string& name, std::vector<double> values) {
    Variable variable{.name = name, .dims = {"output"}, .units = "1", .long_name = "x"};
    if (values.size() == 4) {
      variable.dims.emplace_back("bound");
      variable.data.shape = {2, 2};
    } else {
      variable.data.shape = {2};
    }
    variable.data.data = std::move(values);
    return variable;
  };
  Dataset dataset;
  dataset.dims = {{.name = "output", .labels = {"y", "z"}, .size = 2},
                  {.name = "bound", .labels = {"lo", "hi"}, .size = 2}};
  dataset.variables = {number("mean", {10, 10}),
                       number("mean_ci_surrogate", {9, 11, 9, 11}),
                       number("sd", {2, 2}),
                       number("sd_ci_surrogate", {1.9, 2.1, 1.9, 2.1}),
                       number("S1", {0.5, 0.5}),
                       number("S1_ci_surrogate", {0.4, 0.6, 0.4, 0.6}),
                       number("quantile", {13, 9}),
                       number("quantile_ci_surrogate", {12, 14, 8, 10.5})};
  // V = 4: shares lose a fifth at most, and gain as much.
  widen_by_missed_variance(dataset, {1, std::nan("")});
  const auto values = [&](const char* name) { return dataset.variable(name)->data.data; };
  CHECK(values("mean_ci_surrogate") == std::vector<double>{9, 11, 9, 11});
  CHECK(values("S1_ci_surrogate")[0] == Approx(0.32));
  CHECK(values("S1_ci_surrogate")[1] == Approx(0.68));
  CHECK(values("sd_ci_surrogate")[0] == 1.9);
  CHECK(values("sd_ci_surrogate")[1] == Approx(std::sqrt(2.1 * 2.1 + 1)));
  // Above the mean the upper end moves alone.
  CHECK(values("quantile_ci_surrogate")[0] == 12);
  CHECK(values("quantile_ci_surrogate")[1] == Approx(10 + 4 * std::sqrt(1.25)));
  // Of the second output nothing is known.
  CHECK(values("S1_ci_surrogate")[2] == 0.4);
  CHECK(values("quantile_ci_surrogate")[3] == 10.5);
}
