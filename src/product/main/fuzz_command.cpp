// SPDX-License-Identifier: MIT
// hardbop fuzz: random programs on which all engines must agree. Each program is checked in a
// separate process, so that a crash is a finding, too.
#include <algorithm>
#include <bit>
#include <charconv>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <set>
#include <thread>

#include "product/main/commands.hpp"
#include "product/main/files.hpp"
#include "product/main/help.hpp"
#include "product/main/terminal.hpp"
#include "product/main/workers.hpp"
#include <hardbop/cross.hpp>
#include <hardbop/shrink.hpp>

namespace hardbop::cli {

namespace {

constexpr const char* fuzz_examples =
    R"(Each seed stands for one random program; 'hardbop generate random' prints it.
Every engine checks every assertion, label and statement. If two answers
differ, the program is shrunk and written to FOLDER as seed-N.bp; if it cannot be
written, it is printed. An interrupted run says which seeds are done.

Exit status: 0 nothing found, 6 something found, 5 nothing found before the
interruption, 1 usage, 2 bad input.

Examples:
  hardbop fuzz --seeds 0..9999
  hardbop fuzz --seeds 0..999999 --minutes 60 --jobs 2 --against z3 --keep found)";

constexpr double contender_seconds = 10;
constexpr double shrink_seconds = 120;
constexpr unsigned candidate_seconds = 30;
constexpr unsigned job_seconds = 600;
constexpr std::uint64_t state_limit = 300'000;

/// What came of one seed, or of many. It crosses process borders as bytes.
struct Tally {
  std::uint64_t programs = 0;
  std::uint64_t properties = 0;
  std::uint64_t violated = 0;
  std::uint64_t holds = 0;
  std::uint64_t verdicts = 0;    // by all contenders
  std::uint64_t outside = 0;     // by programs of others
  std::uint64_t constructs = 0;  // a bit each

  void add(const Tally& other) {
    programs += other.programs;
    properties += other.properties;
    violated += other.violated;
    holds += other.holds;
    verdicts += other.verdicts;
    outside += other.outside;
    constructs |= other.constructs;
  }
};

struct Finding {
  std::string text;     // empty: none
  std::string program;  // made small
};

std::string packed(const Tally& tally, const Finding& finding) {
  std::string out(sizeof tally, '\0');
  std::memcpy(out.data(), &tally, sizeof tally);
  return out + finding.text + '\0' + finding.program;
}

Finding unpacked(const std::string& bytes, Tally& tally) {
  std::memcpy(&tally, bytes.data(), sizeof tally);
  const std::size_t end = bytes.find('\0', sizeof tally);
  return {bytes.substr(sizeof tally, end - sizeof tally), bytes.substr(end + 1)};
}

/// What one process does with one seed.
class Trial {
 public:
  explicit Trial(std::vector<std::string> outside) : outside_(std::move(outside)) {}

  [[nodiscard]] std::string run(const Job& job) const {
    const std::string text = generate_random(job.seed);
    Tally tally;
    tally.programs = 1;
    if (job.before == ProcessEnd::Crashed) return packed(tally, crash(job.seed, text));
    for (const Question& question : questions(job.seed, text)) {
      const CrossReport report = compare(job.seed, text, question, {});
      if (question.coverage) count(report, text, tally);
      if (report.disagreements.empty()) continue;
      const Disagreement& first = report.disagreements.front();
      return packed(tally, {first.text, smaller(job.seed, text, question, first)});
    }
    return packed(tally, {});
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

  [[nodiscard]] CrossReport compare(std::uint64_t seed, const std::string& text,
                                    const Question& question,
                                    const std::vector<std::string>& only) const {
    CrossOptions options;
    options.text = text;
    options.outside = outside_;
    options.only = only;
    options.mixture = seed;
    options.question = question;
    const ParseResult parsed = parse(text);
    CrossReport report;
    if (parsed.program) report = cross(*parsed.program, options);
    // What is generated should have no errors, and the question none either.
    const std::vector<Message>& errors = parsed.program ? report.errors : parsed.messages;
    if (!parsed.program || !errors.empty())
      report.disagreements.push_back(
          {Disagreement::Kind::Failure,
           "refused: " + (errors.empty() ? std::string() : errors.front().text),
           {}});
    return report;
  }

  static void count(const CrossReport& report, const std::string& text, Tally& tally) {
    tally.properties = report.properties.size();
    if (!report.contenders.empty()) {
      for (const Verdict verdict : report.contenders.front().verdicts) {
        if (verdict == Verdict::Violated) ++tally.violated;
        if (verdict == Verdict::Holds) ++tally.holds;
      }
    }
    const std::vector<std::string_view> outside = outside_tools();
    for (const Contender& contender : report.contenders) {
      const auto decided = static_cast<std::uint64_t>(std::ranges::count_if(
          contender.verdicts, [](Verdict verdict) { return verdict != Verdict::Unknown; }));
      tally.verdicts += decided;
      if (std::ranges::find(outside, contender.name) != outside.end()) tally.outside += decided;
    }
    const ParseResult parsed = parse(text);
    if (!parsed.program) return;
    const std::vector<bool> occurs = constructs(*parsed.program);
    for (std::size_t i = 0; i < occurs.size(); ++i)
      if (occurs[i]) tally.constructs |= std::uint64_t{1} << i;
  }

  /// Keeps what disagrees in the same way, between the same contenders.
  [[nodiscard]] std::string smaller(std::uint64_t seed, const std::string& text,
                                    const Question& question, const Disagreement& found) const {
    const auto keep = [&](const std::string& candidate) {
      int status = 1;
      const auto differs = [&] {
        for (const Disagreement& one :
             compare(seed, candidate, question, found.between).disagreements)
          if (one.kind == found.kind) return 0;
        return 1;
      };
      return in_child(differs, candidate_seconds, status) == ProcessEnd::Fine && status == 0;
    };
    return shrink(text, keep, limits()).text;
  }

  [[nodiscard]] Finding crash(std::uint64_t seed, const std::string& text) const {
    const auto keep = [&](const std::string& candidate) {
      int status = 0;
      const auto try_it = [&] {
        for (const Question& question : questions(seed, candidate))
          if (!compare(seed, candidate, question, {}).disagreements.empty()) return 1;
        return 0;
      };
      return in_child(try_it, candidate_seconds, status) == ProcessEnd::Crashed;
    };
    return {"an engine crashes", shrink(text, keep, limits()).text};
  }

  static ShrinkOptions limits() {
    ShrinkOptions options;
    options.timeout = shrink_seconds;
    return options;
  }
};

struct FuzzCommand {
  std::string seeds_text = "0..999";
  std::vector<std::string> outside;
  unsigned jobs = 1;
  std::optional<double> minutes;
  std::string folder = ".";
  bool stop_at_first = false;

  std::uint64_t first = 0;
  std::uint64_t last = 0;
  Tally total{};
  std::uint64_t found = 0;
  bool output_failed = false;
  bool interrupted = false;

  [[nodiscard]] int run() {
    if (!read_seeds()) {
      fmt::print(stderr, "hardbop fuzz: '{}' is not a range of seeds, such as 0..999\n",
                 seeds_text);
      return usage_error;
    }
    if (!std::filesystem::is_directory(folder)) {
      fmt::print(stderr, "{}: error: not a folder\n", folder);
      return bad_input;
    }
    const std::uint64_t next = try_all();
    if (!summarise(next) || output_failed) return bad_input;
    if (found > 0) return internal_error;
    return interrupted ? unknown : success;
  }

  bool read_seeds() {
    const std::size_t dots = seeds_text.find("..");
    if (dots == std::string::npos) return false;
    const auto number = [](std::string_view text, std::uint64_t& value) {
      const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      return error == std::errc() && stop == text.data() + text.size();
    };
    const std::string_view text = seeds_text;
    return number(text.substr(0, dots), first) && number(text.substr(dots + 2), last) &&
           first <= last && last < UINT64_MAX;
  }

  /// The first seed that is not done.
  std::uint64_t try_all() {
    const Interruption interruption;
    ProgressLine progress;
    const auto start = std::chrono::steady_clock::now();
    const Trial trial(outside);
    Workers workers(
        jobs, [&](const Job& job) { return trial.run(job); }, job_seconds);
    std::uint64_t next = first;
    std::vector<Job> again;  // those that crashed, to be made small
    while (true) {
      const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
      const bool late = minutes && passed.count() >= *minutes * 60;
      interrupted = interruption.flag()->load();
      if (interrupted || (stop_at_first && found > 0)) break;
      while (workers.has_idle() && (!again.empty() || (!late && next <= last))) {
        if (again.empty()) {
          workers.give({next++, ProcessEnd::Fine});
        } else {
          workers.give(again.back());
          again.pop_back();
        }
      }
      if (!workers.has_busy()) break;
      workers.wait([&](const Job& job, ProcessEnd end, const std::string& result) {
        if (end == ProcessEnd::Crashed && job.before == ProcessEnd::Fine) {
          again.push_back({job.seed, end});
        } else {
          take(job, end, result);
        }
      });
      if (passed.count() > 1)
        progress.show({"fuzzing", passed.count(), total.programs, "programs"});
    }
    for (const std::uint64_t seed : workers.seeds()) next = std::min(next, seed);
    for (const Job& job : again) next = std::min(next, job.seed);
    return next;
  }

  void take(const Job& job, ProcessEnd end, const std::string& result) {
    Tally tally;
    Finding finding;
    if (end == ProcessEnd::Fine) {
      finding = unpacked(result, tally);
    } else {
      tally.programs = 1;
      finding = {end == ProcessEnd::Hung ? "an engine does not terminate" : "an engine crashes",
                 generate_random(job.seed)};
    }
    total.add(tally);
    if (!finding.text.empty()) tell(job.seed, finding);
  }

  void tell(std::uint64_t seed, const Finding& finding) {
    ++found;
    const std::string program = fmt::format("// hardbop {} fuzz --seeds {}..{}\n// {}\n{}",
                                            version(), seed, seed, finding.text, finding.program);
    const std::string path = fmt::format("{}/seed-{}.bp", folder, seed);
    const bool written = write_file(path, program);
    const std::string out = fmt::format("seed {}: {}\n{}", seed, finding.text,
                                        written ? fmt::format("  see {}\n", path) : program);
    if (!write_output(out)) output_failed = true;
  }

  [[nodiscard]] bool summarise(std::uint64_t next) const {
    const auto share = [&](std::uint64_t part) {
      return total.properties == 0
                 ? 0.0
                 : 100.0 * static_cast<double>(part) / static_cast<double>(total.properties);
    };
    const std::uint64_t unknowns = total.properties - total.violated - total.holds;
    std::string out = fmt::format("{} programs, ", total.programs);
    out += next == first
               ? "no seed done\n"
               : fmt::format("seeds {}..{} done{}\n", first, next - 1,
                             next > last ? "" : fmt::format("; continue with {}..{}", next, last));
    out +=
        fmt::format("{} properties: {:.1f} % violated, {:.1f} % hold, {:.1f} % unknown\n",
                    total.properties, share(total.violated), share(total.holds), share(unknowns));
    out += fmt::format("{:.1f} verdicts per property, {} by other tools\n",
                       share(total.verdicts) / 100, total.outside);
    out += constructs_text();
    out += found == 0
               ? std::string("nothing found\n")
               : fmt::format("{} program{} with disagreements\n", found, found == 1 ? "" : "s");
    return write_output(out);
  }

  [[nodiscard]] std::string constructs_text() const {
    const std::vector<std::string_view> names = construct_names();
    std::string missing;
    for (std::size_t i = 0; i < names.size(); ++i)
      if ((total.constructs >> i & 1U) == 0)
        missing += fmt::format("{}{}", missing.empty() ? ", without: " : ", ", names[i]);
    return fmt::format("{} of {} constructs occurred{}\n", std::popcount(total.constructs),
                       names.size(), missing);
  }
};

}  // namespace

Action add_fuzz(CLI::App& app) {
  const auto state = std::make_shared<FuzzCommand>();
  CLI::App& command = *app.add_subcommand("fuzz", "Check random programs with all engines");
  command.add_option("--seeds", state->seeds_text, "Check the programs of the seeds A to B")
      ->option_text("A..B [0..999]");
  add_against(command, state->outside, "Also ask these other tools: z3, spin, abc");
  command.add_option("--jobs", state->jobs, "Use N processes")
      ->option_text("N [1]")
      ->check(CLI::Range(1, 256).description(""));
  command.add_option("--minutes", state->minutes, "Start no new program after N minutes")
      ->option_text("N")
      ->check(number());
  command.add_option("--keep", state->folder, "Write programs with disagreements to FOLDER")
      ->option_text("FOLDER [.]");
  command.add_flag("--stop-at-first", state->stop_at_first, "Stop at the first disagreement");
  command.footer(fuzz_examples);
  return [state] { return state->run(); };
}

}  // namespace hardbop::cli
