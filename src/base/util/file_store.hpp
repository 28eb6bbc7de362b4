// SPDX-License-Identifier: MIT
// A folder of files that are named by digests: contents that took long to compute and can be
// computed again. Any number of processes may use it at the same time.
//
// A file appears as a whole, by renaming; it says its version, size and digest, and one that is
// damaged or of another version is taken for missing, with a message. If the files are larger than
// the limit together, those that were not used for the longest time are removed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/util/digest.hpp"

namespace hardbop {

class FileStore {
 public:
  /// `version` is what contents depend on beside their names: that of the program.
  FileStore(std::filesystem::path folder, std::uint64_t most_bytes, std::string_view version);

  /// `kind` is the end of the file's name.
  [[nodiscard]] std::optional<std::string> take(const Digest& name, std::string_view kind);
  void keep(const Digest& name, std::string_view kind, std::string_view contents);

  struct Problem {
    std::filesystem::path file;
    std::string text;
  };
  /// What went wrong so far. None of it matters for an answer.
  [[nodiscard]] const std::vector<Problem>& problems() const { return problems_; }
  /// Whether anybody has asked for a file, or kept one.
  [[nodiscard]] bool is_used() const { return is_used_; }
  /// The size of the last file that was taken or kept.
  [[nodiscard]] std::uint64_t last_size() const { return last_size_; }

 private:
  std::filesystem::path folder_;
  std::uint64_t most_bytes_;
  Digest version_;
  std::vector<Problem> problems_;
  std::uint64_t last_size_ = 0;
  bool is_used_ = false;

  [[nodiscard]] std::filesystem::path path(const Digest& name, std::string_view kind) const;
  void remove_old(const std::filesystem::path& newest);
};

}  // namespace hardbop
