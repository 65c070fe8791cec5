#pragma once

#include "perfmodels/config_detail.hpp"
#include "uq/core/model.hpp"

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace uq::perfmodels::known {

/// Says which input of a point lies outside its bounds: "E = -1 must be > 0"; empty when none does.
std::string outside(const std::vector<InputVariable>& inputs, const Vector& point);

/// A function of one point as a batch model: `value(x)` is a double, or a std::array of doubles
/// when there are several outputs. A point outside the bounds has no value (docs/adr/0013).
template <class Value>
class PointFunction {
 public:
  PointFunction(std::string id,
                std::vector<InputVariable> inputs,
                std::vector<OutputVariable> outputs,
                Value value)
      : id_(std::move(id)),
        inputs_(std::move(inputs)),
        outputs_(std::move(outputs)),
        value_(std::move(value)) {}

  const std::vector<InputVariable>& inputs() const { return inputs_; }
  const std::vector<OutputVariable>& outputs() const { return outputs_; }
  std::string id() const { return id_; }

  void evaluate(MatrixRef x, BatchResult& out) const {
    Vector point(x.cols());
    for (Index row = 0; row < x.rows(); ++row) {
      point = x.row(row).transpose();
      if (const std::string fault = outside(inputs_, point); !fault.empty()) {
        out.status[static_cast<std::size_t>(row)] = RowStatus::exception;
        if (out.message) {
          out.message(row, fault);
        }
        continue;
      }
      const auto value = value_(static_cast<const double*>(point.data()));
      if constexpr (std::is_same_v<decltype(value), const double>) {
        out.y(row, 0) = value;
      } else {
        for (std::size_t k = 0; k < value.size(); ++k) {
          out.y(row, static_cast<Index>(k)) = value[k];
        }
      }
    }
  }

 private:
  std::string id_;
  std::vector<InputVariable> inputs_;
  std::vector<OutputVariable> outputs_;
  Value value_;
};

/// Inputs x1 … xd that differ only in their number.
std::vector<InputVariable> numbered(std::size_t count, const std::string& doc, double nominal);

/// An input that must be positive.
InputVariable positive(std::string name, std::string unit, std::string doc, double nominal);

/// An input without bounds.
InputVariable free(std::string name, std::string unit, std::string doc, double nominal);

/// The one output `y` of a function without units.
std::vector<OutputVariable> output_y(std::string doc);

/// "[0, 0.5, 1]", for ids.
std::string list_text(const std::vector<double>& values);

/// Finite number, array of at least one finite number, and number of inputs from 1 to 1000, as
/// configured. @throws ConfigError that names the key.
double finite(const ConfigReader& read, const std::string& key, double absent);
std::vector<double> finite(const ConfigReader& read,
                           const std::string& key,
                           std::vector<double> absent);
std::size_t input_count(const ConfigReader& read, const std::string& key, std::int64_t absent);

}  // namespace uq::perfmodels::known
