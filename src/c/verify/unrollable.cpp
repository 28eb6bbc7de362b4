// SPDX-License-Identifier: MIT
#include "c/verify/unrollable.hpp"

#include <map>

namespace hardbop::verify {

namespace {

/// Objects with fewer cells are followed cell by cell.
constexpr std::uint32_t least_array = 8;
/// Of a function that calls itself: no induction goes over its depth.
constexpr std::uint32_t few_copies = 2;

c::Bounds usual_bounds(const Property& property, std::uint32_t pieces) {
  c::Bounds out;
  out.heap = pieces;
  out.floats = true;
  out.arrays_from = least_array;
  out.defects = property.defects();
  return out;
}

/// A model with calls, as the engine reads it: the first procedure is main's.
class Unrollable {
 public:
  Unrollable(const c::Program& program, const c::Model& model) : program_(program), model_(model) {
    number(program.main);
    for (const c::ProcedureMeaning& procedure : model.procedures) number(procedure.function);
  }

  [[nodiscard]] bmc::Program make() {
    bmc::Program out{model_.graph, std::vector<bmc::Procedure>(numbers_.size())};
    for (const c::ProcedureMeaning& procedure : model_.procedures) {
      out.procedures[numbers_.at(procedure.function)].entry = procedure.entry;
      out.leaves.insert(out.leaves.end(), procedure.leaves.begin(), procedure.leaves.end());
    }
    for (const c::CallMeaning& call : model_.calls)
      out.calls.push_back({call.block, numbers_.at(call.callee), call.continuation});
    add_locals(out);
    return out;
  }

 private:
  const c::Program& program_;
  const c::Model& model_;
  std::map<c::FunctionId, std::uint32_t> numbers_;

  void number(c::FunctionId function) {
    numbers_.try_emplace(function, static_cast<std::uint32_t>(numbers_.size()));
  }

  /// The blocks' functions are those of their calls.
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> callees() const {
    std::vector<std::vector<std::uint32_t>> out(numbers_.size());
    for (const c::CallMeaning& call : model_.calls)
      out[numbers_.at(model_.blocks[call.block].function)].push_back(numbers_.at(call.callee));
    return out;
  }

  void add_locals(bmc::Program& out) const {
    const std::vector<bool> recurses = recursive();
    const auto owner = [&](c::ObjectId object) -> bmc::Procedure* {
      if (object == c::none || program_.objects[object].storage != c::Object::Storage::Local)
        return nullptr;
      const auto found = numbers_.find(program_.objects[object].function);
      const bool is_one = found != numbers_.end() && recurses[found->second];
      return is_one ? &out.procedures[found->second] : nullptr;
    };
    for (words::VariableId v = 0; v < model_.variables.size(); ++v)
      if (bmc::Procedure* const of = owner(model_.variables[v].object)) of->locals.push_back(v);
    for (words::ArrayId a = 0; a < model_.arrays.size(); ++a)
      if (bmc::Procedure* const of = owner(model_.arrays[a].object)) of->local_arrays.push_back(a);
  }

  /// Which procedures may call themselves, by whatever detour.
  [[nodiscard]] std::vector<bool> recursive() const {
    const std::vector<std::vector<std::uint32_t>> edges = callees();
    std::vector<bool> out(edges.size());
    for (std::uint32_t start = 0; start < edges.size(); ++start) {
      std::vector<bool> seen(edges.size());
      std::vector<std::uint32_t> stack = edges[start];
      while (!stack.empty() && !out[start]) {
        const std::uint32_t top = stack.back();
        stack.pop_back();
        if (top == start) out[start] = true;
        if (seen[top]) continue;
        seen[top] = true;
        stack.insert(stack.end(), edges[top].begin(), edges[top].end());
      }
    }
    return out;
  }
};

}  // namespace

c::Model unrollable_model(const c::Program& program, const Property& property, std::uint32_t pieces,
                          Budget* budget) {
  c::Bounds bounds = usual_bounds(property, pieces);
  bounds.procedures = true;
  return c::lower(program, bounds, c::Pointers::Direct, budget);
}

c::Model unrollable_model_without_calls(const c::Program& program, const Property& property,
                                        std::uint32_t pieces, Budget* budget) {
  c::Bounds bounds = usual_bounds(property, pieces);
  bounds.recursion = few_copies;
  return c::lower(program, bounds, c::Pointers::Direct, budget);
}

bmc::Program unrollable_program(const c::Program& program, const c::Model& model) {
  return Unrollable(program, model).make();
}

}  // namespace hardbop::verify
