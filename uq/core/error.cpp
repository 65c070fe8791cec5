#include "uq/core/error.hpp"

namespace uq {

void expects(bool holds, const std::string& message, const char* function) {
  if (!holds) {
    throw InvalidArgument(std::string(function) + ": " + message);
  }
}

}  // namespace uq
