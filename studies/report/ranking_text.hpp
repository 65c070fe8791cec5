#pragma once

#include "studies/report/view.hpp"

#include <string>

namespace uq::studies {

/// "  top 2 of 8 stable with 97 %", or that no top is; empty where nothing is known of the order.
/// @param index the order is of  @param row_dim "input" or "group"
std::string ranking_sentence(const View& view,
                             const std::string& index,
                             const std::string& row_dim,
                             const Position& at);

}  // namespace uq::studies
