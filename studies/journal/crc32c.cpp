#include "studies/journal/crc32c.hpp"

#include <array>

namespace uq::studies {

namespace {

constexpr std::size_t width = 8;  // bytes taken at a time
using Tables = std::array<std::array<std::uint32_t, 256>, width>;

// Slicing by eight: tables[k][b] is the checksum of byte b followed by k zeros. Boost.CRC knows the
// polynomial too, but takes one byte at a time: a fifth of the speed, and scans are bound by it.
constexpr Tables make_tables() {
  constexpr std::uint32_t polynomial = 0x82f63b78;  // reflected
  Tables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) {
      crc = (crc >> 1) ^ ((crc & 1) != 0 ? polynomial : 0);
    }
    tables[0][byte] = crc;
  }
  for (std::size_t k = 1; k < width; ++k) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t shorter = tables[k - 1][byte];
      tables[k][byte] = (shorter >> 8) ^ tables[0][shorter & 0xff];
    }
  }
  return tables;
}

constexpr Tables tables = make_tables();

std::uint32_t word(std::span<const std::byte> bytes) {
  return std::to_integer<std::uint32_t>(bytes[0]) | std::to_integer<std::uint32_t>(bytes[1]) << 8 |
         std::to_integer<std::uint32_t>(bytes[2]) << 16 |
         std::to_integer<std::uint32_t>(bytes[3]) << 24;
}

}  // namespace

std::uint32_t crc32c(std::span<const std::byte> bytes, std::uint32_t before) {
  std::uint32_t crc = ~before;
  while (bytes.size() >= width) {
    const std::uint32_t low = crc ^ word(bytes);
    const std::uint32_t high = word(bytes.subspan(4));
    crc = tables[7][low & 0xff] ^ tables[6][(low >> 8) & 0xff] ^ tables[5][(low >> 16) & 0xff] ^
          tables[4][low >> 24] ^ tables[3][high & 0xff] ^ tables[2][(high >> 8) & 0xff] ^
          tables[1][(high >> 16) & 0xff] ^ tables[0][high >> 24];
    bytes = bytes.subspan(width);
  }
  for (const std::byte byte : bytes) {
    crc = (crc >> 8) ^ tables[0][(crc ^ std::to_integer<std::uint32_t>(byte)) & 0xff];
  }
  return ~crc;
}

}  // namespace uq::studies
