#include "perfmodels/plugin/process_state_detail.hpp"
#include "perfmodels/plugin/text_detail.hpp"

#include <malloc.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <clocale>
#include <cstddef>
#include <cstring>
#include <set>

// There when the process runs under the address or the thread sanitizer, whose allocator takes the
// place of the system's and leaves mallinfo2 at 0.
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" [[gnu::weak]] std::size_t __sanitizer_get_current_allocated_bytes();

namespace uq::perfmodels::plugin {
namespace {

using Environment = std::map<std::string, std::string>;

std::string changed_names(const Environment& before, const Environment& after) {
  std::set<std::string> names;
  for (const auto& [one, other] : {std::pair{&before, &after}, std::pair{&after, &before}}) {
    for (const auto& [name, value] : *one) {
      const auto found = other->find(name);
      if (found == other->end() || found->second != value) {
        names.insert(cleaned(name));
      }
    }
  }
  std::string text;
  for (const std::string& name : names) {
    text += (text.empty() ? "" : ", ") + name;
  }
  return text;
}

}  // namespace

ProcessState process_state() {
  ProcessState state;
  state.locale = std::setlocale(LC_ALL, nullptr);
  std::array<char, 4096> folder{};
  if (::getcwd(folder.data(), folder.size()) != nullptr) {
    state.folder = folder.data();
  }
  for (std::size_t signal = 1; signal < state.handlers.size(); ++signal) {
    struct sigaction action{};
    if (::sigaction(static_cast<int>(signal), nullptr, &action) == 0) {
      std::memcpy(&state.handlers[signal], &action.sa_handler, sizeof(void*));
    }
  }
  for (std::size_t fd = 0; fd < state.open.size(); ++fd) {
    struct stat facts{};
    state.open[fd] = ::fstat(static_cast<int>(fd), &facts) == 0;
    if (fd < state.standard.size() && state.open[fd]) {
      state.standard[fd] = {facts.st_dev, facts.st_ino};
    }
  }
  const mode_t mask = ::umask(0);  // it can only be asked for by setting it
  ::umask(mask);
  state.umask = mask;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const auto equals = text.find('=');
    if (equals != std::string::npos) {
      state.environment[text.substr(0, equals)] = text.substr(equals + 1);
    }
  }
  return state;
}

std::vector<std::string> changes(const ProcessState& before, const ProcessState& after) {
  std::vector<std::string> found;
  if (before.locale != after.locale) {
    found.push_back("the locale is now " + cleaned(after.locale));
  }
  if (before.folder != after.folder) {
    found.push_back("the working folder is now " + cleaned(after.folder));
  }
  for (std::size_t signal = 1; signal < before.handlers.size(); ++signal) {
    if (before.handlers[signal] != after.handlers[signal]) {
      found.push_back("the handler of signal " + std::to_string(signal) + " (" +
                      ::strsignal(static_cast<int>(signal)) + ") is another");
    }
  }
  if (before.umask != after.umask) {
    found.emplace_back("the umask is another");
  }
  if (before.environment != after.environment) {
    found.push_back("environment variables were changed: " +
                    changed_names(before.environment, after.environment));
  }
  for (std::size_t fd = 0; fd < before.standard.size(); ++fd) {
    if (before.open[fd] && after.open[fd] && before.standard[fd] != after.standard[fd]) {
      found.push_back("descriptor " + std::to_string(fd) + " leads elsewhere");
    }
  }
  const auto opened = (after.open & ~before.open).count();
  const auto closed = (before.open & ~after.open).count();
  if (opened != 0) {
    found.push_back(std::to_string(opened) + " file descriptors were left open");
  }
  if (closed != 0) {
    found.push_back(std::to_string(closed) + " file descriptors of others were closed");
  }
  return found;
}

std::size_t allocated_bytes() {
  if (&__sanitizer_get_current_allocated_bytes != nullptr) {
    return __sanitizer_get_current_allocated_bytes();
  }
  const struct mallinfo2 info = ::mallinfo2();
  return info.uordblks + info.hblkhd;
}

}  // namespace uq::perfmodels::plugin
