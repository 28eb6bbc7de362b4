// SPDX-License-Identifier: MIT
#include "c/lower/explain.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

#include "base/expression/evaluator.hpp"
#include "c/il/value_text.hpp"
#include "c/lower/executed_columns.hpp"
#include "c/lower/pointer_text.hpp"

namespace hardbop::c {

namespace {

/// Of all elements of an array that a run changes, how many values are shown, in all of its steps.
constexpr std::size_t most_values = 2'000'000;
constexpr std::size_t least_elements = 16;

class Explainer {
 public:
  Explainer(const Program& program, const Model& model, const words::Run& run, std::size_t round,
            KeptSteps kept)
      : program_(program),
        model_(model),
        run_(run),
        round_(round),
        kept_(kept),
        pointers_(program, model, run),
        changes_(model.variables.size()),
        changed_cells_(model.arrays.size()) {
    words::Evaluator evaluator(model.graph.expressions);
    for (const words::Point& point : run) {
      for (const words::Assignment& assignment : model.graph.blocks[point.block].assignments) {
        changes_[assignment.variable] = true;
        note_writer(point, model.variables[assignment.variable].object);
      }
      for (const words::ArrayAssignment& one : model.graph.blocks[point.block].array_assignments)
        note_writer(point, model.arrays[one.array].object);
      note_stores(point, evaluator);
    }
    for (const Object& object : program.objects)
      if (object.storage != Object::Storage::Local) global_names_.insert(object.name);
  }

  Explanation run(const Position& at) {
    if (round_ != 0) note_reads();
    for (std::size_t i = 0; i < run_.size(); ++i) {
      visit(i);
      note_values(run_[i]);
    }
    out_.end.at = at;
    if (!out_.steps.empty()) {
      out_.end.function = out_.steps.back().function;
      out_.end.depth = depth_;
      out_.end.thread = thread_;
    }
    out_.end.values = values(run_.back(), out_.end.function);
    drop_waits(out_);
    return std::move(out_);
  }

 private:
  struct Frame {
    FunctionId function;
    std::uint32_t copy = 0;

    friend bool operator==(const Frame&, const Frame&) = default;
  };
  const Program& program_;
  const Model& model_;
  const words::Run& run_;
  std::size_t round_;
  KeptSteps kept_;
  PointerTexts pointers_;
  std::vector<bool> changes_;                         // by variable: it is assigned on the run
  std::vector<std::set<std::size_t>> changed_cells_;  // by array: those of the object
  std::set<ObjectId> written_elsewhere_;  // locals that other functions write, through pointers
  std::set<std::string> global_names_;
  std::vector<Frame> frames_;  // of functions that have been called, the last one runs
  std::uint32_t depth_ = 0;
  std::uint32_t thread_ = none;                       // that ran last
  std::uint32_t activation_ = none;                   // likewise, of programs with threads
  std::map<std::uint32_t, std::size_t> last_steps_;   // by thread
  std::map<std::uint32_t, std::uint32_t> thread_of_;  // by activation that has begun
  std::map<ObjectId, bool> has_value_;  // locals of activations; whether a caller passed it
  std::set<std::pair<ObjectId, std::uint32_t>> reads_;  // what a loop reads: objects and offsets
  ExecutedColumns executed_;
  Explanation out_;

  void visit(std::size_t index) {
    const words::Point& point = run_[index];
    for (const words::InputId input : model_.graph.blocks[point.block].inputs) {
      const InputMeaning& meaning = model_.inputs[input];
      if (meaning.object == none && meaning.statement != none)
        out_.choices.push_back({meaning.statement, point.inputs[input], meaning.offset});
    }
    const StatementId s = model_.blocks[point.block].statement;
    if (s == none) return;
    const Statement& statement = program_.statements[s];
    const FunctionId function = model_.blocks[point.block].function;
    enter({function, model_.blocks[point.block].depth});
    if (statement.thread != none) visit_thread(index, statement);
    if (statement.created != none) note_start(statement);
    const bool calls =
        statement.kind == Statement::Kind::Call &&
        !is_hidden(statement.callee.is_none() ? next_function(index) : statement.callee);
    const bool returns = statement.kind == Statement::Kind::Return;
    if (is_hidden(function)) {
      if (calls) ++depth_;
      return;
    }
    const bool is_new = !is_same_step(index, statement.at, function) && statement.at.line != 0;
    if (is_new) {
      if (kept_ == KeptSteps::Last) out_.steps.clear();
      ExplainedStep& step = out_.steps.emplace_back();
      step.at = statement.at;
      step.function = function;
      step.depth = depth_;
      step.point = index;
      step.thread = statement.thread;
      if (kept_ == KeptSteps::All) step.values = values(point, function);
      if (statement.thread != none) note_step();
    }
    if (out_.steps.empty()) return;
    if (kept_ == KeptSteps::All)
      executed_.add(out_.steps.back(), s, statement.at, is_new, statement.activation);
    if (calls) out_.steps.back().kind = ExplainedStep::Kind::Call;
    if (calls && !is_new && kept_ == KeptSteps::All)
      out_.steps.back().at_call = changed_locals(out_.steps.back().values, values(point, function));
    if (returns) out_.steps.back().kind = ExplainedStep::Kind::Return;
    if (calls) ++depth_;
    if (returns && depth_ > 0) --depth_;
  }

  /// Calls of threads are expanded: who calls whom is said by activations.
  void visit_thread(std::size_t index, const Statement& statement) {
    const bool is_switch = statement.thread != thread_;
    if (is_switch && thread_ != none) ++out_.switches;
    thread_ = statement.thread;
    activation_ = statement.activation;
    if (activation_ != none) thread_of_[activation_] = thread_;
    if (is_entry(statement))
      std::erase_if(has_value_, [&](const auto& one) {
        return program_.objects[one.first].activation == activation_ && !one.second;
      });
    depth_ = activation_ == none ? 0 : depth_of(activation_);
    const auto before = last_steps_.find(thread_);
    if (!is_switch || before == last_steps_.end() || kept_ != KeptSteps::All ||
        !is_hidden(statement.within) || statement.origin == none ||
        !is_wait(*program_.threaded, statement.origin))
      return;
    ExplainedStep step = out_.steps[before->second];
    step.resumes = true;
    step.times = 0;
    step.point = index;
    step.values = values(run_[index], step.function);
    out_.steps.push_back(std::move(step));
    note_step();
  }

  /// Whether an activation begins, perhaps not for the first time.
  [[nodiscard]] bool is_entry(const Statement& statement) const {
    if (activation_ == none || statement.origin == none) return false;
    const FunctionId function = program_.activations[activation_].function;
    return program_.threaded->functions[function].entry == statement.origin;
  }

  /// What threads assign to their locals, which have no value before.
  void note_values(const words::Point& point) {
    const StatementId s = model_.blocks[point.block].statement;
    if (s == none || program_.statements[s].thread == none) return;
    const bool is_forgotten = program_.statements[s].kind == Statement::Kind::Arbitrary &&
                              program_.statements[s].text.empty();
    if (is_forgotten) return;
    const auto note = [&](ObjectId id) {
      if (id != none && program_.objects[id].activation != none)
        has_value_[id] = program_.objects[id].activation != program_.statements[s].activation;
    };
    for (const words::Assignment& one : model_.graph.blocks[point.block].assignments)
      note(model_.variables[one.variable].object);
    for (const words::ArrayAssignment& one : model_.graph.blocks[point.block].array_assignments)
      note(model_.arrays[one.array].object);
  }

  /// Of what is shown: a function of the library is none.
  [[nodiscard]] std::uint32_t depth_of(std::uint32_t activation) const {
    std::uint32_t out = 0;
    for (std::uint32_t a = program_.activations[activation].caller; a != none;
         a = program_.activations[a].caller)
      if (!is_hidden(program_.activations[a].function)) ++out;
    return out;
  }

  void note_start(const Statement& statement) {
    const auto step = last_steps_.find(statement.thread);
    if (step != last_steps_.end() && kept_ == KeptSteps::All)
      out_.steps[step->second].starts = statement.created;
  }

  /// The last step is its thread's: the one before it is a call if this one is inside.
  void note_step() {
    const std::size_t last = out_.steps.size() - 1;
    const auto [before, is_first] = last_steps_.try_emplace(thread_, last);
    if (!is_first && kept_ == KeptSteps::All &&
        out_.steps[before->second].depth < out_.steps[last].depth) {
      ExplainedStep& call = out_.steps[before->second];
      call.kind = ExplainedStep::Kind::Call;
      const std::uint32_t caller = program_.activations[visible(activation_)].caller;
      if (caller != none)
        call.at_call = changed_locals(
            call.values, values(run_[out_.steps[last].point], call.function, visible(caller)));
    }
    before->second = last;
  }

  /// A function that is not there yet has been called; those behind it have returned.
  void enter(const Frame& frame) {
    const auto known = std::ranges::find(frames_, frame);
    if (known == frames_.end())
      frames_.push_back(frame);
    else
      frames_.erase(known + 1, frames_.end());
  }

  /// Calls and returns pass values without a pointer.
  void note_writer(const words::Point& point, ObjectId id) {
    const BlockMeaning& block = model_.blocks[point.block];
    if (id == none || block.statement == none) return;
    const Statement& statement = program_.statements[block.statement];
    if (program_.objects[id].storage == Object::Storage::Local && statement.thread == none &&
        statement.kind != Statement::Kind::Call && statement.kind != Statement::Kind::Return &&
        program_.objects[id].function != block.function)
      written_elsewhere_.insert(id);
  }

  /// Whether the text can name a caller's variable: nothing that has been called since has one of
  /// that name.
  [[nodiscard]] bool is_of_caller(const Object& object, std::uint32_t copy) const {
    if (global_names_.contains(object.name)) return false;
    for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
      if (*frame == Frame{object.function, copy}) return true;
      const std::vector<ObjectId>& locals = program_.functions[frame->function].locals;
      if (!is_hidden(frame->function) && std::ranges::any_of(locals, [&](ObjectId other) {
            return program_.objects[other].name == object.name;
          }))
        return false;
    }
    return false;
  }

  /// Whether nothing of it is shown: the environment, and functions of the C library.
  [[nodiscard]] bool is_hidden(FunctionId function) const {
    return !function.is_none() &&
           (function == program_.environment || program_.functions[function].is_library);
  }

  /// Where the run goes on behind a point.
  [[nodiscard]] FunctionId next_function(std::size_t index) const {
    for (std::size_t i = index + 1; i < run_.size(); ++i)
      if (model_.blocks[run_[i].block].statement != none)
        return model_.blocks[run_[i].block].function;
    return {};
  }

  [[nodiscard]] bool is_same_step(std::size_t point, const Position& at,
                                  FunctionId function) const {
    if (out_.steps.empty()) return false;
    const ExplainedStep& last = out_.steps.back();
    if (last.point < round_ && point >= round_) return false;
    return last.kind == ExplainedStep::Kind::Step && last.function == function &&
           last.thread == thread_ && last.depth == depth_ && last.at.file == at.file &&
           last.at.line == at.line;
  }

  /// What a point stores in arrays. A store that does not happen stores what is there.
  void note_stores(const words::Point& point, words::Evaluator& evaluator) {
    const words::Expressions& e = model_.graph.expressions;
    const words::Block& block = model_.graph.blocks[point.block];
    if (block.array_assignments.empty()) return;
    evaluator.enter(point.variables, point.inputs);
    evaluator.enter_arrays(point.arrays, point.array_inputs);
    for (const words::ArrayAssignment& assignment : block.array_assignments)
      for (words::Node node = e.node(assignment.value); node.op == words::Op::Store;
           node = e.node(node.a)) {
        const std::uint64_t index = evaluator.value(node.b);
        const words::Node& stored = e.node(node.c);
        const bool is_none = stored.op == words::Op::Conditional &&
                             evaluator.value(stored.a) == 0 &&
                             evaluator.value(node.c) == point.arrays[assignment.array].read(index);
        if (!is_none)
          note_element(assignment.array, index,
                       point.arrays[assignment.array].read(index) ^ evaluator.value(node.c));
      }
  }

  /// Of cells that are parts of an element, those of which bits change.
  void note_element(words::ArrayId array, std::uint64_t index, std::uint64_t changed_bits) {
    const ArrayMeaning& meaning = model_.arrays[array];
    if (meaning.object == none) return;
    const std::vector<Cell>& cells = program_.objects[meaning.object].cells;
    const std::uint64_t from = index * meaning.bytes;
    auto cell = std::partition_point(cells.begin(), cells.end(), [&](const Cell& one) {
      return one.offset + one.type.bits / 8U <= from;
    });
    for (; cell != cells.end() && cell->offset < from + meaning.bytes; ++cell) {
      const bool is_part = cell->type.bits < 8U * meaning.bytes;
      const std::uint64_t bits = is_part ? changed_bits >> 8U * (cell->offset - from) : ~0ULL;
      if ((bits & words::mask(cell->type.bits)) != 0 &&
          changed_cells_[array].size() < std::max(least_elements, most_values / run_.size()))
        changed_cells_[array].insert(static_cast<std::size_t>(cell - cells.begin()));
    }
  }

  /// Whether a variable of the program is shown where the run is in a function, or in an
  /// activation of it.
  [[nodiscard]] bool is_shown(ObjectId id, std::uint32_t copy, const words::Point& point,
                              FunctionId function, std::uint32_t activation) const {
    if (id == none || program_.objects[id].is_temporary) return false;
    const Object& object = program_.objects[id];
    if (object.storage != Object::Storage::Local) return true;
    if (object.activation != none)
      return is_in(object.activation, activation, function) && has_value_.contains(id);
    if (object.function == function && copy == model_.blocks[point.block].depth) return true;
    return written_elsewhere_.contains(id) && !is_hidden(object.function) &&
           is_of_caller(object, copy);
  }

  /// Whether one activation is the other; a thread's first and last step are in none, but show
  /// those of its function.
  [[nodiscard]] bool is_in(std::uint32_t one, std::uint32_t activation, FunctionId function) const {
    if (activation != none) return one == activation;
    const auto found = thread_of_.find(one);
    return program_.activations[one].function == function &&
           (found == thread_of_.end() || found->second == thread_);
  }

  /// An activation, or what called it if it is of a function of the library.
  [[nodiscard]] std::uint32_t visible(std::uint32_t activation) const {
    while (activation != none && is_hidden(program_.activations[activation].function) &&
           program_.activations[activation].caller != none)
      activation = program_.activations[activation].caller;
    return activation;
  }

  /// What an endless run reads again and again and never changes is why it goes on.
  void note_reads() {
    std::set<ExprId> seen;
    for (std::size_t i = round_; i < run_.size(); ++i) {
      const StatementId s = model_.blocks[run_[i].block].statement;
      if (s == none || is_hidden(model_.blocks[run_[i].block].function)) continue;
      for (const ExprId value : program_.statements[s].values) note_reads(value, seen);
    }
  }
  void note_reads(ExprId id, std::set<ExprId>& seen) {
    if (id == none || !seen.insert(id).second) return;
    const Expr& expr = program_.exprs[id];
    const bool is_direct =
        expr.kind == Expr::Kind::Load && program_.exprs[expr.a].kind == Expr::Kind::Address;
    if (is_direct)
      reads_.emplace(program_.exprs[expr.a].object,
                     static_cast<std::uint32_t>(program_.exprs[expr.a].value));
    for (const ExprId operand : {expr.a, expr.b, expr.c}) note_reads(operand, seen);
  }

  /// What never changes in any run has no variable in the model, but its first value.
  void add_constants(std::vector<CellValue>& out) const {
    for (const auto& [id, offset] : reads_) {
      const Object& object = program_.objects[id];
      const auto cell = std::ranges::find(object.cells, offset, &Cell::offset);
      const bool is_shown_so = object.storage == Object::Storage::Global && !object.is_temporary &&
                               cell != object.cells.end() && !cell->type.is_pointer;
      if (!is_shown_so) continue;
      std::string name = shown_name(object, *cell);
      if (std::ranges::find(out, name, &CellValue::name) != out.end()) continue;
      const auto initial = std::ranges::find(object.initial, offset, &InitialValue::offset);
      const bool has_value = initial != object.initial.end();
      if (has_value && program_.exprs[initial->value].kind != Expr::Kind::Constant) continue;
      out.push_back(
          {std::move(name),
           value_text(program_, *cell, has_value ? program_.exprs[initial->value].value : 0)});
    }
  }

  [[nodiscard]] CellValue cell_value(const words::Point& point, ObjectId id, std::size_t number,
                                     std::uint64_t word) const {
    const Object& object = program_.objects[id];
    const Cell& cell = object.cells[number];
    const auto index = static_cast<std::size_t>(&point - run_.data());
    return {shown_name(object, cell),
            cell.type.is_pointer ? pointers_.text(index, word, cell.target_bytes)
                                 : value_text(program_, cell, word),
            object.storage == Object::Storage::Local};
  }

  [[nodiscard]] std::vector<CellValue> values(const words::Point& point,
                                              FunctionId function) const {
    return values(point, function, visible(activation_));
  }
  [[nodiscard]] std::vector<CellValue> values(const words::Point& point, FunctionId function,
                                              std::uint32_t activation) const {
    std::vector<CellValue> out;
    for (std::size_t v = 0; v < model_.variables.size(); ++v) {
      const VariableMeaning& meaning = model_.variables[v];
      if (!is_shown(meaning.object, meaning.copy, point, function, activation)) continue;
      const Cell& cell = program_.objects[meaning.object].cells[meaning.cell];
      if (!cell.is_padding && (changes_[v] || reads_.contains({meaning.object, cell.offset})))
        out.push_back(cell_value(point, meaning.object, meaning.cell, point.variables[v]));
    }
    for (std::size_t a = 0; a < model_.arrays.size(); ++a) {
      const ArrayMeaning& meaning = model_.arrays[a];
      if (!is_shown(meaning.object, meaning.copy, point, function, activation)) continue;
      for (const std::size_t number : changed_cells_[a]) {
        const Cell& cell = program_.objects[meaning.object].cells[number];
        if (cell.is_padding) continue;
        const std::uint64_t word =
            word_at(meaning, point.arrays[a], cell.offset, cell.type.bits / 8U);
        out.push_back(cell_value(point, meaning.object, number, word));
      }
    }
    add_constants(out);
    return out;
  }
};

/// Whether something that two steps of different threads both see has another value.
bool differ(const ExplainedStep& a, const ExplainedStep& b) {
  return std::ranges::any_of(a.values, [&](const CellValue& one) {
    const auto other = std::ranges::find(b.values, one.name, &CellValue::name);
    return other != b.values.end() && other->value != one.value;
  });
}

}  // namespace

std::vector<CellValue> changed_locals(const std::vector<CellValue>& before,
                                      std::vector<CellValue> after) {
  std::erase_if(after, [&](const CellValue& one) {
    const auto old = std::ranges::find(before, one.name, &CellValue::name);
    return !one.is_local || (old != before.end() && old->value == one.value);
  });
  return after;
}

bool is_wait(const Program& threaded, StatementId statement) {
  const Statement& origin = threaded.statements[statement];
  return origin.kind == Statement::Kind::Thread &&
         (origin.step == ThreadStep::Await || origin.step == ThreadStep::Join);
}

void drop_waits(Explanation& explanation) {
  std::vector<ExplainedStep>& steps = explanation.steps;
  std::vector<bool> is_dropped(steps.size());
  std::map<std::uint32_t, std::size_t> last;  // by thread
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto [before, is_first] = last.try_emplace(steps[i].thread, i);
    if (steps[i].resumes && !is_first) {
      ExplainedStep& begun = steps[before->second];
      is_dropped[before->second] = !differ(begun, steps[before->second + 1]);
      if (is_dropped[before->second]) steps[i].times += begun.times;
    }
    before->second = i;
  }
  if (std::ranges::find(is_dropped, true) == is_dropped.end()) return;
  std::size_t at = 0;
  std::erase_if(steps, [&](const ExplainedStep&) { return is_dropped[at++]; });
  explanation.switches = 0;
  for (std::size_t i = 1; i < steps.size(); ++i)
    if (steps[i].thread != steps[i - 1].thread) ++explanation.switches;
}

Explanation explain(const Program& program, const Model& model, const words::Run& run,
                    const Position& at, std::size_t round, KeptSteps kept) {
  return Explainer(program, model, run, round, kept).run(at);
}

}  // namespace hardbop::c
