// SPDX-License-Identifier: MIT
// A worker reads jobs from one pipe and writes results, each preceded by its length, to another. It
// ends when its pipe is closed, or with its parent.
#include "product/main/workers.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <exception>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace hardbop::cli {

namespace {

constexpr int patience_ms = 100;
constexpr int failed = 99;  // the exit status of a child in which something was thrown

double now() {
  const auto time = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(time).count();
}

/// Whether all bytes went.
bool transfer(auto call, int descriptor, char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t moved = call(descriptor, data, size);
    if (moved < 0 && errno == EINTR) continue;
    if (moved <= 0) return false;
    data += moved;
    size -= static_cast<std::size_t>(moved);
  }
  return true;
}

bool read_all(int descriptor, void* data, std::size_t size) {
  return transfer(::read, descriptor, static_cast<char*>(data), size);
}

bool write_bytes(int descriptor, const void* data, std::size_t size) {
  return transfer(::write, descriptor, static_cast<char*>(const_cast<void*>(data)), size);
}

int wait_for(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

/// Ctrl-C is for the parent, which then ends its children.
void become_worker() {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_DFL);
}

}  // namespace

ProcessEnd in_child(const std::function<int()>& work, unsigned seconds, int& status) {
  const pid_t process = ::fork();
  if (process < 0) return ProcessEnd::Crashed;
  if (process == 0) {
    become_worker();
    ::alarm(seconds);
    int result = failed;
    try {
      result = work();
    } catch (const std::exception&) {
      result = failed;
    }
    ::_exit(result);
  }
  const int ended = wait_for(process);
  if (WIFSIGNALED(ended))
    return WTERMSIG(ended) == SIGALRM ? ProcessEnd::Hung : ProcessEnd::Crashed;
  status = WEXITSTATUS(ended);
  return status == failed ? ProcessEnd::Crashed : ProcessEnd::Fine;
}

Workers::Workers(unsigned count, Work work, unsigned seconds)
    : work_(std::move(work)), seconds_(seconds), workers_(count) {
  std::signal(SIGPIPE, SIG_IGN);
}

Workers::~Workers() {
  for (Worker& worker : workers_) stop(worker);
}

bool Workers::has_idle() const {
  for (const Worker& worker : workers_)
    if (!worker.busy) return true;
  return false;
}

bool Workers::has_busy() const {
  return !seeds().empty();
}

std::vector<std::uint64_t> Workers::seeds() const {
  std::vector<std::uint64_t> out;
  for (const Worker& worker : workers_)
    if (worker.busy) out.push_back(worker.job.seed);
  return out;
}

void Workers::give(const Job& job) {
  for (Worker& worker : workers_) {
    if (worker.busy) continue;
    if (worker.process == 0 && !start(worker)) continue;
    if (!write_bytes(worker.to, &job, sizeof job)) {
      stop(worker);
      continue;
    }
    worker.busy = true;
    worker.job = job;
    worker.deadline = now() + seconds_;
    return;
  }
}

void Workers::wait(const Done& done) {
  std::vector<pollfd> descriptors;
  for (const Worker& worker : workers_)
    descriptors.push_back({worker.busy ? worker.from : -1, POLLIN, 0});
  if (::poll(descriptors.data(), descriptors.size(), patience_ms) < 0) return;
  for (std::size_t i = 0; i < workers_.size(); ++i) {
    Worker& worker = workers_[i];
    if (!worker.busy) continue;
    const Job job = worker.job;
    if (descriptors[i].revents != 0) {
      std::uint64_t size = 0;
      std::string result;
      bool fine = read_all(worker.from, &size, sizeof size);
      if (fine) {
        result.resize(size);
        fine = read_all(worker.from, result.data(), size);
      }
      worker.busy = false;
      if (!fine) stop(worker);
      done(job, fine ? ProcessEnd::Fine : ProcessEnd::Crashed, result);
    } else if (now() > worker.deadline) {
      stop(worker);
      done(job, ProcessEnd::Hung, {});
    }
  }
}

bool Workers::start(Worker& worker) {
  std::array<int, 2> to{};
  std::array<int, 2> from{};
  if (::pipe2(to.data(), O_CLOEXEC) != 0) return false;
  if (::pipe2(from.data(), O_CLOEXEC) != 0) {
    ::close(to[0]);
    ::close(to[1]);
    return false;
  }
  worker.process = ::fork();
  if (worker.process == 0) {
    become_worker();
    for (const Worker& other : workers_) {
      if (other.to >= 0) ::close(other.to);
      if (other.from >= 0) ::close(other.from);
    }
    ::close(to[1]);
    ::close(from[0]);
    serve(to[0], from[1]);
    ::_exit(0);
  }
  ::close(to[0]);
  ::close(from[1]);
  worker.to = to[1];
  worker.from = from[0];
  if (worker.process > 0) return true;
  worker.process = 0;
  stop(worker);
  return false;
}

void Workers::stop(Worker& worker) {
  if (worker.process > 0) {
    ::kill(worker.process, SIGKILL);
    wait_for(worker.process);
  }
  if (worker.to >= 0) ::close(worker.to);
  if (worker.from >= 0) ::close(worker.from);
  worker = {};
}

void Workers::serve(int from_parent, int to_parent) const {
  Job job;
  try {
    while (read_all(from_parent, &job, sizeof job)) {
      const std::string result = work_(job);
      const std::uint64_t size = result.size();
      if (!write_bytes(to_parent, &size, sizeof size) ||
          !write_bytes(to_parent, result.data(), result.size()))
        return;
    }
  } catch (const std::exception&) {
    ::_exit(failed);
  }
}

}  // namespace hardbop::cli
