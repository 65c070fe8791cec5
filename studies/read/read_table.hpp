#pragma once

#include "studies/file/diagnostic.hpp"
#include "studies/file/node.hpp"
#include "studies/read/table_file.hpp"
#include "studies/study.hpp"
#include "studies/tables/distributions.hpp"

#include <optional>
#include <string>

namespace uq::studies {

/// A [model] that is a table: the file, which of its columns are outputs and inputs, and a model
/// that has those but cannot be evaluated.
struct ReadTable {
  TableFile file;
  Model model;
  std::vector<std::size_t> inputs;   ///< column of each input of the model
  std::vector<std::size_t> outputs;  ///< column of each output of the model
};

/// Reads the file and binds its columns; [inputs] names those that are inputs. Reports everything
/// that is wrong, empty when anything is.
std::optional<ReadTable> read_table(const Node& root,
                                    const Node& model,
                                    const std::string& folder,
                                    Diagnostics& diagnostics);

/// The law of an input of a table: the one written, else its column's own.
/// @param law the keys of the input that are a law's; @param at position in the model's inputs
std::optional<ReadLaw> table_law(const Node& law,
                                 const ReadTable& table,
                                 Index at,
                                 const std::string& folder,
                                 Diagnostics& diagnostics);

/// The rows as the sample of the problem: inputs in its order, outputs in its order; a row with a
/// missing cell has status `missing`.
GivenTable given_table(const ReadTable& table, const Problem& problem);

/// Its number of rows.
double rows_of(const ReadTable& table);

/// Whether [model] names a table, sound or not.
bool names_table(const Node& root);

/// Reports sections that say what a table says itself.
void check_table_sections(const Node& root, Diagnostics& diagnostics);

}  // namespace uq::studies
