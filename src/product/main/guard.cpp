// SPDX-License-Identifier: MIT
#include "product/main/guard.hpp"

#include <csignal>
#include <cstdlib>
#include <exception>
#include <fmt/format.h>
#include <new>
#include <unistd.h>

#include "product/main/commands.hpp"

namespace hardbop::cli {

namespace {

/// Where no handler can be: in what must not throw, and before main begins.
[[noreturn]] void give_up() {
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    constexpr std::string_view text = "hardbop: error: memory exhausted\n";
    static_cast<void>(!::write(STDERR_FILENO, text.data(), text.size()));
    ::_exit(unknown);
  } catch (...) {  // a bug
  }
  std::abort();
}

/// Before objects with static storage are made.
[[gnu::constructor(101)]] void prepare() {
  std::set_terminate(give_up);
}

}  // namespace

int run_guarded(std::string_view name, const std::function<int()>& run) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error to report
  try {
    return run();
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "{}: error: memory exhausted\n", name);
    return unknown;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: internal error: {}\n", name, error.what());
    return internal_error;
  }
}

}  // namespace hardbop::cli
