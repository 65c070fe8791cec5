#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>

namespace uq::studies {

/// Makes `bytes` the content of `path` in one step: a reader sees the old file or the new one,
/// after a crash or power loss too. `verify` gets the path of the finished temporary and throws
/// when it is not as it should be.
/// @throws IoError naming path and reason; the temporary is then gone and an old file untouched.
void publish(const std::string& path,
             std::span<const std::byte> bytes,
             const std::function<void(const std::string& temporary)>& verify);

}  // namespace uq::studies
