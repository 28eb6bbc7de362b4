// SPDX-License-Identifier: MIT
#include "c/lower/pointer_text.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "c/il/faults.hpp"
#include "c/il/scopes.hpp"
#include "c/il/value_text.hpp"

namespace hardbop::c {

namespace {

constexpr const char* invalid_pointer = "invalid pointer";

/// What users call what it makes.
std::string kind_of_block(const Statement& allocate) {
  return is_automatic(allocate) ? allocate.text : "heap";
}

/// In the file that main is in, without the file.
std::string allocation_text(const Program& program, const Statement& allocate) {
  const bool is_main_file =
      !program.main.is_none() && program.functions[program.main].at.file == allocate.at.file;
  const std::string place = is_main_file
                                ? fmt::format("{}:{}", allocate.at.line, allocate.at.column)
                                : position_text(program, allocate.at);
  return is_automatic(allocate) ? "at " + place : fmt::format("{} at {}", allocate.text, place);
}

/// Whether the program has the address as a number: that of a device, perhaps.
bool is_written(const Program& program, std::uint64_t address) {
  return std::ranges::any_of(program.exprs, [&](const Expr& expr) {
    return expr.kind == Expr::Kind::Constant && expr.value == address &&
           expr.type.bits == program.data_model.pointer_bits;
  });
}

}  // namespace

PointerTexts::PointerTexts(const Program& program, const Model& model, const words::Run& run)
    : program_(program), model_(model), run_(run) {
  std::map<std::string, std::size_t> numbers;
  for (std::size_t i = 0; i < run.size(); ++i) {
    const StatementId s = model.blocks[run[i].block].statement;
    if (s == none || program.statements[s].kind != Statement::Kind::Allocate) continue;
    made_[s].push_back({i, ++numbers[kind_of_block(program.statements[s])]});
  }
}

std::string PointerTexts::text(std::size_t point, std::uint64_t address,
                               std::uint32_t bytes) const {
  if (address == 0) return "NULL";
  const AddressMeaning* const found = find(address);
  if (found == nullptr)
    return is_written(program_, address) ? fmt::format("{:#x}", address) : invalid_pointer;
  const auto offset = static_cast<std::int64_t>(address - found->base);
  if (found->heap != none) return block_text(*found, point, offset);
  if (!found->function.is_none())
    return offset == 0 ? "&" + source_name(program_.functions[found->function]) : invalid_pointer;
  const Object& object = program_.objects[found->object];
  std::string place = place_text(object, offset, bytes);
  if (object.storage == Object::Storage::String) return place;
  return fmt::format("&{}{}{}", owner_text(object, point), place,
                     has_ended(*found, point) ? " (ended)" : "");
}

/// Whose local it is, if a name alone would be that of another one where the run is.
std::string PointerTexts::owner_text(const Object& object, std::size_t point) const {
  const FunctionId here = model_.blocks[run_[point].block].function;
  const bool is_far = object.storage == Object::Storage::Local && object.activation == none &&
                      !object.function.is_none() && !here.is_none() && object.function != here;
  const auto has_its_name = [&](ObjectId other) {
    return program_.objects[other].name == object.name;
  };
  if (!is_far || std::ranges::none_of(program_.functions[here].locals, has_its_name)) return "";
  return source_name(program_.functions[object.function]) + "::";
}

/// What it is in, or next to.
const AddressMeaning* PointerTexts::find(std::uint64_t address) const {
  const std::uint64_t near = guard_bytes(program_.data_model) / 2;
  const auto behind =
      std::ranges::upper_bound(model_.addresses, address + near, {}, &AddressMeaning::base);
  if (behind == model_.addresses.begin()) return nullptr;
  const AddressMeaning& found = *std::prev(behind);
  return address + near < found.base + found.size + 2 * near ? &found : nullptr;
}

bool PointerTexts::has_ended(const AddressMeaning& meaning, std::size_t point) const {
  if (meaning.is_grave) return true;
  if (!meaning.live) return false;
  const std::uint64_t state = run_[point].variables[*meaning.live];
  return state == 0 || state == meaning.ended;
}

/// The pieces of a statement are made one after the other.
std::string PointerTexts::block_text(const AddressMeaning& meaning, std::size_t point,
                                     std::int64_t offset) const {
  const auto all = made_.find(meaning.heap);
  if (all == made_.end() || meaning.copy >= all->second.size()) return invalid_pointer;
  const Made& made = all->second[meaning.copy];
  if (made.point >= point) return invalid_pointer;
  const Statement& allocate = program_.statements[meaning.heap];
  const char* const end = !has_ended(meaning, point) ? ""
                          : is_automatic(allocate)   ? "; ended"
                          : allocate.is_stream       ? "; closed"
                                                     : "; freed";
  return fmt::format("{}#{} ({}{}){}", kind_of_block(allocate), made.number,
                     allocation_text(program_, allocate), end,
                     offset == 0 ? "" : fmt::format("{:+}", offset));
}

}  // namespace hardbop::c
