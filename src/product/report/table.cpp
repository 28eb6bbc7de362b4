// SPDX-License-Identifier: MIT
// A trace in execution order: step, line (with the file, if there are several), statement (indented
// by the depth of the call stack), and the variables that it changed. A call shows the values of
// the callee's formals; the last statement of a callee shows what changes for the caller. When
// another thread continues, a line says which; or each thread has a column for its statements.
#include <algorithm>
#include <fmt/format.h>

#include "product/report/trace_text.hpp"

namespace hardbop::report {

namespace {

constexpr const char* bold = "\x1b[1m";
constexpr const char* dim = "\x1b[2m";
constexpr const char* cyan = "\x1b[36m";
constexpr const char* plain = "\x1b[0m";

class Table {
 public:
  Table(const Trace& trace, bool colour, bool in_columns)
      : trace_(trace),
        colour_(colour),
        in_columns_(in_columns && !trace.threads.empty()),
        with_file_(has_several_files(trace)) {}

  std::string run() {
    measure();
    header();
    for (std::size_t i = 0; i < trace_.steps.size(); ++i) {
      if (loops() && trace_.loop->first_step == i) begin_loop();
      row(i);
    }
    arrival();
    return std::move(out_);
  }

 private:
  const Trace& trace_;
  bool colour_;
  bool in_columns_;
  bool with_file_;
  std::string out_;
  std::size_t statement_width_ = 9;  // of all columns together
  std::vector<std::size_t> widths_;  // of columns, by thread; 0: it has none
  std::size_t step_width_ = 4;
  std::size_t line_width_ = 0;
  std::uint64_t loop_begins_ = 0;
  std::string monitor_;                    // its state so far
  std::uint64_t number_ = 0;               // of the row at hand, those left out counted
  std::vector<const TraceStep*> callers_;  // by depth: the last step there
  std::uint32_t thread_ = static_cast<std::uint32_t>(-1);  // the one that ran last
  std::vector<bool> seen_;                                 // threads that ran

  [[nodiscard]] std::string paint(const char* code, const std::string& text) const {
    return colour_ && !text.empty() ? code + text + plain : text;
  }

  [[nodiscard]] const TraceStep& after(std::size_t i) const {
    return i + 1 < trace_.steps.size() ? trace_.steps[i + 1] : trace_.end;
  }

  [[nodiscard]] const char* line_title() const { return with_file_ ? "file:line" : "line"; }

  void measure() {
    line_width_ = std::string_view(line_title()).size();
    std::uint64_t last = 0;
    const auto look = [&](const TraceStep& step) {
      last += 1 + step.left_out_before;
      statement_width_ = std::max(statement_width_, indented(step).size());
      if (in_columns_) measure_column(step);
      line_width_ = std::max(line_width_, line_text(step, with_file_).size());
    };
    for (const TraceStep& step : trace_.steps) look(step);
    look(trace_.end);
    if (!initial_values().empty())
      statement_width_ = std::max(statement_width_, start_text(first()).size());
    statement_width_ = std::min(statement_width_, widest_statement);
    if (in_columns_) statement_width_ = column_at(widths_.size()) - gap;
    step_width_ = std::max(step_width_, std::to_string(last).size());
  }

  static constexpr std::size_t gap = 2;

  void measure_column(const TraceStep& step) {
    widths_.resize(std::max<std::size_t>(widths_.size(), step.thread + std::size_t{1}));
    const std::size_t text = std::max(indented(step).size(), start_text(step).size());
    widths_[step.thread] = std::max({widths_[step.thread], thread_title(trace_, step.thread).size(),
                                     std::min(text, widest_of_thread)});
  }

  /// Where the column of a thread begins.
  [[nodiscard]] std::size_t column_at(std::size_t thread) const {
    std::size_t out = 0;
    for (std::size_t t = 0; t < thread; ++t) out += widths_[t] == 0 ? 0 : widths_[t] + gap;
    return out;
  }

  /// A statement, or another text of its length, in the column of its thread.
  [[nodiscard]] std::string in_column_of(const TraceStep& step, std::string text) const {
    if (!in_columns_) return text;
    if (text.size() > widths_[step.thread]) text = text.substr(0, widths_[step.thread] - 3) + "...";
    return std::string(column_at(step.thread), ' ') + text;
  }

  [[nodiscard]] std::string titles() const {
    if (!in_columns_) return "statement";
    std::string out;
    for (std::uint32_t t = 0; t < widths_.size(); ++t)
      if (widths_[t] != 0) out += fmt::format("{:{}}", thread_title(trace_, t), widths_[t] + gap);
    return out.substr(0, out.size() - gap);
  }

  /// Numbers end below each other, names of files begin there.
  [[nodiscard]] std::string in_column(const std::string& line) const {
    return with_file_ ? fmt::format("{:<{}}", line, line_width_)
                      : fmt::format("{:>{}}", line, line_width_);
  }

  void add_row(const std::string& step, const std::string& line, const std::string& statement,
               const std::string& values) {
    std::string row = fmt::format("{:>{}}  {}  ", step, step_width_, in_column(line));
    row += statement;
    if (!values.empty()) {
      const std::size_t missing = statement_width_ - std::min(statement_width_, statement.size());
      row += std::string(missing + 2, ' ') + paint(cyan, values);
    }
    out_ += row + "\n";
  }

  void header() {
    std::string text = fmt::format("{:>{}}  {}  {:{}}  {}", "step", step_width_,
                                   in_column(line_title()), titles(), statement_width_, "values");
    out_ += paint(bold, text) + "\n";
    if (is_concurrent()) return;
    const std::string initial = initial_values();
    if (!initial.empty()) add_row("", "", start_text(first()), initial);
  }

  [[nodiscard]] bool is_concurrent() const { return !trace_.threads.empty(); }

  /// Before a step of another thread than the last one: who runs, and with which values when
  /// it does so for the first time.
  void context(const TraceStep& step) {
    if (!is_concurrent() || thread_ == step.thread) return;
    thread_ = step.thread;
    if (!in_columns_) out_ += paint(cyan, switch_text(trace_, step.thread)) + "\n";
    if (seen_.size() <= step.thread) seen_.resize(step.thread + std::size_t{1});
    if (seen_[step.thread]) return;
    seen_[step.thread] = true;
    const std::string values = values_text(step.state, [](const VariableValue&) { return true; });
    if (!values.empty()) add_row("", "", in_column_of(step, start_text(step)), values);
  }

  [[nodiscard]] const TraceStep& first() const {
    return trace_.steps.empty() ? trace_.end : trace_.steps.front();
  }

  [[nodiscard]] static std::string start_text(const TraceStep& step) {
    return "(start of " + step.procedure + ")";
  }

  [[nodiscard]] std::string initial_values() const {
    return values_text(first().state,
                       [](const VariableValue& value) { return !value.unconstrained; });
  }

  void left_out(const TraceStep& step) {
    if (step.left_out_before != 0) out_ += paint(dim, left_out_text(step.left_out_before)) + "\n";
  }

  void row(std::size_t i) {
    const TraceStep& step = trace_.steps[i];
    left_out(step);
    context(step);
    number_ += 1 + step.left_out_before;
    callers_.resize(step.depth + std::size_t{1});
    callers_[step.depth] = &step;
    std::string values = is_concurrent()
                             ? values_text(step.changed, [](const VariableValue&) { return true; })
                             : changes(step, after(i));
    if (step.starts != 0 && !tells_start(step))
      values += fmt::format("{}starts thread {}", values.empty() ? "" : "; ", step.starts);
    if (!step.printed.empty()) {
      values += values.empty() ? "prints " : "; prints ";
      for (std::size_t j = 0; j < step.printed.size(); ++j)
        values += (j > 0 ? ", " : "") + step.printed[j];
    }
    if (!step.monitor.empty() && step.monitor != monitor_) {
      values += fmt::format("{}[{}]", values.empty() ? "" : "  ", step.monitor);
      monitor_ = step.monitor;
    }
    if (!step.inside.empty())
      values += fmt::format("{}({} statements inside)", values.empty() ? "" : "  ", step.inside);
    add_row(std::to_string(number_), line_text(step, with_file_),
            in_column_of(step, indented(step)), values);
  }

  /// Whether a variable has got the thread that the step starts.
  [[nodiscard]] static bool tells_start(const TraceStep& step) {
    return std::ranges::any_of(step.changed, [&](const VariableValue& one) {
      return value_text(one) == fmt::format("thread {}", step.starts);
    });
  }

  /// What is other in `next` than it was. Entering a procedure, that is its formals; leaving
  /// one, the caller's variables are compared with what they were at the call.
  [[nodiscard]] std::string changes(const TraceStep& step, const TraceStep& next) const {
    if (next.left_out_before != 0) return {};
    if (next.depth > step.depth) {
      const std::string own = caller_changes(step, next);
      const std::string formals = values_text(next.state, [&](const VariableValue& variable) {
        return !variable.unconstrained && differs(step.state, variable, true);
      });
      return own.empty() || formals.empty() ? own + formals : own + ", " + formals;
    }
    const TraceStep& base = next.depth < step.depth ? *callers_[next.depth] : step;
    return values_text(next.state, [&](const VariableValue& variable) {
      const bool is_known = &base != &step && contains(base.at_call, variable);
      return differs(is_known ? base.at_call : base.state, variable, false) &&
             (next.depth == step.depth || differs(step.state, variable, true) ||
              !contains(step.state, variable));
    });
  }

  /// What a call changed of the caller's own variables before the callee began. Where that has
  /// another one of the name, it is said whose.
  [[nodiscard]] static std::string caller_changes(const TraceStep& call, const TraceStep& next) {
    std::vector<VariableValue> shown;
    for (const VariableValue& variable : call.at_call) {
      const bool is_other = contains(next.state, variable);
      if (is_other && !differs(next.state, variable, true)) continue;
      shown.push_back(variable);
      if (is_other) shown.back().name = call.procedure + "::" + variable.name;
    }
    return values_text(shown, [](const VariableValue&) { return true; });
  }

  [[nodiscard]] static bool contains(const std::vector<VariableValue>& state,
                                     const VariableValue& variable) {
    return std::ranges::any_of(
        state, [&](const VariableValue& other) { return other.name == variable.name; });
  }

  /// Whether the variable has another value in `state`, or only now one that counts;
  /// `otherwise` where it is not there.
  [[nodiscard]] static bool differs(const std::vector<VariableValue>& state,
                                    const VariableValue& variable, bool otherwise) {
    for (const VariableValue& other : state)
      if (other.name == variable.name)
        return other.value != variable.value || (other.unconstrained && !variable.unconstrained);
    return otherwise;
  }

  [[nodiscard]] bool loops() const {
    return trace_.loop && trace_.loop->kind == TraceLoop::Kind::Loop;
  }

  void begin_loop() {
    out_ += paint(dim, "-- loop --") + "\n";
    loop_begins_ = number_ + trace_.steps[trace_.loop->first_step].left_out_before + 1;
  }

  [[nodiscard]] std::string monitor_at_end() const {
    return trace_.end.monitor.empty() ? "" : fmt::format("[{}]", trace_.end.monitor);
  }

  void arrival() {
    left_out(trace_.end);
    if (loops()) {
      add_row("=>", "", fmt::format("back to step {}", loop_begins_), "");
      return;
    }
    if (trace_.loop && trace_.loop->kind == TraceLoop::Kind::Terminated) {
      add_row("=>", "", "the program has ended", monitor_at_end());
      return;
    }
    context(trace_.end);
    add_row("=>", line_text(trace_.end, with_file_), in_column_of(trace_.end, indented(trace_.end)),
            monitor_at_end());
  }
};

}  // namespace

std::string table(const Trace& trace, bool colour, bool in_columns) {
  return Table(trace, colour, in_columns).run();
}

}  // namespace hardbop::report
