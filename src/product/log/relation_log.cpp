// SPDX-License-Identifier: MIT
#include "product/log/relation_log.hpp"

#include "boolean/calculus/tuples.hpp"

namespace hardbop::log {

namespace {

constexpr std::size_t most_tuples = 24;

const char* relation_kind(calculus::Relation::Kind kind) {
  switch (kind) {
    case calculus::Relation::Kind::Input: return "input";
    case calculus::Relation::Kind::Plain: return "relation";
    case calculus::Relation::Kind::Mu: return "mu";
    case calculus::Relation::Kind::Nu: return "nu";
  }
  return "relation";
}

}  // namespace

std::string RelationLog::count(calculus::RelationId relation, const bdd::Bdd& set) const {
  return bdd::model_count(set, evaluator_->columns(relation).size()).to_string();
}

Json RelationLog::tuples(calculus::RelationId relation, const bdd::Bdd& set) const {
  calculus::TupleEnumerator each(evaluator_->manager(), evaluator_->columns(relation), set);
  Json out = Json::array();
  while (out.size() < most_tuples && each.next())
    out.push_back(calculus::tuple_text(*system_, system_->relations[relation], each.bits()));
  return {{"count", count(relation, set)}, {"tuples", std::move(out)}};
}

void RelationLog::begin(calculus::Evaluator& evaluator, const calculus::System& system) {
  evaluator_ = &evaluator;
  system_ = &system;
  Json relations = Json::array();
  for (calculus::RelationId r = 0; r < system.relations.size(); ++r) {
    const calculus::Relation& relation = system.relations[r];
    Json parameters = Json::array();
    for (const calculus::VariableId v : relation.parameters)
      parameters.push_back(system.variables[v].name);
    Json& shown = relations.emplace_back();
    shown = {{"name", relation.name},
             {"kind", relation_kind(relation.kind)},
             {"line", system.source->locate(relation.at.begin).line},
             {"parameters", std::move(parameters)}};
    if (relation.kind == calculus::Relation::Kind::Input)
      shown["value"] = tuples(r, evaluator.value(r));
  }
  write(sink_, {{"event", "system"},
                {"name", system.source->name()},
                {"text", system.source->text()},
                {"relations", std::move(relations)}});
}

void RelationLog::change(calculus::RelationId relation, const bdd::Bdd& before) {
  const bdd::Bdd& now = evaluator_->value(relation);
  Json event{{"event", "round"},
             {"relation", relation},
             {"round", evaluator_->rounds(relation)},
             {"added", tuples(relation, now - before)}};
  if (const bdd::Bdd lost = before - now; !lost.is_false())
    event["removed"] = tuples(relation, lost);
  event["count"] = count(relation, now);
  write(sink_, event);
}

void RelationLog::complete(calculus::RelationId relation) {
  write(sink_, {{"event", "complete"},
                {"relation", relation},
                {"rounds", evaluator_->rounds(relation)},
                {"count", count(relation, evaluator_->value(relation))}});
}

}  // namespace hardbop::log
