// SPDX-License-Identifier: MIT
#include "c/verify/inlined.hpp"

#include <charconv>
#include <utility>

namespace hardbop::verify {

namespace {

constexpr std::pair<c::Pointers, std::string_view> names_of_pointers[] = {
    {c::Pointers::Direct, "direct"}, {c::Pointers::Star, "star"}};

}  // namespace

c::Model inlined_model(const c::Program& program, const Property& property, const Inlined& inlined,
                       Budget* budget) {
  c::Bounds bounds;
  bounds.recursion = inlined.copies;
  bounds.heap = inlined.heap;
  bounds.floats = true;
  bounds.defects = property.defects();
  return c::lower(program, bounds, inlined.pointers, budget);
}

WatchedLoops watch_loops(const c::Program& program, const Property& property, c::Model& model) {
  WatchedLoops out;
  const Formula* const formula = property.get<Formula>();
  if (formula == nullptr && !property.is<Termination>()) return out;
  if (formula != nullptr) out.watch = formula->all->watch(program, model, formula->number);
  if (const auto why = words::why_no_lasso(model.graph)) {
    out.problem = *why;
    return out;
  }
  out.lasso = words::add_lasso(model.graph, out.watch.fairness);
  model.blocks.resize(model.graph.blocks.size());
  model.variables.resize(model.graph.variables.size());
  model.inputs.resize(model.graph.inputs.size());
  return out;
}

words::Subject inlined_subject(const c::Model& model, const std::optional<words::Lasso>& lasso) {
  std::map<words::BlockId, std::string> sinks;
  for (const c::Sink& sink : model.sinks) sinks[sink.block] = sink.text;
  if (lasso) sinks[lasso->closed] = "a run without end";
  return words::single_procedure(model.graph, std::move(sinks));
}

std::optional<Inlined> inlined_of(const certify::Claim& claim, std::uint32_t heap) {
  const std::vector<std::string> copies = claim.all(copies_key);
  const std::vector<std::string> pointers = claim.all(pointers_key);
  if (copies.size() != 1 || pointers.size() != 1) return std::nullopt;
  Inlined out;
  out.heap = heap;
  const char* const end = copies[0].data() + copies[0].size();
  const auto [stop, error] = std::from_chars(copies[0].data(), end, out.copies);
  if (error != std::errc() || stop != end || out.copies < 1 || out.copies > most_copies)
    return std::nullopt;
  for (const auto& [one, name] : names_of_pointers) {
    if (pointers[0] != name) continue;
    out.pointers = one;
    return out;
  }
  return std::nullopt;
}

certify::Claim about_inlined(certify::Claim claim, const Inlined& inlined) {
  claim.options.push_back({std::string(copies_key), std::to_string(inlined.copies)});
  for (const auto& [one, name] : names_of_pointers)
    if (one == inlined.pointers)
      claim.options.push_back({std::string(pointers_key), std::string(name)});
  return claim;
}

}  // namespace hardbop::verify
