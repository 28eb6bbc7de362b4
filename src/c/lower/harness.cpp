// SPDX-License-Identifier: MIT
#include "c/lower/harness.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <set>

#include "c/il/choices.hpp"
#include "c/il/value_text.hpp"
#include "c/lower/schedule_harness.hpp"

namespace hardbop::c {

namespace {

/// How to use it.
constexpr const char* title = R"(/* Makes {0} follow the run that hardbop found:
 *
 *   {1} -o run && ./run{5}
 *
 * {2}.{3} */
/* No headers: the program may declare library functions differently. */
int dprintf(int file, const char *format, ...);
int fflush(void *file);
void exit(int status);
void _Exit(int status);

#define ERRORS {4} /* whether reach_error and failing assertions are the error */
)";

/// What a program may do where the run says it must not, and how it says that it got there.
constexpr const char* head = R"(#define QUIET __attribute__((no_instrument_function))
#define WEAK QUIET __attribute__((weak))

QUIET static void reached(void) {
  if (!ERRORS) _Exit(0);
  fflush(0);
  dprintf(1, "error reached\n");
  _Exit(10);
}

/* The program may define its own. */
WEAK void reach_error() {
  if (ERRORS) reached();
}
WEAK void __VERIFIER_error() { reached(); }
WEAK void __VERIFIER_assume(int condition) {
  if (!condition) exit(0);
}
WEAK void __CPROVER_assume(int condition) {
  if (!condition) exit(0);
}
WEAK void __CPROVER_assert(int condition, const char *text) {
  if (!condition) reached();
}
WEAK void __VERIFIER_atomic_begin() {}
WEAK void __VERIFIER_atomic_end() {}
#undef assert
WEAK void assert(int condition) {
  if (!condition) reached();
}
QUIET void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
  reached();
}

QUIET void __cyg_profile_func_enter(void *function, void *caller) {
  if (ERRORS && (function == (void *)reach_error || function == (void *)__VERIFIER_error)) reached();
}
QUIET void __cyg_profile_func_exit(void *function, void *caller) {}

QUIET static unsigned long long next(const unsigned long long *values, unsigned count, unsigned *used) {
  return *used < count ? values[(*used)++] : 0;
}
)";

/// Of the sanitizer for accesses, which looks for uses of locals that have ended only if it is
/// told.
constexpr const char* access_options = R"(
QUIET const char *__asan_default_options(void) {
  return "detect_stack_use_after_return=1:detect_leaks=0:allocator_may_return_null=1:redzone=2048";
}
)";

/// What is left on the stack and in registers from calls that have ended would count as pointers;
/// when main has returned, there are no others.
constexpr const char* leak_check = R"(
QUIET const char *__lsan_default_options(void) {
  return "use_stacks=0:use_registers=0:use_tls=0";
}
)";

/// How the compiled program shows an error.
struct Showing {
  const char* flags;
  const char* text;
  const char* code;  // that it needs
};

Showing showing(Shown shown) {
  switch (shown) {
    case Shown::Call:
      return {"-finstrument-functions", "prints \"error reached\" and exits with status 10", ""};
    case Shown::Overflow:
      return {"-fsanitize=signed-integer-overflow,shift -fno-sanitize-recover=all",
              "stops with a runtime error at the overflow (of constants, only where cc is clang)",
              ""};
    case Shown::Access:
      return {"-g -fsanitize=address,bounds -fno-sanitize-recover=all",
              "stops with an error message at the invalid access", access_options};
    case Shown::Arithmetic:
      return {"-fsanitize=integer-divide-by-zero,shift-exponent -fno-sanitize-recover=all",
              "stops with a runtime error at the division or shift", ""};
    case Shown::Race:
      return {"-g -fsanitize=thread",
              "reports the race, as long as both threads get there, and exits with status 66", ""};
    case Shown::Deadlock:
      return {"", "prints \"error reached\" and exits with status 10 if all threads wait", ""};
    case Shown::Leak: break;
  }
  return {"-g -fsanitize=address", "says at its end where memory was allocated that is lost",
          leak_check};
}

/// Who chose, where that is a function that the harness can define.
bool is_of_function(const Statement& statement) {
  return statement.kind == Statement::Kind::Arbitrary && !statement.text.empty() &&
         statement.text.find_first_of("' ") == std::string::npos && statement.text != "dprintf" &&
         statement.text != environment_name;
}

std::string name_of(const Program& program, const Place& place) {
  const ObjectId object = program.exprs[place.address].object;
  return object == none ? std::string() : program.objects[object].name;
}

std::vector<std::string> parameters_of_main(const Program& program) {
  std::vector<std::string> out;
  for (const Function& function : program.functions)
    if (function.name == "main")
      for (const Place& parameter : function.parameters) out.push_back(name_of(program, parameter));
  return out;
}

/// The parameters of main, and variables that no file defines: a harness cannot choose their
/// values.
std::set<std::string> variables_of(const Program& program) {
  const std::vector<std::string> parameters = parameters_of_main(program);
  std::set<std::string> out(parameters.begin(), parameters.end());
  for (const Statement& statement : program.statements)
    if (statement.kind == Statement::Kind::Arbitrary &&
        name_of(program, statement.places[0]) == statement.text)
      out.insert(statement.text);
  return out;
}

/// What main is called with, chosen before the program starts.
bool is_argument(const Statement& statement) {
  return statement.text == "argv" && statement.at.line == 0;
}

/// For a shell, and within a comment of C.
std::string quoted(std::string_view argument) {
  const auto is_plain = [](char letter) {
    return letter > ' ' && letter < 0x7F &&
           std::string_view("'\\/*?!").find(letter) == std::string_view::npos;
  };
  if (std::ranges::all_of(argument, is_plain)) return fmt::format("'{}'", argument);
  std::string out;
  for (const char letter : argument)
    out += is_plain(letter) ? std::string(1, letter)
                            : fmt::format("\\x{:02x}", static_cast<unsigned char>(letter));
  return fmt::format("$'{}'", out);
}

/// The strings that the program is called with, behind its name: parts of one text.
std::string arguments_of(const Program& program, const std::vector<Choice>& choices,
                         std::uint64_t count) {
  std::string text;
  std::vector<std::uint64_t> starts;
  for (const Choice& choice : choices) {
    const Statement& statement = program.statements[choice.statement];
    if (!is_argument(statement)) continue;
    if (statement.places.size() == 1) {
      starts.push_back(choice.value);
      continue;
    }
    text.resize(std::max<std::size_t>(text.size(), choice.place + 1));
    text[choice.place] = static_cast<char>(choice.value);
  }
  std::string out;
  for (std::size_t i = 1; i < std::min<std::uint64_t>(count, starts.size()); ++i)
    out += " " + quoted(text.substr(std::min(starts[i], text.size())).c_str());
  return out;
}

/// A value of a variable that the harness does not set.
std::string text_of(std::uint64_t word, const Statement& statement) {
  const Type type = statement.places[0].type;
  return type.is_float ? float_text(word, type.bits) : fmt::format("{}", word);
}

/// What the run needs that the functions of the harness do not give.
struct Needs {
  std::string arguments;  // for a shell
  std::string variables;  // with their values
  bool reads_volatile = false;
  std::set<std::string> library;  // functions of the C library that choose
};

Needs needs_of(const Program& program, const std::vector<Choice>& choices,
               const std::set<std::string>& variables) {
  Needs out;
  const bool has_arguments = std::ranges::any_of(choices, [&](const Choice& choice) {
    return is_argument(program.statements[choice.statement]);
  });
  const std::vector<std::string> parameters =
      has_arguments ? parameters_of_main(program) : std::vector<std::string>();
  for (const Choice& choice : choices) {
    const Statement& statement = program.statements[choice.statement];
    if (is_argument(statement)) continue;
    out.reads_volatile = out.reads_volatile || statement.text.starts_with("volatile ");
    if (statement.text.starts_with(library_choice))
      out.library.insert(statement.text.substr(std::string_view(library_choice).size()));
    if (!variables.contains(statement.text)) continue;
    const auto parameter = std::ranges::find(parameters, statement.text);
    if (parameter == parameters.end())
      out.variables += fmt::format(" {}={}", statement.text, text_of(choice.value, statement));
    if (parameter != parameters.begin() || parameters.empty()) continue;
    out.arguments = arguments_of(program, choices, choice.value);
  }
  return out;
}

std::string notes_on(const Program& program, const Needs& needs) {
  std::string out;
  if (program.data_model.pointer_bits == 32)
    out += " Type sizes are those of ILP32: if long or pointers\n * matter, add -m32.";
  if (needs.reads_volatile)
    out +=
        " Values of volatile objects\n * are not set here: without the hardware, the run may "
        "differ.";
  if (!needs.variables.empty())
    out += "\n *\n * The run starts with" + needs.variables + ", which is not set here.";
  if (!needs.library.empty())
    out += fmt::format(
        "\n *\n * What happens in {} is not set here: with other input, the run may differ.",
        fmt::join(needs.library, ", "));
  return out;
}

/// Where there is a schedule, the compiler is to tell of accesses, and not its sanitizer to look.
std::string command(const std::vector<std::string>& sources, const char* flags, bool is_scheduled) {
  if (!is_scheduled) return fmt::format("cc -w {} {} THIS-FILE", flags, fmt::join(sources, " "));
  std::vector<std::string> objects;
  for (const std::string& source : sources) {
    const std::string name = source.substr(source.find_last_of('/') + 1);
    objects.push_back(name.substr(0, name.find_last_of('.')) + ".o");
  }
  return fmt::format(
      "cc -w -O0 -fgnu89-inline {0} -fsanitize=thread -c {1} &&\n *   cc -w {0} {2} THIS-FILE "
      "-pthread",
      flags, fmt::join(sources, " "), fmt::join(objects, " "));
}

std::string start(const Program& program, const std::vector<std::string>& sources, Shown shown,
                  const Needs& needs, bool is_scheduled) {
  const Showing how = showing(shown);
  const bool is_error = shown == Shown::Call || shown == Shown::Deadlock;
  return fmt::format(title, fmt::join(sources, " "), command(sources, how.flags, is_scheduled),
                     how.text, notes_on(program, needs), is_error ? 1 : 0, needs.arguments) +
         head + how.code;
}

std::string c_type(Type type) {
  if (type.is_bool) return "_Bool";
  if (type.is_pointer) return "void *";
  if (type.is_float) return type.bits == 32 ? "float" : "double";
  const char* const name = type.bits == 8    ? "char"
                           : type.bits == 16 ? "short"
                           : type.bits == 32 ? "int"
                                             : "long long";
  return fmt::format("{} {}", type.is_signed ? "signed" : "unsigned", name);
}

/// Those that a program may call where no run gets.
const std::pair<const char*, Type> usual_functions[] = {
    {"__VERIFIER_nondet_bool", {8, false, false, true}},
    {"__VERIFIER_nondet_char", {8, true, false, false}},
    {"__VERIFIER_nondet_uchar", {8, false, false, false}},
    {"__VERIFIER_nondet_short", {16, true, false, false}},
    {"__VERIFIER_nondet_ushort", {16, false, false, false}},
    {"__VERIFIER_nondet_int", {32, true, false, false}},
    {"__VERIFIER_nondet_uint", {32, false, false, false}},
    {"__VERIFIER_nondet_long", {64, true, false, false}},
    {"__VERIFIER_nondet_ulong", {64, false, false, false}},
    {"__VERIFIER_nondet_pointer", {64, false, true, false}},
    {"__VERIFIER_nondet_float", {32, false, false, false, true}},
    {"__VERIFIER_nondet_double", {64, false, false, false, true}},
};

/// Returns the next of the values. A number is given by its bits, which no rounding changes.
std::string return_text(Type type, std::size_t count) {
  const std::string value = fmt::format("next(values, {}, &used)", count);
  if (!type.is_float)
    return fmt::format("  return ({}){}{};\n", c_type(type),
                       type.is_pointer ? "(unsigned long)" : "", value);
  return fmt::format(
      "  union {{ unsigned {} bits; {} value; }} out;\n"
      "  out.bits = {};\n"
      "  return out.value;\n",
      type.bits == 32 ? "int" : "long long", c_type(type), value);
}

struct Sequence {
  Type type;
  std::vector<std::uint64_t> values;
};

/// `number`: of its calls as events of a schedule; or 0.
std::string function_text(const std::string& name, const Sequence& sequence, unsigned number) {
  std::vector<std::string> words;
  for (const std::uint64_t value : sequence.values) words.push_back(fmt::format("{}ULL", value));
  const std::size_t count = words.size();
  if (words.empty()) words.emplace_back("0");
  return fmt::format(
      "\nWEAK {0} {1}() {{\n"
      "  static const unsigned long long values[] = {{{2}}};\n"
      "  static unsigned used;\n"
      "{3}{4}}}\n",
      c_type(sequence.type), name, fmt::join(words, ", "),
      number == 0 ? "" : fmt::format("  pass({});\n", number), return_text(sequence.type, count));
}

}  // namespace

std::string harness(const Program& program, const std::vector<Choice>& choices,
                    const std::vector<std::string>& sources, Shown shown,
                    const RecordedSchedule* schedule) {
  std::map<std::string, Sequence> sequences;
  for (const auto& [name, type] : usual_functions) sequences[name].type = type;
  for (const std::string& name : program.undefined)
    sequences[name].type = {64, false, false, false};
  const std::set<std::string> variables = variables_of(program);
  const auto is_given = [&](const Statement& statement) {
    return is_of_function(statement) && !is_argument(statement) &&
           !variables.contains(statement.text);
  };
  for (const Statement& statement : program.statements)
    if (is_given(statement)) sequences[statement.text].type = statement.places[0].type;
  for (const Choice& choice : choices)
    if (const Statement& statement = program.statements[choice.statement]; is_given(statement))
      sequences[statement.text].values.push_back(choice.value);
  std::string out =
      start(program, sources, shown, needs_of(program, choices, variables), schedule != nullptr);
  std::map<std::string, unsigned> numbers;
  if (schedule != nullptr) {
    numbers = numbers_of_calls(*schedule);
    out += schedule_text(program, *schedule, shown == Shown::Deadlock);
  }
  for (const auto& [name, sequence] : sequences)
    out += function_text(name, sequence, numbers.contains(name) ? numbers.at(name) : 0);
  return out;
}

}  // namespace hardbop::c
