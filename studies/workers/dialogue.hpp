#pragma once

#include "studies/workers/message.hpp"

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace uq::studies {

/// A process said what it must not; what becomes of the row it was evaluating.
struct DialogueFault : std::runtime_error {
  DialogueFault(RowStatus status_, const std::string& text)
      : std::runtime_error(text), status(status_) {}
  RowStatus status;
};

/// What is said to one process and heard from it, as bytes. It knows no descriptors and no clocks.
class Dialogue {
 public:
  Dialogue() = default;
  virtual ~Dialogue() = default;
  Dialogue(const Dialogue&) = delete;
  Dialogue& operator=(const Dialogue&) = delete;

  /// What the process is sent before all else.
  virtual std::string opening() = 0;
  /// Whether it may be sent rows.
  virtual bool ready() const = 0;
  /// Asks for rows x (rows, inputs). Several requests may be open.
  virtual std::string request(std::uint64_t id, const MatrixRef& x) = 0;
  /// Takes what the process wrote and adds each batch that is answered.
  /// @throws DialogueFault, ModelRefused when there will be no model
  virtual void take(std::string_view bytes, std::vector<RowResult>& answered) = 0;
  /// What an exit code means beyond its number; empty: nothing.
  virtual std::string meaning(int exit_code) const = 0;
};

}  // namespace uq::studies
