// SPDX-License-Identifier: MIT
// Methods for sessions. A session is used by one request at a time; a second one is told so instead
// of waiting, since it may be what the caller did not mean.
#include <map>
#include <mutex>

#include "product/service/methods.hpp"
#include <hardbop/session.hpp>

namespace hardbop::service {

struct OpenSession {
  explicit OpenSession(Session&& opened) : session(std::move(opened)) {}
  std::mutex mutex{};
  Session session;
};

class Sessions::Implementation {
 public:
  [[nodiscard]] std::uint64_t add(Session session) {
    const std::lock_guard lock(mutex_);
    sessions_.emplace(++last_, std::make_shared<OpenSession>(std::move(session)));
    return last_;
  }
  [[nodiscard]] std::shared_ptr<OpenSession> find(std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    const auto found = sessions_.find(number);
    return found == sessions_.end() ? nullptr : found->second;
  }
  void remove(std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    sessions_.erase(number);
  }

 private:
  std::mutex mutex_{};
  std::uint64_t last_ = 0;
  std::map<std::uint64_t, std::shared_ptr<OpenSession>> sessions_{};
};

Sessions::Sessions() : implementation_(std::make_unique<Implementation>()) {}
Sessions::~Sessions() = default;

namespace {

Sessions::Implementation& sessions_of(Call& call) {
  if (call.sessions == nullptr) refuse("there are no sessions here");
  return call.sessions->implementation();
}

/// A session and the right to use it now.
struct Use {
  std::shared_ptr<OpenSession> open;
  std::unique_lock<std::mutex> lock;
};

Use take_session(Request& request, Call& call) {
  std::optional<std::uint64_t> number;
  request.take("session", number);
  if (!number) refuse("request: the key 'session' is missing");
  std::shared_ptr<OpenSession> open = sessions_of(call).find(*number);
  if (!open) refuse("there is no such session");
  std::unique_lock lock(open->mutex, std::try_to_lock);
  if (!lock) refuse("another request uses this session");
  return {std::move(open), std::move(lock)};
}

}  // namespace

std::string session_open_method(Request& request, Call& call) {
  std::string text = request.take_text("text");
  const ParseOptions options = take_reading(request);
  request.finish();
  Sessions::Implementation& sessions = sessions_of(call);
  ParseResult parsed = read_program(std::move(text), options);
  return dump({{"session", sessions.add(Session(*std::move(parsed.program), options.dialect))},
               {"messages", messages_json(parsed.messages)}});
}

std::string session_edit_method(Request& request, Call& call) {
  Use use = take_session(request, call);
  const std::string text = request.take_text("text");
  request.finish();
  const ParseResult edited = use.open->session.edit(text);
  if (!edited.program) throw Failure{"bad-input", "the program has errors", edited.messages};
  const Program& program = use.open->session.program();
  return dump({{"text", program.text()},
               {"sha256", program.sha256()},
               {"concurrent", program.is_concurrent()},
               {"messages", messages_json(edited.messages)}});
}

std::string session_check_method(Request& request, Call& call) {
  Use use = take_session(request, call);
  const Question question = take_question(request, call);
  request.finish();
  return answer_text(use.open->session.check(question));
}

std::string session_close_method(Request& request, Call& call) {
  std::optional<std::uint64_t> number;
  request.take("session", number);
  request.finish();
  if (number) sessions_of(call).remove(*number);
  return "null";
}

}  // namespace hardbop::service
