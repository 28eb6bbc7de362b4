// SPDX-License-Identifier: MIT
#include "boolean/temporal/monitor.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/util/spelling.hpp"
#include "boolean/logic/parse.hpp"
#include "boolean/temporal/lines.hpp"

namespace hardbop::temporal {

namespace {

class Reader {
 public:
  Reader(const SourceFile& source, const bp::Graph& graph, Diagnostics& diagnostics)
      : source_(source), graph_(graph), diagnostics_(diagnostics) {}

  std::optional<Monitor> run() {
    for_each_line(source_, [&](SourceSpan line) { read(line); });
    const SourceSpan start{0, 0};
    if (!has_initial_) diagnostics_.error(start, "the 'initial' state is missing");
    if (std::ranges::find(monitor_.is_error, true) == monitor_.is_error.end())
      diagnostics_.error(start, "the 'error' state is missing");
    if (diagnostics_.has_errors()) return std::nullopt;
    if (monitor_.is_error[monitor_.initial])
      diagnostics_.error(start, "the initial state is an error state");
    check_targets();
    if (diagnostics_.has_errors()) return std::nullopt;
    if (monitor_.name.empty()) monitor_.name = source_.name();
    return std::move(monitor_);
  }

 private:
  const SourceFile& source_;
  const bp::Graph& graph_;
  Diagnostics& diagnostics_;
  Monitor monitor_;
  bool has_initial_ = false;
  std::vector<bool> is_known_;  // by state: named by `initial`, `error` or before a rule
  std::vector<std::pair<Monitor::State, SourceSpan>> targets_;

  void read(SourceSpan line) {
    const SourceSpan word = first_word(source_, line, ":");
    const SourceSpan rest = trimmed(source_, {word.end, line.end});
    const std::string_view text = source_.text(word);
    if (source_.text(rest).substr(0, 1) == ":") return rule(word, {rest.begin + 1, line.end});
    if (text == "monitor") {
      monitor_.name = source_.text(rest);
    } else if (text == "initial") {
      if (has_initial_) diagnostics_.error(word, "'initial' is defined twice");
      has_initial_ = true;
      monitor_.initial = name(rest, true);
    } else if (text == "error") {
      errors(rest);
    } else {
      diagnostics_.error(
          word,
          missing("'monitor', 'initial', 'error' or 'STATE: when ... go STATE'", quote_name(text)));
    }
  }

  void errors(SourceSpan rest) {
    while (rest.begin < rest.end) {
      const SourceSpan word = first_word(source_, rest, ",");
      monitor_.is_error[name(word, true)] = true;
      rest = trimmed(source_, {word.end, rest.end});
      if (source_.text(rest).substr(0, 1) == ",")
        rest = trimmed(source_, {rest.begin + 1, rest.end});
    }
  }

  /// Between `when` and the last `go` stands a proposition.
  void rule(SourceSpan from, SourceSpan rest) {
    rest = trimmed(source_, rest);
    const SourceSpan when = first_word(source_, rest, "");
    if (source_.text(when) != "when")
      return diagnostics_.error(when, missing("'when'", found(source_, rest)));
    std::size_t go = std::string_view::npos;
    const std::string_view text = source_.text(rest);
    for (std::size_t at = text.find("go"); at != std::string_view::npos;
         at = text.find("go", at + 1))
      if (at > 0 && is_blank(text[at - 1]) && at + 2 < text.size() && is_blank(text[at + 2]))
        go = at;
    if (go == std::string_view::npos)
      return diagnostics_.error({rest.end, rest.end}, missing("'go STATE'", "the end of the line"));
    const auto guard_end = rest.begin + static_cast<SourceOffset>(go);
    const SourceSpan target = trimmed(source_, {guard_end + 2, rest.end});
    const auto guard = parse_proposition(source_, trimmed(source_, {when.end, guard_end}), graph_,
                                         monitor_.formula, diagnostics_);
    const Monitor::State state = name(from, true);
    const Monitor::State to = name(target, false);
    targets_.emplace_back(to, target);
    if (guard) monitor_.rules.push_back({state, *guard, to});
  }

  [[nodiscard]] Monitor::State name(SourceSpan span, bool introduces) {
    const std::string text(source_.text(span));
    const bool is_word = !text.empty() && std::ranges::none_of(text, is_blank);
    if (!is_word) diagnostics_.error(span, missing("the name of a state", found(source_, span)));
    const auto found = std::ranges::find(monitor_.states, text);
    const auto state = static_cast<Monitor::State>(found - monitor_.states.begin());
    if (found == monitor_.states.end()) {
      monitor_.states.push_back(text);
      monitor_.is_error.push_back(false);
      is_known_.push_back(false);
    }
    is_known_[state] = is_known_[state] || introduces;
    return state;
  }

  /// A state that only rules lead to is likely a slip of the pen.
  void check_targets() {
    for (const auto& [state, at] : targets_) {
      if (is_known_[state]) continue;
      SpellingHint hint(monitor_.states[state]);
      for (Monitor::State other = 0; other < monitor_.states.size(); ++other)
        if (is_known_[other]) hint.offer(monitor_.states[other]);
      diagnostics_.error(at,
                         fmt::format("state {} has no rule and is not an error state",
                                     quote_name(monitor_.states[state])),
                         hint.hint());
    }
  }
};

}  // namespace

Monitor::State Monitor::next(State state, const Position& position,
                             const bp::Valuation& frame) const {
  for (const Rule& rule : rules)
    if (rule.from == state && evaluate(formula, rule.guard, position, frame)) return rule.to;
  return state;
}

std::optional<Monitor> parse_monitor(const SourceFile& source, const bp::Graph& graph,
                                     Diagnostics& diagnostics) {
  return Reader(source, graph, diagnostics).run();
}

}  // namespace hardbop::temporal
