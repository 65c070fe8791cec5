#include "studies/foreign/consent.hpp"

#include "studies/foreign/trusted.hpp"

#include <algorithm>
#include <filesystem>

namespace uq::studies {

namespace {

/// Empty when content of that hash is trusted; else the day on which other content of the path was,
/// or "never".
std::string distrusted(const Consent& consent, const std::string& sha256, const std::string& file) {
  const TrustedFiles trusted = read_trusted(consent.list);
  const auto same_content = [&](const TrustedFile& f) { return f.sha256 == sha256; };
  if (std::any_of(trusted.begin(), trusted.end(), same_content)) {
    return {};
  }
  const std::string path = std::filesystem::weakly_canonical(file).string();
  const auto earlier = std::find_if(
      trusted.begin(), trusted.end(), [&](const TrustedFile& f) { return f.path == path; });
  return earlier != trusted.end() ? earlier->date.substr(0, earlier->date.find('T')) : "never";
}

}  // namespace

Consent given_consent(bool allow_exec) {
  return {.allow_exec = allow_exec, .list = trusted_list()};
}

std::string objection(const Consent& consent, const LibraryFile& library) {
  const std::string when =
      consent.allow_exec ? "" : distrusted(consent, library.sha256(), library.path());
  return when.empty()      ? ""
         : when == "never" ? "running the code of `" + library.path() + "` needs your consent"
                           : "`" + library.path() + "` has changed since it was trusted on " + when;
}

std::string objection(const Consent& consent,
                      const ProgramFiles& program,
                      const std::string& study) {
  const std::string when = consent.allow_exec ? "" : distrusted(consent, program.digest, study);
  const std::string what = "`" + command_text(program.words) + "`";
  return when.empty() ? ""
         : when == "never"
             ? "running " + what + " in " + program.folder + " needs your consent"
             : what + " or one of its files has changed since it was trusted on " + when;
}

}  // namespace uq::studies
