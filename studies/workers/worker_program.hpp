#pragma once

#include <string>
#include <vector>

namespace uq::studies {

/// The words that start a worker: this program's own file, behind `prefix` if there is one (`srun`,
/// `ssh host`), which must then lie at the same path there.
std::vector<std::string> worker_command_line(const std::vector<std::string>& prefix);

/// The words that start a worker which becomes another program, in a folder.
std::vector<std::string> worker_command_line(const std::vector<std::string>& prefix,
                                             const std::string& folder,
                                             const std::vector<std::string>& argv);

/// For programs that are not `uq` themselves, tests above all: where `uq` is.
void set_worker_program(const std::string& path);

}  // namespace uq::studies
