// SPDX-License-Identifier: MIT
// A file to which events are written, one per line, as they come.
#pragma once

#include <cstdio>
#include <memory>
#include <mutex>
#include <string>

namespace hardbop::cli {

class EventFile {
 public:
  /// Reports why it cannot be written; nothing is written then.
  explicit EventFile(const std::string& path);

  /// Threads may write at the same time.
  void write(const std::string& event);
  /// Whether all got there.
  [[nodiscard]] bool close();

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  std::string path_;
  std::mutex mutex_;
  std::unique_ptr<std::FILE, Closer> file_;
  bool is_written_ = false;
};

}  // namespace hardbop::cli
