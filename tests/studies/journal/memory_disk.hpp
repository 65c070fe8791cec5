#pragma once

#include "studies/journal/file_calls.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace uq::studies::test {

using Bytes = std::vector<std::byte>;

/// A disk in memory behind the calls of the journal: it fails at a chosen call, dies at one, and
/// knows what would have reached the platter.
class MemoryDisk {
 public:
  MemoryDisk() = default;
  MemoryDisk(const MemoryDisk&) = delete;
  MemoryDisk& operator=(const MemoryDisk&) = delete;

  const FileCalls& calls();

  /// What the k-th call from now on (1: the next) does.
  enum class Fault { none, error, short_write, power_off };
  void fail_at(std::int64_t k, Fault fault, int reason = 0);
  bool has_failed() const { return fired_; }
  std::int64_t calls_made() const { return made_; }

  bool has(const std::string& path) const { return names_.contains(path); }
  Bytes& content(const std::string& path) { return names_.at(path)->now; }
  /// What a synced file holds for certain; empty without one.
  Bytes durable(const std::string& path) const;
  void put(const std::string& path, Bytes bytes);

  /// Power is lost: what may be found afterwards, one of many possibilities. Sectors that were not
  /// synced are kept, as they were, zero, random, or a piece of `foreign` (another journal).
  std::unique_ptr<MemoryDisk> after_power_loss(std::mt19937_64& random,
                                               std::size_t sector,
                                               const Bytes& foreign) const;
  std::unique_ptr<MemoryDisk> copy() const;  ///< after the death of the process alone

 private:
  struct File {
    Bytes now, synced;
    bool locked = false;
  };
  struct Handle {
    std::shared_ptr<File> file;
    bool holds_lock = false;
  };
  bool fails();
  FileCalls make();

  std::map<std::string, std::shared_ptr<File>> names_, synced_names_;
  std::map<int, Handle> handles_;
  int next_handle_ = 3;
  std::int64_t made_ = 0, fault_at_ = 0;
  Fault fault_ = Fault::none;
  int reason_ = 0;
  bool fired_ = false;
  FileCalls calls_;
};

}  // namespace uq::studies::test
