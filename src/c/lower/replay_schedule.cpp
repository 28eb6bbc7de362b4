// SPDX-License-Identifier: MIT
#include "c/lower/replay_schedule.hpp"

#include <fmt/format.h>
#include <map>
#include <optional>
#include <utility>

#include "c/il/interpreter.hpp"

namespace hardbop::c {

namespace {

class ScheduleReplay {
 public:
  ScheduleReplay(const Program& program, const Model& model, const words::Run& run,
                 const std::function<void(InterpreterOptions&)>& attach)
      : program_(program), threaded_(*program.threaded), model_(model), run_(run), attach_(attach) {
    for (std::size_t i = 0; i < run.size(); ++i) {
      const StatementId s = model.blocks[run[i].block].statement;
      if (s == none) continue;
      const Statement& statement = program.statements[s];
      if (statement.created != none && !events_.empty()) events_.back().created = statement.created;
      if (statement.origin != none)
        events_.push_back({i, statement.thread, statement.origin, none});
    }
  }

  std::string to(const Sink& sink) {
    if (program_.statements[sink.statement].text == deadlock_text && !sink.defect)
      return to_deadlock();
    const Outcome outcome = execute(sink, std::nullopt);
    if (!objection_.empty()) return objection_;
    if (sink.defect) {
      const bool shows = outcome.kind == Outcome::Kind::Fault && outcome.defect == sink.defect;
      return shows ? "" : "the program ends differently: " + outcome.text;
    }
    if (outcome.kind != Outcome::Kind::Error)
      return "the program ends differently: " + outcome.text;
    const StatementId wanted = program_.statements[sink.statement].origin;
    return outcome.statement == wanted ? "" : "the program reaches a different error";
  }

  [[nodiscard]] const std::map<std::size_t, std::uint32_t>& copies() const { return copies_; }

 private:
  /// In the end, each thread that has not ended waits.
  std::string to_deadlock() {
    std::size_t count = 1;
    for (std::size_t t = 0; t < count; ++t) {
      const Outcome outcome = execute({}, t);
      if (!objection_.empty()) return objection_;
      if (outcome.kind != Outcome::Kind::Blocked) return fmt::format("thread {} can go on", t);
      count = created_ + 1;
      numbers_ = {{0, 0}};
      next_ = created_ = 0;
    }
    return "";
  }

  /// `last`: who goes on when all events have happened.
  Outcome execute(const Sink& sink, std::optional<std::size_t> last) {
    InterpreterOptions options;
    if (sink.defect) options.defects = {*sink.defect};
    options.schedule = [&, last](const std::vector<ThreadView>&, std::size_t running) {
      return last && next_ >= events_.size() ? *last : next_thread(running);
    };
    options.observe = [&, last](const Statement& statement, std::size_t, const MemoryView&) {
      if (!last || next_ < events_.size()) advance(statement);
    };
    options.choose = [&](const Statement&, Type, std::size_t place) { return chosen(place); };
    options.step_limit = events_.size() + 1;
    if (const auto attach = std::exchange(attach_, nullptr)) attach(options);
    return interpret(threaded_, options);
  }

  /// A statement of the program with threads that is executed.
  struct Event {
    std::size_t point = 0;
    std::uint32_t thread = none;  // a copy
    StatementId statement = none;
    std::uint32_t created = none;  // the copy that it creates
  };

  const Program& program_;
  const Program& threaded_;
  const Model& model_;
  const words::Run& run_;
  std::function<void(InterpreterOptions&)> attach_;  // to the first execution
  std::vector<Event> events_;
  std::size_t next_ = 0;
  std::map<std::uint32_t, std::size_t> numbers_{{0, 0}};  // by copy: the thread it was made last
  std::size_t created_ = 0;
  std::map<std::size_t, std::uint32_t> copies_{{0, 0}};
  std::string objection_;

  [[nodiscard]] std::size_t next_thread(std::size_t running) const {
    if (next_ >= events_.size()) return running;
    const auto found = numbers_.find(events_[next_].thread);
    return found == numbers_.end() ? running : found->second;
  }

  void advance(const Statement& statement) {
    const auto id = static_cast<StatementId>(&statement - threaded_.statements.data());
    const bool same = next_ < events_.size() && events_[next_].statement == id;
    if (!same && objection_.empty())
      objection_ = fmt::format("it does something else in line {}", statement.at.line);
    if (next_ < events_.size() && events_[next_].created != none) {
      numbers_[events_[next_].created] = ++created_;
      copies_[created_] = events_[next_].created;
    }
    ++next_;
  }

  [[nodiscard]] std::uint64_t chosen(std::size_t place) const {
    if (next_ == 0 || next_ > events_.size()) return 0;
    const words::Point& now = run_[events_[next_ - 1].point];
    for (const words::InputId input : model_.graph.blocks[now.block].inputs)
      if (model_.inputs[input].object == none && model_.inputs[input].offset == place)
        return now.inputs[input];
    return 0;
  }
};

}  // namespace

ReplayedSchedule replay_schedule(const Program& program, const Model& model, const words::Run& run,
                                 const Sink& sink,
                                 const std::function<void(InterpreterOptions&)>& attach) {
  ScheduleReplay replay(program, model, run, attach);
  std::string objection = replay.to(sink);
  return {std::move(objection), replay.copies()};
}

}  // namespace hardbop::c
