// SPDX-License-Identifier: MIT
// Who wants to see how relations get their values. The evaluator tells; it does not know what for.
#pragma once

#include "base/bdd/bdd.hpp"
#include "boolean/calculus/system.hpp"

namespace hardbop::calculus {

class Evaluator;

class RelationObserver {
 public:
  RelationObserver() = default;
  RelationObserver(const RelationObserver&) = delete;
  RelationObserver& operator=(const RelationObserver&) = delete;
  virtual ~RelationObserver() = default;

  /// An evaluation begins; inputs have their values. No set may be kept beyond its end.
  virtual void begin(Evaluator& evaluator, const System& system) = 0;
  /// A round gave the relation another value than it had.
  virtual void change(RelationId relation, const bdd::Bdd& before) = 0;
  /// The relation has its final value.
  virtual void complete(RelationId relation) = 0;
};

}  // namespace hardbop::calculus
