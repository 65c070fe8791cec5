#include "perfmodels/plugin/call_detail.hpp"
#include "perfmodels/plugin/instance_detail.hpp"
#include "perfmodels/plugin/text_detail.hpp"

#include <exception>

namespace uq::perfmodels::plugin {

void Call::attach(uqpm_batch& batch) {
  batch.host = this;
  batch.cancelled = is_cancelled;
  batch.message = take_message;
}

std::int32_t Call::is_cancelled(void* host) {
  auto& call = *static_cast<Call*>(host);
  if (!call.cancelled_) {
    return 0;
  }
  try {
    if (call.cancelled_()) {
      call.asked_to_stop_ = true;
    }
  } catch (...) {  // an exception must not enter the plugin; whoever throws here wants to stop
    call.asked_to_stop_ = true;
  }
  return call.asked_to_stop_ ? 1 : 0;
}

void Call::take_message(void* host, std::int32_t, std::int64_t row, const char* text) {
  auto& call = *static_cast<Call*>(host);
  const std::lock_guard lock(call.mutex_);
  try {
    if (row < -1 || row >= call.rows_) {
      call.broken_ = "called message() for row " + std::to_string(row) + " of a batch of " +
                     std::to_string(call.rows_) + (call.rows_ == 1 ? " row" : " rows");
    } else {
      call.messages_[row] =
          text != nullptr ? cleaned(text) : "the plugin called message() without a text";
    }
  } catch (const std::exception&) {  // out of memory: the row keeps its status, without words
    call.messages_.clear();
  }
}

std::string Call::said(Index row) const {
  const auto own = messages_.find(row);
  const auto found = own != messages_.end() ? own : messages_.find(-1);
  return found != messages_.end() ? found->second : std::string();
}

void Call::translate_row(Index row, RowStatus& status, bool stopped, const Tell& tell) const {
  const auto become = [&](RowStatus becomes, const std::string& text) {
    status = becomes;
    tell(row, text);
  };
  const std::string words = said(row);
  const int code = static_cast<unsigned char>(status);
  switch (code) {
    case UQPM_PT_OK:
      return;
    case UQPM_PT_INFEASIBLE:
      return become(RowStatus::infeasible, words.empty() ? "the plugin gives no reason" : words);
    case UQPM_PT_FAILED:
      return become(RowStatus::exception, words.empty() ? "the plugin gives no reason" : words);
    case UQPM_PT_SKIPPED:
      return stopped ? become(RowStatus::cancelled, "")
                     : become(RowStatus::exception, "the plugin skipped the row unasked");
    case UQPM_PT_UNSET:
      return stopped ? become(RowStatus::cancelled, "")
                     : become(RowStatus::exception, "the plugin did not set the status of the row");
    default:
      return become(RowStatus::exception,
                    "the plugin set the unknown status " + std::to_string(code));
  }
}

bool Call::all_well(uqpm_status result, std::span<const RowStatus> status) const {
  unsigned any = 0;  // no early exit, so that it vectorises
  for (const RowStatus s : status) {
    any |= static_cast<unsigned char>(s);
  }
  return any == UQPM_PT_OK && result == UQPM_OK && broken_.empty();
}

void Call::translate(uqpm_status result, std::span<RowStatus> status, const Tell& tell) const {
  if (!broken_.empty()) {
    throw ModelError("the plugin " + broken_);
  }
  const bool stopped = asked_to_stop_;
  if (result != UQPM_OK && !(result == UQPM_E_CANCELLED && stopped)) {
    const std::string words = said(rows_ == 1 ? 0 : -1);
    throw ModelError("evaluate returned " + status_text(result) +
                     (words.empty() ? "" : ": " + words));
  }
  for (Index row = 0; row < rows_; ++row) {
    translate_row(row, status[static_cast<std::size_t>(row)], stopped, tell);
  }
}

}  // namespace uq::perfmodels::plugin
