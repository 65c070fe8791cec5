#include "studies/journal/claims.hpp"

#include <bit>

namespace uq::studies {

RowKey row_key(std::span<const double> inputs) {
  RowKey key;
  key.reserve(inputs.size());
  for (const double value : inputs) {
    key.push_back(std::bit_cast<std::uint64_t>(value));
  }
  return key;
}

bool Claims::claim(const RowKey& key) {
  const std::lock_guard lock(mutex_);
  return keys_.insert(key).second;
}

void Claims::release(const RowKey& key) {
  {
    const std::lock_guard lock(mutex_);
    keys_.erase(key);
  }
  released_.notify_all();
}

void Claims::wait_for(const RowKey& key) {
  std::unique_lock lock(mutex_);
  released_.wait(lock, [&] { return !keys_.contains(key); });
}

BatchClaims::~BatchClaims() {
  for (const RowKey& key : own_) {
    claims_.release(key);
  }
}

bool BatchClaims::claim(const RowKey& key) {
  if (!claims_.claim(key)) {
    return false;
  }
  own_.insert(key);
  return true;
}

void BatchClaims::release(const RowKey& key) {
  own_.erase(key);
  claims_.release(key);
}

}  // namespace uq::studies
