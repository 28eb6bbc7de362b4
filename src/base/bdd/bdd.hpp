// SPDX-License-Identifier: MIT
// Boolean functions as values. A Bdd is a handle of 16 bytes on a node of a Manager:
// copying it counts a reference, equal functions are equal handles, and collections and
// reorderings leave its meaning alone. Each operation has a name; the usual ones have an
// operator as well. Operands must belong to one manager, which must outlive them.
//
// Any operation that makes nodes may throw LimitReached where the manager has limits
// (limits.hpp); a handle that was to be assigned keeps its value then.
#pragma once

#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "base/bdd/kernel.hpp"
#include "base/util/big_uint.hpp"

namespace hardbop::bdd {

class Renaming;
class Substitution;

class Bdd {
 public:
  /// No function; only assignment, destruction and comparison are allowed.
  Bdd() = default;
  /// For the kernel's own files: takes a reference that is alive now.
  Bdd(Kernel* kernel, Ref ref) : kernel_(kernel), ref_(ref) { kernel_->acquire(ref_); }

  Bdd(const Bdd& other) : kernel_(other.kernel_), ref_(other.ref_) {
    if (kernel_ != nullptr) kernel_->acquire(ref_);
  }
  Bdd(Bdd&& other) noexcept
      : kernel_(std::exchange(other.kernel_, nullptr)), ref_(std::exchange(other.ref_, 0)) {}
  Bdd& operator=(const Bdd& other) {
    Bdd copy(other);
    swap(copy);
    return *this;
  }
  Bdd& operator=(Bdd&& other) noexcept {
    Bdd moved(std::move(other));
    swap(moved);
    return *this;
  }
  ~Bdd() {
    if (kernel_ != nullptr) kernel_->release(ref_);
  }
  void swap(Bdd& other) noexcept {
    std::swap(kernel_, other.kernel_);
    std::swap(ref_, other.ref_);
  }

  [[nodiscard]] bool is_null() const { return kernel_ == nullptr; }
  [[nodiscard]] bool is_true() const { return kernel_ != nullptr && ref_ == true_ref; }
  [[nodiscard]] bool is_false() const { return kernel_ != nullptr && ref_ == false_ref; }
  [[nodiscard]] bool is_constant() const { return is_true() || is_false(); }

  /// Of a function that is not constant: its top variable, and the function with that
  /// variable true and false.
  [[nodiscard]] Var top() const;
  [[nodiscard]] Bdd high() const;
  [[nodiscard]] Bdd low() const;

  /// A number that tells functions of one manager apart while a handle on them lives.
  [[nodiscard]] Ref id() const { return ref_; }
  [[nodiscard]] Kernel* kernel() const { return kernel_; }

  /// Equality of functions, in constant time.
  friend bool operator==(const Bdd& f, const Bdd& g) {
    return f.ref_ == g.ref_ && f.kernel_ == g.kernel_;
  }

  Bdd& operator&=(const Bdd& g);
  Bdd& operator|=(const Bdd& g);
  Bdd& operator^=(const Bdd& g);
  Bdd& operator-=(const Bdd& g);

 private:
  Kernel* kernel_ = nullptr;
  Ref ref_ = 0;
};

/// For the kernel's own files: the kernel of an operand, which must not be null.
[[nodiscard]] Kernel& kernel_of(const Bdd& f);

[[nodiscard]] Bdd negate(const Bdd& f);
[[nodiscard]] Bdd conjoin(const Bdd& f, const Bdd& g);
[[nodiscard]] Bdd disjoin(const Bdd& f, const Bdd& g);
[[nodiscard]] Bdd exclusive_or(const Bdd& f, const Bdd& g);
[[nodiscard]] Bdd iff(const Bdd& f, const Bdd& g);
[[nodiscard]] Bdd implies(const Bdd& f, const Bdd& g);
/// f and not g.
[[nodiscard]] Bdd difference(const Bdd& f, const Bdd& g);
[[nodiscard]] Bdd ite(const Bdd& f, const Bdd& g, const Bdd& h);

/// Whether every model of f is one of g. Makes no nodes.
[[nodiscard]] bool is_subset(const Bdd& f, const Bdd& g);
/// Whether f and g have a common model. Makes no nodes.
[[nodiscard]] bool intersects(const Bdd& f, const Bdd& g);

/// Quantification over the variables of a cube (Manager::cube).
[[nodiscard]] Bdd exists(const Bdd& f, const Bdd& cube);
[[nodiscard]] Bdd forall(const Bdd& f, const Bdd& cube);
/// exists(f & g, cube), without building f & g.
[[nodiscard]] Bdd and_exists(const Bdd& f, const Bdd& g, const Bdd& cube);
/// rename(exists(f & g, cube), renaming), in the same pass.
[[nodiscard]] Bdd and_exists(const Bdd& f, const Bdd& g, const Bdd& cube, const Renaming& renaming);
/// Every variable of the renaming is replaced by its image, all at once.
[[nodiscard]] Bdd rename(const Bdd& f, const Renaming& renaming);
/// Every variable of the substitution is replaced by a function, all at once.
[[nodiscard]] Bdd compose(const Bdd& f, const Substitution& substitution);

/// f with the literals of a cube made true.
[[nodiscard]] Bdd cofactor(const Bdd& f, const Bdd& cube);
/// Functions that agree with f wherever `care` holds; f itself where it never does.
/// constrain(f, care) is a function of its operands' meaning and order alone, and
/// distributes over the connectives; restrict stays within the variables of f.
[[nodiscard]] Bdd constrain(const Bdd& f, const Bdd& care);
[[nodiscard]] Bdd restrict(const Bdd& f, const Bdd& care);

/// The variables f depends on, by number, and as a cube.
[[nodiscard]] std::vector<Var> support(const Bdd& f);
[[nodiscard]] Bdd support_cube(const Bdd& f);
/// Nodes of the diagram, the constant not counted; nodes shared by several roots or by
/// complement count once.
[[nodiscard]] std::size_t node_count(const Bdd& f);
[[nodiscard]] std::size_t node_count(std::span<const Bdd> roots);
/// Models over all variables of the manager, or over this many, which must be at least
/// as many as f depends on.
[[nodiscard]] BigUint model_count(const Bdd& f);
[[nodiscard]] BigUint model_count(const Bdd& f, std::size_t variables);
/// The value of f where `value(var)` is the value of each variable.
[[nodiscard]] bool evaluate(const Bdd& f, const std::function<bool(Var)>& value);
[[nodiscard]] bool evaluate(const Bdd& f, const std::vector<bool>& values);

inline Bdd operator!(const Bdd& f) {
  return negate(f);
}
/// The same: GCC warns of `!f & g`, but not of `~f & g`.
inline Bdd operator~(const Bdd& f) {
  return negate(f);
}
inline Bdd operator&(const Bdd& f, const Bdd& g) {
  return conjoin(f, g);
}
inline Bdd operator|(const Bdd& f, const Bdd& g) {
  return disjoin(f, g);
}
inline Bdd operator^(const Bdd& f, const Bdd& g) {
  return exclusive_or(f, g);
}
inline Bdd operator-(const Bdd& f, const Bdd& g) {
  return difference(f, g);
}
inline bool operator<=(const Bdd& f, const Bdd& g) {
  return is_subset(f, g);
}
inline bool operator>=(const Bdd& f, const Bdd& g) {
  return is_subset(g, f);
}
inline Bdd& Bdd::operator&=(const Bdd& g) {
  return *this = conjoin(*this, g);
}
inline Bdd& Bdd::operator|=(const Bdd& g) {
  return *this = disjoin(*this, g);
}
inline Bdd& Bdd::operator^=(const Bdd& g) {
  return *this = exclusive_or(*this, g);
}
inline Bdd& Bdd::operator-=(const Bdd& g) {
  return *this = difference(*this, g);
}

}  // namespace hardbop::bdd

template <>
struct std::hash<hardbop::bdd::Bdd> {
  std::size_t operator()(const hardbop::bdd::Bdd& f) const noexcept {
    return f.id() * hardbop::bdd::hash_factor;
  }
};
