#pragma once

#include <string>
#include <vector>

namespace uq::test {

struct ProcessResult {
  int code;  ///< exit code; 128 + signal when killed
  std::string out, err;
  double peak_bytes = 0;  ///< most memory it held at a time
};

/// Runs the built `uq` in `folder`, without a shell.
ProcessResult run_uq(const std::string& folder, const std::vector<std::string>& arguments);

/// A fresh folder, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }
  /// Writes a file into it and returns its name.
  std::string write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;
  bool has(const std::string& name) const;

 private:
  std::string path_;
};

}  // namespace uq::test
