#pragma once

#include "uq/core/status.hpp"
#include "uq/core/types.hpp"
#include "uq/core/variable.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace uq::studies {

/// A double as JSON that any reader turns into the same 64 bits, and into a floating-point number
/// rather than an integer. @pre finite
void append_number(std::string& out, double value);

/// Writes rows as lines of the protocol `lines`: {"id":7,"inputs":{"a":1.5,"gpu":"H100"}}. Whole
/// numbers travel as such, choices as names, booleans as true and false.
class LineWriter {
 public:
  explicit LineWriter(const std::vector<InputVariable>& inputs);
  /// Row `row` of x. Empty when a value cannot be written; `why` then says so.
  bool append(
      std::string& out, std::uint64_t id, const MatrixRef& x, Index row, std::string& why) const;

 private:
  struct Input {
    std::string key;  ///< as JSON, with the colon
    InputKind kind;
    std::vector<std::string> categories;  ///< as JSON
    std::string name;
  };
  std::vector<Input> inputs_;
};

/// What a line answers.
struct LineAnswer {
  std::uint64_t id = 0;
  RowStatus status = RowStatus::ok;
  std::vector<double> y;  ///< in the order of the outputs; NaN where the answer is not finite
  std::string message;
};

/// Reads {"id":7,"outputs":{"y":2.0}}, {"id":7,"error":"…"} or {"id":7,"infeasible":"…"}. NaN,
/// Infinity and null are no finite outputs. What is wrong with a row's outputs becomes its status.
/// @throws DialogueFault when it is no answer at all: nobody knows whose
LineAnswer read_answer(std::string_view line, const std::vector<OutputVariable>& outputs);

}  // namespace uq::studies
