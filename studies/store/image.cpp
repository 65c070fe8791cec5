#include "studies/store/image.hpp"

#include "studies/store/h5.hpp"
#include "studies/store/layout.hpp"

#include <hdf5_hl.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>

namespace uq::studies {

namespace {

using h5::check;
using h5::Handle;
using h5::own;

constexpr unsigned tracked = H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED;
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

// A list has one axis even when it has one element, so that it reads back as a list; an empty list
// has no space at all, since both Python readers fail on an attribute with an axis of extent zero.
Handle list_space(std::size_t size) {
  return size == 0 ? own(H5Screate(H5S_NULL), H5Sclose, "empty space") : simple_space({size});
}

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
                        list_space(texts->size()),
                        texts->empty() ? nullptr : pointers(*texts).data());
  } else {
    const auto& numbers = std::get<std::vector<double>>(value);
    write_raw_attribute(object,
                        name,
                        H5T_IEEE_F64LE,
                        list_space(numbers.size()),
                        numbers.empty() ? nullptr : numbers.data());
  }
}

void write_text_if_any(hid_t object, const std::string& name, const std::string& text) {
  if (!text.empty()) {
    write_attribute(object, name, text);
  }
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

Handle write_scale(hid_t group, const Dimension& dimension) {
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

// Memory of the in-memory driver, kept when HDF5 closes the file. H5Fget_file_image would copy it,
// and (1.10.8) with a wrong checksum: it clears the mark "open for writing" after the checksum was
// computed.
class Memory {
 public:
  ~Memory() { std::free(kept_); }
  void use_for(hid_t access) {
    H5FD_file_image_callbacks_t calls{
        allocate, copy, reallocate, keep, same_owner, no_release, this};
    check(H5Pset_file_image_callbacks(access, &calls), "file in memory");
  }
  FileImage take() {
    auto* bytes = static_cast<unsigned char*>(std::exchange(kept_, nullptr));
    // The driver grows by whole steps; the superblock (version 2) says at byte 28 where the file
    // ends.
    std::uint64_t size = 0;
    for (int i = 7; i >= 0; --i) {
      size = size << 8U | bytes[28 + i];
    }
    return {reinterpret_cast<std::byte*>(bytes), static_cast<std::size_t>(size)};
  }

 private:
  using Operation = H5FD_file_image_op_t;
  static void* allocate(std::size_t size, Operation, void*) { return std::malloc(size); }
  static void* copy(void* to, const void* from, std::size_t size, Operation, void*) {
    return std::memcpy(to, from, size);
  }
  static void* reallocate(void* old, std::size_t size, Operation, void*) {
    return std::realloc(old, size);
  }
  static herr_t keep(void* data, Operation operation, void* self) {
    if (operation == H5FD_FILE_IMAGE_OP_FILE_CLOSE) {
      static_cast<Memory*>(self)->kept_ = data;
    } else {
      std::free(data);
    }
    return 0;
  }
  static void* same_owner(void* self) { return self; }
  static herr_t no_release(void*) { return 0; }

  void* kept_ = nullptr;
};

class Image {
 public:
  explicit Image(const std::string& name) {
    const Handle access = own(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "file access");
    check(H5Pset_fapl_core(access, 1024 * 1024, false), "file in memory");
    memory_.use_for(access);
    // Fixed format versions: checksummed metadata, and the same bytes from every later HDF5 1.10.
    check(H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V110), "format versions");
    check(H5Pset_fclose_degree(access, H5F_CLOSE_STRONG), "file access");
    const Handle creation = own(H5Pcreate(H5P_FILE_CREATE), H5Pclose, "file creation");
    order_links(creation);
    file_ = own(H5Fcreate(name.c_str(), H5F_ACC_TRUNC, creation, access), H5Fclose, "file");
    root_ = own(H5Gopen2(file_, "/", H5P_DEFAULT), H5Gclose, "root group");
  }

  void write(const Dataset& dataset) {
    const Handle group = group_at(dataset.path);
    for (const auto& [name, value] : dataset.attributes) {
      write_attribute(group, name, value);
    }
    std::map<std::string, Handle> scales;
    for (const Dimension& dimension : dataset.dims) {
      scales.emplace(dimension.name, scale_in(group, dataset.path, dimension));
    }
    for (const Variable& variable : dataset.variables) {
      const Handle written = write_variable(group, dataset, variable);
      for (std::size_t axis = 0; axis < variable.dims.size(); ++axis) {
        check(
            H5DSattach_scale(written, scales.at(variable.dims[axis]), static_cast<unsigned>(axis)),
            "scale of " + variable.name);
      }
    }
  }

  void write(const Attributes& attributes) {
    for (const auto& [name, value] : attributes) {
      write_attribute(root_, name, value);
    }
  }

  FileImage close() {
    check(root_.close(), "root group");
    check(file_.close(), "file");
    return memory_.take();
  }

 private:
  static void order_links(hid_t properties) {
    check(H5Pset_obj_track_times(properties, false), "group properties");
    check(H5Pset_link_creation_order(properties, tracked), "group properties");
    check(H5Pset_attr_creation_order(properties, tracked), "group properties");
  }

  Handle group_at(const std::string& path) const {
    const Handle properties = own(H5Pcreate(H5P_GROUP_CREATE), H5Pclose, "group properties");
    order_links(properties);
    Handle group;
    for (std::size_t last = 0; last < path.size(); ++last) {
      last = std::min(path.find('/', last), path.size());
      const std::string prefix = path.substr(0, last);
      const bool exists = check(H5Lexists(root_, prefix.c_str(), H5P_DEFAULT), prefix) > 0;
      group = own(exists ? H5Gopen2(root_, prefix.c_str(), H5P_DEFAULT)
                         : H5Gcreate2(root_, prefix.c_str(), H5P_DEFAULT, properties, H5P_DEFAULT),
                  H5Gclose,
                  "group " + prefix);
    }
    return group;
  }

  // Coordinates do not travel to child groups, so each group needs its own; equal ones are one
  // object.
  Handle scale_in(hid_t group, const std::string& path, const Dimension& dimension) {
    auto& known = scales_[dimension.name];
    const auto same = std::find_if(
        known.begin(), known.end(), [&](const auto& entry) { return *entry.first == dimension; });
    if (same == known.end()) {
      known.emplace_back(&dimension, path + "/" + dimension.name);
      return write_scale(group, dimension);
    }
    check(H5Lcreate_hard(
              root_, same->second.c_str(), group, dimension.name.c_str(), H5P_DEFAULT, H5P_DEFAULT),
          "link to " + dimension.name);
    return own(
        H5Dopen2(group, dimension.name.c_str(), H5P_DEFAULT), H5Dclose, "scale " + dimension.name);
  }

  static Handle write_variable(hid_t group, const Dataset& dataset, const Variable& variable) {
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

  Memory memory_;  // outlives the file, which hands its bytes over when closed
  Handle file_;
  Handle root_;
  // By name: content of each scale so far and the path of its first link. Points into the
  // ResultFile.
  std::map<std::string, std::vector<std::pair<const Dimension*, std::string>>> scales_;
};

}  // namespace

FileImage image(const ResultFile& file) {
  check_layout(file);
  const h5::Quiet quiet;
  Image result("result");
  for (const Dataset& dataset : file.groups) {
    result.write(dataset);
  }
  result.write(root_attributes(file));
  return result.close();
}

}  // namespace uq::studies
