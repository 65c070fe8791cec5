#pragma once

#include <hdf5.h>

#include <string>
#include <utility>

namespace uq::studies::h5 {

/// Owns one HDF5 identifier of any kind and closes it with the function of its kind.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);

  Handle() = default;
  Handle(hid_t id, Close closer) : id_(id), close_(closer) {}
  Handle(Handle&& other) noexcept
      : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Handle() {
    if (id_ >= 0) {
      close_(id_);
    }
  }
  /// Closes now. @returns negative when that failed.
  herr_t close() { return close_(std::exchange(id_, H5I_INVALID_HID)); }
  operator hid_t() const { return id_; }  // NOLINT: an identifier is what the C API takes

 private:
  hid_t id_ = H5I_INVALID_HID;
  Close close_ = nullptr;
};

/// Keeps HDF5 from printing its error stack while it lives: the stack becomes the text of an
/// IoError.
class Quiet {
 public:
  Quiet();
  ~Quiet();
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

/// Text of the innermost error HDF5 has on its stack, e.g. "name already exists".
std::string error_text();

/// The identifier of a call that must succeed. @throws IoError "WHAT: reason" when it did not.
Handle own(hid_t id, Handle::Close close, const std::string& what);

/// Throws IoError "WHAT: reason" with the reason HDF5 gives.
[[noreturn]] void fail(const std::string& what);

/// The result of a call that must not be negative. @throws IoError "WHAT: reason" otherwise.
template <class Result>
Result check(Result result, const std::string& what) {
  if (result < 0) {
    fail(what);
  }
  return result;
}

/// A variable-length UTF-8 string type: the one both xarray engines read.
Handle string_type();

/// Address of an object in its file: equal for all hard links to one object.
haddr_t address(hid_t object);

}  // namespace uq::studies::h5
