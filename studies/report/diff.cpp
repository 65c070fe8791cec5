#include "studies/report/diff.hpp"

#include "studies/file/diagnostic.hpp"
#include "uq/core/error.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace uq::studies {

namespace {

bool matches(const std::string& pattern, const std::string& text) {
  return pattern.empty() || ::fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

bool is_input_dimension(const std::string& name) {
  return name == "input" || name == "input2" || name == "group" || name == "group2";
}

/// A coordinate in words that two files share when they mean the same one.
std::string coordinate(const Dimension& dimension, Index k) {
  const auto at = static_cast<std::size_t>(k);
  return !dimension.labels.empty()   ? dimension.labels[at]
         : !dimension.values.empty() ? fmt::format("{}", dimension.values[at])
                                     : std::to_string(k);
}

Index size_of(const Dimension& dimension) {
  return std::max({static_cast<Index>(dimension.labels.size()),
                   static_cast<Index>(dimension.values.size()),
                   dimension.size});
}

/// Half-width of an interval on the side where `other` lies. An estimate outside its own interval
/// has none there, or at most the interval's whole width.
double facing_half_width(const Figure& figure, double other) {
  const double width = other > figure.value ? figure.hi - figure.value : figure.value - figure.lo;
  return std::clamp(width, 0.0, std::max(figure.hi - figure.lo, 0.0));
}

/// Comma-separated names in a fixed order: that of a group follows the order of the inputs.
std::vector<std::string> sorted_words(const std::string& list) {
  std::vector<std::string> words(1);
  for (std::size_t at = 0; at < list.size(); ++at) {
    if (list.compare(at, 2, ", ") == 0) {
      words.emplace_back();
      ++at;
    } else {
      words.back() += list[at];
    }
  }
  std::sort(words.begin(), words.end());
  return words;
}

/// Compares one analysis of two files.
class AnalysisComparer {
 public:
  AnalysisComparer(const Dataset& a,
                   const Dataset& b,
                   const DiffOptions& options,
                   Comparison& result,
                   Diagnostics& diagnostics)
      : a_(a), b_(b), options_(options), result_(result), diagnostics_(diagnostics) {}

  void run() {
    for (const Variable& variable : a_.dataset().variables) {
      const Variable* other = b_.dataset().variable(variable.name);
      if (is_compared(a_.dataset(), variable)) {
        if (other != nullptr && is_compared(b_.dataset(), *other)) {
          compare_variables(variable, *other);
        } else {
          missing(variable, "second");
        }
      }
    }
    for (const Variable& variable : b_.dataset().variables) {
      if (is_compared(b_.dataset(), variable) && a_.dataset().variable(variable.name) == nullptr) {
        missing(variable, "first");
      }
    }
  }

 private:
  std::string analysis() const { return analysis_name(a_.dataset()); }

  /// Counts (rows, evaluations), losses and the record of convergence describe the run, not its
  /// answer.
  static bool is_compared(const Dataset& dataset, const Variable& variable) {
    if (variable.storage == Storage::flags) {
      return !is_text(variable) && !has_dim(variable, "failure");
    }
    return is_figure(dataset, variable) && !has_dim(variable, "checkpoint") &&
           !has_dim(variable, "failure") && variable.name != "lost_share" &&
           variable.name != "failure_p";
  }

  void missing(const Variable& variable, const char* file) {
    if (is_asked(variable, matches(options_.variable, variable.name))) {
      say_missing(
          fmt::format("`{}` of `{}` is not in the {} file", variable.name, analysis(), file));
    }
  }

  /// Whether the options leave this variable in. @param named by its name or that of a cell
  bool is_asked(const Variable& variable, bool named) const {
    return named && (options_.input.empty() ||
                     std::any_of(variable.dims.begin(), variable.dims.end(), is_input_dimension));
  }

  /// Whether `variable` of the options names it or a cell of it: q95 of `quantile`.
  bool is_named(const View& view, const Variable& variable) const {
    std::vector<std::string> own;
    for (const char* name : {"probability", "threshold"}) {
      if (has_dim(variable, name)) {
        own.emplace_back(name);
      }
    }
    const std::vector<Position> all = view.positions(own);
    return matches(options_.variable, variable.name) ||
           std::any_of(all.begin(), all.end(), [&](const Position& at) {
             return matches(options_.variable, figure_name(view, variable, at));
           });
  }

  void say_missing(const std::string& text) {
    if (said_.insert(text).second) {
      result_.missing.push_back(text);
    }
  }

  /// Indices of the coordinates both files have on a dimension.
  std::vector<std::pair<Index, Index>> shared(const std::string& name) {
    const Dimension& a = *a_.dataset().dim(name);
    const Dimension& b = *b_.dataset().dim(name);
    if (a.units != b.units) {
      diagnostics_.error(
          "U462",
          fmt::format("`{}` of `{}` is in {} in the first file and in {} in the second",
                      name,
                      analysis(),
                      a.units,
                      b.units),
          {});
    }
    const bool grouped = name == "group" || name == "group2";
    std::map<std::string, Index> there;
    for (Index k = 0; k < size_of(b); ++k) {
      there.emplace(coordinate(b, k), k);
    }
    std::vector<std::pair<Index, Index>> pairs;
    for (Index k = 0; k < size_of(a); ++k) {
      const std::string label = coordinate(a, k);
      const auto found = there.find(label);
      if (found != there.end()) {
        if (!grouped || same_members(label, k, found->second)) {
          pairs.emplace_back(k, found->second);
        }
        there.erase(found);
      } else if (matches_if_input(name, label)) {
        say_missing(only(name, label, "second"));
      }
    }
    for (const auto& [label, k] : there) {
      if (matches_if_input(name, label)) {
        say_missing(only(name, label, "first"));
      }
    }
    return pairs;
  }

  /// Whether a group is the same in both files. Of others its figures are those of another thing.
  bool same_members(const std::string& label, Index a, Index b) {
    const std::string mine = a_.text("members", {{"group", a}});
    const std::string theirs = b_.text("members", {{"group", b}});
    if (sorted_words(mine) != sorted_words(theirs) && matches(options_.input, label)) {
      say_missing(fmt::format("group `{}` of `{}` is {} in the first file and {} in the second",
                              label,
                              analysis(),
                              mine,
                              theirs));
    }
    return sorted_words(mine) == sorted_words(theirs);
  }

  bool matches_if_input(const std::string& name, const std::string& label) const {
    return !is_input_dimension(name) || matches(options_.input, label);
  }

  std::string only(const std::string& name, const std::string& label, const char* file) const {
    return fmt::format("{} `{}` of `{}` is not in the {} file", name, label, analysis(), file);
  }

  void compare_variables(const Variable& a, const Variable& b) {
    if (!is_asked(a, is_named(a_, a) || is_named(b_, b))) {
      return;
    }
    if (std::set(a.dims.begin(), a.dims.end()) != std::set(b.dims.begin(), b.dims.end())) {
      say_missing(
          fmt::format("`{}` of `{}` has other dimensions in the second file", a.name, analysis()));
      return;
    }
    std::vector<std::pair<Position, Position>> cells{{}};
    for (const std::string& name : a.dims) {
      std::vector<std::pair<Position, Position>> longer;
      const auto pairs = shared(name);
      for (const auto& [first, second] : cells) {
        for (const auto& [i, j] : pairs) {
          longer.emplace_back(first, second);
          longer.back().first[name] = i;
          longer.back().second[name] = j;
        }
      }
      cells = std::move(longer);
    }
    for (const auto& [first, second] : cells) {
      compare_cells(a, first, b, second);
    }
  }

  void compare_cells(const Variable& a, const Position& at_a, const Variable& b, Position at_b) {
    if (const std::string row = row_dimension(a); has_dim(a, row + "2")) {
      // A pair has one cell, which one depends on the order of the inputs in the file.
      if (is_empty_by_design(a_, a, at_a)) {
        return;
      }
      if (is_empty_by_design(b_, b, at_b)) {
        std::swap(at_b.at(row), at_b.at(row + "2"));
      }
    }
    const std::string name = figure_name(a_, a, at_a);
    Difference cell{analysis(), name, {}, {}, {}, 0, std::nan(""), {}};
    bool asked = options_.input.empty();
    for (const std::string& dimension : a.dims) {
      const std::string label = coordinate(*a_.dataset().dim(dimension), at_a.at(dimension));
      asked = asked || (is_input_dimension(dimension) && matches(options_.input, label));
      if (dimension != "probability" && dimension != "threshold") {
        cell.where.emplace_back(dimension, label);
      }
    }
    const bool named = matches(options_.variable, name) || matches(options_.variable, a.name);
    if (!asked || !named || (is_empty_by_design(a_, a, at_a) && is_empty_by_design(b_, b, at_b))) {
      return;
    }
    cell.a = figure(a_, a, at_a);
    cell.b = figure(b_, b, at_b);
    if (cell.a.unit != cell.b.unit) {
      diagnostics_.error(
          "U462",
          fmt::format("`{}` of `{}` is in {} in the first file and in {} in the second",
                      cell.where.empty() ? name : name + "` of `" + cell.where.front().second,
                      analysis(),
                      cell.a.unit,
                      cell.b.unit),
          {});
      return;
    }
    judge(std::move(cell));
  }

  void judge(Difference cell) {
    const Figure& a = cell.a;
    const Figure& b = cell.b;
    ++result_.compared;
    const bool intervals = a.has_interval() && b.has_interval();
    result_.with_interval += intervals ? 1 : 0;
    cell.size = std::abs(b.value - a.value);
    if (std::isnan(a.value) != std::isnan(b.value)) {
      cell.reason = std::isnan(a.value) ? "undefined in the first file: " + a.reason
                                        : "undefined in the second file: " + b.reason;
      result_.beyond.push_back(std::move(cell));
      return;
    }
    if (std::isnan(a.value) || a.value == b.value) {
      return;
    }
    if (std::isinf(cell.size)) {  // no interval makes an infinity of a number
      cell.allowed = 0;
    } else if (intervals) {
      // Figures that differ by rounding, as those of exact effects do, are the same.
      constexpr double rounding = 16 * std::numeric_limits<double>::epsilon();
      cell.allowed =
          std::max(std::hypot(facing_half_width(a, b.value), facing_half_width(b, a.value)),
                   rounding * std::max(std::abs(a.value), std::abs(b.value)));
    } else if (options_.tolerance) {
      cell.allowed = *options_.tolerance * std::max(std::abs(a.value), std::abs(b.value));
    } else {
      result_.unjudged.push_back(std::move(cell));
      return;
    }
    if (cell.size > cell.allowed) {
      result_.beyond.push_back(std::move(cell));
    }
  }

  View a_, b_;
  const DiffOptions& options_;
  Comparison& result_;
  Diagnostics& diagnostics_;
  std::set<std::string> said_;
};

/// Names of the figures of the chosen analyses, for a message.
std::string known_figures(const ResultFile& file, const std::string& analysis) {
  std::set<std::string> names;
  for (const Dataset* dataset : analyses(file, "")) {
    for (const Variable& variable : dataset->variables) {
      if ((analysis.empty() || analysis == analysis_name(*dataset)) &&
          is_figure(*dataset, variable)) {
        names.insert(variable.name);
      }
    }
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

Comparison compare(const ResultFile& a, const ResultFile& b, const DiffOptions& options) {
  expect_same_inputs(a, b);
  Comparison result;
  Diagnostics diagnostics;
  bool known = options.analysis.empty();
  for (const Dataset* first : analyses(a, "")) {
    const std::string name = analysis_name(*first);
    if (!options.analysis.empty() && name != options.analysis) {
      continue;
    }
    known = true;
    if (const Dataset* second = b.group(first->path)) {
      AnalysisComparer(*first, *second, options, result, diagnostics).run();
    } else {
      result.missing.push_back("analysis `" + name + "` is not in the second file");
    }
  }
  for (const Dataset* second : analyses(b, "")) {
    const std::string name = analysis_name(*second);
    if ((options.analysis.empty() || name == options.analysis) &&
        a.group(second->path) == nullptr) {
      known = true;
      result.missing.push_back("analysis `" + name + "` is not in the first file");
    }
  }
  if (!known) {
    analyses(a, options.analysis);  // throws, naming the known ones
  }
  diagnostics.throw_if_errors();
  if (result.compared == 0 && result.missing.empty()) {
    throw InvalidArgument(
        "nothing to compare" +
        (options.variable.empty() ? "" : " by the name `" + options.variable + "`") +
        (options.input.empty() ? "" : " for inputs `" + options.input + "`") +
        "; figures there are: " + known_figures(a, options.analysis));
  }
  return result;
}

}  // namespace uq::studies
