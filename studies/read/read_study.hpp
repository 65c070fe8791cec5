#pragma once

#include "studies/file/node.hpp"
#include "studies/foreign/consent.hpp"
#include "studies/read/read_options.hpp"
#include "studies/study.hpp"

#include <optional>
#include <string>
#include <vector>

namespace uq::studies {

/// Reads and checks a study; builds its model; evaluates nothing. Every problem of the file is
/// reported in one pass. The code of a plugin runs only with consent.
/// @param overrides `key=value` of --set. @param probe measures the model where an analysis gives
/// its budget in time; empty: that is refused. @throws StudyError with every diagnostic.
Study read_study(const std::string& text,
                 const std::string& file,
                 const std::vector<std::string>& overrides = {},
                 const Consent& consent = {},
                 const Probe& probe = {});

/// A key of a study replaced from elsewhere, and where that is said: the command line, a batch.
struct Override {
  std::string assignment;  ///< "key=value" as --set takes it
  Place place = on_command_line;
};

/// `read_study` with overrides that have places of their own, for messages.
Study read_overridden(const std::string& text,
                      const std::string& file,
                      const std::vector<Override>& overrides,
                      const Consent& consent = {},
                      const Probe& probe = {});

/// What can be said of a study without running foreign code.
struct CheckedStudy {
  std::optional<Study> study;  ///< empty: the model is a plugin, which was not loaded
  std::vector<Diagnostic> warnings;
};

/// `read_study` for a look alone: of a plugin the file and its configuration are checked, but not
/// what needs its inputs and outputs; warning W051 then says so. @throws StudyError
CheckedStudy check_study(const std::string& text,
                         const std::string& file,
                         const std::vector<std::string>& overrides = {});

/// `check_study` with overrides that have places of their own. @throws StudyError
CheckedStudy check_overridden(const std::string& text,
                              const std::string& file,
                              const std::vector<Override>& overrides);

/// Reads the file itself. @throws IoError when it cannot be read, naming it.
std::string read_file(const std::string& file);

}  // namespace uq::studies
