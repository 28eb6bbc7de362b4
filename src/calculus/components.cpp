// SPDX-License-Identifier: MIT
#include "calculus/components.hpp"

#include <algorithm>
#include <functional>

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
    std::vector<std::vector<RelationId>> groups = strong_components(wanted);
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

  // Tarjan's algorithm.
  struct Search {
    std::vector<std::uint32_t> number;
    std::vector<std::uint32_t> low;
    std::vector<bool> open;
    std::vector<RelationId> stack;
    std::uint32_t next = 0;
    std::vector<std::vector<RelationId>> found;
  };

  std::vector<std::vector<RelationId>> strong_components(const std::vector<RelationId>& wanted) {
    Search search;
    search.number.assign(fixed_.size(), no_index);
    search.low.assign(fixed_.size(), 0);
    search.open.assign(fixed_.size(), false);
    for (const RelationId r : wanted)
      if (!fixed_[r] && search.number[r] == no_index) visit(r, search);
    return std::move(search.found);
  }

  /// With a stack of its own: a system may have any number of relations.
  void visit(RelationId start, Search& search) {
    std::vector<std::pair<RelationId, std::size_t>> path;
    const auto open = [&](RelationId r) {
      search.number[r] = search.low[r] = search.next++;
      search.open[r] = true;
      search.stack.push_back(r);
      path.emplace_back(r, 0);
    };
    open(start);
    while (!path.empty()) {
      const RelationId r = path.back().first;
      const std::vector<Relation::Use>& uses = system_.relations[r].uses;
      if (path.back().second < uses.size()) {
        const RelationId used = uses[path.back().second++].relation;
        if (fixed_[used]) continue;
        if (search.number[used] == no_index) {
          open(used);
        } else if (search.open[used]) {
          search.low[r] = std::min(search.low[r], search.number[used]);
        }
        continue;
      }
      path.pop_back();
      if (!path.empty())
        search.low[path.back().first] = std::min(search.low[path.back().first], search.low[r]);
      if (search.low[r] == search.number[r]) close(r, search);
    }
  }

  static void close(RelationId r, Search& search) {
    std::vector<RelationId>& members = search.found.emplace_back();
    while (true) {
      const RelationId top = search.stack.back();
      search.stack.pop_back();
      search.open[top] = false;
      members.push_back(top);
      if (top == r) break;
    }
    std::sort(members.begin(), members.end());
  }

  [[nodiscard]] Component classify(std::vector<RelationId> members) const {
    Component out;
    const auto inside = [&](RelationId r) {
      return std::binary_search(members.begin(), members.end(), r);
    };
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
        if (std::find(asked.begin(), asked.end(), r) != asked.end()) component->wanted.push_back(r);
      }
      for (const RelationId r : component->members)
        for (const Relation::Use& use : system_.relations[r].uses)
          if (!std::binary_search(component->members.begin(), component->members.end(),
                                  use.relation))
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
        if (std::binary_search(component.members.begin(), component.members.end(), use.relation))
          pending.push_back(use.relation);
    }
    std::sort(roots.begin(), roots.end());
    for (const RelationId root : roots) {
      fixed_[root] = true;
      std::vector<RelationId> needed;
      for (const Relation::Use& use : system_.relations[root].uses)
        if (std::binary_search(component.members.begin(), component.members.end(), use.relation) &&
            use.relation != root)
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
      if (!std::binary_search(members.begin(), members.end(), r)) fixed_[r] = true;
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
