// SPDX-License-Identifier: MIT
// A growable array of plain records for the large tables. Unlike std::vector it grows
// through realloc, which for large blocks moves pages instead of copying them, and it
// leaves new memory untouched, so that room which is not used yet costs no memory.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace hardbop::bdd {

template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Buffer() = default;

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] T* data() { return data_.get(); }
  [[nodiscard]] const T* data() const { return data_.get(); }
  T& operator[](std::size_t i) { return data_.get()[i]; }
  const T& operator[](std::size_t i) const { return data_.get()[i]; }

  /// Grows or shrinks, keeping what is there; what is new is uninitialised. Throws
  /// std::bad_alloc, with nothing changed.
  void resize(std::size_t size) {
    void* const moved = std::realloc(data_.get(), size * sizeof(T));
    if (moved == nullptr) throw std::bad_alloc();
    static_cast<void>(data_.release());
    data_.reset(static_cast<T*>(moved));
    size_ = size;
  }

  /// Forgets everything; `size` records of zero bytes.
  void assign_zero(std::size_t size) {
    void* const fresh = std::calloc(size, sizeof(T));
    if (fresh == nullptr) throw std::bad_alloc();
    data_.reset(static_cast<T*>(fresh));
    size_ = size;
  }

 private:
  struct Free {
    void operator()(T* data) const { std::free(data); }
  };
  std::unique_ptr<T, Free> data_;
  std::size_t size_ = 0;
};

}  // namespace hardbop::bdd
