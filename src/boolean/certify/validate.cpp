// SPDX-License-Identifier: MIT
#include "boolean/certify/validate.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/util/json_nesting.hpp"
#include "boolean/certify/branching_obligations.hpp"
#include "boolean/certify/complete_run.hpp"
#include "boolean/certify/names.hpp"
#include "boolean/certify/obligations.hpp"
#include "boolean/certify/proof.hpp"
#include "boolean/certify/read_run.hpp"
#include "boolean/certify/run.hpp"
#include "boolean/certify/sat.hpp"
#include "boolean/certify/temporal_claim.hpp"
#include "boolean/language/checker.hpp"
#include "boolean/language/parser.hpp"
#include "boolean/logic/ltl_product.hpp"
#include "boolean/logic/promises.hpp"
#include "boolean/transform/product.hpp"

namespace hardbop::certify {

namespace {

using namespace std::string_view_literals;

/// Of results whose runs can be checked.
constexpr std::array kinds_with_runs{"label"sv, "assert"sv};

using Json = nlohmann::json;
using Status = Validation::Status;

/// Ends a validation.
struct Rejected {
  Status status;
  std::string text;
};

[[noreturn]] void bad_input(std::string text) {
  throw Rejected{Status::BadInput, std::move(text)};
}

[[noreturn]] void invalid(std::string text) {
  throw Rejected{Status::Invalid, std::move(text)};
}

/// The program, read as the claim says it was.
class Subject {
 public:
  Subject(const std::shared_ptr<const SourceFile>& source, const std::string& dialect)
      : source_(source), program_(parse(dialect)), symbols_(check()), graph_(program_, symbols_) {}
  Subject(const Subject&) = delete;
  Subject& operator=(const Subject&) = delete;

  [[nodiscard]] const bp::Graph& graph() const { return graph_; }
  [[nodiscard]] bool has_threads() const { return symbols_.concurrent.has_value(); }
  void refuse_threads() const {
    if (has_threads()) bad_input("this evidence is not for programs with threads");
  }

  [[nodiscard]] std::vector<bp::ProcedureId> entries(const std::vector<std::string>& names) const {
    std::vector<bp::ProcedureId> out;
    for (const std::string& name : names) {
      out.push_back(program_.find_procedure(name));
      if (out.back() == bp::no_index) invalid(fmt::format("no procedure {}", quote_name(name)));
    }
    return out;
  }

  [[nodiscard]] bp::Target target(const std::string& name) const {
    bp::Target target = bp::find_target(graph_, name);
    if (target.vertices.empty()) invalid(fmt::format("the program has no {}", name));
    return target;
  }

  /// In the text of the graph, which may be one that was made of this program.
  [[nodiscard]] static std::string place(const bp::Graph& graph, bp::VertexId v) {
    const SourceFile& source = *graph.program().source;
    const LineColumn at = source.locate(graph.vertex(v).at);
    return fmt::format("{}:{}:{}", source.name(), at.line, at.column);
  }

  /// What a CTL formula says that needs more than one run.
  [[nodiscard]] temporal::Formula branching(const std::string& property) const {
    TemporalClaim claim = read_temporal_claim(graph_, property);
    if (!claim.ctl && claim.is_temporal && !claim.formula) bad_input(std::move(claim.error));
    if (!claim.ctl) invalid(fmt::format("evidence of this kind does not concern {}", property));
    return *std::move(claim.ctl);
  }

  /// What a temporal property says; nothing of other properties.
  [[nodiscard]] std::optional<temporal::Formula> formula(const std::string& property) const {
    TemporalClaim claim = read_temporal_claim(graph_, property);
    if (!claim.error.empty()) bad_input(std::move(claim.error));
    return std::move(claim.formula);
  }

 private:
  Diagnostics diagnostics_;
  const std::shared_ptr<const SourceFile>& source_;
  bp::Program program_;
  bp::Symbols symbols_;
  bp::Graph graph_;

  bp::Program parse(const std::string& dialect) {
    const std::optional<bp::Dialect> known = bp::find_dialect(dialect);
    if (!known) bad_input(fmt::format("unknown dialect {}", quote_name(dialect)));
    bp::Program program = bp::parse_program(source_, *known, diagnostics_);
    refuse_errors();
    return program;
  }
  bp::Symbols check() {
    bp::Symbols symbols = bp::check_program(program_, diagnostics_);
    refuse_errors();
    if (symbols.foreign) bad_input("evidence for this program is not supported");
    return symbols;
  }
  void refuse_errors() {
    if (!diagnostics_.has_errors()) return;
    diagnostics_.sort();
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics_.all())
      if (diagnostic.severity == Severity::Error) text += render(diagnostic, *source_);
    bad_input(std::move(text));
  }
};

class Validator {
 public:
  Validator(const std::shared_ptr<const SourceFile>& program, const Expectation& expectation,
            Budget& budget)
      : program_(program), expectation_(expectation), budget_(budget) {}

  Validation run(const SourceFile& evidence) {
    try {
      const std::string_view text = evidence.text();
      const std::size_t first = text.find_first_not_of(" \t\r\n");
      if (first == std::string_view::npos) bad_input(fmt::format("{}: empty", evidence.name()));
      if (text[first] == '{' || text[first] == '[') {
        answer(evidence);
      } else {
        static_cast<void>(certificate(text, evidence.name()));
      }
      expect(expectation_.properties, shown_, "property");
      return {Status::Valid, std::move(lines_)};
    } catch (Rejected& rejected) {
      return {rejected.status, {std::move(rejected.text)}};
    }
  }

 private:
  const std::shared_ptr<const SourceFile>& program_;
  const Expectation& expectation_;
  Budget& budget_;
  std::vector<std::string> lines_;
  std::vector<std::string> shown_;  // the properties found valid

  /// Everything expected must be there.
  static void expect(const std::vector<std::string>& expected,
                     const std::vector<std::string>& found, std::string_view what) {
    for (const std::string& one : expected)
      if (std::ranges::find(found, one) == found.end())
        invalid(fmt::format("the evidence does not cover {} {}", what, quote_name(one)));
  }

  void check_origin(const std::vector<std::string>& hashes, const Reading& reading) const {
    if (hashes != std::vector{sha256(program_->text())})
      invalid(fmt::format("the evidence is for another program: the SHA-256 of {} differs",
                          program_->name()));
    if (!expectation_.dialect.empty() && expectation_.dialect != reading.dialect)
      invalid(fmt::format("the evidence is for another dialect: {}", reading.dialect));
    if (!expectation_.entries.empty()) {
      expect(expectation_.entries, reading.entries, "entry");
      expect(reading.entries, expectation_.entries, "entry");
    }
  }

  /// Its verdict.
  std::string_view certificate(std::string_view text, const std::string& name) {
    const Proved proved = prove(text, name, nullptr);
    for (const std::string& property : proved.properties) {
      lines_.push_back(fmt::format("{} {} ({} obligations)", property,
                                   proved.is_violated ? "is violated" : "holds",
                                   proved.obligations));
      shown_.push_back(property);
    }
    return proved.is_violated ? names::violated : names::holds;
  }

  /// What a script was found to prove.
  struct Proved {
    std::vector<std::string> properties;
    std::size_t obligations = 0;
    bool is_violated = false;
  };

  /// A sequential program with runs of threads that a script is to be about.
  struct Part {
    const bp::Graph& graph;
    bp::ProcedureId entry;
    const std::vector<bp::VertexId>& target;
    transform::Bound bound;
    std::size_t number = 0;
    std::string property;
  };

  Proved prove(std::string_view text, const std::string& name, const Part* part) {
    budget_.enter("reading the certificate");
    const ReadProof read = read_proof(text);
    const auto& [script, line, error, in_claim] = read.script;
    if (!script) bad_input(fmt::format("{}:{}: error: {}", name, line, error));
    if (std::string problem = count_problem(*script); !problem.empty()) invalid(std::move(problem));
    const Claim& claim = script->claim;
    const Reading reading = reading_of(claim);
    std::vector<std::string> hashes;
    for (const Claim::File& file : claim.files) hashes.push_back(file.sha256);
    check_origin(hashes, reading);
    if (claim.properties.empty()) invalid("the certificate claims no property");
    if (part == nullptr && reading.entries.empty())
      invalid("the certificate does not say where runs start");
    const Subject subject(program_, reading.dialect);
    if (part == nullptr) subject.refuse_threads();
    if (part != nullptr && claim.properties != std::vector{part->property})
      invalid("a part of a proof is for another property than its result");
    if (read.branching) {
      if (part != nullptr) invalid("a part of a proof is not about branching");
      return prove_branching(subject, *read.branching, *script, text, name);
    }
    const Asked asked = part == nullptr ? ask(subject, claim, reading) : ask(*part);
    const trace::Invariant& invariant = read.invariant;
    if (!fits(asked.graph(), invariant, asked.question.fairness.has_value()))
      invalid("the invariant does not fit the program");
    const std::size_t count = check_obligations(asked, invariant);
    if (count != script->claimed)
      invalid(fmt::format("the certificate should have {} obligations for this program", count));
    Claim anew = make_claim(claim.files[0], reading, claim.properties);
    if (part != nullptr) anew = about_part(std::move(anew), part->bound, part->number);
    compare(text, write_proof(anew, asked.question, asked.graph(), invariant), name);
    return {claim.properties, count};
  }

  /// Of a CTL formula.
  Proved prove_branching(const Subject& subject, const temporal::BranchingProof& proof,
                         const Script& script, std::string_view text, const std::string& name) {
    const Claim& claim = script.claim;
    const Reading reading = reading_of(claim);
    if (claim.properties.size() != 1)
      invalid("a certificate with a temporal property covers no other");
    const bool is_violated = claim.all(names::verdict).front() == names::violated;
    const temporal::BranchingClaim branching(
        subject.graph(), subject.branching(claim.properties.front()), is_violated);
    const auto program = horn::FlatProgram::make(subject.graph(), subject.entries(reading.entries));
    if (!program) invalid("there are no proofs of this kind about the program");
    if (!fits(*program, branching, proof))
      invalid("the sets do not fit what is claimed of the program");
    const std::size_t count = check_branching(*program, branching, proof);
    if (count != script.claimed)
      invalid(fmt::format("the certificate should have {} obligations for this program", count));
    const Claim anew =
        about_branching(make_claim(claim.files[0], reading, claim.properties), is_violated);
    compare(text, write_proof(anew, *program, branching, proof), name);
    return {claim.properties, count, is_violated};
  }

  std::size_t check_branching(const horn::FlatProgram& program,
                              const temporal::BranchingClaim& claim,
                              const temporal::BranchingProof& proof) {
    budget_.enter("checking the certificate", "obligations");
    BranchingObligations obligations(program, claim, proof);
    std::size_t count = 0;
    obligations.for_each([&](const BranchingObligation& obligation) {
      if (budget_.poll(count++) != StopReason::None)
        throw Rejected{Status::Unknown, budget_.reason()};
      switch (solve(obligation, obligations.terms(), budget_)) {
        case Satisfiable::No: return;
        case Satisfiable::Yes: invalid(describe(program, obligation));
        case Satisfiable::Unknown: throw Rejected{Status::Unknown, budget_.reason()};
      }
    });
    return count;
  }

  [[nodiscard]] static std::string describe(const horn::FlatProgram& program,
                                            const BranchingObligation& obligation) {
    const bp::VertexId v = program.places()[obligation.place].vertex;
    if (v == bp::no_index)
      return fmt::format("what part {} says is not shown where runs start", obligation.part);
    return fmt::format("{}: what part {} says is not shown of '{}'",
                       Subject::place(program.graph(), v), obligation.part,
                       program.graph().statement_text(v));
  }

  /// What a certificate is asked, about the program or its product with an automaton.
  struct Asked {
    const bp::Graph* program = nullptr;
    std::optional<temporal::LtlProduct> product;
    Question question;

    [[nodiscard]] const bp::Graph& graph() const { return product ? product->graph() : *program; }
  };

  static Asked ask(const Subject& subject, const Claim& claim, const Reading& reading) {
    Asked out{&subject.graph(), {}, {subject.entries(reading.entries), {}}};
    std::optional<temporal::Formula> formula = subject.formula(claim.properties.front());
    if (!formula) {
      for (const std::string& property : claim.properties)
        out.question.targets.push_back(subject.target(property));
      return out;
    }
    if (claim.properties.size() != 1)
      invalid("a certificate with a temporal property covers no other");
    try {
      temporal::Promises promises(subject.graph(), *std::move(formula));
      out.product = temporal::make_product(subject.graph(), promises, out.question.entries);
    } catch (const temporal::AutomatonTooLarge& error) {
      throw Rejected{Status::Unknown, error.what()};
    }
    out.question.entries = {out.product->start};
    out.question.fairness =
        Fairness{out.product->untils, out.product->seen, out.product->after_call};
    return out;
  }

  static Asked ask(const Part& part) {
    Asked out{&part.graph, {}, {{part.entry}, {}}};
    out.question.targets.push_back({part.property, "", part.target, {}});
    return out;
  }

  /// The first obligation that is not met ends it.
  std::size_t check_obligations(const Asked& asked, const trace::Invariant& invariant) {
    budget_.enter("checking the certificate", "obligations");
    const bp::Graph& graph = asked.graph();
    const Question& question = asked.question;
    Obligations obligations(graph, invariant);
    std::optional<Sat> sat;
    std::size_t count = 0;
    const auto visit = [&](const Obligation& obligation) {
      if (budget_.poll(count++) != StopReason::None)
        throw Rejected{Status::Unknown, budget_.reason()};
      switch (sat->solve(obligation)) {
        case Satisfiable::No: return;
        case Satisfiable::Yes: invalid(describe(asked, obligation));
        case Satisfiable::Unknown: throw Rejected{Status::Unknown, budget_.reason()};
      }
    };
    sat.emplace(obligations, invariant, budget_);
    obligations.initial(question.entries, visit);
    for (bp::ProcedureId p = 0; p < graph.procedures().size(); ++p) {
      sat.emplace(obligations, invariant, budget_);
      const bp::Range vertices = graph.procedure(p).vertices;
      for (bp::VertexId v = vertices.first; v < vertices.first + vertices.count; ++v)
        obligations.of_vertex(v, visit);
    }
    obligations.targets(question.targets, visit);
    if (!question.fairness) return count;
    for (bp::VertexId v = 0; v < graph.vertices().size(); ++v) {
      if (graph.procedure(graph.vertex(v).procedure).vertices.first == v)
        sat.emplace(obligations, invariant, budget_);
      obligations.ranks(v, *question.fairness, visit);
    }
    return count;
  }

  [[nodiscard]] static std::string describe(const Asked& asked, const Obligation& obligation) {
    const bp::Graph& graph = asked.graph();
    std::string place = Subject::place(graph, obligation.vertex);
    const std::string statement = graph.statement_text(obligation.vertex);
    if (obligation.what == Obligation::Goal::Rank)
      return fmt::format("{}: the step '{}' does not lead to a lesser rank", place, statement);
    if (obligation.what == Obligation::Goal::Unfair)
      return fmt::format("{}: the rank at '{}' is that of a condition which is met", place,
                         statement);
    switch (obligation.kind) {
      case horn::Clause::Kind::Initial:
        return fmt::format("{}: a run can start outside the invariant", place);
      case horn::Clause::Kind::Step:
        return fmt::format("{}: the step '{}' leaves the invariant", place, statement);
      case horn::Clause::Kind::Call:
        return fmt::format("{}: the call '{}' enters its callee outside the invariant", place,
                           statement);
      case horn::Clause::Kind::Return:
        return fmt::format("{}: the return from '{}' leaves the invariant", place, statement);
      case horn::Clause::Kind::Exit:
        return fmt::format("{}: an exit of procedure '{}' is not in its summary", place,
                           graph.procedure_name(obligation.from));
      case horn::Clause::Kind::Target:
        return fmt::format("{}: the invariant does not exclude {}", place,
                           asked.question.targets[obligation.target].name);
    }
    return place;
  }

  /// The obligations in the file are not needed here, but others would believe them.
  static void compare(std::string_view found, std::string_view expected, const std::string& name) {
    if (found == expected) return;
    const auto [a, b] = std::mismatch(found.begin(), found.end(), expected.begin(), expected.end());
    const auto line = 1 + std::count(found.begin(), a, '\n');
    invalid(fmt::format(
        "{}:{}: from here on, the script differs from the script for this program and invariant",
        name, line));
  }

  void answer(const SourceFile& evidence) {
    Json json;
    if (is_json_too_deep(evidence.text()))
      bad_input(fmt::format("{}: error: this JSON is nested too deeply", evidence.name()));
    try {
      json = Json::parse(evidence.text());
    } catch (const Json::parse_error& error) {
      const std::string_view read = evidence.text().substr(0, error.byte);
      bad_input(fmt::format("{}:{}: error: invalid JSON from here on", evidence.name(),
                            1 + std::ranges::count(read, '\n')));
    }
    try {
      results(json, evidence.name());
    } catch (const Json::exception&) {
      bad_input(
          fmt::format("{}: error: this JSON is not an answer of hardbop check", evidence.name()));
    }
  }

  /// Those of the program that a certificate is about. A trace may as well be one of a program that
  /// has been changed since: its run is checked anyway.
  [[nodiscard]] std::vector<std::string> hashes_of(const Json& json) const {
    if (!json.contains("entries")) return {sha256(program_->text())};
    std::vector<std::string> out;
    for (const Json& input : json.at("inputs")) out.push_back(input.at("sha256"));
    return out;
  }

  /// A property that holds has a certificate of its own.
  void proof(const Json& result, const std::string& name) {
    const std::size_t before = shown_.size();
    const std::string_view verdict = certificate(result.at("proof").get<std::string>(), name);
    if (shown_.size() != before + 1 || shown_.back() != result.at("property").get<std::string>() ||
        result.at("verdict").get<std::string>() != verdict)
      invalid("a proof is for another property than its result");
  }

  /// A property of threads that holds has a proof for each simulation within its bound; without a
  /// bound, one about the product of the threads.
  void parts(const Subject& subject, const Json& result,
             const std::vector<bp::ProcedureId>& entries, const std::string& name) {
    const auto property = result.at("property").get<std::string>();
    if (!subject.has_threads()) invalid("the program has no threads");
    const std::optional<bp::Threads> threads = threads_of(subject.graph(), entries);
    if (!threads) invalid("the evidence does not say where threads start");
    const bp::Target target = subject.target(property);
    const auto verdict = result.at("verdict").get<std::string>();
    if (verdict != (result.contains("bound") ? "holds-bounded" : "holds"))
      invalid(fmt::format("{} has parts of a proof, but the verdict is another", property));
    lines_.push_back(result.contains("bound")
                         ? prove_simulations(*threads, target, result, name)
                         : prove_product(*threads, target, result.at("parts"), name));
    shown_.push_back(property);
  }

  std::string prove_simulations(const bp::Threads& threads, const bp::Target& target,
                                const Json& result, const std::string& name) {
    const transform::Bound bound = bound_of(result.at("bound"));
    const transform::SharedUse use(threads);
    if (!transform::can_be_simulated(threads, use, bound))
      invalid("simulations do not decide this");
    const auto simulations = transform::simulations_within(threads, use, bound, target.vertices);
    const Json& proofs = result.at("parts");
    check_count(proofs, simulations.size(), target.name);
    std::size_t obligations = 0;
    for (std::size_t i = 0; i < simulations.size(); ++i) {
      const transform::Sequential sequential(threads, use, simulations[i], {target.vertices});
      const Part part{sequential.graph(), sequential.main(), sequential.targets().front(), bound, i,
                      target.name};
      obligations += prove(proofs.at(i).get<std::string>(), name, &part).obligations;
    }
    const bool rounds = bound.kind == transform::Bound::Kind::Rounds;
    return fmt::format("{} holds within {} {} ({} obligations)", target.name, bound.limit,
                       rounds ? "rounds" : "context switches", obligations);
  }

  std::string prove_product(const bp::Threads& threads, const bp::Target& target,
                            const Json& proofs, const std::string& name) {
    if (!transform::Product::exists(threads)) invalid("there is no product of these threads");
    check_count(proofs, 1, target.name);
    const transform::SharedUse use(threads);
    const transform::Product product(threads, use, {target.vertices});
    const Part part{product.graph(), 0, product.targets().front(), {}, 0, target.name};
    const Proved proved = prove(proofs.at(0).get<std::string>(), name, &part);
    return fmt::format("{} holds ({} obligations)", target.name, proved.obligations);
  }

  static void check_count(const Json& proofs, std::size_t count, const std::string& property) {
    if (!proofs.is_array() || proofs.size() != count)
      invalid(fmt::format("{} should have {} part{}", property, count, count == 1 ? "" : "s"));
  }

  static transform::Bound bound_of(const Json& json) {
    constexpr std::uint64_t most = 64;  // more simulations than anybody could have proved
    const bool rounds = json.contains("rounds");
    const Json& limit = json.at(rounds ? "rounds" : "context_switches");
    if (!limit.is_number_unsigned() || limit.get<std::uint64_t>() > most)
      invalid("the bound is none that a proof can have");
    return {rounds ? transform::Bound::Kind::Rounds : transform::Bound::Kind::Switches,
            static_cast<std::uint32_t>(limit.get<std::uint64_t>())};
  }

  /// A run that violates a property: without end, or one of threads.
  void complete_run(const Subject& subject, const Json& result,
                    const std::vector<bp::ProcedureId>& entries, const std::string& name) {
    const auto property = result.at("property").get<std::string>();
    if (result.at("verdict").get<std::string>() != "violated")
      invalid(fmt::format("{} has a run, but the verdict is not 'violated'", property));
    const RunCheck check = subject.has_threads()
                               ? check_interleaved(subject.graph(), entries, result.at("run"),
                                                   subject.target(property))
                               : check_endless(subject, property, entries, result.at("run"), name);
    if (!check.objection.empty())
      invalid(fmt::format("{}: the run of {} is not one: {}", program_->name(), property,
                          check.objection));
    lines_.push_back(fmt::format("{} is violated ({})", property, check.text));
    shown_.push_back(property);
  }

  static RunCheck check_endless(const Subject& subject, const std::string& property,
                                const std::vector<bp::ProcedureId>& entries, const Json& run,
                                const std::string& name) {
    const std::optional<temporal::Formula> formula = subject.formula(property);
    if (!formula) bad_input(fmt::format("{}: evidence for {} is not supported", name, property));
    return check_lasso(subject.graph(), entries, run, *formula);
  }

  void results(const Json& json, const std::string& name) {
    Reading reading;
    reading.dialect = json.value("dialect", expectation_.dialect.empty()
                                                ? std::string(bp::dialect_names.front().name)
                                                : expectation_.dialect);
    reading.entries =
        json.value("entries", expectation_.entries.empty() ? std::vector<std::string>{"main"}
                                                           : expectation_.entries);
    check_origin(hashes_of(json), reading);
    const Subject subject(program_, reading.dialect);
    const std::vector<bp::ProcedureId> entries = subject.entries(reading.entries);
    for (const Json& result : json.at("results")) {
      if (result.contains("proof")) {
        proof(result, name);
        continue;
      }
      if (result.contains("parts")) {
        parts(subject, result, entries, name);
        continue;
      }
      if (result.contains("run")) {
        complete_run(subject, result, entries, name);
        continue;
      }
      if (!result.contains("trace")) continue;
      subject.refuse_threads();
      const auto property = result.at("property").get<std::string>();
      const auto kind = result.value("kind", "label");
      if (std::ranges::find(kinds_with_runs, kind) == kinds_with_runs.end())
        bad_input(fmt::format("{}: evidence for {} is not supported", name, property));
      if (result.value("verdict", "violated") != "violated")
        invalid(fmt::format("{} has a trace, but the verdict is not 'violated'", property));
      const bp::Target target = subject.target(property);
      const RunResult read = read_run(subject.graph(), result.at("trace"), target);
      if (read.unreadable) bad_input(fmt::format("{}: {}", name, read.error));
      if (!read.error.empty()) invalid(read.error);
      const ShownRun& run = read.run;
      if (const auto objection = check_run(subject.graph(), run, entries, target))
        invalid(fmt::format("{}: the trace of {} is not a run: {}", program_->name(), property,
                            *objection));
      lines_.push_back(
          fmt::format("{} is violated (a run of {} statements)", property, run.size() - 1));
      shown_.push_back(property);
    }
    if (json.contains("certificate")) {
      static_cast<void>(certificate(json.at("certificate").get<std::string>(), name));
    }
    if (shown_.empty()) bad_input(fmt::format("{}: no trace found", name));
  }
};

}  // namespace

Validation validate(const std::shared_ptr<const SourceFile>& program, const SourceFile& evidence,
                    const Expectation& expectation, Budget& budget) {
  return Validator(program, expectation, budget).run(evidence);
}

}  // namespace hardbop::certify
