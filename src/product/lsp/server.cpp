// SPDX-License-Identifier: MIT
// The server: messages of the protocol to documents and features. One thread does all, in the order
// of the messages, so that an answer is always about the text that the client sees; a check has a
// time limit.
#include <exception>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>

#include "base/util/json_nesting.hpp"
#include "product/lsp/features.hpp"
#include "product/service/messages.hpp"
#include <hardbop/lsp.hpp>
#include <hardbop/program.hpp>

namespace hardbop::lsp {

namespace {

constexpr double check_seconds = 10;

// Error codes of JSON-RPC and the protocol.
constexpr int parse_error = -32700;
constexpr int invalid_request = -32600;
constexpr int method_not_found = -32601;
constexpr int invalid_parameters = -32602;
constexpr int internal_error = -32603;

Json capabilities() {
  return {{"textDocumentSync", 1},  // whole texts
          {"hoverProvider", true},
          {"definitionProvider", true},
          {"referencesProvider", true},
          {"documentSymbolProvider", true},
          {"documentFormattingProvider", true},
          {"codeLensProvider", {{"resolveProvider", false}}},
          {"executeCommandProvider", {{"commands", {"hardbop.check", "hardbop.solve"}}}}};
}

/// By the end of the name, or of a document that has none of ours, such as one without a file, by
/// what the editor calls it.
Language find_language(const std::string& uri, const std::string& id) {
  const Language language = language_of(uri);
  if (language != Language::BooleanProgram || uri.ends_with(".bp")) return language;
  if (id == "hardbop-fx" || id == "fx") return Language::Calculus;
  if (id == "hardbop-rule" || id == "slic") return Language::Rule;
  return language;
}

class Server {
 public:
  Server(std::istream& in, std::ostream& out) : stream_(in, out) {}

  bool run() {
    while (const std::optional<std::string> text = stream_.receive()) {
      const Json message = is_json_too_deep(*text) ? Json(Json::value_t::discarded)
                                                   : Json::parse(*text, nullptr, false);
      if (message.is_discarded()) {
        fail(nullptr, parse_error, "a message should be JSON");
        continue;
      }
      if (!message.is_object() || !message.contains("method") || !message["method"].is_string()) {
        if (!message.is_object() || !message.contains("result"))
          fail(nullptr, invalid_request, "a message should be an object with a method");
        continue;
      }
      if (message["method"] == "exit") return has_shut_down_;
      take(message);
    }
    return has_shut_down_;
  }

 private:
  using Handler = Json (Server::*)(const Json& parameters);

  service::MessageStream stream_;
  std::map<std::string, Document> documents_{};
  bool has_shut_down_ = false;

  void fail(const Json& id, int code, const std::string& text) {
    const Json message = {
        {"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", text}}}};
    stream_.send(message.dump());
  }

  void notify(const char* method, const Json& parameters) {
    const Json message = {{"jsonrpc", "2.0"}, {"method", method}, {"params", parameters}};
    stream_.send(message.dump(-1, ' ', false, Json::error_handler_t::replace));
  }

  static Handler find_handler(const std::string& method) {
    static const std::map<std::string, Handler> handlers{
        {"initialize", &Server::initialize},
        {"shutdown", &Server::shut_down},
        {"textDocument/didOpen", &Server::open},
        {"textDocument/didChange", &Server::change},
        {"textDocument/didClose", &Server::close},
        {"textDocument/hover", &Server::hover},
        {"textDocument/definition", &Server::definition},
        {"textDocument/references", &Server::references},
        {"textDocument/documentSymbol", &Server::symbols},
        {"textDocument/formatting", &Server::formatting},
        {"textDocument/codeLens", &Server::lenses},
        {"workspace/executeCommand", &Server::execute},
    };
    const auto found = handlers.find(method);
    return found == handlers.end() ? nullptr : found->second;
  }

  /// A handler that meets a key that is missing, or of another type, throws an exception of the
  /// JSON library: then the request was wrong.
  void take(const Json& message) {
    const bool is_request = message.contains("id");
    const Handler handler = find_handler(message["method"]);
    if (handler == nullptr) {
      if (is_request) fail(message["id"], method_not_found, "this method is not known");
      return;
    }
    try {
      const Json result = (this->*handler)(message.value("params", Json::object()));
      if (!is_request) return;
      const Json response = {{"jsonrpc", "2.0"}, {"id", message["id"]}, {"result", result}};
      stream_.send(response.dump(-1, ' ', false, Json::error_handler_t::replace));
    } catch (const nlohmann::json::exception&) {
      if (is_request) fail(message["id"], invalid_parameters, "the parameters are not as expected");
    } catch (const std::invalid_argument& error) {
      if (is_request) fail(message["id"], invalid_parameters, error.what());
    } catch (const std::exception& error) {
      if (is_request) fail(message["id"], internal_error, error.what());
    }
  }

  Json initialize(const Json& /*parameters*/) {
    return {{"capabilities", capabilities()},
            {"serverInfo", {{"name", "hardbop"}, {"version", version()}}}};
  }

  Json shut_down(const Json& /*parameters*/) {
    has_shut_down_ = true;
    return nullptr;
  }

  void show(const std::string& uri, const std::string& text, Language language) {
    documents_.erase(uri);
    const Document& document = documents_.try_emplace(uri, uri, text, language).first->second;
    notify("textDocument/publishDiagnostics",
           {{"uri", uri}, {"diagnostics", diagnostics_json(document)}});
  }

  Json open(const Json& parameters) {
    const Json& document = parameters.at("textDocument");
    const std::string uri = document.at("uri");
    show(uri, document.at("text"), find_language(uri, document.value("languageId", "")));
    return nullptr;
  }

  Json change(const Json& parameters) {
    const Json& changes = parameters.at("contentChanges");
    // Of none, the last is out of range: an exception, too.
    const std::string text = changes.at(changes.size() - 1).at("text");
    const std::string uri = parameters.at("textDocument").at("uri");
    const auto found = documents_.find(uri);
    show(uri, text, found == documents_.end() ? language_of(uri) : found->second.language());
    return nullptr;
  }

  Json close(const Json& parameters) {
    const std::string uri = parameters.at("textDocument").at("uri");
    documents_.erase(uri);
    notify("textDocument/publishDiagnostics", {{"uri", uri}, {"diagnostics", Json::array()}});
    return nullptr;
  }

  /// Null for a document that is not open.
  Json about(const Json& parameters, const std::function<Json(const Document&)>& feature) const {
    const auto found = documents_.find(parameters.at("textDocument").at("uri").get<std::string>());
    return found == documents_.end() ? Json(nullptr) : feature(found->second);
  }

  /// Other numbers than those from zero on are of a wrong type, too.
  static std::uint64_t number(const Json& json) {
    return json.get_ref<const Json::number_unsigned_t&>();
  }

  Json at_place(const Json& parameters,
                const std::function<Json(const Document&, SourceOffset)>& feature) const {
    const std::uint64_t line = number(parameters.at("position").at("line"));
    const std::uint64_t character = number(parameters.at("position").at("character"));
    return about(parameters, [&](const Document& document) {
      return feature(document, document.positions().offset(line, character));
    });
  }

  Json hover(const Json& parameters) { return at_place(parameters, hover_json); }
  Json definition(const Json& parameters) { return at_place(parameters, definition_json); }
  Json references(const Json& parameters) {
    const bool with_definition =
        parameters.value("context", Json::object()).value("includeDeclaration", true);
    return at_place(parameters, [&](const Document& document, SourceOffset offset) {
      return references_json(document, offset, with_definition);
    });
  }
  Json symbols(const Json& parameters) { return about(parameters, symbols_json); }
  Json formatting(const Json& parameters) { return about(parameters, formatting_json); }
  Json lenses(const Json& parameters) { return about(parameters, lenses_json); }

  /// hardbop.check with the document and the label, hardbop.solve with the document and the number
  /// of the query, as lenses name them.
  Json execute(const Json& parameters) {
    const Json& command = parameters.at("command");
    if (command != "hardbop.check" && command != "hardbop.solve")
      throw std::invalid_argument("unknown command " + command.dump() +
                                  "; there are hardbop.check and hardbop.solve");
    const Json& arguments = parameters.at("arguments");
    const auto found = documents_.find(arguments.at(0).get<std::string>());
    if (found == documents_.end()) return nullptr;
    const bool is_check = command == "hardbop.check";
    const CheckedPlace done =
        is_check ? check_place(found->second, arguments.at(1), check_seconds)
                 : CheckedPlace{solve_query(found->second, number(arguments.at(1)), check_seconds),
                                Json::array()};
    notify("window/showMessage", {{"type", 3}, {"message", done.message}});
    return {{"message", done.message}, {"trace", done.trace}};
  }
};

}  // namespace

}  // namespace hardbop::lsp

namespace hardbop {

bool serve_lsp(std::istream& in, std::ostream& out) {
  return lsp::Server(in, out).run();
}

}  // namespace hardbop
