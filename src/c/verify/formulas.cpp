// SPDX-License-Identifier: MIT
// An expression in a formula is C: Clang reads it as a function at the end of the first file, with
// the declarations of that file, and the function's result is the proposition. A local f::x is
// represented by a variable of the same type there, which is replaced by the local afterwards.
#include "c/verify/formulas.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/expression/evaluator.hpp"
#include "boolean/logic/parse.hpp"
#include "boolean/logic/word.hpp"
#include "boolean/temporal/tableau.hpp"
#include "c/il/closed_value.hpp"
#include "c/il/value_text.hpp"
#include "words/transform/product.hpp"

namespace hardbop::verify {

namespace {

using words::BlockId;

constexpr const char* formula_file = "Question::ltl";  // where formulas are said to stand
constexpr const char* atom_prefix = "__hardbop_atom_";
constexpr const char* local_prefix = "__hardbop_local_";

std::string atom_name(std::size_t number) {
  return fmt::format("{}{}", atom_prefix, number);
}

bool is_word(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
         (letter >= '0' && letter <= '9') || letter == '_';
}

std::string c_type(c::Type type) {
  if (type.is_bool) return "_Bool";
  const char* const name = type.bits == 8    ? "char"
                           : type.bits == 16 ? "short"
                           : type.bits == 32 ? "int"
                                             : "long long";
  return fmt::format("{} {}", type.is_signed ? "signed" : "unsigned", name);
}

c::FunctionId find_function(const c::Program& program, const std::string& name) {
  for (const c::FunctionId f : program.functions.ids())
    if (program.functions[f].name == name) return f;
  return {};
}

/// A local of integer type; of several with that name, none.
c::ObjectId find_local(const c::Program& program, const std::string& function,
                       const std::string& name) {
  const c::FunctionId f = find_function(program, function);
  c::ObjectId found = c::none;
  if (f.is_none()) return found;
  for (const c::ObjectId o : program.functions[f].locals) {
    const c::Object& object = program.objects[o];
    if (object.name.starts_with(name + ".")) return c::none;
    if (object.name == name && object.is_integer && object.cells.size() == 1) found = o;
  }
  return found;
}

/// It is put between parentheses, on a line with others.
const char* why_no_part(const std::string& text) {
  if (text.find("//") != std::string::npos || text.find("/*") != std::string::npos)
    return "a comment";
  int open = 0;
  for (const char letter : text) {
    open += letter == '(' ? 1 : letter == ')' ? -1 : 0;
    if (open < 0) break;
  }
  return open == 0 ? nullptr : "unbalanced parentheses";
}

void complain(Messages& errors, std::string text) {
  errors.push_back(error_in(formula_file, std::move(text)));
}

}  // namespace

/// Notes what names stand for; whether there are such things is seen later.
class FormulaNames : public temporal::Names {
 public:
  explicit FormulaNames(Formulas& formulas) : formulas_(formulas) {}

  std::optional<temporal::Atom> variable(std::string_view name,
                                         temporal::NameProblem& problem) override {
    std::string text(name);
    if (text.starts_with("{")) text = text.substr(1, text.size() - 2);
    std::ranges::replace(text, '\n', ' ');
    if (const char* const why = why_no_part(text)) {
      problem = {fmt::format("expected a C expression without {}", why), ""};
      return std::nullopt;
    }
    return add({CAtom::Kind::Expression, formulas_.with_locals(text), "", c::none});
  }
  std::optional<temporal::Atom> label(std::string_view name, temporal::NameProblem&) override {
    const std::size_t dot = name.find('.');
    if (dot == std::string_view::npos)
      return add({CAtom::Kind::Label, std::string(name), "", c::none});
    return add({CAtom::Kind::Label, std::string(name.substr(dot + 1)),
                std::string(name.substr(0, dot)), c::none});
  }
  std::optional<temporal::Atom> procedure(std::string_view name, temporal::NameProblem&) override {
    return add({CAtom::Kind::Function, std::string(name), "", c::none});
  }

 private:
  Formulas& formulas_;

  [[nodiscard]] temporal::Atom add(CAtom atom) {
    std::vector<CAtom>& all = formulas_.atoms_;
    const auto found = std::ranges::find_if(all, [&](const CAtom& other) {
      return other.kind == atom.kind && other.text == atom.text && other.function == atom.function;
    });
    temporal::Atom out;
    out.kind = temporal::Atom::Kind::Global;
    out.slot = static_cast<bp::Slot>(found - all.begin());
    if (found == all.end()) all.push_back(std::move(atom));
    return out;
  }
};

Formulas::Formulas(const std::vector<std::string>& formulas) {
  FormulaNames names(*this);
  for (const std::string& text : formulas) {
    const SourceFile source(formula_file, text);
    Diagnostics diagnostics;
    const SourceSpan all{0, static_cast<SourceOffset>(source.text().size())};
    auto formula = temporal::parse_formula(source, all, temporal::Logic::Ltl, names, diagnostics);
    append(to_messages(diagnostics, source), problems_);
    if (!formula) continue;
    texts_.push_back(text);
    formulas_.push_back(*std::move(formula));
  }
}

/// The text with a name of its own for each f::x.
std::string Formulas::with_locals(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_word(text[end])) ++end;
    std::size_t last = end + 2;
    while (last < text.size() && is_word(text[last])) ++last;
    if (end == at || text.compare(end, 2, "::") != 0 || last == end + 2) {
      const std::size_t length = std::max<std::size_t>(end - at, 1);
      out += text.substr(at, length);
      at += length;
      continue;
    }
    const std::pair local(text.substr(at, end - at), text.substr(end + 2, last - end - 2));
    const auto found = std::ranges::find(locals_, local);
    out += fmt::format("{}{}", local_prefix, found - locals_.begin());
    if (found == locals_.end()) locals_.push_back(local);
    at = last;
  }
  return out;
}

/// One a line. Without a program, types of locals are guessed.
std::string Formulas::functions(const c::Program* program) const {
  std::string out = "\n";
  for (std::size_t i = 0; i < atoms_.size(); ++i) {
    if (atoms_[i].kind == CAtom::Kind::Expression)
      out += fmt::format("int {}(void) {{ return !!({}); }}", atom_name(i), atoms_[i].text);
    out += "\n";
  }
  std::string before = "\n";
  for (std::size_t i = 0; i < locals_.size(); ++i) {
    const c::ObjectId local =
        program == nullptr ? c::none : find_local(*program, locals_[i].first, locals_[i].second);
    const std::string type =
        local == c::none ? "int" : c_type(program->objects[local].cells[0].type);
    before += fmt::format("{} {}{}; ", type, local_prefix, i);
  }
  return before + out;
}

c::ParseResult Formulas::read(const std::vector<c::Source>& sources,
                              c::ParseOptions options) const {
  std::vector<c::Source> texts = sources;
  options.copies_allocators = locals_.empty();
  c::ParseResult plain;
  if (!locals_.empty()) {
    plain = c::parse(sources, options);
    if (!plain.program) return plain;
  }
  const auto lines = static_cast<std::uint32_t>(std::ranges::count(sources.front().text, '\n') + 3);
  texts.front().text += functions(plain.program ? &*plain.program : nullptr);
  for (std::size_t i = 0; i < atoms_.size(); ++i)
    if (atoms_[i].kind == CAtom::Kind::Expression) options.roots.push_back(atom_name(i));
  c::ParseResult result = c::parse(texts, options);
  for (c::Finding& finding : result.findings) {
    if (finding.file != sources.front().path || finding.line < lines) continue;
    const std::size_t number = finding.line - lines;
    finding.file = formula_file;
    finding.line = 0;
    if (number < atoms_.size())
      finding.text = fmt::format("in {{{}}}: {}", atoms_[number].text, finding.text);
  }
  return result;
}

Messages Formulas::bind(const c::Program& program) {
  Messages errors;
  for (std::size_t i = 0; i < locals_.size(); ++i) {
    const auto& [function, name] = locals_[i];
    const c::ObjectId local = find_local(program, function, name);
    if (local == c::none)
      complain(errors, fmt::format("no integer variable {}::{}, or more than one", function, name));
    const std::string stand = fmt::format("{}{}", local_prefix, i);
    for (c::ObjectId o = 0; o < program.objects.size(); ++o)
      if (program.objects[o].name == stand) represented_[o] = local;
  }
  for (std::size_t i = 0; i < atoms_.size(); ++i) {
    CAtom& atom = atoms_[i];
    if (atom.kind == CAtom::Kind::Function && find_function(program, atom.text).is_none())
      complain(errors, fmt::format("no function '{}', or it is never called", atom.text));
    const auto is_it = [&](const c::Statement& statement) { return statement.label == atom.text; };
    if (atom.kind == CAtom::Kind::Label && std::ranges::none_of(program.statements, is_it))
      complain(errors, fmt::format("no label '{}', or it is unreachable", atom.text));
    if (atom.kind != CAtom::Kind::Expression) continue;
    const c::FunctionId made = find_function(program, atom_name(i));
    const std::string why = c::why_no_expression(program, made);
    if (why.empty())
      atom.value = c::returned(program, made);
    else
      complain(errors, fmt::format("in {{{}}}: {}", atom.text, why));
  }
  return errors;
}

words::ExprId Formulas::value(const c::Program& program, c::Model& model,
                              const temporal::Atom& atom, BlockId block, bool has_ended) const {
  words::Expressions& e = model.graph.expressions;
  const c::BlockMeaning& meaning = model.blocks[block];
  const bool is_running = meaning.statement != c::none;
  if (atom.kind == temporal::Atom::Kind::Terminated) return e.truth(has_ended);
  if (atom.kind == temporal::Atom::Kind::Failed) return e.truth(!has_ended && !is_running);
  const CAtom& named = atoms_[atom.slot];
  const auto is_in = [&](const std::string& function) {
    return is_running && c::source_name(program.functions[meaning.function]) == function;
  };
  switch (named.kind) {
    case CAtom::Kind::Function: return e.truth(is_in(named.text));
    case CAtom::Kind::Label:
      return e.truth(is_running && program.statements[meaning.statement].label == named.text &&
                     (named.function.empty() || is_in(named.function)));
    case CAtom::Kind::Expression: break;
  }
  const auto word = c::value_at(program, model, named.value, block, represented_);
  if (!word) return e.truth(false);
  return e.unary(words::Op::Not, e.binary(words::Op::Equal, *word, e.constant(e.width(*word), 0)));
}

/// Ended, or failed. Functions other than main go on where they were called.
void Formulas::let_runs_stay(const c::Program& program, c::Model& model, Watch& watch) {
  words::Graph& graph = model.graph;
  const std::size_t blocks = graph.blocks.size();
  const words::ExprId always = graph.expressions.truth(true);
  std::vector<bool> goes_on(blocks);
  for (const c::Sink& sink : model.sinks) {
    goes_on[sink.block] = true;
    if (sink.kind != c::Sink::Kind::Error) continue;
    graph.blocks[sink.block].edges.push_back({always, sink.block});
    watch.counts[sink.block] = true;
  }
  std::erase_if(model.sinks, [](const auto& sink) { return sink.kind == c::Sink::Kind::Error; });
  for (c::ProcedureMeaning& procedure : model.procedures) {
    if (procedure.function == program.main) procedure.leaves.clear();
    for (const BlockId leave : procedure.leaves) goes_on[leave] = true;
  }
  for (BlockId b = 0; b < blocks; ++b) {
    const c::StatementId s = model.blocks[b].statement;
    const bool ends = s == c::none || program.statements[s].kind == c::Statement::Kind::Halt;
    if (!ends || goes_on[b] || !graph.blocks[b].edges.empty()) continue;
    const auto end = static_cast<BlockId>(graph.blocks.size());
    graph.blocks[b].edges.push_back({always, end});
    graph.blocks.emplace_back().edges.push_back({always, end});
  }
  model.blocks.resize(graph.blocks.size());
  watch.has_ended.resize(graph.blocks.size());
  std::fill(watch.has_ended.begin() + static_cast<std::ptrdiff_t>(blocks), watch.has_ended.end(),
            true);
  watch.counts.resize(graph.blocks.size(), true);
}

/// What is known of a block goes with what it does.
void Formulas::follow_ways(const std::vector<BlockId>& moved, c::Model& model, Watch& watch) {
  model.blocks.resize(model.graph.blocks.size());
  watch.counts.resize(model.blocks.size());
  watch.has_ended.resize(model.blocks.size());
  for (BlockId b = 0; b < moved.size(); ++b) {
    if (moved[b] == b) continue;
    std::swap(model.blocks[b], model.blocks[moved[b]]);
    watch.counts.swap(watch.counts[b], watch.counts[moved[b]]);
    watch.has_ended.swap(watch.has_ended[b], watch.has_ended[moved[b]]);
  }
  for (c::CallMeaning& call : model.calls) call.block = moved[call.block];
}

Watch Formulas::watch(const c::Program& program, c::Model& model, std::size_t formula) const {
  Watch out;
  out.formula = formulas_[formula];
  for (const c::BlockMeaning& block : model.blocks)
    out.counts.push_back(block.statement != c::none);
  let_runs_stay(program, model, out);
  const temporal::Tableau tableau(out.formula);
  const words::Configurations configurations{
      out.counts, [&](const temporal::Atom& atom, BlockId block) {
        return value(program, model, atom, block, out.has_ended[block]);
      }};
  if (model.procedures.empty()) {
    out.fairness = words::add_tableau(model.graph, out.formula, tableau, configurations);
  } else if (tableau.bits() > words::most_bits_of_ways) {
    out.problem = "the formula has too many temporal operators";
  } else {
    auto ways = words::add_tableau_ways(model.graph, out.formula, tableau, configurations);
    out.fairness = std::move(ways.fairness);
    follow_ways(ways.moved, model, out);
  }
  model.variables.resize(model.graph.variables.size());
  model.inputs.resize(model.graph.inputs.size());
  return out;
}

bool Formulas::satisfies(const c::Program& program, c::Model& model, const Watch& watch,
                         const words::Run& run, std::size_t round) const {
  temporal::Word word;
  words::Evaluator evaluator(model.graph.expressions);
  for (std::size_t i = 0; i < run.size(); ++i) {
    const words::Point& point = run[i];
    if (i == round) word.loop = word.letters.size();
    if (point.block >= watch.counts.size() || !watch.counts[point.block]) continue;
    evaluator.enter(point.variables, point.inputs);
    evaluator.enter_arrays(point.arrays, point.array_inputs);
    std::vector<bool>& letter = word.letters.emplace_back();
    for (const temporal::Atom& atom : watch.formula.atoms()) {
      const words::ExprId truth =
          value(program, model, atom, point.block, watch.has_ended[point.block]);
      letter.push_back(evaluator.value(truth) != 0);
    }
  }
  return temporal::holds_on(word, watch.formula, watch.formula.root());
}

std::optional<std::vector<bool>> Formulas::letter(const c::Program& program,
                                                  const c::Owners& owners, std::size_t formula,
                                                  Phase phase, const c::Statement& statement,
                                                  const c::MemoryView& memory) const {
  const bool runs = phase == Phase::Runs;
  const c::FunctionId function = runs ? owners.of(statement) : c::FunctionId();
  const auto is_in = [&](const std::string& name) {
    return !function.is_none() && c::source_name(program.functions[function]) == name;
  };
  bool is_elsewhere = false;  // reads a local of a function that does not run
  const auto read = [&](const c::Expr& load) -> std::optional<std::uint64_t> {
    const c::Expr& at = program.exprs[load.a];
    const auto local = represented_.find(at.object);
    if (local == represented_.end())
      return memory.read(at.object, static_cast<std::uint32_t>(at.value), load.type);
    is_elsewhere |= program.objects[local->second].function != function;
    return is_elsewhere
               ? 0
               : memory.read(local->second, static_cast<std::uint32_t>(at.value), load.type);
  };
  std::vector<bool> out;
  for (const temporal::Atom& atom : formulas_[formula].atoms()) {
    if (atom.kind == temporal::Atom::Kind::Terminated) {
      out.push_back(phase == Phase::HasEnded);
    } else if (atom.kind == temporal::Atom::Kind::Failed) {
      out.push_back(phase == Phase::HasFailed);
    } else if (const CAtom& named = atoms_[atom.slot]; named.kind == CAtom::Kind::Function) {
      out.push_back(is_in(named.text));
    } else if (named.kind == CAtom::Kind::Label) {
      out.push_back(runs && statement.label == named.text &&
                    (named.function.empty() || is_in(named.function)));
    } else {
      is_elsewhere = false;
      const auto value = c::value_with(program, named.value, read);
      if (!value) return std::nullopt;
      out.push_back(*value != 0 && !is_elsewhere);
    }
  }
  return out;
}

}  // namespace hardbop::verify
