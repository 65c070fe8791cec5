#include "studies/foreign/sha256.hpp"

#include "uq/core/error.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <fstream>
#include <memory>
#include <vector>

namespace uq::studies {

namespace {

using Context = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;

void expect_sound(bool sound) {
  if (!sound) {
    throw IoError("SHA-256 is not available in this OpenSSL");
  }
}

Context begun() {
  Context context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  expect_sound(context && EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) == 1);
  return context;
}

std::string ended(const Context& context) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int length = 0;
  expect_sound(EVP_DigestFinal_ex(context.get(), digest.data(), &length) == 1);
  std::string text;
  for (unsigned int k = 0; k < length; ++k) {
    text += fmt::format("{:02x}", digest[k]);
  }
  return text;
}

}  // namespace

std::string sha256(const std::string& bytes) {
  const Context context = begun();
  expect_sound(EVP_DigestUpdate(context.get(), bytes.data(), bytes.size()) == 1);
  return ended(context);
}

std::string sha256_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw IoError(path + ": cannot be read");
  }
  const Context context = begun();
  std::vector<char> part(std::size_t{1} << 20);
  while (file.read(part.data(), static_cast<std::streamsize>(part.size())) || file.gcount() > 0) {
    expect_sound(
        EVP_DigestUpdate(context.get(), part.data(), static_cast<std::size_t>(file.gcount())) == 1);
  }
  if (file.bad()) {
    throw IoError(path + ": cannot be read");
  }
  return ended(context);
}

}  // namespace uq::studies
