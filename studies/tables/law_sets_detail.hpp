#pragma once

#include "studies/file/node.hpp"
#include "studies/tables/law_table_detail.hpp"

#include <string>

namespace uq::studies {

/// Whether the parameters present are exactly one set of the law; reports what is missing or mixed.
/// @param place of the law's name
bool has_one_set(const Node& table,
                 const Law& law,
                 const std::string& input,
                 const Place& place,
                 Diagnostics& problems);

}  // namespace uq::studies
