#include "studies/report/stamp.hpp"

#include "studies/report/view.hpp"

#include <algorithm>

namespace uq::studies {

namespace {

std::string root_text(const ResultFile& file, const std::string& name) {
  const auto found = std::find_if(file.attributes.begin(),
                                  file.attributes.end(),
                                  [&](const auto& entry) { return entry.first == name; });
  return found == file.attributes.end() ? "" : attribute_text(&found->second);
}

}  // namespace

std::string claim_of(const ResultFile& file) {
  const std::string claim = root_text(file, "claim");
  return claim.empty() ? "relative-ranking-only" : claim;  // silence claims nothing
}

std::string claim_text(const ResultFile& file) {
  std::string text = claim_of(file);
  std::replace(text.begin(), text.end(), '-', ' ');
  return text;
}

std::string caption_of(const ResultFile& file, const Dataset& analysis) {
  std::string text = root_text(file, "title") + ", analysis " + analysis_name(analysis) + " (" +
                     attribute_text(analysis.attribute("method")) + ")";
  std::string details;
  const auto add =
      [&](const std::string& before, const std::string& value, const std::string& after) {
        if (!value.empty()) {
          details += (details.empty() ? "" : ", ") + before + value + after;
        }
      };
  add("model ", root_text(file, "model"), "");
  add("seed ", root_text(file, "seed"), "");
  add("", attribute_text(analysis.attribute("evaluations")), " evaluations");
  if (const auto* level = std::get_if<double>(analysis.attribute("ci_level"))) {
    const std::string kind = attribute_text(analysis.attribute("ci_method"));
    add("intervals ", plain(*level * 100), " %" + (kind.empty() ? "" : " (" + kind + ")"));
  }
  if (const std::string status = root_text(file, "status"); status != "complete") {
    add("status ", status, "");
  }
  return text + (details.empty() ? "" : ": " + details) + "; " + claim_text(file);
}

}  // namespace uq::studies
