// SPDX-License-Identifier: MIT
#include "c/slam/names.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace hardbop::slam {

/// Where the model calls several variables the same, those after the first have a number.
VariableNames::VariableNames(const Procedures& procedures) {
  const c::Program& program = procedures.program();
  const words::Graph& graph = procedures.graph();
  for (const c::Function& function : program.functions) prefixes_.add(function.name + "::");
  std::map<std::string, unsigned> uses;
  for (VariableId v = 0; v < procedures.variable_count(); ++v) {
    const bool is_array = procedures.is_array(v);
    const std::string& name =
        is_array ? graph.arrays[procedures.array(v)].name : graph.variables[v].name;
    const unsigned number = ++uses[name];
    names_.push_back(number == 1 ? name : fmt::format("{}#{}", name, number));
    by_name_[names_.back()] = v;
    arrays_.push_back(is_array);
    add_type(procedures, v);
  }
  for (const Procedure& procedure : procedures.all())
    for (std::size_t i = 0; i < procedure.results.size(); ++i) {
      const c::Type type = program.functions[procedure.function].results[i];
      types_[procedure.results[i]].is_signed = type.is_signed;
      floats_[procedure.results[i]] = type.is_float;
    }
}

/// Of an array, that of its elements.
void VariableNames::add_type(const Procedures& procedures, VariableId v) {
  const words::Graph& graph = procedures.graph();
  const bool is_array = procedures.is_array(v);
  WordType& type = types_.emplace_back(WordType{
      is_array ? graph.arrays[procedures.array(v)].sort.element : graph.variables[v].width, false});
  floats_.push_back(false);
  const c::ObjectId object = procedures.object(v);
  if (object == c::none) return;
  const std::vector<c::Cell>& cells = procedures.program().objects[object].cells;
  const std::uint32_t cell = is_array ? 0 : procedures.model().variables[v].cell;
  if (cell >= cells.size() || (is_array && cells[cell].type.bits != type.bits)) return;
  type.is_signed = cells[cell].type.is_signed;
  floats_.back() = cells[cell].type.is_float;
}

std::string VariableNames::local(std::string_view name, FunctionId scope) const {
  return scope == everybody ? "" : prefixes_[scope] + std::string(name);
}

std::string VariableNames::name(VariableId v, FunctionId scope) const {
  const std::string& full = names_[v];
  if (scope == everybody) return full;
  if (full.starts_with(prefixes_[scope])) return full.substr(prefixes_[scope].size());
  return find(full, scope) == v ? full : "::" + full;
}

std::optional<VariableId> VariableNames::find(std::string_view name, FunctionId scope) const {
  auto found = by_name_.find(local(name, scope));
  if (found == by_name_.end() && scope != everybody) {  // static ones are f.x
    const std::string& prefix = prefixes_[scope];
    found = by_name_.find(fmt::format("{}.{}", prefix.substr(0, prefix.size() - 2), name));
  }
  if (found == by_name_.end())
    found = by_name_.find(name.starts_with("::") ? name.substr(2) : name);
  if (found == by_name_.end()) return std::nullopt;
  return found->second;
}

bool VariableNames::has_parts(std::string_view name, FunctionId scope) const {
  const auto is_part = [&](const std::string& whole) {
    return std::ranges::any_of(names_, [&](const std::string& one) {
      return one.size() > whole.size() && one.starts_with(whole) &&
             (one[whole.size()] == '.' || one[whole.size()] == '[');
    });
  };
  return is_part(std::string(name)) || (scope != everybody && is_part(local(name, scope)));
}

void VariableNames::offer(SpellingHint& hint, FunctionId scope) const {
  for (VariableId v = 0; v < names_.size(); ++v) hint.offer(name(v, scope));
}

}  // namespace hardbop::slam
