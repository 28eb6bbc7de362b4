// SPDX-License-Identifier: MIT
// C library functions are never guessed. A function that a program does not define, but the C
// standards, POSIX or GNU libc do, is one of three things: modelled, here or in C; harmless, if a
// program can only observe a result in a known range; or unsupported. `names.inc` lists all names;
// those in neither of the two short tables here are unsupported.
//
// Harmless functions write where no program looks, or read what no program knows. Each range
// contains every result that a real call can give. If some numbers of the range cannot be results,
// such as for the length that printf prints, or for rand after srand(1), the answer states the
// assumption. So it does for functions whose effect is not followed: those that open or seek
// something. Functions that lock something are harmless only in rules about them: there the
// question is whether a program may call them.
#include "c/library/library.hpp"

#include <algorithm>
#include <limits>

#include "c/library/models.hpp"

namespace hardbop::c {

namespace {

constexpr std::string_view names[] = {
#include "c/library/names.inc"
};

constexpr std::int64_t largest = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t smallest = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t largest_long = std::numeric_limits<std::int64_t>::max();
constexpr unsigned none_such = LibraryFunction::no_argument;

struct Row {
  std::string_view name;
  LibraryFunction function;
};

constexpr LibraryFunction within(std::int64_t least, std::int64_t most) {
  return {Support::Harmless, least, most, none_such, none_such, none_such, true, true, false};
}

/// Prints its first argument, a string.
constexpr LibraryFunction prints_string(std::int64_t least, std::int64_t most) {
  return {Support::Harmless, least, most, none_such, none_such, 0, true, true, false};
}

constexpr LibraryFunction up_to(std::int64_t least, unsigned argument) {
  return {Support::Harmless, least, 0, argument, none_such, none_such, true, true, false};
}

constexpr LibraryFunction prints(unsigned format) {
  return {Support::Harmless, -1, largest, none_such, format, none_such, false, true, false};
}

constexpr LibraryFunction prints_one() {
  return {Support::Harmless, -1, 255, none_such, none_such, none_such, true, true, false, true};
}

constexpr LibraryFunction chooses(std::int64_t least, std::int64_t most) {
  return {Support::Harmless, least, most, none_such, none_such, none_such, false, false, false};
}

/// Its effect is not followed, which the answer says.
constexpr LibraryFunction assumes(std::int64_t least, std::int64_t most) {
  return {Support::Harmless, least, most, none_such, none_such, none_such, false, true, false};
}

constexpr LibraryFunction in_rule(std::int64_t least, std::int64_t most) {
  return {Support::Harmless, least, most, none_such, none_such, none_such, false, true, true};
}

/// Takes a stream, which must be open.
constexpr LibraryFunction on_stream(unsigned argument, LibraryFunction function,
                                    std::string_view model = "__use_stream") {
  function.stream = argument;
  function.stream_model = model;
  return function;
}

/// Uses stdin (0), stdout (1) or stderr (2), which must be open.
constexpr LibraryFunction on_standard(std::size_t stream, LibraryFunction function) {
  function.standard_stream = stream;
  function.stream_model = "__use_stream";
  return function;
}

constexpr LibraryFunction prints_string_or_null() {
  LibraryFunction out = prints_string(0, 0);
  out.string_may_be_null = true;
  return out;
}

constexpr Row harmless_functions[] = {
    {"_IO_getc", on_stream(0, within(-1, 255))},
    {"_IO_putc", on_stream(1, prints_one())},
    {"__fprintf_chk", on_stream(0, prints(2))},
    {"__printf_chk", on_standard(1, prints(1))},
    {"arc4random", chooses(0, 4294967295)},
    {"chmod", prints_string(-1, 0)},
    {"clearerr", on_stream(0, assumes(0, 0))},
    {"clock", chooses(-1, largest_long)},
    {"close", within(-1, 0)},
    {"closedir", within(-1, 0)},
    {"closelog", within(0, 0)},
    {"creat", assumes(-1, largest)},
    {"creat64", assumes(-1, largest)},
    {"dprintf", prints(1)},
    {"dup", assumes(-1, largest)},
    {"dup2", assumes(-1, largest)},
    {"fclose", on_stream(0, within(-1, 0), "__close_stream")},
    {"fdatasync", within(-1, 0)},
    {"feof", on_stream(0, assumes(smallest, largest))},
    {"ferror", on_stream(0, assumes(smallest, largest))},
    {"fflush", on_stream(0, within(-1, 0), "__use_stream_or_null")},
    {"fgetc", on_stream(0, within(-1, 255))},
    {"fgetc_unlocked", on_stream(0, within(-1, 255))},
    {"fileno", on_stream(0, assumes(-1, largest))},
    {"flockfile", on_stream(0, within(0, 0))},
    {"fprintf", on_stream(0, prints(1))},
    {"fputc", on_stream(1, prints_one())},
    {"fputc_unlocked", on_stream(1, prints_one())},
    {"fputs", on_stream(1, prints_string(-1, largest))},
    {"fputs_unlocked", on_stream(1, prints_string(-1, largest))},
    {"fseek", on_stream(0, assumes(-1, 0))},
    {"fseeko", on_stream(0, assumes(-1, 0))},
    {"fseeko64", on_stream(0, assumes(-1, 0))},
    {"fsync", within(-1, 0)},
    {"ftell", on_stream(0, assumes(-1, largest_long))},
    {"ftello", on_stream(0, assumes(-1, largest_long))},
    {"ftello64", on_stream(0, assumes(-1, largest_long))},
    {"ftruncate", within(-1, 0)},
    {"ftruncate64", within(-1, 0)},
    {"funlockfile", on_stream(0, within(0, 0))},
    {"getc", on_stream(0, within(-1, 255))},
    {"getc_unlocked", on_stream(0, within(-1, 255))},
    {"getchar", on_standard(0, within(-1, 255))},
    {"getchar_unlocked", on_standard(0, within(-1, 255))},
    {"getegid", chooses(0, largest)},
    {"geteuid", chooses(0, largest)},
    {"getgid", chooses(0, largest)},
    {"getpagesize", chooses(4096, 4096)},
    {"getpid", chooses(1, largest)},
    {"getppid", chooses(0, largest)},
    {"getuid", chooses(0, largest)},
    {"isatty", within(0, 1)},
    {"lrand48", chooses(0, largest)},
    {"lseek", assumes(-1, largest_long)},
    {"lseek64", assumes(-1, largest_long)},
    {"mrand48", chooses(smallest, largest)},
    {"mtx_lock", in_rule(0, 4)},
    {"mtx_trylock", in_rule(0, 4)},
    {"mtx_unlock", in_rule(0, 4)},
    {"open", assumes(-1, largest)},
    {"open64", assumes(-1, largest)},
    {"pclose", on_stream(0, within(-1, 65535), "__close_stream")},
    {"perror", on_standard(2, prints_string_or_null())},
    {"printf", on_standard(1, prints(0))},
    {"pthread_mutex_lock", in_rule(0, largest)},
    {"pthread_mutex_trylock", in_rule(0, largest)},
    {"pthread_mutex_unlock", in_rule(0, largest)},
    {"pthread_rwlock_rdlock", in_rule(0, largest)},
    {"pthread_rwlock_unlock", in_rule(0, largest)},
    {"pthread_rwlock_wrlock", in_rule(0, largest)},
    {"pthread_spin_lock", in_rule(0, largest)},
    {"pthread_spin_unlock", in_rule(0, largest)},
    {"putc", on_stream(1, prints_one())},
    {"putc_unlocked", on_stream(1, prints_one())},
    {"putchar", on_standard(1, prints_one())},
    {"putchar_unlocked", on_standard(1, prints_one())},
    {"puts", on_standard(1, prints_string(-1, largest))},
    {"rand", chooses(0, largest)},
    {"random", chooses(0, largest)},
    {"rewind", on_stream(0, assumes(0, 0))},
    {"sched_yield", within(-1, 0)},
    {"sem_post", in_rule(-1, 0)},
    {"sem_wait", in_rule(-1, 0)},
    {"setlinebuf", on_stream(0, within(0, 0))},
    {"sleep", up_to(0, 0)},
    {"srand", chooses(0, 0)},
    {"srand48", chooses(0, 0)},
    {"srandom", chooses(0, 0)},
    {"sync", within(0, 0)},
    {"sysconf", assumes(-1, largest_long)},
    {"syslog", prints(1)},
    {"system", assumes(-1, largest)},
    {"umask", assumes(0, 511)},
    {"ungetc", on_stream(1, assumes(-1, 255))},
    {"usleep", within(-1, 0)},
};

constexpr std::string_view modelled[] = {
    "_Exit",         "__errno_location",
    "_exit",         "abort",
    "abs",           "aligned_alloc",
    "alloca",        "calloc",
    "ceil",          "ceilf",
    "cfree",         "copysign",
    "copysignf",     "exit",
    "fabs",          "fabsf",
    "fdim",          "fdimf",
    "fdopen",        "finite",
    "finitef",       "floor",
    "floorf",        "fmax",
    "fmaxf",         "fmin",
    "fminf",         "fmod",
    "fmodf",         "fopen",
    "fopen64",       "fpclassify",
    "free",          "imaxabs",
    "isalnum",       "isalpha",
    "isascii",       "isblank",
    "iscntrl",       "isdigit",
    "isfinite",      "isgraph",
    "isgreater",     "isgreaterequal",
    "isinf",         "isinff",
    "isless",        "islessequal",
    "islessgreater", "islower",
    "isnan",         "isnanf",
    "isnormal",      "isprint",
    "ispunct",       "isspace",
    "isunordered",   "isupper",
    "isxdigit",      "labs",
    "llabs",         "llrint",
    "llrintf",       "llround",
    "llroundf",      "lrint",
    "lrintf",        "lround",
    "lroundf",       "malloc",
    "memalign",      "memcpy",
    "memmove",       "memset",
    "modf",          "modff",
    "nan",           "nanf",
    "nearbyint",     "nearbyintf",
    "popen",         "posix_memalign",
    "quick_exit",    "realloc",
    "reallocarray",  "rint",
    "rintf",         "round",
    "roundeven",     "roundevenf",
    "roundf",        "signbit",
    "sqrt",          "sqrtf",
    "time",          "tmpfile",
    "tmpfile64",     "tolower",
    "toupper",       "trunc",
    "truncf",        "valloc",
};

constexpr std::string_view variables[] = {
    "__daylight",
    "__environ",
    "__progname",
    "__progname_full",
    "__signgam",
    "__timezone",
    "__tzname",
    "_environ",
    "daylight",
    "environ",
    "error_message_count",
    "error_one_per_line",
    "error_print_progname",
    "getdate_err",
    "h_errno",
    "loc1",
    "loc2",
    "locs",
    "mallwatch",
    "obstack_alloc_failed_handler",
    "obstack_exit_failure",
    "optarg",
    "opterr",
    "optind",
    "optopt",
    "program_invocation_name",
    "program_invocation_short_name",
    "re_syntax_options",
    "signgam",
    "sys_errlist",
    "sys_nerr",
    "sys_siglist",
    "timezone",
    "tzname",
};

static_assert(std::is_sorted(std::begin(names), std::end(names)));
static_assert(std::is_sorted(std::begin(modelled), std::end(modelled)));
static_assert(std::is_sorted(std::begin(variables), std::end(variables)));
static_assert(std::is_sorted(std::begin(harmless_functions), std::end(harmless_functions),
                             [](const Row& a, const Row& b) { return a.name < b.name; }));

template <std::size_t N>
bool contains(const std::string_view (&sorted)[N], std::string_view name) {
  return std::binary_search(std::begin(sorted), std::end(sorted), name);
}

}  // namespace

std::optional<LibraryFunction> library_function(std::string_view name) {
  const auto* const row =
      std::lower_bound(std::begin(harmless_functions), std::end(harmless_functions), name,
                       [](const Row& one, std::string_view wanted) { return one.name < wanted; });
  const bool is_listed = row != std::end(harmless_functions) && row->name == name;
  if (is_listed && row->function.needs_rule) return row->function;
  if (contains(modelled, name) || file_of_model(name) != nullptr)
    return LibraryFunction{Support::Modelled};
  if (is_listed) return row->function;
  const bool is_internal = name.starts_with("__") && contains(names, name.substr(2));
  if (is_internal || contains(names, name)) return LibraryFunction{};
  return std::nullopt;
}

bool is_library_variable(std::string_view name) {
  return contains(variables, name);
}

}  // namespace hardbop::c
