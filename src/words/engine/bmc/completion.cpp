// SPDX-License-Identifier: MIT
#include "words/engine/bmc/completion.hpp"

#include "base/expression/evaluator.hpp"

namespace hardbop::bmc {

namespace {

class Completion {
 public:
  Completion(const Terms& terms, const Arrays& arrays, InputValues found)
      : arrays_(arrays), values_(std::move(found)), evaluator_(terms.expressions()) {
    evaluator_.enter({}, values_.words);
  }

  /// Whatever is evaluated for a word was made before it. So the evaluator may keep it, though
  /// values change.
  CompleteValues run() {
    const std::vector<Placeholder>& all = arrays_.placeholders();
    for (std::size_t i = 0; i < all.size(); ++i)
      values_.words[all[i].word] = element(all[i].base, evaluate(all[i].index), i);
    for (const auto& [where, decider] : deciders_) {
      const words::ArraySort sort = arrays_.base(where.first).sort;
      values_.arrays.try_emplace(where.first, sort.index, 0)
          .first->second.write(where.second, values_.words[all[decider].word]);
    }
    return {std::move(values_), std::move(deciders_)};
  }

 private:
  const Arrays& arrays_;
  InputValues values_;
  words::Evaluator evaluator_;
  std::map<std::pair<BaseId, std::uint64_t>, std::size_t> deciders_;

  [[nodiscard]] std::uint64_t evaluate(const Value& value) {
    return value.is_constant() ? value.constant : evaluator_.value(value.id);
  }

  [[nodiscard]] std::uint64_t of_input(BaseId id, std::uint64_t place, std::size_t asks) {
    const auto known = values_.arrays.find(id);
    if (known != values_.arrays.end()) return known->second.read(place);
    const std::size_t decider = deciders_.try_emplace({id, place}, asks).first->second;
    return values_.words[arrays_.placeholders()[decider].word];
  }

  /// That a placeholder stands for.
  [[nodiscard]] std::uint64_t element(BaseId id, std::uint64_t place, std::size_t asks) {
    while (true) {
      const ArrayBase& base = arrays_.base(id);
      if (base.kind == ArrayBase::Kind::Fill) return evaluate(base.word);
      if (base.kind == ArrayBase::Kind::Input) return of_input(id, place, asks);
      const std::uint64_t here = evaluate(base.index);
      const bool is_store = base.kind == ArrayBase::Kind::Store;
      if (is_store && here == place) return evaluate(base.word);
      const SymbolicArray& next = is_store || here != 0 ? *base.a : *base.b;
      if (const std::optional<Value> word = Arrays::kept(next, place)) return evaluate(*word);
      id = next.base;
    }
  }
};

}  // namespace

CompleteValues complete(const Terms& terms, const Arrays& arrays, InputValues found) {
  return Completion(terms, arrays, std::move(found)).run();
}

}  // namespace hardbop::bmc
