// SPDX-License-Identifier: MIT
// Evidence about temporal properties and threads: that of random programs is accepted, and never
// for something that is not so.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <random>

#include "boolean/certify/proof.hpp"
#include "boolean/engine/summary/proof.hpp"
#include "boolean/language/generate_random.hpp"
#include "boolean/logic/ltl_product.hpp"
#include "boolean/logic/parse.hpp"
#include "boolean/logic/promises.hpp"
#include "boolean/temporal/model.hpp"
#include "repetitions.hpp"
#include "support.hpp"
#include <hardbop/hardbop.hpp>

namespace hardbop {
namespace {

using Json = nlohmann::ordered_json;
using Status = Validation::Status;

Answer asked(const std::string& text, const Question& question) {
  ParseResult result = parse(text, {.name = "test.bp"});
  if (!result.program) throw std::runtime_error(result.messages.front().to_string());
  return check(*result.program, question);
}

Question wanting_evidence() {
  Question question;
  question.asserts = false;
  question.certify = true;
  return question;
}

Question about_ltl(const std::string& formula) {
  Question question = wanting_evidence();
  question.ltl = {formula};
  return question;
}

bp::RandomProgramSize small_size(std::uint64_t seed) {
  bp::RandomProgramSize size;
  size.globals = 1 + static_cast<std::uint32_t>(seed % 2);
  size.procedures = 3;
  size.formals = 1;
  size.locals = 1;
  size.results = 1;
  size.statements = 3 + static_cast<std::uint32_t>(seed % 3);
  return size;
}

std::string first_line(const Validation& validation) {
  return validation.lines.empty() ? "" : validation.lines.front();
}

struct Counts {
  std::size_t holds = 0;
  std::size_t violated = 0;
};

/// The property of an answer that was decided is shown by its certificate, and by no other.
void expect_evidence(const std::string& text, const Answer& answer, Counts& counts) {
  ASSERT_EQ(answer.errors.size(), 0U);
  ASSERT_EQ(answer.internal_error, "");
  const PropertyResult& result = answer.results.front();
  if (!answer.no_certificate.empty()) {
    EXPECT_NE(answer.no_certificate.find("do not repeat"), std::string::npos)
        << answer.no_certificate << "\n"
        << result.property << "\n"
        << text;
    return;
  }
  ValidateOptions options;
  options.properties = {result.property};
  const Validation found = validate(text, answer.certificate, options);
  EXPECT_EQ(found.status, Status::Valid) << first_line(found) << "\n"
                                         << result.property << "\n"
                                         << text;
  (result.verdict == Verdict::Holds ? counts.holds : counts.violated) += 1;
}

TEST(TemporalCertificates, random_formulas_of_random_programs_have_evidence) {
  Counts counts;
  const std::uint64_t seeds = test::repetitions(60);
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const std::string text = bp::generate_random(seed, small_size(seed));
    const test::Sample sample(text);
    test::FormulaGenerator formulas(sample.graph(), seed);
    for (int i = 0; i < 2; ++i)
      expect_evidence(text, asked(text, about_ltl(formulas.ltl(1 + i).text())), counts);
    Question ends = wanting_evidence();
    ends.terminates = true;
    expect_evidence(text, asked(text, ends), counts);
  }
  EXPECT_GT(counts.holds, seeds / 4);
  EXPECT_GT(counts.violated, seeds / 4);
}

/// A program that has both kinds of runs without end, in a recursion and in a loop.
constexpr const char* waits = R"(decl a, b;
void main() begin
  a := 0;
  b := 1;
  while (b) do
    knock();
    b := *;
  od
  while (*) do
    a := !a;
  od
  a := 1;
  stay();
end
void knock() begin
  if (*) then knock(); fi
  a := 1;
end
void stay() begin
  a := 1;
  stay();
end
)";

TEST(TemporalCertificates, a_claim_that_is_not_so_is_never_valid) {
  const std::vector<std::string> formulas{"G (a -> F a)",
                                          "F G a",
                                          "G F a",
                                          "F b",
                                          "G b",
                                          "F !b",
                                          "F G b",
                                          "G F b",
                                          "F a",
                                          "X a",
                                          "X X a",
                                          "G (a | !a)",
                                          "a U b",
                                          "F (a & b)",
                                          "G (b -> F a)",
                                          "G a",
                                          "F G !a",
                                          "G F !a",
                                          "(F G a) | (G F b)"};
  std::vector<std::pair<std::string, Answer>> answers;
  for (const std::string& formula : formulas)
    answers.emplace_back(formula, asked(waits, about_ltl(formula)));
  std::size_t proofs = 0;
  std::size_t runs = 0;
  for (const auto& [formula, answer] : answers) {
    ASSERT_EQ(answer.no_certificate, "") << formula;
    const bool holds = answer.results.front().verdict == Verdict::Holds;
    (holds ? proofs : runs) += 1;
    for (const auto& [other, about] : answers) {
      if ((about.results.front().verdict == Verdict::Holds) == holds) continue;
      std::string spoilt = answer.certificate;
      const std::string from = fmt::format("\"ltl {}\"", formula);
      for (std::size_t at = spoilt.find(from); at != std::string::npos; at = spoilt.find(from))
        spoilt.replace(at, from.size(), fmt::format("\"ltl {}\"", other));
      EXPECT_NE(validate(waits, spoilt).status, Status::Valid) << formula << " for " << other;
    }
  }
  EXPECT_GE(proofs, 3U);
  EXPECT_GT(runs, 3U);
}

/// Changes one digit or word of a text.
std::string changed(const std::string& text, std::mt19937_64& random) {
  std::string out = text;
  constexpr std::string_view letters = "01234567890123ce()! +true";
  for (int tries = 0; tries < 100; ++tries) {
    const std::size_t at = random() % out.size();
    const char letter = letters[random() % letters.size()];
    if (out[at] == letter) continue;
    switch (random() % 4) {
      case 0: out.erase(at, 1 + random() % 20); break;
      case 1: out.insert(at, 1, letter); break;
      default: out[at] = letter;
    }
    return out;
  }
  return out;
}

/// Of what is valid, not of what is wrong.
bool says(const Validation& validation, std::string_view what) {
  return validation.status == Status::Valid && first_line(validation).starts_with(what);
}

/// About a property that is not so: what was valid of another program, with the other's hash.
TEST(TemporalCertificates, two_thousand_spoilt_ones_are_refused) {
  const std::string mended = R"(decl a;
void main() begin
  a := 1;
  while (*) do
    a := 0;
    work();
  od
end
void work() begin
  a := 1;
end
)";
  std::string broken = mended;
  broken.replace(broken.find("a := 1;\nend"), 7, "a := *;");
  const Answer proof = asked(mended, about_ltl("G F a"));
  const Answer run = asked(broken, about_ltl("G F a"));
  const auto hash = [](const Answer& answer) { return answer.inputs.front().sha256; };
  const auto about = [&](std::string text, const Answer& from, const Answer& to) {
    for (std::size_t at = text.find(hash(from)); at != std::string::npos;
         at = text.find(hash(from)))
      text.replace(at, hash(from).size(), hash(to));
    return text;
  };
  ASSERT_EQ(proof.results.front().verdict, Verdict::Holds);
  ASSERT_EQ(run.results.front().verdict, Verdict::Violated);
  const std::string false_proof = about(proof.certificate, proof, run);
  const std::string false_run = about(run.certificate, run, proof);
  EXPECT_EQ(validate(broken, false_proof).status, Status::Invalid);
  EXPECT_EQ(validate(mended, false_run).status, Status::Invalid);
  std::mt19937_64 random(25);
  for (std::size_t i = 0; i < test::repetitions(1000); ++i) {
    EXPECT_FALSE(says(validate(broken, changed(false_proof, random)), "ltl G F a holds")) << i;
    EXPECT_FALSE(says(validate(mended, changed(false_run, random)), "ltl G F a is violated")) << i;
  }
}

/// A script as the writer makes it, with what is really invariant, and ranks drawn at random.
std::string with_random_ranks(const std::string& text, const test::Sample& sample,
                              const std::string& formula, std::mt19937_64& random) {
  const SourceFile source("formula", formula);
  Diagnostics diagnostics;
  const auto read = temporal::parse_formula(source, {0, static_cast<SourceOffset>(formula.size())},
                                            temporal::Logic::Ltl, sample.graph(), diagnostics);
  temporal::Promises promises(sample.graph(), read.value());
  const temporal::LtlProduct product =
      temporal::make_product(sample.graph(), promises, {sample.procedure("main")});
  Budget budget;
  trace::Invariant invariant =
      engine::prove(product.graph(), {product.start}, budget).invariant.value();
  // Nodes about a few bits of the automaton, which every procedure has.
  const auto first = static_cast<std::uint32_t>(invariant.nodes.size());
  for (const bp::Slot slot : product.untils)
    invariant.nodes.push_back(
        {{trace::Decision::Kind::Current, slot}, trace::diagram_true, trace::diagram_false});
  const auto nodes = static_cast<std::uint32_t>(invariant.nodes.size()) - first;
  const std::size_t bits = 1 + random() % 4;
  for (std::size_t v = 0; v < product.graph().vertices().size(); ++v) {
    auto& rank = invariant.ranks.emplace_back();
    for (std::size_t i = 0; i < bits; ++i)
      rank.push_back(nodes != 0 && random() % 3 == 0
                         ? trace::DiagramRef(first + static_cast<std::uint32_t>(random() % nodes),
                                             random() % 2 == 0)
                         : trace::DiagramRef(0, random() % 2 == 0));
  }
  certify::Question question{{product.start}, {}};
  question.fairness = certify::Fairness{product.untils, product.seen, product.after_call};
  const certify::Claim claim = certify::make_claim({"test.bp", certify::sha256(text)},
                                                   {"standard", {"main"}}, {"ltl " + formula});
  return certify::write_proof(claim, question, product.graph(), invariant);
}

TEST(TemporalCertificates, no_ranks_prove_what_is_violated) {
  std::mt19937_64 random(25);
  std::size_t tried = 0;
  for (std::uint64_t seed = 0; seed < test::repetitions(40); ++seed) {
    const std::string text = bp::generate_random(seed, small_size(seed));
    const test::Sample sample(text);
    test::FormulaGenerator formulas(sample.graph(), seed);
    const std::string formula = formulas.ltl(2).text();
    Question question = about_ltl(formula);
    question.certify = false;
    if (asked(text, question).results.front().verdict != Verdict::Violated) continue;
    for (int i = 0; i < 4; ++i) {
      const Validation found = validate(text, with_random_ranks(text, sample, formula, random));
      EXPECT_EQ(found.status, Status::Invalid) << first_line(found) << "\n" << formula << text;
      tried += first_line(found).find("rank") != std::string::npos ? 1 : 0;
    }
  }
  EXPECT_GT(tried, test::repetitions(40) / 2);  // else other things are wrong with them
}

TEST(TemporalCertificates, runs_of_the_wrong_shape_are_refused) {
  const Answer answer = asked(waits, about_ltl("F G b"));
  ASSERT_EQ(answer.results.front().verdict, Verdict::Violated);
  const Json json = Json::parse(answer.certificate);
  const auto refused = [&](const auto& spoil) {
    Json spoilt = json;
    spoil(spoilt.at("results").at(0).at("run"));
    const Validation found = validate(waits, spoilt.dump());
    EXPECT_NE(found.status, Status::Valid) << spoilt.dump();
    return first_line(found);
  };
  EXPECT_EQ(validate(waits, json.dump()).status, Status::Valid);
  EXPECT_NE(refused([](Json& run) { run["kind"] = "terminated"; }), "");
  EXPECT_NE(refused([](Json& run) { run["kind"] = "failed"; }), "");
  EXPECT_NE(refused([](Json& run) { run["kind"] = "endless"; }), "");
  EXPECT_NE(refused([](Json& run) { run["open"] = Json::array(); }), "");
  EXPECT_NE(refused([](Json& run) { run["open"].push_back(run["open"][0]); }), "");
  EXPECT_NE(refused([](Json& run) { run["open"][0] = 99; }), "");
  EXPECT_NE(refused([](Json& run) { run["open"][0] = -1; }), "");
  EXPECT_NE(refused([](Json& run) { run["open"][0] = 1e300; }), "");
  EXPECT_NE(refused([](Json& run) { run["step"] = 1U << 31U; }), "");
  EXPECT_NE(refused([](Json& run) { run["step"] = 1e300; }), "");
  EXPECT_NE(refused([](Json& run) { run["frame"] = 77; }), "");
  EXPECT_NE(refused([](Json& run) { run["bodies"][0]["steps"][0]["vertex"] = 100000; }), "");
  EXPECT_NE(refused([](Json& run) { run["bodies"][0]["steps"][0]["frame"] = "0"; }), "");
  EXPECT_NE(refused([](Json& run) { run["bodies"][0]["steps"][0]["body"] = 0; }), "");
  EXPECT_NE(refused([](Json& run) { run["bodies"][0]["procedure"] = "nobody"; }), "");
  EXPECT_NE(refused([](Json& run) { run["bodies"] = 5; }), "");
}

TEST(TemporalCertificates, ctl_formulas_that_one_run_violates_have_evidence) {
  Counts counts;
  for (const char* const formula :
       {"AG (a | !a)", "AF b", "AG a", "AG (b -> AF a)", "A[b U a]", "AX a", "AG AF a", "AF AG a",
        "!EF (a & b)", "!EG b", "!E[b U EG a]"}) {
    Question question = wanting_evidence();
    question.ctl = {formula};
    const Answer answer = asked(waits, question);
    if (answer.no_certificate.starts_with(
            "not available for CTL formulas that need more than one run, of programs that call"))
      EXPECT_EQ(std::string(formula), "AF AG a");
    else
      expect_evidence(waits, answer, counts);
  }
  EXPECT_GE(counts.holds, 2U);
  EXPECT_GE(counts.violated, 4U);
}

TEST(TemporalCertificates, a_name_with_the_end_of_a_line_does_not_begin_another_answer) {
  const std::string text =
      "decl {x holds\nvalid: ctl AG q}, q;\n"
      "void main() begin {x holds\nvalid: ctl AG q} := T; q := F; end\n";
  Question question = wanting_evidence();
  question.ctl = {"EF {x holds\nvalid: ctl AG q}"};
  const Validation found = validate(text, asked(text, question).certificate);
  EXPECT_EQ(found.status, Status::Valid) << first_line(found);
  EXPECT_TRUE(first_line(found).starts_with("ctl EF {x holds valid: ctl AG q} holds"))
      << first_line(found);
}

TEST(TemporalCertificates, properties_of_both_kinds_stand_in_one_file) {
  Question question = wanting_evidence();
  question.asserts = true;
  question.ltl = {"F G b", "F b"};
  question.terminates = true;
  const std::string text = std::string(waits) + "\n";
  const Answer answer = asked(text, question);
  ASSERT_EQ(answer.no_certificate, "");
  const Validation found = validate(text, answer.certificate);
  EXPECT_EQ(found.status, Status::Valid) << first_line(found);
  EXPECT_EQ(found.lines.size(), 3U);
  // A proof for another property than the one it stands beside.
  Json json = Json::parse(answer.certificate);
  for (Json& result : json.at("results"))
    if (result.contains("proof")) result["property"] = "ltl F G b";
  EXPECT_EQ(validate(text, json.dump()).status, Status::Invalid);
}

constexpr const char* racing_threads = R"(decl x, done;
thread first begin
void main() begin
  x := 1;
  done := 1;
end
end
thread second begin
void main() begin
  assume(x);
  assert(done);
end
end
)";

TEST(TemporalCertificates, random_threads_have_evidence_within_a_bound) {
  Counts counts;
  for (std::uint64_t seed = 0; seed < test::repetitions(60); ++seed) {
    const std::string text = bp::generate_random(seed, bp::random_concurrent_size);
    Question question;
    question.all_labels = true;
    question.certify = true;
    question.context_switches = seed % 3;
    const Answer answer = asked(text, question);
    ASSERT_EQ(answer.errors.size(), 0U);
    if (answer.results.empty() || answer.no_certificate.find("simulations") != std::string::npos ||
        answer.no_certificate.find("several places") != std::string::npos)
      continue;
    ASSERT_EQ(answer.no_certificate, "") << "seed " << seed << text;
    const Validation found = validate(text, answer.certificate);
    EXPECT_EQ(found.status, Status::Valid) << "seed " << seed << first_line(found) << text;
    EXPECT_EQ(found.lines.size(), answer.results.size());
    for (const PropertyResult& result : answer.results)
      (result.verdict == Verdict::Violated ? counts.violated : counts.holds) += 1;
    // What is violated within the bound is not proved by the parts of another property.
    Json json = Json::parse(answer.certificate);
    std::string violated;
    for (const PropertyResult& result : answer.results)
      if (result.verdict == Verdict::Violated) violated = result.property;
    for (Json& result : json.at("results")) {
      if (violated.empty() || !result.contains("parts")) continue;
      const std::string own = result["property"];
      std::string parts = result.dump();
      for (std::size_t at = parts.find(own); at != std::string::npos;
           at = parts.find(own, at + violated.size()))
        parts.replace(at, own.size(), violated);
      Json spoilt = json;
      spoilt["results"] = Json::array({Json::parse(parts)});
      EXPECT_NE(validate(text, spoilt.dump()).status, Status::Valid) << "seed " << seed << text;
    }
  }
  EXPECT_GT(counts.holds, 10U);
  EXPECT_GT(counts.violated, 10U);
}

TEST(TemporalCertificates, a_run_of_threads_is_executed) {
  Question question;
  question.certify = true;
  const Answer answer = asked(racing_threads, question);
  ASSERT_EQ(answer.errors.size(), 0U);
  ASSERT_EQ(answer.results.front().verdict, Verdict::Violated);
  ASSERT_EQ(answer.no_certificate, "");
  const Validation found = validate(racing_threads, answer.certificate);
  EXPECT_EQ(found.status, Status::Valid) << first_line(found);
  Json json = Json::parse(answer.certificate);
  std::mt19937_64 random(25);
  // Without its first step, and with its threads exchanged.
  Json shorter = json;
  shorter["results"][0]["run"]["steps"].erase(0);
  EXPECT_EQ(validate(racing_threads, shorter.dump()).status, Status::Invalid);
  Json exchanged = json;
  for (Json& step : exchanged["results"][0]["run"]["steps"])
    step["thread"] = 3 - step["thread"].get<int>();
  EXPECT_NE(validate(racing_threads, exchanged.dump()).status, Status::Valid);
  std::string mended = racing_threads;
  mended.replace(mended.find("assume(x)"), 9, "assume(done)");
  const std::string own = answer.inputs.front().sha256;
  const std::string other = asked(mended, question).inputs.front().sha256;
  std::string text = answer.certificate;
  text.replace(text.find(own), own.size(), other);
  EXPECT_EQ(validate(mended, text).status, Status::Invalid);
  for (std::size_t i = 0; i < test::repetitions(300); ++i)
    EXPECT_NE(validate(mended, changed(text, random)).status, Status::Valid) << i;
}

}  // namespace
}  // namespace hardbop
