#pragma once

#include "studies/batch/batch.hpp"
#include "studies/cli/commands.hpp"

namespace uq::studies {

/// Whether the files of a command line are more, or other, than one study.
bool is_several(const std::vector<std::string>& files);

// `uq run`, `uq check` and `uq plan` of several studies, or of batch files: one that fails does not
// stop the others; each returns the lowest exit code that is not zero.

int run_batch(const RunArguments& arguments);
int check_batch(const StudyArguments& arguments);
int plan_batch(const StudyArguments& arguments);

}  // namespace uq::studies
