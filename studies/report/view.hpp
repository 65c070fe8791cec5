#pragma once

#include "studies/report/number.hpp"
#include "studies/store/dataset.hpp"

#include <map>
#include <string>
#include <vector>

namespace uq::studies {

/// An index for each dimension that matters.
using Position = std::map<std::string, Index>;

/// Reads cells of a dataset by name of variable and position; a position may have more dimensions
/// than the variable.
class View {
 public:
  explicit View(const Dataset& dataset) : dataset_(dataset) {}

  const Dataset& dataset() const { return dataset_; }

  /// NaN when there is no such numeric variable.
  double number(const std::string& variable, const Position& at) const;
  /// Empty when there is no such text variable.
  std::string text(const std::string& variable, const Position& at) const;
  /// The unit of a cell, tokens resolved by the variable `unit`.
  std::string unit(const Variable& variable, const Position& at) const;
  /// Coordinate of a dimension at an index, in words: "tpot", "64", "20 ms", or the index itself.
  std::string label(const std::string& dimension, Index index) const;
  /// Every position over the dimensions, the last one fastest.
  std::vector<Position> positions(const std::vector<std::string>& dimensions,
                                  Position fixed = {}) const;

  bool is_undefined(const std::string& variable, const Position& at) const;
  /// "undefined: REASON", the reason of a variable (reason.hpp).
  std::string undefined(const std::string& variable, const Position& at) const;
  /// The cell for reading: value with its interval when NAME_ci exists, flags as words, undefined
  /// with its reason.
  std::string cell(const Variable& variable, const Position& at, const Scale& scale) const;
  /// Same, with a scale of its own and the unit behind.
  std::string cell(const Variable& variable, const Position& at) const;

 private:
  std::size_t offset(const Variable& variable, const Position& at) const;
  const Dataset& dataset_;
};

bool has_dim(const Variable& variable, const std::string& dimension);
/// "input" or "group": the dimension a figure has a row of for each input or group; else empty.
std::string row_dimension(const Variable& variable);
/// Dimensions of a variable other than those named.
std::vector<std::string> dims_without(const Variable& variable,
                                      const std::vector<std::string>& names);
/// Whether a variable is the interval of another one.
bool is_interval(const Dataset& dataset, const Variable& variable);
/// Whether tables leave a variable out although it has figures: `lost_share` while nothing is lost,
/// `failure_p`, which W034 puts into words.
bool is_silent(const Variable& variable);
/// Whether the method has no such cell at all, rather than an undefined one: S2 of an input with
/// itself or an earlier one, the exceedance of a threshold of another output, mu of a group.
bool is_empty_by_design(const View& view, const Variable& variable, const Position& at);
/// "q05", "q50", "q99.9" of a position on the dimension `probability`.
std::string quantile_name(const View& view, const Position& at);

/// Name of an analysis from its group, "analysis/NAME".
std::string analysis_name(const Dataset& dataset);
/// The analyses of a file, or the one of that name. @throws InvalidArgument naming the known ones.
std::vector<const Dataset*> analyses(const ResultFile& file, const std::string& name);

/// An attribute in words; lists are joined by ", ". Empty when absent.
std::string attribute_text(const Attribute* attribute);
/// An attribute as a list of texts: one text is a list of one.
std::vector<std::string> attribute_list(const Attribute* attribute);

}  // namespace uq::studies
