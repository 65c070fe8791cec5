#include "perfmodels/config_detail.hpp"
#include "perfmodels/plugin/describe_detail.hpp"
#include "perfmodels/plugin/fp_environment_detail.hpp"
#include "perfmodels/plugin/library_detail.hpp"
#include "perfmodels/plugin/text_detail.hpp"

#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <memory>
#include <set>

namespace uq::perfmodels::plugin {
namespace {

// dlopen looks for a name without a slash in the system's folders.
std::string path_of(const std::string& file) {
  return file.find('/') == std::string::npos ? "./" + file : file;
}

// Says in the words of a user what the loader says in its own.
[[noreturn]] void refuse_file(const Place& place,
                              const std::string& path,
                              const std::string& said) {
  const auto says = [&](const char* words) { return said.find(words) != std::string::npos; };
  if (says("invalid ELF header") || says("file too short")) {
    place.refuse("is not a shared library", "a plugin is linked with -shared");
  }
  if (says("wrong ELF class") || says("ELF file data encoding") ||
      (says("cannot open shared object file") && said.starts_with(path))) {
    place.refuse("was built for another processor", "compile it on or for this machine");
  }
  if (says("cannot open shared object file")) {
    place.refuse("needs the library " + said.substr(0, said.find(':')) + ", which was not found",
                 "install it, or name its folder in LD_LIBRARY_PATH");
  }
  if (says("undefined symbol")) {
    place.refuse("cannot be loaded: " + cleaned(said),
                 "link the plugin with the library that defines the symbol");
  }
  if (says("cannot dynamically load")) {
    place.refuse("is a program, not a shared library", "a plugin is linked with -shared");
  }
  place.refuse("cannot be loaded: " + cleaned(said));
}

void* open_file(const std::string& file, bool& fp_changed) {
  const Place place{file, {}};
  const std::string path = path_of(file);
  if (file.find('\0') != std::string::npos) {
    place.refuse("is no file name");
  }
  struct stat facts{};
  if (::stat(path.c_str(), &facts) != 0) {
    place.refuse(errno == ENOENT ? "does not exist"
                                 : std::string("cannot be read: ") + std::strerror(errno));
  }
  if (!S_ISREG(facts.st_mode)) {
    place.refuse("is not a file");
  }
  if (::access(path.c_str(), R_OK) != 0) {
    place.refuse(std::string("cannot be read: ") + std::strerror(errno));
  }
  const FpEnvironment restored;
  void* handle = nullptr;
  try {
    handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  } catch (...) {
    place.refuse("a constructor of the library threw an exception");
  }
  fp_changed = FpEnvironment::changed();
  if (handle == nullptr) {
    const char* said = ::dlerror();
    refuse_file(place, path, said != nullptr ? said : "unknown reason");
  }
  return handle;
}

const uqpm_library* shake_hands(void* handle, const Place& place) {
  using Entry = const uqpm_library* (*)(std::uint32_t, std::uint32_t);
  const auto entry = reinterpret_cast<Entry>(::dlsym(handle, "uqpm_entry"));
  if (entry == nullptr) {
    place.refuse("has no symbol uqpm_entry: it is not a plugin",
                 "include uq_plugin.h before its definition, and in C++ declare it extern \"C\"");
  }
  const uqpm_library* library = nullptr;
  try {
    library = entry(UQPM_ABI_MAJOR, UQPM_ABI_MINOR);
  } catch (...) {
    place.refuse("uqpm_entry threw an exception");
  }
  const auto version = [](std::uint32_t major, std::uint32_t minor) {
    return std::to_string(major) + "." + std::to_string(minor);
  };
  const std::string ours = version(UQPM_ABI_MAJOR, UQPM_ABI_MINOR);
  if (library == nullptr) {
    place.refuse("the plugin refuses this host (uqpm_entry returned NULL)",
                 "this host has version " + ours + " of the interface");
  }
  if (library->abi_major != UQPM_ABI_MAJOR) {
    place.refuse("was compiled for version " + version(library->abi_major, library->abi_minor) +
                     " of the interface, this host has " + ours,
                 "compile it with the uq_plugin.h of this host");
  }
  return library;
}

std::unique_ptr<Library> describe(void* handle, const std::string& file) {
  constexpr std::uint32_t implausible = 1u << 16;
  const Place place{file, {}};
  auto library = std::make_unique<Library>();
  library->file = file;
  library->c = common_part(shake_hands(handle, place), place, "uqpm_library");
  const uqpm_library& c = library->c;
  library->minor_known = c.abi_minor <= UQPM_ABI_MINOR;
  if (c.n_models == 0 || c.n_models > implausible) {
    place.refuse("n_models is " + std::to_string(c.n_models));
  }
  if (c.descriptor == nullptr) {
    place.refuse("n_models is " + std::to_string(c.n_models) + " and descriptor is NULL");
  }
  if (c.create == nullptr) {
    place.refuse("create is NULL");
  }
  library->info = {file, c.abi_major, c.abi_minor, {}};
  std::set<std::string> ids;
  for (std::uint32_t i = 0; i < c.n_models; ++i) {
    const Place here = place.inside("model " + std::to_string(i));
    const uqpm_descriptor* descriptor = nullptr;
    try {
      descriptor = c.descriptor(i);
    } catch (...) {
      here.refuse("descriptor() threw an exception");
    }
    const auto& info =
        library->info.models.emplace_back(describe_model(descriptor, library->minor_known, here));
    if (!ids.insert(info.id).second) {
      here.refuse("another model has the id `" + info.id + "` too");
    }
    library->one_call |= (info.flags & (UQPM_INSTANCE_CONCURRENT | UQPM_INSTANCES_CONCURRENT)) == 0;
  }
  return library;
}

}  // namespace

Library& open_library(const std::string& file) {
  // What is loaded is a fact of the process; two handles of one library share its mutex.
  static std::mutex mutex;
  static std::map<void*, std::unique_ptr<Library>> loaded;
  const std::lock_guard lock(mutex);
  bool fp_changed = false;
  void* handle = open_file(file, fp_changed);
  auto& library = loaded[handle];
  if (!library) {
    const FpEnvironment restored;
    library = describe(handle, file);
    library->fp_on_load = fp_changed;
  }
  return *library;
}

std::uint32_t model_index(const Library& library, const std::string& id) {
  const auto& models = library.info.models;
  std::vector<std::string> ids;
  for (std::uint32_t i = 0; i < models.size(); ++i) {
    if (models[i].id == id || (id.empty() && models.size() == 1)) {
      return i;
    }
    ids.push_back(models[i].id);
  }
  const Place place{library.file, {}};
  if (id.empty()) {
    place.refuse("has several models, none was chosen", "one of: " + joined(ids));
  }
  place.refuse("has no model `" + id + "`", "there is: " + joined(ids));
}

}  // namespace uq::perfmodels::plugin
