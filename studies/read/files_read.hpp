#pragma once

#include "studies/study.hpp"

#include <string>
#include <vector>

namespace uq::studies {

/// The files a study takes values from, relative to the current folder: its table and those of its
/// laws. None of them may be its result file.
std::vector<std::string> files_read(const Study&);

}  // namespace uq::studies
