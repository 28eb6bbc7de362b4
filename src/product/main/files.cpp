// SPDX-License-Identifier: MIT
#include "product/main/files.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <set>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "product/main/flags.hpp"
#include "product/suite/write_all.hpp"
#include <hardbop/import.hpp>

namespace hardbop::cli {

using suite::write_all;

namespace {

/// Closes a file descriptor when it goes out of scope.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ > STDERR_FILENO) ::close(number_);
  }
  [[nodiscard]] int number() const { return number_; }
  /// Closes now; false where the system reports that writing failed after all.
  [[nodiscard]] bool close() { return ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

void complain_of_file(const std::string& name, std::string_view what) {
  fmt::print(stderr, "{}: error: {}: {}\n", name, what, std::strerror(errno));
}

/// Waits for input as long as limits allow: a pipe may never have any.
class LimitedWait {
 public:
  explicit LimitedWait(const ReadLimits& limits) : limits_(limits) {}

  /// Null when there is something to read; else why to stop.
  [[nodiscard]] const char* wait(int descriptor, std::size_t size) const {
    constexpr std::size_t bytes_per_megabyte = 1'000'000;
    constexpr int interval_ms = 50;
    constexpr double least_seconds = 0.05;  // a file that is there is read also in no time at all
    while (true) {
      const std::chrono::duration<double> used = std::chrono::steady_clock::now() - start_;
      if (limits_.cancel != nullptr && limits_.cancel->load()) return "cancelled";
      if (limits_.seconds && used.count() >= std::max(*limits_.seconds, least_seconds))
        return "time limit reached";
      if (limits_.megabytes && size / bytes_per_megabyte > *limits_.megabytes)
        return "memory limit reached";
      if (descriptor < 0) return nullptr;
      pollfd ready{descriptor, POLLIN, 0};
      if (::poll(&ready, 1, interval_ms) > 0) return nullptr;
    }
  }

 private:
  const ReadLimits& limits_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// While it lives, signals that would end the program wait.
class Uninterrupted {
 public:
  Uninterrupted() {
    sigset_t held;
    sigemptyset(&held);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&held, signal);
    ::sigprocmask(SIG_BLOCK, &held, &before_);
  }
  Uninterrupted(const Uninterrupted&) = delete;
  Uninterrupted& operator=(const Uninterrupted&) = delete;
  ~Uninterrupted() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

/// The file that a path leads to, through symbolic links.
std::string target_of(const std::string& path) {
  char* const resolved = ::realpath(path.c_str(), nullptr);
  if (resolved == nullptr) return path;
  std::string target = resolved;
  std::free(resolved);
  return target;
}

/// For devices, pipes and the like, which are no files to be replaced.
bool overwrite(const std::string& path, std::string_view text) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  return file.number() >= 0 && write_all(file.number(), text) && file.close();
}

/// Writes a new file and puts it in the place of the old one, whose owner and mode it gets.
bool replace(const std::string& path, std::string_view text, bool exists,
             const struct stat& status) {
  const Uninterrupted uninterrupted;  // else the new file could be left behind
  std::string temporary = path + ".XXXXXX";
  Descriptor file(::mkstemp(temporary.data()));
  if (file.number() < 0) return false;
  // Only root can give files away; to others theirs stays as it is.
  if (exists && ::fchown(file.number(), status.st_uid, status.st_gid) != 0) errno = 0;
  const mode_t mode = exists ? status.st_mode & 07777U : 0644U;
  const bool fine = write_all(file.number(), text) && ::fchmod(file.number(), mode) == 0 &&
                    file.close() && ::rename(temporary.c_str(), path.c_str()) == 0;
  if (fine) return true;
  const int reason = errno;
  ::unlink(temporary.c_str());
  errno = reason;
  return false;
}

}  // namespace

std::string input_name(const std::string& path) {
  return path == "-" ? "<stdin>" : path;
}

std::optional<std::string> read_input(const std::string& path, ReadLimits& limits) {
  const Descriptor file(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  struct stat status {};
  if (file.number() >= 0 && ::fstat(file.number(), &status) == 0 && status.st_size > 0)
    text.reserve(static_cast<std::size_t>(status.st_size));
  constexpr std::size_t chunk = 1U << 16U;
  std::string buffer(chunk, '\0');
  const LimitedWait input(limits);
  while (true) {
    const char* const stop = input.wait(file.number(), text.size());
    if (stop != nullptr) {
      fmt::print(stderr, "{}: {} while reading\n", input_name(path), stop);
      limits.stopped = true;
      return std::nullopt;
    }
    const ssize_t got =
        file.number() < 0 ? -1 : ::read(file.number(), buffer.data(), buffer.size());
    if (got == 0) return text;
    if (got > 0) {
      text.append(buffer, 0, static_cast<std::size_t>(got));
    } else if (errno != EINTR || file.number() < 0) {
      complain_of_file(input_name(path), "cannot be read");
      return std::nullopt;
    }
  }
}

std::optional<std::string> read_input(const std::string& path) {
  ReadLimits none;
  return read_input(path, none);
}

std::optional<std::string> read_if_possible(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return std::nullopt;  // reading would throw
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return file ? std::optional(std::move(text)) : std::nullopt;
}

std::optional<std::vector<CSource>> read_c_files(const std::vector<std::string>& paths,
                                                 const CompilationDatabase& database,
                                                 ReadLimits& limits, bool warnings,
                                                 std::vector<Message>* found) {
  std::vector<CSource> sources;
  if (database.path.empty()) {
    for (const std::string& path : paths) sources.push_back({path, "", {}});
  } else {
    CCommands commands = read_compile_commands(database.path, paths);
    print_messages(commands.messages, commands.errors, warnings);
    if (commands.errors != 0) return std::nullopt;
    sources = std::move(commands.sources);
    for (CSource& source : sources)
      if (!database.decides_machine)
        std::erase_if(source.arguments,
                      [](const std::string& one) { return one == "-m32" || one == "-m64"; });
    if (found != nullptr) *found = std::move(commands.messages);
  }
  for (CSource& source : sources) {
    std::optional<std::string> text = read_input(source.path, limits);
    if (!text) return std::nullopt;
    source.text = *std::move(text);
    source.path = input_name(source.path);
  }
  return sources;
}

bool write_output(std::string_view text) {
  if (write_all(STDOUT_FILENO, text)) return true;
  complain_of_file("<stdout>", "cannot be written");
  return false;
}

bool can_write_outputs(const std::vector<std::string>& outputs,
                       const std::vector<std::string>& inputs) {
  std::set<std::string> written;
  for (const std::string& output : outputs) {
    if (output.empty()) continue;
    if (std::ranges::any_of(
            inputs, [&](const std::string& input) { return would_overwrite(output, input); }))
      return false;
    if (!can_write(output)) return false;
    std::error_code error;
    const bool is_device =
        std::filesystem::exists(output, error) && !std::filesystem::is_regular_file(output, error);
    const std::string whole =
        std::filesystem::weakly_canonical(std::filesystem::absolute(output, error), error).string();
    if (is_device || written.insert(whole).second) continue;
    fmt::print(stderr, "{}: error: two outputs would be written to this file\n", output);
    return false;
  }
  return true;
}

bool would_overwrite(const std::string& output, const std::string& input) {
  const auto normal = [](const std::string& path) {
    std::error_code none;
    return std::filesystem::absolute(path, none).lexically_normal();
  };
  std::error_code none;
  if (!std::filesystem::equivalent(output, input, none) && normal(output) != normal(input))
    return false;  // an input need not be there yet
  fmt::print(stderr, "{}: error: the output would replace the input\n", output);
  return true;
}

bool write_file(const std::string& path, std::string_view text) {
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  const bool fine = exists && !S_ISREG(status.st_mode)
                        ? overwrite(path, text)
                        : replace(target_of(path), text, exists, status);
  if (!fine) complain_of_file(path, "cannot be written");
  return fine;
}

bool can_write(const std::string& path) {
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  bool fine = true;
  if (exists && S_ISDIR(status.st_mode)) {
    errno = EISDIR;
    fine = false;
  } else if (exists && !S_ISREG(status.st_mode)) {
    fine = ::access(path.c_str(), W_OK) == 0;
  } else {
    const Uninterrupted uninterrupted;
    std::string temporary = target_of(path) + ".XXXXXX";
    const Descriptor file(::mkstemp(temporary.data()));
    fine = file.number() >= 0 && ::unlink(temporary.c_str()) == 0;
  }
  if (!fine) complain_of_file(path, "cannot be written");
  return fine;
}

bool make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error && std::filesystem::is_directory(path, error)) return true;
  fmt::print(stderr, "{}: error: cannot be created: {}\n", path,
             error ? error.message() : "it is not a folder");
  return false;
}

void print_messages(const std::vector<Message>& messages, std::size_t errors, bool warnings) {
  std::size_t shown = 0;
  for (const Message& message : messages) {
    if (message.kind == Message::Kind::Error) ++shown;
    if (message.kind == Message::Kind::Error || warnings)
      fmt::print(stderr, "{}", in_flags(message));
  }
  if (errors > shown)
    fmt::print(stderr, "and {} more error{}\n", errors - shown, errors - shown == 1 ? "" : "s");
}

namespace {

/// How lines of another language start, as no line of a Boolean program does.
struct LineStart {
  std::string_view start;
  std::string_view hint;
};

constexpr std::string_view remopla_text = "Remopla; such files must be named *.rem";
constexpr std::string_view pushdown_text = "a pushdown system; such files must be named *.pds";
constexpr std::string_view clause_text = "Horn clauses in SMT-LIB; such files must be named *.smt2";
constexpr std::string_view plain_c = "C; C files must be named *.c or *.i";

constexpr std::array line_starts{
    LineStart{"module ", remopla_text},  LineStart{"init ", remopla_text},
    LineStart{"define ", remopla_text},  LineStart{"(set-logic", clause_text},
    LineStart{"(set-info", clause_text}, LineStart{"(set-option", clause_text},
    LineStart{"(declare-", clause_text}, LineStart{"(assert ", clause_text},
    LineStart{"#include", plain_c},      LineStart{"#define", plain_c},
    LineStart{"int ", plain_c},          LineStart{"unsigned ", plain_c},
    LineStart{"extern ", plain_c},       LineStart{"static ", plain_c},
    LineStart{"typedef ", plain_c},      LineStart{"char ", plain_c},
    LineStart{"struct ", plain_c},       LineStart{"long ", plain_c},
    LineStart{"enum ", plain_c},
};

/// So much of a text tells what language it is in.
constexpr std::size_t telling_size = 100'000;

/// What a text seems to be that is no Boolean program; empty if that is not known.
std::string_view other_language(std::string_view text) {
  text = text.substr(0, telling_size);
  std::string_view found;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const auto* const start = std::ranges::find_if(
        line_starts, [&](const LineStart& one) { return line.starts_with(one.start); });
    if (start != line_starts.end() && start->hint != plain_c) return start->hint;
    if (start != line_starts.end()) found = plain_c;  // an enum may be Remopla's, too
    if (line.find("-->") != line.npos && line.find('<') < line.find("-->")) return pushdown_text;
    text.remove_prefix(std::min(line.size(), text.size() - 1) + 1);
  }
  return found;
}

}  // namespace

std::string program_name(const std::string& path) {
  return find_import_format(path) ? path + ".bp" : input_name(path);
}

std::optional<std::string> read_program_text(const std::string& path, ReadLimits& limits) {
  std::optional<std::string> text = read_input(path, limits);
  const std::optional<ImportFormat> format = find_import_format(path);
  if (!text || !format) return text;
  FormatResult imported = import_program(*std::move(text), *format, input_name(path));
  print_messages(imported.messages, imported.errors, true);
  return std::move(imported.text);
}

std::optional<Program> parse_text(std::string text, const std::string& path,
                                  OperatorDialect dialect, bool warnings) {
  const std::string_view seems = other_language(text);
  const bool is_translated = find_import_format(path).has_value();
  const ParseResult parsed = parse(
      std::move(text),
      {.name = program_name(path), .dialect = is_translated ? OperatorDialect::Standard : dialect});
  print_messages(parsed.messages, parsed.errors, warnings && !is_translated);
  if (parsed.errors != 0 && !seems.empty())
    fmt::print(stderr, "  hint: this looks like {}\n", seems);
  return parsed.program;
}

std::optional<Program> read_program(const std::string& path, OperatorDialect dialect,
                                    bool warnings) {
  ReadLimits none;
  std::optional<std::string> text = read_program_text(path, none);
  if (!text) return std::nullopt;
  return parse_text(*std::move(text), path, dialect, warnings);
}

}  // namespace hardbop::cli
