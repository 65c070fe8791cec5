#include "studies/store/dataset.hpp"

#include <algorithm>

namespace uq::studies {

namespace {

template <class Range, class Matches>
auto* find_in(const Range& range, const Matches& matches) {
  const auto found = std::find_if(range.begin(), range.end(), matches);
  return found == range.end() ? nullptr : &*found;
}

}  // namespace

bool is_text(const Variable& variable) {
  return variable.data.shape.empty() && variable.data.data.empty();
}

const Dimension* Dataset::dim(const std::string& name) const {
  return find_in(dims, [&](const Dimension& d) { return d.name == name; });
}

const Variable* Dataset::variable(const std::string& name) const {
  return find_in(variables, [&](const Variable& v) { return v.name == name; });
}

const Attribute* Dataset::attribute(const std::string& name) const {
  const auto* found = find_in(attributes, [&](const auto& entry) { return entry.first == name; });
  return found == nullptr ? nullptr : &found->second;
}

const Dataset* ResultFile::group(const std::string& path) const {
  return find_in(groups, [&](const Dataset& g) { return g.path == path; });
}

}  // namespace uq::studies
