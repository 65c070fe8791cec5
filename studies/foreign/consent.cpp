#include "studies/foreign/consent.hpp"

#include "studies/foreign/trusted.hpp"

#include <algorithm>
#include <filesystem>

namespace uq::studies {

Consent given_consent(bool allow_exec) {
  return {.allow_exec = allow_exec, .list = trusted_list()};
}

std::string objection(const Consent& consent, const LibraryFile& library) {
  if (consent.allow_exec) {
    return {};
  }
  const TrustedFiles trusted = read_trusted(consent.list);
  const auto same_content = [&](const TrustedFile& f) { return f.sha256 == library.sha256(); };
  if (std::any_of(trusted.begin(), trusted.end(), same_content)) {
    return {};
  }
  const std::string path = std::filesystem::weakly_canonical(library.path()).string();
  const auto earlier = std::find_if(
      trusted.begin(), trusted.end(), [&](const TrustedFile& f) { return f.path == path; });
  return earlier != trusted.end()
             ? "`" + library.path() + "` has changed since it was trusted on " +
                   earlier->date.substr(0, earlier->date.find('T'))
             : "running the code of `" + library.path() + "` needs your consent";
}

}  // namespace uq::studies
