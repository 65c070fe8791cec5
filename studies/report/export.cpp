#include "studies/report/export.hpp"

#include "studies/report/view.hpp"
#include "studies/store/publish.hpp"
#include "uq/core/error.hpp"

#include <filesystem>
#include <span>

namespace uq::studies {

namespace fs = std::filesystem;

std::vector<TextFile> export_files(const ResultFile& file) {
  std::vector<TextFile> files;
  if (std::string bands = bands_csv(file); !bands.empty()) {
    files.push_back({"bands.csv", std::move(bands)});
  }
  if (std::string indices = indices_csv(file); !indices.empty()) {
    files.push_back({"indices.csv", std::move(indices)});
  }
  for (TextFile& design : design_files(file)) {
    files.push_back(std::move(design));
  }
  for (const Dataset* analysis : analyses(file, "")) {
    const std::string name = "tables/" + analysis_name(*analysis);
    files.push_back({name + ".md", markdown_tables(file, *analysis)});
    files.push_back({name + ".tex", latex_tables(file, *analysis)});
    for (TextFile& figure : pgfplots_figures(file, *analysis)) {
      files.push_back(std::move(figure));
    }
  }
  return files;
}

void write_export(const std::vector<TextFile>& files, const std::string& folder, bool force) {
  for (const TextFile& file : files) {
    const fs::path path = fs::path(folder) / file.name;
    std::error_code ignored;
    if (!force && fs::exists(fs::symlink_status(path, ignored))) {
      throw IoError(path.string() +
                    ": exists already; replace it with --force, or name another folder with -o");
    }
  }
  for (const TextFile& file : files) {
    const fs::path path = fs::path(folder) / file.name;
    std::error_code failed;
    fs::create_directories(path.parent_path(), failed);
    if (failed) {
      throw IoError(path.parent_path().string() +
                    ": no such folder can be made: " + failed.message());
    }
    publish(path.string(), std::as_bytes(std::span(file.content)), [](const std::string&) {});
  }
}

}  // namespace uq::studies
