// SPDX-License-Identifier: MIT
// Checks everything the kernel believes of its tables, node by node.
#include <fmt/format.h>

#include "base/bdd/manager.hpp"

namespace hardbop::bdd {

namespace {

class Audit {
 public:
  explicit Audit(const Kernel& kernel) : kernel_(kernel), store_(kernel.store) {}

  std::vector<std::string> run() {
    constant();
    nodes();
    tables();
    handles();
    caches(kernel_.cache, "cache");
    caches(kernel_.ite_cache, "if-then-else cache");
    order();
    return std::move(found_);
  }

 private:
  const Kernel& kernel_;
  const NodeStore& store_;
  std::vector<std::string> found_;

  void expect(bool holds, std::string_view what, std::size_t where) {
    if (!holds && found_.size() < 100) found_.push_back(fmt::format("{} ({})", what, where));
  }

  [[nodiscard]] bool in_use(Ref ref) const {
    const Index index = index_of(ref);
    return index == 0 || (index < store_.end() && !store_.is_free(index));
  }

  void constant() {
    expect(store_.level(true_ref) == terminal_level, "the constant is below all levels", 0);
    expect(kernel_.protected_count() == 0, "nothing is protected between operations",
           kernel_.protected_count());
  }

  void nodes() {
    std::size_t count = 0;
    for (Index index = 1; index < store_.end(); ++index) {
      if (store_.is_free(index)) continue;
      ++count;
      const Node& node = store_.at(index);
      expect(node.level() < store_.levels(), "a node's level exists", index);
      expect(!node.marked(), "no traversal's mark is left", index);
      expect(complement_bit(node.high) == 0, "a high edge is not complemented", index);
      expect(node.high != node.low, "a node tests its variable", index);
      expect(in_use(node.high) && in_use(node.low), "a child is in use", index);
      if (!in_use(node.high) || !in_use(node.low)) continue;
      expect(store_.level(node.high) > node.level() && store_.level(node.low) > node.level(),
             "a child is below its parent", index);
    }
    expect(count == store_.in_use(), "the count of nodes is right", count);
    expect(store_.in_use() <= store_.allowed() || store_.full(), "the bound is kept", count);
  }

  /// Every node is in its bucket, once, and no two in a bucket are equal: with the
  /// sum of the counts this is uniqueness.
  void tables() {
    std::size_t total = 0;
    for (Level level = 0; level < store_.levels(); ++level) {
      const UniqueTable& table = store_.table(level);
      std::size_t count = 0;
      for (std::size_t bucket = 0; bucket < table.buckets(); ++bucket) {
        for (Index index = table.first(bucket); index != 0; index = store_.at(index).next) {
          if (++count > store_.in_use()) {
            expect(false, "a bucket's list ends", level);
            return;
          }
          check_entry(table, level, bucket, index);
        }
      }
      expect(count == table.count(), "a table's count is right", level);
      total += count;
    }
    expect(total == store_.in_use(), "every node is in a table", total);
  }

  void check_entry(const UniqueTable& table, Level level, std::size_t bucket, Index index) {
    const Node& node = store_.at(index);
    expect(node.level() == level, "a node is in its level's table", index);
    const std::uint64_t key = hash(node.high, node.low);
    expect(table.bucket(key) == bucket, "a node is in its bucket", index);
    expect(table.candidate(key) != 0, "a bucket's filter knows its nodes", index);
    for (Index other = node.next; other != 0; other = store_.at(other).next)
      expect(store_.at(other).high != node.high || store_.at(other).low != node.low,
             "a node is unique", index);
  }

  void handles() {
    std::size_t total = 0;
    for (Index index = 1; index < store_.end(); ++index) {
      const std::size_t count = kernel_.handles_on(index);
      total += count;
      expect(count == 0 || !store_.is_free(index), "a node with handles is in use", index);
    }
    expect(total == kernel_.handles(), "the handles on nodes add up", total);
  }

  void caches(const OpCache& cache, std::string_view name) {
    cache.for_each([&](std::uint32_t a, std::uint32_t b, std::uint32_t c, Ref result) {
      const bool alive =
          in_use(a) && in_use(b) && in_use(result) && (!cache.third_is_node(c) || in_use(c));
      expect(alive, fmt::format("an entry of the {} names nodes in use", name), a);
    });
  }

  void order() {
    const Order& vars = kernel_.order;
    expect(vars.size() == store_.levels(), "there is one table per variable", vars.size());
    for (Level level = 0; level < vars.size(); ++level)
      expect(vars.level_of(vars.var_at(level)) == level, "levels and variables agree", level);
    expect(vars.keeps_groups(vars.vars()), "groups are together", 0);
  }
};

}  // namespace

std::vector<std::string> Manager::audit() const {
  return Audit(*kernel_).run();
}

}  // namespace hardbop::bdd
