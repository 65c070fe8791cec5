#include "studies/read/outputs.hpp"

#include "studies/read/keys.hpp"

#include <algorithm>

namespace uq::studies {

std::optional<std::vector<Index>> output_positions(const Node& parent,
                                                   const Model& model,
                                                   Diagnostics& diagnostics) {
  const auto names = names_at(parent, "outputs", diagnostics);
  if (!names) {
    return {};
  }
  std::vector<std::string> all;
  for (const OutputVariable& output : model.outputs()) {
    all.push_back(output.name);
  }
  std::vector<Index> positions;
  for (const Node* name : *names) {
    const auto found = std::find(all.begin(), all.end(), name->string());
    if (found == all.end()) {
      unknown_name("U105", "output", name->string(), all, name->place, diagnostics);
      continue;
    }
    const auto position = found - all.begin();
    if (model.outputs()[static_cast<std::size_t>(position)].kind == OutputKind::categorical) {
      diagnostics.error("U123",
                        "output `" + name->string() + "` is a category, not a number",
                        name->place,
                        "it has no mean or variance");
    }
    positions.push_back(position);
  }
  return positions;
}

}  // namespace uq::studies
