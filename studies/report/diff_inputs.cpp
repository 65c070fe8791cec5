#include "studies/file/diagnostic.hpp"
#include "studies/report/diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace uq::studies {

namespace {

/// What of /inputs follows from the rest, or from where a law's values were read.
const std::vector<std::string> not_compared{"mean", "sd", "source"};

std::map<std::string, Index> places(const Dataset& inputs) {
  std::map<std::string, Index> found;
  const Dimension* dimension = inputs.dim("input");
  for (std::size_t k = 0; dimension != nullptr && k < dimension->labels.size(); ++k) {
    found.emplace(dimension->labels[k], static_cast<Index>(k));
  }
  return found;
}

std::string value_text(const View& view, const Variable& variable, const Position& at) {
  if (is_text(variable)) {
    const std::string text = view.text(variable.name, at);
    return text.empty() ? "none" : "`" + text + "`";
  }
  const double value = view.number(variable.name, at);
  if (variable.storage == Storage::flags) {
    return variable.flag_meanings.at(static_cast<std::size_t>(value));
  }
  return fmt::format("{}", value);
}

void compare_names(const std::map<std::string, Index>& a,
                   const std::map<std::string, Index>& b,
                   Diagnostics& diagnostics) {
  for (const auto& [name, k] : a) {
    if (!b.contains(name)) {
      diagnostics.error("U461", "input `" + name + "` is in the first file only", {});
    }
  }
  for (const auto& [name, k] : b) {
    if (!a.contains(name)) {
      diagnostics.error("U461", "input `" + name + "` is in the second file only", {});
    }
  }
}

void compare_variable(const View& a,
                      const View& b,
                      const Variable& variable,
                      const std::map<std::string, Index>& places_a,
                      const std::map<std::string, Index>& places_b,
                      Diagnostics& diagnostics) {
  const Variable* other = b.dataset().variable(variable.name);
  const bool skip =
      other == nullptr || variable.dims != std::vector<std::string>{"input"} ||
      other->dims != variable.dims || is_text(variable) != is_text(*other) ||
      std::find(not_compared.begin(), not_compared.end(), variable.name) != not_compared.end();
  if (skip) {
    return;
  }
  for (const auto& [name, k] : places_a) {
    const auto there = places_b.find(name);
    if (there == places_b.end()) {
      continue;
    }
    const std::string mine = value_text(a, variable, {{"input", k}});
    const std::string theirs = value_text(b, *other, {{"input", there->second}});
    if (mine != theirs) {
      diagnostics.error(
          variable.name == "unit" ? "U462" : "U461",
          fmt::format("`{}` of input `{}` is {} in the first file and {} in the second",
                      variable.name,
                      name,
                      mine,
                      theirs),
          {});
    }
  }
}

/// Correlation of two inputs in a file; without a matrix they are independent.
double correlation(const View& view, Index i, Index j) {
  if (view.dataset().variable("correlation") == nullptr) {
    return i == j ? 1 : 0;
  }
  return view.number("correlation", {{"input", i}, {"input2", j}});
}

void compare_correlations(const View& a,
                          const View& b,
                          const std::map<std::string, Index>& places_a,
                          const std::map<std::string, Index>& places_b,
                          Diagnostics& diagnostics) {
  for (auto first = places_a.begin(); first != places_a.end(); ++first) {
    for (auto second = std::next(first); second != places_a.end(); ++second) {
      if (!places_b.contains(first->first) || !places_b.contains(second->first)) {
        continue;
      }
      const double mine = correlation(a, first->second, second->second);
      const double theirs = correlation(b, places_b.at(first->first), places_b.at(second->first));
      if (mine != theirs) {
        diagnostics.error(
            "U461",
            fmt::format("the correlation of `{}` and `{}` is {} in the first file and "
                        "{} in the second",
                        first->first,
                        second->first,
                        mine,
                        theirs),
            {});
      }
    }
  }
}

}  // namespace

void expect_same_inputs(const ResultFile& a, const ResultFile& b) {
  const Dataset empty{.path = "inputs"};
  const Dataset* first = a.group("inputs");
  const Dataset* second = b.group("inputs");
  const View view_a(first == nullptr ? empty : *first);
  const View view_b(second == nullptr ? empty : *second);
  const auto places_a = places(view_a.dataset());
  const auto places_b = places(view_b.dataset());
  Diagnostics diagnostics;
  compare_names(places_a, places_b, diagnostics);
  for (const Variable& variable : view_a.dataset().variables) {
    compare_variable(view_a, view_b, variable, places_a, places_b, diagnostics);
  }
  compare_correlations(view_a, view_b, places_a, places_b, diagnostics);
  for (const char* name : {"derived", "constraints"}) {
    const std::string mine = attribute_text(view_a.dataset().attribute(name));
    const std::string theirs = attribute_text(view_b.dataset().attribute(name));
    if (mine != theirs) {
      diagnostics.error(
          "U461",
          fmt::format("`{}` is `{}` in the first file and `{}` in the second", name, mine, theirs),
          {});
    }
  }
  diagnostics.throw_if_errors();
}

}  // namespace uq::studies
