// SPDX-License-Identifier: MIT
#include "product/log/c_image_log.hpp"

#include <algorithm>

#include "c/il/value_text.hpp"

namespace hardbop::log {

namespace {

/// "&dev.next", "NULL".
std::string address_text(const c::Program& program, const c::Model& model, std::uint64_t address) {
  if (address == 0) return "NULL";
  for (const c::AddressMeaning& one : model.addresses)
    if (address >= one.base && address - one.base < one.size && one.object != c::none)
      return "&" + c::place_text(program.objects[one.object],
                                 static_cast<std::int64_t>(address - one.base), 1);
  return std::to_string(address);
}

/// Null where the variable is none of an object.
const c::Cell* cell_of(const c::Program& program, const c::Model& model, words::VariableId v) {
  const c::VariableMeaning meaning =
      v < model.variables.size() ? model.variables[v] : c::VariableMeaning{};
  if (meaning.object == c::none) return nullptr;
  return &program.objects[meaning.object].cells[meaning.cell];
}

std::string c_value_text(const c::Program& program, const c::Model& model, words::VariableId v,
                         std::uint64_t word) {
  const c::Cell* const cell = cell_of(program, model, v);
  if (cell == nullptr) return std::to_string(word);
  return cell->type.is_pointer ? address_text(program, model, word)
                               : c::value_text(program, *cell, word);
}

c::BlockMeaning meaning_of(const c::Model& model, words::BlockId b) {
  return b < model.blocks.size() ? model.blocks[b] : c::BlockMeaning{};
}

/// The first block on the way that is one of a statement: a block of none, where ways meet or a
/// function begins, is before it.
words::BlockId next_statement(const c::Program& program, const c::Model& model, words::BlockId b) {
  for (std::size_t i = 0; i < model.graph.blocks.size(); ++i) {
    const c::StatementId s = meaning_of(model, b).statement;
    const std::vector<words::Edge>& edges = model.graph.blocks[b].edges;
    if ((s != c::none && program.statements[s].at.line != 0) || edges.empty()) break;
    b = edges.front().to;
  }
  return b;
}

/// Where a block is.
void describe_block(const c::Program& program, const c::Model& model, words::BlockId b, Json& out) {
  const words::BlockId shown = next_statement(program, model, b);
  if (shown != b) out["before"] = true;
  b = shown;
  const c::BlockMeaning meaning = meaning_of(model, b);
  const auto sink = std::ranges::find(model.sinks, b, &c::Sink::block);
  const bool is_sink = sink != model.sinks.end();
  if (is_sink) out["end"] = sink->text;
  const c::StatementId s = is_sink ? sink->statement : meaning.statement;
  if (s == c::none || program.statements[s].at.line == 0) return;
  const c::Position& at = program.statements[s].at;
  out["file"] = program.files[at.file];
  out["line"] = at.line;
  out["column"] = at.column;
  if (!meaning.function.is_none()) out["function"] = program.functions[meaning.function].name;
  if (meaning.depth > 0) out["copy"] = meaning.depth + 1;
}

}  // namespace

void CImageLog::begin_model(const verify::Task& task, const c::Model& model) {
  const c::Program& program = task.program;
  begin_search(model.graph, {{"event", "blocks"}, {"property", task.property.name}},
               {[&program, &model](words::VariableId v, std::uint64_t word) {
                  return c_value_text(program, model, v, word);
                },
                [&program, &model](words::VariableId v) {
                  const c::Cell* const cell = cell_of(program, model, v);
                  return cell != nullptr && cell->type.is_signed;
                }},
               [&](words::BlockId b, Json& block) { describe_block(program, model, b, block); });
}

}  // namespace hardbop::log
