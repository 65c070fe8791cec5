#pragma once

#include "uq/core/types.hpp"

#include <limits>
#include <string>
#include <vector>

namespace uq {

/// integer: whole numbers only; categorical: the index of one of `categories`; boolean: 0 or 1.
enum class InputKind { real, integer, categorical, boolean };

/// What a model says of one of its inputs. Values travel as doubles in `unit`.
struct InputVariable {
  std::string name;
  std::string unit = "1";  ///< model's unit, e.g. "s", "B/s", "FLOP/s", "1"
  std::string doc;
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  double nominal = std::numeric_limits<double>::quiet_NaN();  ///< NaN: the model has none
  bool lower_open = false;  ///< true: `lower` itself is not allowed
  InputKind kind = InputKind::real;
  std::vector<std::string> categories;  ///< categorical only
};

enum class OutputKind { real, categorical };
/// metric: a figure of merit; regime: which bottleneck is active; stage: a part of `parent`;
/// diagnostic: all else.
enum class OutputRole { metric, regime, stage, diagnostic };

/// What a model says of one of its outputs. A categorical output travels as the index of its
/// category.
struct OutputVariable {
  std::string name;
  std::string unit = "1";
  std::string doc;
  OutputKind kind = OutputKind::real;
  OutputRole role = OutputRole::metric;
  Index parent = -1;                    ///< stage: index of the total it sums to, else -1
  std::vector<std::string> categories;  ///< categorical only
};

}  // namespace uq
