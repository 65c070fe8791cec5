#pragma once

#include "uq/distributions/distribution.hpp"

#include <string>

namespace uq::studies {

/// A law as JSON text with every parameter it has, of an empirical one all values, so that
/// `law_from_text` gives the same law bit for bit. (`to_json` is what a reader of a result wants.)
std::string exact_text(const Distribution&);

/// @throws InvalidArgument for text that is none, or a law that `check` objects to.
Distribution law_from_text(const std::string&);

}  // namespace uq::studies
