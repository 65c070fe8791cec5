#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace uq::perfmodels::plugin {

/// What a plugin could change in the process and must not.
struct ProcessState {
  std::string locale, folder;
  std::array<void*, 65> handlers{};                                   ///< of each signal
  std::bitset<1024> open;                                             ///< descriptors
  std::array<std::pair<std::uint64_t, std::uint64_t>, 3> standard{};  ///< files of 0, 1 and 2
  std::uint32_t umask = 0;
  std::map<std::string, std::string> environment;
};

ProcessState process_state();

/// In words what differs, e.g. "the locale is now de_DE"; empty when nothing does.
std::vector<std::string> changes(const ProcessState& before, const ProcessState& after);

/// Bytes the process has allocated and not freed; 0 where the allocator does not tell.
std::size_t allocated_bytes();

}  // namespace uq::perfmodels::plugin
