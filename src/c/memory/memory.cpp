// SPDX-License-Identifier: MIT
#include "c/memory/memory.hpp"

#include <algorithm>

#include "base/util/invariant.hpp"
#include "c/il/faults.hpp"

namespace hardbop::c {

using words::Op;
using words::Width;

namespace {

/// An access that could be to more places than this is not followed.
constexpr std::size_t most_candidates = 1024;
std::uint32_t bytes_of(Type type) {
  return type.bits / 8U;
}

}  // namespace

Memory::Memory(const Program& program, words::Graph& graph)
    : program_(program),
      graph_(graph),
      guard_(guard_bytes(program.data_model)),
      next_address_(guard_) {}

/// Bytes of addresses for an object and what is around it.
std::uint64_t Memory::room(std::uint64_t size) const {
  return (size + 2 * guard_ - 1) / guard_ * guard_;
}

std::uint64_t Memory::free_address(std::uint64_t bytes) const {
  const auto rounded = [&](std::uint64_t address) {
    return (address + next_unit_ - 1) / next_unit_ * next_unit_;
  };
  const std::uint64_t end = words::mask(program_.data_model.pointer_bits);
  std::uint64_t out = rounded(next_address_);
  for (const AddressRange& range : program_.reserved) {
    if (range.first >= out + bytes) break;
    if (range.last < out - guard_ / 2) continue;
    if (range.last > end / 2) return end;
    out = rounded(range.last + guard_);
  }
  return out;
}

std::uint64_t Memory::take_addresses(std::uint64_t bytes) {
  const std::uint64_t free = free_address(bytes);
  const std::uint64_t end = words::mask(program_.data_model.pointer_bits);
  if (bytes > end || free > end - bytes)
    is_full_ = true;
  else
    next_address_ = free + bytes;
  next_unit_ = 1;
  return is_full_ ? guard_ : free;
}

RegionId Memory::add(const Pointee& what, InstanceId instance, const std::string& name,
                     std::uint64_t size, std::vector<Cell> cells, bool is_zero) {
  const auto first = static_cast<words::VariableId>(graph_.variables.size());
  for (const Cell& cell : cells) {
    words::Variable& variable = graph_.variables.emplace_back();
    variable.name = name + cell.name;
    variable.width = cell.type.bits;
    if (is_zero) variable.initial = 0;
    if (cell.offset % alignment(bytes_of(cell.type)) != 0) has_odd_cells_ = true;
  }
  const std::uint64_t base = take_addresses(room(size));
  const RegionId id = regions_.add({what, instance, base, size, std::move(cells), first});
  const auto end = static_cast<std::uint32_t>(size);
  regions_[id].has_padding = !regions_[id].cells.empty() && !covers(id, 0, end);
  by_pointee_[what].push_back(id);
  return id;
}

RegionId Memory::add_array(const Pointee& what, InstanceId instance, const std::string& name,
                           std::uint64_t size, const ArrayLayout& layout, bool is_zero) {
  const RegionId id = add(what, instance, name, size, {}, is_zero);
  Region& region = regions_[id];
  region.array = static_cast<words::ArrayId>(graph_.arrays.size());
  region.layout = layout;
  words::ArrayVariable& array = graph_.arrays.emplace_back();
  array.name = name;
  array.sort = layout.sort(size);
  if (is_zero) array.initial = words::ArrayValue(array.sort.index, 0);
  return id;
}

/// Its room starts at a multiple of it: that is how offsets are found most easily.
RegionId Memory::add_block(const Pointee& what, InstanceId instance, const std::string& name,
                           std::uint64_t room, const ArrayLayout& layout, bool is_zero) {
  align(room);
  const RegionId id = add_array(what, instance, name, room - 1, layout, is_zero);
  next_address_ = regions_[id].base + room;
  regions_[id].length = static_cast<words::VariableId>(graph_.variables.size());
  words::Variable& length = graph_.variables.emplace_back();
  length.name = name + ".size";
  length.width = program_.data_model.pointer_bits;
  length.initial = 0;
  return id;
}

std::uint64_t Memory::blocks_left(std::uint64_t room) const {
  const std::uint64_t half = words::mask(program_.data_model.pointer_bits) / 2;
  std::uint64_t out = 0;
  std::uint64_t next = (next_address_ + room - 1) / room;  // by number
  const auto count_to = [&](std::uint64_t end) { out += std::max(next, end) - next; };
  for (const AddressRange& range : program_.reserved) {
    if (range.first > half) break;
    count_to((range.first - std::min(range.first, 2 * guard_)) / room);
    if (range.last > half) return out;
    next = std::max(next, (range.last + guard_ + room - 1) / room);
  }
  count_to(half / room);
  return out;
}

bool Memory::has_room(std::uint64_t size) const {
  const std::uint64_t half = words::mask(program_.data_model.pointer_bits) / 2;
  const std::uint64_t free = free_address(room(size));
  return free <= half && room(size) <= half - free;
}

const std::vector<RegionId>& Memory::regions(const Pointee& what) const {
  static const std::vector<RegionId> no_regions;
  const auto found = by_pointee_.find(what);
  return found == by_pointee_.end() ? no_regions : found->second;
}

std::optional<RegionId> Memory::find_region(const Pointee& what, InstanceId instance) const {
  const std::vector<RegionId>& all = regions(what);
  for (const RegionId id : all)
    if (regions_[id].instance.is_none() || regions_[id].instance == instance) return id;
  return all.size() == 1 ? std::optional(all.front()) : std::nullopt;
}

RegionId Memory::region_id(const Pointee& what, InstanceId instance) const {
  const std::optional<RegionId> found = find_region(what, instance);
  HARDBOP_INVARIANT(found, "every object should have a region");
  return *found;
}

void Memory::add_life(RegionId region, const std::string& name, words::Width width,
                      std::uint64_t ended) {
  regions_[region].live = static_cast<words::VariableId>(graph_.variables.size());
  regions_[region].ended = ended;
  words::Variable& variable = graph_.variables.emplace_back();
  variable.name = name;
  variable.width = width;
  variable.initial = 0;
}

void Memory::add_grave(RegionId region) {
  regions_[region].grave = take_addresses(room(regions_[region].size));
}

void Memory::add_tail(RegionId region, const std::string& name) {
  regions_[region].tail = static_cast<words::VariableId>(graph_.variables.size());
  words::Variable& variable = graph_.variables.emplace_back();
  variable.name = name;
  variable.width = 1;
  variable.initial = 0;
}

words::ExprId Memory::is_live(const Region& region) {
  words::Expressions& e = graph_.expressions;
  if (!region.live) return e.truth(true);
  const words::Width width = graph_.variables[*region.live].width;
  const words::ExprId state = e.variable(*region.live, width);
  if (width == 1) return state;
  if (region.ended != 0) return e.binary(Op::Equal, state, e.constant(width, 1));
  return e.unary(Op::Not, e.binary(Op::Equal, state, e.constant(width, 0)));
}

bool Memory::is_constant(const Region& region) const {
  return region.what.kind == Pointee::Kind::Object && program_.objects[region.what.id].is_constant;
}

std::string Memory::problem_of(const Region& region) const {
  if (region.what.kind == Pointee::Kind::Heap)
    return problem_of_use(program_, program_.statements[region.what.id]);
  return problem_of_use(program_.objects[region.what.id]);
}

// Places

template <typename Visit>
void Memory::for_each_part(const Candidate& candidate, std::uint32_t bytes, Visit visit) const {
  const Region& region = regions_[candidate.region];
  const std::uint32_t end = candidate.offset + bytes;
  auto cell = std::partition_point(region.cells.begin(), region.cells.end(), [&](const Cell& one) {
    return one.offset + bytes_of(one.type) <= candidate.offset;
  });
  for (; cell != region.cells.end() && cell->offset < end; ++cell)
    visit(region.first + static_cast<words::VariableId>(cell - region.cells.begin()), *cell);
}

bool Memory::covers(RegionId id, std::uint32_t offset, std::uint32_t bytes) const {
  std::uint32_t reached = offset;
  bool is_whole = true;
  for_each_part({id, offset}, bytes, [&](words::VariableId, const Cell& cell) {
    is_whole = is_whole && cell.offset <= reached;
    reached = std::max(reached, cell.offset + bytes_of(cell.type));
  });
  return is_whole && reached >= offset + bytes;
}

void Memory::add_offsets(RegionId id, const Target& target, std::vector<Candidate>& out) const {
  const Region& region = regions_[id];
  const std::uint32_t bytes = bytes_of(target.type);
  const std::uint32_t step = std::min(alignment(bytes), target.aligned);
  for (std::uint32_t offset = 0; offset + bytes <= region.size; offset += step) {
    if (covers(id, offset, bytes)) out.push_back({id, offset});
    if (out.size() > most_candidates) return;
  }
  if (!has_odd_cells_) return;
  for (const Cell& cell : region.cells)
    if (bytes_of(cell.type) == bytes && cell.offset % step != 0) out.push_back({id, cell.offset});
}

std::uint32_t Memory::alignment(std::uint32_t bytes) const {
  return program_.data_model.pointer_bits == 32 ? std::min(bytes, 4U) : bytes;
}

bool Memory::may_overlap(Type type) const {
  return has_odd_cells_ || has_odd_accesses_ || alignment(bytes_of(type)) != bytes_of(type);
}

std::optional<Memory::Candidate> Memory::candidate(RegionId id, std::uint64_t address,
                                                   std::uint32_t bytes) const {
  const Region& region = regions_[id];
  if (address < region.base || address + bytes > region.base + region.size) return std::nullopt;
  const auto offset = static_cast<std::uint32_t>(address - region.base);
  if (!covers(id, offset, bytes)) return std::nullopt;
  return Candidate{id, offset};
}

std::optional<std::vector<Memory::Candidate>> Memory::candidates(const Target& target) const {
  std::vector<Candidate> out;
  const words::Expressions& expressions = graph_.expressions;
  const std::uint32_t bytes = bytes_of(target.type);
  const std::vector<RegionId> places = possible(target);
  if (expressions.is_constant(target.address)) {
    for (const RegionId id : places)
      if (const auto one = candidate(id, expressions.node(target.address).value, bytes))
        out.push_back(*one);
    return out;
  }
  for (const RegionId id : places) {
    if (!regions_[id].array) add_offsets(id, target, out);
    if (out.size() > most_candidates) return std::nullopt;
  }
  return out;
}

std::vector<RegionId> Memory::possible(const Target& target) const {
  std::vector<RegionId> out;
  if (target.region) out.push_back(*target.region);
  for (const Pointee& pointee : target.pointees)
    if (pointee.kind != Pointee::Kind::Function)
      out.insert(out.end(), regions(pointee).begin(), regions(pointee).end());
  return out;
}

bool Memory::is_array(const Pointee& what) const {
  const std::vector<RegionId>& all = regions(what);
  return std::ranges::all_of(all, [&](RegionId id) { return regions_[id].array.has_value(); });
}

bool Memory::is_choice(const Pointees& pointees) const {
  std::size_t count = 0;
  for (const Pointee& pointee : pointees)
    if (pointee.kind != Pointee::Kind::Function) count += regions(pointee).size();
  return count > 1;
}

std::vector<words::VariableId> Memory::variables(const Candidate& candidate, Type type) const {
  std::vector<words::VariableId> out;
  for_each_part(candidate, bytes_of(type),
                [&](words::VariableId variable, const Cell&) { out.push_back(variable); });
  return out;
}

// Values

words::ExprId Memory::is_at(words::ExprId address, const Candidate& candidate) {
  words::Expressions& e = graph_.expressions;
  const std::uint64_t number = regions_[candidate.region].base + candidate.offset;
  return e.binary(Op::Equal, address, e.constant(e.width(address), number));
}

/// Little-endian, from the bytes of all cells there.
words::ExprId Memory::load(const Candidate& candidate, Type type, const Updates* after) {
  words::Expressions& e = graph_.expressions;
  const std::uint32_t bytes = bytes_of(type);
  std::optional<words::ExprId> out;
  const std::uint32_t end = candidate.offset + bytes;
  for_each_part(candidate, bytes, [&](words::VariableId variable, const Cell& cell) {
    const std::uint32_t from = std::max(cell.offset, candidate.offset);
    const std::uint32_t to = std::min(cell.offset + bytes_of(cell.type), end);
    words::ExprId whole = e.variable(variable, cell.type.bits);
    if (after != nullptr)
      if (const auto changed = after->variables.find(variable); changed != after->variables.end())
        whole = changed->second;
    const words::ExprId part = e.extract(whole, static_cast<Width>((from - cell.offset) * 8),
                                         static_cast<Width>((to - from) * 8));
    out = out ? e.concatenate(part, *out) : part;
  });
  return *out;
}

void Memory::store(const Candidate& candidate, std::uint32_t bytes, words::ExprId value,
                   words::ExprId condition, Updates& updates) {
  words::Expressions& e = graph_.expressions;
  const std::uint32_t end = candidate.offset + bytes;
  for_each_part(candidate, bytes, [&](words::VariableId variable, const Cell& cell) {
    const Width bits = cell.type.bits;
    const std::uint32_t from = std::max(cell.offset, candidate.offset);
    const std::uint32_t to = std::min(cell.offset + bytes_of(cell.type), end);
    const auto low = static_cast<Width>((from - cell.offset) * 8);
    const auto high = static_cast<Width>((to - cell.offset) * 8);
    const auto known = updates.variables.find(variable);
    const words::ExprId old =
        known == updates.variables.end() ? e.variable(variable, bits) : known->second;
    words::ExprId now = e.extract(value, static_cast<Width>((from - candidate.offset) * 8),
                                  static_cast<Width>(high - low));
    if (low > 0) now = e.concatenate(now, e.extract(old, 0, low));
    if (high < bits)
      now = e.concatenate(e.extract(old, high, static_cast<Width>(bits - high)), now);
    updates.variables[variable] = e.conditional(condition, now, old);
  });
}

void Memory::add_problem(words::Expressions& e, Validity& validity, words::ExprId when,
                         const std::string& text) {
  for (Problem& known : validity.problems) {
    if (known.text != text) continue;
    known.when = e.binary(Op::Or, known.when, when);
    return;
  }
  validity.problems.push_back({when, text});
}

void Memory::allow(Validity& validity, const Region& region, const Target& target,
                   words::ExprId here) {
  words::Expressions& e = graph_.expressions;
  if (!region.live || target.region) {
    validity.valid = e.binary(Op::Or, validity.valid, here);
    return;
  }
  const words::ExprId live = is_live(region);
  validity.valid = e.binary(Op::Or, validity.valid, e.binary(Op::And, here, live));
  add_problem(e, validity, e.binary(Op::And, here, e.unary(Op::Not, live)), problem_of(region));
}

std::optional<Memory::Read> Memory::read(const Target& target, const Updates* after) {
  const auto found = candidates(target);
  const std::vector<Spot> arrays = spots(target);
  if (!found || found->size() + arrays.size() > most_candidates) return std::nullopt;
  words::Expressions& e = graph_.expressions;
  Read out{e.constant(target.type.bits, 0), {e.truth(false), {}}};
  bool is_default = true;
  const auto add = [&](RegionId region, words::ExprId here, words::ExprId value) {
    out.value = is_default ? value : e.conditional(here, value, out.value);
    is_default = false;
    allow(out.validity, regions_[region], target, here);
  };
  for (const Candidate& candidate : *found)
    add(candidate.region, is_at(target.address, candidate), load(candidate, target.type, after));
  for (const Spot& spot : arrays) add(spot.region, spot.here, load(spot, target.type, after));
  add_graves(target, out.validity);
  add_uncovered(target, *found, out.validity);
  return out;
}

std::optional<Memory::Validity> Memory::write(const Target& target, words::ExprId value,
                                              Updates& updates) {
  const auto found = candidates(target);
  const std::vector<Spot> arrays = spots(target);
  if (!found || found->size() + arrays.size() > most_candidates) return std::nullopt;
  words::Expressions& e = graph_.expressions;
  const bool is_only = found->size() + arrays.size() == 1;
  Validity out{e.truth(false), {}};
  const auto add = [&](const auto& place, words::ExprId here) {
    const Region& region = regions_[place.region];
    if (is_constant(region) && !target.initialises) {
      add_problem(e, out, here, problem_of_writing(program_.objects[region.what.id]));
      return;
    }
    store(place, bytes_of(target.type), value, is_only ? e.truth(true) : here, updates);
    allow(out, region, target, here);
  };
  for (const Candidate& candidate : *found) add(candidate, is_at(target.address, candidate));
  for (const Spot& spot : arrays) add(spot, spot.here);
  add_graves(target, out);
  add_uncovered(target, *found, out);
  return out;
}

// Pointers that are left over

void Memory::add_graves(const Target& target, Validity& validity) {
  if (target.region) return;
  for (const RegionId id : possible(target)) {
    const Region& region = regions_[id];
    if (region.grave == 0) continue;
    add_problem(graph_.expressions, validity, is_in(target.address, region.grave, region.size),
                problem_of(region));
  }
}

void Memory::bury(RegionId dead, const LeftOver& pointers, Updates& updates) {
  words::Expressions& e = graph_.expressions;
  const Region& region = regions_[dead];
  const Width width = program_.data_model.pointer_bits;
  const words::ExprId distance =
      e.constant(width, (region.grave - region.base) & words::mask(width));
  for (std::size_t k = 0; k < pointers.cells.size(); ++k) {
    if (!pointers.cells[k]) continue;
    const auto pointer = static_cast<words::VariableId>(regions_[pointers.holder].first + k);
    const auto known = updates.variables.find(pointer);
    const words::ExprId old =
        known == updates.variables.end() ? e.variable(pointer, width) : known->second;
    const words::ExprId is_left_over =
        e.binary(Op::And, pointers.condition, is_in(old, region.base, region.size));
    updates.variables[pointer] = e.conditional(is_left_over, e.binary(Op::Add, old, distance), old);
  }
}

/// Of regions that have padding without cells.
void Memory::add_uncovered(const Target& target, const std::vector<Candidate>& candidates,
                           Validity& validity) {
  words::Expressions& e = graph_.expressions;
  for (const RegionId id : possible(target)) {
    const Region& region = regions_[id];
    if (!region.has_padding) continue;
    words::ExprId followed = e.truth(false);
    for (const Candidate& one : candidates)
      if (one.region == id) followed = e.binary(Op::Or, followed, is_at(target.address, one));
    const words::ExprId offset =
        e.binary(Op::Subtract, target.address, e.constant(e.width(target.address), region.base));
    const words::ExprId within = is_within(region, offset, bytes_of(target.type));
    const words::ExprId when = e.binary(Op::And, within, e.unary(Op::Not, followed));
    if (!e.is_constant(when, 0)) validity.problems.push_back({when, "access to padding", false});
  }
}

// Pointers that move

words::ExprId Memory::is_known(words::ExprId address, const Pointees& pointees) {
  words::Expressions& e = graph_.expressions;
  words::ExprId out = e.binary(Op::LessUnsigned, address, e.constant(e.width(address), guard_ / 2));
  for (const Pointee& pointee : pointees)
    for (const RegionId id : regions(pointee))
      out = e.binary(Op::Or, out, is_around(address, regions_[id]));
  return out;
}

words::ExprId Memory::is_in(words::ExprId address, std::uint64_t base, std::uint64_t size) {
  words::Expressions& e = graph_.expressions;
  const Width width = e.width(address);
  const words::ExprId offset = e.binary(Op::Subtract, address, e.constant(width, base));
  return e.binary(Op::LessEqualUnsigned, offset, e.constant(width, size));
}

/// Whether it is an address of the region, or next to it.
words::ExprId Memory::is_around(words::ExprId address, const Region& region) {
  const std::uint64_t around = region.length ? region.size : region.size + guard_ - 1;
  return is_in(address, region.base - guard_ / 2, around);
}

words::ExprId Memory::is_in(words::ExprId address, const Region& region) {
  if (!region.length) return is_in(address, region.base, region.size);
  words::Expressions& e = graph_.expressions;
  const Width width = e.width(address);
  const words::ExprId offset = e.binary(Op::Subtract, address, e.constant(width, region.base));
  return e.binary(Op::LessEqualUnsigned, offset, e.variable(*region.length, width));
}

words::ExprId Memory::stays(words::ExprId pointer, words::ExprId moved, const Pointees& pointees) {
  words::Expressions& e = graph_.expressions;
  words::ExprId out = e.truth(true);
  for (const Pointee& pointee : pointees) {
    if (pointee.kind == Pointee::Kind::Function) continue;
    for (const RegionId id : regions(pointee)) {
      const Region& region = regions_[id];
      const words::ExprId strays =
          e.binary(Op::And, is_around(moved, region), e.unary(Op::Not, is_around(pointer, region)));
      out = e.binary(Op::And, out, e.unary(Op::Not, strays));
    }
  }
  return out;
}

}  // namespace hardbop::c
