#pragma once

#include "studies/foreign/library_file.hpp"
#include "studies/foreign/program_files.hpp"

#include <string>

namespace uq::studies {

/// Whose code, named by a study, may run in this command.
struct Consent {
  bool allow_exec = false;  ///< all of it: --allow-exec
  std::string list;         ///< else what this list of trusted files holds (`uq trust`)
};

/// Consent of this user: any code, or what is on their list.
Consent given_consent(bool allow_exec);

/// Empty when the library may be loaded; otherwise why not: that it was never consented to, or that
/// it changed since. The list is read only where it decides: a damaged one stops nobody else.
/// @throws IoError when it cannot be read
std::string objection(const Consent& consent, const LibraryFile& library);

/// The same of a command, whose consent is to its words and the bytes of its files.
/// @param study path of the study file, by which `uq trust` lists it
std::string objection(const Consent& consent,
                      const ProgramFiles& program,
                      const std::string& study);

}  // namespace uq::studies
