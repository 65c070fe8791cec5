#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace uq::studies {

/// CRC-32C (Castagnoli) of the bytes; `before` is that of what precedes them, so that
/// crc32c(ab) = crc32c(b, crc32c(a)). @source RFC 3720, appendix B.4
std::uint32_t crc32c(std::span<const std::byte> bytes, std::uint32_t before = 0);

}  // namespace uq::studies
