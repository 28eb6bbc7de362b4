// SPDX-License-Identifier: MIT
// Memory that is lost, or still allocated, when the program ends. A piece of heap is lost where no
// pointer leads to it: none in a variable that there still is, and none in a piece that is not lost
// itself. What is lost stays so, and is seen at the end. When main returns, its variables are gone;
// `exit` and `abort` leave those of all functions that have not returned.
#include <algorithm>
#include <fmt/format.h>

#include "c/il/scopes.hpp"
#include "c/lower/lowering.hpp"

namespace hardbop::c {

using words::BlockId;
using words::Op;

namespace {

/// Words of memory, and pieces of heap, that are looked through for pointers.
constexpr std::size_t most_words = 4096;
constexpr std::uint64_t most_block_words = 64;  // of a block whose size is no constant
constexpr std::size_t most_lost_pieces = 128;
constexpr const char* many_pointers = "leaks of memory with this many pointers";

bool holds_heap(const Pointees& pointees) {
  return std::ranges::any_of(pointees,
                             [](const Pointee& one) { return one.kind == Pointee::Kind::Heap; });
}

}  // namespace

/// Pointers in variables of a function that has returned lead nowhere.
void Lowering::clear_pointers(InstanceId i, BlockId at) {
  if (!bounds_.defects.contains(Defect::Leak)) return;
  for (const ObjectId o : function(i).locals) {
    const Region& region = memory_.region({Pointee::Kind::Object, o}, i);
    for (std::size_t k = 0; k < region.cells.size(); ++k)
      if (holds_heap(points_to_.held(o, k)))
        build_.assign(at, static_cast<words::VariableId>(region.first + k),
                      e().constant(region.cells[k].type.bits, 0));
  }
}

/// What a region holds at all places where a pointer may be, that could be to heap; nothing where
/// these are too many. Of a block whose size is no constant, its first words: where it has more,
/// the condition that is too much is added to `beyond`.
std::optional<std::vector<words::ExprId>> Lowering::pointers_in(RegionId id,
                                                                words::ExprId& beyond) {
  const Region& region = memory_.regions()[id];
  const std::uint8_t bits = program_.data_model.pointer_bits;
  const Type pointer{bits, false, true};
  const auto holds = [&](std::size_t cell) {
    return holds_heap(region.what.kind == Pointee::Kind::Heap
                          ? points_to_.held_by_heap(region.what.id)
                          : points_to_.held(region.what.id, cell));
  };
  const auto holds_at = [&](std::uint32_t offset) {
    return region.array || std::ranges::any_of(memory_.variables({id, offset}, pointer),
                                               [&](auto v) { return holds(v - region.first); });
  };
  std::vector<words::ExprId> out;
  if (region.array && !holds(0)) return out;
  const std::uint64_t most = (region.length ? most_block_words : most_words) * (bits / 8U);
  if (!region.length && region.size > most) return std::nullopt;
  if (region.length) {
    const words::Width width = build_.graph().variables[*region.length].width;
    const words::ExprId is_long = e().binary(Op::LessUnsigned, e().constant(width, most),
                                             e().variable(*region.length, width));
    beyond = e().binary(Op::Or, beyond, e().binary(Op::And, memory_.is_live(region), is_long));
  }
  const words::ExprId null = e().constant(bits, 0);
  for (std::uint64_t offset = 0; offset + bits / 8U <= std::min(region.size, most);
       offset += bits / 8U) {
    if (!holds_at(static_cast<std::uint32_t>(offset))) continue;
    const words::ExprId address = e().constant(bits, region.base + offset);
    const auto read = memory_.read({address, pointer, {}, id});
    if (!read) continue;
    const bool is_certain = e().is_constant(read->validity.valid, 1);
    if (is_certain || region.length)
      out.push_back(is_certain ? read->value
                               : e().conditional(read->validity.valid, read->value, null));
  }
  return out;
}

/// Whether one of these is a pointer to the piece, into it or one past its end.
words::ExprId Lowering::leads_to(const std::vector<words::ExprId>& pointers, const Region& piece) {
  words::ExprId out = e().truth(false);
  for (const words::ExprId pointer : pointers)
    out = e().binary(Op::Or, out, memory_.is_in(pointer, piece));
  return out;
}

std::vector<RegionId> Lowering::pieces_of_heap() const {
  std::vector<RegionId> out;
  for (const auto& [allocate, counter] : allocated_)
    if (!is_automatic(program_.statements[allocate]) && !program_.statements[allocate].is_stream)
      for (const RegionId piece : memory_.regions({Pointee::Kind::Heap, allocate}))
        out.push_back(piece);
  return out;
}

/// By piece of heap, whether a pointer leads there; nothing where that cannot be said.
std::optional<std::vector<words::ExprId>> Lowering::reached_pieces(
    const std::vector<RegionId>& pieces, InstanceId returns, words::ExprId& beyond) {
  std::vector<words::ExprId> roots;
  for (const RegionId id : memory_.regions().ids()) {
    const Region& region = memory_.regions()[id];
    const bool is_gone = !returns.is_none() && region.instance == returns;
    if (region.what.kind != Pointee::Kind::Object || is_gone) continue;
    if (program_.objects[region.what.id].is_of_statement()) continue;
    const auto pointers = pointers_in(id, beyond);
    if (!pointers) return std::nullopt;
    for (const words::ExprId one : *pointers)
      roots.push_back(
          e().conditional(memory_.is_live(region), one, e().constant(e().width(one), 0)));
  }
  std::vector<words::ExprId> reached;
  reached.reserve(pieces.size());
  for (const RegionId piece : pieces) reached.push_back(leads_to(roots, memory_.regions()[piece]));
  std::vector<std::vector<words::ExprId>> leads(pieces.size());
  for (std::size_t q = 0; q < pieces.size(); ++q) {
    const auto pointers = pointers_in(pieces[q], beyond);
    if (!pointers) return std::nullopt;
    for (const RegionId piece : pieces)
      leads[q].push_back(leads_to(*pointers, memory_.regions()[piece]));
  }
  for (std::size_t rounds = 1; rounds < pieces.size(); ++rounds) {
    std::vector<words::ExprId> next = reached;
    for (std::size_t q = 0; q < pieces.size(); ++q)
      for (std::size_t r = 0; r < pieces.size(); ++r)
        if (q != r)
          next[r] = e().binary(Op::Or, next[r], e().binary(Op::And, reached[q], leads[q][r]));
    if (next == reached) break;
    reached = std::move(next);
  }
  return reached;
}

/// An error at the place of each Allocate of which a piece is lost, or still there, as the program
/// ends at the statement. Where there are several, a run may end at any of them; where it goes on,
/// there is none.
words::ExprId Lowering::find_leaks(BlockId at, StatementId s, InstanceId returns) {
  words::ExprId none_is = e().truth(true);
  if (!bounds_.defects.has_ends()) return none_is;
  const bool is_cleanup = bounds_.defects.contains(Defect::Cleanup);
  const std::vector<RegionId> pieces = pieces_of_heap();
  words::ExprId beyond = e().truth(false);
  const auto reached = is_cleanup || pieces.size() > most_lost_pieces
                           ? std::nullopt
                           : reached_pieces(pieces, returns, beyond);
  if (!is_cleanup && !reached && !pieces.empty()) {
    build_.end(at, Sink::Kind::Unsupported, s, many_pointers);
    return e().truth(false);
  }
  build_.end_when(beyond, at, Sink::Kind::Unsupported, s, many_pointers);
  const words::ExprId none_beyond = e().unary(Op::Not, beyond);
  none_is = none_beyond;
  std::map<StatementId, words::ExprId> lost;
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const Region& piece = memory_.regions()[pieces[k]];
    if (!is_cleanup && points_to_.known().contains(piece.what)) continue;  // others may know it
    words::ExprId is_lost = e().binary(Op::And, none_beyond, memory_.is_live(piece));
    if (!is_cleanup) is_lost = e().binary(Op::And, is_lost, e().unary(Op::Not, (*reached)[k]));
    const auto [place, is_new] = lost.try_emplace(piece.what.id, is_lost);
    if (!is_new) place->second = e().binary(Op::Or, place->second, is_lost);
  }
  for (const auto& [allocate, when] : lost) {
    const Statement& made = program_.statements[allocate];
    const char* const what = is_cleanup ? "is not freed" : "is lost";
    build_.fault_when(when, at, is_cleanup ? Defect::Cleanup : Defect::Leak, s,
                      fmt::format("memory from {} {}", made.text, what), made.at);
    none_is = e().binary(Op::And, none_is, e().unary(Op::Not, when));
  }
  return none_is;
}

}  // namespace hardbop::c
