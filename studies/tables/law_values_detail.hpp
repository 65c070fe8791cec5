#pragma once

#include "studies/file/node.hpp"
#include "studies/tables/law_table_detail.hpp"
#include "uq/core/variable.hpp"

#include <string>

namespace uq::studies {

/// Parameters of a law as read: `values` holds NaN where a value was refused.
struct LawParameters {
  ParameterValues values;
  std::string source;            ///< of values from a file
  bool has_unread_list = false;  ///< a list or file could not be read at all
};

/// Reads every parameter of the law that is present, each reported for itself.
LawParameters read_parameters(const Node& table,
                              const Law& law,
                              const InputVariable& input,
                              const std::string& folder,
                              Diagnostics& problems);

}  // namespace uq::studies
