#pragma once

#include "studies/store/dataset.hpp"
#include "uq/core/types.hpp"

#include <string>
#include <vector>

namespace uq::studies {

/// Reads what a surrogate is rebuilt from; the dataset may come from any file, so every shape is
/// checked. All throw InvalidArgument, naming what is missing or not as it was written.
class Stored {
 public:
  explicit Stored(const Dataset& dataset) : dataset_(dataset) {}

  Index size(const std::string& dimension) const;
  bool has(const std::string& variable) const { return dataset_.variable(variable) != nullptr; }
  /// Row-major over the dimensions, which must be those of the variable.
  const std::vector<double>& numbers(const std::string& variable,
                                     const std::vector<std::string>& dims) const;
  const std::vector<std::string>& texts(const std::string& variable, const std::string& dim) const;
  Vector vector(const std::string& variable, const std::string& dim) const;
  std::vector<std::string> labels(const std::string& dimension) const;
  std::string text(const std::string& attribute) const;

 private:
  const Dataset& dataset_;
};

}  // namespace uq::studies
