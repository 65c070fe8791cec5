#pragma once

#include "studies/store/dataset.hpp"
#include "uq/core/error.hpp"

#include <string>

namespace uq::studies {

/// Holds the right to write one output: refuses an existing file without `force`, and a second run
/// on the same output, before anything is computed. Released when destroyed or when the process
/// dies.
class OutputLock {
 public:
  /// Creates NAME.uq/ beside `path` (removed again when empty) and locks it; also proves that the
  /// folder is writable. @throws IoError naming the file and the remedy (`--force`, another `-o`).
  OutputLock(const std::string& path, bool force);
  ~OutputLock();
  OutputLock(const OutputLock&) = delete;
  OutputLock& operator=(const OutputLock&) = delete;

 private:
  std::string folder_;
  int descriptor_ = -1;
};

/// NAME.uq, where the lock and the journal of a run lie that writes NAME.h5.
std::string run_folder(const std::string& path);

/// Writes the file as formats.md §3: temporary beside the target (O_EXCL), fixed format versions,
/// no time stamps on objects, closed, re-opened and compared with what was to be written, fsynced,
/// renamed, folder fsynced. Equal content gives equal bytes. @throws IoError; the old file, if any,
/// is then untouched.
void write(const ResultFile&, const std::string& path);

/// Reads a file this program wrote. @throws IoError when it is missing or not such a file.
ResultFile read(const std::string& path);

/// As `read`, of a file that may be damaged: a child process tries it first, because the HDF5
/// library can crash or loop on flipped bits. @throws IoError also when the child dies or takes
/// many times as long as a sound file of this size.
ResultFile read_untrusted(const std::string& path);

}  // namespace uq::studies
