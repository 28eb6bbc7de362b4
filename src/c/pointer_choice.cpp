// SPDX-License-Identifier: MIT
// A pointer to T is only ever made of an object that has a T, at the place of that; one to void, of
// the start of any object. What is allocated has no type: an array of T may be there. This is
// an assumption about code that nobody has seen; without it, each pointer could be to anything of
// any size, and hardly a program could be trusted to read through one.
#include "c/pointer_choice.hpp"

namespace hardbop::c {

using ltg::Op;

namespace {

constexpr std::uint32_t most_elements = 16;  // of allocated memory that a pointer is made to

}  // namespace

std::vector<std::uint32_t> PointerChoice::offsets(const Known& item, const PointedType& type,
                                                  std::uint32_t id) const {
  if (type.is_void || item.what == Pointee{Pointee::Kind::Object, fresh_}) return {0};
  std::vector<std::uint32_t> out;
  for (const Part& part : item.parts)
    if (part.type == id) out.push_back(part.offset);
  if (item.what.kind != Pointee::Kind::Heap || type.size == 0) return out;
  for (std::uint32_t i = 0; i < most_elements && (i + 1) * type.size <= item.size; ++i)
    out.push_back(i * type.size);
  return out;
}

void PointerChoice::add_objects(const PointedType& type, std::uint32_t id,
                                std::vector<Candidate>& out) {
  for (const Known& item : knowledge_.all()) {
    if (item.what.kind == Pointee::Kind::Function) continue;
    const ExprId condition = item.is_external ? none : knowledge_.flag(item.known);
    for (const std::uint32_t offset : offsets(item, type, id))
      out.push_back({condition, build_.plus(item.base, offset)});
  }
}

std::vector<PointerChoice::Candidate> PointerChoice::candidates(const Target& target) {
  std::vector<Candidate> out{{none, build_.constant(build_.pointer(), 0)}};
  PointedType type;
  type.is_void = true;
  if (target.type != none) type = shapes_.type(target.type);
  if (!type.is_function) {
    add_objects(type, target.type, out);
    return out;
  }
  out.push_back({none, build_.function_address(fresh_function_)});
  for (const Known& item : knowledge_.all())
    if (item.what.kind == Pointee::Kind::Function && shapes_.type_of(item.what.id) == target.type)
      out.push_back({knowledge_.flag(item.known), item.base});
  return out;
}

ExprId PointerChoice::pointer(const Target& target, ExprId number, ExprId otherwise) {
  const Type type = build_.expr(number).type;
  ExprId out = otherwise;
  std::uint64_t k = 0;
  for (const Candidate& candidate : candidates(target)) {
    ExprId is_it = build_.binary(Op::Equal, number, build_.constant(type, ++k));
    if (candidate.condition != none) is_it = build_.binary(Op::And, is_it, candidate.condition);
    out = build_.conditional(is_it, candidate.address, out);
  }
  return out;
}

}  // namespace hardbop::c
