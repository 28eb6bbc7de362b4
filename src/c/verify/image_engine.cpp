// SPDX-License-Identifier: MIT
#include "c/verify/image_engine.hpp"

#include <algorithm>

#include "c/verify/blocking.hpp"
#include "c/verify/certificate.hpp"
#include "c/verify/inlined.hpp"
#include "c/verify/invariants.hpp"
#include "c/verify/runs.hpp"
#include "c/verify/sinks.hpp"
#include "words/engine/image/image_engine.hpp"
#include "words/engine/image/prove.hpp"

namespace hardbop::verify {

namespace {

using c::Sink;

/// What was found within bounds, and which kind of sink kept it from being known of all runs;
/// Error where none did.
struct Attempt {
  Finding finding;
  Sink::Kind kept_by = Sink::Kind::Error;
};

class ImageCheck {
 public:
  ImageCheck(const Task& task, const ImageOptions& options, Budget& budget,
             bool needs_stars = false)
      : task_(task),
        options_(options),
        needs_stars_(needs_stars),
        budget_(budget),
        formula_(task.property.get<Formula>()),
        asks_termination_(task.property.is<Termination>()) {}

  /// Where a run needs more copies than there are, with more of them; there is an end to that, too.
  Finding run() {
    const auto copies = static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(task_.bounds.recursion, 1, most_copies));
    Inlined inlined{copies, task_.bounds.heap, options_.pointers.value_or(c::Pointers::Direct)};
    Attempt last = decide_within(inlined);
    while (last.kept_by == Sink::Kind::Bound && !task_.bounds.are_given &&
           inlined.copies < most_copies) {
      inlined.copies = std::min(4 * inlined.copies, most_copies);
      inlined.heap *= 2;
      last = decide_within(inlined);
    }
    last.finding.statistics = std::move(statistics_);
    return std::move(last.finding);
  }

 private:
  const Task& task_;
  const ImageOptions& options_;
  bool needs_stars_;  // else it has no answer
  Budget& budget_;
  Statistics statistics_;
  const Formula* formula_;  // null where the property is none
  bool asks_termination_;
  WatchedLoops loops_;

  Attempt decide_within(const Inlined& inlined) {
    budget_.enter("building the model");
    c::Model model = inlined_model(task_.program, task_.property, inlined, &budget_);
    if (budget_.poll() != StopReason::None) return {unknown(budget_.reason())};
    if (needs_stars_ && model.stars == 0) return {unknown("")};
    std::vector<std::vector<words::BlockId>> targets = sink_targets(task_, model);
    loops_ = watch_loops(task_.program, task_.property, model);
    if (!loops_.problem.empty()) return {unknown(loops_.problem)};
    if (loops_.lasso) targets[ErrorSinks] = {loops_.lasso->closed};
    if (options_.on_model) options_.on_model(task_, model);
    image::ImageOptions search = options_.search;
    search.wanted = 1;
    const auto findings =
        image::run_image(model.graph, targets, true, search, budget_, statistics_);
    const image::ImageFinding& error = findings[ErrorSinks];
    if (error.outcome == engine::Outcome::Unknown) return {not_decided(model, findings)};
    if (error.outcome == engine::Outcome::Reached) return {report(model, error)};
    Attempt out = not_reached(model, findings);
    const bool wants_proof = task_.wanted.witness && task_.property.has_witnesses();
    if (wants_proof && out.finding.outcome == Outcome::Holds)
      out.finding.proof.invariants =
          asks_termination_ ? std::vector<c::Waypoint>() : loop_invariants(task_.program, model);
    // Where errors are known, there is a run to be shown instead.
    if (task_.wanted.certificate && out.finding.outcome == Outcome::Holds && task_.known.empty())
      certify(model, inlined, out.finding.proof);
    return out;
  }

  void certify(const c::Model& model, const Inlined& inlined, Proof& out) {
    const words::Subject subject = inlined_subject(model, loops_.lasso);
    std::vector<words::BlockId> sinks;
    for (const auto& [block, text] : subject.sinks) sinks.push_back(block);
    const image::MadeProof made = image::prove_unreachable(model.graph, sinks, budget_);
    out.no_certificate = made.reason;
    if (made.proof)
      out.certificate = words::write_proof(about_inlined(make_claim(task_, inlined.heap), inlined),
                                           subject, *made.proof);
  }

  [[nodiscard]] Finding report(c::Model& model, const image::ImageFinding& error) const {
    if (!error.run)  // with threads, others may have been taken to do more than they can
      return unknown(task_.program.threaded
                         ? "the time ran out before a run to an error was found"
                         : "an error can be reached, but the time ran out before a run was found");
    if (formula_ != nullptr)
      return report_unsatisfied(task_, *formula_, loops_.watch, model, endless(*error.run));
    if (asks_termination_) return report_endless(task_, model, endless(*error.run));
    return report_error(task_, model, *error.run);
  }

  /// A limit was reached. What was seen by then keeps the answer from being known with more, too.
  [[nodiscard]] Finding not_decided(const c::Model& model,
                                    const std::vector<image::ImageFinding>& findings) const {
    const ReachedSinks reached = reached_sinks(model, findings);
    Finding out;
    if (!reached.sinks.empty()) out = report_blocked(task_, model, reached);
    out.reason = findings[ErrorSinks].reason;
    return out;
  }

  /// Where the model gives up, apart from its bounds.
  [[nodiscard]] static ReachedSinks reached_sinks(
      const c::Model& model, const std::vector<image::ImageFinding>& findings) {
    ReachedSinks out;
    for (const SinkTarget target : {LimitSinks, ConstructSinks}) {
      const image::ImageFinding& finding = findings[target];
      for (const words::BlockId block : finding.all_reached)
        out.sinks.push_back(&sink_of(model, block));
      if (out.run == nullptr && finding.run) out.run = &*finding.run;
    }
    return out;
  }

  /// The error cannot be reached as far as the model goes: how far is that?
  [[nodiscard]] Attempt not_reached(const c::Model& model,
                                    const std::vector<image::ImageFinding>& findings) const {
    for (const image::ImageFinding& finding : findings)
      if (finding.outcome == engine::Outcome::Unknown) return {unknown(finding.reason)};
    ReachedSinks reached = reached_sinks(model, findings);
    reached.are_all = true;
    if (!reached.sinks.empty())
      return {report_blocked(task_, model, reached), Sink::Kind::Unsupported};
    const image::ImageFinding& bound = findings[BoundSinks];
    if (bound.outcome == engine::Outcome::Unreachable) return {{Outcome::Holds}};
    if (task_.bounds.are_given)
      return {{Outcome::HoldsBounded, "within the given bounds on recursion and heap"},
              Sink::Kind::Bound};
    return {unknown(bound_text(task_.program, sink_of(model, bound.reached))), Sink::Kind::Bound};
  }

  /// With the point at which the round begins.
  [[nodiscard]] EndlessRun endless(const words::Run& run) const {
    const auto begins = [&](const words::Point& point) {
      return point.variables[loops_.lasso->remembers] != 0;
    };
    return {run, static_cast<std::size_t>(std::ranges::find_if(run, begins) - run.begin())};
  }
};

}  // namespace

Finding decide_by_images(const Task& task, const ImageOptions& options, Budget& budget) {
  return ImageCheck(task, options, budget).run();
}

Finding decide_by_images_with_stars(const Task& task, const ImageOptions& options, Budget& budget) {
  ImageOptions with_stars = options;
  with_stars.pointers = c::Pointers::Star;
  return ImageCheck(task, with_stars, budget, true).run();
}

}  // namespace hardbop::verify
