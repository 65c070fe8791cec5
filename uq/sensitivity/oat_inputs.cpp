#include "uq/sensitivity/oat_inputs.hpp"

#include "uq/core/error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>

namespace uq::sensitivity {
namespace {

const InputVariable& variable(const Problem& problem, const UncertainInput& input) {
  return problem.model.inputs()[static_cast<std::size_t>(input.column)];
}

// Values of a discrete law or of a boolean or category; empty: any.
std::vector<double> values_of(const UncertainInput& input, const InputVariable& about) {
  std::vector<double> values;
  if (const auto* law = std::get_if<Discrete>(&input.law.law)) {
    for (std::size_t k = 0; k < law->values.size(); ++k) {
      if (law->weights[k] > 0) {
        values.push_back(law->values[k]);
      }
    }
  } else if (about.kind == InputKind::categorical || about.kind == InputKind::boolean) {
    values.resize(about.kind == InputKind::boolean ? 2 : about.categories.size());
    std::iota(values.begin(), values.end(), 0.0);
  }
  const std::array<double, 2> ends = support(input.law);  // clang 14 captures no structured binding
  std::erase_if(values, [&](double x) { return x < ends[0] || x > ends[1]; });
  return values;
}

// Whether the nominal point with one input at x meets every condition of the problem.
bool holds(const Problem& problem, const UncertainInput& moved, double x) {
  Matrix row = problem.fixed.transpose();
  for (const UncertainInput& input : problem.inputs) {
    row(0, input.column) = input.nominal;
  }
  row(0, moved.column) = x;
  return std::all_of(problem.constraints.begin(), problem.constraints.end(), [&](const auto& c) {
    bool met = false;
    c.holds(row, std::span<bool>(&met, 1));
    return met;
  });
}

struct Limits {
  double lower, upper;
  bool lower_open;
};

Limits limits_of(const UncertainInput& input, const InputVariable& about) {
  const auto [lower, upper] = support(input.law);
  return {std::max(lower, about.lower),
          std::min(upper, about.upper),
          about.lower_open && about.lower >= lower};
}

// An end that breaks a condition moves back to the last value that meets it, as far as halving the
// way finds it.
double meet_conditions(const Problem& problem,
                       const UncertainInput& input,
                       bool whole,
                       double end) {
  if (problem.constraints.empty() || holds(problem, input, end)) {
    return end;
  }
  double good = input.nominal;
  for (int level = 0; level < 100; ++level) {
    double middle = good + (end - good) / 2;
    middle = whole ? std::round(middle) : middle;
    if (middle == good || middle == end) {
      break;
    }
    (holds(problem, input, middle) ? good : end) = middle;
  }
  return good;
}

class Mover {
 public:
  Mover(const Problem& problem, const OatOptions& options, OatMoves& moves)
      : problem_(problem), options_(options), moves_(moves) {}

  void move(const UncertainInput& input) {
    const InputVariable& about = variable(problem_, input);
    OatInput result{
        .nominal = input.nominal,
        .low = input.nominal,
        .high = input.nominal,
        .whole = about.kind == InputKind::integer || std::holds_alternative<Integer>(input.law.law),
        .values = values_of(input, about),
        .ordered = about.kind != InputKind::categorical};
    if (!result.values.empty()) {
      std::erase_if(result.values, [&](double x) { return !holds(problem_, input, x); });
      on_values(input, result);
    } else {
      continuous(input, about, result);
    }
    moves_.inputs.push_back(std::move(result));
  }

 private:
  void on_values(const UncertainInput& input, OatInput& result) const {
    if (!result.ordered) {
      return;
    }
    const auto low = std::lower_bound(result.values.begin(), result.values.end(), input.nominal);
    const auto high = std::upper_bound(result.values.begin(), result.values.end(), input.nominal);
    result.low = low != result.values.begin() ? *(low - 1) : input.nominal;
    result.high = high != result.values.end() ? *high : input.nominal;
    if (!options_.quantiles.empty()) {
      // The values that meet the conditions, from the first to the last between the quantiles.
      const auto from = std::lower_bound(
          result.values.begin(), result.values.end(), quantile(input.law, options_.quantiles[0]));
      const auto to = std::upper_bound(
          result.values.begin(), result.values.end(), quantile(input.law, options_.quantiles[1]));
      result.low = from != result.values.end() ? std::min(*from, input.nominal) : input.nominal;
      result.high =
          to != result.values.begin() ? std::max(*(to - 1), input.nominal) : input.nominal;
    }
  }

  void continuous(const UncertainInput& input, const InputVariable& about, OatInput& result) {
    const double nominal = input.nominal;
    const Limits limits = limits_of(input, about);
    const auto warn = [&](const char* code, const std::string& text) {
      moves_.warnings.push_back({code, "`" + input.name + "`: " + text});
    };
    if (nominal < limits.lower || nominal > limits.upper) {
      warn("W060", "its nominal value lies outside its law: it moves towards the law only");
    }
    double low = nominal;
    double high = nominal;
    if (!options_.quantiles.empty()) {
      low = quantile(input.law, options_.quantiles[0]);
      high = quantile(input.law, options_.quantiles[1]);
      if ((low > nominal || high < nominal) && nominal >= limits.lower && nominal <= limits.upper) {
        warn("W060", "its nominal value lies outside the quantiles: it moves to one side only");
      }
    } else {
      double h = options_.step * std::abs(nominal);
      if (nominal == 0) {
        h = options_.step * (quantile(input.law, 0.95) - quantile(input.law, 0.05));
        warn("W061", "its nominal value is 0: the step is a share of the width of its law");
      }
      low = nominal - h;
      high = nominal + h;
      if (result.whole) {
        low = std::min(std::round(low), std::ceil(nominal) - 1);
        high = std::max(std::round(high), std::floor(nominal) + 1);
      }
    }
    result.low = std::min(cut(input, limits, result.whole, low), nominal);
    result.high = std::max(cut(input, limits, result.whole, high), nominal);
    if (result.low > low || result.high < high) {
      warn("W063",
           std::string("its step ") +
               (result.low > low && result.high < high ? "down and up"
                : result.low > low                     ? "down"
                                                       : "up") +
               " is cut at the end of its law, of the model's bounds or of a condition");
    }
  }

  double cut(const UncertainInput& input, const Limits& limits, bool whole, double end) const {
    if (end <= limits.lower) {
      // An open bound is no value: a point just inside it is.
      end = limits.lower_open ? limits.lower + (input.nominal - limits.lower) / 1024 : limits.lower;
    }
    end = std::min(end, limits.upper);
    if (whole) {
      end = end < input.nominal ? std::ceil(end) : std::floor(end);
    }
    return meet_conditions(problem_, input, whole, end);
  }

  const Problem& problem_;
  const OatOptions& options_;
  OatMoves& moves_;
};

}  // namespace

OatMoves oat_inputs(const Problem& problem, const OatOptions& options) {
  expects(options.quantiles.empty() ||
              (options.quantiles.size() == 2 && options.quantiles[0] > 0 &&
               options.quantiles[0] < options.quantiles[1] && options.quantiles[1] < 1),
          "quantiles must be two ascending probabilities");
  expects(options.step > 0 && options.step < 1,
          "step = " + std::to_string(options.step) + ", required is 0 < . < 1");
  OatMoves moves;
  if (problem.correlation.size() > 0) {
    moves.warnings.push_back(
        {"W062", "the inputs are correlated, but each is moved alone: the others stay behind"});
  }
  for (const UncertainInput& input : problem.inputs) {
    if (!holds(problem, input, input.nominal)) {
      moves.fault = "the nominal point breaks a condition of the study";
      return moves;
    }
    Mover(problem, options, moves).move(input);
  }
  return moves;
}

}  // namespace uq::sensitivity
