#include "studies/foreign/sha256.hpp"

#include "uq/core/error.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>

namespace uq::studies {

std::string sha256(const std::string& bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int length = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha256(), nullptr) != 1) {
    throw IoError("SHA-256 is not available in this OpenSSL");
  }
  std::string text;
  for (unsigned int k = 0; k < length; ++k) {
    text += fmt::format("{:02x}", digest[k]);
  }
  return text;
}

}  // namespace uq::studies
