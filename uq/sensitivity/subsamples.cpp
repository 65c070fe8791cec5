#include "uq/core/parallel.hpp"
#include "uq/core/philox.hpp"
#include "uq/sensitivity/conditional_mean_detail.hpp"

#include <algorithm>
#include <cmath>

namespace uq::sensitivity::detail {

Subsamples draw_subsamples(Index n, Index count, Seed seed) {
  const auto m = std::min(static_cast<Index>(4 * std::sqrt(static_cast<double>(n))), n / 2);
  Subsamples subsamples{m, std::vector<std::uint32_t>(static_cast<std::size_t>(count * m))};
  constexpr Index together = 16;  // share one table of what is taken
  parallel_for((count + together - 1) / together, [&](Index group) {
    std::vector<char> taken(static_cast<std::size_t>(n), 0);
    std::vector<double> draws(static_cast<std::size_t>(m));
    for (Index s = group * together; s < std::min(count, (group + 1) * together); ++s) {
      std::uint32_t* place = subsamples.place.data() + s * m;
      const Seed stream = seed.child("subsample", static_cast<std::uint64_t>(s));
      Index found = 0;
      for (std::uint64_t first = 0; found < m; first += draws.size()) {
        philox_uniforms(stream, first, draws);
        for (std::size_t k = 0; k < draws.size() && found < m; ++k) {
          const auto at = std::min(static_cast<std::uint32_t>(draws[k] * static_cast<double>(n)),
                                   static_cast<std::uint32_t>(n - 1));
          if (taken[at] == 0) {
            taken[at] = 1;
            place[found++] = at;
          }
        }
      }
      std::sort(place, place + m);
      for (Index k = 0; k < m; ++k) {
        taken[place[k]] = 0;
      }
    }
  });
  return subsamples;
}

}  // namespace uq::sensitivity::detail
