#pragma once

#include "studies/report/figures.hpp"

#include <optional>
#include <string>
#include <vector>

namespace uq::studies {

struct DiffOptions {
  std::string analysis = {};  ///< empty: all
  std::string variable = {};  ///< pattern (* ? []) of a figure's name; empty: all
  std::string input = {};     ///< pattern of an input or group; empty: all, and figures without one
  /// Largest relative difference of figures without interval; empty: they are listed, not judged.
  std::optional<double> tolerance = {};
};

/// One figure that differs between two files.
struct Difference {
  std::string analysis, name;
  std::vector<std::pair<std::string, std::string>> where;  ///< dimension, coordinate
  Figure a, b;
  double size;         ///< |b - a|
  double allowed;      ///< NaN: nothing to judge by
  std::string reason;  ///< when it is no matter of size: undefined in one file
};

/// Two result files compared, figure by figure.
struct Comparison {
  Index compared = 0;       ///< figures both files have
  Index with_interval = 0;  ///< of those, with an interval in both
  std::vector<Difference> beyond;
  std::vector<Difference> unjudged;  ///< differ, without interval and without tolerance
  std::vector<std::string> missing;  ///< what one file has and the other lacks, in words

  bool holds() const { return beyond.empty() && missing.empty(); }
};

/// Compares what `b` says with what `a` says. A difference is beyond its intervals when it exceeds
/// the root of the summed squares of the half-widths, each taken on the side that faces the other
/// value; a figure that is undefined in one file alone is beyond too. Figures are matched by the
/// names of analyses and variables and by coordinates, never by position.
/// @throws StudyError (U461, U462) when the inputs, their laws or the units differ
/// @throws InvalidArgument when the options leave nothing to compare
Comparison compare(const ResultFile& a, const ResultFile& b, const DiffOptions& options);

/// Refuses two files whose inputs differ: names, laws, nominal values, correlation, units.
/// @throws StudyError naming each difference
void expect_same_inputs(const ResultFile& a, const ResultFile& b);

std::string comparison_text(const Comparison& comparison);
std::string comparison_json(const Comparison& comparison);

}  // namespace uq::studies
