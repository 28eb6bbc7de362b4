// SPDX-License-Identifier: MIT
#include "main/terminal.hpp"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <string_view>
#include <unistd.h>

namespace hardbop::cli {

namespace {

// A signal handler can reach nothing but a global: this is the only one.
std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void on_signal(int signal) {
  interrupted.store(true, std::memory_order_relaxed);
  std::signal(signal, SIG_DFL);
}

}  // namespace

bool colour_wanted() {
  if (std::getenv("NO_COLOR") != nullptr) return false;
  const char* const terminal = std::getenv("TERM");
  const bool dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  return !dumb && ::isatty(STDOUT_FILENO) == 1;
}

Interruption::Interruption() {
  for (const int signal : {SIGINT, SIGTERM})
    if (std::signal(signal, on_signal) == SIG_IGN) std::signal(signal, SIG_IGN);
}

Interruption::~Interruption() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

const std::atomic<bool>* Interruption::flag() const {
  return &interrupted;
}

ProgressLine::ProgressLine() : enabled_(::isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (shown_) fmt::print(stderr, "\r\x1b[K");
}

void ProgressLine::show(const ProgressReport& report) {
  if (!enabled_) return;
  shown_ = true;
  fmt::print(stderr, "\r\x1b[K{:.0f} s: {}, {} {}", report.seconds, report.phase, report.count,
             report.unit);
  std::fflush(stderr);
}

}  // namespace hardbop::cli
