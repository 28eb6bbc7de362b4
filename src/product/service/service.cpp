// SPDX-License-Identifier: MIT
// The table of methods, and how a request becomes a response.
#include <algorithm>
#include <array>
#include <exception>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <new>

#include "product/service/methods.hpp"
#include <hardbop/answer.hpp>
#include <hardbop/question.hpp>
#include <hardbop/service.hpp>
#include <hardbop/spelling.hpp>
#include <hardbop/wording.hpp>

namespace hardbop::service {

namespace {

const std::map<std::string, Method, std::less<>>& methods() {
  static const std::map<std::string, Method, std::less<>> table{
      {"check", check_method},
      {"check_c", check_c_method},
      {"export", export_method},
      {"format", format_method},
      {"generate", generate_method},
      {"graph", graph_method},
      {"graph_c", graph_c_method},
      {"parse", parse_method},
      {"report", report_method},
      {"session_check", session_check_method},
      {"session_close", session_close_method},
      {"session_edit", session_edit_method},
      {"session_open", session_open_method},
      {"solve", solve_method},
      {"validate", validate_method},
      {"version", version_method},
  };
  return table;
}

/// The document in one line: strings hold no line breaks, so each one is between them.
std::string in_one_line(const std::string& text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i != text.size(); ++i) {
    if (text[i] != '\n') {
      out += text[i];
      continue;
    }
    while (i + 1 != text.size() && text[i + 1] == ' ') ++i;
  }
  return out;
}

/// Options are keys of requests here: "Question::ltl" is 'ltl'.
std::string key_of(std::string_view name) {
  static constexpr std::array<std::string_view, 5> types{"COptions", "CQuestion", "CSlamOptions",
                                                         "ExportOptions", "ParseOptions"};
  const std::size_t end = name.find("::");
  bool is_option = std::ranges::find(types, name.substr(0, end)) != types.end();
  Question question;
  for_each_option(question, [&](const OptionDescription& option, const auto& /*value*/) {
    is_option |= option.name.substr(0, option.name.find("::")) == name.substr(0, end);
  });
  if (!is_option) return {};
  const std::string_view member = name.substr(end + 2);
  return fmt::format("'{}'", member == "volatile_reads" ? "volatile" : member);
}

std::string failure_response(Failure failure) {
  for (Message& message : failure.messages) reword(message, key_of);
  Json error = {{"code", failure.code}, {"message", reword(failure.message, key_of)}};
  if (!failure.messages.empty()) error["messages"] = messages_json(failure.messages);
  return dump({{"error", std::move(error)}});
}

Method find_method(std::string_view name) {
  const auto found = methods().find(name);
  if (found != methods().end()) return found->second;
  const std::string hint = spelling_hint(name, method_names());
  refuse(fmt::format(
      "no method is called '{}'; {}", name,
      hint.empty() ? fmt::format("there are {}", fmt::join(method_names(), ", ")) : hint));
}

std::string result_of(std::string_view method, std::string_view text, Call& call) {
  const Method run = find_method(method);
  Json json = parse_json(text);
  if (json.is_discarded()) refuse("the request should be JSON in UTF-8");
  Request request(std::move(json), "request");
  return run(request, call);
}

}  // namespace

std::string respond(std::string_view method, std::string_view request, Call& call) {
  try {
    return "{\"result\":" + in_one_line(result_of(method, request, call)) + "}";
  } catch (const Failure& failure) {
    return failure_response(failure);
  } catch (const std::bad_alloc&) {
    return error_response("memory", "memory is exhausted");
  } catch (const std::exception& error) {
    return error_response("internal", error.what());
  }
}

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const auto& [name, method] : methods()) names.push_back(name);
  return names;
}

std::string error_response(std::string_view code, std::string_view message) {
  return failure_response({std::string(code), std::string(message)});
}

std::string to_json(const ProgressReport& report) {
  return dump({{"phase", report.phase},
               {"seconds", report.seconds},
               {"count", report.count},
               {"unit", report.unit},
               {"stage", report.stage}});
}

Question take_question(Request& request, Call& call) {
  Question question;
  request.take_options(question);
  request.take("algorithm_text", question.fixpoint.algorithm_text);
  request.take("traces", question.traces);
  request.take("certify", question.certify);
  request.take("invariants", question.invariants);
  question.cancel = &call.cancel;
  question.on_progress = call.on_progress;
  return question;
}

std::string answer_text(Answer answer) {
  if (!answer.internal_error.empty()) throw Failure{"internal", answer.internal_error};
  if (!answer.errors.empty()) throw Failure{"bad-input", answer.errors.front().text, answer.errors};
  reword(answer, key_of);
  std::string text = hardbop::to_json(answer);
  if (answer.certificate.empty() && answer.no_certificate.empty()) return text;
  Json json = Json::parse(text);
  if (!answer.certificate.empty()) json["certificate"] = answer.certificate;
  if (!answer.no_certificate.empty()) json["no_certificate"] = answer.no_certificate;
  return dump(json);
}

std::string dump(const Json& document) {
  return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace hardbop::service
