#pragma once

#include "studies/store/dataset.hpp"
#include "studies/study.hpp"

#include <string>

namespace uq::studies {

/// /inputs: kind, unit, lower, upper, nominal, distribution, mean, sd over the model's inputs.
Dataset inputs_dataset(const Study& study);

/// The study after defaults, as JSON: model, every input, every analysis with every option.
std::string resolved_json(const Study& study, std::uint64_t seed);

}  // namespace uq::studies
