#include "studies/tables/models.hpp"

namespace uq::studies {

const std::vector<BuiltinModel>& builtin_models() {
  static const std::vector<BuiltinModel> models{
      {"roofline_llm",
       "inference of a dense transformer under a roofline",
       "docs/methods/roofline_llm.md",
       perfmodels::roofline_llm,
       perfmodels::roofline_llm_config},
      {"known/ishigami",
       "Ishigami's function, three inputs, exact indices known",
       "docs/methods/known.md",
       perfmodels::ishigami,
       perfmodels::ishigami_config},
      {"known/g",
       "Sobol's G-function, any number of inputs, exact indices known",
       "docs/methods/known.md",
       perfmodels::g_function,
       perfmodels::g_function_config},
  };
  return models;
}

}  // namespace uq::studies
