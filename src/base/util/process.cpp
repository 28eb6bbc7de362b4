// SPDX-License-Identifier: MIT
#include "base/util/process.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

extern char** environ;

namespace hardbop {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::size_t max_output = 16'000'000;
constexpr auto patience = milliseconds(20);  // between looks at limits

/// How a program is to be started; freed when it goes out of scope.
class Preparation {
 public:
  Preparation(int output, const std::string& folder) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    if (!folder.empty()) posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str());
    posix_spawnattr_init(&attributes_);
    sigset_t defaults;
    sigemptyset(&defaults);
    for (const int signal : {SIGINT, SIGTERM, SIGPIPE}) sigaddset(&defaults, signal);
    posix_spawnattr_setsigdefault(&attributes_, &defaults);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  }
  Preparation(const Preparation&) = delete;
  Preparation& operator=(const Preparation&) = delete;
  ~Preparation() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }

  /// 0, or why not.
  [[nodiscard]] int start(const std::vector<std::string>& command, pid_t& process) const {
    std::vector<char*> arguments;
    arguments.reserve(command.size() + 1);
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    return posix_spawnp(&process, arguments.front(), &actions_, &attributes_, arguments.data(),
                        environ);
  }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

class Running {
 public:
  Running(pid_t process, int output, const ProcessOptions& options)
      : process_(process), output_(output), options_(options) {}

  ProcessResult wait() {
    bool open = true;
    while (true) {
      open = open && read_some();
      int status = 0;
      // While the pipe is open, reading is what waits; afterwards the end is near.
      const pid_t ended = ::waitpid(process_, &status, WNOHANG);
      if (ended == process_) {
        while (open && read_some(milliseconds(0))) continue;
        finish(status);
        break;
      }
      if (out_of_time() || cancelled()) {
        result_.end = cancelled() ? ProcessResult::End::Cancelled : ProcessResult::End::TimedOut;
        kill_all();
        break;
      }
      if (!open) std::this_thread::sleep_for(milliseconds(1));
    }
    ::kill(-process_, SIGKILL);  // whatever it left behind
    result_.seconds = seconds();
    return std::move(result_);
  }

 private:
  pid_t process_;
  int output_;
  const ProcessOptions& options_;
  Clock::time_point start_ = Clock::now();
  ProcessResult result_;

  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }
  [[nodiscard]] bool out_of_time() const {
    return options_.seconds && seconds() >= *options_.seconds;
  }
  [[nodiscard]] bool cancelled() const {
    return options_.cancel != nullptr && options_.cancel->load(std::memory_order_relaxed);
  }

  /// Whether there may be more.
  bool read_some(milliseconds at_most = patience) {
    pollfd ready{output_, POLLIN, 0};
    const int polled = ::poll(&ready, 1, static_cast<int>(at_most.count()));
    if (polled == 0) return at_most == patience;
    if (polled < 0) return errno == EINTR;
    std::array<char, 1U << 16U> buffer;
    const ssize_t got = ::read(output_, buffer.data(), buffer.size());
    if (got < 0) return errno == EINTR;
    if (options_.keep_output && result_.output.size() < max_output)
      result_.output.append(buffer.data(), static_cast<std::size_t>(got));
    return got > 0;
  }

  void finish(int status) {
    const bool exited = WIFEXITED(status);
    result_.end = exited ? ProcessResult::End::Exited : ProcessResult::End::Signalled;
    result_.status = exited ? WEXITSTATUS(status) : WTERMSIG(status);
  }

  void kill_all() const {
    ::kill(-process_, SIGKILL);
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) continue;
  }
};

}  // namespace

ProcessResult run_process(const std::vector<std::string>& command, const ProcessOptions& options) {
  std::array<int, 2> pipe{};
  ProcessResult result;
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return result;
  pid_t process = 0;
  const int error = Preparation(pipe[1], options.folder).start(command, process);
  ::close(pipe[1]);
  if (error == 0) {
    result = Running(process, pipe[0], options).wait();
  } else if (error == ENOENT) {
    result.end = ProcessResult::End::NotFound;
  }
  ::close(pipe[0]);
  return result;
}

TemporaryFolder::TemporaryFolder() {
  std::error_code error;
  const std::filesystem::path base = std::filesystem::temp_directory_path(error);
  std::string name = (error ? "." : base.string()) + "/hardbop-XXXXXX";
  if (::mkdtemp(name.data()) != nullptr) path_ = std::move(name);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;
  if (!path_.empty()) std::filesystem::remove_all(path_, error);
}

std::string TemporaryFolder::write(const std::string& name, std::string_view text) const {
  if (path_.empty()) return {};
  std::string path = path_ + "/" + name;
  std::ofstream file(path, std::ios::binary);
  file << text;
  return file.flush() ? path : std::string();
}

}  // namespace hardbop
