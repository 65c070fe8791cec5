#include "studies/store/h5.hpp"
#include "studies/store/layout.hpp"
#include "studies/store/store.hpp"
#include "studies/store/values.hpp"

#include <hdf5_hl.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

namespace uq::studies {

namespace {

using h5::check;
using h5::Handle;
using h5::own;

constexpr int max_depth = 8;  // of groups; ours have three levels
constexpr std::size_t max_groups = 10'000;

// Reads one file. Texts of errors begin with what is wrong inside; `read` puts the name of the file
// before them.
class Reader {
 public:
  // Deflate reaches a ratio of 1032 at best, so a file that says it holds more than that lies.
  explicit Reader(const std::string& path) : values_(1032 * std::filesystem::file_size(path)) {
    if (check(H5Fis_hdf5(path.c_str()), "format") == 0) {
      throw IoError("is not an HDF5 file");
    }
    const Handle access = own(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "file access");
    check(H5Pset_fclose_degree(access, H5F_CLOSE_STRONG), "file access");
    file_ = own(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access), H5Fclose, "cannot be opened");
  }

  ResultFile read() {
    const Handle root = own(H5Gopen2(file_, "/", H5P_DEFAULT), H5Gclose, "root group");
    result_.attributes = values_.attributes(root);
    const auto& first = result_.attributes;
    const bool ours = std::any_of(first.begin(), first.end(), [](const auto& entry) {
      return entry.first == "Conventions" && entry.second == Attribute(std::string(conventions));
    });
    if (!ours) {
      throw IoError("is not a result of uq: no attribute Conventions = \"" +
                    std::string(conventions) + "\"");
    }
    read_children(root, "", 0);
    check_layout(result_);
    return std::move(result_);
  }

 private:
  static std::string link_name(hid_t group, hsize_t position) {
    const auto size =
        check(H5Lget_name_by_idx(
                  group, ".", H5_INDEX_CRT_ORDER, H5_ITER_INC, position, nullptr, 0, H5P_DEFAULT),
              "link");
    std::string name(static_cast<std::size_t>(size), '\0');
    check(H5Lget_name_by_idx(group,
                             ".",
                             H5_INDEX_CRT_ORDER,
                             H5_ITER_INC,
                             position,
                             name.data(),
                             name.size() + 1,
                             H5P_DEFAULT),
          "link");
    H5L_info_t info;
    check(H5Lget_info(group, name.c_str(), &info, H5P_DEFAULT), "link " + name);
    if (info.type != H5L_TYPE_HARD || !is_name(name)) {
      throw IoError("the link `" + name + "` is not of this layout");
    }
    return name;
  }

  void read_children(hid_t group, const std::string& path, int depth) {
    if (depth > max_depth || ++groups_ > max_groups) {
      throw IoError("has more groups than this layout");
    }
    H5G_info_t info;
    check(H5Gget_info(group, &info), "group");
    Dataset dataset;
    dataset.path = path;
    if (depth > 0) {
      dataset.attributes = values_.attributes(group);
    }
    std::map<haddr_t, std::string> scales;
    std::vector<std::pair<std::string, Handle>> variables, groups;
    for (hsize_t i = 0; i < info.nlinks; ++i) {
      const std::string name = link_name(group, i);
      Handle object = own(H5Oopen(group, name.c_str(), H5P_DEFAULT), H5Oclose, name);
      if (H5Iget_type(object) == H5I_GROUP) {
        groups.emplace_back(name, std::move(object));
      } else if (H5Iget_type(object) != H5I_DATASET || depth == 0) {
        throw IoError("`" + name + "` is not of this layout");
      } else if (check(H5DSis_scale(object), name) > 0) {
        scales[h5::address(object)] = name;
        dataset.dims.push_back(read_scale(object, name));
      } else {
        variables.emplace_back(name, std::move(object));
      }
    }
    for (const auto& [name, object] : variables) {
      dataset.variables.push_back(read_variable(object, name, scales));
    }
    const bool between =
        groups.size() == info.nlinks && !groups.empty() && dataset.attributes.empty();
    if (depth > 0 && !between) {
      result_.groups.push_back(std::move(dataset));
    }
    for (const auto& [name, object] : groups) {
      read_children(object, path.empty() ? name : path + "/" + name, depth + 1);
    }
  }

  // Nothing that reads other files or runs other code: plain storage and the two filters the writer
  // uses.
  static void expect_own_storage(hid_t dataset, const std::string& name) {
    const Handle properties = own(H5Dget_create_plist(dataset), H5Pclose, name);
    const H5D_layout_t layout = H5Pget_layout(properties);
    bool known = (layout == H5D_CONTIGUOUS || layout == H5D_CHUNKED) &&
                 H5Pget_external_count(properties) == 0;
    for (int i = 0; i < check(H5Pget_nfilters(properties), name); ++i) {
      unsigned flags = 0;
      unsigned config = 0;
      std::size_t values = 0;
      const H5Z_filter_t filter = H5Pget_filter2(
          properties, static_cast<unsigned>(i), &flags, &values, nullptr, 0, nullptr, &config);
      known = known && (filter == H5Z_FILTER_SHUFFLE || filter == H5Z_FILTER_DEFLATE);
    }
    if (!known) {
      throw IoError("`" + name + "` is stored in a way this layout does not use");
    }
  }

  Dimension read_scale(hid_t scale, const std::string& name) {
    expect_own_storage(scale, name);
    const Handle type = own(H5Dget_type(scale), H5Tclose, name);
    const Handle space = own(H5Dget_space(scale), H5Sclose, name);
    std::array<char, 128> label{};
    check(H5DSget_scale_name(scale, label.data(), label.size()), name);
    Dimension dimension;
    dimension.name = name;
    dimension.size = static_cast<Index>(check(H5Sget_simple_extent_npoints(space), name));
    if (H5Sget_simple_extent_ndims(space) != 1) {
      throw IoError("the dimension `" + name + "` has not one axis");
    }
    if (!std::string_view(label.data()).starts_with(no_coordinate)) {
      if (Values::is_string(type)) {
        dimension.labels = values_.texts(scale, space, name);
      } else {
        dimension.values = values_.doubles(scale, space, name);
      }
    }
    dimension.units = values_.text_attribute(scale, "units");
    dimension.long_name = values_.text_attribute(scale, "long_name");
    return dimension;
  }

  static herr_t note_address(hid_t, unsigned, hid_t scale, void* addresses) {
    try {
      static_cast<std::vector<haddr_t>*>(addresses)->push_back(h5::address(scale));
      return 0;
    } catch (const std::exception&) {  // must not cross C
      return -1;
    }
  }

  Variable read_variable(hid_t dataset,
                         const std::string& name,
                         const std::map<haddr_t, std::string>& scales) {
    expect_own_storage(dataset, name);
    const Handle type = own(H5Dget_type(dataset), H5Tclose, name);
    const Handle space = own(H5Dget_space(dataset), H5Sclose, name);
    Variable variable;
    variable.name = name;
    std::vector<hsize_t> shape(
        static_cast<std::size_t>(check(H5Sget_simple_extent_ndims(space), name)));
    if (!shape.empty()) {
      check(H5Sget_simple_extent_dims(space, shape.data(), nullptr), name);
    }
    for (unsigned axis = 0; axis < shape.size(); ++axis) {
      std::vector<haddr_t> found;
      check(H5DSiterate_scales(dataset, axis, nullptr, note_address, &found),
            "dimensions of " + name);
      if (found.size() != 1 || !scales.contains(found.front())) {
        throw IoError("`" + name + "` has an axis without a dimension of its group");
      }
      variable.dims.push_back(scales.at(found.front()));
    }
    variable.units = values_.text_attribute(dataset, "units");
    variable.long_name = values_.text_attribute(dataset, "long_name");
    if (Values::is_string(type)) {
      variable.text = values_.texts(dataset, space, name);
      return variable;
    }
    variable.storage = storage_of(type, name);
    variable.data.shape.assign(shape.begin(), shape.end());
    variable.data.data = values_.doubles(dataset, space, name);
    if (variable.storage == Storage::flags) {
      variable.flag_meanings = words(values_.text_attribute(dataset, "flag_meanings"));
    }
    return variable;
  }

  static Storage storage_of(hid_t type, const std::string& name) {
    if (check(H5Tequal(type, H5T_IEEE_F64LE), name) > 0) {
      return Storage::float64;
    }
    if (check(H5Tequal(type, H5T_STD_I64LE), name) > 0) {
      return Storage::int64;
    }
    if (check(H5Tequal(type, H5T_STD_I8LE), name) > 0) {
      return Storage::flags;
    }
    throw IoError("`" + name + "` has a type this layout does not use");
  }

  static std::vector<std::string> words(const std::string& text) {
    std::vector<std::string> result;
    for (std::size_t first = 0; first < text.size();) {
      const std::size_t last = std::min(text.find(' ', first), text.size());
      result.push_back(text.substr(first, last - first));
      first = last + 1;
    }
    return result;
  }

  Handle file_;
  Values values_;
  std::size_t groups_ = 0;
  ResultFile result_;
};

}  // namespace

ResultFile read(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    throw IoError(path +
                  (std::filesystem::exists(path, error) ? ": is not a file" : ": does not exist"));
  }
  const h5::Quiet quiet;
  try {
    return Reader(path).read();
  } catch (const IoError& failure) {
    throw IoError(path + ": " + failure.what());
  } catch (const InvalidArgument& failure) {
    throw IoError(path + ": is not of this layout: " + failure.what());
  }
}

}  // namespace uq::studies
