#pragma once

#include "studies/file/node.hpp"
#include "studies/report/view.hpp"
#include "studies/store/dataset.hpp"

#include <optional>
#include <string>
#include <vector>

namespace uq::studies {

/// What a name of a criterion stands for: a figure of a result, or something of its interval.
struct CriterionName {
  enum class Part { value, lower, upper, width, largest };

  std::string shown;   ///< as the study writes it: "hi(q95)"
  std::string symbol;  ///< its stand-in in the formula, of at most as many bytes
  std::string variable;
  Part part = Part::value;
  std::optional<double> probability = {};  ///< of a quantile
};

/// A condition on the figures of a result, evaluated in each cell (docs/methods/criteria.md).
struct Criterion {
  std::string text;
  Node formula;  ///< the text with a symbol in place of each name, at the same positions
  std::vector<CriterionName> names;
};

/// Reads a condition on a result.
/// @param outline the result without its numbers: dimensions, variables, units
/// @param key for messages: "accept"
/// @return empty when a problem was reported: a name that is no figure of the result (U470), `lo`,
/// `hi`, `ci_width` or `max` of something else (U471), of a figure without interval (U472) or
/// without inputs (U473), a formula that is no condition (U474), no formula (U475), or any fault of
/// formulas and their units.
std::optional<Criterion> read_criterion(const Node& text,
                                        const Dataset& outline,
                                        const std::string& key,
                                        Diagnostics& diagnostics);

enum class Verdict { fails, holds, undefined };

/// One cell of a criterion.
struct JudgedCell {
  Position at;
  Verdict verdict;
  std::vector<double> values;  ///< of the names, in their order
  std::string why;             ///< of an undefined one
};

/// The criterion in every cell of the product of its figures' dimensions; cells a method leaves
/// empty by design are left out. A cell is undefined when a figure, or the formula, has no value
/// there.
std::vector<JudgedCell> judge(const Criterion& criterion, const Dataset& results);

/// "tpot, batch = 128: 63.1 ms", with the values of all names when there are several.
std::string cell_text(const Criterion& criterion, const Dataset& results, const JudgedCell& cell);

}  // namespace uq::studies
