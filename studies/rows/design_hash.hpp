#pragma once

#include "studies/store/dataset.hpp"

#include <string>

namespace uq::studies {

/// Name of the attribute of a group of samples that says which points, in which order, it holds.
inline constexpr const char* design_attribute = "design_sha256";

/// Name of the attribute that says which outputs of that design it holds.
inline constexpr const char* outputs_attribute = "outputs_sha256";

/// SHA-256 of a design: for each input the length of its name as 8 bytes and the name, then the
/// values of x row by row as 8 bytes each, least significant byte first. Rows of outputs belong to
/// a design by this, never by their number alone.
/// @param x (n, inputs), last axis fastest
std::string design_sha256(const std::vector<std::string>& inputs, const NdArray& x);

/// What is wrong with a group of samples read back, else empty: no hash, or that of another design.
std::string design_fault(const Dataset& samples);

/// SHA-256 of the outputs of a design: names and values of y as those of a design, then each status
/// as a byte. @param y (n, outputs, …) @param status (n, …)
std::string outputs_sha256(const std::vector<std::string>& outputs,
                           const NdArray& y,
                           const NdArray& status);

/// The same of the outputs of such a group.
std::string outputs_fault(const Dataset& samples);

}  // namespace uq::studies
