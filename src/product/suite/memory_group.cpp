// SPDX-License-Identifier: MIT
// The group is made below the one in which this process is. In version 2 that works only if the
// group above delegates memory, which systemd does for `systemd-run --scope -p Delegate=yes`.
#include "product/suite/memory_group.hpp"

#include <atomic>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <unistd.h>
#include <utility>

namespace hardbop::suite {

namespace {

namespace fs = std::filesystem;

struct OwnGroup {
  fs::path folder;
  bool is_v2 = false;
};

/// Where this process is, by /proc/self/cgroup: lines "number:controllers:path".
std::vector<OwnGroup> own_groups() {
  std::vector<OwnGroup> out;
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string path = line.substr(std::min(second + 2, line.size()));
    if (controllers.empty()) out.push_back({fs::path("/sys/fs/cgroup") / path, true});
    if (controllers == "memory") out.push_back({fs::path("/sys/fs/cgroup/memory") / path, false});
  }
  return out;
}

bool write_text(const fs::path& path, const std::string& text) {
  std::ofstream file(path);
  file << text << std::flush;
  return static_cast<bool>(file);
}

}  // namespace

MemoryGroup::MemoryGroup(std::string folder, bool is_v2)
    : folder_(std::move(folder)), door_(folder_ + "/cgroup.procs"), is_v2_(is_v2) {}

MemoryGroup::MemoryGroup(MemoryGroup&& other) noexcept
    : folder_(std::exchange(other.folder_, "")),
      door_(std::move(other.door_)),
      is_v2_(other.is_v2_) {}

MemoryGroup& MemoryGroup::operator=(MemoryGroup&& other) noexcept {
  std::swap(folder_, other.folder_);
  std::swap(door_, other.door_);
  std::swap(is_v2_, other.is_v2_);
  return *this;
}

MemoryGroup::~MemoryGroup() {
  // A process that has just been killed may still be there for a moment.
  for (int tries = 0; !folder_.empty() && ::rmdir(folder_.c_str()) != 0 && tries < 50; ++tries)
    ::usleep(1000);
}

std::optional<MemoryGroup> MemoryGroup::make(std::uint64_t bytes) {
  static std::atomic<unsigned> number = 0;
  for (const OwnGroup& own : own_groups()) {
    std::error_code error;
    if (!fs::exists(own.folder / (own.is_v2 ? "memory.max" : "memory.limit_in_bytes"), error) &&
        !fs::exists(own.folder / "cgroup.procs", error))
      continue;
    const fs::path folder = own.folder / fmt::format("hardbop-{}-{}", ::getpid(), number++);
    if (!fs::create_directory(folder, error)) continue;
    MemoryGroup group(folder.string(), own.is_v2);
    if (!write_text(folder / (own.is_v2 ? "memory.max" : "memory.limit_in_bytes"),
                    std::to_string(bytes)))
      continue;
    if (own.is_v2) static_cast<void>(write_text(folder / "memory.swap.max", "0"));
    return group;
  }
  return std::nullopt;
}

bool MemoryGroup::was_exceeded() const {
  std::ifstream file(folder_ + (is_v2_ ? "/memory.events" : "/memory.oom_control"));
  std::uint64_t count = 0;
  for (std::string word; file >> word;)
    if (word == "oom_kill" && file >> count) return count > 0;
  return false;
}

std::uint64_t MemoryGroup::peak() const {
  std::ifstream file(folder_ + (is_v2_ ? "/memory.peak" : "/memory.max_usage_in_bytes"));
  std::uint64_t bytes = 0;
  return file >> bytes ? bytes : 0;
}

}  // namespace hardbop::suite
