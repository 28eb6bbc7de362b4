// SPDX-License-Identifier: MIT
// Calls the functions of hardbop.h in any order with anything, from several threads. Each response
// must be JSON, and none may say that something is wrong with Hardbop.
#include <atomic>
#include <thread>

#include "fuzzing.hpp"
#include <hardbop/hardbop.h>

namespace {

using hardbop::fuzzing::found;
using hardbop::fuzzing::Fuzz;
using hardbop::fuzzing::Json;

constexpr const char* names[] = {
    "parse",   "check",        "check_c",      "solve",         "format",        "graph",
    "graph_c", "generate",     "export",       "validate",      "version",       "report",
    "check",   "session_open", "session_edit", "session_check", "session_close", "nothing"};

void judge(char* response, const std::string& about) {
  if (response == nullptr) found("a response is null", about);
  const Json json = Json::parse(response, nullptr, false);
  if (!json.is_object() || json.size() != 1 || !(json.contains("result") || json.contains("error")))
    found("a response is neither result nor error", about + "\n" + response);
  if (json.contains("error") && json["error"]["code"] == "internal")
    found("something is wrong with Hardbop", about + "\n" + response);
  hardbop_free(response);
}

std::atomic<unsigned> interrupt_calls{0};

/// Ends every third operation that takes long enough to be asked.
int interrupt(void* calls) {
  return ++*static_cast<std::atomic<unsigned>*>(calls) % 3 == 0 ? 1 : 0;
}

class Episode {
 public:
  explicit Episode(std::uint64_t seed) : fuzz_(seed) {}

  void run() {
    for (std::uint64_t i = 5 + fuzz_.below(25); i > 0; --i) step();
    for (const hardbop_handle one : handles_) hardbop_release(one);
    for (const std::uint64_t session : sessions_)
      ask("session_close", Json({{"session", session}}).dump());
  }

 private:
  Fuzz fuzz_;
  std::vector<hardbop_handle> handles_{0, 1, 12345678};  // of anything, released ones among them
  std::vector<std::uint64_t> sessions_{0};

  hardbop_handle handle() { return fuzz_.pick(handles_); }
  void keep(hardbop_handle one) { handles_.push_back(one); }

  static void ask(const std::string& method, const std::string& request, hardbop_handle task = 0) {
    judge(hardbop_call(method.c_str(), request.c_str(), task), method + " " + request);
  }

  Json request() {
    Fuzz& f = fuzz_;
    const auto text = [&]() -> Json { return f.text(); };
    const auto list = [&]() -> Json { return Json::array({f.text()}); };
    const auto flag = [&]() -> Json { return f.percent(50); };
    const auto small = [&]() -> Json { return f.below(12); };
    return f.request({
        {"text", [&]() -> Json { return f.program(); }},
        {"name", text},
        {"dialect", text},
        {"language",
         [&]() -> Json {
           return f.pick(std::vector<std::string>{"program", "system", "rule", "rules"});
         }},
        {"labels", list},
        {"all_labels", flag},
        {"asserts", flag},
        {"ltl", list},
        {"ctl", list},
        {"terminates", flag},
        {"engine", text},
        {"entries", list},
        {"traces", flag},
        {"certify", flag},
        {"invariants", flag},
        {"coverage", flag},
        {"context_switches", small},
        {"timeout", []() -> Json { return 0.2; }},
        {"state_limit", []() -> Json { return 1000; }},
        {"algorithm_text", text},
        {"monitors",
         [&]() -> Json {
           return Json::array({{{"name", "m"}, {"text", f.text()}}});
         }},
        {"family", text},
        {"size", small},
        {"seed", small},
        {"evidence", text},
        {"answer", [&]() -> Json { return f.percent(30) ? f.text() : answer(); }},
        {"layout", text},
        {"session", [&]() -> Json { return f.pick(sessions_); }},
        {"sources",
         [&]() -> Json {
           return Json::array({{{"path", f.text()}, {"text", f.program()}}});
         }},
        {"properties", list},
        {"what", []() -> Json { return "points"; }},
        {"to", text},
    });
  }

  /// Nearly an answer.
  std::string answer() {
    Fuzz& f = fuzz_;
    Json step = {{"procedure", "main"},    {"file", "a.bp"},   {"line", 1},  {"column", 2},
                 {"kind", "step"},         {"statement", "x"}, {"depth", 0}, {"thread", 0},
                 {"state", {{"g", true}}}, {"free", {"g"}}};
    if (f.percent(30))
      step.erase(f.pick(std::vector<std::string>{"line", "state", "free", "kind"}));
    if (f.percent(30))
      step[f.pick(std::vector<std::string>{"line", "state", "free", "kind"})] = f.value();
    Json out = {
        {"tool", "hardbop"},
        {"inputs", Json::array({{{"path", f.text()}, {"sha256", f.text()}}})},
        {"results", Json::array({{{"procedure", "main"}, {"trace", {{"steps", {step}}}}}})}};
    if (f.percent(20))
      out[f.pick(std::vector<std::string>{"tool", "inputs", "results"})] = f.value();
    return out.dump(-1, ' ', false, Json::error_handler_t::replace);
  }

  /// Of a request, only the keys that its method may know, so that more of them get further.
  Json known_request(const std::string& method) {
    Json all = request();
    if (fuzz_.percent(10)) return all;
    static const std::vector<std::string> of_questions{
        "labels",         "all_labels", "asserts",          "ltl",     "ctl",
        "terminates",     "engine",     "entries",          "traces",  "certify",
        "invariants",     "coverage",   "context_switches", "timeout", "state_limit",
        "algorithm_text", "monitors"};
    std::vector<std::string> keys{"text", "name", "dialect"};
    const auto add = [&](const std::vector<std::string>& more) {
      keys.insert(keys.end(), more.begin(), more.end());
    };
    if (method == "check") add(of_questions);
    if (method == "session_check") keys = of_questions;
    if (method.starts_with("session")) add({"session"});
    if (method == "session_open") keys = {"text", "name"};
    if (method == "check_c") keys = {"sources", "properties", "timeout", "engine", "traces"};
    if (method == "graph_c") keys = {"sources"};
    if (method == "generate") keys = {"family", "size", "seed"};
    if (method == "validate") add({"evidence", "properties"});
    if (method == "report") add({"answer", "layout"});
    if (method == "graph") add({"what"});
    if (method == "format") add({"language"});
    if (method == "export") add({"to", "labels"});
    Json out = Json::object();
    for (const std::string& key : keys)
      if (all.contains(key)) out[key] = all[key];
    if (method == "check" || method == "session_check" || method == "check_c")
      out["timeout"] = fuzz_.percent(95) ? Json(0.2) : fuzz_.value(0);
    return out;
  }

  void step() {
    switch (fuzz_.below(10)) {
      case 0: return tasks();
      case 1: return open_session();
      case 2: return at_once();
      case 3:
      case 4:
      case 5: return diagrams();
      default: {
        const std::string method = fuzz_.percent(98) ? fuzz_.pick(names) : fuzz_.text();
        ask(method, fuzz_.in_bytes(known_request(method)), fuzz_.percent(20) ? handle() : 0);
      }
    }
  }

  void tasks() {
    static const auto callback = [](const char* report, void* /*data*/) {
      if (!Json::accept(report)) found("a report is no JSON", report);
    };
    switch (fuzz_.below(4)) {
      case 0: return keep(hardbop_task_new(callback, nullptr));
      case 1: return hardbop_task_cancel(handle());
      case 2: return hardbop_release(handle());
      default: judge(hardbop_call(nullptr, "{}", 0), "null");
    }
  }

  void open_session() {
    const Json program = {{"text", hardbop::fuzzing::programs()[fuzz_.below(4)]}};
    char* const response = hardbop_call("session_open", program.dump().c_str(), 0);
    const Json json = Json::parse(response);
    if (json.contains("result")) sessions_.push_back(json["result"]["session"]);
    judge(response, "session_open " + program.dump());
  }

  /// Two threads do the same to the same session, task and manager; a third cancels and releases.
  void at_once() {
    const std::uint64_t session = fuzz_.pick(sessions_);
    const hardbop_handle task = handle();
    const hardbop_handle f = handle();
    const hardbop_handle g = handle();
    const auto work = [&] {
      ask("session_check", Json({{"session", session}, {"timeout", 0.2}}).dump(), task);
      ask("session_edit",
          Json({{"session", session}, {"text", "void f3() begin skip; end"}}).dump());
      hardbop_release(hardbop_bdd_apply(HARDBOP_BDD_AND, f, g));
      hardbop_free(hardbop_bdd_error(f));
    };
    std::thread one(work);
    std::thread two(work);
    hardbop_task_cancel(task);
    if (fuzz_.percent(50)) hardbop_release(f);
    if (fuzz_.percent(50)) hardbop_release(task);
    if (fuzz_.percent(30)) ask("session_close", Json({{"session", session}}).dump());
    one.join();
    two.join();
  }

  void new_manager() {
    const hardbop_handle manager = hardbop_bdd_manager();
    keep(manager);
    hardbop_bdd_set_node_limit(manager, fuzz_.percent(70) ? 2000 : fuzz_.below(20));
    hardbop_bdd_set_reordering(manager, static_cast<int>(fuzz_.below(3)) - 1);
    if (fuzz_.percent(50)) hardbop_bdd_set_interrupt(manager, interrupt, &interrupt_calls);
    if (fuzz_.percent(10)) hardbop_bdd_set_interrupt(handle(), nullptr, nullptr);
    for (std::uint64_t i = fuzz_.below(8); i > 0; --i) {
      const std::int64_t number = hardbop_bdd_new_var(manager, fuzz_.text().c_str());
      if (number >= 0) keep(hardbop_bdd_var(manager, static_cast<std::uint32_t>(number)));
    }
  }

  void diagrams() {
    if (fuzz_.percent(15)) return new_manager();
    for (std::uint64_t i = fuzz_.below(12); i > 0; --i) operation();
  }

  void operation() {
    const std::array<std::uint32_t, 3> vars{static_cast<std::uint32_t>(fuzz_.below(9)),
                                            static_cast<std::uint32_t>(fuzz_.below(9)),
                                            fuzz_.percent(90) ? 1U : 0xFFFF'FFFFU};
    const std::array<std::uint32_t, 3> others{static_cast<std::uint32_t>(fuzz_.below(9)), 2U, 3U};
    const std::array<hardbop_handle, 3> images{handle(), handle(), handle()};
    const std::size_t count = fuzz_.below(4);
    const std::size_t size =
        fuzz_.pick(std::vector<std::size_t>{0, 1, 8, 1000, 1U << 20U, SIZE_MAX});
    switch (fuzz_.below(18)) {
      case 0: return keep(hardbop_bdd_constant(handle(), static_cast<int>(fuzz_.below(3)) - 1));
      case 1: return keep(hardbop_bdd_cube(handle(), vars.data(), count));
      case 2: return keep(hardbop_bdd_not(handle()));
      case 3: return keep(hardbop_bdd_ite(handle(), handle(), handle()));
      case 4: return keep(hardbop_bdd_and_exists(handle(), handle(), handle()));
      case 5: return keep(hardbop_bdd_rename(handle(), vars.data(), others.data(), count));
      case 6: return keep(hardbop_bdd_compose(handle(), vars.data(), images.data(), count));
      case 7: return hardbop_release(handle());
      case 8: return hardbop_free(hardbop_bdd_model_count(handle(), size));
      case 9: return hardbop_free(hardbop_bdd_cubes(handle(), size));
      case 10: return hardbop_free(hardbop_bdd_dot(handle()));
      case 11: return hardbop_free(hardbop_bdd_text(handle(), size));
      case 12: static_cast<void>(hardbop_bdd_reorder(handle())); return;
      case 13: return keep(hardbop_bdd_high(handle()));
      case 14:
        static_cast<void>(hardbop_bdd_equal(handle(), handle()) + hardbop_bdd_id(handle()) +
                          hardbop_bdd_is_subset(handle(), handle()) + hardbop_bdd_top(handle()));
        return;
      case 15: return hardbop_free(hardbop_bdd_support(handle()));
      default:
        return keep(hardbop_bdd_apply(static_cast<int>(fuzz_.below(14)) - 1, handle(), handle()));
    }
  }
};

}  // namespace

int main(int argc, char** argv) {
  return hardbop::fuzzing::run(argc, argv, [](std::uint64_t seed) { Episode(seed).run(); });
}
