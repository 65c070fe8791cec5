#include "perfmodels/formula_detail.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace uq::perfmodels {
namespace {

// Every function is defined here, none of muParser's is used: its max(1, NaN) is 1, its rint rounds
// to even and `a - floor(a)` cannot be had (contract C8). Names and meanings:
// docs/methods/expression.md.
struct Function {
  const char* name;
  double (*call)(double);
};

double sign(double x) {
  return std::isnan(x) ? x : static_cast<double>((x > 0) - (x < 0));
}

// Plain lambdas pick the double overload of <cmath>.
constexpr std::array functions{
    Function{"sin", [](double x) { return std::sin(x); }},
    Function{"cos", [](double x) { return std::cos(x); }},
    Function{"tan", [](double x) { return std::tan(x); }},
    Function{"asin", [](double x) { return std::asin(x); }},
    Function{"acos", [](double x) { return std::acos(x); }},
    Function{"atan", [](double x) { return std::atan(x); }},
    Function{"sinh", [](double x) { return std::sinh(x); }},
    Function{"cosh", [](double x) { return std::cosh(x); }},
    Function{"tanh", [](double x) { return std::tanh(x); }},
    Function{"asinh", [](double x) { return std::asinh(x); }},
    Function{"acosh", [](double x) { return std::acosh(x); }},
    Function{"atanh", [](double x) { return std::atanh(x); }},
    Function{"log", [](double x) { return std::log(x); }},
    Function{"ln", [](double x) { return std::log(x); }},
    Function{"log2", [](double x) { return std::log2(x); }},
    Function{"log10", [](double x) { return std::log10(x); }},
    Function{"exp", [](double x) { return std::exp(x); }},
    Function{"sqrt", [](double x) { return std::sqrt(x); }},
    Function{"abs", [](double x) { return std::abs(x); }},
    Function{"sign", sign},
    Function{"floor", [](double x) { return std::floor(x); }},
    Function{"ceil", [](double x) { return std::ceil(x); }},
    Function{"round", [](double x) { return std::round(x); }},
};

struct Fold {
  const char* name;
  double (*call)(const double*, int);
};

// The quiet NaN of the comparison: once NaN, `value` stays NaN because no comparison with it holds.
double minimum(const double* x, int count) {
  double value = x[0];
  for (int i = 1; i < count; ++i) {
    value = std::isnan(x[i]) || x[i] < value ? x[i] : value;
    if (std::isnan(value)) {
      return value;
    }
  }
  return value;
}

double maximum(const double* x, int count) {
  double value = x[0];
  for (int i = 1; i < count; ++i) {
    value = std::isnan(x[i]) || x[i] > value ? x[i] : value;
    if (std::isnan(value)) {
      return value;
    }
  }
  return value;
}

double sum(const double* x, int count) {
  double value = x[0];
  for (int i = 1; i < count; ++i) {
    value += x[i];
  }
  return value;
}

double average(const double* x, int count) {
  return sum(x, count) / count;
}

constexpr std::array folds{
    Fold{"min", minimum}, Fold{"max", maximum}, Fold{"sum", sum}, Fold{"avg", average}};

// Sign of the divisor, as floor division has it: mod(-1, 3) = 2, mod(x, 0) is NaN.
double modulo(double a, double b) {
  const double rest = std::fmod(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

double logical_not(double x) {
  return std::isnan(x) ? x : static_cast<double>(x == 0);
}

}  // namespace

bool is_formula_function(const std::string& name) {
  const auto named = [&](const auto& function) { return name == function.name; };
  return name == "mod" || std::any_of(functions.begin(), functions.end(), named) ||
         std::any_of(folds.begin(), folds.end(), named);
}

bool is_formula_constant(const std::string& name) {
  return name == "pi" || name == "e";
}

void define_language(mu::Parser& parser) {
  parser.ClearFun();
  parser.ClearConst();
  for (const Function& function : functions) {
    parser.DefineFun(function.name, function.call);
  }
  for (const Fold& fold : folds) {
    parser.DefineFun(fold.name, fold.call);
  }
  parser.DefineFun("mod", modulo);
  parser.DefineInfixOprt("!", logical_not);
  parser.DefineConst("pi", std::numbers::pi);
  parser.DefineConst("e", std::numbers::e);
  // The optimiser re-associates (x*1e308*10 becomes x*inf): a formula means what is written.
  // (Not kept by copies of a parser, hence a function that acts on the final one.)
  parser.EnableOptimizer(false);
}

}  // namespace uq::perfmodels
