// SPDX-License-Identifier: MIT
#include "c/lower/lower.hpp"

#include <fmt/format.h>
#include <utility>

#include "c/lower/lowering.hpp"

namespace hardbop::c {

using words::BlockId;
using words::Op;

Lowering::Lowering(const Program& program, const Bounds& bounds, Pointers pointers, Budget* budget)
    : program_(program),
      bounds_(bounds),
      pointers_(pointers),
      budget_(budget),
      points_to_(program, budget),
      alignments_(program, points_to_),
      calls_(program, points_to_),
      build_(program, bounds.defects),
      dangling_(program, points_to_, calls_),
      layouts_(program, points_to_, alignments_, dangling_,
               pointers == Pointers::Star ? 0 : bounds.arrays_from),
      memory_(program, build_.graph()),
      lifetimes_(program, dangling_, memory_, build_.graph()),
      stars_(memory_, build_.graph()),
      evaluator_(
          {program, points_to_, alignments_, calls_, dangling_, bounds.procedures, bounds.floats},
          memory_, pointers == Pointers::Star ? &stars_ : nullptr, build_.graph()) {}

Model Lowering::run() {
  if (bounds_.overflows) e().keep_overflows();
  add_instances();
  add_regions();
  if (pointers_ == Pointers::Star) add_stars();
  add_blocks();
  for (const InstanceId i : instances_.ids())
    for (const StatementId s : function(i).statements)
      if (memory_.is_full())
        build_.end(block_of(i, s), Sink::Kind::Unsupported, s, "more objects than addresses");
      else if (!stops(s))
        lower_statement(i, s);
  for (const InstanceId i : instances_.ids())
    bounds_.procedures ? add_procedure(i) : connect_returns(i);
  build_.graph().entry = entries_[first_instance_[program_.main]];
  if (pointers_ == Pointers::Star) start_stars();
  name_variables();
  build_.model().allocated = allocated_;
  build_.model().stars = stars_.size();
  name_addresses();
  return std::move(build_.model());
}

bool Lowering::stops(StatementId s) const {
  if (budget_ == nullptr) return false;
  return (s % 8 == 0 ? budget_->poll() : budget_->stopped()) != StopReason::None;
}

void Lowering::add_instances() {
  first_instance_.resize(program_.functions.size());
  for (const FunctionId f : program_.functions.ids()) {
    if (!points_to_.reached()[f] || !program_.functions[f].is_defined) continue;
    first_instance_[f] = InstanceId(instances_.size());
    const std::uint32_t copies =
        calls_.is_recursive(f) && !bounds_.procedures ? bounds_.recursion : 1;
    for (std::uint32_t depth = 0; depth < copies; ++depth) {
      Instance instance;
      instance.function = f;
      instance.depth = depth;
      instances_.add(std::move(instance));
    }
  }
}

std::string Lowering::suffix(InstanceId i) const {
  return instances_[i].depth == 0 ? "" : fmt::format("#{}", instances_[i].depth);
}

BlockId Lowering::new_block(InstanceId i, StatementId s) {
  const FunctionId within = s == none ? FunctionId() : program_.statements[s].within;
  return build_.new_block(
      {s, within.is_none() ? instances_[i].function : within, instances_[i].depth});
}

void Lowering::add_blocks() {
  blocks_.resize(instances_.size());
  for (const InstanceId i : instances_.ids())
    for (const StatementId s : function(i).statements) blocks_[i][s] = new_block(i, s);
  for (const InstanceId i : instances_.ids()) {
    const StatementId entry = function(i).entry;
    entries_.add(change(i, lifetimes_.enter(i, program_.statements[entry].scope), entry));
  }
}

BlockId Lowering::change(InstanceId i, Lifetimes::Changes changes, StatementId to) {
  if (changes.updates.empty()) return block_of(i, to);
  const BlockId id = new_block(i);
  words::ExprId known = e().truth(true);
  for (const Memory::Problem& problem : changes.problems) {
    fail(id, problem, to);
    known = e().binary(Op::And, known, e().unary(Op::Not, problem.when));
  }
  assign(id, changes.updates);
  build_.edge(id, known, block_of(i, to));
  return id;
}

BlockId Lowering::arrive(InstanceId i, StatementId from, StatementId to) {
  const auto scope = [&](StatementId s) { return program_.statements[s].scope; };
  return change(i, lifetimes_.move(i, scope(from), scope(to)), to);
}

void Lowering::add_procedure(InstanceId i) {
  ProcedureMeaning& procedure = build_.model().procedures.emplace_back();
  procedure.function = instances_[i].function;
  procedure.entry = entries_[i];
  procedure.leaves = instances_[i].returns;
  procedure.results = instances_[i].results;
  for (const Place& parameter : function(i).parameters) {
    const Pointee object{Pointee::Kind::Object, program_.exprs[parameter.address].object};
    const Region& region = memory_.region(object, i);
    std::vector<words::ArrayId>& arrays = procedure.array_parameters;
    if (region.array && (arrays.empty() || arrays.back() != *region.array))
      arrays.push_back(*region.array);
    for (std::size_t k = 0; k < region.cells.size(); ++k)
      procedure.parameters.push_back(static_cast<words::VariableId>(region.first + k));
  }
}

void Lowering::name_variables() {
  build_.model().variables.resize(build_.graph().variables.size());
  build_.model().arrays.resize(build_.graph().arrays.size());
  std::map<Pointee, std::uint32_t> pieces;
  for (const Region& region : memory_.regions()) {
    VariableMeaning meaning;
    if (region.what.kind == Pointee::Kind::Heap) {
      meaning.heap = region.what.id;
      meaning.copy = pieces[region.what]++;
    } else {
      meaning.object = region.what.id;
      if (!region.instance.is_none()) meaning.copy = instances_[region.instance].depth;
    }
    for (meaning.cell = 0; meaning.cell < region.cells.size(); ++meaning.cell)
      build_.model().variables[region.first + meaning.cell] = meaning;
    if (region.array)
      build_.model().arrays[*region.array] = {meaning.object, meaning.heap, meaning.copy,
                                              region.layout.bytes,
                                              region.layout.count(region.size)};
  }
}

void Lowering::name_addresses() {
  std::vector<AddressMeaning>& out = build_.model().addresses;
  std::map<Pointee, std::uint32_t> pieces;
  for (const Region& region : memory_.regions()) {
    AddressMeaning meaning{region.base, region.size};
    switch (region.what.kind) {
      case Pointee::Kind::Heap: meaning.heap = region.what.id; break;
      case Pointee::Kind::Object: meaning.object = region.what.id; break;
      case Pointee::Kind::Function: meaning.function = region.what.function(); break;
    }
    meaning.copy = pieces[region.what]++;
    meaning.live = region.live;
    meaning.ended = region.ended;
    out.push_back(meaning);
    if (region.grave == 0) continue;
    meaning.base = region.grave;
    meaning.is_grave = true;
    out.push_back(meaning);
  }
  std::ranges::sort(out, {}, &AddressMeaning::base);
}

std::uint64_t word_at(const ArrayMeaning& meaning, const words::ArrayValue& value,
                      std::uint64_t offset, std::uint32_t bytes) {
  std::uint64_t out = 0;
  for (std::uint32_t k = 0; k < bytes; ++k) {
    const std::uint64_t element = value.read((offset + k) / meaning.bytes);
    out |= (element >> 8U * ((offset + k) % meaning.bytes) & 0xFFU) << 8U * k;
  }
  return out;
}

Model lower(const Program& program, const Bounds& bounds, Pointers pointers, Budget* budget) {
  return Lowering(program, bounds, pointers, budget).run();
}

}  // namespace hardbop::c
