#include "studies/batch/batch.hpp"
#include "studies/batch/placeholders.hpp"
#include "studies/file/text_detail.hpp"
#include "studies/read/keys.hpp"
#include "uq/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <set>

namespace uq::studies {

namespace {

/// A key that is set, and the value or pattern.
struct Setting {
  std::string key;
  Node value;
};

/// One [[include]] entry.
struct Include {
  Place place;
  Place file_place;
  std::string file;  ///< as written
  std::vector<MatrixKey> matrix;
  std::vector<Setting> set;
  const Node::Entry* output = nullptr;
};

/// A table under a key without a dot would replace a whole section; what is meant is `a.b = …`,
/// which TOML takes for a table unless it stands in quotes.
bool replaces_section(const Node::Entry& entry, Diagnostics& diagnostics) {
  if (entry.key.find('.') != std::string::npos || !entry.value.is_table()) {
    return false;
  }
  diagnostics.error("U453",
                    "`" + entry.key + "` would replace a whole table of the study",
                    entry.place,
                    "write the dotted key in quotes: \"" + entry.key + ".KEY\" = …");
  return true;
}

void read_matrix(const Node& table, Include& include, Diagnostics& diagnostics) {
  for (const Node::Entry& entry : table.table()) {
    if (replaces_section(entry, diagnostics)) {
      continue;
    }
    if (!entry.value.is_array() || entry.value.array().empty()) {
      diagnostics.error("U452",
                        "`" + entry.key + "` must be a list of the values it takes, but it is " +
                            (entry.value.is_array() ? "an empty list" : entry.value.kind()),
                        entry.value.place,
                        "write [first, second]");
      continue;
    }
    include.matrix.push_back({entry.key, last_word(entry.key), entry.place, entry.value.array()});
  }
}

void read_set(const Node& table, Include& include, Diagnostics& diagnostics) {
  for (const Node::Entry& entry : table.table()) {
    if (replaces_section(entry, diagnostics)) {
      continue;
    }
    const auto same = std::find_if(include.matrix.begin(),
                                   include.matrix.end(),
                                   [&](const MatrixKey& key) { return key.key == entry.key; });
    if (same != include.matrix.end()) {
      diagnostics.error("U453",
                        "`" + entry.key + "` stands in `matrix` and in `set`",
                        entry.place,
                        "keep one of them");
      continue;
    }
    include.set.push_back({entry.key, entry.value});
  }
}

Include read_include(const Node& node, Diagnostics& diagnostics) {
  Include include{
      .place = node.place, .file_place = node.place, .file = {}, .matrix = {}, .set = {}};
  check_keys(node, {"file", "matrix", "set", "output"}, "[[include]]", diagnostics);
  const std::optional<std::string> file = text_at(node, "file", diagnostics);
  if (const Node::Entry* entry = node.find("file")) {
    include.file_place = entry->value.place;
  }
  if (node.find("file") == nullptr || (file && file->empty())) {
    diagnostics.error("U451",
                      "an [[include]] names no study",
                      include.file_place,
                      "write file = \"study.toml\", relative to this file");
  }
  include.file = file.value_or("");
  if (const Node* matrix =
          table_at(node, "matrix", "matrix = { \"model.config.gpu\" = […] }", diagnostics)) {
    read_matrix(*matrix, include, diagnostics);
  }
  if (const Node* set =
          table_at(node, "set", "set = { \"analysis.NAME.n\" = 8192 }", diagnostics)) {
    read_set(*set, include, diagnostics);
  }
  if (const std::optional<std::string> output = text_at(node, "output", diagnostics)) {
    include.output = node.find("output");
    if (output->empty()) {
      diagnostics.error("U129", "`output` must name a file", include.output->value.place);
    }
  }
  return include;
}

double combinations(const Include& include) {
  double product = 1;
  for (const MatrixKey& key : include.matrix) {
    product *= static_cast<double>(key.values.size());
  }
  return product;
}

/// The next combination, the last key fastest; false after the last one.
bool advance(Combination& at, const std::vector<MatrixKey>& keys) {
  for (std::size_t k = keys.size(); k-- > 0;) {
    if (++at[k] < keys[k].values.size()) {
      return true;
    }
    at[k] = 0;
  }
  return false;
}

std::string label_of(const Include& include, const Combination& at) {
  std::string values;
  for (std::size_t k = 0; k < at.size(); ++k) {
    values += values.empty() ? "" : ", ";
    values += short_name(include.matrix, k) + " = " +
              shortened(value_text(include.matrix[k].values[at[k]]), 40);
  }
  return include.file + (values.empty() ? "" : " (" + values + ")");
}

BatchStudy combination(const Include& include,
                       const Combination& at,
                       const std::filesystem::path& folder,
                       Diagnostics& diagnostics) {
  BatchStudy study{.label = label_of(include, at),
                   .file = (folder / include.file).string(),
                   .included = include.place};
  for (std::size_t k = 0; k < at.size(); ++k) {
    const Node& value = include.matrix[k].values[at[k]];
    study.overrides.push_back({include.matrix[k].key + "=" + toml_text(value), value.place});
  }
  for (const Setting& setting : include.set) {
    const Node value = filled(setting.value, include.matrix, at, diagnostics);
    study.overrides.push_back({setting.key + "=" + toml_text(value), setting.value.place});
  }
  if (include.output != nullptr) {
    const Node& output = include.output->value;
    study.output =
        (folder /
         filled(output.string(), include.matrix, at, Filling::file_name, output.place, diagnostics))
            .string();
  }
  return study;
}

void append(std::vector<BatchStudy>& studies,
            const Include& include,
            const std::filesystem::path& folder,
            Diagnostics& diagnostics) {
  Combination at(include.matrix.size(), 0);
  BatchStudy first = combination(include, at, folder, diagnostics);
  if (diagnostics.has_errors()) {
    return;  // patterns fail alike in every combination
  }
  try {
    first.text = std::make_shared<const std::string>(read_file(first.file));
  } catch (const IoError& error) {  // said once, not for each combination
    first.label = include.file;
    first.fault = std::make_exception_ptr(IoError(fmt::format("{}; included at {}:{}:{}",
                                                              error.what(),
                                                              include.file_place.file,
                                                              include.file_place.line,
                                                              include.file_place.column)));
    studies.push_back(std::move(first));
    return;
  }
  const auto text = first.text;
  studies.push_back(std::move(first));
  while (advance(at, include.matrix)) {
    studies.push_back(combination(include, at, folder, diagnostics));
    studies.back().text = text;
  }
}

void check_sections(const Node& root, Diagnostics& diagnostics) {
  for (const Node::Entry& entry : root.table()) {
    if (entry.key != "format" && entry.key != "include") {
      diagnostics.error("U450",
                        "`" + entry.key +
                            "` stands beside [[include]]: a batch holds `format` "
                            "and [[include]] entries alone",
                        entry.place,
                        "put it into `set` of an [[include]], or into the studies");
    }
  }
  const Node::Entry* format = root.find("format");
  const auto* number =
      format == nullptr ? nullptr : std::get_if<std::int64_t>(&format->value.value);
  if (number == nullptr || *number != 1) {
    diagnostics.error("U100",
                      format == nullptr ? "the batch does not say its format"
                                        : "this version reads format 1 only",
                      format == nullptr ? root.place : format->value.place,
                      "write format = 1");
  }
}

std::vector<Include> read_includes(const Node& root, Diagnostics& diagnostics) {
  const Node& list = root.find("include")->value;
  const bool is_list = list.is_array() && !list.array().empty() &&
                       std::all_of(list.array().begin(), list.array().end(), [](const Node& item) {
                         return item.is_table();
                       });
  std::vector<Include> includes;
  if (!is_list) {
    diagnostics.error("U451",
                      "`include` must be a list of tables, but it is " +
                          (list.is_array() ? "a list of other values" : list.kind()),
                      root.find("include")->place,
                      "write [[include]] with file = \"study.toml\" below it");
    return includes;
  }
  double total = 0;
  for (const Node& node : list.array()) {
    includes.push_back(read_include(node, diagnostics));
    total += combinations(includes.back());
  }
  if (total > static_cast<double>(most_studies)) {
    diagnostics.error(
        "U457",
        fmt::format(
            "the batch stands for {:.0f} studies; at most {} are allowed", total, most_studies),
        root.find("include")->place,
        "shorten a matrix, or split the batch into several files");
  }
  return includes;
}

/// One study of the batch, and the entry it comes from.
using Origins = std::vector<const Include*>;

/// Labels that several entries have in common say what each of them sets, or where it stands.
void tell_apart(std::vector<BatchStudy>& studies, const Origins& origins) {
  const auto extend = [&](const std::function<std::string(const Include&)>& what) {
    std::map<std::string, std::set<const Include*>> entries;
    for (std::size_t k = 0; k < studies.size(); ++k) {
      entries[studies[k].label].insert(origins[k]);
    }
    for (std::size_t k = 0; k < studies.size(); ++k) {
      const std::string more =
          entries.at(studies[k].label).size() > 1 ? what(*origins[k]) : std::string();
      studies[k].label += more.empty() ? "" : " (" + more + ")";
    }
  };
  extend([](const Include& include) {
    std::string text;
    for (const Setting& setting : include.set) {
      text += (text.empty() ? "" : ", ") + last_word(setting.key) + " = " +
              shortened(value_text(setting.value), 40);
    }
    return text;
  });
  extend([](const Include& include) { return fmt::format("line {}", include.place.line); });
}

}  // namespace

bool is_batch(const std::string& text, const std::string& file) {
  try {
    return read_toml(text, file).find("include") != nullptr;
  } catch (const StudyError&) {
    return false;  // the reader of studies says what is wrong with it
  }
}

std::vector<BatchStudy> read_batch(const std::string& text, const std::string& file) {
  const Node root = read_toml(text, file);
  Diagnostics diagnostics;
  check_sections(root, diagnostics);
  const std::vector<Include> includes = read_includes(root, diagnostics);
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  const bool sound = !diagnostics.has_errors();
  std::vector<BatchStudy> studies;
  Origins origins;
  for (const Include& include : includes) {
    if (sound) {
      append(studies, include, folder, diagnostics);
      origins.resize(studies.size(), &include);
    }
  }
  diagnostics.throw_if_errors();
  tell_apart(studies, origins);
  return studies;
}

}  // namespace uq::studies
