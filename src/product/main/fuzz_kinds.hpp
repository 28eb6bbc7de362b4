// SPDX-License-Identifier: MIT
// The kinds of random programs that `hardbop fuzz` compares engines on.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "product/main/fuzz_counts.hpp"
#include <hardbop/shrink.hpp>

namespace hardbop::cli {

/// What came of one program.
struct Examined {
  std::vector<Disagreement> disagreements;
  FuzzCounts counts;
};

class FuzzKind {
 public:
  FuzzKind() = default;
  FuzzKind(const FuzzKind&) = delete;
  FuzzKind& operator=(const FuzzKind&) = delete;
  virtual ~FuzzKind() = default;

  [[nodiscard]] virtual std::string generate(std::uint64_t seed) const = 0;
  /// Of the files that programs are kept in: ".bp".
  [[nodiscard]] virtual std::string_view suffix() const = 0;
  [[nodiscard]] virtual std::vector<std::string_view> construct_names() const = 0;
  /// Asks about the program of the seed, or a smaller one. `only`: these contenders, if any.
  [[nodiscard]] virtual Examined examine(std::uint64_t seed, const std::string& text,
                                         const std::vector<std::string>& only) const = 0;
  /// What is asked about it besides what it says itself, for who wants to ask again.
  [[nodiscard]] virtual std::string question(std::uint64_t seed) const = 0;
  [[nodiscard]] virtual ShrinkResult make_small(const std::string& text,
                                                const ShrinkPredicate& keep,
                                                const ShrinkOptions& options) const = 0;
};

/// The default first.
[[nodiscard]] std::vector<std::string> fuzz_kind_names();
/// `outside`: other tools to ask, of Boolean programs. The name is one of fuzz_kind_names().
[[nodiscard]] std::unique_ptr<FuzzKind> make_fuzz_kind(std::string_view name,
                                                       std::vector<std::string> outside);

}  // namespace hardbop::cli
