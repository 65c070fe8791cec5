#include "studies/store/objects.hpp"

#include "studies/store/layout.hpp"

#include <hdf5_hl.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>

namespace uq::studies {

namespace {

using h5::check;
using h5::Handle;
using h5::own;

constexpr std::size_t compress_above =
    64 * 1024;  // bytes; smaller arrays cost more to filter than they save
constexpr hsize_t chunk_bytes = 1024 * 1024;

Handle simple_space(const std::vector<hsize_t>& shape) {
  return shape.empty()
             ? own(H5Screate(H5S_SCALAR), H5Sclose, "scalar space")
             : own(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr),
                   H5Sclose,
                   "array space");
}

void write_raw_attribute(
    hid_t object, const std::string& name, hid_t type, hid_t space, const void* data) {
  const Handle attribute =
      own(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT),
          H5Aclose,
          "attribute " + name);
  if (data != nullptr) {
    check(H5Awrite(attribute, type, data), "attribute " + name);
  }
}

std::vector<const char*> pointers(const std::vector<std::string>& texts) {
  std::vector<const char*> result(texts.size());
  std::transform(texts.begin(), texts.end(), result.begin(), [](const std::string& text) {
    return text.c_str();
  });
  return result;
}

// Halves the longest leading axes until a chunk fits: rows stay whole as long as possible.
std::vector<hsize_t> chunk_of(std::vector<hsize_t> shape, std::size_t element) {
  for (std::size_t axis = 0; axis < shape.size();) {
    hsize_t bytes = element;
    for (const hsize_t size : shape) {
      bytes *= size;
    }
    if (bytes <= chunk_bytes) {
      break;
    }
    if (shape[axis] > 1) {
      shape[axis] = (shape[axis] + 1) / 2;
    } else {
      ++axis;
    }
  }
  return shape;
}

Handle dataset_properties() {
  Handle properties = own(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "dataset properties");
  check(H5Pset_obj_track_times(properties, false), "dataset properties");
  check(H5Pset_attr_creation_order(properties, tracked), "dataset properties");
  return properties;
}

Handle create_dataset(hid_t group,
                      const std::string& name,
                      hid_t type,
                      const std::vector<hsize_t>& shape,
                      hid_t properties) {
  return own(
      H5Dcreate2(
          group, name.c_str(), type, simple_space(shape), H5P_DEFAULT, properties, H5P_DEFAULT),
      H5Dclose,
      "dataset " + name);
}

template <class T>
void write_values(hid_t dataset,
                  hid_t type,
                  const std::vector<T>& values,
                  const std::string& name) {
  if (!values.empty()) {
    check(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()),
          "values of " + name);
  }
}

template <class Integer>
std::vector<Integer> integers(const std::vector<double>& values) {
  std::vector<Integer> result(values.size());
  std::transform(values.begin(), values.end(), result.begin(), [](double value) {
    return static_cast<Integer>(value);
  });
  return result;
}

Handle write_numbers(hid_t group,
                     const Variable& variable,
                     const std::vector<hsize_t>& shape,
                     bool may_compress) {
  const hid_t type = variable.storage == Storage::float64 ? H5T_IEEE_F64LE
                     : variable.storage == Storage::int64 ? H5T_STD_I64LE
                                                          : H5T_STD_I8LE;
  const Handle properties = dataset_properties();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  if (variable.storage == Storage::float64) {
    check(H5Pset_fill_value(properties, H5T_NATIVE_DOUBLE, &nan), "fill value");
  }
  if (may_compress && variable.data.data.size() * H5Tget_size(type) > compress_above) {
    const auto chunk = chunk_of(shape, H5Tget_size(type));
    check(H5Pset_chunk(properties, static_cast<int>(chunk.size()), chunk.data()), "chunks");
    check(H5Pset_shuffle(properties), "shuffle");
    check(H5Pset_deflate(properties, 4), "deflate");
  }
  Handle dataset = create_dataset(group, variable.name, type, shape, properties);
  const std::vector<double>& values = variable.data.data;
  if (variable.storage == Storage::float64) {
    write_raw_attribute(dataset, "_FillValue", H5T_IEEE_F64LE, simple_space({1}), &nan);
    write_values(dataset, H5T_NATIVE_DOUBLE, values, variable.name);
  } else if (variable.storage == Storage::int64) {
    write_values(dataset, H5T_NATIVE_INT64, integers<std::int64_t>(values), variable.name);
  } else {
    write_values(dataset, H5T_NATIVE_INT8, integers<std::int8_t>(values), variable.name);
  }
  return dataset;
}

// CF conventions §3.5: the values as an array of the variable's type, the meanings as one
// blank-separated string.
void write_flag_attributes(hid_t dataset, const std::vector<std::string>& meanings) {
  std::vector<std::int8_t> values;
  std::string words;
  for (const std::string& meaning : meanings) {
    words += (values.empty() ? "" : " ") + meaning;
    values.push_back(static_cast<std::int8_t>(values.size()));
  }
  write_raw_attribute(
      dataset, "flag_values", H5T_STD_I8LE, simple_space({values.size()}), values.data());
  write_attribute(dataset, "flag_meanings", words);
}

void write_text_if_any(hid_t object, const std::string& name, const std::string& text) {
  if (!text.empty()) {
    write_attribute(object, name, text);
  }
}

}  // namespace

// A list has an axis even when it has one element or none, so that it reads back as a list.
void write_attribute(hid_t object, const std::string& name, const Attribute& value) {
  const Handle string = h5::string_type();
  if (const auto* text = std::get_if<std::string>(&value)) {
    const char* data = text->c_str();
    write_raw_attribute(object, name, string, simple_space({}), &data);
  } else if (const auto* number = std::get_if<double>(&value)) {
    write_raw_attribute(object, name, H5T_IEEE_F64LE, simple_space({}), number);
  } else if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    write_raw_attribute(object, name, H5T_STD_I64LE, simple_space({}), integer);
  } else if (const auto* texts = std::get_if<std::vector<std::string>>(&value)) {
    write_raw_attribute(object,
                        name,
                        string,
                        simple_space({texts->size()}),
                        texts->empty() ? nullptr : pointers(*texts).data());
  } else {
    const auto& numbers = std::get<std::vector<double>>(value);
    write_raw_attribute(object,
                        name,
                        H5T_IEEE_F64LE,
                        simple_space({numbers.size()}),
                        numbers.empty() ? nullptr : numbers.data());
  }
}

h5::Handle write_scale(hid_t group, const Dimension& dimension) {
  const std::vector<hsize_t> shape{static_cast<hsize_t>(extent(dimension))};
  const Handle properties = dataset_properties();
  const Handle string = h5::string_type();
  std::string scale_name = dimension.name;
  Handle scale;
  if (!dimension.labels.empty()) {
    scale = create_dataset(group, dimension.name, string, shape, properties);
    write_values(scale, string, pointers(dimension.labels), dimension.name);
  } else if (!dimension.values.empty()) {
    scale = create_dataset(group, dimension.name, H5T_IEEE_F64LE, shape, properties);
    write_values(scale, H5T_NATIVE_DOUBLE, dimension.values, dimension.name);
  } else {
    // Never written and so takes no space: only its extent counts.
    scale = create_dataset(group, dimension.name, H5T_IEEE_F32BE, shape, properties);
    std::array<char, 32> size{};
    std::snprintf(size.data(), size.size(), "%10lld", static_cast<long long>(extent(dimension)));
    scale_name = std::string(no_coordinate) + size.data();
  }
  check(H5DSset_scale(scale, scale_name.c_str()), "scale " + dimension.name);
  write_text_if_any(scale, "units", dimension.units);
  write_text_if_any(scale, "long_name", dimension.long_name);
  return scale;
}

h5::Handle write_variable(hid_t group, const Dataset& dataset, const Variable& variable) {
  std::vector<hsize_t> shape;
  for (const std::string& name : variable.dims) {
    shape.push_back(static_cast<hsize_t>(extent(*dataset.dim(name))));
  }
  Handle written;
  if (is_text(variable)) {
    const Handle string = h5::string_type();
    written = create_dataset(group, variable.name, string, shape, dataset_properties());
    write_values(written, string, pointers(variable.text), variable.name);
  } else {
    written = write_numbers(group, variable, shape, !is_samples(dataset.path));
  }
  write_text_if_any(written, "units", variable.units);
  write_text_if_any(written, "long_name", variable.long_name);
  if (!is_text(variable) && variable.storage == Storage::flags) {
    write_flag_attributes(written, variable.flag_meanings);
  }
  return written;
}

}  // namespace uq::studies
