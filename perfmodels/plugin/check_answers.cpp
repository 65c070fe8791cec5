#include "perfmodels/config_detail.hpp"
#include "perfmodels/plugin/bounds_detail.hpp"
#include "perfmodels/plugin/check_detail.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

// Whether what the plugin answers can be: statuses, categories, sums, dependence on the inputs.
namespace uq::perfmodels::plugin {
namespace {

bool is_ok(const Outcome& outcome, Index row) {
  return outcome.status[static_cast<std::size_t>(row)] == UQPM_PT_OK;
}

bool is_finite(const Outcome& outcome, Index row) {
  return outcome.y.row(row).allFinite();
}

std::string listed(const std::set<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    text += (text.empty() ? "`" : ", `") + name + "`";
  }
  return text;
}

// A row to start from: the nominal one, else the first that is ok; -1: none.
Index base_row(const Subject& subject) {
  for (Index i = 0; i < subject.rows.rows(); ++i) {
    if (is_ok(subject.reference, i)) {
      return i;
    }
  }
  return -1;
}

// The least value to try: one close to an open bound, not the one beside it, where a model may
// divide by almost nothing.
double lowest(const InputVariable& input) {
  if (!input.lower_open) {
    return input.lower;
  }
  if (input.kind != InputKind::real) {
    return input.lower + 1;
  }
  const double inside = std::isnan(input.nominal)
                            ? input.lower + std::max(1.0, std::abs(input.lower))
                            : input.nominal;
  return input.lower + 1e-6 * (std::min(inside, input.upper) - input.lower);
}

}  // namespace

Verdict nominal_point(const Subject& subject) {
  if (!has_nominal_point(subject.description())) {
    std::set<std::string> without;
    for (const InputVariable& input : subject.description().inputs) {
      if (std::isnan(input.nominal)) {
        without.insert(input.name);
      }
    }
    return {CheckLevel::warning,
            "no nominal value: " + listed(without),
            "with one for each input a study can leave inputs out"};
  }
  const std::string row = row_text(subject, subject.rows, 0);
  if (!is_ok(subject.reference, 0)) {
    const auto said = subject.reference.messages.find(0);
    return {CheckLevel::error,
            row + " has no result" +
                (said != subject.reference.messages.end() ? ": " + said->second : ""),
            "the nominal values should be a case that works"};
  }
  if (!is_finite(subject.reference, 0)) {
    return {CheckLevel::error, row + " gives NaN or infinity", {}};
  }
  return {CheckLevel::ok, row, {}};
}

Verdict statuses(const Subject& subject) {
  std::array<Index, 4> counts{};
  Index silent = 0;
  for (Index i = 0; i < subject.rows.rows(); ++i) {
    const int status = subject.reference.status[static_cast<std::size_t>(i)];
    const std::string row = row_text(subject, subject.rows, i);
    if (status == UQPM_PT_UNSET) {
      return {CheckLevel::error, row + ": the status was not set", "set the status of every row"};
    }
    if (status == UQPM_PT_SKIPPED) {
      return {CheckLevel::error,
              row + ": skipped though nobody cancelled",
              "a row without result is UQPM_PT_FAILED or UQPM_PT_INFEASIBLE"};
    }
    if (status > UQPM_PT_SKIPPED) {
      return {CheckLevel::error, row + ": unknown status " + std::to_string(status), {}};
    }
    ++counts[static_cast<std::size_t>(status)];
    silent += static_cast<Index>(status != UQPM_PT_OK && !subject.reference.messages.contains(i));
  }
  const std::string text = std::to_string(counts[UQPM_PT_OK]) + " ok, " +
                           std::to_string(counts[UQPM_PT_INFEASIBLE]) + " infeasible, " +
                           std::to_string(counts[UQPM_PT_FAILED]) + " failed";
  if (silent > 0) {
    return {CheckLevel::warning,
            text + "; " + std::to_string(silent) + " of them without a message",
            "tell the user why with message()"};
  }
  return {counts[UQPM_PT_OK] == 0 ? CheckLevel::error : CheckLevel::ok, text, {}};
}

Verdict finite_outputs(const Subject& subject) {
  for (Index i = 0; i < subject.rows.rows(); ++i) {
    if (is_ok(subject.reference, i) && !is_finite(subject.reference, i)) {
      return {CheckLevel::warning,
              row_text(subject, subject.rows, i) +
                  " is ok with an output that is NaN, infinite or not written",
              "a row without result gets UQPM_PT_FAILED and a message"};
    }
  }
  return {CheckLevel::ok,
          "rows that are ok have finite outputs; NaN and infinite inputs never reach the plugin",
          {}};
}

Verdict categories(const Subject& subject) {
  Index checked = 0;
  const auto& outputs = subject.description().outputs;
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    if (outputs[k].kind != OutputKind::categorical) {
      continue;
    }
    ++checked;
    const auto size = static_cast<Index>(outputs[k].categories.size());
    for (Index i = 0; i < subject.rows.rows(); ++i) {
      const double value = subject.reference.y(i, static_cast<Index>(k));
      if (is_ok(subject.reference, i) && std::isfinite(value) && !are_indices(&value, 1, size)) {
        return {CheckLevel::error,
                row_text(subject, subject.rows, i) + ": output `" + outputs[k].name + "` is " +
                    number_text(value) + ", no index of its " + std::to_string(size) +
                    " categories",
                {}};
      }
    }
  }
  return {CheckLevel::ok,
          checked == 0 ? "no categorical outputs" : "categorical outputs are indices",
          {}};
}

Verdict stages(const Subject& subject) {
  const auto& outputs = subject.description().outputs;
  std::set<Index> parents;
  for (const OutputVariable& output : outputs) {
    if (output.role == OutputRole::stage) {
      parents.insert(output.parent);
    }
  }
  for (const Index parent : parents) {
    for (Index i = 0; i < subject.rows.rows(); ++i) {
      if (!is_ok(subject.reference, i) || !is_finite(subject.reference, i)) {
        continue;
      }
      double sum = 0;
      double size = 0;
      for (std::size_t k = 0; k < outputs.size(); ++k) {
        if (outputs[k].role == OutputRole::stage && outputs[k].parent == parent) {
          sum += subject.reference.y(i, static_cast<Index>(k));
          size += std::abs(subject.reference.y(i, static_cast<Index>(k)));
        }
      }
      const double total = subject.reference.y(i, parent);
      // Rounding of a few thousand additions is 1e-12 of the sizes; physics that is missing is
      // more.
      if (!(std::abs(sum - total) <= 1e-9 * std::max(size, std::abs(total)))) {
        return {CheckLevel::error,
                row_text(subject, subject.rows, i) + ": the stages of `" +
                    outputs[static_cast<std::size_t>(parent)].name + "` sum to " +
                    number_text(sum) + ", it is " + number_text(total),
                "stages are the parts of their parent, all of them"};
      }
    }
  }
  return {CheckLevel::ok, parents.empty() ? "no stages" : "stages sum to their parents", {}};
}

Verdict bounds(const Subject& subject) {
  const auto& inputs = subject.description().inputs;
  const Index base = base_row(subject);
  if (base < 0) {
    return {CheckLevel::warning, "no row is ok, so the bounds could not be tried", {}};
  }
  std::vector<std::pair<Index, double>> ends;
  for (std::size_t j = 0; j < inputs.size(); ++j) {
    const InputVariable& input = inputs[j];
    if (std::isfinite(input.lower)) {
      ends.emplace_back(static_cast<Index>(j), lowest(input));
    }
    if (std::isfinite(input.upper)) {
      ends.emplace_back(static_cast<Index>(j), input.upper);
    }
  }
  if (ends.empty()) {
    return {CheckLevel::ok, "no input has bounds", {}};
  }
  Matrix rows(static_cast<Index>(ends.size()), subject.rows.cols());
  for (std::size_t e = 0; e < ends.size(); ++e) {
    rows.row(static_cast<Index>(e)) = subject.rows.row(base);
    rows(static_cast<Index>(e), ends[e].first) = ends[e].second;
  }
  const Outcome outcome = probe(subject.instance(), rows);
  Verdict verdict{
      CheckLevel::ok,
      "answers at " + std::to_string(ends.size()) + " bounds; values beyond never reach the plugin",
      {}};
  for (Index e = 0; e < rows.rows(); ++e) {
    const int status = outcome.status[static_cast<std::size_t>(e)];
    const auto input = static_cast<std::size_t>(ends[static_cast<std::size_t>(e)].first);
    const std::string at = "at " + inputs[input].name + " = " +
                           number_text(rows(e, ends[static_cast<std::size_t>(e)].first));
    if (outcome.result == UQPM_OK && status > UQPM_PT_FAILED) {
      verdict = {CheckLevel::error, at + " the status was not set", {}};
      break;
    }
    if (status == UQPM_PT_FAILED || outcome.result != UQPM_OK ||
        (status == UQPM_PT_OK && !is_finite(outcome, e))) {
      verdict = {CheckLevel::warning,
                 at + ", a value its bounds allow, there is no finite result",
                 "declare the bounds the model has (UQPM_LOWER_OPEN leaves out the lower one)"};
    }
  }
  return with_faults({outcome}, verdict);
}

Verdict dead_inputs(const Subject& subject) {
  // Every input is set to its values in other rows, one at a time, from several rows.
  constexpr Index bases = 6;
  constexpr Index others = 4;
  const Index n = subject.rows.rows();
  const Index d = subject.rows.cols();
  std::vector<Index> ok;
  for (Index i = 0; i < n && static_cast<Index>(ok.size()) < bases; ++i) {
    if (is_ok(subject.reference, i)) {
      ok.push_back(i);
    }
  }
  const auto count = static_cast<Index>(ok.size());
  Matrix rows(count * d * others, d);
  for (Index b = 0; b < count; ++b) {
    for (Index j = 0; j < d; ++j) {
      for (Index k = 0; k < others; ++k) {
        const Index row = (b * d + j) * others + k;
        rows.row(row) = subject.rows.row(ok[static_cast<std::size_t>(b)]);
        rows(row, j) = subject.rows((ok[static_cast<std::size_t>(b)] + 1 + k) % n, j);
      }
    }
  }
  if (count == 0) {
    return {CheckLevel::warning, "no row is ok, so nothing could be varied", {}};
  }
  const Outcome outcome = probe(subject.instance(), rows);
  std::set<std::string> dead;
  for (Index j = 0; j < d; ++j) {
    bool alive = false;
    for (Index b = 0; b < count; ++b) {
      for (Index k = 0; k < others; ++k) {
        const Index row = (b * d + j) * others + k;
        alive |= !outcome.same_row(row, subject.reference, ok[static_cast<std::size_t>(b)]);
      }
    }
    if (!alive) {
      dead.insert(subject.description().inputs[static_cast<std::size_t>(j)].name);
    }
  }
  if (dead.empty()) {
    return with_faults({outcome}, {CheckLevel::ok, "every input changes some output", {}});
  }
  return with_faults({outcome},
                     {CheckLevel::warning,
                      "no output changed with " + listed(dead),
                      "it may matter elsewhere; if it never does, leave it out"});
}

}  // namespace uq::perfmodels::plugin
