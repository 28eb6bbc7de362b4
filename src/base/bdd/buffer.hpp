// SPDX-License-Identifier: MIT
// A growable array of plain records for the large tables. Unlike std::vector it does not touch new
// memory, so reserved room costs nothing until it is used. A large array is mapped from the system
// and grows by moving pages, not by copying. So two copies never exist at the same time, and no
// hole is left in the heap.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

// Under the address sanitizer all memory comes from malloc, where accesses are checked.
#if defined(__linux__) && !defined(HARDBOP_SANITIZED)
#define HARDBOP_BDD_MAPS 1
#include <sys/mman.h>
#else
#define HARDBOP_BDD_MAPS 0
#endif

namespace hardbop::bdd {

/// Memory that can be resized, zero bytes where `zero` asks for it.
class RawMemory {
 public:
  RawMemory() = default;
  RawMemory(const RawMemory&) = delete;
  RawMemory& operator=(const RawMemory&) = delete;
  RawMemory(RawMemory&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  RawMemory& operator=(RawMemory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~RawMemory() { free(); }

  [[nodiscard]] void* data() const { return data_; }

  /// Keeps what is there. Throws std::bad_alloc, with nothing changed.
  void resize(std::size_t bytes) {
    void* moved = nullptr;
    if (!is_mapped(bytes_) && !is_mapped(bytes)) {
      moved = std::realloc(data_, bytes);
    } else if (is_mapped(bytes_) && is_mapped(bytes)) {
      moved = remap(bytes);
    } else {
      RawMemory fresh;
      fresh.allocate_zero(bytes);
      if (data_ != nullptr) std::memcpy(fresh.data_, data_, bytes < bytes_ ? bytes : bytes_);
      *this = std::move(fresh);
      return;
    }
    if (moved == nullptr) throw std::bad_alloc();
    data_ = moved;
    bytes_ = bytes;
  }

  /// Forgets what is there.
  void allocate_zero(std::size_t bytes) {
    void* const fresh = is_mapped(bytes) ? map(bytes) : std::calloc(bytes, 1);
    if (fresh == nullptr) throw std::bad_alloc();
    free();
    data_ = fresh;
    bytes_ = bytes;
  }

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;

  static bool is_mapped(std::size_t bytes) {
    return HARDBOP_BDD_MAPS != 0 && bytes >= (std::size_t{1} << 16);
  }

#if HARDBOP_BDD_MAPS
  static void* map(std::size_t bytes) {
    void* const found =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return found == MAP_FAILED ? nullptr : found;
  }
  void* remap(std::size_t bytes) {
    void* const found = mremap(data_, bytes_, bytes, MREMAP_MAYMOVE);
    return found == MAP_FAILED ? nullptr : found;
  }
  void free() {
    if (is_mapped(bytes_)) {
      munmap(data_, bytes_);
    } else {
      std::free(data_);
    }
  }
#else
  static void* map(std::size_t /*bytes*/) {
    return nullptr;
  }
  void* remap(std::size_t /*bytes*/) {
    return nullptr;
  }
  void free() {
    std::free(data_);
  }
#endif
};

template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] T* data() { return data_; }
  [[nodiscard]] const T* data() const { return data_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }

  /// Grows or shrinks, keeping what is there; what is new has any value. Throws
  /// std::bad_alloc, with nothing changed.
  void resize(std::size_t size) {
    block_.resize(size * sizeof(T));
    data_ = static_cast<T*>(block_.data());
    size_ = size;
  }

  /// Forgets everything; `size` records of zero bytes.
  void assign_zero(std::size_t size) {
    block_.allocate_zero(size * sizeof(T));
    data_ = static_cast<T*>(block_.data());
    size_ = size;
  }

 private:
  RawMemory block_;
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace hardbop::bdd
