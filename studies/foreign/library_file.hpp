#pragma once

#include "studies/store/posix.hpp"

#include <sys/stat.h>

#include <string>

namespace uq::studies {

/// A shared library as it lay on the disk when it was opened, by its bytes. Reading it runs none of
/// its code.
///
/// What is hashed must be what is loaded. The loader is given the path, not a descriptor or a copy:
/// a library may look for others beside itself ($ORIGIN) and for its own data. Between hashing and
/// loading the file could therefore be exchanged or written to; the descriptor stays open so that
/// `expect_unchanged`, called once the library is loaded, sees it: the path must still lead to the
/// same file, and any write, rename or link sets its change time, which no program can set back.
/// Code exchanged within that moment may have run, but its figures are refused.
class LibraryFile {
 public:
  /// @throws IoError "PATH: WHY" when it cannot be read or is no shared library
  explicit LibraryFile(std::string path);

  const std::string& path() const { return path_; }
  const std::string& sha256() const { return sha256_; }

  /// @throws IoError when the file at the path is no longer the one that was hashed
  void expect_unchanged() const;

 private:
  std::string path_, sha256_;
  Descriptor file_;
  struct stat status_{};
};

}  // namespace uq::studies
