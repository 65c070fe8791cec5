// Sobol' indices of a model of one's own and of a plugin, through the C++ interface. The plugin's
// file is the only argument.
#include <cmath>
#include <cstdio>

#include "perfmodels/plugin/load.hpp"
#include "samplers/saltelli.hpp"
#include "uq/core/evaluate.hpp"
#include "uq/sensitivity/sobol.hpp"

namespace {

/// y = a + 2 b
class Line {
 public:
  void evaluate(uq::MatrixRef x, uq::BatchResult& out) const {
    out.y.col(0) = x.col(0) + 2 * x.col(1);
  }
  const std::vector<uq::InputVariable>& inputs() const { return inputs_; }
  const std::vector<uq::OutputVariable>& outputs() const { return outputs_; }
  std::string id() const { return "line"; }

 private:
  std::vector<uq::InputVariable> inputs_{{.name = "a"}, {.name = "b"}};
  std::vector<uq::OutputVariable> outputs_{{.name = "y"}};
};

/// First-order indices of the first output, two inputs uniform on [scale, 2 scale], the others at
/// scale.
std::vector<double> first_order(const uq::Model& model, uq::Index a, uq::Index b, double scale) {
  const auto law = [&](uq::Index column) {
    return uq::UncertainInput{.name = "",
                              .unit = "1",
                              .column = column,
                              .law = {.law = uq::Uniform{scale, 2 * scale}},
                              .nominal = scale};
  };
  uq::Problem problem{.model = model, .inputs = {law(a), law(b)}, .fixed = {}, .outputs = {0}};
  problem.fixed = uq::Vector::Constant(static_cast<uq::Index>(model.inputs().size()), scale);
  const auto design = uq::samplers::saltelli(2, {.n = 1024}, uq::Seed{1});
  const auto result = uq::evaluate(problem, design);
  return uq::sensitivity::sobol(design, result.y, {}, uq::Seed{2}).S1.data;
}

}  // namespace

int main(int argc, char** argv) {
  // Var(a) : Var(2 b) = 1 : 4.
  const std::vector<double> line = first_order(Line(), 0, 1, 1);
  const bool right = std::abs(line[0] - 0.2) < 0.05 && std::abs(line[1] - 0.8) < 0.05;
  std::printf("line: S1 = %.3f %.3f\n", line[0], line[1]);
  if (argc != 2 || !right) {
    return 1;
  }
  // max(flop / peak, 1): both matter.
  const uq::perfmodels::PluginModel plugin = uq::perfmodels::load_plugin(argv[1], "", "{}");
  const std::vector<double> roofline = first_order(plugin.model, 0, 2, 1e12);
  std::printf("%s: S1 = %.3f %.3f\n", plugin.model.id().c_str(), roofline[0], roofline[1]);
  return roofline[0] > 0.2 && roofline[1] > 0.2 ? 0 : 1;
}
