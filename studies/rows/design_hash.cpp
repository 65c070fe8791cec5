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

std::string bytes_of(const std::vector<std::string>& names, const NdArray& values) {
  std::string bytes;
  bytes.reserve(9 * values.data.size() + 64 * names.size());
  for (const std::string& name : names) {
    append(bytes, name.size());
    bytes += name;
  }
  for (const double value : values.data) {
    append(bytes, std::bit_cast<std::uint64_t>(value));
  }
  return bytes;
}

}  // namespace

std::string design_sha256(const std::vector<std::string>& inputs, const NdArray& x) {
  return sha256(bytes_of(inputs, x));
}

std::string outputs_sha256(const std::vector<std::string>& outputs,
                           const NdArray& y,
                           const NdArray& status) {
  std::string bytes = bytes_of(outputs, y);
  for (const double value : status.data) {
    bytes += static_cast<char>(value);
  }
  return sha256(bytes);
}

std::string outputs_fault(const Dataset& samples) {
  const Attribute* stored = samples.attribute(outputs_attribute);
  const auto* hash = stored == nullptr ? nullptr : std::get_if<std::string>(stored);
  if (hash == nullptr) {
    return "its samples have no `" + std::string(outputs_attribute) +
           "`, so nothing says that their outputs are those of its points";
  }
  const Variable* y = samples.variable("y");
  const Variable* status = samples.variable("status");
  const Dimension* output = samples.dim("output");
  if (y == nullptr || status == nullptr || output == nullptr ||
      outputs_sha256(output->labels, y->data, status->data) != *hash) {
    return "its outputs are not those that were computed: outputs, values or order differ from `" +
           std::string(outputs_attribute) + "`";
  }
  return {};
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
