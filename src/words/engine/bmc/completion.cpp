// SPDX-License-Identifier: MIT
#include "words/engine/bmc/completion.hpp"

#include <map>

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
  InputValues run() {
    for (const Placeholder& one : arrays_.placeholders()) {
      std::uint64_t& word = values_.words[one.word];
      word = element(one.base, evaluate(one.index), word);
    }
    for (const auto& [where, word] : chosen_) {
      const words::ArraySort sort = arrays_.base(where.first).sort;
      values_.arrays.try_emplace(where.first, sort.index, 0)
          .first->second.write(where.second, word);
    }
    return std::move(values_);
  }

 private:
  const Arrays& arrays_;
  InputValues values_;
  words::Evaluator evaluator_;
  std::map<std::pair<BaseId, std::uint64_t>, std::uint64_t> chosen_;  // of other arrays

  [[nodiscard]] std::uint64_t evaluate(const Value& value) {
    return value.is_constant() ? value.constant : evaluator_.value(value.id);
  }

  [[nodiscard]] std::uint64_t of_input(BaseId id, std::uint64_t place, std::uint64_t otherwise) {
    const auto known = values_.arrays.find(id);
    if (known != values_.arrays.end()) return known->second.read(place);
    return chosen_.try_emplace({id, place}, otherwise).first->second;
  }

  [[nodiscard]] std::uint64_t element(BaseId id, std::uint64_t place, std::uint64_t otherwise) {
    while (true) {
      const ArrayBase& base = arrays_.base(id);
      if (base.kind == ArrayBase::Kind::Fill) return evaluate(base.word);
      if (base.kind == ArrayBase::Kind::Input) return of_input(id, place, otherwise);
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

InputValues complete(const Terms& terms, const Arrays& arrays, InputValues found) {
  return Completion(terms, arrays, std::move(found)).run();
}

}  // namespace hardbop::bmc
