#pragma once

#include "uq/core/problem.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <optional>
#include <string>

namespace uq::test {

/// The function of a case of tests/reference/known_laws.json: one point in, one number out.
/// @throws std::invalid_argument when there is no such function.
std::function<double(const double* x)> known_function(const nlohmann::json& known_case);

/// The law of an input of such a case; none when the program has no such law.
std::optional<Distribution> known_distribution(const nlohmann::json& input);

/// The case as a problem of all its inputs; none when one of its laws does not exist here.
std::optional<Problem> known_problem(const nlohmann::json& known_case);

}  // namespace uq::test
