#include "studies/surrogates/kinds.hpp"

#include "studies/surrogates/pce_kind.hpp"

#include <algorithm>

namespace uq::studies {

const std::vector<SurrogateKind>& surrogate_kinds() {
  static const std::vector<SurrogateKind> table{
      pce_kind("pce", "polynomial chaos expansion"),
  };
  return table;
}

const SurrogateKind* find_kind(std::string_view name) {
  const auto& all = surrogate_kinds();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const SurrogateKind& k) { return k.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace uq::studies
