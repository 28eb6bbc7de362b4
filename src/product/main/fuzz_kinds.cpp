// SPDX-License-Identifier: MIT
#include "product/main/fuzz_kinds.hpp"

#include <fmt/format.h>
#include <iterator>

#include <hardbop/c_cross.hpp>
#include <hardbop/temporal_cross.hpp>

namespace hardbop::cli {

namespace {

constexpr double contender_seconds = 10;
constexpr std::uint64_t state_limit = 300'000;
constexpr double c_seconds = 0.1;  // of the processor; what takes longer is left to others
constexpr double threads_seconds = 0.2;

void move_to(std::vector<Disagreement>& all, std::vector<Disagreement> more) {
  std::ranges::move(more, std::back_inserter(all));
}

/// What is generated should have no errors, and the question none either.
void add_refusal(const std::vector<Message>& errors, std::vector<Disagreement>& out) {
  out.push_back({Disagreement::Kind::Failure,
                 "refused: " + (errors.empty() ? std::string() : errors.front().text),
                 {}});
}

class BooleanKind : public FuzzKind {
 public:
  explicit BooleanKind(std::vector<std::string> outside) : outside_(std::move(outside)) {}

  [[nodiscard]] std::string generate(std::uint64_t seed) const override {
    return generate_random(seed);
  }
  [[nodiscard]] std::string_view suffix() const override { return ".bp"; }
  [[nodiscard]] std::vector<std::string_view> construct_names() const override {
    return hardbop::construct_names();
  }
  [[nodiscard]] std::string question(std::uint64_t /*seed*/) const override { return ""; }

  [[nodiscard]] Examined examine(std::uint64_t seed, const std::string& text,
                                 const std::vector<std::string>& only) const override {
    Examined out;
    const ParseResult parsed = parse(text);
    if (!parsed.program) {
      add_refusal(parsed.messages, out.disagreements);
      return out;
    }
    for (const Question& question : questions(seed, text)) {
      CrossReport report = compare(seed, *parsed.program, text, question, only);
      if (!report.errors.empty()) add_refusal(report.errors, out.disagreements);
      if (question.coverage) out.counts.add_verdicts(report);
      move_to(out.disagreements, std::move(report.disagreements));
    }
    out.counts.add_constructs(construct_names(), constructs(*parsed.program));
    return out;
  }

  [[nodiscard]] ShrinkResult make_small(const std::string& text, const ShrinkPredicate& keep,
                                        const ShrinkOptions& options) const override {
    return shrink(text, keep, options);
  }

 private:
  std::vector<std::string> outside_;

  /// All at once, and one label by itself: then engines leave out what cannot lead to it, and
  /// may end early.
  static std::vector<Question> questions(std::uint64_t seed, const std::string& text) {
    Question all;
    all.asserts = true;
    all.all_labels = true;
    all.coverage = true;
    all.timeout = contender_seconds;
    all.explicit_search.state_limit = state_limit;
    std::vector<Question> out{all};
    const std::string label = fmt::format("L{}: ", seed % 3);
    if (text.find(label) == std::string::npos) return out;
    out.push_back(all);
    out.back().asserts = out.back().all_labels = out.back().coverage = false;
    out.back().labels = {label.substr(0, label.find(':'))};
    return out;
  }

  [[nodiscard]] CrossReport compare(std::uint64_t seed, const Program& program,
                                    const std::string& text, const Question& question,
                                    const std::vector<std::string>& only) const {
    CrossOptions options;
    options.text = text;
    options.outside = outside_;
    options.only = only;
    options.mixture = seed;
    options.question = question;
    return cross(program, options);
  }
};

class TemporalKind : public FuzzKind {
 public:
  [[nodiscard]] std::string generate(std::uint64_t seed) const override {
    return generate_random_temporal(seed).text;
  }
  [[nodiscard]] std::string_view suffix() const override { return ".bp"; }
  [[nodiscard]] std::vector<std::string_view> construct_names() const override {
    return hardbop::construct_names();
  }
  [[nodiscard]] std::string question(std::uint64_t seed) const override {
    std::string out;
    for (const TemporalPair& pair : generate_random_temporal(seed).pairs)
      out += fmt::format("{}--ltl '{}' --ctl '{}'", out.empty() ? "" : " ", pair.ltl, pair.ctl);
    return out;
  }

  [[nodiscard]] Examined examine(std::uint64_t seed, const std::string& text,
                                 const std::vector<std::string>& /*only*/) const override {
    Examined out;
    const ParseResult parsed = parse(text);
    if (!parsed.program) {
      add_refusal(parsed.messages, out.disagreements);
      return out;
    }
    CrossReport report =
        cross_temporal(*parsed.program, generate_random_temporal(seed).pairs, contender_seconds);
    if (!report.errors.empty()) add_refusal(report.errors, out.disagreements);
    out.counts.add_verdicts(report);
    out.counts.add_constructs(construct_names(), constructs(*parsed.program));
    move_to(out.disagreements, std::move(report.disagreements));
    return out;
  }

  [[nodiscard]] ShrinkResult make_small(const std::string& text, const ShrinkPredicate& keep,
                                        const ShrinkOptions& options) const override {
    return shrink(text, keep, options);
  }
};

class CKind : public FuzzKind {
 public:
  explicit CKind(bool has_threads) : has_threads_(has_threads) {}

  [[nodiscard]] std::string generate(std::uint64_t seed) const override {
    return generate_random_c(seed, has_threads_).text;
  }
  [[nodiscard]] std::string_view suffix() const override { return ".c"; }
  [[nodiscard]] std::vector<std::string_view> construct_names() const override {
    return c_construct_names(has_threads_);
  }
  [[nodiscard]] std::string question(std::uint64_t seed) const override {
    return "--property " + generate_random_c(seed, has_threads_).property;
  }

  [[nodiscard]] Examined examine(std::uint64_t seed, const std::string& text,
                                 const std::vector<std::string>& only) const override {
    const RandomCProgram made = generate_random_c(seed, has_threads_);
    Examined out;
    CCrossOptions options{text, made.property, has_threads_ ? threads_seconds : c_seconds, seed};
    if (has_threads_)
      options.seldom = {{"slam", 2}, {"horn", 8}, {"clauses", 0}};  // others decide nearly all
    else
      options.seldom = {{"horn", 3}, {"clauses", 6}};
    options.only = only;
    if (text == made.text) {
      options.same = made.same;
      options.fewer = made.fewer;
    }
    compare(options, out);
    if (!made.if_holds.empty() && out.counts.of("holds") > 0) {
      options.property = made.if_holds;
      compare(options, out);
    }
    out.counts.add_constructs(construct_names(), made.constructs);
    return out;
  }

  [[nodiscard]] ShrinkResult make_small(const std::string& text, const ShrinkPredicate& keep,
                                        const ShrinkOptions& options) const override {
    return shrink_c(text, keep, options);
  }

 private:
  bool has_threads_;

  static void compare(const CCrossOptions& options, Examined& out) {
    CrossReport report = cross_c(options);
    if (!report.errors.empty()) add_refusal(report.errors, out.disagreements);
    out.counts.add_verdicts(report);
    move_to(out.disagreements, std::move(report.disagreements));
  }
};

}  // namespace

std::vector<std::string> fuzz_kind_names() {
  return {"boolean", "temporal", "c", "threads"};
}

std::unique_ptr<FuzzKind> make_fuzz_kind(std::string_view name, std::vector<std::string> outside) {
  if (name == "c" || name == "threads") return std::make_unique<CKind>(name == "threads");
  if (name == "temporal") return std::make_unique<TemporalKind>();
  return std::make_unique<BooleanKind>(std::move(outside));
}

}  // namespace hardbop::cli
