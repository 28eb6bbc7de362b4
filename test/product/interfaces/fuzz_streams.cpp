// SPDX-License-Identifier: MIT
// Sends anything to the language server and to `hardbop serve`. What comes back must be messages of
// JSON, and no request that is one may stay without an answer.
#include <cstring>
#include <map>
#include <sstream>

#include "fuzzing.hpp"
#include <hardbop/lsp.hpp>
#include <hardbop/service.hpp>

namespace {

using hardbop::fuzzing::found;
using hardbop::fuzzing::Fuzz;
using hardbop::fuzzing::Json;

constexpr const char* lsp_methods[] = {"initialize",
                                       "textDocument/didOpen",
                                       "textDocument/didOpen",
                                       "textDocument/didChange",
                                       "textDocument/didClose",
                                       "textDocument/hover",
                                       "textDocument/hover",
                                       "textDocument/definition",
                                       "textDocument/references",
                                       "textDocument/documentSymbol",
                                       "textDocument/formatting",
                                       "textDocument/codeLens",
                                       "workspace/executeCommand",
                                       "shutdown",
                                       "nothing"};
constexpr const char* serve_methods[] = {"initialize", "check",        "parse",         "format",
                                         "graph",      "session_open", "session_check", "solve",
                                         "validate",   "cancel",       "shutdown",      "nothing"};

class Client {
 public:
  Client(std::uint64_t seed, bool is_lsp) : fuzz_(seed), is_lsp_(is_lsp) {}

  void run() {
    for (std::uint64_t i = 1 + fuzz_.below(25); i > 0; --i) send();
    std::istringstream in(sent_);
    std::ostringstream out;
    if (is_lsp_) {
      static_cast<void>(hardbop::serve_lsp(in, out));
    } else {
      hardbop::service::serve(in, out);
    }
    read(out.str());
    if (!is_broken_)  // else what follows may have been swallowed
      for (const auto& [id, is_answered] : is_answered_)
        if (!is_answered) found("a request has no answer: " + std::to_string(id), sent_);
  }

 private:
  Fuzz fuzz_;
  bool is_lsp_;
  std::string sent_{};
  std::map<std::uint64_t, bool> is_answered_{};
  bool is_broken_ = false;
  std::uint64_t next_ = 1;

  std::string address() {
    return "file:///" + std::to_string(fuzz_.below(3)) +
           fuzz_.pick(std::vector<std::string>{".bp", ".bp", ".bp", ".fx", ".slic", ""});
  }

  Json lsp_parameters(const std::string& method) {
    Fuzz& f = fuzz_;
    Json document = {{"uri", address()}};
    if (method.ends_with("didOpen")) document["text"] = f.program();
    if (method == "workspace/executeCommand")
      return {{"command", f.percent(50) ? "hardbop.check" : "hardbop.solve"},
              {"arguments", {document["uri"], f.percent(50) ? Json(f.text()) : Json(f.below(3))}}};
    return {{"textDocument", document},
            {"contentChanges", Json::array({{{"text", f.program()}}})},
            {"position",
             {{"line", f.percent(90) ? Json(f.below(8)) : f.value(0)},
              {"character", f.percent(90) ? Json(f.below(40)) : f.value(0)}}},
            {"context", f.percent(90) ? Json({{"includeDeclaration", true}}) : f.value(1)}};
  }

  Json serve_parameters() {
    return fuzz_.request({{"text", [&]() -> Json { return fuzz_.program(); }},
                          {"session", [&]() -> Json { return fuzz_.below(3); }},
                          {"evidence", [&]() -> Json { return fuzz_.text(); }},
                          {"id", [&]() -> Json { return fuzz_.below(next_); }},
                          {"timeout", []() -> Json { return 0.2; }}});
  }

  void send() {
    const std::string method = is_lsp_ ? fuzz_.pick(lsp_methods) : fuzz_.pick(serve_methods);
    Json message = {{"jsonrpc", "2.0"}, {"method", method}};
    message["params"] = is_lsp_ ? lsp_parameters(method) : serve_parameters();
    if (fuzz_.percent(10)) message["params"] = fuzz_.value();
    if (fuzz_.percent(3)) message["method"] = fuzz_.value(1);
    const std::uint64_t id = next_++;
    if (fuzz_.percent(80)) message["id"] = id;
    if (fuzz_.percent(3)) message["id"] = fuzz_.value(2);
    const std::string right = message.dump(-1, ' ', false, Json::error_handler_t::replace);
    const std::string bytes = fuzz_.in_bytes(message);
    const bool is_whole = bytes == right && message["method"].is_string();
    if (is_whole && message.contains("id") && message["id"] == id && method != "cancel")
      is_answered_[id] = false;
    frame(bytes);
  }

  void frame(const std::string& bytes) {
    if (bytes.find('\n') != std::string::npos || bytes.find('\r') != std::string::npos || is_lsp_) {
      std::size_t length = bytes.size();
      if (fuzz_.percent(1)) {
        length = fuzz_.below(100'000);
        is_broken_ = true;
      }
      sent_ += "Content-Length: " + std::to_string(length) + "\r\n\r\n" + bytes;
    } else {
      sent_ += bytes + "\n";
    }
    if (bytes.starts_with("Content-Length")) is_broken_ = true;
  }

  void read(const std::string& out) {
    std::size_t at = 0;
    while (at < out.size()) {
      std::string content;
      if (out.compare(at, 16, "Content-Length: ") == 0) {
        const std::size_t length = std::strtoull(out.c_str() + at + 16, nullptr, 10);
        const std::size_t begin = out.find("\r\n\r\n", at) + 4;
        content = out.substr(begin, length);
        at = begin + length;
      } else {
        const std::size_t end = out.find('\n', at);
        content = out.substr(at, end - at);
        at = end + 1;
      }
      judge(content);
    }
  }

  void judge(const std::string& content) {
    const Json message = Json::parse(content, nullptr, false);
    if (!message.is_object() || message.value("jsonrpc", "") != "2.0")
      found("a message is none of JSON-RPC", content + "\n" + sent_);
    if (message.contains("error") && content.find("\"internal\"") != std::string::npos)
      found("something is wrong with Hardbop", content + "\n" + sent_);
    if (message.contains("id") && message["id"].is_number_unsigned()) {
      const auto known = is_answered_.find(message["id"].get<std::uint64_t>());
      if (known != is_answered_.end()) known->second = true;
    }
  }
};

}  // namespace

int main(int argc, char** argv) {
  const bool is_lsp = argc > 1 && std::strcmp(argv[1], "lsp") == 0;
  if (!is_lsp && (argc < 2 || std::strcmp(argv[1], "serve") != 0)) {
    std::fprintf(stderr, "usage: %s lsp|serve SECONDS, or %s lsp|serve SEED COUNT\n", argv[0],
                 argv[0]);
    return 1;
  }
  return hardbop::fuzzing::run(argc - 1, argv + 1,
                               [&](std::uint64_t seed) { Client(seed, is_lsp).run(); });
}
