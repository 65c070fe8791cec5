#include "studies/store/layout.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace uq::studies {

namespace {

// Bits, so that -0.0 is not 0.0; but a NaN is a NaN.
bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

bool same(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) { return same(x, y); });
}

bool same(const Attribute& a, const Attribute& b) {
  if (a.index() != b.index()) {
    return false;
  }
  if (const auto* number = std::get_if<double>(&a)) {
    return same(*number, std::get<double>(b));
  }
  if (const auto* numbers = std::get_if<std::vector<double>>(&a)) {
    return same(*numbers, std::get<std::vector<double>>(b));
  }
  return a == b;
}

bool same(const Dimension& a, const Dimension& b) {
  return a.name == b.name && extent(a) == extent(b) && a.labels == b.labels &&
         same(a.values, b.values) && a.units == b.units && a.long_name == b.long_name;
}

bool same(const Variable& a, const Variable& b) {
  return a.name == b.name && a.dims == b.dims && a.text == b.text && a.units == b.units &&
         a.long_name == b.long_name && is_text(a) == is_text(b) && a.data.shape == b.data.shape &&
         same(a.data.data, b.data.data) && (is_text(a) || a.storage == b.storage) &&
         a.flag_meanings == b.flag_meanings;
}

std::string difference(const Attributes& a, const Attributes& b) {
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    if (i >= a.size() || i >= b.size() || a[i].first != b[i].first ||
        !same(a[i].second, b[i].second)) {
      return "attribute `" + (i < a.size() ? a[i] : b[i]).first + "`";
    }
  }
  return {};
}

template <class Named>
std::string difference(const std::vector<Named>& a,
                       const std::vector<Named>& b,
                       const std::string& kind) {
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    if (i >= a.size() || i >= b.size() || !same(a[i], b[i])) {
      return kind + " `" + (i < a.size() ? a[i] : b[i]).name + "`";
    }
  }
  return {};
}

std::string difference(const Dataset& a, const Dataset& b) {
  std::string found = difference(a.attributes, b.attributes);
  if (found.empty()) {
    found = difference(a.dims, b.dims, "dimension");
  }
  if (found.empty()) {
    found = difference(a.variables, b.variables, "variable");
  }
  return found;
}

bool has_content(const Dataset& dataset) {
  return !dataset.attributes.empty() || !dataset.dims.empty() || !dataset.variables.empty();
}

}  // namespace

std::string first_difference(const ResultFile& a, const ResultFile& b) {
  if (const std::string found = difference(root_attributes(a), root_attributes(b));
      !found.empty()) {
    return "/: " + found;
  }
  for (const Dataset& dataset : a.groups) {
    const Dataset* other = b.group(dataset.path);
    const std::string found = other != nullptr       ? difference(dataset, *other)
                              : has_content(dataset) ? "missing"
                                                     : "";
    if (!found.empty()) {
      return "/" + dataset.path + ": " + found;
    }
  }
  for (const Dataset& dataset : b.groups) {
    if (has_content(dataset) && a.group(dataset.path) == nullptr) {
      return "/" + dataset.path + ": not expected";
    }
  }
  return {};
}

}  // namespace uq::studies
