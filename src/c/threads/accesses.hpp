// SPDX-License-Identifier: MIT
// What the statements of an expanded program read and write, by bytes where an address says which.
#pragma once

#include <vector>

#include "c/memory/points_to.hpp"

namespace hardbop::c {

/// Bytes of an object from `from` up to before `to`.
struct Access {
  Pointee what;
  std::uint64_t from = 0;
  std::uint64_t to = ~std::uint64_t{0};
  bool is_write = false;
  bool is_exact = false;  // exactly these bytes
  ExprId load = none;     // of a read that is exact

  [[nodiscard]] bool overlaps(const Access& other) const {
    return what == other.what && from < other.to && other.from < to;
  }
};

struct Accesses {
  std::vector<Access> all;
  bool may_fault = false;  // one of them may be invalid
};

/// By statement.
[[nodiscard]] std::vector<Accesses> find_accesses(const Program& program);

}  // namespace hardbop::c
