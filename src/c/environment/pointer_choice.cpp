// SPDX-License-Identifier: MIT
// A pointer to T is only created from an object that contains a T, at the place of that T. A
// pointer to void, to characters or to an undefined type is created from any object or part of one.
// Allocated memory has no type: it may contain an array of T. This is an assumption about unknown
// code. Without it, each pointer could point to anything of any size, and hardly any program could
// be verified that reads through one.
#include "c/environment/pointer_choice.hpp"

#include <set>

namespace hardbop::c {

using words::Op;

namespace {

constexpr std::uint32_t most_places = 32;  // in allocated memory that a pointer is made to

}  // namespace

std::vector<std::uint32_t> PointerChoice::offsets(const Known& item, const PointedType& type,
                                                  std::uint32_t id) const {
  if (item.what == Pointee{Pointee::Kind::Object, fresh_}) return {0};
  const bool is_any = type.is_byte || type.size == 0;
  std::set<std::uint32_t> places;
  if (is_any) places.insert(0);
  for (const Part& part : item.parts)
    if (is_any || part.type == id) places.insert(part.offset);
  std::vector<std::uint32_t> out(places.begin(), places.end());
  if (is_any) return out;
  if (item.what.kind != Pointee::Kind::Heap || type.size == 0) return out;
  const std::uint32_t alignment = type.size & (~type.size + 1);
  const bool is_open = item.length != none;
  for (std::uint32_t i = 0; i < most_places && (is_open || i * alignment + type.size <= item.size);
       ++i)
    out.push_back(i * alignment);
  return out;
}

/// When a pointer to something of that size can be made there: it is known, and large enough.
ExprId PointerChoice::condition(const Known& item, std::uint32_t end) {
  if (item.is_external) return none;
  const ExprId is_known = knowledge_.flag(item.known);
  if (item.length == none) return is_known;
  Type bytes = build_.pointer();
  bytes.is_pointer = false;
  const ExprId length = build_.load({build_.address(item.length, 0), bytes});
  return build_.binary(Op::And, is_known,
                       build_.binary(Op::LessEqualUnsigned, build_.constant(bytes, end), length));
}

void PointerChoice::add_objects(const PointedType& type, std::uint32_t id,
                                std::vector<Candidate>& out) {
  for (const Known& item : knowledge_.all()) {
    if (item.what.kind == Pointee::Kind::Function) continue;
    for (const std::uint32_t offset : offsets(item, type, id))
      out.push_back({condition(item, offset + type.size), build_.plus(item.base, offset)});
  }
}

std::vector<PointerChoice::Candidate> PointerChoice::candidates(const Target& target) {
  std::vector<Candidate> out{{none, build_.constant(build_.pointer(), 0)}};
  PointedType type;
  if (target.type != none) type = shapes_.type(target.type);
  if (!type.is_function) {
    add_objects(type, target.type, out);
    return out;
  }
  out.push_back({none, build_.function_address(fresh_function_)});
  for (const Known& item : knowledge_.all())
    if (item.what.kind == Pointee::Kind::Function &&
        shapes_.type_of(item.what.function()) == target.type)
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
