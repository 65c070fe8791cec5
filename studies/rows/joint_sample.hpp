#pragma once

#include "samplers/dependent.hpp"
#include "samplers/independent.hpp"
#include "studies/file/node.hpp"
#include "studies/store/dataset.hpp"
#include "uq/core/problem.hpp"
#include "uq/core/warning.hpp"

#include <functional>
#include <stdexcept>

namespace uq::studies {

/// Smallest share of draws that must meet the conditions of a study.
inline constexpr double least_acceptance = 0.01;

/// Reports a sample that cannot be had: options that make no design, or one that cannot follow the
/// inputs' dependence (U306), and conditions that fewer than 1 % of the draws meet (U317), with the
/// share each lets pass. That is tried with some ten thousand draws, without the model.
void check_joint_sample(const Node& table,
                        const Problem&,
                        const samplers::IndependentOptions&,
                        Diagnostics&);

/// The dependence alone: reports (U306, U317) where points of this kind cannot follow it.
/// @param lhs the points, asked for only where a latin hypercube is to be rearranged
void check_dependence(const Node& table,
                      const Problem&,
                      PointKind kind,
                      const std::function<IndependentDesign()>& lhs,
                      Diagnostics&);

/// What a user should know of the sample.
Warnings joint_warnings(const Problem&, const samplers::IndependentOptions&);

/// Bytes held by a sample that follows dependence, beyond those of an independent one.
double joint_bytes(const Problem&, const samplers::IndependentOptions&);
double joint_bytes(const Problem&, PointKind kind, double n);

/// Too few draws meet the conditions. When the study was read there were enough: the screen of a
/// chain has since left inputs that rarely meet them.
class TooFewDraws : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The sample: its `design` is there.
/// @throws TooFewDraws
samplers::Dependent joint_sample(const Problem&, const samplers::IndependentOptions&, Seed);
samplers::Dependent joint_sample(const Problem&, Index n, const samplers::Candidates&);

/// Attributes `acceptance` and `acceptance_ci` of an analysis under conditions.
void add_acceptance(Dataset&, const Problem&, const samplers::Acceptance&, double confidence);

}  // namespace uq::studies
