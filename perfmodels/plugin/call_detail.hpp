#pragma once

#include "perfmodels/plugin/load.hpp"
#include "perfmodels/plugin/uq_plugin.h"
#include "uq/core/status.hpp"

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <span>
#include <string>

namespace uq::perfmodels::plugin {

/// The host's side of one call of evaluate(): answers `cancelled`, collects `message`s, which may
/// come from any thread, and translates statuses. No memory is taken until a message arrives.
class Call {
 public:
  Call(Index rows, const std::function<bool()>& cancelled) : rows_(rows), cancelled_(cancelled) {}
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  /// Fills in the callbacks of a batch.
  void attach(uqpm_batch& batch);

  using Tell = std::function<void(Index row, const std::string& text)>;

  /// Whether nothing is to be translated: the call succeeded and the plugin's statuses, which lie
  /// in the bytes of `status`, are all ok.
  bool all_well(uqpm_status result, std::span<const RowStatus> status) const;

  /// Makes the plugin's statuses those of the engine; tell(row, text) explains rows that are not
  /// ok.
  /// @throws ModelError when the whole call failed or broke a rule: the batch is to be repeated row
  ///   by row.
  void translate(uqpm_status result, std::span<RowStatus> status, const Tell& tell) const;

 private:
  static std::int32_t is_cancelled(void* host);
  static void take_message(void* host, std::int32_t severity, std::int64_t row, const char* text);
  void translate_row(Index row, RowStatus& status, bool stopped, const Tell& tell) const;
  std::string said(Index row) const;

  Index rows_;
  const std::function<bool()>& cancelled_;
  std::atomic<bool> asked_to_stop_{false};
  std::mutex mutex_;
  std::map<std::int64_t, std::string> messages_;
  std::string broken_;  ///< rule of message() that was broken
};

}  // namespace uq::perfmodels::plugin
