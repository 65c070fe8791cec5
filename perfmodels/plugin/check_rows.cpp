#include "perfmodels/config_detail.hpp"
#include "perfmodels/plugin/check_detail.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace uq::perfmodels::plugin {
namespace {

// Where to look for values of an input: its bounds if it has both, else around its nominal value.
std::pair<double, double> range_of(const InputVariable& input, bool near_nominal) {
  const bool low = std::isfinite(input.lower);
  const bool high = std::isfinite(input.upper);
  const bool nominal = !std::isnan(input.nominal);
  if (low && high && !(near_nominal && nominal && input.kind == InputKind::real)) {
    return {input.lower, input.upper};
  }
  double from = -1;
  double to = 1;
  if (nominal) {
    const double half = input.nominal == 0 ? 1 : 0.5 * std::abs(input.nominal);
    from = input.nominal - half;
    to = input.nominal + half;
  } else if (low) {
    from = input.lower;
    to = input.lower + std::max(1.0, std::abs(input.lower));
  } else if (high) {
    from = input.upper - std::max(1.0, std::abs(input.upper));
    to = input.upper;
  }
  return {std::max(from, input.lower), std::min(to, input.upper)};
}

}  // namespace

bool has_nominal_point(const Description& description) {
  return std::none_of(description.inputs.begin(),
                      description.inputs.end(),
                      [](const InputVariable& input) { return std::isnan(input.nominal); });
}

Matrix sample_rows(const Description& description, Index count) {
  const auto columns = static_cast<Index>(description.inputs.size());
  Matrix x(count, columns);
  for (Index j = 0; j < columns; ++j) {
    const InputVariable& input = description.inputs[static_cast<std::size_t>(j)];
    // Multiples of an irrational number fill a range evenly; another one for each input.
    const double step =
        std::fmod(std::sqrt(static_cast<double>(2 + 3 * j)) * 0.6180339887498949, 1);
    for (Index i = 0; i < count; ++i) {
      const double u = std::fmod(static_cast<double>(i + 1) * step, 1.0);
      const auto [from, to] = range_of(input, i % 2 == 0);
      double value = from + u * (to - from);
      if (input.kind != InputKind::real) {
        value = std::clamp(std::floor(from + u * (to - from + 1)), std::ceil(from), std::floor(to));
      } else if (input.lower_open && value <= input.lower) {
        value = to;
      }
      x(i, j) = i == 0 && !std::isnan(input.nominal) ? input.nominal : value;
    }
  }
  return x;
}

const Instance& Subject::instance() const {
  if (!held) {
    held = std::make_unique<Instance>(library, index, config);
  }
  return *held;
}

std::string make_room(const Subject& subject) {
  try {
    subject.instance();
    const Instance another(subject.library, subject.index, subject.config);
    return {};
  } catch (const PluginError& error) {
    subject.held.reset();
    return error.what();
  }
}

Verdict with_faults(const std::vector<Outcome>& outcomes, Verdict otherwise) {
  std::vector<std::string> seen;
  for (const Outcome& outcome : outcomes) {
    for (const std::string& fault : outcome.faults) {
      if (std::find(seen.begin(), seen.end(), fault) == seen.end()) {
        seen.push_back(fault);
      }
    }
  }
  if (seen.empty()) {
    return otherwise;
  }
  std::string text = otherwise.level == CheckLevel::error ? otherwise.text : "";
  for (const std::string& fault : seen) {
    text += (text.empty() ? "" : "; ") + fault;
  }
  return {CheckLevel::error, text, otherwise.level == CheckLevel::error ? otherwise.hint : ""};
}

std::string row_text(const Subject& subject, const Matrix& rows, Index row) {
  std::string text;
  const auto& inputs = subject.description().inputs;
  for (std::size_t j = 0; j < inputs.size() && j < 6; ++j) {
    text += (j == 0 ? "" : ", ") + inputs[j].name + " = " +
            number_text(rows(row, static_cast<Index>(j)));
  }
  return "row " + std::to_string(row) + " (" + text + (inputs.size() > 6 ? ", …)" : ")");
}

}  // namespace uq::perfmodels::plugin
