#include "studies/workers/guard.hpp"

#include "studies/store/posix.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cfenv>
#include <clocale>
#include <filesystem>
#include <fstream>

namespace uq::studies {

namespace {

// Descriptors of ours lie high: code that closes 0 to 63 to start afresh does not meet them.
constexpr int private_from = 200;

int moved(int fd) {
  int found = ::fcntl(fd, F_DUPFD_CLOEXEC, private_from);
  if (found < 0) {
    found = ::fcntl(fd, F_DUPFD_CLOEXEC, 3);  // few descriptors are granted
  }
  if (found < 0) {
    throw_errno("a worker's standard streams", "cannot be used");
  }
  return found;
}

std::uint64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t all = 0;
  std::uint64_t resident = 0;
  file >> all >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::int64_t open_descriptors() {
  std::error_code failed;
  std::int64_t count = 0;
  for (std::filesystem::directory_iterator at("/proc/self/fd", failed), end; !failed && at != end;
       at.increment(failed)) {
    ++count;
  }
  return count;
}

std::string locale_now() {
  const char* name = std::setlocale(LC_ALL, nullptr);
  return name == nullptr ? "C" : name;
}

}  // namespace

Channel take_standard_streams() {
  const Channel channel{moved(STDIN_FILENO), moved(STDOUT_FILENO)};
  const Descriptor nowhere(::open("/dev/null", O_RDWR | O_CLOEXEC));
  ::dup2(nowhere.get(), STDIN_FILENO);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  return channel;
}

void limit_process(std::uint64_t memory) {
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  if (memory > 0) {
    const rlimit most{memory, memory};
    ::setrlimit(RLIMIT_AS, &most);
  }
}

ProcessGuard::ProcessGuard()
    : folder_(::open(".", O_PATH | O_DIRECTORY | O_CLOEXEC)),
      locale_(locale_now()),
      umask_(::umask(0)),
      resident_(resident_bytes()),
      descriptors_(open_descriptors()) {
  ::umask(static_cast<mode_t>(umask_));
  if (folder_ >= 0) {
    const int high = ::fcntl(folder_, F_DUPFD_CLOEXEC, private_from);
    if (high >= 0) {
      ::close(folder_);
      folder_ = high;
    }
  }
  struct stat here{};
  if (::stat(".", &here) == 0) {
    device_ = here.st_dev;
    inode_ = here.st_ino;
  }
}

ProcessGuard::~ProcessGuard() {
  if (folder_ >= 0) {
    ::close(folder_);
  }
}

void ProcessGuard::enter() {
  std::fesetenv(FE_DFL_ENV);
}

std::vector<std::string> ProcessGuard::leave() {
  std::fesetenv(FE_DFL_ENV);
  std::vector<std::string> found;
  struct stat here{};
  if (folder_ >= 0 &&
      (::stat(".", &here) != 0 || here.st_dev != device_ || here.st_ino != inode_)) {
    if (::fchdir(folder_) == 0 && !told_folder_) {
      told_folder_ = true;
      found.emplace_back("changed the working folder, which was put right");
    }
  }
  if (locale_now() != locale_) {
    std::setlocale(LC_ALL, locale_.c_str());
    if (!told_locale_) {
      told_locale_ = true;
      found.emplace_back("changed the locale, which was put right");
    }
  }
  if (::umask(static_cast<mode_t>(umask_)) != umask_ && !told_umask_) {
    told_umask_ = true;
    found.emplace_back("changed the umask, which was put right");
  }
  return found;
}

bool ProcessGuard::has_grown(std::uint64_t bytes) const {
  constexpr std::int64_t many = 256;
  return resident_bytes() > resident_ + bytes || open_descriptors() > descriptors_ + many;
}

}  // namespace uq::studies
