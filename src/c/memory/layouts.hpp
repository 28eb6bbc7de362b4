// SPDX-License-Identifier: MIT
// Which objects and heap blocks become arrays of the graph instead of one variable for each cell,
// and what the elements of these arrays are.
#pragma once

#include <map>
#include <optional>
#include <set>

#include "c/memory/alignments.hpp"
#include "c/memory/dangling.hpp"
#include "c/memory/points_to.hpp"

namespace hardbop::c {

/// Elements of an array, each of equally many bytes.
struct ArrayLayout {
  std::uint32_t bytes = 1;  // a power of two
  bool is_bool = false;     // an element is a _Bool, stored as a word of one bit

  /// How many there are in that many bytes, at least one. The last may be larger than what is left.
  [[nodiscard]] std::uint64_t count(std::uint64_t size) const {
    return size <= bytes ? 1 : (size - 1) / bytes + 1;
  }
  [[nodiscard]] words::ArraySort sort(std::uint64_t size) const;
};

class Layouts {
 public:
  /// Objects with at least `from` cells, and heap blocks of so many bytes, become arrays; none
  /// where that is 0.
  Layouts(const Program& program, const PointsTo& points_to, const Alignments& alignments,
          const Dangling& dangling, std::uint32_t from);

  /// Nothing where it is no array.
  [[nodiscard]] std::optional<ArrayLayout> of_object(ObjectId id) const;
  [[nodiscard]] std::optional<ArrayLayout> of_heap(StatementId allocate, std::uint64_t size) const;
  /// Of blocks of any size.
  [[nodiscard]] ArrayLayout of_heap(StatementId allocate) const;
  [[nodiscard]] bool has_arrays() const { return from_ != 0; }
  /// Whether it is copied, or is a copy, so that it is laid out as others are.
  [[nodiscard]] bool is_copied(StatementId allocate) const { return copied_.contains(allocate); }

 private:
  /// Some bytes that an access is to.
  struct Part {
    std::uint32_t offset = 0;
    std::uint32_t bytes = 1;

    auto operator<=>(const Part&) const = default;  // NOLINT(modernize-use-nullptr)
  };
  /// How the accesses of the program see something.
  struct Use {
    std::uint32_t largest = 0;  // bytes
    std::set<Part> parts;       // with offsets modulo the largest element, or a divisor of them
    bool has_bools = false;     // some are of _Bool
    bool has_others = false;    // some are not
  };
  const Program& program_;
  std::uint32_t from_;
  std::uint32_t aligned_;  // bytes to which the largest scalars are aligned
  std::map<Pointee, Use> uses_;
  std::map<StatementId, StatementId> copied_;  // by Allocate: one for all that are laid out alike
  std::set<ObjectId> holders_;  // of pointers that are changed where an object starts to live again

  void note(const PointsTo& points_to, const Alignments& alignments, ExprId address, Type type);
  void note_copies(const PointsTo& points_to);
  [[nodiscard]] StatementId like(StatementId allocate) const;
  [[nodiscard]] Use use_of(const Pointee& what) const;
  /// The layout with the largest elements that suits them.
  [[nodiscard]] static std::uint32_t element(std::uint32_t largest, const std::set<Part>& parts);
  [[nodiscard]] bool can_be_array(const Object& object, ObjectId id) const;
};

}  // namespace hardbop::c
