#include "studies/designs/told.hpp"

#include "studies/designs/design_csv.hpp"
#include "studies/file/text_detail.hpp"
#include "studies/read/keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace uq::studies {

namespace {

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t");
  return first == std::string::npos ? ""
                                    : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// Whether a cell is this text, perhaps kept from a spreadsheet by a quote (`csv_text`).
bool is_text(const std::string& cell, const std::string& text) {
  const std::string wanted = trimmed(text);
  return cell == wanted || cell == "'" + wanted;
}

/// The column of an input or output, by its heading or its name alone.
std::optional<std::size_t> column_of(const CsvText& text, const DesignColumn& column) {
  for (const std::string& wanted : {heading(column), column.name}) {
    for (std::size_t k = 0; k < text.header.size(); ++k) {
      if (is_text(text.header[k], wanted)) {
        return k;
      }
    }
  }
  return {};
}

/// A column of that name in another unit, else empty.
std::string other_unit(const CsvText& text, const DesignColumn& column) {
  const std::string begin = trimmed(column.name) + " [";
  for (const std::string& cell : text.header) {
    if ((cell.starts_with(begin) || cell.starts_with("'" + begin)) && cell.ends_with("]")) {
      return cell;
    }
  }
  return {};
}

/// Reports an output that has no column, or another unit.
void missing_output(const Told& told,
                    const DesignColumn& output,
                    const Place& place,
                    Diagnostics& diagnostics) {
  if (const std::string other = other_unit(told.text, output); !other.empty()) {
    diagnostics.error(
        "U499",
        fmt::format("column `{}` of `{}` is in another unit than `{}`, which is in {}",
                    escaped(other),
                    told.file,
                    output.name,
                    output.unit),
        place,
        "convert the values, and name the column " + heading(output));
    return;
  }
  diagnostics
      .error("U499",
             fmt::format("`{}` has no column for output `{}`", told.file, output.name),
             place,
             fmt::format("call it `{}`", heading(output)))
      .notes.push_back("columns: " + escaped(joined(told.text.header)));
}

[[noreturn]] void refuse(const std::string& code,
                         const std::string& message,
                         const std::string& help) {
  Diagnostics diagnostics;
  diagnostics.error(code, message, {}).notes.push_back("help: " + help);
  diagnostics.throw_if_errors();
  throw std::logic_error(message);  // not reached
}

/// One line of the file: messages name it.
struct Line {
  const Told& told;
  std::size_t at;

  const std::string& cell(std::size_t column) const { return told.text.rows[at][column]; }
  std::string where() const {
    return fmt::format("line {} of `{}`", told.text.lines[at], told.file);
  }
};

/// The value of an input in a cell: a number, or the name of a category. Empty: neither.
std::optional<double> input_value(const std::string& cell, const DesignColumn& input) {
  for (std::size_t k = 0; k < input.categories.size(); ++k) {
    if (is_text(cell, input.categories[k])) {
      return static_cast<double>(k);
    }
  }
  return input.categories.empty() ? csv_value(cell) : std::nullopt;
}

/// Finds rows of a design by number or by their points.
class Rows {
 public:
  Rows(const Matrix& x, std::vector<DesignColumn> inputs) : x_(x), inputs_(std::move(inputs)) {
    for (Index k = 0; k < x.rows(); ++k) {
      order_.push_back(k);
    }
    std::sort(
        order_.begin(), order_.end(), [&](Index a, Index b) { return less(point(a), point(b)); });
  }

  Index find(const Line& line) const {
    const Told& told = line.told;
    std::optional<std::vector<double>> given;
    if (!told.inputs.empty()) {
      given = point_of(line);
    }
    if (!told.row) {
      return find_point(line, *given);
    }
    const auto number = csv_value(line.cell(*told.row));
    if (!number || *number != std::floor(*number) || *number < 0 ||
        *number >= static_cast<double>(x_.rows())) {
      refuse("U498",
             fmt::format("{}: `{}` is no row of the design, which has rows 0 to {}",
                         line.where(),
                         shortened(escaped(line.cell(*told.row)), 40),
                         x_.rows() - 1),
             "leave the numbers as `uq ask` wrote them");
    }
    const auto row = static_cast<Index>(*number);
    if (given && *given != point(row)) {
      refuse("U498",
             fmt::format("{} bears the number {} but not the point of that row", line.where(), row),
             "numbers and points were sorted apart: keep each line as `uq ask` wrote it");
    }
    return row;
  }

 private:
  std::vector<double> point(Index row) const {
    std::vector<double> values;
    for (Index j = 0; j < x_.cols(); ++j) {
      values.push_back(x_(row, j));
    }
    return values;
  }
  static bool less(const std::vector<double>& a, const std::vector<double>& b) { return a < b; }

  std::vector<double> point_of(const Line& line) const {
    std::vector<double> values;
    for (std::size_t j = 0; j < inputs_.size(); ++j) {
      const std::string& cell = line.cell(line.told.inputs[j]);
      const auto value = input_value(cell, inputs_[j]);
      if (!value) {
        refuse("U498",
               fmt::format("{}: `{}` is no value of `{}`",
                           line.where(),
                           shortened(escaped(cell), 40),
                           inputs_[j].name),
               "leave the points as `uq ask` wrote them");
      }
      values.push_back(*value);
    }
    return values;
  }

  Index find_point(const Line& line, const std::vector<double>& given) const {
    const auto [first, last] =
        std::equal_range(order_.begin(), order_.end(), Index{-1}, [&](Index a, Index b) {
          return less(a < 0 ? given : point(a), b < 0 ? given : point(b));
        });
    if (first == last) {
      refuse("U498",
             fmt::format("the point of {} is none of the design", line.where()),
             "leave the points as `uq ask` wrote them, all digits");
    }
    if (last - first > 1) {
      refuse("U498",
             fmt::format(
                 "the point of {} is that of {} rows of the design", line.where(), last - first),
             "keep the column with the numbers of the rows");
    }
    return *first;
  }

  const Matrix& x_;
  std::vector<DesignColumn> inputs_;
  std::vector<Index> order_;  // of the points
};

}  // namespace

std::shared_ptr<const Told> read_told(const Node& table,
                                      const Problem& problem,
                                      Diagnostics& diagnostics) {
  const auto name = text_at(table, "results", diagnostics);
  if (!name) {
    return nullptr;
  }
  const Place place = table.find("results")->value.place;
  const std::filesystem::path folder = std::filesystem::path(table.place.file).parent_path();
  auto told = std::make_shared<Told>();
  told->file = *name;
  try {
    told->text = read_csv_text(*name, (folder / *name).string());
  } catch (const CsvError& error) {
    Diagnostic& problem_found = diagnostics.error("U498", error.what(), place);
    if (!error.hint.empty()) {
      problem_found.notes.push_back("help: " + error.hint);
    }
    return nullptr;
  }
  const std::string mark = trimmed(design_line);
  for (const std::string& comment : told->text.comments) {
    if (comment.starts_with(mark)) {
      told->design = trimmed(comment.substr(mark.size()));
    }
  }
  const std::vector<DesignColumn> inputs = input_columns(problem);
  const std::vector<DesignColumn> outputs = output_columns(problem);
  const std::size_t before = diagnostics.error_count();
  for (const DesignColumn& output : outputs) {
    if (const auto at = column_of(told->text, output)) {
      told->outputs.push_back(*at);
    } else {
      missing_output(*told, output, place, diagnostics);
    }
  }
  for (const DesignColumn& input : inputs) {
    if (const auto at = column_of(told->text, input)) {
      told->inputs.push_back(*at);
    }
  }
  if (told->inputs.size() != inputs.size()) {
    told->inputs.clear();
  }
  told->row = column_of(told->text, {row_heading(inputs, outputs), "1"});
  if (told->inputs.empty() && (!told->row || told->design.empty())) {
    diagnostics.error(
        "U498",
        fmt::format("nothing in `{}` says which points its rows belong to", *name),
        place,
        fmt::format("keep the inputs' columns as `uq ask` wrote them, or the line \"{}…\" and the "
                    "column `{}`",
                    design_line,
                    row_heading(inputs, outputs)));
  }
  return diagnostics.error_count() == before ? told : nullptr;
}

Evaluations told_outputs(const Told& told,
                         const Problem& problem,
                         const Matrix& x,
                         const std::string& design) {
  if (!told.design.empty() && told.design != design) {
    refuse("U497",
           fmt::format("the outputs of `{}` belong to another design ({}…, this one is {}…): the "
                       "study, its seed or its points have changed since",
                       told.file,
                       shortened(escaped(told.design), 12),
                       design.substr(0, 12)),
           "write the points with `uq ask` and compute the outputs there, or undo the change");
  }
  const auto n = x.rows();
  const auto q = static_cast<Index>(problem.outputs.size());
  Evaluations evaluations;
  evaluations.y.assign(static_cast<std::size_t>(q), Matrix::Constant(n, 1, std::nan("")));
  evaluations.status.assign(static_cast<std::size_t>(n), RowStatus::missing);
  const Rows rows(x, input_columns(problem));
  const std::vector<DesignColumn> outputs = output_columns(problem);
  std::vector<int> seen(static_cast<std::size_t>(n), 0);
  for (std::size_t k = 0; k < told.text.rows.size(); ++k) {
    const Line line{told, k};
    const Index row = rows.find(line);
    const auto at = static_cast<std::size_t>(row);
    if (seen[at] != 0) {
      refuse("U498",
             fmt::format("row {} of the design is there twice: lines {} and {} of `{}`",
                         row,
                         seen[at],
                         told.text.lines[k],
                         told.file),
             "keep one of them");
    }
    seen[at] = told.text.lines[k];
    evaluations.status[at] = RowStatus::ok;
    for (std::size_t o = 0; o < told.outputs.size(); ++o) {
      const std::string& cell = line.cell(told.outputs[o]);
      const auto value = csv_value(cell);
      if (!value && !is_missing_cell(cell)) {
        refuse("U499",
               fmt::format("{}: `{}` in column `{}` is no finite number",
                           line.where(),
                           shortened(escaped(cell), 40),
                           outputs[o].name),
               "numbers have a decimal point; a missing cell is empty, NA or nan");
      }
      if (value) {
        evaluations.y[o](row, 0) = *value;
      } else {
        evaluations.status[at] = RowStatus::missing;
      }
    }
  }
  for (const RowStatus status : evaluations.status) {
    ++evaluations.counts[static_cast<std::size_t>(status)];
  }
  return evaluations;
}

}  // namespace uq::studies
