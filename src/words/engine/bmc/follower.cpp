// SPDX-License-Identifier: MIT
#include "words/engine/bmc/follower.hpp"

#include <limits>

#include "words/engine/bmc/cone.hpp"

namespace hardbop::bmc {

namespace {

/// Where each placeholder of an input is in it; all others have no place.
class PlaceFinder {
 public:
  PlaceFinder(const Terms& terms, const Arrays& arrays, const InputValues& values)
      : arrays_(arrays), evaluator_(terms.expressions()) {
    evaluator_.enter({}, values.words);
  }

  [[nodiscard]] std::optional<std::pair<BaseId, std::uint64_t>> find(std::size_t which) {
    const Placeholder& one = arrays_.placeholders()[which];
    if (arrays_.base(one.base).kind != ArrayBase::Kind::Input) return std::nullopt;
    return std::pair(one.base,
                     one.index.is_constant() ? one.index.constant : evaluator_.value(one.index.id));
  }

 private:
  const Arrays& arrays_;
  words::Evaluator evaluator_;
};

}  // namespace

/// By element of an input, a word that stands for it and was chosen as it is.
Follower::Places Follower::right_words(const InputValues& found,
                                       const CompleteValues& whole) const {
  PlaceFinder places(terms_, arrays_, whole.values);
  Places out;
  const std::vector<Placeholder>& all = arrays_.placeholders();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (found.words[all[i].word] == whole.values.words[all[i].word])
      if (const auto place = places.find(i)) out.try_emplace(*place, i);
  return out;
}

/// A word of an input is compared with one that is right. If the element was decided by a word that
/// is one of it only through stores, that one is followed.
std::vector<ExprId> Follower::follow(ExprId question, const InputValues& found,
                                     const CompleteValues& whole) {
  const auto define = [this](std::size_t which) {
    const auto told = told_.find(which);
    return told == told_.end() ? std::vector<ExprId>() : told->second;
  };
  const Cone cone =
      cone_of(question, terms_, arrays_, define, std::numeric_limits<std::size_t>::max());
  const Places right = right_words(found, whole);
  PlaceFinder places(terms_, arrays_, whole.values);
  std::vector<ExprId> out;
  for (const std::size_t which : cone.placeholders) {
    const InputId word = arrays_.placeholders()[which].word;
    if (found.words[word] == whole.values.words[word]) continue;
    const auto place = places.find(which);
    if (!place)
      follow_stores(which, out);
    else if (const auto other = right.find(*place); other != right.end())
      compare(which, other->second, out);
    else
      follow_stores(whole.deciders.at(*place), out);
  }
  return out;
}

void Follower::follow_stores(std::size_t which, std::vector<ExprId>& out) {
  const Placeholder one = arrays_.placeholders()[which];
  if (followed_.contains(which)) return;
  const std::optional<Value> element = arrays_.follow(one);
  if (!element) return;
  followed_.insert(which);
  const Width width = arrays_.base(one.base).sort.element;
  const ExprId word = terms_.expressions().input(one.word, width);
  out.push_back(terms_.id(terms_.equal({word, 0}, *element, width), 1));
  told_[which].push_back(out.back());
}

/// Equal places have equal words.
void Follower::compare(std::size_t which, std::size_t with, std::vector<ExprId>& out) {
  if (!compared_.insert(std::minmax(which, with)).second) return;
  const Placeholder a = arrays_.placeholders()[which];
  const Placeholder b = arrays_.placeholders()[with];
  const words::ArraySort sort = arrays_.base(a.base).sort;
  words::Expressions& e = terms_.expressions();
  const Value differ = terms_.negation(terms_.equal(a.index, b.index, sort.index));
  const Value same = terms_.equal({e.input(a.word, sort.element), 0},
                                  {e.input(b.word, sort.element), 0}, sort.element);
  out.push_back(terms_.id(terms_.disjunction(differ, same), 1));
  told_[which].push_back(out.back());
  told_[with].push_back(out.back());
}

}  // namespace hardbop::bmc
