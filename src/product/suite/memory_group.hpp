// SPDX-License-Identifier: MIT
// A control group that limits the memory of one task with all its processes, where the system lets
// us make one. Version 2 and version 1 of control groups are the same but for names of files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace hardbop::suite {

class MemoryGroup {
 public:
  /// Nothing where the system does not allow it.
  [[nodiscard]] static std::optional<MemoryGroup> make(std::uint64_t bytes);
  MemoryGroup(MemoryGroup&& other) noexcept;
  MemoryGroup& operator=(MemoryGroup&& other) noexcept;
  MemoryGroup(const MemoryGroup&) = delete;
  MemoryGroup& operator=(const MemoryGroup&) = delete;
  ~MemoryGroup();

  /// The file that a process writes "0" to in order to join.
  [[nodiscard]] const std::string& door() const { return door_; }
  /// Whether a process was ended because of the limit.
  [[nodiscard]] bool was_exceeded() const;
  /// The most that was used, in bytes; 0 where that is not known.
  [[nodiscard]] std::uint64_t peak() const;

 private:
  MemoryGroup(std::string folder, bool is_v2);
  std::string folder_;
  std::string door_;
  bool is_v2_;
};

}  // namespace hardbop::suite
