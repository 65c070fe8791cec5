#pragma once

#include "uq/core/model.hpp"

#include <map>
#include <string>
#include <vector>

namespace uq::test {

/// Results of `evaluate_rows`, with what the model said of its rows.
struct Evaluated {
  Matrix y;
  std::vector<RowStatus> status;
  std::map<Index, std::string> messages;
};

/// Evaluates a model's rows as one batch.
template <class M>
Evaluated evaluate_rows(const M& model, const Matrix& x) {
  const Index rows = x.rows();
  Evaluated result{Matrix::Constant(rows, static_cast<Index>(model.outputs().size()), -7.25),
                   std::vector<RowStatus>(static_cast<std::size_t>(rows), RowStatus::ok),
                   {}};
  BatchResult out{result.y, result.status, [&](Index row, const std::string& text) {
                    result.messages[row] = text;
                  }};
  model.evaluate(x, out);
  return result;
}

}  // namespace uq::test
