#pragma once

#include "studies/store/dataset.hpp"

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>

namespace uq::studies {

/// The bytes of an HDF5 file in memory of malloc, where HDF5's in-memory driver grew them.
class FileImage {
 public:
  FileImage(std::byte* data, std::size_t size) : data_(data), size_(size) {}
  std::span<const std::byte> bytes() const { return {data_.get(), size_}; }

 private:
  struct Free {
    void operator()(std::byte* data) const { std::free(data); }
  };
  std::unique_ptr<std::byte, Free> data_;
  std::size_t size_;
};

/// The HDF5 file that holds `file`, built in memory: HDF5 then never meets a disk that is full,
/// after which it (1.10.8) reports success for lost data or crashes at exit. Equal content gives
/// equal bytes.
/// @cost the size of the file, in memory.
/// @throws InvalidArgument what the layout cannot hold; IoError a failure of HDF5.
FileImage image(const ResultFile& file);

}  // namespace uq::studies
