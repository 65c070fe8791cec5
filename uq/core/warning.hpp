#pragma once

#include <string>
#include <vector>

namespace uq {

/// Something the reader of a result must know; carried by the result, never printed by numerics.
struct Warning {
  std::string code;     ///< stable, e.g. "W021"
  std::string message;  ///< one sentence for a user

  bool operator==(const Warning&) const = default;
};
using Warnings = std::vector<Warning>;

}  // namespace uq
