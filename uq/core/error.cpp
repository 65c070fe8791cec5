#include "uq/core/error.hpp"

namespace uq {

void expects(bool holds, const std::string& message, const std::source_location& where) {
  if (!holds) {
    throw InvalidArgument(std::string(where.function_name()) + ": " + message);
  }
}

}  // namespace uq
