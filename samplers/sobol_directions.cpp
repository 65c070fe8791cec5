#include "samplers/digital_kernel_detail.hpp"
#include "samplers/sobol_sequence.hpp"
#include "uq/core/error.hpp"

#include <boost/random/sobol.hpp>

#include <cstddef>
#include <string>

namespace uq::samplers {

std::vector<std::uint64_t> sobol_directions(Index dims) {
  expects(dims >= 0 && dims <= max_sobol_dims,
          "dims = " + std::to_string(dims) + ", must be 0 to " + std::to_string(max_sobol_dims));
  if (dims == 0) {
    return {};
  }
  constexpr auto bits = static_cast<std::size_t>(detail::digits);
  const auto columns = static_cast<std::size_t>(dims);
  std::vector<std::uint64_t> directions(columns * bits);

  // Boost hides its table but counts in Gray order from point 1, and seed(2^b - 1) jumps to point
  // 2^b, whose Gray code has the bits b and b - 1.
  boost::random::sobol_engine<std::uint64_t, detail::digits> points(columns);
  for (std::size_t bit = 0; bit < bits; ++bit) {
    points.seed((std::uint64_t{1} << bit) - 1);
    for (std::size_t column = 0; column < columns; ++column) {
      const std::size_t at = column * bits + bit;
      directions[at] = points() ^ (bit > 0 ? directions[at - 1] : 0);
    }
  }
  return directions;
}

}  // namespace uq::samplers
