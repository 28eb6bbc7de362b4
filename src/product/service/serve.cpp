// SPDX-License-Identifier: MIT
// A server of JSON-RPC 2.0. Each request has a thread of its own and a Call, so that `cancel` ends
// it; the reader itself never works, and hears a cancellation at once.
#include <condition_variable>
#include <map>
#include <memory>
#include <thread>

#include "product/service/messages.hpp"
#include "product/service/request.hpp"
#include <hardbop/service.hpp>

namespace hardbop::service {

namespace {

constexpr std::size_t most_at_once = 64;

// Error codes of JSON-RPC.
constexpr int parse_error = -32700;
constexpr int invalid_request = -32600;
constexpr int method_failed = -32000;

Json error_json(const Json& id, int code, std::string_view message) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}};
}

/// A response of respond() in the words of JSON-RPC.
std::string in_rpc(const Json& id, const std::string& response) {
  if (response.starts_with("{\"result\":"))
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id.dump() + "," + response.substr(1);
  const Json error = Json::parse(response)["error"];
  Json out = error_json(id, method_failed, error["message"].get<std::string>());
  out["error"]["data"] = error;
  return out.dump();
}

class Server {
 public:
  Server(std::istream& in, std::ostream& out) : stream_(in, out) {}

  void run() {
    while (const std::optional<std::string> message = stream_.receive())
      if (!take(*message)) {
        cancel_all();
        break;
      }
    wait();
  }

 private:
  MessageStream stream_;
  std::mutex mutex_{};
  std::condition_variable ended_{};
  std::map<std::string, std::shared_ptr<Call>> calls_{};  // by their ids, as JSON
  Sessions sessions_{};

  void refuse_message(const Json& id, int code, std::string_view message) {
    stream_.send(error_json(id, code, message).dump());
  }

  /// Whether to go on.
  [[nodiscard]] bool take(const std::string& text) {
    const Json message = parse_json(text);
    if (message.is_discarded()) {
      refuse_message(nullptr, parse_error, "a message should be JSON in UTF-8");
      return true;
    }
    const bool is_request =
        message.is_object() && message.contains("method") && message["method"].is_string();
    if (!is_request) {
      refuse_message(nullptr, invalid_request, "a message should be an object with a method");
      return true;
    }
    const std::string method = message["method"];
    if (method == "exit") return false;
    const Json parameters = message.value("params", Json::object());
    if (method == "cancel") {
      const bool is_found = cancel(parameters);
      if (message.contains("id"))
        stream_.send(in_rpc(message["id"], is_found ? "{\"result\":true}" : "{\"result\":false}"));
    } else if (!message.contains("id")) {
      return true;  // a notification that nobody needs
    } else if (method == "initialize" || method == "initialise" || method == "shutdown") {
      Call call;
      const Json& id = message["id"];
      stream_.send(
          in_rpc(id, method == "shutdown" ? "{\"result\":null}" : respond("version", "{}", call)));
    } else {
      start(message["id"], method, parameters);
    }
    return true;
  }

  /// Whether such a request is under way.
  bool cancel(const Json& parameters) {
    if (!parameters.is_object() || !parameters.contains("id")) return false;
    const std::lock_guard lock(mutex_);
    const auto found = calls_.find(parameters["id"].dump());
    if (found == calls_.end()) return false;
    found->second->cancel = true;
    return true;
  }

  void start(const Json& id, const std::string& method, const Json& parameters) {
    auto call = std::make_shared<Call>();
    call->sessions = &sessions_;
    const std::string key = id.dump();
    {
      const std::lock_guard lock(mutex_);
      const bool is_new = calls_.size() < most_at_once && calls_.emplace(key, call).second;
      if (!is_new) call.reset();
    }
    if (!call) {
      refuse_message(id, invalid_request, "a request with this id is under way, or too many are");
      return;
    }
    call->on_progress = [this, id, self = call.get()](const ProgressReport& report) {
      const bool is_heard = stream_.send(
          "{\"jsonrpc\":\"2.0\",\"method\":\"progress\",\"params\":{\"id\":" + id.dump() +
          ",\"report\":" + to_json(report) + "}}");
      if (!is_heard) self->cancel = true;
    };
    std::thread([this, id, key, method, call, text = parameters.dump()] {
      const std::string response = in_rpc(id, respond(method, text, *call));
      // The id is free before the answer arrives, since the caller may use it again then.
      const std::lock_guard lock(mutex_);
      calls_.erase(key);
      stream_.send(response);
      ended_.notify_all();
    }).detach();
  }

  void cancel_all() {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, call] : calls_) call->cancel = true;
  }

  /// For what is under way.
  void wait() {
    std::unique_lock lock(mutex_);
    ended_.wait(lock, [this] { return calls_.empty(); });
  }
};

}  // namespace

void serve(std::istream& in, std::ostream& out) {
  Server(in, out).run();
}

}  // namespace hardbop::service
