#pragma once

#include "studies/store/dataset.hpp"
#include "studies/surrogates/surrogate.hpp"

#include <memory>
#include <stdexcept>
#include <string>

namespace uq::studies {

/// A surrogate cannot be had from a file; the message names the file.
struct StoredSurrogateError : std::runtime_error {
  explicit StoredSurrogateError(const std::string& message, std::string hint_ = {})
      : std::runtime_error(message), hint(std::move(hint_)) {}
  std::string hint;
};

/// A surrogate of an earlier result, and what that says of it.
struct LoadedSurrogate {
  std::shared_ptr<const Surrogate> surrogate;
  std::string sha256;  ///< of the file's bytes
  std::string model;   ///< what it was fitted to
  std::string claim, workload, hardware;
};

/// Reads "earlier.h5:NAME". The file is not trusted: it may be damaged, foreign or made up.
/// @param folder which the path is relative to
/// @throws StoredSurrogateError
LoadedSurrogate load_surrogate(const std::string& name, const std::string& folder);

/// Name of the attribute with the hash of what a surrogate is rebuilt from.
inline constexpr const char* surrogate_attribute = "surrogate_sha256";

/// SHA-256 over names, sizes and bytes of all dimensions and variables of the group of a surrogate
/// but `withheld`, which a criterion may change after the fit.
std::string surrogate_sha256(const Dataset&);

}  // namespace uq::studies
