#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <set>
#include <span>
#include <vector>

namespace uq::studies {

/// A row's inputs by their bits.
using RowKey = std::vector<std::uint64_t>;
RowKey row_key(std::span<const double> inputs);

/// Which rows are being evaluated, so that no two threads evaluate one at the same time.
class Claims {
 public:
  /// False: another one, or this thread itself, has it.
  bool claim(const RowKey& key);
  void release(const RowKey& key);
  /// Until nobody has the key. Only for a thread that has claimed nothing: others may wait for it.
  void wait_for(const RowKey& key);

 private:
  std::mutex mutex_;
  std::condition_variable released_;
  std::set<RowKey> keys_;
};

/// What one batch has claimed; what is still claimed is released at the end, also after an
/// exception: who waited then evaluates it.
class BatchClaims {
 public:
  explicit BatchClaims(Claims& claims) : claims_(claims) {}
  ~BatchClaims();
  BatchClaims(const BatchClaims&) = delete;
  BatchClaims& operator=(const BatchClaims&) = delete;

  bool claim(const RowKey& key);
  void release(const RowKey& key);

 private:
  Claims& claims_;
  std::set<RowKey> own_;
};

}  // namespace uq::studies
