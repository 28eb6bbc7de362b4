// SPDX-License-Identifier: MIT
// The rounds of relations as events.
#pragma once

#include "boolean/calculus/evaluator.hpp"
#include "product/log/event.hpp"

namespace hardbop::log {

class RelationLog final : public calculus::RelationObserver {
 public:
  explicit RelationLog(Sink sink) : sink_(std::move(sink)) {}

  void begin(calculus::Evaluator& evaluator, const calculus::System& system) override;
  void change(calculus::RelationId relation, const bdd::Bdd& before) override;
  void complete(calculus::RelationId relation) override;

 private:
  Sink sink_;
  calculus::Evaluator* evaluator_ = nullptr;
  const calculus::System* system_ = nullptr;

  [[nodiscard]] Json tuples(calculus::RelationId relation, const bdd::Bdd& set) const;
  [[nodiscard]] std::string count(calculus::RelationId relation, const bdd::Bdd& set) const;
};

}  // namespace hardbop::log
