// SPDX-License-Identifier: MIT
// The flat address space in which the interpreter executes programs: live objects by their first
// address. Private to the interpreter.
#pragma once

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/expression/expression.hpp"
#include "c/il/faults.hpp"
#include "c/il/interpreter.hpp"
#include "c/il/object_bytes.hpp"
#include "c/il/thread_state.hpp"
#include "c/il/value_text.hpp"

namespace hardbop::c::flat {

constexpr std::uint64_t functions_at = 0x1000;  // below, members of what a null pointer is to
constexpr std::uint64_t function_step = 16;
constexpr std::uint64_t usual_alignment = 16;  // of objects
constexpr std::uint64_t objects_at = 0x0100'0000;

/// Why execution cannot go on.
struct Stop {
  Outcome::Kind kind;
  std::string text;
  std::optional<Defect> defect = std::nullopt;  // of Fault
  std::string detail{};
};

inline Stop invalid_access(std::string text, std::string detail = "") {
  return {Outcome::Kind::Fault, std::move(text), Defect::Memory, std::move(detail)};
}

inline Stop out_of_bounds(std::uint64_t bytes, std::string detail) {
  return invalid_access(
      fmt::format("out-of-bounds access of {} byte{}", bytes, bytes == 1 ? "" : "s"),
      std::move(detail));
}

/// Where what some bytes are of is declared or allocated; empty where users do not see it.
inline std::string declaration_text(const Program& program, const UnknownBytes& origin) {
  if (origin.object == none) {
    const Statement& allocate = program.statements[origin.allocate];
    const std::string what =
        allocate.text == "array"
            ? "the array"
            : (allocate.is_stream ? "the stream of " : "the block of ") + allocate.text;
    return fmt::format("{} at {}", what, position_text(program, allocate.at));
  }
  const Object& object = program.objects[origin.object];
  const bool is_hidden =
      object.is_temporary || object.at.line == 0 ||
      (!object.function.is_none() && program.functions[object.function].is_library);
  if (is_hidden) return "";
  const std::string place = position_text(program, object.at);
  if (object.storage == Object::Storage::String) return fmt::format("{} at {}", object.name, place);
  return fmt::format("'{}' (declared at {})", object.name, place);
}

struct Instance {
  ObjectBytes bytes;
  bool is_heap = false;
  bool is_constant = false;
  bool is_live = true;     // false of a local outside of its scope
  bool has_ended = false;  // its scope
  UnknownBytes origin;     // what it is
};

inline bool is_of_statement(const Program& program, const Instance& instance) {
  return instance.origin.object != none &&
         program.objects[instance.origin.object].is_of_statement();
}

/// Live objects by their first address.
class Memory {
 public:
  Memory(const Program& program, std::uint64_t limit)
      : guard_(guard_bytes(program.data_model)),
        end_(words::mask(program.data_model.pointer_bits)),
        reserved_(program.reserved),
        limit_(limit) {}

  std::uint64_t add(std::uint64_t size, bool known, const UnknownBytes& origin,
                    std::uint64_t unit = usual_alignment) {
    const std::uint64_t base = free_address(size, unit);
    Instance instance;
    instance.bytes = ObjectBytes(size, known);
    used_ += instance.bytes.cost();
    if (used_ > limit_) throw Stop{Outcome::Kind::Fault, "memory exhausted"};
    instance.origin = origin;
    objects_.emplace(base, std::move(instance));
    return base;
  }
  std::uint64_t move(std::uint64_t base) {
    auto node = objects_.extract(base);
    node.key() = free_address(node.mapped().bytes.size(), usual_alignment);
    return objects_.insert(std::move(node)).position->first;
  }
  void remove(std::uint64_t base) {
    const auto found = objects_.find(base);
    used_ -= found->second.bytes.cost();
    objects_.erase(found);
  }
  Instance* at(std::uint64_t base) {
    const auto found = objects_.find(base);
    return found == objects_.end() ? nullptr : &found->second;
  }

  struct Found {
    Instance* instance;
    std::size_t offset;
  };
  /// Nothing where so many bytes are not within one object.
  std::optional<Found> find(std::uint64_t address, std::uint64_t size) {
    const auto near = around(address);
    if (near == objects_.end()) return std::nullopt;
    const std::uint64_t offset = address - near->first;
    const std::uint64_t length = near->second.bytes.size();
    if (offset > length || size > length - offset) return std::nullopt;
    return Found{&near->second, offset};
  }
  /// What is there, with the offset in it.
  std::optional<UnknownBytes> origin(std::uint64_t address) {
    const std::optional<Found> found = find(address, 1);
    if (!found) return std::nullopt;
    UnknownBytes out = found->instance->origin;
    out.offset = found->offset;
    return out;
  }
  struct Near {
    const Instance* instance;
    std::uint64_t base;
  };
  /// The object that an address is in, or next to.
  std::optional<Near> find_near(std::uint64_t address) {
    const auto found = owner(address);
    if (found == objects_.end()) return std::nullopt;
    return Near{&found->second, found->first};
  }
  /// Where it looks for free addresses first.
  [[nodiscard]] std::uint64_t next() const { return next_; }
  void set_next(std::uint64_t address) { next_ = address; }
  /// From now on it takes the lowest free address: what is made depends on what there is alone.
  void reuse() { reuses_ = true; }
  /// Adds all that there is.
  void tell(std::string& out) const {
    for (const auto& [base, instance] : objects_) {
      add_word(out, base);
      add_word(out, instance.bytes.size());
      add_word(out, instance.origin.object);
      add_word(out, instance.origin.allocate);
      for (const bool is : {instance.is_live, instance.is_heap, instance.is_constant})
        out += is ? '+' : '-';
      for (std::uint64_t i = 0; i < instance.bytes.size(); ++i) {
        const bool is_known = instance.bytes.is_known(i);
        out += is_known ? 'k' : '?';
        if (is_known) out += static_cast<char>(instance.bytes.read(i));
      }
    }
  }
  template <typename Visit>
  void for_each(Visit visit) const {
    for (const auto& [base, instance] : objects_) visit(base, instance);
  }
  /// Where pieces of heap are that pointers lead to, from all objects that are alive but those of
  /// one statement; the pointers may be anywhere, and to any part of a piece or one past its end.
  [[nodiscard]] std::set<std::uint64_t> reached(const Program& program) {
    std::vector<const Instance*> open;
    std::set<std::uint64_t> out;
    for (const auto& [base, instance] : objects_)
      if (!instance.is_heap && instance.is_live && !is_of_statement(program, instance))
        open.push_back(&instance);
    while (!open.empty()) {
      const Instance& from = *open.back();
      open.pop_back();
      from.bytes.for_each_word(program.data_model.pointer_bits / 8U, [&](std::uint64_t address) {
        const auto to = around(address);
        if (to == objects_.end() || !to->second.is_heap) return;
        if (address - to->first > to->second.bytes.size()) return;
        if (out.insert(to->first).second) open.push_back(&to->second);
      });
    }
    return out;
  }
  /// Where a pointer comes to lie that was in or next to an object, if it was.
  enum class Move : std::uint8_t { Stays, ToAnother, Nowhere };
  [[nodiscard]] Move move_of(std::uint64_t from, std::uint64_t to) {
    if (from == to) return Move::Stays;
    const auto arrival = owner(to);
    if (arrival == objects_.end()) return Move::Nowhere;
    const auto start = owner(from);
    return start == arrival || start == objects_.end() ? Move::Stays : Move::ToAnother;
  }
  [[nodiscard]] bool strays(std::uint64_t from, std::uint64_t to) {
    return move_of(from, to) == Move::ToAnother;
  }

 private:
  std::map<std::uint64_t, Instance> objects_;
  std::uint64_t guard_;
  std::uint64_t end_;
  const std::vector<AddressRange>& reserved_;
  std::uint64_t limit_;
  std::uint64_t used_ = 0;
  std::uint64_t next_ = objects_at;
  bool reuses_ = false;

  /// The object that an address is in, or next to.
  std::map<std::uint64_t, Instance>::iterator owner(std::uint64_t address) {
    const auto near = around(address + guard_ / 2);
    if (near == objects_.end()) return near;
    const std::uint64_t distance = address + guard_ / 2 - near->first;
    return distance < near->second.bytes.size() + guard_ ? near : objects_.end();
  }

  /// The last object that does not start behind the address.
  std::map<std::uint64_t, Instance>::iterator around(std::uint64_t address) {
    const auto above = objects_.upper_bound(address);
    return above == objects_.begin() ? objects_.end() : std::prev(above);
  }

  /// One in or next to so many bytes.
  [[nodiscard]] const AddressRange* reserved_at(std::uint64_t address, std::uint64_t bytes) const {
    const auto found = std::ranges::find_if(reserved_, [&](const AddressRange& range) {
      return range.first < address + bytes && range.last >= address - guard_ / 2;
    });
    return found == reserved_.end() ? nullptr : &*found;
  }

  /// Goes round: an address is used again as late as possible.
  std::uint64_t free_address(std::uint64_t size, std::uint64_t unit) {
    if (size > end_ - objects_at - 2 * std::max(unit, guard_))
      throw Stop{Outcome::Kind::Fault, "address space exhausted"};
    const auto rounded = [&](std::uint64_t address) { return (address + unit - 1) / unit * unit; };
    const std::uint64_t wanted = rounded(size + guard_);
    next_ = rounded(reuses_ ? objects_at : next_);
    for (int rounds = 0; rounds < 2; ++rounds) {
      while (next_ <= end_ - wanted) {
        if (const AddressRange* const range = reserved_at(next_, wanted)) {
          next_ = end_ - range->last <= guard_ + unit ? end_ : rounded(range->last + guard_);
          continue;
        }
        const auto above = objects_.lower_bound(next_);
        if (above == objects_.end() || above->first - next_ >= wanted) {
          const std::uint64_t base = next_;
          next_ += wanted;
          return base;
        }
        next_ = rounded(above->first + above->second.bytes.size() + guard_);
      }
      next_ = rounded(objects_at);
    }
    throw Stop{Outcome::Kind::Fault, "address space exhausted"};
  }
};

}  // namespace hardbop::c::flat
