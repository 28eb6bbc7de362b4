// SPDX-License-Identifier: MIT
// A sequential program that has every run of threads that do not call: where each of them stands is
// part of its state. So all interleavings are searched at once, by diagrams, without a bound on
// context switches.
//
// One thread is active. Where a switch may matter (shared_use.hpp), it stores where it is and a
// scheduler chooses who goes on. Threads that are alike have code and variables of their own.
#pragma once

#include <memory>
#include <vector>

#include "boolean/language/checked_program.hpp"
#include "boolean/language/statement_tags.hpp"
#include "boolean/language/valuation.hpp"
#include "boolean/transform/shared_use.hpp"

namespace hardbop::transform {

/// What a statement of the product stands for.
struct ProductRole {
  enum class Kind : std::uint8_t {
    None,
    Begun,      // the initialisers are done
    Statement,  // the thread executes `vertex`
    Arrives,    // the thread has arrived there by what it executed
    Enters,     // the thread has entered its procedure there
  };
  Kind kind = Kind::None;
  std::uint32_t thread = 0;  // in Threads::initial
  bp::VertexId vertex = bp::no_index;
};

class Product {
 public:
  /// Whether these threads have one.
  [[nodiscard]] static bool exists(const bp::Threads& threads);

  /// Of threads that have one.
  Product(const bp::Threads& threads, const SharedUse& use,
          const std::vector<std::vector<bp::VertexId>>& targets);

  [[nodiscard]] const bp::Graph& graph() const { return checked_.graph(); }
  /// By target: where the product arrives at it.
  [[nodiscard]] const std::vector<std::vector<bp::VertexId>>& targets() const { return targets_; }
  [[nodiscard]] ProductRole role(bp::VertexId v) const { return made_.roles.at(graph().vertex(v)); }
  /// What a thread knows in a frame of the product, as a frame with so many slots.
  [[nodiscard]] bp::Valuation frame(std::uint32_t thread, const bp::Valuation& product,
                                    std::uint32_t width) const;

  /// As it is made.
  struct Made {
    std::shared_ptr<const bp::Program> program;
    bp::StatementTags<ProductRole> roles;
    std::vector<std::vector<bp::Slot>> slots;  // by thread, by slot of its frame
  };

 private:
  Made made_;
  bp::CheckedProgram checked_;  // of it
  std::vector<std::vector<bp::VertexId>> targets_;
};

}  // namespace hardbop::transform
