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

// docs/methods/known.md has the formula, laws and exact indices of each of the following.

/// Shifted G-function; config a, delta, alpha (arrays). @source Saltelli et al. (2010).
Model g_star(const Config&);
std::vector<ConfigKey> g_star_config();

/// prod (c2 x_i^2 + c0); config d (3), c0 (0.5), c2 (1.5). @source Sudret (2008).
Model polynomial_product(const Config&);
std::vector<ConfigKey> polynomial_product_config();

/// sum c_i x_i; config c (array).
Model linear_function(const Config&);
std::vector<ConfigKey> linear_function_config();

/// sum (-1)^i x_1 … x_i; config d (6). @source Bratley, Fox & Niederreiter (1992), function 4.
Model bratley_k(const Config&);
std::vector<ConfigKey> bratley_k_config();

/// prod i cos(i x_i); config d (3). @source Bratley, Fox & Niederreiter (1992), function 2.
Model bratley_b(const Config&);
std::vector<ConfigKey> bratley_b_config();

/// k12 sin(pi x1 x2) + c3 (x3 - 1/2)^2 + c4 x4 + c5 x5; config k12, c3, c4, c5 (10, 20, 10, 5).
/// @source Friedman (1991).
Model friedman(const Config&);
std::vector<ConfigKey> friedman_config();

/// Twenty inputs, products of up to four; config b1 … b4 (20, -15, -10, 5). @source Morris (1991).
Model morris20(const Config&);
std::vector<ConfigKey> morris20_config();

/// const prod x_i^exponents_i; config exponents (array), const (1).
Model power_product(const Config&);
std::vector<ConfigKey> power_product_config();

/// Models without configuration.
Model oakley_ohagan(const Config&);  ///< fifteen inputs. @source Oakley & O'Hagan (2004).
Model beam(const Config&);           ///< simply supported beam under a uniform load
Model cantilever(const Config&);     ///< cantilever beam under a load at its end
Model flood(const Config&);          ///< river flood, outputs H and S. @source Iooss (2011).
Model borehole(const Config&);       ///< flow of water. @source Harper & Gupta (1983).
Model otl_circuit(const Config&);    ///< push-pull circuit. @source Ben-Ari & Steinberg (2007).
Model piston(const Config&);         ///< cycle of a piston. @source Kenett & Zacks (1998).
Model wing_weight(const Config&);    ///< light aircraft. @source Forrester et al. (2008).
std::vector<ConfigKey> no_config();

/// Dense transformer inference under a roofline, docs/methods/roofline_llm.md.
Model roofline_llm(const Config&);
std::vector<ConfigKey> roofline_llm_config();

/// A tiled matrix multiplication, as slow as asked for, in the place of a cycle-level simulator:
/// smooth in most inputs, in steps in others. docs/methods/cycle_standin.md.
Model cycle_standin(const Config&);
std::vector<ConfigKey> cycle_standin_config();

}  // namespace uq::perfmodels
