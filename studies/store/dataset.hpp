#pragma once

#include "uq/core/ndarray.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace uq::studies {

/// A dimension; its coordinate is text, numbers, or absent (then `size` alone counts).
struct Dimension {
  std::string name = {};
  std::vector<std::string> labels = {};
  std::vector<double> values = {};
  Index size = 0;
  std::string units = {};  ///< of `values`
  std::string long_name = {};

  bool operator==(const Dimension&) const = default;
};

enum class Storage { float64, int64, flags };  ///< flags: int8 with flag_values/flag_meanings

/// A variable over dimensions of its dataset. Either `data` or `text` holds the values.
struct Variable {
  std::string name = {};
  std::vector<std::string> dims = {};
  NdArray data = {};                   ///< shape as dims
  std::vector<std::string> text = {};  ///< string variable, row-major over dims
  std::string units = {};
  std::string long_name = {};
  Storage storage = Storage::float64;
  std::vector<std::string> flag_meanings = {};  ///< flags: meaning of 0, 1, …

  bool operator==(const Variable&) const = default;
};

/// Whether a variable holds text: it has no array at all, not even an empty or a scalar one.
bool is_text(const Variable& variable);

/// `units` of a variable whose unit differs from output to output (input to input): the text
/// variable `unit` over that dimension in the same dataset then says which. A variable of one unit
/// says the unit itself.
inline constexpr const char* unit_of_output = "unit_of_output";
inline constexpr const char* unit_of_output_squared = "unit_of_output^2";
inline constexpr const char* unit_of_input = "unit_of_input";
inline constexpr const char* unit_of_output_per_input = "unit_of_output/unit_of_input";

using Attribute =
    std::variant<std::string, double, std::int64_t, std::vector<std::string>, std::vector<double>>;
using Attributes = std::vector<std::pair<std::string, Attribute>>;

/// One HDF5 group that is a complete xarray Dataset: dimensions, variables, attributes.
struct Dataset {
  std::string path = {};  ///< group, e.g. "inputs", "analysis/drivers", "analysis/drivers/samples"
  std::vector<Dimension> dims = {};
  std::vector<Variable> variables = {};
  Attributes attributes = {};

  const Dimension* dim(const std::string& name) const;
  const Variable* variable(const std::string& name) const;
  const Attribute* attribute(const std::string& name) const;
  bool operator==(const Dataset&) const = default;
};

/// A whole result file in memory.
struct ResultFile {
  Attributes attributes = {};  ///< of the root; `status` is written last
  std::vector<Dataset> groups = {};

  const Dataset* group(const std::string& path) const;
};

}  // namespace uq::studies
