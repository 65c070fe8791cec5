#include "studies/rows/design_hash.hpp"

#include "studies/foreign/sha256.hpp"

#include <bit>
#include <cstdint>

namespace uq::studies {

namespace {

void append(std::string& bytes, std::uint64_t value) {
  for (int k = 0; k < 8; ++k) {
    bytes += static_cast<char>(static_cast<unsigned char>(value >> (8 * k)));
  }
}

}  // namespace

std::string design_sha256(const std::vector<std::string>& inputs, const NdArray& x) {
  std::string bytes;
  bytes.reserve(8 * x.data.size() + 64 * inputs.size());
  for (const std::string& input : inputs) {
    append(bytes, input.size());
    bytes += input;
  }
  for (const double value : x.data) {
    append(bytes, std::bit_cast<std::uint64_t>(value));
  }
  return sha256(bytes);
}

std::string design_fault(const Dataset& samples) {
  const Attribute* stored = samples.attribute(design_attribute);
  const auto* hash = stored == nullptr ? nullptr : std::get_if<std::string>(stored);
  if (hash == nullptr) {
    return "its samples have no `" + std::string(design_attribute) +
           "`, so nothing says which points their outputs belong to";
  }
  const Variable* x = samples.variable("x");
  const Dimension* input = samples.dim("input");
  if (x == nullptr || input == nullptr || design_sha256(input->labels, x->data) != *hash) {
    return "its samples are not the design their outputs were computed on: inputs, values or order "
           "differ from `" +
           std::string(design_attribute) + "`";
  }
  return {};
}

}  // namespace uq::studies
