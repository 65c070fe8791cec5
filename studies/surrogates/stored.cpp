#include "studies/surrogates/stored.hpp"

#include "studies/store/layout.hpp"
#include "uq/core/error.hpp"

namespace uq::studies {

namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw InvalidArgument("it is no surrogate this version has stored: " + what);
}

}  // namespace

Index Stored::size(const std::string& dimension) const {
  const Dimension* dim = dataset_.dim(dimension);
  if (dim == nullptr) {
    refuse("it has no dimension `" + dimension + "`");
  }
  return extent(*dim);
}

const std::vector<double>& Stored::numbers(const std::string& name,
                                           const std::vector<std::string>& dims) const {
  const Variable* variable = dataset_.variable(name);
  if (variable == nullptr || is_text(*variable) || variable->dims != dims) {
    refuse("`" + name + "` is missing or has other dimensions");
  }
  std::size_t count = 1;
  for (const std::string& dim : dims) {
    count *= static_cast<std::size_t>(size(dim));
  }
  if (variable->data.data.size() != count) {
    refuse("`" + name + "` has another size");
  }
  return variable->data.data;
}

const std::vector<std::string>& Stored::texts(const std::string& name,
                                              const std::string& dim) const {
  const Variable* variable = dataset_.variable(name);
  if (variable == nullptr || !is_text(*variable) || variable->dims != std::vector{dim} ||
      static_cast<Index>(variable->text.size()) != size(dim)) {
    refuse("`" + name + "` is missing or has other dimensions");
  }
  return variable->text;
}

Vector Stored::vector(const std::string& name, const std::string& dim) const {
  const std::vector<double>& all = numbers(name, {dim});
  return Eigen::Map<const Vector>(all.data(), static_cast<Index>(all.size()));
}

std::vector<std::string> Stored::labels(const std::string& dimension) const {
  const Dimension* dim = dataset_.dim(dimension);
  if (dim == nullptr || dim->labels.empty()) {
    refuse("`" + dimension + "` has no names");
  }
  return dim->labels;
}

std::string Stored::text(const std::string& name) const {
  const Attribute* attribute = dataset_.attribute(name);
  const auto* value = attribute == nullptr ? nullptr : std::get_if<std::string>(attribute);
  if (value == nullptr) {
    refuse("the attribute `" + name + "` is missing");
  }
  return *value;
}

}  // namespace uq::studies
