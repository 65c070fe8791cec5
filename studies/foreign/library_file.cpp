#include "studies/foreign/library_file.hpp"

#include "studies/foreign/sha256.hpp"
#include "uq/core/error.hpp"

#include <fcntl.h>
#include <link.h>

#include <cerrno>
#include <cstring>

namespace uq::studies {

namespace {

std::string content(int descriptor, const struct stat& status, const std::string& path) {
  std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t have = 0;
  while (have < bytes.size()) {
    const ssize_t size =
        ::pread(descriptor, bytes.data() + have, bytes.size() - have, static_cast<off_t>(have));
    if (size < 0 && errno != EINTR) {
      throw_errno(path, "cannot be read");
    }
    if (size == 0) {
      throw IoError(path + ": became shorter while it was read");
    }
    have += size < 0 ? 0 : static_cast<std::size_t>(size);
  }
  return bytes;
}

/// The mark every ELF file begins with, and the type of a shared object, in either byte order.
bool is_shared_library(const std::string& bytes) {
  constexpr std::size_t type = EI_NIDENT;
  return bytes.size() >= sizeof(Elf32_Ehdr) && bytes.starts_with(ELFMAG) &&
         bytes[type] + bytes[type + 1] == ET_DYN;
}

template <class T>
T at(const std::string& bytes, std::size_t offset) {
  T value{};
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

/// Whether the file is as long as its segments need: the loader maps them, and a page beyond the
/// end (of a copy that was interrupted) kills the process that touches it. Only for this machine's
/// class of files; the loader refuses others.
bool is_complete(const std::string& bytes) {
  constexpr char native = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
  if (bytes[EI_CLASS] != native) {
    return true;
  }
  if (bytes.size() < sizeof(ElfW(Ehdr))) {
    return false;
  }
  const auto head = at<ElfW(Ehdr)>(bytes, 0);
  const auto fits = [&](std::size_t offset, std::size_t size) {
    return offset <= bytes.size() && size <= bytes.size() - offset;
  };
  for (std::size_t k = 0; k < head.e_phnum; ++k) {
    const std::size_t offset = head.e_phoff + k * head.e_phentsize;
    if (!fits(offset, sizeof(ElfW(Phdr)))) {
      return false;
    }
    const auto segment = at<ElfW(Phdr)>(bytes, offset);
    if (segment.p_type == PT_LOAD && !fits(segment.p_offset, segment.p_filesz)) {
      return false;
    }
  }
  return true;
}

}  // namespace

LibraryFile::LibraryFile(std::string path) : path_(std::move(path)) {
  // O_NONBLOCK: a pipe of that name is refused instead of waited for.
  file_ = Descriptor(::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file_.get() < 0 || ::fstat(file_.get(), &status_) != 0) {
    throw_errno(path_, "cannot be read");
  }
  if (!S_ISREG(status_.st_mode)) {
    throw IoError(path_ + (S_ISDIR(status_.st_mode) ? ": a folder, not a shared library"
                                                    : ": not a regular file"));
  }
  const std::string bytes = content(file_.get(), status_, path_);
  if (!is_shared_library(bytes)) {
    throw IoError(path_ + ": not a shared library: it does not begin like one (ELF)");
  }
  if (!is_complete(bytes)) {
    throw IoError(path_ +
                  ": incomplete: the file ends before its contents do; copy or link it again");
  }
  sha256_ = studies::sha256(bytes);
}

void LibraryFile::expect_unchanged() const {
  struct stat opened{};
  struct stat found{};
  const bool same = ::fstat(file_.get(), &opened) == 0 && ::stat(path_.c_str(), &found) == 0 &&
                    opened.st_dev == found.st_dev && opened.st_ino == found.st_ino &&
                    opened.st_ctim.tv_sec == status_.st_ctim.tv_sec &&
                    opened.st_ctim.tv_nsec == status_.st_ctim.tv_nsec &&
                    opened.st_size == status_.st_size;
  if (!same) {
    throw IoError(path_ + ": changed while it was loaded; run again once it is complete");
  }
}

}  // namespace uq::studies
