// SPDX-License-Identifier: MIT
// What is found out about a C program, in C's own terms: runs as traces, harnesses and witnesses.
// Private to the layer.
#pragma once

#include <string>
#include <vector>

#include "c/front/front_end.hpp"
#include "c/lower/explain.hpp"
#include "c/lower/lower.hpp"
#include "c/lower/replay.hpp"
#include "c/lower/waypoints.hpp"
#include "product/api/c_ltl.hpp"
#include "product/api/c_property.hpp"
#include "product/api/c_rules.hpp"
#include "product/api/source_lines.hpp"
#include <hardbop/c_check.hpp>

namespace hardbop::api {

/// Where it could violate the property that it was read for.
[[nodiscard]] std::size_t count_places(const c::Program& program);
/// Whether there is something in it that cannot be followed, and may do what its text does not say.
[[nodiscard]] bool has_gaps(const c::Program& program);
/// Of what holds, as there is nothing to check.
void set_not_applicable(std::string reason, PropertyResult& result);

class CReport {
 public:
  /// `property`: what is asked, or null; `rule`: that the program is to keep, or null.
  CReport(const c::Program& program, const std::vector<CSource>& sources,
          const CQuestion& c_question, const Question& question, const CProperty* property,
          const WovenRule* rule);

  [[nodiscard]] const c::Program& program() const { return program_; }
  [[nodiscard]] const CQuestion& c_question() const { return c_question_; }
  [[nodiscard]] const Question& question() const { return question_; }
  [[nodiscard]] const CProperty* property() const { return property_; }
  [[nodiscard]] bool asks_termination() const {
    return property_ != nullptr && property_->is_termination();
  }
  [[nodiscard]] const WovenRule* rule() const { return rule_; }
  /// The first of the files.
  [[nodiscard]] const std::string& input() const { return sources_.front().path; }

  [[nodiscard]] Location location(const c::Position& at) const;
  [[nodiscard]] std::string place(const c::Position& at) const;
  /// The text of the line.
  [[nodiscard]] std::string line(const c::Position& at) const;

  /// The sink at which a run ends.
  [[nodiscard]] static const c::Sink& arrived(const c::Model& model, const words::Run& run);
  /// What the model takes for a run may be undefined in C: then nothing is known.
  bool follows(const c::Replayed& replayed, PropertyResult& result) const;
  /// A run to an error, replayed first.
  void violated(const c::Model& model, const words::Run& run, CAnswer& out,
                PropertyResult& result) const;
  /// Why an error that cannot be reached says nothing: a run arrives at another sink.
  [[nodiscard]] std::string limit(const c::Sink& sink) const;
  /// A run that goes on for ever, from its point number `round` on: what is violated by it.
  void add_round(const c::Model& model, const words::Run& run, std::size_t round,
                 PropertyResult& result) const;
  /// One that violates a formula which the model watches, replayed first.
  void unsatisfied(c::Model& model, const CFormula& formula, const CWatch& watch,
                   const words::Run& run, std::size_t round, PropertyResult& result) const;
  /// Where the first statement of the round is.
  [[nodiscard]] c::Position head(const c::Model& model, const words::Run& run,
                                 std::size_t round) const;
  /// The witness of an answer `holds`: expressions that are true where loops start.
  void add_proof(const std::vector<c::Waypoint>& invariants, CAnswer& out) const;

 private:
  const c::Program& program_;
  const std::vector<CSource>& sources_;
  SourceLines lines_;
  const CQuestion& c_question_;
  const Question& question_;
  const CProperty* property_;
  const WovenRule* rule_;

  void add_witness(const c::Way& way, CAnswer& out) const;
  [[nodiscard]] CWitness make_witness(const std::string& formula) const;
  void add_waypoints(const std::vector<c::Waypoint>& points, CWitness& witness) const;
  [[nodiscard]] bool is_input(const std::string& path) const;
  [[nodiscard]] std::vector<std::string> paths() const;
  [[nodiscard]] TraceStep step(const c::ExplainedStep& from) const;
  [[nodiscard]] Trace trace(const c::Explanation& explanation) const;
};

}  // namespace hardbop::api
