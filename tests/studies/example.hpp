#pragma once

#include "studies/store/dataset.hpp"

#include <string>

namespace uq::test {

/// A small result as a run writes it: two inputs, two outputs of different units, `drivers` (sobol,
/// with a dead input and an undefined output), `band` (propagate over a swept batch), samples
/// without failures, provenance.
studies::ResultFile example_result();

/// A folder that exists while the object lives.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string operator/(const std::string& name) const { return path + "/" + name; }

  std::string path;
};

/// All bytes of a file.
std::string bytes_of(const std::string& path);

}  // namespace uq::test
