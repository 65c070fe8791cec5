#pragma once

#include "studies/store/dataset.hpp"
#include "studies/store/h5.hpp"

#include <string>

namespace uq::studies {

/// Creation order of links and attributes is kept: readers list them as they were written.
inline constexpr unsigned tracked = H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED;

/// Attribute of a group or dataset: one value has a scalar space, a list an axis, an empty list
/// none.
void write_attribute(hid_t object, const std::string& name, const Attribute& value);

/// Dimension scale of the group: the coordinate, or the netCDF-4 mark of a dimension without one.
h5::Handle write_scale(hid_t group, const Dimension& dimension);

/// A variable of `dataset` with its attributes; its scales are not attached yet.
h5::Handle write_variable(hid_t group, const Dataset& dataset, const Variable& variable);

}  // namespace uq::studies
