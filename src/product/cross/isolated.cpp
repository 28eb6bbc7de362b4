// SPDX-License-Identifier: MIT
// The kernel itself ends the child: a timer of its processor time sends SIGPROF, and one of the
// time of the day, for a child that waits for something, SIGALRM. Nobody has to look at it
// meanwhile.
#include "product/cross/isolated.hpp"

#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <exception>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace hardbop::cross_layer {

namespace {

constexpr unsigned longest_seconds = 60;  // however long processors are busy with others
constexpr int failed = 99;

void set_limits(double seconds) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGPROF, SIG_DFL);
  std::signal(SIGALRM, SIG_DFL);
  const double whole = std::floor(seconds);
  itimerval limit{};
  limit.it_value.tv_sec = static_cast<time_t>(whole);
  limit.it_value.tv_usec = static_cast<suseconds_t>((seconds - whole) * 1e6);
  ::setitimer(ITIMER_PROF, &limit, nullptr);
  ::alarm(longest_seconds);
}

/// Nothing is freed: what this process does not need any more is the parent's, too.
[[noreturn]] void be_child(const std::function<std::string()>& work, double seconds, int output) {
  set_limits(seconds);
  int status = failed;
  try {
    const std::string result = work();
    std::size_t written = 0;
    while (written < result.size()) {
      const ssize_t moved = ::write(output, result.data() + written, result.size() - written);
      if (moved < 0 && errno != EINTR) ::_exit(failed);
      if (moved > 0) written += static_cast<std::size_t>(moved);
    }
    status = 0;
  } catch (const std::exception&) {
    status = failed;
  }
  ::_exit(status);
}

std::string read_all(int input) {
  std::string out;
  std::array<char, 1U << 12U> buffer{};
  while (true) {
    const ssize_t got = ::read(input, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return out;
    out.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

Isolated::End end_of(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
  if (WIFEXITED(status))
    return WEXITSTATUS(status) == 0 ? Isolated::End::Fine : Isolated::End::Crashed;
  const bool is_late = WTERMSIG(status) == SIGPROF || WTERMSIG(status) == SIGALRM;
  return is_late ? Isolated::End::Killed : Isolated::End::Crashed;
}

}  // namespace

Isolated isolated(const std::function<std::string()>& work, double seconds) {
  Isolated out;
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return out;
  const pid_t process = ::fork();
  if (process == 0) {
    ::close(pipe[0]);
    be_child(work, seconds, pipe[1]);
  }
  ::close(pipe[1]);
  if (process > 0) {
    out.result = read_all(pipe[0]);
    out.end = end_of(process);
  }
  ::close(pipe[0]);
  return out;
}

}  // namespace hardbop::cross_layer
