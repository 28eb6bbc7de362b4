// SPDX-License-Identifier: MIT
#include "product/main/terminal.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace hardbop::cli {

namespace {

// A signal handler can reach nothing but globals: these are the only ones.
std::atomic<bool> interrupted = false;
std::atomic<int> signals_counted = 0;
std::atomic<int> last_signal = 0;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

constexpr int signals[] = {SIGINT, SIGTERM};

extern "C" void on_signal(int /*signal*/) {
  interrupted.store(true, std::memory_order_relaxed);
}

extern "C" void on_counted_signal(int signal) {
  ++signals_counted;
  last_signal = signal;
}

}  // namespace

bool colour_wanted() {
  if (std::getenv("NO_COLOR") != nullptr) return false;
  const char* const terminal = std::getenv("TERM");
  const bool dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  return !dumb && ::isatty(STDOUT_FILENO) == 1;
}

// Calls that wait are not begun again after a signal: they return, and the flag is looked at.
Interruption::Interruption() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (std::size_t i = 0; i < std::size(signals); ++i) {
    ::sigaction(signals[i], nullptr, &before_[i]);
    if (before_[i].sa_handler != SIG_IGN) ::sigaction(signals[i], &action, nullptr);
  }
}

Interruption::~Interruption() {
  for (std::size_t i = 0; i < std::size(signals); ++i)
    ::sigaction(signals[i], &before_[i], nullptr);
}

const std::atomic<bool>* Interruption::flag() const {
  return &interrupted;
}

SignalCounter::SignalCounter() {
  sigset_t held;
  sigemptyset(&held);
  struct sigaction action {};
  action.sa_handler = on_counted_signal;
  for (std::size_t i = 0; i < std::size(signals); ++i) {
    sigaddset(&held, signals[i]);
    ::sigaction(signals[i], nullptr, &before_[i]);
    if (before_[i].sa_handler != SIG_IGN) ::sigaction(signals[i], &action, nullptr);
  }
  ::sigprocmask(SIG_BLOCK, &held, &mask_before_);
}

SignalCounter::~SignalCounter() {
  if (ignores_) return;
  for (std::size_t i = 0; i < std::size(signals); ++i)
    ::sigaction(signals[i], &before_[i], nullptr);
  ::sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
}

int SignalCounter::count() const {
  return signals_counted;
}

int SignalCounter::last() const {
  return last_signal;
}

void SignalCounter::ignore() {
  ignores_ = true;
  for (const int signal : signals) std::signal(signal, SIG_IGN);
  ::sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
}

void SignalCounter::die(int signal) {
  std::signal(signal, SIG_DFL);
  sigset_t all;
  sigemptyset(&all);
  ::sigprocmask(SIG_SETMASK, &all, nullptr);
  ::raise(signal);
  std::_Exit(128 + signal);
}

void erase_progress_line() {
  if (::isatty(STDERR_FILENO) == 1) fmt::print(stderr, "\r\x1b[K");
}

ProgressLine::ProgressLine() : enabled_(::isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (shown_) fmt::print(stderr, "\r\x1b[K");
}

void ProgressLine::show(const ProgressReport& report) {
  if (!enabled_) return;
  std::string line = fmt::format("{:.0f} s: {}{}{}", report.seconds, report.stage,
                                 report.stage.empty() ? "" : ": ", report.phase);
  if (!report.unit.empty()) line += fmt::format(", {} {}", report.count, report.unit);
  show(std::move(line));
}

void ProgressLine::show(std::string line) {
  if (!enabled_) return;
  shown_ = true;
  line.resize(std::min(line.size(), width() - 1));  // one that wraps cannot be taken back
  fmt::print(stderr, "\r\x1b[K{}", line);
  std::fflush(stderr);
}

std::size_t ProgressLine::width() {
  constexpr std::size_t usual = 80;
  winsize size{};
  const bool is_known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return is_known ? size.ws_col : usual;
}

}  // namespace hardbop::cli
