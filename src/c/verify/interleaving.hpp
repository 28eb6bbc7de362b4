// SPDX-License-Identifier: MIT
// Programs with threads as programs without, which all engines decide: how many threads a place in
// a loop may create, and within how many context switches errors are looked for.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/certificate/claim.hpp"
#include "c/threads/interleave.hpp"
#include "c/verify/finding.hpp"
#include "c/verify/property.hpp"

namespace hardbop::verify {

/// Whether that can be done: runs violate each of them by arriving somewhere, and what is left over
/// when a thread ends does not matter.
[[nodiscard]] bool can_be_interleaved(std::span<const Property> properties);

/// Whether a program has to be, for a property.
[[nodiscard]] bool needs_interleaving(const c::Program& program, const Property& property);

/// How it is done.
struct InterleavedHow {
  std::uint32_t threads = 0;  // that a place in a loop creates
  bool is_crowded = false;    // one of them is followed, of any number
  std::optional<std::uint32_t> switches{};
};

class Interleaving {
 public:
  Interleaving(c::Program threaded, const Property& property,
               std::optional<std::uint32_t> switches);
  /// In this way, and no other.
  Interleaving(c::Program threaded, const Property& property, const InterleavedHow& how);

  [[nodiscard]] InterleavedHow how() const { return {threads_, is_crowded_, switches_}; }
  /// Of what holds, although the program says so: why nothing is known. Else empty.
  [[nodiscard]] std::string why_unknown() const;

  [[nodiscard]] std::shared_ptr<const c::Program> program() const;
  /// Whether the program has more runs than the threads: only what holds is known. It is asked
  /// first, where threads are created in a loop.
  [[nodiscard]] bool is_crowded() const { return is_crowded_; }
  /// Whether the finding is that there were too few threads, and there can be more now; or that
  /// nothing is known with a crowd, and there is none now.
  [[nodiscard]] bool grow(const Finding& finding);
  /// What is odd about its threads.
  [[nodiscard]] std::vector<c::Remark> remarks() const { return interleaved().remarks; }
  /// What is known of all runs is known of those within the switches. Nothing is known of accesses
  /// to locals that have ended: here all live as long as the program.
  void limit(Finding& finding) const;

 private:
  std::shared_ptr<const c::Program> threaded_;
  bool finds_deadlocks_;
  std::string outlived_;  // for memory: a local that pointers may outlive; else empty
  std::optional<std::uint32_t> switches_;
  std::uint32_t threads_;
  bool is_crowded_ = false;

  [[nodiscard]] c::Interleaved interleaved() const;
};

/// Keys of a claim about threads, and what makes it one.
inline constexpr std::string_view threads_key = "threads";
inline constexpr std::string_view crowd_key = "crowd";
inline constexpr std::string_view switches_key = "context-switches";
/// Nothing where it does not say how they are interleaved.
[[nodiscard]] std::optional<InterleavedHow> interleaved_of(const certify::Claim& claim);
[[nodiscard]] certify::Claim about_interleaved(certify::Claim claim, const InterleavedHow& how);

}  // namespace hardbop::verify
