#include "tests/studies/shown.hpp"

#include "tests/support/process.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace uq::test {

using Json = nlohmann::json;

Shown::Shown(const std::string& folder, const std::string& file) {
  const ProcessResult result = run_uq(folder, {"show", file, "--json"});
  if (result.code != 0) {
    throw std::runtime_error(result.err);
  }
  json_ = Json::parse(result.out);
}

const Json& Shown::analysis(const std::string& name) const {
  for (const Json& analysis : json_.at("analyses")) {
    if (analysis.at("name") == name) {
      return analysis;
    }
  }
  throw std::out_of_range("no analysis " + name);
}

std::vector<std::string> Shown::labels(const std::string& name, const std::string& dim) const {
  std::vector<std::string> labels;
  for (const Json& label : analysis(name).at("coordinates").at(dim)) {
    labels.push_back(label.is_string() ? label.get<std::string>() : label.dump());
  }
  return labels;
}

double Shown::value(const std::string& name,
                    const std::string& variable_name,
                    const Labels& at) const {
  const Json& variable = analysis(name).at("variables").at(variable_name);
  const Json* cell = &variable.at("values");
  for (const Json& dim : variable.at("dims")) {
    const auto wanted =
        std::find_if(at.begin(), at.end(), [&](const auto& label) { return dim == label.first; });
    const std::vector<std::string> known = labels(name, dim);
    const auto found =
        wanted == at.end() ? known.end() : std::find(known.begin(), known.end(), wanted->second);
    if (found == known.end()) {
      throw std::out_of_range(variable_name + ": no label along " + dim.get<std::string>());
    }
    cell = &cell->at(static_cast<std::size_t>(found - known.begin()));
  }
  return cell->is_null() ? std::numeric_limits<double>::quiet_NaN() : cell->get<double>();
}

std::pair<double, double> Shown::interval(const std::string& name,
                                          const std::string& variable,
                                          const Labels& at) const {
  Labels low = at;
  Labels high = at;
  low.emplace_back("bound", "lo");
  high.emplace_back("bound", "hi");
  return {value(name, variable + "_ci", low), value(name, variable + "_ci", high)};
}

}  // namespace uq::test
