#include "studies/store/image.hpp"
#include "studies/store/layout.hpp"
#include "studies/store/publish.hpp"
#include "studies/store/store.hpp"

namespace uq::studies {

void write(const ResultFile& file, const std::string& path) {
  publish(path, image(file).bytes(), [&](const std::string& temporary) {
    if (const std::string found = first_difference(file, read(temporary)); !found.empty()) {
      throw IoError(path + ": reads back differently from what was written (" + found + ")");
    }
  });
}

}  // namespace uq::studies
