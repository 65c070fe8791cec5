#include "studies/report/ranking_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace uq::studies {

std::string ranking_sentence(const View& view,
                             const std::string& index,
                             const std::string& row_dim,
                             const Position& at) {
  const double top = view.number("stable_top", at);
  if (std::isnan(top)) {
    return {};
  }
  Index ranked = 0;
  for (const Position& row : view.positions({row_dim}, at)) {
    ranked += view.is_undefined(index, row) ? 0 : 1;
  }
  if (ranked == 0) {
    return {};
  }
  const double share = 100 * view.number("stable_top_share", at);
  return top == 0
             ? fmt::format(
                   "  no top is stable: the first of {} stays first with {:.0f} %\n", ranked, share)
             : fmt::format("  top {:.0f} of {} stable with {:.3g} %\n", top, ranked, share);
}

}  // namespace uq::studies
