// SPDX-License-Identifier: MIT
// Engines check their limits often, but Clang and Z3 do not, and one of our loops may run longer
// than expected: only another process can end such work. The child writes the answer as if there
// were no parent, but asks for permission first, so that only one of them writes. The child's
// current phase is on a page of shared memory, because a process that hangs sends nothing. The
// request to stop is there, too: a terminal sends Ctrl-C to both processes, but only the parent
// handles it. The child dies with its parent.
#include "product/main/supervisor.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fmt/format.h>
#include <mutex>
#include <new>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "product/main/commands.hpp"
#include "product/main/frames.hpp"
#include "product/main/terminal.hpp"

namespace hardbop::cli {

/// One of two places holds the phase while the next is written to the other.
struct Blackboard {
  std::atomic<bool> cancel = false;
  std::atomic<unsigned> current = 0;
  std::array<std::array<char, 500>, 2> phases{};
};

namespace {

using Clock = std::chrono::steady_clock;

constexpr double signal_patience = 2;  // seconds that the work has to stop in when asked to
constexpr double same_signal = 0.1;    // timeout(1) sends a signal to a process and to its group
constexpr int interval_ms = 20;        // between looks at clock and memory
constexpr std::uint64_t megabyte = 1'000'000;

/// After the limit, before the parent takes over: less than is promised, for writing takes time.
double patience_after(double limit) {
  return std::max(1.5, 0.08 * limit);
}

bool send_all(int socket, std::string_view text) {
  while (!text.empty()) {
    const ssize_t sent = ::send(socket, text.data(), text.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

/// Resident memory of a process; 0 where the system does not tell.
std::uint64_t resident_bytes(pid_t process) {
  std::FILE* const file = std::fopen(fmt::format("/proc/{}/statm", process).c_str(), "re");
  if (file == nullptr) return 0;
  unsigned long total = 0;
  unsigned long resident = 0;
  const int read = std::fscanf(file, "%lu %lu", &total, &resident);
  std::fclose(file);
  return read == 2 ? resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) : 0;
}

bool is_decided(const Answer& answer) {
  return !answer.results.empty() &&
         std::ranges::none_of(answer.results, [](const PropertyResult& one) {
           return one.verdict == Verdict::Unknown;
         });
}

/// The parent's side.
class Supervisor {
 public:
  Supervisor(const Supervision& limits, const SayCutOff& say, const Blackboard& blackboard,
             pid_t child, int socket)
      : limits_(limits), say_(say), blackboard_(blackboard), child_(child), socket_(socket) {}

  /// `cancel`: the blackboard's.
  [[nodiscard]] int run(std::atomic<bool>& cancel, SignalCounter& signals) {
    while (is_open_) {
      wait(signals);
      receive();
      if (!is_open_) break;
      if (is_writing_) {
        if (signals.last() != 0 && signals.count() > signals_before_writing_) die(signals.last());
        continue;
      }
      if (signals.count() > 0) cancel = true;
      if (const char* const why = cut(signals)) return take_over(why);
      signals_before_writing_ = signals.count();
    }
    return ended();
  }

 private:
  const Supervision& limits_;
  const SayCutOff& say_;
  const Blackboard& blackboard_;
  pid_t child_;
  int socket_;
  Clock::time_point start_ = Clock::now();
  double changed_ = 0;  // when the child last said that it has got on
  Answer answer_;
  std::string received_;
  bool is_open_ = true;
  bool is_writing_ = false;
  bool is_done_ = false;
  int signals_before_writing_ = 0;
  double cancelled_ = -1;

  [[nodiscard]] double now() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }

  void wait(const SignalCounter& signals) const {
    const bool has_limits = limits_.seconds || limits_.seconds_per_property || limits_.megabytes;
    const bool looks = has_limits || signals.count() > 0 || is_decided(answer_);
    pollfd ready{socket_, POLLIN, 0};
    const timespec interval{0, interval_ms * 1'000'000L};
    ::ppoll(&ready, 1, looks && !is_writing_ ? &interval : nullptr, &signals.allowed());
  }

  void receive() {
    std::array<char, 1U << 16U> buffer;
    while (true) {
      const ssize_t got = ::recv(socket_, buffer.data(), buffer.size(), MSG_DONTWAIT);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) break;
      if (got == 0) {
        is_open_ = false;
        break;
      }
      received_.append(buffer.data(), static_cast<std::size_t>(got));
    }
    while (const std::optional<Frame> frame = take_frame(received_)) take(*frame);
  }

  void take(const Frame& frame) {
    if (frame.kind != FrameKind::Result) changed_ = now();
    switch (frame.kind) {
      case FrameKind::Answer:
      case FrameKind::Result: apply(frame, answer_); break;
      case FrameKind::Output: is_writing_ = send_all(socket_, "!"); break;
      case FrameKind::End: is_done_ = true; break;
    }
  }

  /// Why to wait no longer; null where there is no reason.
  [[nodiscard]] const char* cut(const SignalCounter& signals) {
    const double time = now();
    if (signals.count() > 0 && cancelled_ < 0) cancelled_ = time;
    const bool is_asked_twice = signals.count() > 1 && time - cancelled_ > same_signal;
    if (is_asked_twice || (cancelled_ >= 0 && time - cancelled_ > signal_patience))
      return "cancelled";
    const bool is_ending = is_decided(answer_) && !limits_.goes_on_when_decided;
    if (limits_.seconds && time > *limits_.seconds + patience_after(*limits_.seconds))
      return "time limit reached";
    if (is_ending && time - changed_ > signal_patience) return "nothing left to decide";
    if (const auto& each = limits_.seconds_per_property) {
      const double all = *each * static_cast<double>(searches_left());
      if (time - changed_ > all + patience_after(all)) return "time limit reached";
    }
    if (limits_.megabytes) {
      const std::uint64_t most = *limits_.megabytes * megabyte;
      if (resident_bytes(child_) > most + most / 10 + 64 * megabyte) return "memory limit reached";
    }
    return nullptr;
  }

  /// Labels and assertions have one together.
  [[nodiscard]] std::size_t searches_left() const {
    std::size_t undecided = 0;
    for (const PropertyResult& one : answer_.results) {
      const bool is_shared =
          one.kind == PropertyResult::Kind::Label || one.kind == PropertyResult::Kind::Assert;
      if (one.verdict == Verdict::Unknown && !is_shared) ++undecided;
    }
    return undecided + 1;
  }

  [[nodiscard]] std::string while_doing(std::string_view what) const {
    const auto& phase = blackboard_.phases[blackboard_.current.load() % 2];
    const std::size_t length = ::strnlen(phase.data(), phase.size());
    return fmt::format("{} while {}", what, std::string_view(phase.data(), length));
  }

  [[nodiscard]] int take_over(std::string_view why) {
    ::kill(child_, SIGKILL);  // it cannot write any more
    return say(while_doing(why), false);
  }

  /// Waits for the child's end, though not for ever, and ends the tools that it had started: each
  /// leads a group of processes, and is now a child of ours.
  void bury() const {
    for (int tries = 0; tries < 100 && ::waitpid(child_, nullptr, WNOHANG) == 0; ++tries)
      ::usleep(10'000);
    const std::string path = fmt::format("/proc/self/task/{}/children", ::getpid());
    std::FILE* const file = std::fopen(path.c_str(), "re");
    if (file == nullptr) return;
    for (int tool = 0; std::fscanf(file, "%d", &tool) == 1;)
      if (tool > 1) ::kill(-tool, SIGKILL);
    std::fclose(file);
  }

  [[nodiscard]] int say(std::string reason, bool is_bug) {
    erase_progress_line();
    const int status = say_({std::move(answer_), std::move(reason), is_bug});
    bury();
    return status;
  }

  [[noreturn]] void die(int signal) const {
    ::kill(child_, SIGKILL);
    SignalCounter::die(signal);
  }

  /// The child has ended by itself, or was ended by others.
  [[nodiscard]] int ended() {
    int status = 0;
    while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) continue;
    if (WIFEXITED(status) && is_done_) return WEXITSTATUS(status);
    if (WIFEXITED(status) && WEXITSTATUS(status) == unknown)
      return say(while_doing("memory exhausted"), false);
    const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (signal == SIGPIPE) SignalCounter::die(signal);  // as it would have been without a child
    if (is_writing_) return say("the process ended while it wrote the answer", true);
    if (signal == SIGKILL) return say(while_doing("killed (out of memory?)"), false);
    if (signal == SIGXCPU) return say(while_doing("processor time limit reached"), false);
    if (signal != 0) return say(while_doing(fmt::format("{}", ::strsignal(signal))), true);
    return say(while_doing(fmt::format("exit with status {}", WEXITSTATUS(status))), true);
  }
};

/// In the child. What it returns is the process' exit status.
int work_in_child(Supervised& supervised, const Work& work) {
  try {
    const int status = work(supervised);
    supervised.end();
    return status;
  } catch (const std::bad_alloc&) {
    return unknown;  // which the parent understands, as this is not the end
  } catch (const std::exception& error) {
    fmt::print(stderr, "hardbop: internal error: {}\n", error.what());
    supervised.end();
    return internal_error;
  }
}

void become_child(pid_t parent, int socket) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(internal_error);
  ::close(socket);
}

Blackboard* make_blackboard() {
  void* const page = ::mmap(nullptr, sizeof(Blackboard), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return page == MAP_FAILED ? nullptr : new (page) Blackboard;
}

}  // namespace

const std::atomic<bool>* Supervised::cancel() const {
  return &blackboard_.cancel;
}

void Supervised::enter(std::string_view phase) {
  static std::mutex mutex;
  const std::scoped_lock lock(mutex);
  const unsigned next = blackboard_.current.load() + 1;
  auto& place = blackboard_.phases[next % 2];
  const std::size_t length = std::min(phase.size(), place.size() - 1);
  std::memcpy(place.data(), phase.data(), length);
  place[length] = '\0';
  blackboard_.current = next;
}

void Supervised::tell(const Answer& answer) {
  if (parent_ < 0) return;
  std::string results;
  bool is_partial = false;  // only what blocks an answer has become known
  const bool is_as_many = told_.size() == answer.results.size();
  // Where results are fewer than before, the supervisor forgets the rest.
  told_.resize(std::min(told_.size(), answer.results.size()));
  for (std::size_t i = 0; i < answer.results.size(); ++i) {
    const PropertyResult& result = answer.results[i];
    const Told now{result.property, result.verdict,   result.reason,
                   result.at,       result.procedure, result.blocking.size()};
    if (i < told_.size() && told_[i] == now) continue;
    told_.resize(std::max(told_.size(), i + 1));
    told_[i] = now;
    is_partial = is_partial || (result.reason.empty() && !result.blocking.empty());
    results += to_text(result_frame(i, result));
  }
  const std::string rest = is_partial && is_as_many ? "" : to_text(answer_frame(answer));
  static_cast<void>(send_all(parent_, rest + results));
}

void Supervised::connect(Question& question) {
  question.cancel = cancel();
  question.on_phase = [this](std::string_view phase) { enter(phase); };
  question.on_answer = [this](const Answer& answer) { tell(answer); };
}

void Supervised::begin_output() {
  if (parent_ < 0) return;
  char leave = 0;
  if (!send_all(parent_, to_text(Frame{FrameKind::Output, ""}))) ::_exit(internal_error);
  ssize_t got = 0;
  while ((got = ::recv(parent_, &leave, 1, 0)) < 0 && errno == EINTR) continue;
  if (got != 1) ::_exit(internal_error);
}

void Supervised::end() const {
  if (parent_ < 0) return;
  static_cast<void>(send_all(parent_, to_text(Frame{FrameKind::End, ""})));
}

int say_plainly(const std::string& name, const CutOff& cut) {
  fmt::print(stderr, "{}: {}{}\n", name, cut.is_bug ? "internal error: " : "", cut.reason);
  return cut.is_bug ? internal_error : unknown;
}

int supervise(const Supervision& limits, const Work& work, const SayCutOff& say) {
  std::array<int, 2> sockets{};
  Blackboard* const blackboard = make_blackboard();
  if (blackboard == nullptr) throw std::bad_alloc();
  Supervised alone(*blackboard, -1);
  alone.enter("starting");
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0) return work(alone);
  const pid_t parent = ::getpid();
  std::optional<SignalCounter> signals(std::in_place);
  const pid_t child = ::fork();
  if (child == 0) {
    become_child(parent, sockets[0]);
    signals->ignore();
    Supervised supervised(*blackboard, sockets[1]);
    return work_in_child(supervised, work);
  }
  ::close(sockets[1]);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  if (child > 0) {
    const int status =
        Supervisor(limits, say, *blackboard, child, sockets[0]).run(blackboard->cancel, *signals);
    if (signals->count() > 0) signals->ignore();  // the answer is out: one more changes nothing
    return status;
  }
  ::close(sockets[0]);
  signals.reset();
  return work(alone);
}

}  // namespace hardbop::cli
