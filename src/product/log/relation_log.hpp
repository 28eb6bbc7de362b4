// SPDX-License-Identifier: MIT
// The rounds of relations as events.
#pragma once

#include "boolean/calculus/evaluator.hpp"
#include "boolean/calculus/tuples.hpp"
#include "boolean/language/graph.hpp"
#include "product/log/event.hpp"

namespace hardbop::log {

class RelationLog final : public calculus::RelationObserver {
 public:
  /// `graph`: of the program whose places the relations' counters are.
  RelationLog(Sink sink, const bp::Graph& graph);

  void begin(calculus::Evaluator& evaluator, const calculus::System& system) override;
  void change(calculus::RelationId relation, const bdd::Bdd& before) override;
  void complete(calculus::RelationId relation) override;

 private:
  Sink sink_;
  const bp::Graph& graph_;
  std::vector<std::string> places_;  // by vertex
  calculus::Evaluator* evaluator_ = nullptr;
  const calculus::System* system_ = nullptr;

  [[nodiscard]] calculus::NumberText names() const;
  /// By parameter: whether its values are shown.
  [[nodiscard]] std::vector<bool> shown_parameters(calculus::RelationId relation) const;
  [[nodiscard]] Json tuples(calculus::RelationId relation, const bdd::Bdd& set) const;
  [[nodiscard]] std::string count(calculus::RelationId relation, const bdd::Bdd& set) const;
};

}  // namespace hardbop::log
