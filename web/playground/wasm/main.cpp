// SPDX-License-Identifier: MIT
// Hardbop for a browser: one function that takes a question as JSON and gives an answer as JSON.
//
//   {"command": "check", "text": "…", "name": "lock.bp", "options": {"engine": "summary", …}}
//
// Commands: parse, check, report, explain, format, graph, solve. An answer has "messages",
// with places and hints, and what was asked for: "text", "json", "html" or "dot".
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>

#include <hardbop/explain.hpp>
#include <hardbop/program.hpp>
#include <hardbop/question.hpp>
#include <hardbop/solve.hpp>

namespace hardbop {

Answer check(const Program& program, const Question& question);

namespace {

using Json = nlohmann::ordered_json;

constexpr double most_seconds = 60;

Json to_json(const std::vector<Message>& messages) {
  Json out = Json::array();
  for (const Message& message : messages)
    out.push_back({{"kind", message.kind == Message::Kind::Error ? "error" : "warning"},
                   {"line", message.at.line},
                   {"column", message.at.column},
                   {"text", message.text},
                   {"hint", message.hint}});
  return out;
}

std::vector<std::string> words(const Json& options, const char* key) {
  std::vector<std::string> out;
  for (const Json& word : options.value(key, Json::array())) out.push_back(word);
  return out;
}

class Ask {
 public:
  explicit Ask(const Json& question)
      : text_(question.value("text", "")),
        name_(question.value("name", "program.bp")),
        options_(question.value("options", Json::object())) {}

  Json run(const std::string& command) {
    if (command == "format") return format_text();
    if (command == "solve") return solve_system();
    ParseResult read = parse(text_, {name_});
    Json out{{"messages", to_json(read.messages)}, {"errors", read.errors}};
    if (!read.program || command == "parse") return out;
    if (command == "graph") {
      out["dot"] = read.program->to_dot();
    } else if (command == "explain") {
      explain(*read.program, out);
    } else {
      check_program(*read.program, command == "report", out);
    }
    return out;
  }

 private:
  std::string text_;
  std::string name_;
  Json options_;

  [[nodiscard]] Question question() const {
    Question out;
    out.engine = options_.value("engine", "auto");
    out.labels = words(options_, "labels");
    out.all_labels = options_.value("all_labels", false);
    out.ltl = words(options_, "ltl");
    out.ctl = words(options_, "ctl");
    out.terminates = options_.value("terminates", false);
    out.coverage = options_.value("coverage", false);
    out.timeout = std::min(options_.value("timeout", 10.0), most_seconds);
    out.traces = true;
    if (options_.contains("context_switches"))
      out.context_switches = options_["context_switches"].get<std::uint64_t>();
    return out;
  }

  [[nodiscard]] std::vector<PageSource> sources() const {
    return {{name_, text_, find_tokens(text_)}};
  }

  void check_program(const Program& program, bool as_page, Json& out) const {
    const Answer answer = check(program, question());
    for (Json& error : to_json(answer.errors)) out["messages"].push_back(error);
    if (!answer.errors.empty()) return;
    out["text"] = to_text(answer);
    out["json"] = hardbop::to_json(answer);
    if (!as_page) return;
    PageContent content{.answers = {hardbop::to_json(answer)}};
    content.sources = sources();
    content.no_layout = "The playground draws graphs with the button “graph”.";
    out["html"] = to_page(content);
  }

  void explain(const Program& program, Json& out) const {
    Question asked = question();
    if (asked.engine == "auto") asked.engine = program.is_concurrent() ? "fixpoint" : "summary";
    asked.summary = plain_summary();
    EventSample events;
    asked.on_event = [&](const std::string& event) { events.add(event); };
    const Answer answer = check(program, asked);
    for (Json& error : to_json(answer.errors)) out["messages"].push_back(error);
    if (!answer.errors.empty()) return;
    out["text"] = to_text(answer);
    out["html"] = to_explain_page({name_, answer.engine, answer, events, sources()});
  }

  [[nodiscard]] Json format_text() const {
    const FormatResult formatted = format(text_, {name_});
    Json out{{"messages", to_json(formatted.messages)}};
    if (formatted.text) out["text"] = *formatted.text;
    return out;
  }

  [[nodiscard]] Json solve_system() const {
    SolveOptions options;
    options.name = name_;
    options.timeout = std::min(options_.value("timeout", 10.0), most_seconds);
    const Solution solution = solve(text_, options);
    return {{"messages", to_json(solution.messages)},
            {"text", solution.errors == 0 ? to_text(solution) : ""}};
  }
};

}  // namespace

}  // namespace hardbop

/// The answer is to be freed.
extern "C" char* hardbop_ask(const char* text) {
  using hardbop::Json;
  Json out;
  try {
    const Json question = Json::parse(text);
    out = hardbop::Ask(question).run(question.value("command", "check"));
  } catch (const std::bad_alloc&) {
    out = {{"error", "memory exhausted"}};
  } catch (const std::exception& error) {
    out = {{"error", error.what()}};
  }
  const std::string answer = out.dump(-1, ' ', false, Json::error_handler_t::replace);
  char* const copy = static_cast<char*>(std::malloc(answer.size() + 1));
  if (copy != nullptr) std::memcpy(copy, answer.c_str(), answer.size() + 1);
  return copy;
}
