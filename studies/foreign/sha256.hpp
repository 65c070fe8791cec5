#pragma once

#include <string>

namespace uq::studies {

/// Lower-case SHA-256 of the bytes, as `sha256sum` prints it.
std::string sha256(const std::string& bytes);

}  // namespace uq::studies
