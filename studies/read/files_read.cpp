#include "studies/read/files_read.hpp"

#include "studies/designs/design_options.hpp"

#include <filesystem>

namespace uq::studies {

std::vector<std::string> files_read(const Study& study) {
  const std::filesystem::path folder = std::filesystem::path(study.file).parent_path();
  std::vector<std::string> files;
  // A name may be followed by what is taken from the file.
  const auto add = [&](const std::string& text, const std::string& mark, std::size_t before) {
    const std::size_t at = text.rfind(mark);
    const bool whole = at == std::string::npos;
    files.push_back((folder / (whole ? text : text.substr(0, at + before))).string());
  };
  if (study.table) {
    add(study.table->file, ".h5:", 3);
    return files;  // sources of its laws are its columns
  }
  for (const Analysis& analysis : study.analyses) {
    if (analysis.method->name == "sample" && analysis.options.has_value()) {
      const auto& design = std::any_cast<const DesignOptions&>(analysis.options);
      if (design.earlier && !design.earlier->in_study) {
        add(design.earlier->name, ".h5:", 3);
      }
      if (design.results) {
        files.push_back((folder / design.results->file).string());
      }
    }
  }
  for (const UncertainInput& input : study.problem.inputs) {
    if (!input.source.empty()) {
      add(input.source, ", column ", 0);
    }
  }
  return files;
}

}  // namespace uq::studies
