// SPDX-License-Identifier: MIT
#include "c/lower/replay.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "c/il/interpreter.hpp"

namespace hardbop::c {

namespace {

/// Follows the run while the interpreter follows the program.
class Replay {
 public:
  /// `fill`: what is in variables that are not initialised, whatever the run says.
  Replay(const Program& program, const Model& model, const words::Run& run,
         std::optional<std::uint64_t> fill = std::nullopt, bool is_quiet = false)
      : program_(program), model_(model), run_(run), fill_(fill), is_quiet_(is_quiet) {}

  void record(std::vector<std::uint64_t>* values) { values_ = values; }

  Replayed to(const Sink* sink, bool may_end) {
    if (sink != nullptr && sink->defect) defects_ = {*sink->defect};
    const Outcome outcome = execute(sink == nullptr ? statements() : run_.size() + 1);
    const auto wrong = what_is_wrong(outcome);
    if (wrong && sink != nullptr && shows(outcome, *wrong, *sink))
      return {Replayed::Kind::Follows, wrong->text, outcome.left.empty() ? wrong->at : sink->at,
              wrong->points, wrong->detail};
    if (wrong) return *wrong;
    if (may_end && sink == nullptr && has_ended(outcome)) return {};
    const Outcome::Kind expected =
        sink == nullptr ? Outcome::Kind::StepLimit : Outcome::Kind::Error;
    if (outcome.kind != expected) return differs("the program ends differently: " + outcome.text);
    if (sink != nullptr && outcome.statement != sink->statement)
      return differs("the program reaches a different error");
    return {};
  }

  Replayed to_limit() {
    const Outcome outcome = execute(statements());
    if (const auto wrong = what_is_wrong(outcome)) return *wrong;
    if (outcome.kind == Outcome::Kind::StepLimit || outcome.kind == Outcome::Kind::Unsupported)
      return {};
    return differs("the program ends otherwise: " + outcome.text);
  }

 private:
  const Program& program_;
  const Model& model_;
  const words::Run& run_;
  std::optional<std::uint64_t> fill_;
  Defects defects_;                                           // that are looked for
  bool is_quiet_;                                             // undefined functions write nothing
  std::size_t next_ = 0;                                      // of the run's points
  std::map<StatementId, std::vector<std::uint32_t>> pieces_;  // that each Allocate made
  std::vector<std::uint64_t>* values_ = nullptr;              // where they are wanted
  std::string objection_;
  /// The first pointer without a value: what it points to in the model cannot be said in C.
  std::optional<Replayed> pointer_;

  /// Whether what is wrong is what the sink says.
  [[nodiscard]] bool shows(const Outcome& outcome, const Replayed& wrong, const Sink& sink) const {
    if (!sink.defect || wrong.kind != Replayed::Kind::Faults || outcome.defect != sink.defect)
      return false;
    return outcome.left.empty() || std::ranges::any_of(outcome.left, [&](StatementId allocate) {
             return program_.statements[allocate].at == sink.at;
           });
  }

  [[nodiscard]] static Replayed differs(std::string text) {
    return {Replayed::Kind::Differs, std::move(text), {}};
  }

  Outcome execute(std::uint64_t step_limit) {
    InterpreterOptions options;
    options.step_limit = step_limit;
    options.defects = defects_;
    options.observe = [&](const Statement& statement, std::size_t, const MemoryView&) {
      advance(statement);
    };
    options.leave_out = [&](const Statement& statement) {
      return is_quiet_ && statement.text == environment_name && !is_choice(statement);
    };
    options.choose = [&](const Statement& statement, Type, std::size_t place) {
      if (is_quiet_ && statement.text == environment_name) return std::uint64_t{0};
      return noted(fill_ && statement.text.empty() ? *fill_ : chosen(place));
    };
    options.unknown = [&](const UnknownBytes& bytes, Type type) -> std::optional<std::uint64_t> {
      if (fill_) return fill_;
      std::optional<std::uint64_t> found = unknown_element(bytes, type);
      if (!found)
        found = bytes.object == none ? unknown_heap(bytes, type) : unknown_variable(bytes, type);
      if (bytes.object != none && found.value_or(0) != 0 && type.is_pointer) note_pointer();
      if (found) noted(*found);  // else `choose` is asked
      return found;
    };
    return interpret(program_, options);
  }

  std::uint64_t noted(std::uint64_t value) {
    if (values_ != nullptr) values_->push_back(value);
    return value;
  }

  /// Where the program goes another way, or does what is no part of C.
  [[nodiscard]] std::optional<Replayed> what_is_wrong(const Outcome& outcome) const {
    if (!objection_.empty() && pointer_) return pointer_;
    if (!objection_.empty()) return differs(objection_);
    if (outcome.kind != Outcome::Kind::Fault) return std::nullopt;
    const Position& at = outcome.statement == none ? program_.functions[program_.main].at
                                                   : program_.statements[outcome.statement].at;
    return Replayed{Replayed::Kind::Faults, outcome.text, at, next_, outcome.detail};
  }

  /// Of what the environment does, and no write: its choices are in temporaries.
  [[nodiscard]] bool is_choice(const Statement& statement) const {
    const Expr& address = program_.exprs[statement.places[0].address];
    return address.kind == Expr::Kind::Address && program_.objects[address.object].is_temporary &&
           !program_.objects[address.object].is_external;
  }

  /// It ended with the last statement of the run.
  [[nodiscard]] bool has_ended(const Outcome& outcome) const {
    return (outcome.kind == Outcome::Kind::Ended || outcome.kind == Outcome::Kind::Error) &&
           std::all_of(run_.begin() + static_cast<std::ptrdiff_t>(next_), run_.end(),
                       [&](const words::Point& point) {
                         return model_.blocks[point.block].statement == none;
                       });
  }

  /// How many statements the run executes.
  [[nodiscard]] std::uint64_t statements() const {
    std::uint64_t count = 0;
    for (const words::Point& point : run_)
      count += model_.blocks[point.block].statement == none ? 0 : 1;
    return count;
  }

  [[nodiscard]] const words::Point& now() const { return run_[next_ - 1]; }

  /// To the point at which the run executes this statement, too.
  void advance(const Statement& statement) {
    const auto id = static_cast<StatementId>(&statement - program_.statements.data());
    while (next_ < run_.size() && model_.blocks[run_[next_].block].statement == none) ++next_;
    const bool same = next_ < run_.size() && model_.blocks[run_[next_].block].statement == id;
    if (!same && objection_.empty())
      objection_ =
          fmt::format("the program takes a different branch in line {}", statement.at.line);
    if (next_ < run_.size()) ++next_;
    if (statement.kind == Statement::Kind::Allocate) note_piece(id);
  }

  /// Which piece of the model is made: the next point knows.
  void note_piece(StatementId allocate) {
    const auto counter = model_.allocated.find(allocate);
    if (counter == model_.allocated.end() || next_ >= run_.size()) return;
    pieces_[allocate].push_back(
        static_cast<std::uint32_t>(run_[next_].variables[counter->second] - 1));
  }

  [[nodiscard]] std::uint32_t piece_of(const UnknownBytes& bytes) const {
    const auto found = pieces_.find(bytes.allocate);
    if (found == pieces_.end() || bytes.number >= found->second.size()) return bytes.number;
    return found->second[bytes.number];
  }

  /// For one of the places of an Arbitrary.
  [[nodiscard]] std::uint64_t chosen(std::size_t place) const {
    for (const words::InputId input : model_.graph.blocks[now().block].inputs)
      if (model_.inputs[input].object == none && model_.inputs[input].offset == place)
        return now().inputs[input];
    return 0;
  }

  /// What the run's state says of a variable without a first value.
  [[nodiscard]] std::optional<std::uint64_t> unknown_variable(const UnknownBytes& bytes,
                                                              Type type) const {
    std::optional<std::uint64_t> found;
    for (std::size_t v = 0; v < model_.variables.size(); ++v) {
      const VariableMeaning& meaning = model_.variables[v];
      if (meaning.object != bytes.object) continue;
      const Cell& cell = program_.objects[bytes.object].cells[meaning.cell];
      if (cell.offset != bytes.offset || cell.type.bits != type.bits) continue;
      found = now().variables[v];
      if (meaning.copy == model_.blocks[now().block].depth) break;
    }
    return found;
  }

  void note_pointer() {
    if (!pointer_)
      pointer_ = {Replayed::Kind::Faults, "uninitialised pointer",
                  program_.statements[model_.blocks[now().block].statement].at, next_};
  }

  /// Of what is an array in the model.
  [[nodiscard]] std::optional<std::uint64_t> unknown_element(const UnknownBytes& bytes,
                                                             Type type) const {
    std::optional<std::size_t> found;
    for (std::size_t a = 0; a < model_.arrays.size(); ++a) {
      const ArrayMeaning& meaning = model_.arrays[a];
      if (meaning.object != bytes.object || meaning.heap != bytes.allocate) continue;
      const bool is_heap = bytes.allocate != none;
      if (is_heap && meaning.copy != piece_of(bytes)) continue;
      found = a;
      if (is_heap || meaning.copy == model_.blocks[now().block].depth) break;
    }
    if (!found) return std::nullopt;
    return word_at(model_.arrays[*found], now().arrays[*found], bytes.offset, type.bits / 8U);
  }

  [[nodiscard]] std::optional<std::uint64_t> unknown_heap(const UnknownBytes& bytes,
                                                          Type type) const {
    std::uint64_t word = 0;
    for (std::size_t v = 0; v < model_.variables.size(); ++v) {
      const VariableMeaning& meaning = model_.variables[v];
      if (meaning.heap == none || meaning.heap != bytes.allocate ||
          meaning.copy != piece_of(bytes) || meaning.cell < bytes.offset ||
          meaning.cell >= bytes.offset + type.bits / 8U)
        continue;
      word |= now().variables[v] << 8U * (meaning.cell - bytes.offset);
    }
    return word;
  }
};

}  // namespace

Replayed replay(const Program& program, const Model& model, const words::Run& run, const Sink* sink,
                bool may_end, std::vector<std::uint64_t>* values) {
  Replay replay(program, model, run);
  replay.record(values);
  return replay.to(sink, may_end);
}

Replayed replay_to_limit(const Program& program, const Model& model, const words::Run& run) {
  return Replay(program, model, run).to_limit();
}

bool depends_on_uninitialised(const Program& program, const Model& model, const words::Run& run,
                              const Sink& sink) {
  constexpr std::uint64_t fills[] = {0, ~std::uint64_t{0}, 0x5A5A'5A5A'5A5A'5A5A};
  return std::any_of(std::begin(fills), std::end(fills), [&](std::uint64_t fill) {
    const Replayed replayed = Replay(program, model, run, fill).to(&sink, false);
    return replayed.kind != Replayed::Kind::Follows;
  });
}

bool depends_on_environment(const Program& program, const Model& model, const words::Run& run,
                            const Sink& sink) {
  if (program.environment.is_none()) return false;
  const Replayed replayed = Replay(program, model, run, std::nullopt, true).to(&sink, false);
  return replayed.kind != Replayed::Kind::Follows;
}

}  // namespace hardbop::c
