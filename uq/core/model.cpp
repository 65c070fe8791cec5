#include "uq/core/model.hpp"

#include "uq/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace uq {

namespace {

/// Marks ok rows with a non-finite output, and empties rows that are not ok otherwise.
void judge_rows(BatchResult& out) {
  const Index n = out.y.rows();
  for (Index k = 0; k < n; ++k) {
    RowStatus& status = out.status[static_cast<std::size_t>(k)];
    if (status == RowStatus::ok) {
      if (!out.y.row(k).allFinite()) {
        status = RowStatus::nonfinite;
      }
    } else if (status != RowStatus::nonfinite) {
      out.y.row(k).setConstant(std::numeric_limits<double>::quiet_NaN());
    }
  }
  // An infinite output is no value either: what is kept is finite or NaN.
  if (!std::all_of(
          out.status.begin(), out.status.end(), [](RowStatus s) { return s == RowStatus::ok; })) {
    out.y = out.y
                .unaryExpr([](double v) {
                  return std::isfinite(v) ? v : std::numeric_limits<double>::quiet_NaN();
                })
                .eval();
  }
}

}  // namespace

void Model::evaluate(MatrixRef x, BatchResult& out) const {
  expects(x.cols() == static_cast<Index>(inputs().size()),
          "x has " + std::to_string(x.cols()) + " columns for " + std::to_string(inputs().size()) +
              " inputs");
  expects(out.y.rows() == x.rows() && out.y.cols() == static_cast<Index>(outputs().size()),
          "y is " + std::to_string(out.y.rows()) + " x " + std::to_string(out.y.cols()) + " for " +
              std::to_string(x.rows()) + " points and " + std::to_string(outputs().size()) +
              " outputs");
  expects(out.status.size() == static_cast<std::size_t>(x.rows()),
          "status has another size than x has rows");
  try {
    self_->evaluate(x, out);
  } catch (const std::exception& error) {
    if (x.rows() == 1) {
      out.status[0] = RowStatus::exception;
      if (out.message) {
        out.message(0, error.what());
      }
    } else {
      std::fill(out.status.begin(), out.status.end(), RowStatus::ok);
      for (Index k = 0; k < x.rows(); ++k) {
        BatchResult row{out.y.middleRows(k, 1),
                        out.status.subspan(static_cast<std::size_t>(k), 1),
                        [&](Index, const std::string& text) {
                          if (out.message) {
                            out.message(k, text);
                          }
                        }};
        evaluate(x.middleRows(k, 1), row);
      }
      return;
    }
  }
  judge_rows(out);
}

}  // namespace uq
