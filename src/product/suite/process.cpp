// SPDX-License-Identifier: MIT
// A task's limits hold whatever its program does: the clock is ours, processor time and the size of
// files are limits of the system, memory is a limit of a control group or else of the system. What
// a task leaves running is ended with it, and a task dies with this process.
#include "product/suite/process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace hardbop::suite {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t megabyte = 1'000'000;
constexpr std::size_t kept_errors = 4000;  // bytes of stderr
constexpr std::size_t chunk = 1U << 16U;

void set_limit(__rlimit_resource resource, std::uint64_t soft, std::uint64_t hard) {
  const rlimit limit{soft, hard};
  ::setrlimit(resource, &limit);
}

/// In the child. The processor's limit comes as a signal first, which the program answers.
void limit_this_process(const Limits& limits, bool has_memory_group) {
  set_limit(RLIMIT_CORE, 0, 0);
  if (limits.cpu) {
    const auto seconds = static_cast<std::uint64_t>(std::ceil(*limits.cpu));
    set_limit(RLIMIT_CPU, seconds, seconds + 2);
  }
  if (limits.memory && !has_memory_group)
    set_limit(RLIMIT_DATA, *limits.memory * megabyte, *limits.memory * megabyte);
  if (limits.output) set_limit(RLIMIT_FSIZE, *limits.output * megabyte, *limits.output * megabyte);
}

/// All below a process, by what the system says of children.
void add_descendants(pid_t process, std::vector<pid_t>& out) {
  const std::string path = fmt::format("/proc/{0}/task/{0}/children", process);
  std::FILE* const file = std::fopen(path.c_str(), "re");
  if (file == nullptr) return;
  std::vector<pid_t> children;
  for (int child = 0; std::fscanf(file, "%d", &child) == 1;) children.push_back(child);
  std::fclose(file);
  for (const pid_t child : children) {
    out.push_back(child);
    add_descendants(child, out);
  }
}

/// Each task leads a group of processes; tools that it starts may lead their own.
void kill_all(pid_t process) {
  std::vector<pid_t> below;
  add_descendants(process, below);
  ::kill(-process, SIGKILL);
  ::kill(process, SIGKILL);
  for (const pid_t one : below) ::kill(one, SIGKILL);
}

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

struct Pipe {
  int from = -1;
  int to = -1;

  [[nodiscard]] bool open() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    from = ends[0];
    to = ends[1];
    return true;
  }
  void close() {
    for (int* const end : {&from, &to})
      if (*end >= 0) ::close(std::exchange(*end, -1));
  }
};

}  // namespace

struct Processes::Child {
  pid_t process = -1;
  int output = -1;
  int errors = -1;
  Clock::time_point start;
  Limits limits;
  std::optional<MemoryGroup> group;
  Outcome outcome;
  bool is_killed = false;  // by us; the outcome says why
  bool has_ended = false;
  Done done;
};

Processes::Processes() {
  std::signal(SIGPIPE, SIG_IGN);
}

Processes::~Processes() {
  for (Child& child : children_) {
    kill_all(child.process);
    for (int tries = 0; tries < 1000 && !reap(child); ++tries) ::usleep(1000);
    for (const int descriptor : {child.output, child.errors})
      if (descriptor >= 0) ::close(descriptor);
  }
}

void Processes::start(const Command& command, Done done) {
  Child& child = children_.emplace_back();
  child.done = std::move(done);
  child.limits = command.limits;
  child.start = Clock::now();
  if (command.limits.memory) child.group = MemoryGroup::make(*command.limits.memory * megabyte);
  Pipe output;
  Pipe errors;
  // All memory is taken before the fork.
  std::vector<char*> words;
  for (const std::string& word : command.words) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const pid_t parent = ::getpid();
  child.process = output.open() && errors.open() ? ::fork() : -1;
  if (child.process == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(127);
    ::setpgid(0, 0);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const int signal : {SIGINT, SIGTERM, SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_DFL);
    const int door = child.group ? ::open(child.group->door().c_str(), O_WRONLY | O_CLOEXEC) : -1;
    const bool is_inside = door >= 0 && ::write(door, "0", 1) == 1;
    limit_this_process(command.limits, is_inside);
    const int nothing = ::open("/dev/null", O_RDONLY);
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(output.to, STDOUT_FILENO);
    ::dup2(errors.to, STDERR_FILENO);
    if (::chdir(command.folder.c_str()) == 0) ::execv(words.front(), words.data());
    static_cast<void>(::dprintf(STDERR_FILENO, "cannot be started: %s\n", std::strerror(errno)));
    ::_exit(127);
  }
  if (child.process < 0) {
    child.outcome.errors = fmt::format("cannot be started: {}", std::strerror(errno));
    child.has_ended = true;
    output.close();
    errors.close();
    return;
  }
  child.output = std::exchange(output.from, -1);
  child.errors = std::exchange(errors.from, -1);
  output.close();
  errors.close();
  for (const int descriptor : {child.output, child.errors})
    ::fcntl(descriptor, F_SETFL, O_NONBLOCK);
}

void Processes::read_from(Child& child, int& descriptor, std::string& text) {
  std::array<char, chunk> buffer;
  const bool is_output = &text == &child.outcome.output;
  const std::uint64_t most = child.limits.output.value_or(UINT64_MAX / megabyte) * megabyte;
  while (descriptor >= 0) {
    const ssize_t got = ::read(descriptor, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) {
      ::close(std::exchange(descriptor, -1));
      return;
    }
    text.append(buffer.data(), static_cast<std::size_t>(got));
    if (!is_output && text.size() > 2 * kept_errors) text.erase(0, text.size() - kept_errors);
    if (is_output && text.size() > most) {
      if (!child.is_killed) kill_all(child.process);
      child.is_killed = true;
      child.outcome.end = Outcome::End::Output;
      text.resize(static_cast<std::size_t>(most));
      ::close(std::exchange(descriptor, -1));
    }
  }
}

bool Processes::reap(Child& child) {
  int status = 0;
  rusage used{};
  if (::wait4(child.process, &status, WNOHANG, &used) != child.process) return false;
  Outcome& outcome = child.outcome;
  outcome.wall = std::chrono::duration<double>(Clock::now() - child.start).count();
  outcome.cpu = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
  outcome.peak_kilobytes = static_cast<std::uint64_t>(std::max(used.ru_maxrss, 0L));
  if (child.group) {
    outcome.memory_exceeded = child.group->was_exceeded();
    outcome.peak_kilobytes = std::max(outcome.peak_kilobytes, child.group->peak() / 1024);
  }
  if (!child.is_killed)
    outcome.end = WIFEXITED(status) ? Outcome::End::Exited : Outcome::End::Signalled;
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
  ::kill(-child.process, SIGKILL);  // what it has left behind
  child.has_ended = true;
  return true;
}

void Processes::look_at(Child& child) {
  if (child.has_ended) return;
  read_from(child, child.output, child.outcome.output);
  read_from(child, child.errors, child.outcome.errors);
  const double passed = std::chrono::duration<double>(Clock::now() - child.start).count();
  if (child.limits.wall && passed > *child.limits.wall && !child.is_killed) {
    child.is_killed = true;
    child.outcome.end = Outcome::End::Wall;
    kill_all(child.process);
  }
  if (!reap(child)) return;
  // What it wrote last; a process that it has left behind may hold the pipes open for ever.
  read_from(child, child.output, child.outcome.output);
  read_from(child, child.errors, child.outcome.errors);
  for (int* const descriptor : {&child.output, &child.errors})
    if (*descriptor >= 0) ::close(std::exchange(*descriptor, -1));
  if (child.outcome.errors.size() > kept_errors)
    child.outcome.errors.erase(0, child.outcome.errors.size() - kept_errors);
}

void Processes::wait(int milliseconds) {
  std::vector<pollfd> descriptors;
  for (const Child& child : children_) {
    if (child.has_ended || child.output < 0) milliseconds = std::min(milliseconds, 1);
    for (const int descriptor : {child.output, child.errors})
      if (descriptor >= 0) descriptors.push_back({descriptor, POLLIN, 0});
    if (!child.limits.wall || child.has_ended) continue;
    const double passed = std::chrono::duration<double>(Clock::now() - child.start).count();
    const double left = std::max(0.0, *child.limits.wall - passed) * 1000 + 1;
    milliseconds = static_cast<int>(std::min<double>(milliseconds, left));
  }
  ::poll(descriptors.data(), descriptors.size(), milliseconds);
  std::list<Child> ended;
  for (auto child = children_.begin(); child != children_.end();) {
    const auto next = std::next(child);
    look_at(*child);
    if (child->has_ended) ended.splice(ended.end(), children_, child);
    child = next;
  }
  for (Child& child : ended) {
    child.group.reset();
    child.done(std::move(child.outcome));
  }
}

}  // namespace hardbop::suite
