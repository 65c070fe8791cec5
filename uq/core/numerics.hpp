#pragma once

namespace uq {

/// Version of what turns a seed and a model into results: designs, random streams, estimators.
/// Raised by every change of bits, so that parts computed by different programs are not mixed.
inline constexpr int numerics_version = 1;

}  // namespace uq
