#pragma once

#include "studies/file/bind.hpp"
#include "studies/file/csv.hpp"
#include "uq/core/evaluate.hpp"
#include "uq/core/problem.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace uq::studies {

/// Outputs that were computed elsewhere: a file of rows, its columns found by name.
struct Told {
  std::string file;    ///< as the study names it
  std::string design;  ///< hash of the points it says it belongs to; empty: it does not say
  CsvText text;
  std::optional<std::size_t> row;    ///< column with the numbers of the rows
  std::vector<std::size_t> inputs;   ///< column of each input; empty: the file has not all
  std::vector<std::size_t> outputs;  ///< column of each output of the problem
};

/// Reads `results`. Reports a file that is none (U498) or whose columns are not those of the
/// problem (U499). Null: absent or faulty.
std::shared_ptr<const Told> read_told(const Node& table, const Problem&, Diagnostics&);

/// The outputs of the rows of x, as if they had been evaluated: rows are found by the number they
/// bear or by their exact points, never by where they stand. Rows and cells that are not there have
/// status `missing`.
/// @param x (n, d), the whole design @param design its hash
/// @throws StudyError for outputs of another design (U497), rows that are not of it or there twice
///   (U498), and cells that are no number (U499)
Evaluations told_outputs(const Told&, const Problem&, const Matrix& x, const std::string& design);

}  // namespace uq::studies
