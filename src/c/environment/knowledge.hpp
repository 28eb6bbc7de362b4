// SPDX-License-Identifier: MIT
// What undefined functions may know: external objects, and everything that a pointer they can read
// leads to. Flags, which are variables of the program, say which of it they know at a point of a
// run.
#pragma once

#include <map>
#include <vector>

#include "c/il/builder.hpp"
#include "c/il/shapes.hpp"
#include "c/memory/call_graph.hpp"

namespace hardbop::c {

/// A word that can hold a pointer.
struct PointerWord {
  std::uint32_t offset = 0;
  Target target;
  Pointees pointees;  // what the program or the environment may store there
};

/// Something that undefined functions may know: an object, a piece of heap or a function.
struct Known {
  Pointee what;
  ExprId base = none;   // its address
  ExprId alive = none;  // when there is one, as a truth; none: always
  std::uint32_t size = 0;
  bool is_single = false;      // a scalar or a function: no pointer is into the middle of it
  bool is_external = false;    // always known: without flags
  bool can_be_written = true;  // and is, where it is known by a pointer that is not to const
  ObjectId known = none;       // the flags; one where both are always the same
  ObjectId writable = none;
  ObjectId slot = none;             // where the base is kept, if it is not always the same
  ObjectId length = none;           // where the size is kept of a block without pointers, if it is
                                    // no small constant; it has no cells then
  std::vector<Cell> numbers;        // cells that are no pointers
  std::vector<PointerWord> leads;   // words that lead on
  std::vector<PointerWord> stores;  // words that pointers can be stored to
  std::vector<Part> parts;
};

class Knowledge {
 public:
  /// `fresh`: the object that the environment makes.
  Knowledge(Program& program, Shapes& shapes, Builder& build, ObjectId fresh);

  [[nodiscard]] const std::vector<Known>& all() const { return all_; }
  [[nodiscard]] const PointsTo& points_to() const { return points_to_; }
  [[nodiscard]] bool is_recursive(FunctionId f) const { return calls_.is_recursive(f); }
  /// Those that a value may point to, by number.
  [[nodiscard]] std::vector<std::size_t> among(const Pointees& pointees) const;
  /// By function: the numbers of its locals.
  [[nodiscard]] const std::map<FunctionId, std::vector<std::size_t>>& locals() const {
    return locals_;
  }
  /// Of a function with such locals: whether it is active.
  [[nodiscard]] ObjectId activity(FunctionId f) const { return activity_.at(f); }
  /// By Allocate: the numbers of its pieces.
  [[nodiscard]] const std::map<StatementId, std::vector<std::size_t>>& heap() const {
    return heap_;
  }
  /// Whether they may know pointers of an object that is too large to look at.
  [[nodiscard]] bool is_too_large() const { return is_too_large_; }
  /// Whether undefined functions make any pointers.
  [[nodiscard]] bool makes_pointers() const { return makes_pointers_; }
  [[nodiscard]] Target target_of(const Place& parameter);
  [[nodiscard]] ExprId flag(ObjectId object);
  ObjectId add_global(const std::string& name, Type type);

  static constexpr Type flag_type{8, false, false, true};
  static constexpr std::uint32_t most_pieces = 4;      // of heap that one statement allocates
  static constexpr std::uint32_t largest_piece = 256;  // in bytes
  /// Bytes of the object that the environment makes: as many as types need.
  static constexpr std::uint32_t smallest_fresh = 16;
  static constexpr std::uint32_t largest_fresh = 128;

  /// The bytes of an allocation whose cells can be followed; none where they cannot.
  [[nodiscard]] std::uint32_t piece_size(const Statement& allocate) const;

 private:
  Program& program_;
  Shapes& shapes_;
  Builder& build_;
  ObjectId fresh_;
  PointsTo points_to_;
  CallGraph calls_;
  bool stores_numbers_;  // pointers are stored as numbers
  bool has_numbers_;     // variables of integer types, or bytes, may hold addresses
  Pointees copied_to_;   // where bytes are copied to that may be those of pointers
  std::vector<Known> all_;
  std::map<Pointee, std::vector<std::size_t>> by_pointee_;
  std::map<FunctionId, std::vector<std::size_t>> locals_;
  std::map<FunctionId, ObjectId> activity_;
  std::map<StatementId, std::vector<std::size_t>> heap_;
  struct Accesses {
    std::set<std::uint32_t> offsets;
    bool anywhere = false;
  };
  bool makes_pointers_ = false;
  bool is_too_large_ = false;
  std::uint32_t fresh_bytes_ = smallest_fresh;
  std::map<Pointee, Accesses> accesses_;  // of pointers in untyped memory

  void add(const Pointee& what);
  void add_function(FunctionId f);
  void add_object(ObjectId object);
  void add_heap(StatementId allocate);
  [[nodiscard]] bool is_plain_block(StatementId allocate) const;
  [[nodiscard]] bool rebuilds_pointers() const;
  void add_words(Known& item, const Object& object);
  void add_untyped_words(Known& item, const Pointees& held);
  void find_accesses();
  void note_access(ExprId address);
  void add_flags();
  void size_fresh();
  void note_made(const Target& target);
};

}  // namespace hardbop::c
