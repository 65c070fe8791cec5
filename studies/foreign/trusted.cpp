#include "studies/foreign/trusted.hpp"

#include "studies/foreign/library_file.hpp"
#include "studies/run/provenance.hpp"
#include "studies/store/posix.hpp"
#include "uq/core/error.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace uq::studies {

namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// The file's name from the root, without "." and "..": what is told apart in the list.
std::string absolute(const std::string& file) {
  const std::string path = std::filesystem::weakly_canonical(file).string();
  if (path.find_first_of("\t\n") != std::string::npos) {
    throw IoError(file + ": a path with tabs or line ends cannot be listed");
  }
  return path;
}

void expect_list(const std::string& list) {
  if (list.empty()) {
    throw IoError(
        "no place for the list of trusted files: neither HOME nor XDG_CONFIG_HOME is set; "
        "use --allow-exec for a single run");
  }
}

/// Makes the folders of the list and holds them: two changes at once follow one another.
Descriptor lock_folder(const std::string& list) {
  const std::string folder = folder_of(list);
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) {
    throw IoError(list + ": cannot be written: no folder " + folder + ": " + failed.message());
  }
  Descriptor held(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Where a file system has no locks, the list is still replaced as a whole.
  if (held.get() < 0 || (::flock(held.get(), LOCK_EX) != 0 && errno != ENOLCK)) {
    throw_errno(list, "cannot be written");
  }
  return held;
}

void write_list(const std::string& list, const TrustedFiles& files) {
  std::string text;
  for (const TrustedFile& file : files) {
    text += file.sha256 + "\t" + file.date + "\t" + file.path + "\n";
  }
  const std::string temporary = list + "." + std::to_string(::getpid()) + ".tmp";
  ::unlink(temporary.c_str());  // left by a process of that number that was killed
  const Descriptor file(
      ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (file.get() < 0 ||
      ::write(file.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()) ||
      ::fsync(file.get()) != 0 || ::rename(temporary.c_str(), list.c_str()) != 0) {
    const int reason = errno;
    ::unlink(temporary.c_str());
    errno = reason;
    throw_errno(list, "cannot be written");
  }
}

}  // namespace

std::string trusted_list() {
  if (const std::string folder = variable("XDG_CONFIG_HOME"); folder.starts_with('/')) {
    return folder + "/uq/trusted";
  }
  const std::string home = variable("HOME");
  return home.empty() ? "" : home + "/.config/uq/trusted";
}

TrustedFiles read_trusted(const std::string& list) {
  struct stat status{};
  if (list.empty() ||
      (::stat(list.c_str(), &status) != 0 && (errno == ENOENT || errno == ENOTDIR))) {
    return {};
  }
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    throw IoError(list +
                  ": others may write to this list of trusted files, so it proves nothing; "
                  "look through it, then chmod 600");
  }
  std::ifstream stream(list);
  std::stringstream text;
  if (!stream || !(text << stream.rdbuf() || stream.peek() == std::ifstream::traits_type::eof())) {
    throw_errno(list, "cannot be read");
  }
  TrustedFiles files;
  for (std::string line; std::getline(text, line);) {
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    constexpr std::size_t digits = 64;
    if (first != digits || second == std::string::npos) {
      throw IoError(list + ": line " + std::to_string(files.size() + 1) +
                    " is not `sha256 TAB date TAB path`; correct or remove it");
    }
    files.push_back({line.substr(0, first),
                     line.substr(first + 1, second - first - 1),
                     line.substr(second + 1)});
  }
  return files;
}

TrustedFile trust(const std::string& list, const std::string& file) {
  expect_list(list);
  return trust(list, file, LibraryFile(file).sha256());
}

TrustedFile trust(const std::string& list, const std::string& file, const std::string& sha256) {
  expect_list(list);
  const TrustedFile entry{sha256, iso_time(std::chrono::system_clock::now()), absolute(file)};
  const Descriptor held = lock_folder(list);
  TrustedFiles files = read_trusted(list);
  std::erase_if(files, [&](const TrustedFile& f) { return f.path == entry.path; });
  files.push_back(entry);
  write_list(list, files);
  return entry;
}

TrustedFiles distrust(const std::string& list, const std::string& file) {
  expect_list(list);
  const std::string path = absolute(file);
  std::error_code ignored;
  const std::string hash = std::filesystem::exists(file, ignored) && !file.ends_with(".toml")
                               ? LibraryFile(file).sha256()
                               : std::string();
  const Descriptor held = lock_folder(list);
  TrustedFiles kept = read_trusted(list);
  const auto removed = std::stable_partition(kept.begin(), kept.end(), [&](const TrustedFile& f) {
    return f.path != path && f.sha256 != hash;
  });
  const TrustedFiles gone(removed, kept.end());
  kept.erase(removed, kept.end());
  if (!gone.empty()) {
    write_list(list, kept);
  }
  return gone;
}

}  // namespace uq::studies
