#pragma once

#include <cstdint>
#include <string_view>

namespace uq {

/// The root of all randomness of a run; every value, 0 included, is a legal seed. Independent
/// streams are named, not drawn: `seed.child("bootstrap", resample)` is the same stream whatever
/// thread asks, whatever was drawn before (contract C2).
struct Seed {
  std::uint64_t value;

  /// Child stream keyed by (this seed, purpose, item): one Philox block of the hashed purpose.
  Seed child(std::string_view purpose, std::uint64_t item = 0) const;

  bool operator==(const Seed&) const = default;
};

}  // namespace uq
