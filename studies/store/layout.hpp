#pragma once

#include "studies/store/dataset.hpp"

#include <string>
#include <string_view>

namespace uq::studies {

/// Value of the root attribute `Conventions` of every file of this layout.
inline constexpr std::string_view conventions = "CF-1.10 UQ-1.0";

/// How netCDF-4 marks the scale of a dimension that has no coordinate; its size follows.
inline constexpr std::string_view no_coordinate =
    "This is a netCDF dimension but not a netCDF variable.";

/// [A-Za-z][A-Za-z0-9_]*: what variables, dimensions, attributes and path segments may be called.
bool is_name(std::string_view text);

/// Size of a dimension: of its coordinate when it has one.
Index extent(const Dimension& dimension);

/// Number of elements of a variable in its dataset.
std::size_t elements(const Dataset& dataset, const Variable& variable);

/// Whether a group holds raw samples, which stay uncompressed: 16 % smaller is not worth 13 times
/// the time.
bool is_samples(const std::string& path);

/// Refuses what the layout cannot hold or a reader could not make sense of: names, shapes, values
/// outside their storage, text that is not UTF-8, numbers without units. @throws InvalidArgument
/// naming the culprit.
void check_layout(const ResultFile& file);

/// Attributes of the root in the order of the file: Conventions first, status last.
Attributes root_attributes(const ResultFile& file);

/// Where two files differ, e.g. "/analysis/drivers: variable `S1`"; empty when they hold the same
/// bits (any NaN equals any other). Ignores the order of groups, groups without content, and what
/// is not stored.
std::string first_difference(const ResultFile& a, const ResultFile& b);

}  // namespace uq::studies
