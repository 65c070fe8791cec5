#include "studies/surrogates/surrogate.hpp"

#include "uq/core/error.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace uq::studies {

struct Extrapolation {
  explicit Extrapolation(std::size_t inputs) : by_input(inputs) {}

  std::atomic<Index> seen = 0;
  std::atomic<Index> outside = 0;
  std::vector<std::atomic<Index>> by_input;
};

std::shared_ptr<Extrapolation> watch(const Surrogate& surrogate) {
  return std::make_shared<Extrapolation>(surrogate.inputs.size());
}

Index rows_seen(const Extrapolation& watched) {
  return watched.seen;
}

Index rows_outside(const Extrapolation& watched) {
  return watched.outside;
}

std::vector<Index> rows_outside_by_input(const Extrapolation& watched) {
  return {watched.by_input.begin(), watched.by_input.end()};
}

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Counts the rows of x (n, d of the surrogate) that lie outside its box.
void count_outside(const surrogates::Emulator& emulator, const Matrix& x, Extrapolation& watched) {
  std::vector<bool> outside(static_cast<std::size_t>(x.rows()), false);
  for (Index j = 0; j < x.cols(); ++j) {
    Index count = 0;
    for (Index i = 0; i < x.rows(); ++i) {
      if (!(x(i, j) >= emulator.lower(j) && x(i, j) <= emulator.upper(j))) {
        outside[static_cast<std::size_t>(i)] = true;
        ++count;
      }
    }
    watched.by_input[static_cast<std::size_t>(j)] += count;
  }
  watched.seen += x.rows();
  watched.outside += std::count(outside.begin(), outside.end(), true);
}

/// A surrogate among the inputs and outputs of the model it stands for.
struct InPlace {
  std::shared_ptr<const Surrogate> surrogate;
  Index replicate = -1;
  std::shared_ptr<Extrapolation> watched;
  std::string name;
  std::vector<InputVariable> all_inputs;
  std::vector<OutputVariable> all_outputs;
  std::vector<Index> from;  ///< the model's input of each of the surrogate's
  std::vector<Index> to;    ///< the model's output of each of the surrogate's; -1: none
  /// An output that is withheld, and may have no prediction at all, gets that of another one: it
  /// must not spoil the rows of those that are there, and nobody reads it.
  std::vector<Index> taken;
  std::vector<std::pair<Index, double>> held;  ///< the other inputs, and the values they had

  const std::vector<InputVariable>& inputs() const { return all_inputs; }
  const std::vector<OutputVariable>& outputs() const { return all_outputs; }
  std::string id() const { return name; }

  void evaluate(const MatrixRef& x, BatchResult& out) const {
    const Matrix own = x(Eigen::all, from);
    Matrix y(x.rows(), static_cast<Index>(to.size()));
    surrogate->emulator.predict(replicate, own, y);
    out.y.setConstant(nan);
    for (std::size_t q = 0; q < to.size(); ++q) {
      if (to[q] >= 0) {
        out.y.col(to[q]) = y.col(taken[q]);
      }
    }
    for (const auto& [column, value] : held) {
      refuse_others(x.col(column), column, value, out);
    }
    if (watched != nullptr) {
      count_outside(surrogate->emulator, own, *watched);
    }
  }

  /// Rows in which an input the surrogate does not have is at another value than the one it was
  /// fitted at. A model's input without a value is NaN throughout.
  void refuse_others(const Eigen::Ref<const Vector>& x,
                     Index column,
                     double value,
                     BatchResult& out) const {
    for (Index i = 0; i < x.size(); ++i) {
      if (x(i) == value || std::isnan(value)) {
        continue;
      }
      out.status[static_cast<std::size_t>(i)] = RowStatus::infeasible;
      if (out.message) {
        out.message(i,
                    "the surrogate has no input `" +
                        all_inputs[static_cast<std::size_t>(column)].name +
                        "`: it was fitted at one value of it");
      }
    }
  }
};

/// For each output itself, or for one that is withheld the first that is not.
std::vector<Index> predictions_of(const Surrogate& surrogate) {
  const auto& all = surrogate.outputs;
  const auto there = std::find_if(
      all.begin(), all.end(), [](const SurrogateOutput& own) { return own.withheld.empty(); });
  std::vector<Index> taken;
  for (std::size_t q = 0; q < all.size(); ++q) {
    taken.push_back(all[q].withheld.empty() || there == all.end() ? static_cast<Index>(q)
                                                                  : there - all.begin());
  }
  return taken;
}

template <class Variables>
Index position(const Variables& all, const std::string& name) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
  return found == all.end() ? -1 : found - all.begin();
}

}  // namespace

Problem on_surrogate(Problem problem,
                     std::shared_ptr<const Surrogate> surrogate,
                     Index replicate,
                     std::shared_ptr<Extrapolation> watched) {
  InPlace place;
  place.all_inputs = problem.model.inputs();
  place.name = "surrogate " + surrogate->name;
  // Nothing else of the model is there: no regimes, no stages.
  for (const OutputVariable& output : problem.model.outputs()) {
    place.all_outputs.push_back({.name = output.name,
                                 .unit = output.unit,
                                 .doc = output.doc,
                                 .role = OutputRole::diagnostic});
  }
  for (const InputVariable& input : surrogate->inputs) {
    place.from.push_back(position(place.all_inputs, input.name));
    expects(place.from.back() >= 0, "the model has no input `" + input.name + "`");
  }
  for (const SurrogateOutput& output : surrogate->outputs) {
    const Index at = position(place.all_outputs, output.variable.name);
    place.to.push_back(at);
    if (at >= 0) {
      place.all_outputs[static_cast<std::size_t>(at)].role = OutputRole::metric;
    }
  }
  for (Index j = 0; j < static_cast<Index>(place.all_inputs.size()); ++j) {
    if (std::find(place.from.begin(), place.from.end(), j) == place.from.end()) {
      place.held.emplace_back(j, problem.fixed(j));
    }
  }
  for (const UncertainInput& input : problem.inputs) {
    expects(std::find(place.from.begin(), place.from.end(), input.column) != place.from.end(),
            "the surrogate has no input `" + input.name + "`");
  }
  for (const Index output : problem.outputs) {
    expects(std::find(place.to.begin(), place.to.end(), output) != place.to.end(),
            "the surrogate has no such output");
  }
  place.taken = predictions_of(*surrogate);
  place.surrogate = std::move(surrogate);
  place.replicate = replicate;
  place.watched = std::move(watched);
  problem.model = Model(std::move(place));
  return problem;
}

Model as_model(std::shared_ptr<const Surrogate> surrogate,
               std::string id,
               Index replicate,
               std::shared_ptr<Extrapolation> watched) {
  InPlace place;
  place.all_inputs = surrogate->inputs;
  place.name = std::move(id);
  for (Index j = 0; j < static_cast<Index>(surrogate->inputs.size()); ++j) {
    place.from.push_back(j);
  }
  for (const SurrogateOutput& output : surrogate->outputs) {
    const bool there = output.withheld.empty();
    place.to.push_back(there ? static_cast<Index>(place.all_outputs.size()) : -1);
    if (there) {
      place.all_outputs.push_back(output.variable);
    }
  }
  place.taken = predictions_of(*surrogate);
  place.surrogate = std::move(surrogate);
  place.replicate = replicate;
  place.watched = std::move(watched);
  return Model(std::move(place));
}

}  // namespace uq::studies
