#pragma once

#include "tests/studies/shown.hpp"
#include "tests/support/process.hpp"

#include <string>
#include <utility>
#include <vector>

namespace uq::test {

/// A study without analyses whose inputs have laws of many kinds, and the names of three of them
/// for groups.
struct Model {
  std::string text;
  std::string first, second, third;
};

/// Formulas with kinks and jumps over inputs a, b, c; outputs y and z.
const Model& formulas();
/// The flagship model.
const Model& roofline();

struct NamedAnalysis {
  std::string name;
  std::string text;
};

/// An analysis of each method and each of its variants, small enough to run in milliseconds.
/// `given` works on the sample of `drawn`.
std::vector<NamedAnalysis> every_method(const Model& model);
std::string joined(const std::vector<NamedAnalysis>& analyses);

/// Runs a study text and gives the name of its result file.
std::string run_study(const TemporaryFolder& folder,
                      const std::string& text,
                      std::vector<std::string> options = {},
                      int code = 0);
Shown shown_study(const TemporaryFolder& folder, const std::string& text, int code = 0);

}  // namespace uq::test
