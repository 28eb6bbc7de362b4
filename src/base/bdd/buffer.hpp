// SPDX-License-Identifier: MIT
// A growable array of plain records for the large tables. Unlike std::vector it does not touch new
// memory, so reserved room costs nothing until it is used. A large array is mapped from the system
// and grows by moving pages, not by copying. So two copies never exist at the same time, and no
// hole is left in the heap. For a very large one the system is asked for huge pages, which save the
// processor a second miss, that of the address, for each miss of its caches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

// Under the address sanitizer all memory comes from malloc, where accesses are checked.
#if defined(__linux__) && !defined(HARDBOP_SANITIZED)
#define HARDBOP_BDD_MAPS 1
#include <sys/mman.h>
#include <unistd.h>
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
  ~RawMemory() { release(data_, bytes_); }

  [[nodiscard]] void* data() const { return data_; }

  /// Keeps what is there. Throws std::bad_alloc, with nothing changed.
  void resize(std::size_t bytes) {
    void* moved = nullptr;
    if (kind(bytes) != kind(bytes_)) {
      moved = zeroed(bytes);
      if (moved != nullptr && data_ != nullptr)
        std::memcpy(moved, data_, bytes < bytes_ ? bytes : bytes_);
      if (moved != nullptr) release(data_, bytes_);
    } else {
      moved = kind(bytes) == Kind::Heap ? std::realloc(data_, bytes) : remap(bytes);
    }
    if (moved == nullptr) throw std::bad_alloc();
    data_ = moved;
    bytes_ = bytes;
  }

  /// Forgets what is there.
  void allocate_zero(std::size_t bytes) {
    void* const fresh = zeroed(bytes);
    if (fresh == nullptr) throw std::bad_alloc();
    release(data_, bytes_);
    data_ = fresh;
    bytes_ = bytes;
  }

 private:
  enum class Kind : std::uint8_t { Heap, Pages, HugePages };

  void* data_ = nullptr;
  std::size_t bytes_ = 0;

  static Kind kind(std::size_t bytes) {
    if (HARDBOP_BDD_MAPS == 0 || bytes < (std::size_t{1} << 16)) return Kind::Heap;
    return bytes < (std::size_t{1} << 23) ? Kind::Pages : Kind::HugePages;
  }

  /// Null where memory ran out.
  static void* zeroed(std::size_t bytes) {
    switch (kind(bytes)) {
      case Kind::Heap: return std::calloc(bytes, 1);
      case Kind::Pages: return map(bytes);
      case Kind::HugePages: return map_aligned(bytes);
    }
    return nullptr;
  }

#if HARDBOP_BDD_MAPS
  static constexpr std::size_t huge_page = std::size_t{1} << 21;

  static void release(void* data, std::size_t bytes) {
    if (kind(bytes) == Kind::Heap) {
      std::free(data);
    } else {
      munmap(data, bytes);
    }
  }
  static void* map(std::size_t bytes) {
    void* const found =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return found == MAP_FAILED ? nullptr : found;
  }
  /// From the start of a huge page on. What is mapped too much before and after is given back.
  static void* map_aligned(std::size_t bytes) {
    const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t used = (bytes + page - 1) / page * page;
    char* const found = static_cast<char*>(map(used + huge_page));
    if (found == nullptr) return nullptr;
    const std::size_t before = -reinterpret_cast<std::uintptr_t>(found) % huge_page;
    if (before != 0) munmap(found, before);
    if (before != huge_page) munmap(found + before + used, huge_page - before);
    madvise(found + before, used, MADV_HUGEPAGE);  // where the system has none, nothing happens
    return found + before;
  }
  void* remap(std::size_t bytes) {
    if (kind(bytes) == Kind::Pages) return moved(mremap(data_, bytes_, bytes, MREMAP_MAYMOVE));
    if (void* const grown = moved(mremap(data_, bytes_, bytes, 0))) return grown;
    // Without room for both, it moves to wherever there is some.
    void* const place = map_aligned(bytes);
    return moved(place == nullptr
                     ? mremap(data_, bytes_, bytes, MREMAP_MAYMOVE)
                     : mremap(data_, bytes_, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, place));
  }
  static void* moved(void* found) {
    return found == MAP_FAILED ? nullptr : found;
  }
#else
  static void release(void* data, std::size_t /*bytes*/) {
    std::free(data);
  }
  static void* map(std::size_t /*bytes*/) {
    return nullptr;
  }
  static void* map_aligned(std::size_t /*bytes*/) {
    return nullptr;
  }
  void* remap(std::size_t /*bytes*/) {
    return nullptr;
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
