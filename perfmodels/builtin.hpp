#pragma once

#include "perfmodels/config.hpp"
#include "uq/core/model.hpp"

#include <functional>
#include <span>
#include <string_view>

namespace uq::perfmodels {

// Constructors of the built-in models; names exist only in studies/tables/models.cpp.

/// sin x1 + a sin^2 x2 + b x3^4 sin x1; config a (7), b (0.1). @source Ishigami & Homma (1990).
Model ishigami(const Config&);
std::vector<ConfigKey> ishigami_config();

/// Sobol' G-function, prod (|4 x_i - 2| + a_i)/(1 + a_i); config a (array, default 8 classic
/// values). @source Saltelli & Sobol' (1995).
Model g_function(const Config&);
std::vector<ConfigKey> g_function_config();

/// Dense transformer inference under a roofline, docs/methods/roofline_llm.md.
Model roofline_llm(const Config&);
std::vector<ConfigKey> roofline_llm_config();

}  // namespace uq::perfmodels
