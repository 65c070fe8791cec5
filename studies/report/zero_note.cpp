#include "studies/report/zero_note.hpp"

namespace uq::studies {

std::string zero_note(const Dataset& dataset) {
  for (const char* name : {"S1_ci", "ST_ci", "S2_ci", "S1_aggregated_ci", "ST_aggregated_ci"}) {
    const Variable* ci = dataset.variable(name);
    for (std::size_t k = 0; ci != nullptr && k + 1 < ci->data.data.size(); k += 2) {
      if (ci->data.data[k] < 0 && ci->data.data[k + 1] > 0) {
        return "An index whose interval holds 0 cannot be told from 0 by this sample; a negative "
               "estimate is sampling error.";
      }
    }
  }
  return "";
}

}  // namespace uq::studies
