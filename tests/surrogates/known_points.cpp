#include "tests/surrogates/known_points.hpp"

#include "perfmodels/builtin.hpp"
#include "samplers/independent.hpp"
#include "samplers/lhs.hpp"
#include "samplers/sobol_sequence.hpp"
#include "uq/core/error.hpp"

#include <map>
#include <span>

namespace uq::test {

namespace {

Model model_of(const perfmodels::KnownCase& c) {
  using namespace perfmodels;
  static const std::map<std::string, Model (*)(const Config&)> models{
      {"known/ishigami", ishigami},
      {"known/g_function", g_function},
      {"known/g_star", g_star},
      {"known/polynomial_product", polynomial_product},
      {"known/linear", linear_function},
      {"known/friedman", friedman},
      {"known/wing_weight", wing_weight},
      {"known/morris20", morris20},
      {"known/oakley_ohagan", oakley_ohagan},
      {"known/borehole", borehole},
      {"known/otl_circuit", otl_circuit},
      {"known/piston", piston}};
  return models.at(c.model)(c.config);
}

// Any function as a model.
struct Lambda {
  std::vector<InputVariable> in;
  std::vector<OutputVariable> out;
  std::function<double(const Vector&)> value;

  const std::vector<InputVariable>& inputs() const { return in; }
  const std::vector<OutputVariable>& outputs() const { return out; }
  std::string id() const { return "lambda"; }
  void evaluate(MatrixRef x, BatchResult& result) const {
    for (Index i = 0; i < x.rows(); ++i) {
      result.y(i, 0) = value(x.row(i).transpose());
    }
  }
};

}  // namespace

std::vector<std::string> Known::names() const {
  std::vector<std::string> all;
  for (const UncertainInput& input : problem.inputs) {
    all.push_back(input.name);
  }
  return all;
}

Vector Known::values(MatrixRef x) const {
  Matrix y(x.rows(), static_cast<Index>(problem.model.outputs().size()));
  std::vector<RowStatus> status(static_cast<std::size_t>(x.rows()), RowStatus::ok);
  BatchResult result{y, status, {}};
  problem.model.evaluate(x, result);
  return y.col(output);
}

Known known(const std::string& name) {
  for (const perfmodels::KnownCase& c : perfmodels::known_cases()) {
    if (c.name != name) {
      continue;
    }
    Known k{.problem = {.model = model_of(c)}, .truth = c.truth};
    const auto& inputs = k.problem.model.inputs();
    for (std::size_t j = 0; j < inputs.size(); ++j) {
      k.problem.inputs.push_back(
          {c.inputs[j].name, "1", static_cast<Index>(j), c.inputs[j].law, 0, ""});
    }
    k.problem.fixed = Vector::Zero(k.problem.dims());
    const auto& outputs = k.problem.model.outputs();
    for (std::size_t o = 0; o < outputs.size(); ++o) {
      if (outputs[o].name == c.output) {
        k.output = static_cast<Index>(o);
      }
    }
    k.problem.outputs = {k.output};
    return k;
  }
  throw InvalidArgument("no known case " + name);
}

Known function_of(std::vector<Distribution> laws, std::function<double(const Vector&)> value) {
  Lambda lambda;
  lambda.value = std::move(value);
  lambda.out.push_back({.name = "y"});
  std::vector<UncertainInput> inputs;
  for (std::size_t j = 0; j < laws.size(); ++j) {
    const std::string name = "x" + std::to_string(j + 1);
    lambda.in.push_back({.name = name});
    inputs.push_back({name, "1", static_cast<Index>(j), laws[j], 0, ""});
  }
  Known k{.problem = {.model = Model(lambda)}, .truth = {}};
  k.problem.inputs = std::move(inputs);
  k.problem.fixed = Vector::Zero(k.problem.dims());
  k.problem.outputs = {0};
  return k;
}

Matrix physical(const Problem& problem, const UnitPoints& points) {
  Matrix x(points.count, points.dims);
  points.block(0, x);
  for (Index j = 0; j < points.dims; ++j) {
    const Distribution& law = problem.inputs[static_cast<std::size_t>(j)].law;
    for (double& value : x.col(j)) {
      value = quantile(law, value);
    }
  }
  return x;
}

Matrix monte_carlo(const Problem& problem, Index n, Seed seed) {
  return physical(problem, samplers::independent(problem.dims(), {.n = n}, seed).points);
}
Matrix latin(const Problem& problem, Index n, Seed seed) {
  return physical(problem, samplers::lhs(n, problem.dims(), 1, samplers::LatinPlace::random, seed));
}
Matrix sobol(const Problem& problem, Index n, Seed seed) {
  return physical(problem, samplers::scrambled_sobol(n, problem.dims(), 1, seed));
}

}  // namespace uq::test
