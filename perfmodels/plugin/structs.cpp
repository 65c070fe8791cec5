#include "perfmodels/plugin/describe_detail.hpp"

#include <algorithm>
#include <cstring>

namespace uq::perfmodels::plugin {

void Place::refuse(const std::string& fault, const std::string& hint) const {
  throw PluginError(file + ": " + (what.empty() ? "" : what + ": ") + fault, hint);
}

template <class T>
T common_part(const T* theirs, const Place& place, const char* type) {
  constexpr std::uint32_t implausible = 1u << 16;
  std::uint32_t size = 0;
  std::memcpy(&size, theirs, sizeof size);
  const std::string set = std::string("set struct_size = sizeof(") + type + ")";
  if (size < first_size<T>) {
    place.refuse("struct_size of " + std::string(type) + " is " + std::to_string(size) +
                     ", required is at least " + std::to_string(first_size<T>),
                 set);
  }
  if (size > implausible || size % alignof(T) != 0) {
    place.refuse("struct_size of " + std::string(type) + " is " + std::to_string(size) +
                     ", which cannot be the size of a struct",
                 set);
  }
  T ours{};
  std::memcpy(&ours, theirs, std::min<std::size_t>(size, sizeof ours));
  return ours;
}

template uqpm_input common_part(const uqpm_input*, const Place&, const char*);
template uqpm_output common_part(const uqpm_output*, const Place&, const char*);
template uqpm_descriptor common_part(const uqpm_descriptor*, const Place&, const char*);
template uqpm_model common_part(const uqpm_model*, const Place&, const char*);
template uqpm_library common_part(const uqpm_library*, const Place&, const char*);

}  // namespace uq::perfmodels::plugin
