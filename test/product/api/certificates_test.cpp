// SPDX-License-Identifier: MIT
// Evidence is believed exactly where it should be: certificates of random programs are accepted
// by the validator and by z3, spoilt ones are judged alike by both, and traces are accepted
// as they are and refused where they are changed.
#include <array>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "boolean/certify/obligations.hpp"
#include "boolean/certify/proof.hpp"
#include "support.hpp"
#include <hardbop/hardbop.hpp>

namespace hardbop {
namespace {

using Status = Validation::Status;
using trace::Decision;
using trace::DiagramRef;
using trace::Invariant;

Program parsed(const std::string& text) {
  ParseResult result = parse(text, {.name = "test.bp"});
  if (!result.program) throw std::runtime_error(result.messages.front().to_string());
  return *result.program;
}

/// Every label of the program, certified.
Answer certified(const std::string& text) {
  Question question;
  question.all_labels = true;
  question.certify = true;
  return check(parsed(text), question);
}

/// The proof in an answer, wherever it is; empty where nothing holds.
std::string script_of(const Answer& answer) {
  if (!answer.certificate.starts_with('{')) return answer.certificate;
  return nlohmann::json::parse(answer.certificate).value("certificate", "");
}

bool has_z3() {
  static const bool found = std::system("z3 --version > /dev/null 2>&1") == 0;
  return found;
}

/// Whether z3 answers nothing but unsat, for each script. One process for all of them.
std::vector<bool> z3_accepts(const std::vector<std::string>& scripts) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() /
      ("hardbop-certify-" + std::to_string(std::random_device()()) + ".smt2");
  {
    std::ofstream out(file);
    for (const std::string& script : scripts)
      out << "(echo \"next\")\n" << script.substr(0, script.rfind("(exit)")) << "(reset)\n";
  }
  std::vector<bool> accepted;
  std::vector<std::size_t> answers;
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(
      popen(("z3 " + file.string() + " 2>&1").c_str(), "r"), pclose);
  std::array<char, 256> line{};
  while (std::fgets(line.data(), static_cast<int>(line.size()), pipe.get()) != nullptr) {
    const std::string_view text(line.data());
    if (text == "next\n") {
      accepted.push_back(true);
      answers.push_back(0);
    } else {
      ++answers.back();
      if (text != "unsat\n") accepted.back() = false;
    }
  }
  for (std::size_t i = 0; i < answers.size(); ++i)
    EXPECT_EQ(answers[i], certify::claimed_count(scripts[i])) << "script " << i;
  std::filesystem::remove(file);
  return accepted;
}

TEST(CertificateTest, ProofsOfRandomProgramsAreAccepted) {
  std::vector<std::string> scripts;
  std::vector<std::uint64_t> seeds;
  for (std::uint64_t seed = 0; seed < test::repetitions(250); ++seed) {
    const std::string text = generate_random(seed);
    const Answer answer = certified(text);
    if (answer.results.empty()) continue;  // no label
    EXPECT_EQ(answer.no_certificate, "") << "seed " << seed;
    const Validation validation = validate(text, answer.certificate);
    EXPECT_EQ(validation.status, Status::Valid) << "seed " << seed << ": " << validation.lines[0];
    EXPECT_EQ(validation.lines.size(), answer.results.size());
    if (std::string script = script_of(answer); !script.empty()) {
      scripts.push_back(std::move(script));
      seeds.push_back(seed);
    }
  }
  EXPECT_GT(scripts.size(), test::repetitions(150));
  if (!has_z3()) GTEST_SKIP() << "z3 is not installed";
  const std::vector<bool> accepted = z3_accepts(scripts);
  ASSERT_EQ(accepted.size(), scripts.size());
  for (std::size_t i = 0; i < accepted.size(); ++i) EXPECT_TRUE(accepted[i]) << "seed " << seeds[i];
}

/// Spoils one part of an invariant.
class Mutation {
 public:
  Mutation(const bp::Graph& graph, std::uint64_t seed) : graph_(graph), random_(seed) {}

  Invariant apply(Invariant invariant) {
    if (random_() % 10 == 0) {
      keep(invariant);
    } else if (random_() % 4 == 0) {
      const bp::ProcedureId p = pick(invariant.summaries.size());
      spoil(invariant, invariant.summaries[p], graph_.procedure(p).entry, p);
    } else {
      const bp::VertexId v = pick(invariant.at.size());
      spoil(invariant, invariant.at[v], v, graph_.vertex(v).procedure);
    }
    return invariant;
  }

 private:
  const bp::Graph& graph_;
  std::mt19937_64 random_;

  std::uint32_t pick(std::size_t count) { return static_cast<std::uint32_t>(random_() % count); }

  void spoil(Invariant& invariant, DiagramRef& root, bp::VertexId v, bp::ProcedureId p) {
    const bp::Range vertices = graph_.procedure(p).vertices;
    const bp::VertexId other = vertices.first + pick(vertices.count);
    const bool other_fits =
        graph_.vertex(other).kind != bp::VertexKind::Exit || graph_.procedure(p).results == 0;
    switch (random_() % 6) {
      case 0: root = trace::diagram_true; break;
      case 1: root = trace::diagram_false; break;
      case 2: root = !root; break;
      case 3: root = other_fits ? invariant.at[other] : invariant.at[v]; break;
      case 4: decide(invariant, root, p, root, trace::diagram_false); break;
      default: decide(invariant, root, p, trace::diagram_true, root); break;
    }
  }

  void decide(Invariant& invariant, DiagramRef& root, bp::ProcedureId p, DiagramRef high,
              DiagramRef low) {
    if (graph_.first_result(p) == 0) return;
    invariant.nodes.push_back({{Decision::Kind::Current, pick(graph_.first_result(p))}, high, low});
    root = {static_cast<std::uint32_t>(invariant.nodes.size() - 1), false};
  }

  void keep(Invariant& invariant) {
    const bp::ProcedureId p = pick(invariant.kept.size());
    const std::uint32_t end = graph_.globals() + graph_.procedure(p).formals;
    if (end == 0) return;
    const bp::Slot slot = pick(end);
    auto& kept = invariant.kept[p];
    const auto found = std::ranges::lower_bound(kept, slot);
    if (found != kept.end() && *found == slot) {
      kept.erase(found);
    } else {
      kept.insert(found, slot);
    }
  }
};

TEST(CertificateTest, SpoiltInvariantsAreJudgedAlikeByZ3) {
  constexpr std::size_t count = test::repetitions(1000);
  std::vector<std::string> scripts;
  std::vector<bool> valid;
  for (std::uint64_t seed = 0; scripts.size() < count; ++seed) {
    const std::string text = generate_random(seed % 500);
    const test::Sample sample(text);
    const std::string original = script_of(certified(text));
    if (original.empty()) continue;
    const certify::ReadProof read = certify::read_proof(original);
    ASSERT_TRUE(read.script.script) << read.script.error;
    const certify::Claim& claim = read.script.script->claim;
    certify::Question question;
    for (const std::string& entry : certify::reading_of(claim).entries)
      question.entries.push_back(sample.procedure(entry));
    for (const std::string& property : claim.properties)
      question.targets.push_back(bp::find_target(sample.graph(), property));
    const Invariant spoilt = Mutation(sample.graph(), seed).apply(read.invariant);
    ASSERT_TRUE(certify::fits(sample.graph(), spoilt, false)) << "seed " << seed;
    scripts.push_back(certify::write_proof(claim, question, sample.graph(), spoilt));
    const Status status = validate(text, scripts.back()).status;
    EXPECT_NE(status, Status::BadInput) << "seed " << seed;
    valid.push_back(status == Status::Valid);
  }
  const auto accepted = static_cast<std::size_t>(std::ranges::count(valid, true));
  EXPECT_GE(valid.size() - accepted, test::repetitions(300));
  EXPECT_GE(accepted, test::repetitions(50));
  if (!has_z3()) GTEST_SKIP() << "z3 is not installed";
  EXPECT_EQ(z3_accepts(scripts), valid);
}

/// Each kind of obligation stands alone between a wrong claim and its belief.
TEST(CertificateTest, NoObligationCanBeMissing) {
  const std::string text =
      "decl g;\nvoid main() begin\n  g := F;\n  set();\n  if (g) then\n    R: skip;\n  fi\nend\n"
      "void set() begin\n  g := T;\nend\n";
  const test::Sample sample(text);
  const bp::Graph& graph = sample.graph();
  const bp::Target target = bp::find_target(graph, "label R");
  const bp::ProcedureId main = sample.procedure("main");
  /// How far a run is said to come.
  enum Stage : std::uint8_t {
    Nowhere,
    ToTheCall,
    ToTheExit,
    ToTheReturn,
    BehindTheCall,
    ToTheLabel
  };
  const auto answer = [&](Stage stage) {
    const auto truth = [&](Stage least) {
      return stage >= least ? trace::diagram_true : trace::diagram_false;
    };
    Invariant invariant;
    invariant.nodes.resize(1);
    invariant.kept.resize(graph.procedures().size());
    invariant.summaries.assign(graph.procedures().size(), truth(ToTheReturn));
    bool is_before_call = true;
    for (bp::VertexId v = 0; v < graph.vertices().size(); ++v) {
      const bool is_main = graph.vertex(v).procedure == main;
      Stage least = is_main ? is_before_call ? ToTheCall : BehindTheCall : ToTheExit;
      if (v == target.vertices.front()) least = ToTheLabel;
      invariant.at.push_back(truth(least));
      if (graph.vertex(v).kind == bp::VertexKind::Call) is_before_call = false;
    }
    const certify::Claim claim = certify::make_claim({"test.bp", certify::sha256(text)},
                                                     {"standard", {"main"}}, {"label R"});
    const Validation found =
        validate(text, certify::write_proof(claim, {{main}, {target}}, graph, invariant),
                 {.program_name = "test.bp"});
    return found.status == Status::Invalid ? found.lines.front() : "not refused";
  };
  EXPECT_EQ(answer(Nowhere), "test.bp:3:3: a run can start outside the invariant");
  EXPECT_EQ(answer(ToTheCall),
            "test.bp:4:3: the call 'set();' enters its callee outside the invariant");
  EXPECT_EQ(answer(ToTheExit), "test.bp:11:4: an exit of procedure 'set' is not in its summary");
  EXPECT_EQ(answer(ToTheReturn), "test.bp:4:3: the return from 'set();' leaves the invariant");
  EXPECT_EQ(answer(BehindTheCall), "test.bp:5:3: the step 'if (g) then' leaves the invariant");
  EXPECT_EQ(answer(ToTheLabel), "test.bp:6:8: the invariant does not exclude label R");
}

constexpr const char* lock = R"(decl locked := 0;
void main() begin
  while (*) do
    acquire();
    release();
  od
  if (locked) then
    ERROR: skip;
  fi
end
void acquire() begin
  assert(!locked);
  locked := 1;
end
void release() begin
  locked := 0;
end
)";

Answer lock_answer() {
  Question question;
  question.certify = true;
  return check(parsed(lock), question);
}

TEST(CertificateTest, SaysWhatItProves) {
  const Answer answer = lock_answer();
  const Validation validation = validate(lock, answer.certificate);
  ASSERT_EQ(validation.lines.size(), 2U);
  EXPECT_EQ(validation.lines[0].substr(0, 18), "assert 12:3 holds ");
  EXPECT_EQ(validation.lines[1].substr(0, 18), "label ERROR holds ");
}

TEST(CertificateTest, OfAnotherProgramIsRefused) {
  const std::string script = lock_answer().certificate;
  std::string changed = lock;
  changed.replace(changed.find("locked := 1"), 11, "locked := 0");
  EXPECT_EQ(validate(changed, script).status, Status::Invalid);
  EXPECT_EQ(validate("void main() begin skip; end", script).status, Status::Invalid);
  EXPECT_EQ(validate("void main() begin", script).status, Status::Invalid);
}

TEST(CertificateTest, OfAnotherQuestionIsRefused) {
  const std::string script = lock_answer().certificate;
  EXPECT_EQ(validate(lock, script, {.properties = {"label ERROR"}}).status, Status::Valid);
  EXPECT_EQ(validate(lock, script, {.properties = {"label OTHER"}}).status, Status::Invalid);
  EXPECT_EQ(validate(lock, script, {.entries = {"release"}}).status, Status::Invalid);
  EXPECT_EQ(validate(lock, script, {.dialect = "satabs"}).status, Status::Invalid);
}

TEST(CertificateTest, IsNotBelievedWhereItsHashWasForged) {
  std::string script = lock_answer().certificate;
  std::string changed = lock;
  changed.replace(changed.find("locked := 0;\nend"), 12, "locked := 1;");
  const std::string key = ":hardbop-sha256 \"";
  const std::size_t from = script.find(key) + key.size();
  Question question;
  question.certify = true;
  question.labels = {"ERROR"};
  const auto forged = nlohmann::json::parse(check(parsed(changed), question).certificate)
                          .at("inputs")
                          .at(0)
                          .at("sha256");
  script.replace(from, 64, forged.get<std::string>());
  const Validation validation = validate(changed, script, {.program_name = "lock.bp"});
  EXPECT_EQ(validation.status, Status::Invalid);
  EXPECT_EQ(validation.lines[0], "lock.bp:16:3: the step 'locked := 1;' leaves the invariant");
}

/// z3 cannot notice that an obligation says less than it should.
TEST(CertificateTest, FalsifiedObligationsAreNoticed) {
  const std::string script = lock_answer().certificate;
  std::size_t edited = 0;
  for (std::size_t at = script.find("\n(assert"); at != std::string::npos;
       at = script.find("\n(assert", at + 1)) {
    std::string weaker = script;
    const bool among_equations = at < script.find("(push 1)");
    weaker.insert(at + 1, "(assert false)\n");
    EXPECT_EQ(validate(lock, weaker).status, among_equations ? Status::BadInput : Status::Invalid);
    ++edited;
  }
  EXPECT_GT(edited, 10U);
  std::string shorter = script;
  shorter.erase(shorter.rfind("(push"), shorter.rfind("(exit)") - shorter.rfind("(push"));
  EXPECT_EQ(validate(lock, shorter).status, Status::Invalid);
}

TEST(CertificateTest, WhereNothingIsToBeShownThereIsStillAnObligation) {
  Question question;
  question.certify = true;
  for (const char* const text :
       {"void main() begin goto L; E: assert(F); L: skip; end", "void main() begin assert(T); end",
        "void main() begin skip; end void f() begin assert(F); end"}) {
    const std::string script = check(parsed(text), question).certificate;
    EXPECT_GE(certify::claimed_count(script), 1U) << text;
    EXPECT_EQ(validate(text, script).status, Status::Valid) << text;
  }
}

TEST(CertificateTest, AWrongCountIsRefused) {
  const std::string script = lock_answer().certificate;
  const std::size_t count = *certify::claimed_count(script);
  const std::string start = script.substr(0, script.rfind("; obligations: "));
  const auto objection = [&](const std::string& changed) {
    const Validation validation = validate(lock, changed);
    EXPECT_EQ(validation.status, Status::Invalid);
    return validation.lines.at(0);
  };
  EXPECT_EQ(objection(start), "the certificate does not end with the number of its obligations");
  EXPECT_EQ(objection(start + "; obligations: many\n"),
            "the certificate does not end with the number of its obligations");
  EXPECT_EQ(
      objection(fmt::format("{}; obligations: {}\n", start, count + 1)),
      fmt::format("the certificate should have {} obligations, but has {}", count + 1, count));
  std::string shorter = start;
  shorter.erase(shorter.rfind("(push"), shorter.rfind("(exit)") - shorter.rfind("(push"));
  EXPECT_EQ(
      objection(fmt::format("{}; obligations: {}\n", shorter, count)),
      fmt::format("the certificate should have {} obligations, but has {}", count, count - 1));
  EXPECT_EQ(objection(fmt::format("{}; obligations: {}\n", shorter, count - 1)),
            fmt::format("the certificate should have {} obligations for this program", count));
}

TEST(CertificateTest, PiecesOfOneAreRefused) {
  const std::string script = lock_answer().certificate;
  for (std::size_t size = 0; size < script.size() - 1; size += 7)
    EXPECT_NE(validate(lock, script.substr(0, size)).status, Status::Valid) << size;
  EXPECT_NE(validate(lock, script + "(check-sat)").status, Status::Valid);
}

TEST(CertificateTest, RandomChangesAreNeverBelieved) {
  const std::string script = lock_answer().certificate;
  const std::size_t comment_end = script.find("(set-info");
  std::mt19937_64 random(1);
  for (int round = 0; round < 2000; ++round) {
    std::string changed = script;
    const std::size_t at = comment_end + random() % (script.size() - comment_end);
    changed[at] = static_cast<char>(32 + random() % 95);
    if (changed == script) continue;
    const Validation validation = validate(lock, changed);
    const bool is_path =
        script.substr(0, at).find('\n', script.find(":hardbop-program")) == std::string::npos;
    if (!is_path) {
      EXPECT_NE(validation.status, Status::Valid) << script.substr(at - 20, 40);
    }
  }
}

TEST(CertificateTest, ThreadsWithoutABoundHaveAProofIfTheyDoNotCall) {
  Question question;
  question.certify = true;
  const std::string alone = "decl g; thread a begin main() begin assert(g | !g); end end";
  const Answer answer = check(parsed(alone), question);
  ASSERT_EQ(answer.errors.size(), 0U);
  EXPECT_EQ(answer.results.front().verdict, Verdict::Holds);
  EXPECT_EQ(answer.no_certificate, "");
  EXPECT_EQ(validate(alone, answer.certificate).status, Status::Valid);
  const Answer calls = check(
      parsed("decl g; thread a begin main() begin f(); assert(g | !g); end f() begin end end"),
      question);
  EXPECT_EQ(calls.results.front().verdict, Verdict::Holds);
  EXPECT_EQ(calls.no_certificate,
            "not available for threads that call or start others, without a bound");
}

TEST(TraceEvidenceTest, ChangedTracesAreRefused) {
  std::mt19937_64 random(3);
  std::size_t refused = 0;
  std::size_t changed = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::string text = generate_random(seed);
    const Answer answer = certified(text);
    if (!answer.certificate.starts_with('{')) continue;
    auto json = nlohmann::json::parse(answer.certificate);
    json.erase("certificate");
    ASSERT_EQ(validate(text, json.dump()).status, Status::Valid) << "seed " << seed;
    auto& steps = json["results"][0]["trace"]["steps"];
    if (steps.size() < 2) continue;
    ++changed;
    auto& step = steps[random() % steps.size()];
    switch (random() % 3) {
      case 0: step["line"] = step["line"].get<int>() + 1; break;
      case 1: step["depth"] = step["depth"].get<int>() + 1; break;
      default: steps.erase(steps.begin());
    }
    const Status status = validate(text, json.dump()).status;
    refused += status == Status::Invalid ? 1U : 0U;
  }
  EXPECT_GT(changed, 50U);
  EXPECT_EQ(refused, changed);
}

TEST(TraceEvidenceTest, WhatIsHiddenIsFilledIn) {
  // The globals that main hides, the results of f and its locals at its exit are not shown.
  const std::string text = R"(decl g, h := 1;
void main() begin
  decl g, x;
  x := f(*);
  empty(x);
  if (x) then R: skip; fi
end
bool f(a) begin
  decl y;
  enforce y | a;
  set(a);
  if (g) then return h & *; fi
  y := *;
end
void set(v) begin
  g := v;
end
void empty(v) begin
  enforce v;
end
)";
  Question question;
  question.labels = {"R"};
  question.certify = true;
  const Answer answer = check(parsed(text), question);
  EXPECT_EQ(answer.results[0].verdict, Verdict::Violated);
  const Validation validation = validate(text, answer.certificate);
  EXPECT_EQ(validation.status, Status::Valid) << validation.lines[0];
}

TEST(TraceEvidenceTest, ATraceAndItsVerdictMustAgree) {
  const std::string text = "void main() begin skip; R: skip; end";
  Question question;
  question.labels = {"R"};
  question.traces = true;
  auto json = nlohmann::json::parse(to_json(check(parsed(text), question)));
  EXPECT_EQ(validate(text, json.dump()).status, Status::Valid);
  json["results"][0]["verdict"] = "holds";
  EXPECT_EQ(validate(text, json.dump()).status, Status::Invalid);
  json["results"][0]["kind"] = "ltl";
  EXPECT_EQ(validate(text, json.dump()).status, Status::BadInput);
}

TEST(TraceEvidenceTest, TruncatedOrMissingTracesAreBadInput) {
  const std::string text = "void main() begin skip; skip; R: skip; end";
  Question question;
  question.labels = {"R"};
  question.traces = true;
  question.trace_limit = 1;
  EXPECT_EQ(validate(text, to_json(check(parsed(text), question))).status, Status::BadInput);
  question.traces = false;
  EXPECT_EQ(validate(text, to_json(check(parsed(text), question))).status, Status::BadInput);
  EXPECT_EQ(validate(text, "{").status, Status::BadInput);
  EXPECT_EQ(validate(text, "").status, Status::BadInput);
}

}  // namespace
}  // namespace hardbop
