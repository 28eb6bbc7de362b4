// SPDX-License-Identifier: MIT
// Heap of a model: the pieces that statements allocate, how they are made and freed. A statement
// has a number of pieces. Each is made once, one after the other; or, where the number was
// increased because that was not enough, the first that is not alive is made again, if all pointers
// that are left over can be found (lifetimes.cpp).
#include <algorithm>
#include <bit>
#include <fmt/format.h>

#include "c/il/faults.hpp"
#include "c/il/scopes.hpp"
#include "c/lower/lowering.hpp"
#include "c/memory/block_sizes.hpp"

namespace hardbop::c {

using words::BlockId;
using words::Op;

namespace {

/// A larger piece of heap is not followed byte by byte.
constexpr std::uint64_t largest_allocation = 4096;

/// A larger piece that is followed byte by byte is not made again: each byte would be chosen again.
constexpr std::uint64_t largest_reused = 256;

/// Elements of a zeroed block behind which nothing is known.
constexpr std::uint64_t most_zeros = 64;

/// Elements by which a block may grow behind whose end something is known.
constexpr std::uint64_t most_forgotten = 64;

/// What is in a piece is not known, so its cells are bytes.
std::vector<Cell> bytes_of_heap(std::uint32_t size) {
  std::vector<Cell> cells;
  for (std::uint32_t i = 0; i < size; ++i) {
    Cell& cell = cells.emplace_back();
    cell.offset = i;
    cell.type = {8, false, false, false};
    cell.name = fmt::format("[{}]", i);
  }
  return cells;
}

}  // namespace

/// Those of any size share the addresses that are left.
void Lowering::add_heap() {
  std::vector<HeapSite> blocks;
  for (const FunctionId f : program_.functions.ids())
    for (const StatementId s : program_.functions[f].statements)
      if (program_.statements[s].kind == Statement::Kind::Allocate && points_to_.reached()[f])
        if (!add_fixed({f, s})) blocks.push_back({f, s});
  if (!layouts_.has_arrays() || blocks.empty()) return;
  std::uint64_t shares = 0;
  for (const HeapSite& site : blocks) {
    const bool has_graves = can_be_reused(site);
    if (has_graves) reused_.insert(site.allocate);
    shares += has_graves ? 3 : 1;  // a grave takes more than one room
  }
  const std::uint64_t room = room_of_block(program_.data_model);
  const auto pieces = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(memory_.blocks_left(room) / shares, bounds_.heap));
  if (pieces == 0) return;
  for (const HeapSite& site : blocks) {
    const bool is_zero = is_zeroed(program_, program_.statements[site.allocate]);
    const ArrayLayout layout = layouts_.of_heap(site.allocate);
    add_pieces(site, pieces, [&](const Pointee& what, const std::string& name) {
      const RegionId block = memory_.add_block(what, no_instance, name, room, layout, is_zero);
      if (layouts_.is_copied(site.allocate)) memory_.add_tail(block, name + ".tail");
      return block;
    });
  }
}

/// False where its size is no constant, or too large a one.
bool Lowering::add_fixed(const HeapSite& site) {
  const Statement& allocate = program_.statements[site.allocate];
  const auto size = constant_size(program_, allocate);
  if (!size || copies_block(allocate) || layouts_.is_copied(site.allocate)) return false;
  const bool is_zero = is_zeroed(program_, allocate);
  const std::optional<ArrayLayout> layout = layouts_.of_heap(site.allocate, *size);
  if ((layout || *size <= largest_reused) && can_be_reused(site)) reused_.insert(site.allocate);
  if (layout && memory_.has_room((*size + 16) * bounds_.heap)) {
    add_pieces(site, bounds_.heap, [&](const Pointee& what, const std::string& name) {
      return memory_.add_array(what, no_instance, name, *size, *layout, is_zero);
    });
    return true;
  }
  if (*size > largest_allocation) return false;
  const std::vector<Cell> cells = bytes_of_heap(static_cast<std::uint32_t>(*size));
  add_pieces(site, bounds_.heap, [&](const Pointee& what, const std::string& name) {
    return memory_.add(what, no_instance, name, *size, cells, is_zero);
  });
  return true;
}

void Lowering::add_pieces(
    const HeapSite& site, std::uint32_t count,
    const std::function<RegionId(const Pointee&, const std::string&)>& add_piece) {
  const Statement& allocate = program_.statements[site.allocate];
  const Pointee what{Pointee::Kind::Heap, site.allocate};
  std::vector<Lifetimes::Owner> owners;
  if (is_automatic(allocate))
    for (const InstanceId i : instances_.ids())
      if (instances_[i].function == site.function) owners.push_back({i, instances_[i].depth});
  for (std::uint32_t k = 0; k < count; ++k) {
    const std::string name = fmt::format("heap{}.{}", allocate.at.line, k);
    if (starts_page(allocate)) memory_.align(page);
    const RegionId region = add_piece(what, name);
    if (dangling_.contains(what) || bounds_.defects.has_ends())
      lifetimes_.add_piece(region, owners, name + ".live");
    if (reused_.contains(site.allocate)) memory_.add_grave(region);
  }
  const words::VariableId counter =
      build_.new_variable(fmt::format("allocated{}", allocate.at.line),
                          static_cast<words::Width>(std::bit_width(bounds_.heap)));
  allocated_[site.allocate] = counter;
  build_.graph().variables[counter].initial = 0;
}

void Lowering::lower_allocation(InstanceId i, StatementId s) {
  const Statement& statement = program_.statements[s];
  const BlockId at = block_of(i, s);
  if (!allocated_.contains(s))
    return build_.end(at, Sink::Kind::Unsupported, s, "allocation without a small constant size");
  const Pointee what{Pointee::Kind::Heap, s};
  if (is_automatic(statement) && is_shared(instances_[i].function) && dangling_.contains(what))
    return build_.end(at, Sink::Kind::Unsupported, s,
                      "memory that a recursive function allocates automatically");
  const std::vector<RegionId>& pieces = memory_.regions(what);
  const std::vector<words::ExprId> next = next_piece(s);
  words::ExprId address = e().constant(program_.data_model.pointer_bits, 0);
  words::ExprId is_left = e().truth(false);
  Memory::Updates updates;
  if (statement.text == "array") lifetimes_.end_all(i, s, updates);
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const std::uint64_t base = memory_.regions()[pieces[k]].base;
    address = e().conditional(next[k], e().constant(e().width(address), base), address);
    is_left = e().binary(Op::Or, is_left, next[k]);
    lifetimes_.start(i, pieces[k], next[k], updates);
    if (reused_.contains(s)) renew(at, s, pieces[k], next[k], updates);
  }
  Evaluation evaluation = evaluator_.begin(i);
  const words::ExprId fits = set_sizes(s, next, evaluation, updates);
  if (memory_.regions()[pieces.front()].tail) fill_block(i, s, next, evaluation, updates);
  (void)evaluator_.store(statement.places[0], address, evaluation, updates, statement.initialises);
  count_piece(s, next, updates);
  assign(at, updates);
  const words::ExprId can = e().binary(Op::And, guard(evaluation), fits);
  build_.edge(at, e().binary(Op::And, can, is_left), arrive(i, s, statement.next));
  fault(at, evaluation, s);
  build_.end_when(e().binary(Op::And, fits, e().unary(Op::Not, is_left)), at, Sink::Kind::Bound, s,
                  fmt::format("more than {} heap blocks per allocation site", pieces.size()));
}

/// By piece: whether it is the one that is made.
std::vector<words::ExprId> Lowering::next_piece(StatementId s) {
  const std::vector<RegionId>& pieces = memory_.regions({Pointee::Kind::Heap, s});
  const words::VariableId counter = allocated_.at(s);
  const words::Width width = build_.graph().variables[counter].width;
  std::vector<words::ExprId> out;
  words::ExprId none_before = e().truth(true);
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    if (!reused_.contains(s)) {
      out.push_back(e().binary(Op::Equal, e().variable(counter, width), e().constant(width, k)));
      continue;
    }
    const words::ExprId live = memory_.is_live(memory_.regions()[pieces[k]]);
    out.push_back(e().binary(Op::And, none_before, e().unary(Op::Not, live)));
    none_before = e().binary(Op::And, none_before, live);
  }
  return out;
}

/// From then on the counter is one more than the number of the piece.
void Lowering::count_piece(StatementId s, const std::vector<words::ExprId>& next,
                           Memory::Updates& updates) {
  const words::VariableId counter = allocated_.at(s);
  const words::Width width = build_.graph().variables[counter].width;
  const words::ExprId old = e().variable(counter, width);
  words::ExprId now = e().binary(Op::Add, old, e().constant(width, 1));
  if (reused_.contains(s)) now = old;
  for (std::size_t k = 0; k < next.size() && reused_.contains(s); ++k)
    now = e().conditional(next[k], e().constant(width, k + 1), now);
  updates.variables[counter] = now;
}

/// Whether all pointers that are left over as it is made again can be found and changed.
bool Lowering::can_be_reused(const HeapSite& site) const {
  const Pointee what{Pointee::Kind::Heap, site.allocate};
  const auto is_watch = [](const Object& object) { return object.is_watch; };
  if (!makes_again() || pointers_ == Pointers::Star ||
      is_automatic(program_.statements[site.allocate]) || !dangling_.contains(what) ||
      dangling_.is_lost(what) || (bounds_.procedures && dangling_.is_held_in_recursion(what)) ||
      std::ranges::any_of(program_.objects, is_watch))
    return false;
  return std::ranges::none_of(dangling_.holders(what), [&](const Dangling::Holder& holder) {
    const std::vector<RegionId>& all = memory_.regions({Pointee::Kind::Object, holder.object});
    return std::ranges::any_of(
        all, [&](RegionId id) { return memory_.regions()[id].array.has_value(); });
  });
}

/// What is in a piece that is made again.
void Lowering::renew(BlockId at, StatementId s, RegionId piece, words::ExprId is_next,
                     Memory::Updates& updates) {
  const Region& region = memory_.regions()[piece];
  const bool is_zero = is_zeroed(program_, program_.statements[s]);
  if (region.array) {
    const words::ArraySort sort = build_.graph().arrays[*region.array].sort;
    const words::ExprId contents = is_zero
                                       ? e().constant_array(sort, words::ArrayValue(sort.index, 0))
                                       : build_.arbitrary_array(at, sort, {});
    updates.arrays[*region.array] =
        e().conditional(is_next, contents, e().array(*region.array, sort));
  }
  for (std::size_t k = 0; k < region.cells.size(); ++k) {
    const auto variable = static_cast<words::VariableId>(region.first + k);
    const words::ExprId contents = is_zero ? e().constant(region.cells[k].type.bits, 0)
                                           : build_.arbitrary(at, region.cells[k].type, {});
    updates.variables[variable] =
        e().conditional(is_next, contents, e().variable(variable, region.cells[k].type.bits));
  }
}

/// Of the block that is next, where it has no constant size. Whether it is as small as is assumed.
words::ExprId Lowering::set_sizes(StatementId s, const std::vector<words::ExprId>& next,
                                  Evaluation& evaluation, Memory::Updates& updates) {
  const std::vector<RegionId>& pieces = memory_.regions({Pointee::Kind::Heap, s});
  if (!memory_.regions()[pieces.front()].length) return e().truth(true);
  const words::ExprId size = evaluator_.value(program_.statements[s].values[0], evaluation);
  const words::Width width = e().width(size);
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const words::VariableId length = *memory_.regions()[pieces[k]].length;
    updates.variables[length] = e().conditional(next[k], size, e().variable(length, width));
  }
  const std::uint64_t most = largest_block(program_.data_model);
  return e().binary(Op::LessEqualUnsigned, size, e().constant(width, most));
}

/// Of a block that may be copied, or is a copy.
void Lowering::fill_block(InstanceId i, StatementId s, const std::vector<words::ExprId>& next,
                          Evaluation& evaluation, Memory::Updates& updates) {
  const Statement& statement = program_.statements[s];
  const words::ExprId size = evaluator_.value(statement.values[0], evaluation);
  Contents contents{std::nullopt, e().truth(false)};
  if (copies_block(statement)) contents = copied_contents(i, s, size, evaluation);
  if (is_zeroed(program_, statement)) contents = zeros(i, s, size);
  for (std::size_t k = 0; const RegionId id : memory_.regions({Pointee::Kind::Heap, s})) {
    const Region& piece = memory_.regions()[id];
    const words::ExprId is_next = next[k++];
    updates.variables[*piece.tail] =
        e().conditional(is_next, contents.has_tail, e().variable(*piece.tail, 1));
    if (contents.array)
      updates.arrays[*piece.array] =
          e().conditional(is_next, *contents.array,
                          e().array(*piece.array, build_.graph().arrays[*piece.array].sort));
  }
}

words::ExprId Lowering::arbitrary_block(InstanceId i, StatementId s) {
  const RegionId piece = memory_.regions({Pointee::Kind::Heap, s}).front();
  return build_.arbitrary_array(
      block_of(i, s), build_.graph().arrays[*memory_.regions()[piece].array].sort, {s, none, 0});
}

/// The whole array is copied, so what is behind the end of the old block is in the new one, too: if
/// that is known, and part of the new block, which it should not be, it is forgotten; and where
/// that is too much, the run is not followed.
Lowering::Contents Lowering::copied_contents(InstanceId i, StatementId s, words::ExprId size,
                                             Evaluation& evaluation) {
  const ExprId copied = program_.statements[s].values[2];
  const words::ExprId from = evaluator_.value(copied, evaluation);
  const words::ExprId unknown = arbitrary_block(i, s);
  words::ExprId contents = unknown;
  words::ExprId has_tail = e().truth(false);
  words::ExprId is_lost = e().truth(false);
  for (const Pointee& pointee : points_to_.of(copied)) {
    if (pointee.kind != Pointee::Kind::Heap) continue;
    for (const RegionId id : memory_.regions(pointee)) {
      const Region& old = memory_.regions()[id];
      const words::ExprId here =
          e().binary(Op::Equal, from, e().constant(e().width(from), old.base));
      const words::ExprId length = e().variable(*old.length, e().width(size));
      const words::ExprId tail = e().variable(*old.tail, 1);
      const words::ExprId grows =
          e().binary(Op::And, tail, e().binary(Op::LessUnsigned, length, size));
      const Grown grown = forget_tail(old, length, size, unknown);
      is_lost = e().conditional(here, e().binary(Op::And, grows, grown.is_lost), is_lost);
      has_tail = e().conditional(
          here, e().binary(Op::Or, tail, e().binary(Op::LessUnsigned, size, length)), has_tail);
      const words::ExprId kept = e().array(*old.array, build_.graph().arrays[*old.array].sort);
      contents = e().conditional(here, e().conditional(grows, grown.contents, kept), contents);
    }
  }
  evaluator_.require(
      {e().unary(Op::Not, is_lost),
       {{is_lost, "block that becomes much larger after it was zeroed or made smaller", false}}},
      evaluation);
  return {contents, has_tail};
}

/// What is in a block that becomes larger, where something is known behind its old end.
Lowering::Grown Lowering::forget_tail(const Region& old, words::ExprId length, words::ExprId size,
                                      words::ExprId unknown) {
  const words::Width width = e().width(size);
  const words::ArraySort sort = build_.graph().arrays[*old.array].sort;
  const words::ExprId kept = e().array(*old.array, sort);
  const std::uint64_t bytes = old.layout.bytes;
  const auto low = static_cast<words::Width>(std::countr_zero(bytes));
  words::ExprId contents = kept;
  for (std::uint64_t k = 0; k < most_forgotten; ++k) {
    const words::ExprId offset = e().binary(Op::Add, length, e().constant(width, k * bytes));
    const words::ExprId index = e().extract(offset, low, sort.index);
    const words::ExprId element =
        e().conditional(e().binary(Op::LessUnsigned, offset, size), e().select(unknown, index),
                        e().select(kept, index));
    contents = e().store(contents, index, element);
  }
  const words::ExprId is_far =
      e().binary(Op::LessUnsigned, e().constant(width, most_forgotten * bytes),
                 e().binary(Op::Subtract, size, length));
  const words::ExprId within = e().binary(Op::And, length, e().constant(width, bytes - 1));
  const words::ExprId ends_inside =
      e().unary(Op::Not, e().binary(Op::Equal, within, e().constant(width, 0)));
  return {contents, e().binary(Op::Or, is_far, ends_inside)};
}

/// Of a small block, up to its end.
Lowering::Contents Lowering::zeros(InstanceId i, StatementId s, words::ExprId size) {
  const Region& piece = memory_.regions()[memory_.regions({Pointee::Kind::Heap, s}).front()];
  const words::ArraySort sort = build_.graph().arrays[*piece.array].sort;
  const words::ExprId start = arbitrary_block(i, s);
  words::ExprId contents = start;
  for (std::uint64_t k = 0; k < most_zeros; ++k) {
    const words::ExprId index = e().constant(sort.index, k);
    const words::ExprId is_part =
        e().binary(Op::LessUnsigned, e().constant(e().width(size), k * piece.layout.bytes), size);
    contents = e().store(
        contents, index,
        e().conditional(is_part, e().constant(sort.element, 0), e().select(start, index)));
  }
  const words::ExprId is_large = e().binary(
      Op::LessUnsigned, e().constant(e().width(size), most_zeros * piece.layout.bytes), size);
  const words::ExprId ends_inside = e().unary(
      Op::Not,
      e().binary(Op::Equal,
                 e().binary(Op::And, size, e().constant(e().width(size), piece.layout.bytes - 1)),
                 e().constant(e().width(size), 0)));
  const words::ExprId all = e().constant_array(sort, words::ArrayValue(sort.index, 0));
  return {e().conditional(is_large, all, contents), e().binary(Op::Or, is_large, ends_inside)};
}

/// Of null, or of the start of a piece that is alive and does not end by itself. A stream may also
/// be something else, which just stays.
void Lowering::lower_free(InstanceId i, StatementId s) {
  const bool is_stream = program_.statements[s].is_stream;
  const ExprId freed = program_.statements[s].values[0];
  const BlockId at = block_of(i, s);
  Evaluation evaluation = evaluator_.begin(i);
  const words::ExprId address = evaluator_.value(freed, evaluation);
  const auto is = [&](std::uint64_t number) {
    return e().binary(Op::Equal, address, e().constant(e().width(address), number));
  };
  words::ExprId valid = is_stream ? e().truth(true) : is(0);
  Memory::Updates updates;
  for (const Pointee& pointee : points_to_.of(freed)) {
    if (pointee.kind != Pointee::Kind::Heap) continue;
    const Statement& allocate = program_.statements[pointee.id];
    if (is_automatic(allocate) || allocate.is_stream != is_stream) continue;
    for (const RegionId piece : memory_.regions(pointee)) {
      const Region& region = memory_.regions()[piece];
      const words::ExprId here = is(region.base);
      valid = e().binary(Op::Or, valid, e().binary(Op::And, here, memory_.is_live(region)));
      lifetimes_.free(piece, here, updates);
    }
  }
  evaluator_.require({valid, {{e().unary(Op::Not, valid), bad_free}}}, evaluation);
  assign(at, updates);
  go(at, evaluation, s, arrive(i, s, program_.statements[s].next));
}

}  // namespace hardbop::c
