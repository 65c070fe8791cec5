#pragma once

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace uq::studies {

/// Bytes that are no frame or message of ours.
struct ProtocolError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Appends numbers and texts as they lie in memory: both ends run the same program on the same
/// class of machine, which the handshake makes sure of.
class ByteWriter {
 public:
  template <class T>
    requires std::is_trivially_copyable_v<T>
  void put(T value) {
    raw(&value, sizeof value);
  }
  void text(std::string_view value) {
    put(static_cast<std::uint32_t>(value.size()));
    raw(value.data(), value.size());
  }
  void raw(const void* data, std::size_t size) {
    bytes_.append(static_cast<const char*>(data), size);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Reads them back; never beyond the end. @throws ProtocolError
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : left_(bytes) {}

  template <class T>
    requires std::is_trivially_copyable_v<T>
  T get() {
    T value{};
    raw(&value, sizeof value);
    return value;
  }
  std::string text() { return std::string(piece(get<std::uint32_t>())); }
  void raw(void* data, std::size_t size) {
    const std::string_view found = piece(size);
    if (size > 0) {
      std::memcpy(data, found.data(), size);
    }
  }
  /// Number of items that follow, each of at least `size` bytes: checked before memory is taken.
  std::uint32_t count(std::size_t size) {
    const auto n = get<std::uint32_t>();
    if (n > left_.size() / size) {
      throw ProtocolError("a message announces more than it holds");
    }
    return n;
  }
  std::size_t left() const { return left_.size(); }
  void expect_end() const {
    if (!left_.empty()) {
      throw ProtocolError("a message is longer than what it says");
    }
  }

 private:
  std::string_view piece(std::size_t size) {
    if (size > left_.size()) {
      throw ProtocolError("a message ends too early");
    }
    const std::string_view found = left_.substr(0, size);
    left_.remove_prefix(size);
    return found;
  }

  std::string_view left_;
};

}  // namespace uq::studies
