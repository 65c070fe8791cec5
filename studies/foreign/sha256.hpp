#pragma once

#include <string>

namespace uq::studies {

/// Lower-case SHA-256 of the bytes, as `sha256sum` prints it.
std::string sha256(const std::string& bytes);

/// The same of all bytes of a file, however large, in one pass.
/// @throws IoError when it cannot be read
std::string sha256_of_file(const std::string& path);

}  // namespace uq::studies
