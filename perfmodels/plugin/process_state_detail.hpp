#pragma once

#include <array>
#include <bitset>
#include <string>
#include <vector>

namespace uq::perfmodels::plugin {

/// What a plugin could change in the process and must not.
struct ProcessState {
  std::string locale, folder;
  std::array<void*, 65> handlers{};  ///< of each signal
  std::bitset<1024> open;            ///< descriptors
};

ProcessState process_state();

/// In words what differs, e.g. "the locale is now de_DE"; empty when nothing does.
std::vector<std::string> changes(const ProcessState& before, const ProcessState& after);

/// Bytes the process has allocated and not freed; 0 where the allocator does not tell.
std::size_t allocated_bytes();

}  // namespace uq::perfmodels::plugin
