// SPDX-License-Identifier: MIT
// LLVM's crash recovery turns a fatal signal of the thread into a return. Its handlers need a stack
// of their own, because the signal may mean that the stack is exhausted.
#include "c/front/clang/guarded.hpp"

#include <csignal>
#include <exception>
#include <llvm/Support/CrashRecoveryContext.h>
#include <optional>
#include <pthread.h>
#include <vector>

namespace hardbop::c {

namespace {

constexpr std::size_t stack_sizes[] = {512U << 20U, 128U << 20U, 32U << 20U, 8U << 20U};

struct Job {
  std::function<void()> work;
  bool is_done = false;
  std::exception_ptr thrown{};
};

void use_own_stack(int signal) {
  struct sigaction action {};
  if (::sigaction(signal, nullptr, &action) != 0) return;
  action.sa_flags |= SA_ONSTACK;
  ::sigaction(signal, &action, nullptr);
}

void run(Job& job) {
  std::vector<char> handlers(std::size_t{64} << 10U);
  stack_t stack{};
  stack.ss_sp = handlers.data();
  stack.ss_size = handlers.size();
  ::sigaltstack(&stack, nullptr);
  llvm::CrashRecoveryContext::Enable();
  use_own_stack(SIGSEGV);
  use_own_stack(SIGBUS);
  job.is_done = llvm::CrashRecoveryContext().RunSafely([&] {
    try {
      job.work();
    } catch (...) {
      job.thrown = std::current_exception();
    }
  });
  llvm::CrashRecoveryContext::Disable();
  stack.ss_flags = SS_DISABLE;
  ::sigaltstack(&stack, nullptr);
}

void* start(void* argument) {
  run(*static_cast<Job*>(argument));
  return nullptr;
}

/// A thread that runs it; with less stack where there is no memory for more.
std::optional<pthread_t> start_thread(Job& job) {
  for (const std::size_t size : stack_sizes) {
    pthread_attr_t attributes;
    ::pthread_attr_init(&attributes);
    ::pthread_attr_setstacksize(&attributes, size);
    pthread_t thread{};
    const bool has_started = ::pthread_create(&thread, &attributes, start, &job) == 0;
    ::pthread_attr_destroy(&attributes);
    if (has_started) return thread;
  }
  return std::nullopt;
}

}  // namespace

bool run_guarded(std::function<void()> work) {
  Job job;
  job.work = std::move(work);
  if (const std::optional<pthread_t> thread = start_thread(job))
    ::pthread_join(*thread, nullptr);
  else
    run(job);
  if (job.thrown) std::rethrow_exception(job.thrown);
  return job.is_done;
}

StackGauge::StackGauge() {
  pthread_attr_t attributes;
  if (::pthread_getattr_np(::pthread_self(), &attributes) != 0) return;
  void* lowest = nullptr;
  std::size_t size = 0;
  ::pthread_attr_getstack(&attributes, &lowest, &size);
  ::pthread_attr_destroy(&attributes);
  limit_ = reinterpret_cast<std::uintptr_t>(lowest) + size / 4;
}

bool StackGauge::is_nearly_full() const {
  return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) < limit_;
}

}  // namespace hardbop::c
