// SPDX-License-Identifier: MIT
#include "boolean/calculus/components.hpp"

#include <algorithm>
#include <functional>

#include "base/util/components.hpp"

namespace hardbop::calculus {

namespace {

constexpr std::size_t most_components = 20'000;

struct TooMany {};

class Builder {
 public:
  explicit Builder(const System& system) : system_(system), fixed_(system.relations.size()) {
    for (RelationId r = 0; r < fixed_.size(); ++r)
      fixed_[r] = system.relations[r].kind == Relation::Kind::Input;
  }

  /// Components of what is not fixed and needed for `wanted`; those depended on come first.
  std::vector<Component> build(const std::vector<RelationId>& wanted) {
    std::vector<std::vector<RelationId>> groups = components_of(wanted);
    std::vector<Component> out;
    for (std::vector<RelationId>& members : groups) {
      if (++made_ > most_components) throw TooMany();
      out.push_back(classify(std::move(members)));
    }
    mark_wanted(out, wanted);
    for (Component& component : out)
      if (component.kind == Component::Kind::Nested) nest(component);
    return out;
  }

 private:
  const System& system_;
  std::vector<bool> fixed_;
  std::size_t made_ = 0;

  [[nodiscard]] std::vector<std::vector<RelationId>> components_of(
      const std::vector<RelationId>& wanted) const {
    std::vector<RelationId> roots;
    for (const RelationId r : wanted)
      if (!fixed_[r]) roots.push_back(r);
    // A use of what is fixed leads nowhere: to where it comes from.
    const auto used = [&](RelationId r, std::size_t i) -> std::optional<RelationId> {
      const std::vector<Relation::Use>& uses = system_.relations[r].uses;
      if (i == uses.size()) return std::nullopt;
      return fixed_[uses[i].relation] ? r : uses[i].relation;
    };
    auto found = strong_components(fixed_.size(), roots, used);
    for (std::vector<RelationId>& members : found) std::ranges::sort(members);
    return found;
  }

  [[nodiscard]] Component classify(std::vector<RelationId> members) const {
    Component out;
    const auto inside = [&](RelationId r) { return std::ranges::binary_search(members, r); };
    bool recursive = false;
    bool positive = true;
    bool has_mu = false;
    bool has_nu = false;
    for (const RelationId r : members) {
      const Relation& relation = system_.relations[r];
      has_mu = has_mu || relation.kind == Relation::Kind::Mu;
      has_nu = has_nu || relation.kind == Relation::Kind::Nu;
      for (const Relation::Use& use : relation.uses) {
        if (!inside(use.relation)) continue;
        recursive = true;
        positive = positive && !use.negative;
      }
    }
    out.monotone = positive;
    if (!recursive) {
      out.kind = Component::Kind::Once;
    } else if (!positive || (has_mu && has_nu)) {
      out.kind = Component::Kind::Nested;
    } else {
      out.kind = has_nu ? Component::Kind::Descending : Component::Kind::Ascending;
    }
    out.members = std::move(members);
    return out;
  }

  /// Which members of each component are used from outside it.
  void mark_wanted(std::vector<Component>& all, const std::vector<RelationId>& wanted) const {
    std::vector<RelationId> asked = wanted;
    for (auto component = all.rbegin(); component != all.rend(); ++component) {
      for (const RelationId r : component->members) {
        if (std::ranges::find(asked, r) != asked.end()) component->wanted.push_back(r);
      }
      for (const RelationId r : component->members)
        for (const Relation::Use& use : system_.relations[r].uses)
          if (!std::ranges::binary_search(component->members, use.relation))
            asked.push_back(use.relation);
    }
  }

  /// A plain relation is a name for its formula, so behind it the fixed points are asked for.
  void nest(Component& component) {
    std::vector<RelationId> roots;
    std::vector<RelationId> plain;
    std::vector<RelationId> pending = component.wanted;
    std::vector<bool> seen(fixed_.size());
    while (!pending.empty()) {
      const RelationId r = pending.back();
      pending.pop_back();
      if (seen[r]) continue;
      seen[r] = true;
      if (system_.relations[r].kind != Relation::Kind::Plain) {
        roots.push_back(r);
        continue;
      }
      plain.push_back(r);
      for (const Relation::Use& use : system_.relations[r].uses)
        if (std::ranges::binary_search(component.members, use.relation))
          pending.push_back(use.relation);
    }
    std::ranges::sort(roots);
    for (const RelationId root : roots) {
      fixed_[root] = true;
      std::vector<RelationId> needed;
      for (const Relation::Use& use : system_.relations[root].uses)
        if (std::ranges::binary_search(component.members, use.relation) && use.relation != root)
          needed.push_back(use.relation);
      component.roots.push_back({root, inside(needed, component.members)});
      fixed_[root] = false;
    }
    for (const RelationId root : roots) fixed_[root] = true;
    component.after = inside(plain, component.members);
    for (const RelationId root : roots) fixed_[root] = false;
  }

  /// As `build`, within the members alone: what is outside has its value already.
  std::vector<Component> inside(const std::vector<RelationId>& wanted,
                                const std::vector<RelationId>& members) {
    const std::vector<bool> before = fixed_;
    for (RelationId r = 0; r < fixed_.size(); ++r)
      if (!std::ranges::binary_search(members, r)) fixed_[r] = true;
    std::vector<Component> out = build(wanted);
    fixed_ = before;
    return out;
  }
};

}  // namespace

std::optional<std::vector<Component>> components(const System& system,
                                                 const std::vector<RelationId>& wanted) {
  try {
    return Builder(system).build(wanted);
  } catch (const TooMany&) {
    return std::nullopt;
  }
}

}  // namespace hardbop::calculus
