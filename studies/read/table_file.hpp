#pragma once

#include "studies/file/csv.hpp"
#include "uq/core/design.hpp"

#include <string>
#include <vector>

namespace uq::studies {

/// A file of rows that a study names as its model, before anything is known of inputs and outputs.
struct TableFile {
  std::string file;                ///< as the study names it
  std::string sha256;              ///< of its bytes
  std::vector<CsvColumn> columns;  ///< equally long
  std::vector<std::string> units;  ///< of the columns; empty text where the file does not say
  PointKind kind = PointKind::monte_carlo;
  Index replicates = 1;
  std::string no_draws = {};  ///< why its rows are no draws of a law, else empty
};

/// Reads "runs.csv", or "earlier.h5:ANALYSIS": the stored sample of an analysis of an earlier
/// result, whose inputs and outputs are the columns (of a Saltelli design: the rows of A and B).
/// @param folder of the study file, which the path is relative to
/// @throws CsvError also when the sample is not the one its `design_sha256` and `outputs_sha256`
/// were taken of, or no sample of this layout
TableFile read_table_file(const std::string& name, const std::string& folder);

}  // namespace uq::studies
