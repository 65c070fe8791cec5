#include "studies/store/h5.hpp"

#include "uq/core/error.hpp"

namespace uq::studies::h5 {

namespace {

// H5E_WALK_UPWARD starts at the innermost frame, which names the cause; the rest is call history.
herr_t keep_first(unsigned position, const H5E_error2_t* error, void* text) {
  if (position == 0 && error->desc != nullptr) {
    *static_cast<std::string*>(text) = error->desc;
  }
  return 0;
}

}  // namespace

Quiet::Quiet() {
  H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Quiet::~Quiet() {
  H5Eset_auto2(H5E_DEFAULT, function_, data_);
}

std::string error_text() {
  std::string text = "HDF5 gives no reason";
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_first, &text);
  return text;
}

void fail(const std::string& what) {
  throw IoError(what + ": " + error_text());
}

Handle own(hid_t id, Handle::Close close, const std::string& what) {
  return {check(id, what), close};
}

Handle string_type() {
  Handle type = own(H5Tcopy(H5T_C_S1), H5Tclose, "string type");
  check(H5Tset_size(type, H5T_VARIABLE), "string type");
  check(H5Tset_cset(type, H5T_CSET_UTF8), "string type");
  return type;
}

haddr_t address(hid_t object) {
  H5O_info_t info;
  check(H5Oget_info2(object, &info, H5O_INFO_BASIC), "address of an object");
  return info.addr;
}

}  // namespace uq::studies::h5
