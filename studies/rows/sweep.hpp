#pragma once

#include "studies/file/bind.hpp"
#include "studies/rows/method.hpp"

#include <string>
#include <vector>

namespace uq::studies {

/// One swept model input and the values it takes, in the model's unit.
struct SweptInput {
  std::string name, unit;
  Index column;
  std::vector<double> values;
  std::vector<std::string> labels = {};  ///< names of the values, of a category
};
/// Several swept inputs stand for the product of their values, the last one fastest.
using Sweep = std::vector<SweptInput>;

/// Reads `sweep = { batch = [1, 2, 4] }`: names of model inputs, quantities within their bounds.
Sweep read_sweep(const Node& table, const Scope& scope, Diagnostics& diagnostics);

/// Reports conditions on a swept input (U316): every setting gets the same draws, so none of them
/// may decide which draws are drawn.
void refuse_swept_conditions(const Node& table,
                             const Sweep& sweep,
                             const Problem& problem,
                             Diagnostics& diagnostics);

Index settings(const Sweep& sweep);
/// The problem with every swept input held fixed (at the first setting) instead of uncertain.
Problem narrow(const Sweep& sweep, Problem problem);
/// Sets the swept inputs of `problem` to setting s.
void set(const Sweep& sweep, Index s, Problem& problem);
std::vector<Dimension> dimensions(const Sweep& sweep);

}  // namespace uq::studies
