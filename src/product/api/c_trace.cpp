// SPDX-License-Identifier: MIT
#include "product/api/c_trace.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string_view>

#include "c/il/value_text.hpp"

namespace hardbop::api {

namespace {

TraceStep::Kind to_kind(c::ExplainedStep::Kind kind) {
  switch (kind) {
    case c::ExplainedStep::Kind::Call: return TraceStep::Kind::Call;
    case c::ExplainedStep::Kind::Return: return TraceStep::Kind::Return;
    case c::ExplainedStep::Kind::Step: break;
  }
  return TraceStep::Kind::Step;
}

/// Whether a variable, such as `x@2`, belongs to a thread of another number.
bool is_of_another(std::string_view variable, std::uint32_t thread) {
  const std::size_t mark = variable.find('@');
  if (mark == std::string_view::npos) return false;
  const std::string_view number = variable.substr(mark + 1);
  std::uint32_t owner = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), owner);
  return error == std::errc() && owner != thread;
}

/// The texts of a program for its trace, also those of what it includes.
class TraceTexts {
 public:
  TraceTexts(const verify::Sources& sources, const c::Program& program,
             const c::Explanation& explanation)
      : sources_(sources), program_(program) {
    std::set<std::string> files{verify::file_of(program, explanation.end.at)};
    for (const c::ExplainedStep& step : explanation.steps)
      files.insert(verify::file_of(program, step.at));
    for (const std::string& path : sources.paths()) files.erase(path);
    std::vector<c::Source> included;
    for (const std::string& path : files) {
      std::ifstream in(path);
      c::Source& source = included.emplace_back();
      source.path = path;
      source.text.assign(std::istreambuf_iterator<char>(in), {});
    }
    included_ = verify::Sources(std::move(included));
  }

  [[nodiscard]] std::string line(const c::Position& at) const {
    std::string out = sources_.line(program_, at);
    return out.empty() ? included_.line(program_, at) : out;
  }

 private:
  const verify::Sources& sources_;
  const c::Program& program_;
  verify::Sources included_;
};

/// Without those of other threads, which count from zero here.
std::vector<VariableValue> to_values(const c::Program& program,
                                     const std::vector<c::CellValue>& values,
                                     std::uint32_t thread) {
  std::vector<VariableValue> out;
  for (const c::CellValue& value : values)
    if (!program.threaded || !is_of_another(value.name, thread + 1))
      out.push_back({.name = value.name, .value = value.value});
  return out;
}

TraceStep to_step(const TraceTexts& texts, const c::Program& program,
                  const c::ExplainedStep& from) {
  TraceStep out;
  out.kind = to_kind(from.kind);
  out.depth = from.depth;
  if (from.thread != c::none) out.thread = from.thread + 1;
  if (!from.function.is_none()) out.procedure = c::source_name(program.functions[from.function]);
  out.at = to_location(program, from.at);
  if (from.starts != c::none) out.starts = from.starts + 1;
  out.columns = from.columns;
  out.times = from.times;
  out.statement = texts.line(from.at);
  out.state = to_values(program, from.values, from.thread);
  out.at_call = to_values(program, from.at_call, from.thread);
  return out;
}

/// Of a program with threads: the function of each; main is the first of them. Several can have the
/// same: their numbers tell them apart.
std::vector<std::string> thread_names(const c::Program& program,
                                      const c::Explanation& explanation) {
  if (!program.threaded) return {};
  std::vector<c::FunctionId> functions = explanation.threads;
  if (functions.empty())
    for (const c::Statement& statement : program.statements) {
      if (statement.created == c::none) continue;
      functions.resize(std::max<std::size_t>(functions.size(), statement.created + std::size_t{1}));
      functions[statement.created] = statement.callee;
    }
  functions.resize(std::max<std::size_t>(functions.size(), 1));
  functions[0] = program.main;
  std::vector<std::string> out{"init"};
  for (const c::FunctionId function : functions)
    out.push_back(function.is_none() ? "thread" : c::source_name(program.functions[function]));
  return out;
}

/// Whether the first of two steps of a thread is in the same call as the second, or inside of it.
bool is_further_in(const TraceStep& first, const TraceStep& second) {
  return first.depth > second.depth ||
         (first.depth == second.depth && first.procedure == second.procedure);
}

/// What a step of a thread changes: of what all see, up to the next step; of its own variables, up
/// to its next one, which may have some that had no value before.
void add_changes(std::vector<TraceStep>& steps, const TraceStep& end) {
  const auto value_in = [](const TraceStep& step, const std::string& name) {
    const auto found = std::ranges::find(step.state, name, &VariableValue::name);
    return found == step.state.end() ? nullptr : &*found;
  };
  std::map<std::uint32_t, const TraceStep*> next_of;  // by thread
  const TraceStep* next = &end;
  next_of[end.thread] = &end;
  for (std::size_t i = steps.size(); i-- > 0;) {
    TraceStep& step = steps[i];
    const TraceStep*& own = next_of.try_emplace(step.thread, nullptr).first->second;
    for (const VariableValue& before : step.state) {
      const VariableValue* after = value_in(*next, before.name);
      if (after == nullptr && own != nullptr) after = value_in(*own, before.name);
      if (after != nullptr && after->value != before.value) step.changed.push_back(*after);
    }
    if (own != nullptr && is_further_in(*own, step))
      for (const VariableValue& after : own->state)
        if (value_in(step, after.name) == nullptr) step.changed.push_back(after);
    for (const VariableValue& after : step.at_call)
      if (std::ranges::find(step.changed, after.name, &VariableValue::name) == step.changed.end())
        step.changed.push_back(after);
    own = next = &step;
  }
}

/// A run that has ended is at no statement any more: it is shown at its last one.
void place_end(const c::Program& program, const std::vector<c::ExplainedStep>& steps,
               TraceStep& end) {
  if (end.at.line != 0) return;
  const c::Position& last = steps.empty() ? program.functions[program.main].at : steps.back().at;
  end.at = to_location(program, last);
  end.statement = "the program has ended";
}

/// What a thread does behind its function has the function's place: it is shown at its last one.
void place_ends_of_threads(const c::Program& program,
                           const std::vector<c::ExplainedStep>& explained,
                           std::vector<TraceStep>& steps) {
  std::map<std::uint32_t, const TraceStep*> last;  // by thread; null where it has not started
  for (std::size_t i = 0; i < steps.size(); ++i) {
    TraceStep& step = steps[i];
    const c::FunctionId function = explained[i].function;
    const TraceStep*& before = last[step.thread];
    if (before != nullptr && !function.is_none() &&
        program.functions[function].at == explained[i].at) {
      step.at = before->at;
      step.statement = "the thread ends";
      step.ends = true;
      step.columns.clear();
      step.times = 0;
      before = nullptr;
    } else {
      before = &step;
    }
  }
}

TraceLoop::Kind to_kind(verify::Round::Kind kind) {
  switch (kind) {
    case verify::Round::Kind::Ended: return TraceLoop::Kind::Terminated;
    case verify::Round::Kind::Failed: return TraceLoop::Kind::Failed;
    case verify::Round::Kind::Repeats: break;
  }
  return TraceLoop::Kind::Loop;
}

/// The steps that a trace of at most `limit` steps lists: the first ones and the last ones.
struct Listed {
  std::size_t all;
  std::size_t first;
  std::size_t last;

  Listed(std::size_t steps, std::uint64_t limit)
      : all(steps),
        first(steps > limit ? static_cast<std::size_t>(limit + 1) / 2 : steps),
        last(steps > limit ? static_cast<std::size_t>(limit) / 2 : 0) {}

  [[nodiscard]] std::size_t left_out() const { return all - first - last; }
  /// Where the step is in the list, or what comes next in it.
  [[nodiscard]] std::size_t place_of(std::size_t step) const {
    if (step < first) return step;
    return first + (step > all - last ? step - (all - last) : 0);
  }
};

Trace list_steps(const verify::Sources& sources, const c::Program& program,
                 const c::Explanation& explanation, const Listed& listed) {
  const std::vector<c::ExplainedStep>& steps = explanation.steps;
  Trace out;
  out.length = std::to_string(steps.size());
  out.hierarchical_length = steps.size();
  out.truncated = listed.left_out() != 0;
  const TraceTexts texts(sources, program, explanation);
  out.end = to_step(texts, program, explanation.end);
  place_end(program, steps, out.end);
  out.threads = thread_names(program, explanation);
  out.context_switches = explanation.switches;
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (i < listed.first || i >= steps.size() - listed.last)
      out.steps.push_back(to_step(texts, program, steps[i]));
  if (program.threaded && listed.left_out() == 0) {
    place_ends_of_threads(program, steps, out.steps);
    add_changes(out.steps, out.end);
  }
  (listed.last == 0 ? out.end : out.steps[listed.first]).left_out_before = listed.left_out();
  return out;
}

}  // namespace

Location to_location(const c::Program& program, const c::Position& at) {
  return {verify::file_of(program, at), at.line, at.column};
}

Trace to_trace(const verify::Sources& sources, const c::Program& program,
               const verify::ViolatingRun& run, std::uint64_t limit) {
  const Listed listed(run.explanation->steps.size(), limit);
  Trace out = list_steps(sources, program, *run.explanation, listed);
  if (!run.round) return out;
  TraceLoop& loop = out.loop.emplace();
  loop.kind = to_kind(run.round->kind);
  loop.first_step = std::min(listed.place_of(run.round->first_step), out.steps.size());
  loop.length = listed.all - std::min(run.round->first_step, listed.all);
  return out;
}

Trace to_trace(const verify::Sources& sources, const c::Program& program,
               const verify::BlockedRun& run, std::uint64_t limit) {
  Trace out =
      list_steps(sources, program, run.explanation, Listed(run.explanation.steps.size(), limit));
  out.end.statement = run.text;
  return out;
}

}  // namespace hardbop::api
