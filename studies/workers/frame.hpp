#pragma once

#include "studies/workers/bytes.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace uq::studies {

/// What the engine and a worker say to each other; the worker speaks first.
enum class FrameKind : std::uint8_t {
  hello = 1,  ///< worker: versions, CPU class
  build,      ///< engine: the model to build, limits
  ready,      ///< worker: the model as it describes itself
  refused,    ///< worker: why there is no model
  batch,      ///< engine: rows of inputs
  result,     ///< worker: statuses, outputs and messages of a batch
  bye         ///< engine: end well
};
inline constexpr std::uint8_t last_frame_kind = static_cast<std::uint8_t>(FrameKind::bye);

struct Frame {
  FrameKind kind;
  std::string payload;
};

/// A frame's payload may not be longer: what announces more is noise.
inline constexpr std::size_t max_payload = std::size_t{64} << 20;

/// Appends a frame: magic, kind, length, checksum, payload. @throws InvalidArgument beyond
/// `max_payload`
void append_frame(std::string& out, FrameKind kind, std::string_view payload);

/// Cuts a stream of bytes, which arrive in any pieces, into frames. Whatever arrives, it ends in
/// frames whose checksum holds or in a ProtocolError.
class FrameReader {
 public:
  void feed(std::string_view bytes);
  /// The next whole frame, if it has arrived. @throws ProtocolError
  std::optional<Frame> next();

 private:
  std::string bytes_;
  std::size_t done_ = 0;
};

}  // namespace uq::studies
