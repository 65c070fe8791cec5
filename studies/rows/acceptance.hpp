#pragma once

#include "samplers/dependent.hpp"
#include "studies/file/node.hpp"
#include "uq/core/problem.hpp"

#include <string>

namespace uq::studies {

/// Smallest share of draws that must meet the conditions of a study.
inline constexpr double least_acceptance = 0.01;

/// Reports conditions that so few draws meet that a sample would not be had (U317), with the share
/// that each condition alone lets pass: a trial of some ten thousand draws, without the model.
void check_acceptance(const Problem&, const Place&, Diagnostics&);

/// "2.31 % of the draws meet the conditions", with the interval of the share.
std::string acceptance_text(const samplers::Acceptance&, double confidence);

}  // namespace uq::studies
