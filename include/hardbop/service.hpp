// SPDX-License-Identifier: MIT
// The functions of the library as methods with JSON in and out; docs/manual/service.md describes
// them. A response is {"result": …} or {"error": {"code": …, "message": …}}.
#pragma once

#include <atomic>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <hardbop/question.hpp>

namespace hardbop::service {

/// Programs that are edited and asked about again and again, by their numbers; any thread may use
/// it.
class Sessions {
 public:
  class Implementation;

  Sessions();
  Sessions(const Sessions&) = delete;
  Sessions& operator=(const Sessions&) = delete;
  ~Sessions();
  [[nodiscard]] Implementation& implementation() { return *implementation_; }

 private:
  std::unique_ptr<Implementation> implementation_;
};

/// What a caller keeps of a call that is under way.
struct Call {
  std::atomic<bool> cancel = false;                        // set it to stop: the answer is unknown
  std::function<void(const ProgressReport&)> on_progress;  // may be empty
  Sessions* sessions = nullptr;                            // what session_open may add to
};

/// Answers one request, a JSON object, with another one in one line. Never throws.
[[nodiscard]] std::string respond(std::string_view method, std::string_view request, Call& call);

/// The names of all methods, in alphabetical order.
[[nodiscard]] std::vector<std::string> method_names();

/// A response that says that a request cannot be answered: for what goes wrong outside of methods.
[[nodiscard]] std::string error_response(std::string_view code, std::string_view message);

/// The report as a JSON object.
[[nodiscard]] std::string to_json(const ProgressReport& report);

/// Answers requests of JSON-RPC 2.0 from `in` to `out`, one process for many questions, until the
/// input ends or asks to exit. A message is a line of JSON, or follows a Content-Length header as
/// in the Language Server Protocol; answers have the form of the first message. Requests are worked
/// on at the same time. docs/manual/serve.md describes the methods.
void serve(std::istream& in, std::ostream& out);

}  // namespace hardbop::service
