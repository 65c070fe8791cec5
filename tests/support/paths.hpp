#pragma once

#include <string>

namespace uq::test {

std::string source_dir();  ///< root of the source tree
std::string program();     ///< the built `uq`
/// Folder of real measurements: $UQ_DATA, default ../shared/data beside the source tree; empty when absent.
std::string data_dir();

}  // namespace uq::test
