#include "studies/store/image.hpp"

#include "studies/store/h5.hpp"
#include "studies/store/layout.hpp"
#include "studies/store/objects.hpp"

#include <hdf5_hl.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>

namespace uq::studies {

namespace {

using h5::check;
using h5::Handle;
using h5::own;

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
