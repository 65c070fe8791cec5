#include "tests/studies/journal/memory_disk.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace uq::studies::test {

namespace {

/// One of the things that may be found where a sector was not synced.
void lose(Bytes& found,
          std::size_t begin,
          std::size_t end,
          std::mt19937_64& random,
          const Bytes& foreign) {
  enum : std::uint64_t { kept, zero, garbage, other_place, other_journal, kinds };
  // Mostly kept: otherwise no state but the shortest would come up.
  const std::uint64_t kind = random() % 2 == 0 ? std::uint64_t{kept} : random() % kinds;
  for (std::size_t k = begin; k < end; ++k) {
    switch (kind) {
      case zero:
        found[k] = std::byte{0};
        break;
      case garbage:
        found[k] = static_cast<std::byte>(random());
        break;
      case other_place:
        found[k] = found[(k + 512) % found.size()];
        break;
      case other_journal:
        found[k] = k < foreign.size() ? foreign[k] : std::byte{0};
        break;
      default:
        break;
    }
  }
}

}  // namespace

const FileCalls& MemoryDisk::calls() {
  if (!calls_.open) {
    calls_ = make();
  }
  return calls_;
}

void MemoryDisk::fail_at(std::int64_t k, Fault fault, int reason) {
  fault_at_ = made_ + k;
  fault_ = fault;
  reason_ = reason;
  fired_ = false;
}

bool MemoryDisk::fails() {
  ++made_;
  const bool now = fault_ == Fault::power_off ? made_ >= fault_at_ : made_ == fault_at_;
  if (fault_ == Fault::none || !now) {
    return false;
  }
  fired_ = true;
  errno = fault_ == Fault::power_off ? EIO : reason_;
  return fault_ != Fault::short_write;
}

Bytes MemoryDisk::durable(const std::string& path) const {
  const auto found = synced_names_.find(path);
  return found == synced_names_.end() ? Bytes{} : found->second->synced;
}

void MemoryDisk::put(const std::string& path, Bytes bytes) {
  auto file = std::make_shared<File>();
  file->now = bytes;
  file->synced = std::move(bytes);
  names_[path] = file;
  synced_names_[path] = file;
}

std::unique_ptr<MemoryDisk> MemoryDisk::copy() const {
  auto disk = std::make_unique<MemoryDisk>();
  for (const auto& [name, file] : names_) {
    disk->put(name, file->now);
  }
  return disk;
}

std::unique_ptr<MemoryDisk> MemoryDisk::after_power_loss(std::mt19937_64& random,
                                                         std::size_t sector,
                                                         const Bytes& foreign) const {
  auto disk = std::make_unique<MemoryDisk>();
  for (const auto& [name, file] : random() % 2 == 0 ? names_ : synced_names_) {
    const std::size_t shorter = std::min(file->now.size(), file->synced.size());
    const std::size_t longer = std::max(file->now.size(), file->synced.size());
    Bytes found = file->now.size() == longer ? file->now : file->synced;
    for (std::size_t begin = shorter; begin < longer;) {
      const std::size_t end = std::min(longer, (begin / sector + 1) * sector);
      lose(found, begin, end, random, foreign);
      begin = end;
    }
    const std::size_t choices = longer - shorter + 1;
    found.resize(random() % 3 == 0 ? longer : shorter + random() % choices);
    disk->put(name, std::move(found));
  }
  return disk;
}

FileCalls MemoryDisk::make() {
  return {
      .open =
          [this](const std::string& path, int flags, mode_t) {
            if (fails()) {
              return -1;
            }
            if (!names_.contains(path)) {
              if ((flags & O_CREAT) == 0) {
                errno = ENOENT;
                return -1;
              }
              names_[path] = std::make_shared<File>();
            }
            if ((flags & O_TRUNC) != 0) {
              names_[path]->now.clear();
            }
            handles_[next_handle_] = {names_[path]};
            return next_handle_++;
          },
      .close =
          [this](int descriptor) {
            Handle& handle = handles_.at(descriptor);
            handle.file->locked = handle.file->locked && !handle.holds_lock;
            handles_.erase(descriptor);
            return 0;
          },
      .write = [this](int descriptor, std::span<const std::byte> bytes) -> ssize_t {
        if (fails()) {
          return -1;
        }
        const bool is_cut = fired_ && fault_ == Fault::short_write && made_ == fault_at_;
        const std::size_t count = is_cut ? (bytes.size() + 1) / 2 : bytes.size();
        Bytes& now = handles_.at(descriptor).file->now;
        now.insert(now.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count));
        return static_cast<ssize_t>(count);
      },
      .pread = [this](int descriptor, std::span<std::byte> into, std::int64_t offset) -> ssize_t {
        if (fails()) {
          return -1;
        }
        const Bytes& now = handles_.at(descriptor).file->now;
        const std::size_t from = std::min(now.size(), static_cast<std::size_t>(offset));
        const std::size_t count = std::min(into.size(), now.size() - from);
        if (count > 0) {
          std::memcpy(into.data(), now.data() + from, count);
        }
        return static_cast<ssize_t>(count);
      },
      .size = [this](int descriptor) -> std::int64_t {
        return fails() ? -1 : static_cast<std::int64_t>(handles_.at(descriptor).file->now.size());
      },
      .sync =
          [this](int descriptor) {
            if (fails()) {
              return -1;
            }
            File& file = *handles_.at(descriptor).file;
            file.synced = file.now;
            return 0;
          },
      .truncate =
          [this](int descriptor, std::int64_t size) {
            if (fails()) {
              return -1;
            }
            handles_.at(descriptor).file->now.resize(static_cast<std::size_t>(size));
            return 0;
          },
      .lock =
          [this](int descriptor) {
            if (fails()) {
              return -1;
            }
            Handle& handle = handles_.at(descriptor);
            if (handle.file->locked) {
              errno = EWOULDBLOCK;
              return -1;
            }
            handle.file->locked = true;
            handle.holds_lock = true;
            return 0;
          },
      .is_at =
          [this](int descriptor, const std::string& path) {
            return names_.contains(path) && names_.at(path) == handles_.at(descriptor).file;
          },
      .rename_new =
          [this](const std::string& from, const std::string& to) {
            if (fails()) {
              return -1;
            }
            if (names_.contains(to)) {
              errno = EEXIST;
              return -1;
            }
            names_[to] = names_.at(from);
            names_.erase(from);
            return 0;
          },
      .rename =
          [this](const std::string& from, const std::string& to) {
            if (fails()) {
              return -1;
            }
            names_[to] = names_.at(from);
            names_.erase(from);
            return 0;
          },
      .remove =
          [this](const std::string& path) {
            if (fails()) {
              return -1;
            }
            names_.erase(path);
            return 0;
          },
      .sync_folder =
          [this](const std::string&) {
            if (fails()) {
              return -1;
            }
            synced_names_ = names_;
            return 0;
          }};
}

}  // namespace uq::studies::test
