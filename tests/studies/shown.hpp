#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <utility>
#include <vector>

namespace uq::test {

/// A place in a result: {dimension, label} pairs; a numeric coordinate is named by its digits.
using Labels = std::vector<std::pair<std::string, std::string>>;

/// A result file as `uq show --json` prints it.
class Shown {
 public:
  /// @throws std::runtime_error when the program fails.
  Shown(const std::string& folder, const std::string& file);

  const nlohmann::json& attributes() const { return json_.at("attributes"); }
  /// The whole analysis of this name. @throws std::out_of_range when there is none.
  const nlohmann::json& analysis(const std::string& name) const;
  /// Coordinate of a dimension, as text labels.
  std::vector<std::string> labels(const std::string& analysis, const std::string& dim) const;
  /// One number, selected by label; NaN for "no value".
  /// @throws std::out_of_range when there is no such variable, dimension or label.
  double value(const std::string& analysis, const std::string& variable, const Labels& at) const;
  /// Both ends of the interval of a number.
  std::pair<double, double> interval(const std::string& analysis,
                                     const std::string& variable,
                                     const Labels& at) const;

 private:
  nlohmann::json json_;
};

}  // namespace uq::test
