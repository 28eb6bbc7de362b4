// SPDX-License-Identifier: MIT
// Running other programs, with limits, in a process group of their own.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hardbop {

struct ProcessOptions {
  std::optional<double> seconds;              // then it is killed
  const std::atomic<bool>* cancel = nullptr;  // when set it is killed
  std::string folder;                         // to run in; empty: ours
  bool keep_output = false;                   // else what it prints is lost
};

struct ProcessResult {
  enum class End : std::uint8_t { NotFound, Failed, Exited, Signalled, TimedOut, Cancelled };

  End end = End::Failed;
  int status = 0;      // of Exited: its exit status; of Signalled: the signal
  std::string output;  // what it wrote to standard output, up to 16 MB
  double seconds = 0;
};

/// Runs a program, found as the shell finds it, and waits until it ends. It gets no input.
/// When time is up, it and all that it started in its group are killed.
[[nodiscard]] ProcessResult run_process(const std::vector<std::string>& command,
                                        const ProcessOptions& options);

/// A folder that is gone, with all that is in it, when this goes out of scope.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  /// Empty where none could be made.
  [[nodiscard]] const std::string& path() const { return path_; }
  /// The path of the file written; empty where it could not be.
  [[nodiscard]] std::string write(const std::string& name, std::string_view text) const;

 private:
  std::string path_;
};

}  // namespace hardbop
