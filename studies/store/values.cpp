#include "studies/store/values.hpp"

#include "studies/store/h5.hpp"
#include "uq/core/error.hpp"

#include <algorithm>

namespace uq::studies {

namespace {

using h5::check;
using h5::Handle;
using h5::own;

// HDF5 gives an empty string as no string at all, and takes the strings from its own allocator.
std::vector<std::string> take(std::vector<char*>& raw, hid_t type, hid_t space) {
  std::vector<std::string> texts(raw.size());
  std::transform(raw.begin(), raw.end(), texts.begin(), [](const char* text) {
    return text == nullptr ? std::string() : std::string(text);
  });
  if (!raw.empty()) {
    check(H5Dvlen_reclaim(type, space, H5P_DEFAULT, raw.data()), "texts");
  }
  return texts;
}

template <class Value>
Attribute one_or_list(std::vector<Value> values, bool list) {
  return list ? Attribute(std::move(values)) : Attribute(std::move(values.front()));
}

}  // namespace

std::size_t Values::claim(hid_t space, std::size_t element, const std::string& what) {
  const auto count = static_cast<std::uint64_t>(check(H5Sget_simple_extent_npoints(space), what));
  if (count > left_ / element) {
    throw IoError(what + " claims more than the file can hold");
  }
  left_ -= count * element;
  return static_cast<std::size_t>(count);
}

bool Values::is_string(hid_t type) {
  return H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) > 0 &&
         H5Tget_cset(type) == H5T_CSET_UTF8;
}

Attribute Values::value_of(hid_t attribute, const std::string& what) {
  const Handle type = own(H5Aget_type(attribute), H5Tclose, what);
  const Handle space = own(H5Aget_space(attribute), H5Sclose, what);
  const bool list = H5Sget_simple_extent_type(space) != H5S_SCALAR;
  const std::size_t count = claim(space, sizeof(std::string), what);
  if (!list && count != 1) {
    throw IoError(what + " is not one value");
  }
  if (is_string(type)) {
    std::vector<char*> raw(count);
    const Handle string = h5::string_type();
    if (count > 0) {
      check(H5Aread(attribute, string, raw.data()), what);
    }
    return one_or_list(take(raw, string, space), list);
  }
  if (check(H5Tequal(type, H5T_IEEE_F64LE), what) > 0) {
    std::vector<double> values(count);
    if (count > 0) {
      check(H5Aread(attribute, H5T_NATIVE_DOUBLE, values.data()), what);
    }
    return one_or_list(std::move(values), list);
  }
  if (check(H5Tequal(type, H5T_STD_I64LE), what) > 0 && !list) {
    std::int64_t value = 0;
    check(H5Aread(attribute, H5T_NATIVE_INT64, &value), what);
    return value;
  }
  throw IoError(what + " has a type this layout does not use");
}

std::string Values::text_attribute(hid_t object, const char* name) {
  if (check(H5Aexists(object, name), name) == 0) {
    return {};
  }
  const Handle attribute = own(H5Aopen(object, name, H5P_DEFAULT), H5Aclose, name);
  const Attribute value = value_of(attribute, std::string("attribute ") + name);
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr ? std::string() : *text;
}

Attributes Values::attributes(hid_t group) {
  H5O_info_t info;
  check(H5Oget_info2(group, &info, H5O_INFO_NUM_ATTRS), "attributes");
  Attributes found;
  for (hsize_t i = 0; i < info.num_attrs; ++i) {
    const Handle attribute = own(
        H5Aopen_by_idx(group, ".", H5_INDEX_CRT_ORDER, H5_ITER_INC, i, H5P_DEFAULT, H5P_DEFAULT),
        H5Aclose,
        "attribute");
    std::string name(
        static_cast<std::size_t>(check(H5Aget_name(attribute, 0, nullptr), "attribute")), '\0');
    check(H5Aget_name(attribute, name.size() + 1, name.data()), "attribute");
    found.emplace_back(name, value_of(attribute, "attribute " + name));
  }
  return found;
}

std::vector<std::string> Values::texts(hid_t dataset, hid_t space, const std::string& name) {
  std::vector<char*> raw(claim(space, sizeof(std::string), name));
  const Handle string = h5::string_type();
  if (!raw.empty()) {
    check(H5Dread(dataset, string, H5S_ALL, H5S_ALL, H5P_DEFAULT, raw.data()), name);
  }
  return take(raw, string, space);
}

std::vector<double> Values::doubles(hid_t dataset, hid_t space, const std::string& name) {
  std::vector<double> values(claim(space, sizeof(double), name));
  if (!values.empty()) {
    check(H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), name);
  }
  return values;
}

}  // namespace uq::studies
