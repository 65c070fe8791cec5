#pragma once

#include "studies/store/dataset.hpp"

#include <hdf5.h>

#include <cstdint>
#include <string>
#include <vector>

namespace uq::studies {

/// Reads values and attributes of one file, never more than a budget: a damaged file that claims
/// huge sizes must not exhaust the memory. Texts of errors begin with `what`.
class Values {
 public:
  explicit Values(std::uint64_t budget) : left_(budget) {}

  /// Whether a type is the layout's string: variable-length UTF-8.
  static bool is_string(hid_t type);

  Attributes attributes(hid_t object);
  /// Empty when there is no such attribute or it is not one text.
  std::string text_attribute(hid_t object, const char* name);
  std::vector<std::string> texts(hid_t dataset, hid_t space, const std::string& what);
  std::vector<double> doubles(hid_t dataset, hid_t space, const std::string& what);

 private:
  /// Number of elements of a space; accounts for their memory before it is taken.
  std::size_t claim(hid_t space, std::size_t element, const std::string& what);
  Attribute value_of(hid_t attribute, const std::string& what);

  std::uint64_t left_;  // bytes
};

}  // namespace uq::studies
