// SPDX-License-Identifier: MIT
// What `hardbop fuzz` counts: how many programs and verdicts there were, by whom, and what occurred
// in the programs.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hardbop/cross.hpp>

namespace hardbop::cli {

class FuzzCounts {
 public:
  void add(std::string_view name, std::uint64_t count = 1);
  void add(const FuzzCounts& other);
  [[nodiscard]] std::uint64_t of(std::string_view name) const;
  [[nodiscard]] const std::map<std::string, std::uint64_t, std::less<>>& all() const {
    return all_;
  }

  /// What contenders say of the properties of one program.
  void add_verdicts(const CrossReport& report);
  void add_constructs(const std::vector<std::string_view>& names, const std::vector<bool>& occurs);

  /// Crosses process borders.
  [[nodiscard]] std::string to_bytes() const;
  [[nodiscard]] static FuzzCounts from_bytes(std::string_view bytes);

 private:
  std::map<std::string, std::uint64_t, std::less<>> all_;
};

/// A run over seeds, of which those before `next` are done and counted.
struct FuzzRun {
  std::string kind;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t next = 0;
  std::uint64_t found = 0;  // programs with disagreements
  FuzzCounts counts;
};

[[nodiscard]] std::string to_json(const FuzzRun& run);
/// Nothing if the text is not what to_json() writes.
[[nodiscard]] std::optional<FuzzRun> read_fuzz_run(const std::string& text);
/// The counts in words. `all`: those of all programs that were checked, also beyond `next`.
[[nodiscard]] std::string to_text(const FuzzRun& run, const FuzzCounts& all,
                                  const std::vector<std::string_view>& constructs);

}  // namespace hardbop::cli
