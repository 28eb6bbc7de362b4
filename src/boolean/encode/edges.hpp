// SPDX-License-Identifier: MIT
// Where vertices lead, and by which transfers. Locals of all procedures share variables, so most
// statements of a long program do the same to path edges as some statement before: the same
// operators on the same slots, with the same variables dying. Such statements share their
// transfers, which are made once.
#pragma once

#include <deque>
#include <vector>

#include "boolean/encode/sequence_table.hpp"
#include "boolean/encode/transfer.hpp"

namespace hardbop::encode {

struct Edge {
  bp::VertexId target = bp::no_index;
  const Transfer& transfer;
};

/// Where one vertex leads; what nothing can pass is left out. Valid as long as the graph and the
/// SharedTransfers that gave it.
class Edges {
 public:
  class Iterator {
   public:
    Iterator(const Edges& edges, std::uint32_t i) : edges_(&edges), i_(i) { skip(); }
    [[nodiscard]] Edge operator*() const { return {edges_->target(i_), edges_->transfer(i_)}; }
    Iterator& operator++() {
      ++i_;
      skip();
      return *this;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.i_ == b.i_; }

   private:
    const Edges* edges_;
    std::uint32_t i_;

    void skip() {
      while (i_ < edges_->count_ && edges_->transfer(i_).relation.is_false()) ++i_;
    }
  };

  Edges(const bp::Graph& graph, const bp::Vertex& vertex, const std::deque<Transfer>& transfers,
        std::uint32_t first)
      : graph_(graph),
        vertex_(vertex),
        transfers_(transfers),
        first_(first),
        count_(successor_count(vertex)) {}

  [[nodiscard]] Iterator begin() const { return {*this, 0}; }
  [[nodiscard]] Iterator end() const { return {*this, count_}; }

 private:
  const bp::Graph& graph_;
  const bp::Vertex& vertex_;
  const std::deque<Transfer>& transfers_;
  std::uint32_t first_;
  std::uint32_t count_;

  [[nodiscard]] bp::VertexId target(std::uint32_t i) const { return successor(graph_, vertex_, i); }
  [[nodiscard]] const Transfer& transfer(std::uint32_t i) const {
    return transfers_[std::size_t{first_} + i];
  }
};

class SharedTransfers {
 public:
  /// All must outlive it.
  SharedTransfers(const bp::Graph& graph, Transfers& transfers, const analysis::ModRef& mod_ref,
                  const analysis::Liveness& liveness);

  /// Of a vertex other than a call.
  [[nodiscard]] Edges edges(bp::VertexId v);
  /// Of a call.
  [[nodiscard]] const CallTransfer& call(bp::VertexId v);

 private:
  const bp::Graph& graph_;
  Transfers& transfers_;
  const analysis::ModRef& mod_ref_;
  const analysis::Liveness& liveness_;
  SequenceTable shapes_;
  std::vector<std::uint32_t> shape_;  // by vertex, where it is known
  std::vector<std::uint32_t> place_;  // by shape: where its transfers are, once they are made
  std::deque<Transfer> steps_;
  std::deque<CallTransfer> calls_;
  std::vector<std::uint32_t> key_;

  [[nodiscard]] std::uint32_t shape(bp::VertexId v);
  void add_statement(bp::VertexId v);
  void add_call(bp::VertexId v);
  void add_words(std::span<const bp::Word> words);
  void add_expressions(const bp::Vertex& vertex);
  void add_names(const bp::Vertex& vertex, bp::VertexId next);
};

}  // namespace hardbop::encode
