// SPDX-License-Identifier: MIT
// A search through some procedures of a program, with what a snapshot knows of the procedures that
// they call, and what is to be known of them from then on.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "boolean/engine/store/diagrams.hpp"
#include "boolean/engine/summary/path_edges.hpp"
#include "boolean/language/graph_part.hpp"

namespace hardbop::engine {

/// By procedure of the program: what is known of it, if it is.
using KnownRecords = std::vector<std::optional<ProcedureRecord>>;

class Exploration {
 public:
  /// Of every stub the record must be known. A member's record holds for a part of its entries.
  Exploration(const bp::GraphPart& part, const std::vector<bp::VertexId>& targets,
              const KnownRecords& records, const GlobalNames& names, Snapshot& snapshot,
              Budget& budget);

  /// From all that the procedures of the program were entered with before. As PathEdges::run.
  [[nodiscard]] bool run_again(const KnownRecords& before);
  /// From the program's start; vertices are the program's.
  [[nodiscard]] bool run(const std::vector<bp::ProcedureId>& entries,
                         const std::function<bool(bp::VertexId)>& on_vertex);

  /// After a run: stubs, as procedures of the program, that were entered with more than is known.
  [[nodiscard]] std::vector<bp::ProcedureId> exceeded() const;
  /// Of a member, by its number in the part; text and name are left out. Nothing where it was not
  /// explored to its end.
  [[nodiscard]] std::optional<ProcedureRecord> record(bp::ProcedureId p);
  /// Whether the member still does what a record of it says, so that callers need not care.
  [[nodiscard]] bool covers(bp::ProcedureId p, const ProcedureRecord& now,
                            const ProcedureRecord& before);
  [[nodiscard]] bool was_entered(bp::ProcedureId p) const {
    return !path_edges_.entries(p).is_false();
  }

 private:
  const bp::GraphPart& part_;
  const KnownRecords& records_;
  const GlobalNames& names_;
  Snapshot& snapshot_;
  std::vector<std::vector<bp::VertexId>> targets_;  // by procedure of the part
  PathEdges path_edges_;
  DiagramReader reader_;
  std::optional<DiagramWriter> writer_;
  std::vector<bool> complete_;
  std::vector<bdd::Bdd>
      errors_;  // by procedure of the part: entries from which a target is reached

  [[nodiscard]] DiagramReader::FormalCopies copies(bp::ProcedureId p);
  void finish();
  [[nodiscard]] bdd::Bdd erroneous(bp::ProcedureId p);
  [[nodiscard]] bdd::Bdd clean_entries(bp::ProcedureId p);
  [[nodiscard]] bdd::Bdd only(bp::ProcedureId p, const bdd::Bdd& summary, const bdd::Bdd& entries);
  [[nodiscard]] Interface interface_of(bp::ProcedureId p) const;
};

}  // namespace hardbop::engine
