// SPDX-License-Identifier: MIT
#include "c/lower/waypoints.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <tuple>

#include "c/il/value_text.hpp"

namespace hardbop::c {

namespace {

/// In the order of the text of one file.
bool is_before(const Position& a, const Position& b) {
  return std::tie(a.line, a.column) < std::tie(b.line, b.column);
}

/// The name without the number or function that the front end adds.
bool is_called(const std::string& object, const std::string& name) {
  const std::size_t dot = object.find('.');
  return object == name || (dot != std::string::npos &&
                            (object.substr(0, dot) == name || object.substr(dot + 1) == name));
}

/// One of type float or double.
bool is_number(const Object& object) {
  return object.cells.size() == 1 && object.cells[0].type.is_float && object.cells[0].name.empty();
}

/// Whether C can name a variable at a place in a function.
bool is_in_scope(const Program& program, ObjectId id, const Position& at, FunctionId function) {
  const Object& object = program.objects[id];
  const bool is_plain = !object.is_temporary && object.cells.size() == 1 && !object.name.empty() &&
                        object.name.find_first_of(".$(") == std::string::npos;
  if (!is_plain || object.storage == Object::Storage::String) return false;
  const bool is_local = object.storage == Object::Storage::Local;
  if (is_local && object.function != function) return false;
  if (!is_local && object.unit != program.functions[function].unit) return false;
  if ((is_local || object.at.file == at.file) && !is_before(object.at, at)) return false;
  if (is_local && object.scope_end.line != 0 && is_before(object.scope_end, at)) return false;
  return std::ranges::none_of(program.objects, [&](const Object& other) {
    if (&other == &object || !is_called(other.name, object.name)) return false;
    if (other.storage == Object::Storage::Local) return other.function == function;
    return !is_local || other.name != object.name;
  });
}

/// What is true of a variable with that value. Two zeros are equal; NaN equals nothing.
std::string fact(const std::string& name, std::uint64_t word, Type type) {
  if (!type.is_float) return fmt::format("{} == {}", name, constant(word, type));
  const std::string number = value_text(word, type);
  if (number.ends_with("NAN")) return fmt::format("{0} != {0}", name);
  if (!number.ends_with("INFINITY")) return fmt::format("{} == {}", name, number);
  const std::string largest = type.bits == 32 ? "3.4028235e+38f" : "1.7976931348623157e+308";
  return name + (number.starts_with('-') ? " < -" : " > ") + largest;
}

class Finder {
 public:
  Finder(const Program& program, const Model& model) : program_(program), model_(model) {}

  void visit(const words::Point& point) {
    const StatementId s = model_.blocks[point.block].statement;
    if (s != none) arrive(program_.statements[s], point);
    for (const words::InputId input : model_.graph.blocks[point.block].inputs)
      has_chosen_ = has_chosen_ || is_choice(model_.inputs[input]);
    if (!has_chosen_) return;
    for (const words::Assignment& assignment : model_.graph.blocks[point.block].assignments)
      changed_.insert(assignment.variable);
  }

  [[nodiscard]] std::vector<Waypoint> take() { return std::move(out_); }

 private:
  const Program& program_;
  const Model& model_;
  bool has_chosen_ = false;                 // since the last assumption
  std::set<words::VariableId> changed_;     // since then
  std::vector<Position> last_{Position()};  // by depth of the stack: where the run was
  std::vector<Waypoint> out_;

  [[nodiscard]] bool is_choice(const InputMeaning& meaning) const {
    if (meaning.object != none || meaning.statement == none) return false;
    const Statement& statement = program_.statements[meaning.statement];
    return statement.kind == Statement::Kind::Arbitrary && !statement.text.empty();
  }

  /// A loop's condition is where the loop starts only when the run comes from above.
  void arrive(const Statement& statement, const words::Point& point) {
    const Position& from = last_.back();
    const bool starts =
        statement.start.line != 0 &&
        (from.line == 0 || (from.file == statement.start.file && is_before(from, statement.start)));
    if (starts && has_chosen_) assume(statement.start, point);
    last_.back() = statement.at;
    if (statement.kind == Statement::Kind::Call) last_.emplace_back();
    if (statement.kind == Statement::Kind::Return && last_.size() > 1) last_.pop_back();
  }

  void assume(const Position& at, const words::Point& point) {
    const FunctionId function = model_.blocks[point.block].function;
    std::vector<std::string> facts;
    for (const words::VariableId v : changed_) {
      const VariableMeaning& meaning = model_.variables[v];
      if (meaning.object == none || !is_in_scope(program_, meaning.object, at, function)) continue;
      const Object& object = program_.objects[meaning.object];
      const bool is_local = object.storage == Object::Storage::Local;
      if (is_local && meaning.copy != model_.blocks[point.block].depth) continue;
      if (object.is_integer || is_number(object))
        facts.push_back(fact(object.name, point.variables[v], object.cells[0].type));
    }
    has_chosen_ = false;
    changed_.clear();
    if (!facts.empty()) out_.push_back({at, function, fmt::format("{}", fmt::join(facts, " && "))});
  }
};

}  // namespace

std::string forbidden(const Statement& error) {
  if (error.full.line != 0) return "overflow";
  if (!error.label.empty()) return "label(ERROR)";
  return error.text == "__VERIFIER_error" ? "call(__VERIFIER_error())" : "call(reach_error())";
}

std::string constant(std::uint64_t word, Type type) {
  const bool is_long = type.bits == 64;
  if (!type.is_signed) return fmt::format("{}{}", word, is_long ? "ULL" : "U");
  const std::int64_t value = words::as_signed(word, type.bits);
  const char* const suffix = is_long ? "LL" : "";
  const bool is_smallest = type.bits >= 32 && word == std::uint64_t{1} << (type.bits - 1U);
  if (is_smallest) return fmt::format("({}{} - 1)", value + 1, suffix);
  return fmt::format("{}{}", value, suffix);
}

bool is_visible(const Program& program, ObjectId id, const Position& at, FunctionId function) {
  return program.objects[id].is_integer && is_in_scope(program, id, at, function);
}

Way waypoints(const Program& program, const Model& model, const words::Run& run, const Sink& sink) {
  Finder finder(program, model);
  FunctionId function;
  for (const words::Point& point : run) {
    finder.visit(point);
    if (model.blocks[point.block].statement != none) function = model.blocks[point.block].function;
  }
  const Statement& error = program.statements[sink.statement];
  Way out{finder.take(), forbidden(error)};
  out.points.push_back({error.full.line != 0 ? error.full : error.at, function, ""});
  return out;
}

}  // namespace hardbop::c
