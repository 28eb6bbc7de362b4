// SPDX-License-Identifier: MIT
// hardbop fuzz: random programs on which all engines must agree. Each program is checked in a
// separate process, so that a crash is a finding, too; a process goes on with the next program.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>

#include "product/main/commands.hpp"
#include "product/main/files.hpp"
#include "product/main/fuzz_kinds.hpp"
#include "product/main/help.hpp"
#include "product/main/terminal.hpp"
#include "product/main/workers.hpp"
#include <hardbop/c.hpp>

namespace hardbop::cli {

namespace {

constexpr const char* fuzz_examples =
    R"(Each seed stands for one random program, of a kind: a Boolean program; one with
temporal formulas (temporal); a C program (c); or one with threads (threads).
'hardbop generate random' prints it. Every engine checks it. If two answers
differ, the program is shrunk and written to FOLDER as seed-N.bp or seed-N.c; if
it cannot be written, it is printed. An interrupted run says which seeds are done.

Exit status: 0 nothing found, 6 something found, 5 nothing found before the
interruption, 1 usage, 2 bad input.

Examples:
  hardbop fuzz --seeds 0..9999
  hardbop fuzz --kind c --seeds 0..9999 --jobs 2 --resume c.json
  hardbop fuzz --seeds 0..999999 --minutes 60 --jobs 2 --against z3 --keep found)";

constexpr double shrink_seconds = 120;
constexpr unsigned candidate_seconds = 30;
constexpr unsigned job_seconds = 300;
constexpr double seconds_between_writes = 10;

struct Finding {
  std::string text;     // empty: none
  std::string program;  // made small
};

std::string packed(const FuzzCounts& counts, const Finding& finding) {
  return counts.to_bytes() + '\0' + finding.text + '\0' + finding.program;
}

Finding unpacked(const std::string& bytes, FuzzCounts& counts) {
  const std::size_t first = bytes.find('\0');
  const std::size_t second = bytes.find('\0', first + 1);
  counts = FuzzCounts::from_bytes(std::string_view(bytes).substr(0, first));
  return {bytes.substr(first + 1, second - first - 1), bytes.substr(second + 1)};
}

/// What one process does with one seed.
class Trial {
 public:
  explicit Trial(const FuzzKind& kind) : kind_(kind) {}

  [[nodiscard]] std::string run(const Job& job) const {
    const std::string text = kind_.generate(job.seed);
    Examined examined;
    Finding finding;
    if (job.before == ProcessEnd::Crashed) {
      finding = crash(job.seed, text);
    } else {
      examined = kind_.examine(job.seed, text, {});
      if (!examined.disagreements.empty()) {
        const Disagreement& first = examined.disagreements.front();
        finding = {first.text, smaller(job.seed, text, first)};
      }
    }
    examined.counts.add("programs");
    return packed(examined.counts, finding);
  }

 private:
  const FuzzKind& kind_;

  /// Keeps what disagrees in the same way, between the same contenders.
  [[nodiscard]] std::string smaller(std::uint64_t seed, const std::string& text,
                                    const Disagreement& found) const {
    const auto keep = [&](const std::string& candidate) {
      int status = 1;
      const auto differs = [&] {
        for (const Disagreement& one : kind_.examine(seed, candidate, found.between).disagreements)
          if (one.kind == found.kind && one.between == found.between) return 0;
        return 1;
      };
      return in_child(differs, candidate_seconds, status) == ProcessEnd::Fine && status == 0;
    };
    return kind_.make_small(text, keep, limits()).text;
  }

  [[nodiscard]] Finding crash(std::uint64_t seed, const std::string& text) const {
    const auto keep = [&](const std::string& candidate) {
      int status = 0;
      const auto try_it = [&] {
        return kind_.examine(seed, candidate, {}).disagreements.empty() ? 0 : 1;
      };
      return in_child(try_it, candidate_seconds, status) == ProcessEnd::Crashed;
    };
    return {"an engine crashes", kind_.make_small(text, keep, limits()).text};
  }

  static ShrinkOptions limits() {
    ShrinkOptions options;
    options.timeout = shrink_seconds;
    return options;
  }
};

struct FuzzCommand {
  std::string kind_name = fuzz_kind_names().front();
  std::string seeds_text = "0..999";
  std::vector<std::string> outside;
  unsigned jobs = 1;
  std::optional<double> minutes;
  std::string folder = ".";
  std::string resume;
  bool stop_at_first = false;
  bool json = false;

  std::unique_ptr<FuzzKind> kind{};
  FuzzRun done{};                               // all seeds before `next`, in order
  FuzzCounts total{};                           // of all programs that were checked
  std::map<std::uint64_t, FuzzCounts> early{};  // of seeds behind one that is not done
  std::uint64_t found = 0;
  bool output_failed = false;
  bool interrupted = false;

  [[nodiscard]] int run() {
    if (const int status = prepare(); status != success) return status;
    try_all();
    done.found = found;
    if (!resume.empty() && !write_file(resume, to_json(done))) output_failed = true;
    const std::string out = json ? to_json(done) : to_text(done, total, kind->construct_names());
    if (!write_output(out) || output_failed) return bad_input;
    if (found > 0) return internal_error;
    return interrupted ? unknown : success;
  }

  int prepare() {
    if (!read_seeds()) {
      fmt::print(stderr, "hardbop fuzz: '{}' is not a range of seeds, such as 0..999\n",
                 seeds_text);
      return usage_error;
    }
    if (!outside.empty() && kind_name != "boolean")
      return complain("fuzz", "--against has no effect: other tools read Boolean programs only");
    if (!std::filesystem::is_directory(folder)) {
      fmt::print(stderr, "{}: error: not a folder\n", folder);
      return bad_input;
    }
    kind = make_fuzz_kind(kind_name, outside);
    if (kind->suffix() == ".c" && !reads_c()) {
      fmt::print(stderr, "hardbop fuzz: error: this build does not read C\n");
      return bad_input;
    }
    done.kind = kind_name;
    done.next = done.first;
    return resume.empty() ? success : read_resumed();
  }

  /// Where an earlier run stopped.
  int read_resumed() {
    const std::optional<std::string> text = read_if_possible(resume);
    if (!text) return can_write(resume) ? success : bad_input;
    const std::optional<FuzzRun> before = read_fuzz_run(*text);
    if (!before || before->kind != kind_name || before->first != done.first ||
        before->next < before->first || before->next > done.last + 1) {
      fmt::print(stderr, "{}: error: not of a run of '--kind {} --seeds {}..'\n", resume, kind_name,
                 done.first);
      return bad_input;
    }
    const std::uint64_t last = done.last;
    done = *before;
    done.last = last;
    total = done.counts;
    found = done.found;
    return success;
  }

  bool read_seeds() {
    const std::size_t dots = seeds_text.find("..");
    if (dots == std::string::npos) return false;
    const auto number = [](std::string_view text, std::uint64_t& value) {
      const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      return error == std::errc() && stop == text.data() + text.size();
    };
    const std::string_view text = seeds_text;
    return number(text.substr(0, dots), done.first) && number(text.substr(dots + 2), done.last) &&
           done.first <= done.last && done.last < UINT64_MAX;
  }

  void try_all() {
    const Interruption interruption;
    ProgressLine progress;
    const auto start = std::chrono::steady_clock::now();
    const Trial trial(*kind);
    Workers workers(
        jobs, [&](const Job& job) { return trial.run(job); }, job_seconds);
    std::uint64_t next = done.next;
    const std::uint64_t found_before = found;
    double next_write = seconds_between_writes;
    std::vector<Job> again;  // those that crashed, to be made small
    while (true) {
      const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
      const bool late = minutes && passed.count() >= *minutes * 60;
      interrupted = interruption.flag()->load();
      if (interrupted || (stop_at_first && found > found_before)) break;
      while (workers.has_idle() && (!again.empty() || (!late && next <= done.last))) {
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
        progress.show({"fuzzing", passed.count(), total.of("programs"), "programs"});
      if (!resume.empty() && passed.count() > next_write) {
        done.found = found;
        if (!write_file(resume, to_json(done))) output_failed = true;
        next_write = passed.count() + seconds_between_writes;
      }
    }
  }

  void take(const Job& job, ProcessEnd end, const std::string& result) {
    FuzzCounts counts;
    Finding finding;
    if (end == ProcessEnd::Fine) {
      finding = unpacked(result, counts);
    } else {
      counts.add("programs");
      finding = {end == ProcessEnd::Hung ? "an engine does not terminate" : "an engine crashes",
                 kind->generate(job.seed)};
    }
    total.add(counts);
    early.emplace(job.seed, std::move(counts));
    while (!early.empty() && early.begin()->first == done.next) {
      done.counts.add(early.begin()->second);
      early.erase(early.begin());
      ++done.next;
    }
    if (!finding.text.empty()) tell(job.seed, finding);
  }

  void tell(std::uint64_t seed, const Finding& finding) {
    ++found;
    const std::string question = kind->question(seed);
    const std::string program = fmt::format(
        "// hardbop {} fuzz --kind {} --seeds {}..{}{}{}\n// {}\n{}", version(), kind_name, seed,
        seed, question.empty() ? "" : ": check ", question, finding.text, finding.program);
    const std::string path = fmt::format("{}/seed-{}{}", folder, seed, kind->suffix());
    const bool written = write_file(path, program);
    const std::string out = fmt::format("seed {}: {}\n{}", seed, finding.text,
                                        written ? fmt::format("  see {}\n", path) : program);
    if (json)
      fmt::print(stderr, "{}", out);
    else if (!write_output(out))
      output_failed = true;
  }
};

}  // namespace

Action add_fuzz(CLI::App& app) {
  const auto state = std::make_shared<FuzzCommand>();
  CLI::App& command = *app.add_subcommand("fuzz", "Check random programs with all engines");
  command.add_option("--kind", state->kind_name, "Check programs of this kind")
      ->option_text("NAME [boolean]")
      ->check(one_of(fuzz_kind_names()));
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
  command
      .add_option("--resume", state->resume,
                  "Keep the counts in FILE, and continue where FILE says that a run stopped")
      ->option_text("FILE")
      ->check(named_file());
  command.add_flag("--stop-at-first", state->stop_at_first, "Stop at the first disagreement");
  command.add_flag("--json", state->json, "Print the counts as JSON");
  command.footer(fuzz_examples);
  return [state] { return state->run(); };
}

}  // namespace hardbop::cli
