#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace uq::studies {

/// Sends one message, of any bytes but line ends, from the child to its parent.
using Say = std::function<void(const std::string&)>;

/// What a child process said, and how it ended.
struct ChildEnd {
  std::vector<std::string> said;
  std::string fault;  ///< empty: it ended well; else "was killed by signal 11 (SEGV)", …
};

/// Does work that may crash, exit or hang in a process of its own, whose standard output leads
/// nowhere. Its end is that of a normal program, exit handlers included. Call it before any thread
/// is made. @throws IoError when there can be no child
ChildEnd in_child(const std::function<void(const Say&)>& work, std::chrono::seconds patience);

}  // namespace uq::studies
