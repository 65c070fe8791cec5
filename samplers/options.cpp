#include "samplers/options_detail.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <string>

namespace uq::samplers::detail {
namespace {

std::string number(Index value) {
  return std::to_string(value);
}

}  // namespace

std::string number(double value) {
  std::array<char, 512>
      text{};  // the longest double in fixed notation has 309 digits before the point
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  return {text.data(), end.ptr};
}

std::string no_input_fault(Index inputs) {
  return inputs < 1 ? "a design needs at least one input, not " + number(inputs) : std::string{};
}

std::string dimension_fault(Index inputs, Index per_input, std::string_view sequence) {
  if (inputs < 1) {
    return no_input_fault(inputs);
  }
  if (inputs <= most_dims / per_input) {
    return {};
  }
  return number(inputs) + " inputs need " + number(inputs * per_input) + " dimensions of the " +
         std::string(sequence) + " sequence, which has " + number(most_dims) + ": at most " +
         number(most_dims / per_input) + " inputs";
}

std::string split_fault(Index n, Index replicates, Index least) {
  const Index smallest = least * replicates;
  const Index below = n / replicates * replicates;
  if (below != n) {
    return "n = " + number(n) + " does not split into " + number(replicates) +
           " equal replicates: take n = " + (below >= smallest ? number(below) + " or " : "") +
           number(std::max(below + replicates, smallest));
  }
  if (n < smallest) {
    return "n = " + number(n) + " leaves " + number(n / replicates) + " rows to each of " +
           number(replicates) + " replicates, which need " + number(least) +
           ": take n = " + number(smallest) + " or fewer replicates";
  }
  return {};
}

Warnings balance_warnings(Index n, Index replicates) {
  const Index rows = replicates > 0 ? n / replicates : 0;
  const auto count = static_cast<std::uint64_t>(rows);
  if (rows < 1 || std::has_single_bit(count)) {
    return {};
  }
  const auto low = static_cast<Index>(std::bit_floor(count)) * replicates;
  return {{"W021",
           (replicates > 1 ? "n = " + number(n) + " gives each of " + number(replicates) +
                                 " replicates " + number(rows) + " rows, which is"
                           : "n = " + number(n) + " is") +
               " not a power of two: the Sobol' points lose their exact balance, so the error "
               "falls more slowly with n (estimates of means stay unbiased); take n = " +
               number(low) + " or " + number(2 * low)}};
}

}  // namespace uq::samplers::detail
