// SPDX-License-Identifier: MIT
#include "c/lower/harness.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <set>

#include "c/il/choices.hpp"
#include "c/il/value_text.hpp"

namespace hardbop::c {

namespace {

/// How to use it.
constexpr const char* title = R"(/* Makes {0} follow the run that hardbop found:
 *
 *   cc -w {1} {0} THIS-FILE -o run && ./run
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

/// Who chose, where that is a function that the harness can define.
bool is_of_function(const Statement& statement) {
  return statement.kind == Statement::Kind::Arbitrary && !statement.text.empty() &&
         statement.text.find_first_of("' ") == std::string::npos && statement.text != "dprintf" &&
         statement.text != environment_name;
}

/// The parameters of main, and variables that no file defines: a harness cannot choose their
/// values.
std::set<std::string> variables_of(const Program& program) {
  std::set<std::string> out;
  const auto name_of = [&](const Place& place) {
    const ObjectId object = program.exprs[place.address].object;
    return object == none ? std::string() : program.objects[object].name;
  };
  for (const Function& function : program.functions)
    if (function.name == "main")
      for (const Place& parameter : function.parameters) out.insert(name_of(parameter));
  for (const Statement& statement : program.statements)
    if (statement.kind == Statement::Kind::Arbitrary &&
        name_of(statement.places[0]) == statement.text)
      out.insert(statement.text);
  return out;
}

std::string start(const Program& program, const std::vector<std::string>& sources, Errors errors,
                  bool reads_volatile, const std::set<std::string>& readers,
                  const std::string& variables) {
  const bool is_call = errors == Errors::Calls;
  const char* const flags =
      is_call ? "-finstrument-functions"
              : "-fsanitize=signed-integer-overflow,shift -fno-sanitize-recover=all";
  const char* const shows = is_call ? "prints \"error reached\" and exits with status 10"
                                    : "stops with a runtime error at the overflow";
  const char* const hardware =
      reads_volatile
          ? " Values of volatile objects\n * are not set here: without the hardware, the "
            "run may differ."
          : "";
  const std::string input = readers.empty()
                                ? ""
                                : fmt::format(
                                      " What {} returns or\n * stores is not set here: give the "
                                      "program such input, or the run may differ.",
                                      fmt::join(readers, ", "));
  const char* const model =
      program.data_model.pointer_bits == 32
          ? " Type sizes are those of ILP32: if long or pointers\n * matter, add -m32."
          : "";
  const std::string given =
      variables.empty() ? ""
                        : "\n *\n * The run starts with" + variables + ", which is not set here.";
  return fmt::format(title, fmt::join(sources, " "), flags, shows,
                     std::string(model) + hardware + input + given, is_call ? 1 : 0) +
         head;
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

/// A value of a variable that the harness does not set.
std::string text_of(std::uint64_t word, const Statement& statement) {
  const Type type = statement.places[0].type;
  return type.is_float ? float_text(word, type.bits) : fmt::format("{}", word);
}

struct Sequence {
  Type type;
  std::vector<std::uint64_t> values;
};

}  // namespace

std::string harness(const Program& program, const Explanation& explanation,
                    const std::vector<std::string>& sources, Errors errors) {
  std::map<std::string, Sequence> sequences;
  for (const auto& [name, type] : usual_functions) sequences[name].type = type;
  for (const std::string& name : program.undefined)
    sequences[name].type = {64, false, false, false};
  const std::set<std::string> variables = variables_of(program);
  for (const Statement& statement : program.statements)
    if (is_of_function(statement) && !variables.contains(statement.text))
      sequences[statement.text].type = statement.places[0].type;
  bool reads_volatile = false;
  std::set<std::string> readers;  // functions of the library that read input
  std::string given;
  for (const Choice& choice : explanation.choices) {
    const Statement& statement = program.statements[choice.statement];
    if (variables.contains(statement.text))
      given += fmt::format(" {}={}", statement.text, text_of(choice.value, statement));
    else if (is_of_function(statement))
      sequences[statement.text].values.push_back(choice.value);
    if (statement.text.starts_with(library_choice))
      readers.insert(statement.text.substr(std::string_view(library_choice).size()));
    reads_volatile = reads_volatile || statement.text.starts_with("volatile ");
  }
  std::string out = start(program, sources, errors, reads_volatile, readers, given);
  for (const auto& [name, sequence] : sequences) {
    std::vector<std::string> words;
    for (const std::uint64_t value : sequence.values) words.push_back(fmt::format("{}ULL", value));
    const std::size_t count = words.size();
    if (words.empty()) words.emplace_back("0");
    out += fmt::format(
        "\nWEAK {0} {1}() {{\n"
        "  static const unsigned long long values[] = {{{2}}};\n"
        "  static unsigned used;\n"
        "{3}}}\n",
        c_type(sequence.type), name, fmt::join(words, ", "), return_text(sequence.type, count));
  }
  return out;
}

}  // namespace hardbop::c
