#pragma once

#include "studies/foreign/consent.hpp"

namespace uq::studies {

/// What reading a study may do beyond reading.
struct ReadOptions {
  Consent consent;   ///< to loading the plugin the study names
  bool load = true;  ///< false: no plugin is loaded, whatever the consent
};

}  // namespace uq::studies
