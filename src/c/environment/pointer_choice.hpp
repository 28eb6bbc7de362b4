// SPDX-License-Identifier: MIT
// The pointers that undefined functions create: null, pointers to a known object or part of the
// pointer's type, and pointers to objects of the environment itself.
#pragma once

#include "c/environment/knowledge.hpp"

namespace hardbop::c {

class PointerChoice {
 public:
  PointerChoice(Knowledge& knowledge, Shapes& shapes, Builder& build, ObjectId fresh,
                FunctionId fresh_function)
      : knowledge_(knowledge),
        shapes_(shapes),
        build_(build),
        fresh_(fresh),
        fresh_function_(fresh_function) {}

  /// The pointer that a number chooses; for numbers without one, `otherwise`.
  [[nodiscard]] ExprId pointer(const Target& target, ExprId number, ExprId otherwise);

 private:
  Knowledge& knowledge_;
  Shapes& shapes_;
  Builder& build_;
  ObjectId fresh_;
  FunctionId fresh_function_;

  struct Candidate {
    ExprId condition = none;  // none: always
    ExprId address = none;
  };
  [[nodiscard]] std::vector<Candidate> candidates(const Target& target);
  void add_objects(const PointedType& type, std::uint32_t id, std::vector<Candidate>& out);
  [[nodiscard]] ExprId condition(const Known& item, std::uint32_t end);
  [[nodiscard]] std::vector<std::uint32_t> offsets(const Known& item, const PointedType& type,
                                                   std::uint32_t id) const;
};

}  // namespace hardbop::c
