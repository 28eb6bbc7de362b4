// SPDX-License-Identifier: MIT
#include "product/api/c_image.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "c/lower/lower.hpp"
#include "c/lower/replay.hpp"
#include "product/api/c_invariants.hpp"
#include "words/transform/lasso.hpp"

namespace hardbop::api {

namespace {

using c::Sink;

/// Of a function that calls itself; deeper recursion ends as unknown.
constexpr std::uint32_t most_copies = 512;

class ImageCheck {
 public:
  ImageCheck(const CReport& report, const CFormula& formula, const image::ImageOptions& options,
             Budget& budget, Statistics& statistics)
      : report_(report),
        program_(report.program()),
        c_question_(report.c_question()),
        formula_(formula),
        options_(options),
        budget_(budget),
        statistics_(statistics) {}

  /// Where a run needs more copies than there are, with more of them; there is an end to that, too.
  void run(CAnswer& out, PropertyResult& result) {
    const auto copies = static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(c_question_.recursion, 1, most_copies));
    c::Bounds bounds{.recursion = copies, .heap = c_question_.heap};
    while (decide_within(bounds, out, result) == Sink::Kind::Bound && !c_question_.bounds_given &&
           bounds.recursion < most_copies) {
      bounds.recursion *= 4;
      bounds.heap *= 2;
    }
  }

 private:
  const CReport& report_;
  const c::Program& program_;
  const CQuestion& c_question_;
  CFormula formula_;
  image::ImageOptions options_;
  Budget& budget_;
  Statistics& statistics_;
  words::VariableId remembers_ = 0;  // of the graph that watches loops
  CWatch watch_;                     // of the formula

  /// What keeps it from being decided; Error where nothing does.
  Sink::Kind decide_within(const c::Bounds& bounds, CAnswer& out, PropertyResult& result) {
    budget_.enter("making the model");
    c::Model model = c::lower(
        program_, bounds, c_question_.pointers == "star" ? c::Pointers::Star : c::Pointers::Direct,
        &budget_);
    if (budget_.poll() != StopReason::None) {
      result.reason = budget_.reason();
      return Sink::Kind::Error;
    }
    std::vector<std::vector<words::BlockId>> targets(3);
    for (const Sink& sink : model.sinks)
      targets[static_cast<std::size_t>(sink.kind)].push_back(sink.block);
    if (asks_termination()) targets[0] = {watch_loops(model)};
    if (asks_ltl()) targets[0] = {watch_formula(model)};
    image::ImageOptions options = options_;
    options.wanted = 1;
    const auto findings =
        image::run_image(model.graph, targets, true, options, budget_, statistics_);
    const image::ImageFinding& error = findings[0];
    if (error.outcome == engine::Outcome::Reached && !error.run) {
      result.reason = "an error can be reached, but there was no time to find a run";
    } else if (error.outcome == engine::Outcome::Reached && asks_ltl()) {
      report_.unsatisfied(model, formula_, watch_, *error.run, round_of(*error.run), result);
    } else if (error.outcome == engine::Outcome::Reached && asks_termination()) {
      endless(model, *error.run, result);
    } else if (error.outcome == engine::Outcome::Reached) {
      report_.violated(model, *error.run, out, result);
    } else if (error.outcome == engine::Outcome::Unknown) {
      result.reason = error.reason;
    } else {
      const Sink::Kind kept = not_reached(model, findings, result);
      if (c_question_.witness && result.verdict == Verdict::Holds && report_.property() != nullptr)
        report_.add_proof(asks_termination() ? std::vector<c::Waypoint>()
                                             : loop_invariants(report_.program(), model),
                          out);
      return kept;
    }
    return Sink::Kind::Error;
  }

  /// The error cannot be reached as far as the model goes: how far is that?
  Sink::Kind not_reached(const c::Model& model, const std::vector<image::ImageFinding>& findings,
                         PropertyResult& result) const {
    for (const Sink::Kind kind : {Sink::Kind::Unsupported, Sink::Kind::Bound}) {
      const image::ImageFinding& finding = findings[static_cast<std::size_t>(kind)];
      if (finding.outcome == engine::Outcome::Unreachable) continue;
      result.reason = finding.reason;
      if (finding.outcome == engine::Outcome::Unknown) return Sink::Kind::Error;
      if (!finding.run) {
        result.reason = "a statement that is not supported, or a bound, can be reached";
        return Sink::Kind::Error;
      }
      const Sink& sink = CReport::arrived(model, *finding.run);
      result.reason = report_.limit(sink);
      if (kind == Sink::Kind::Bound && c_question_.bounds_given) {
        result.verdict = Verdict::HoldsBounded;
        result.reason = "within the given bounds on recursion and heap";
      }
      return kind;
    }
    result.verdict = Verdict::Holds;
    result.reason.clear();
    return Sink::Kind::Error;
  }

  // Termination

  [[nodiscard]] bool asks_termination() const { return report_.asks_termination(); }

  /// The block that is reached where a run has no end.
  words::BlockId watch_loops(c::Model& model) {
    const words::Lasso lasso = words::add_lasso(model.graph, watch_.fairness);
    model.blocks.resize(model.graph.blocks.size());
    model.variables.resize(model.graph.variables.size());
    model.inputs.resize(model.graph.inputs.size());
    remembers_ = lasso.remembers;
    return lasso.closed;
  }

  void endless(const c::Model& model, const words::Run& run, PropertyResult& result) const {
    if (!report_.follows(c::replay(program_, model, run, nullptr), result)) return;
    report_.add_round(model, run, round_of(run), result);
    if (result.verdict != Verdict::Violated) return;
    result.diverging = {report_.place(report_.head(model, run, round_of(run)))};
  }

  /// The point at which the round begins.
  [[nodiscard]] std::size_t round_of(const words::Run& run) const {
    return static_cast<std::size_t>(
        std::ranges::find_if(
            run, [&](const words::Point& point) { return point.variables[remembers_] != 0; }) -
        run.begin());
  }

  // Formulas

  [[nodiscard]] bool asks_ltl() const { return formula_.formulas != nullptr; }

  words::BlockId watch_formula(c::Model& model) {
    watch_ = formula_.formulas->watch(program_, model, formula_.number);
    return watch_loops(model);
  }
};

}  // namespace

void decide_by_images(const CReport& report, const CFormula& formula,
                      const image::ImageOptions& options, Budget& budget, Statistics& statistics,
                      CAnswer& out, PropertyResult& result) {
  ImageCheck(report, formula, options, budget, statistics).run(out, result);
}

}  // namespace hardbop::api
