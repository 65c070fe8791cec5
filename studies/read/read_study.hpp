#pragma once

#include "studies/study.hpp"

#include <string>
#include <vector>

namespace uq::studies {

/// Reads and checks a study; builds its model; executes nothing. Every problem of the file is
/// reported in one pass. @param overrides `key=value` of --set. @throws StudyError with every
/// diagnostic.
Study read_study(const std::string& text,
                 const std::string& file,
                 const std::vector<std::string>& overrides = {});

/// Reads the file itself. @throws IoError when it cannot be read, naming it.
std::string read_file(const std::string& file);

}  // namespace uq::studies
