#pragma once

#include "tests/support/process.hpp"
#include "uq/core/types.hpp"

#include <string>
#include <vector>

namespace uq::test {

/// Points, outputs and statuses of a design, as a result file holds them.
struct StoredDesign {
  std::vector<std::string> inputs;
  Matrix x, y;
  std::vector<double> status;
  std::string hash;
};

/// @throws std::runtime_error when the file has no such samples
StoredDesign stored_design(const TemporaryFolder&,
                           const std::string& name = "design",
                           const std::string& file = "s.h5");

/// Writes s.toml and runs it.
ProcessResult run_study(const TemporaryFolder&,
                        const std::string& study,
                        const std::vector<std::string>& more = {});

/// An [[analysis]] with method `sample`.
std::string sample_analysis(const std::string& more, const std::string& name = "design");

}  // namespace uq::test
