// SPDX-License-Identifier: MIT
// A statement S becomes `choice = any; if (choice) error; S`. The choice is a local of S's
// function, so that it is nothing that other threads see.
#include "c/verify/stops.hpp"

#include "c/il/builder.hpp"
#include "c/il/first_statements.hpp"

namespace hardbop::verify {

namespace {

using c::Statement;
using c::StatementId;

class Stops {
 public:
  explicit Stops(c::Program& program) : program_(program), build_(program) {}

  void run() {
    for (const c::FunctionId f : program_.functions.ids()) {
      const c::Function& function = program_.functions[f];
      if (!function.is_defined || function.is_library || f == program_.environment) continue;
      const std::vector<c::FirstStatement> all = c::first_statements(program_, function);
      if (all.empty()) continue;
      function_ = f;
      choice_ = add_choice();
      for (const c::FirstStatement& first : all) stop_before(first);
    }
  }

 private:
  c::Program& program_;
  c::Builder build_;
  c::FunctionId function_;
  c::Place choice_;

  c::Place add_choice() {
    constexpr c::Type byte{8, false, false, false};
    c::Object object;
    object.name = "coverage.choice";
    object.storage = c::Object::Storage::Local;
    object.function = function_;
    object.is_temporary = true;
    object.size = 1;
    object.cells = {{0, byte, ""}};
    program_.objects.push_back(std::move(object));
    const auto id = static_cast<c::ObjectId>(program_.objects.size() - 1);
    program_.functions[function_].locals.push_back(id);
    return {build_.address(id, 0), byte};
  }

  StatementId add(Statement statement, const Statement& original) {
    statement.scope = original.scope;
    const auto id = static_cast<StatementId>(program_.statements.size());
    program_.statements.push_back(std::move(statement));
    program_.functions[function_].statements.push_back(id);
    return id;
  }

  void stop_before(const c::FirstStatement& first) {
    const Statement original = program_.statements[first.statement];
    Statement moved = original;
    moved.start = {};
    moved.label.clear();
    Statement error;
    error.kind = Statement::Kind::Error;
    error.at = first.at;
    error.text = stop_name;
    Statement stops;
    stops.kind = Statement::Kind::Branch;
    stops.at = original.at;
    stops.values = {build_.truth(build_.load(choice_))};
    stops.next = add(std::move(error), original);
    stops.otherwise = add(std::move(moved), original);
    Statement chooses;
    chooses.kind = Statement::Kind::Arbitrary;
    chooses.at = original.at;
    chooses.start = original.start;
    chooses.label = original.label;
    chooses.loop = original.loop;
    chooses.scope = original.scope;
    chooses.places = {choice_};
    chooses.text = stop_name;
    chooses.next = add(std::move(stops), original);
    program_.statements[first.statement] = std::move(chooses);
  }
};

}  // namespace

void add_stops(c::Program& program) {
  Stops(program).run();
}

}  // namespace hardbop::verify
