#pragma once

#include <string>
#include <vector>

namespace uq::studies {

/// One line of the list of trusted files: `sha256 TAB date TAB path`. Trust is in the content: it
/// holds wherever the file lies, and ends when a byte of it changes.
struct TrustedFile {
  std::string sha256;
  std::string date;  ///< UTC, when it was trusted
  std::string path;  ///< absolute, where it lay then

  bool operator==(const TrustedFile&) const = default;
};
using TrustedFiles = std::vector<TrustedFile>;

/// Where the list lies: $XDG_CONFIG_HOME/uq/trusted (when that is an absolute path, as its
/// specification asks), else $HOME/.config/uq/trusted; empty when neither variable is set.
std::string trusted_list();

/// The list, empty when there is none. @throws IoError when it cannot be read or parsed, or when
/// others than its owner may write to it.
TrustedFiles read_trusted(const std::string& list);

/// Adds the file, in place of an earlier entry of the same path; returns its entry. The list is
/// replaced as a whole and readable for its owner alone.
/// @throws IoError when the file is no shared library, or the list cannot be written
TrustedFile trust(const std::string& list, const std::string& file);

/// Adds content of which the hash is known, as that of the file: the command of a study.
/// @throws IoError when the list cannot be written
TrustedFile trust(const std::string& list, const std::string& file, const std::string& sha256);

/// Removes what is listed under the file's path, and under its content if it still exists; returns
/// the entries removed. @throws IoError when the list cannot be read or written
TrustedFiles distrust(const std::string& list, const std::string& file);

}  // namespace uq::studies
