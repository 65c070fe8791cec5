#include "tests/studies/designs.hpp"

#include "studies/store/store.hpp"

#include <stdexcept>

namespace uq::test {

namespace {

Matrix matrix(const studies::Variable& variable) {
  Matrix m(variable.data.shape[0], variable.data.shape[1]);
  for (Index i = 0; i < m.rows(); ++i) {
    for (Index j = 0; j < m.cols(); ++j) {
      m(i, j) = variable.data.data[static_cast<std::size_t>(i * m.cols() + j)];
    }
  }
  return m;
}

}  // namespace

StoredDesign stored_design(const TemporaryFolder& folder,
                           const std::string& name,
                           const std::string& file) {
  const studies::ResultFile result = studies::read(folder.path() + "/" + file);
  const studies::Dataset* samples = result.group("analysis/" + name + "/samples");
  if (samples == nullptr) {
    throw std::runtime_error(file + " has no samples of " + name);
  }
  return {samples->dim("input")->labels,
          matrix(*samples->variable("x")),
          matrix(*samples->variable("y")),
          samples->variable("status")->data.data,
          std::get<std::string>(*samples->attribute("design_sha256"))};
}

ProcessResult run_study(const TemporaryFolder& folder,
                        const std::string& study,
                        const std::vector<std::string>& more) {
  folder.write("s.toml", study);
  std::vector<std::string> arguments{"run", "--force", "s.toml"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_uq(folder.path(), arguments);
}

std::string sample_analysis(const std::string& more, const std::string& name) {
  return "[[analysis]]\nname = \"" + name + "\"\nmethod = \"sample\"\n" + more + "\n";
}

}  // namespace uq::test
