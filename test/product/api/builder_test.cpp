// SPDX-License-Identifier: MIT
// Programs that are built are those that would be parsed; wrong use is told.
#include <functional>
#include <gtest/gtest.h>
#include <stdexcept>

#include "boolean/language/generate_random.hpp"
#include "boolean/language/printer.hpp"
#include "product/api/implementation.hpp"
#include "repetitions.hpp"
#include <hardbop/hardbop.hpp>

namespace hardbop {

namespace {

/// Builds a program again, call by call.
class Rebuilding {
 public:
  explicit Rebuilding(const bp::Program& program) : program_(program) {}

  ParseResult run() {
    items(program_.items);
    return builder_.finish();
  }

 private:
  const bp::Program& program_;
  ProgramBuilder builder_;

  void items(const std::vector<bp::Item>& all) {
    for (const bp::Item& item : all) {
      if (item.kind == bp::Item::Kind::Decl) {
        statement(program_.statements[item.index]);
      } else if (item.kind == bp::Item::Kind::Procedure) {
        procedure(program_.procedures[item.index]);
      } else {
        const bp::Thread& thread = program_.threads[item.index];
        const std::string name(program_.text(thread.name.name));
        std::optional<std::uint32_t> copies;
        if (thread.has_copies) copies = thread.copies;
        builder_.begin_thread(name, copies);
        items(thread.items);
        builder_.end();
      }
    }
  }

  void procedure(const bp::Procedure& one) {
    std::optional<std::uint32_t> results;
    if (one.is_typed) results = one.results;
    builder_.begin_procedure(std::string(program_.text(one.name.name)), names(one.formals),
                             results);
    sequence(one.body);
    builder_.end();
  }

  [[nodiscard]] std::vector<std::string> names(bp::Range range) const {
    std::vector<std::string> out;
    for (std::uint32_t i = 0; i < range.count; ++i)
      out.emplace_back(program_.text(program_.refs[range.first + i].name));
    return out;
  }

  [[nodiscard]] Expression expression(bp::ExprRange range) const {
    std::vector<Expression> operands;
    const auto pop = [&] {
      Expression last = std::move(operands.back());
      operands.pop_back();
      return last;
    };
    for (std::uint32_t i = range.first; i <= range.root; ++i) {
      const bp::Expr& node = program_.nodes[i];
      const auto binary = [&](Expression (*join)(Expression, const Expression&)) {
        const Expression second = pop();
        operands.push_back(join(pop(), second));
      };
      const auto name = [&] { return std::string(program_.text(node.name())); };
      switch (node.op) {
        case bp::Op::False: operands.emplace_back(false); break;
        case bp::Op::True: operands.emplace_back(true); break;
        case bp::Op::Star: operands.push_back(Expression::any()); break;
        case bp::Op::Name: operands.emplace_back(name()); break;
        case bp::Op::NextName: operands.push_back(Expression::next(name())); break;
        case bp::Op::Not: operands.push_back(!pop()); break;
        case bp::Op::And: binary([](Expression a, const Expression& b) { return a & b; }); break;
        case bp::Op::Or: binary([](Expression a, const Expression& b) { return a | b; }); break;
        case bp::Op::Xor: binary([](Expression a, const Expression& b) { return a ^ b; }); break;
        case bp::Op::Equal:
          binary([](Expression a, const Expression& b) { return iff(a, b); });
          break;
        case bp::Op::NotEqual:
          binary([](Expression a, const Expression& b) { return differ(a, b); });
          break;
        case bp::Op::Implies:
          binary([](Expression a, const Expression& b) { return implies(a, b); });
          break;
        case bp::Op::Choose:
          binary([](Expression a, const Expression& b) { return choose(a, b); });
          break;
        case bp::Op::Conditional: {
          const Expression otherwise = pop();
          const Expression then = pop();
          operands.push_back(conditional(pop(), then, otherwise));
          break;
        }
      }
    }
    return operands.back();
  }

  [[nodiscard]] std::vector<Expression> expressions(bp::Range range) const {
    std::vector<Expression> out;
    for (std::uint32_t i = 0; i < range.count; ++i)
      out.push_back(expression(program_.expressions[range.first + i]));
    return out;
  }

  [[nodiscard]] std::vector<Declaration> declared(const bp::Statement& one) const {
    std::vector<Declaration> out;
    for (const std::string& name : names(one.names)) out.push_back({name, {}});
    for (std::uint32_t i = 0; i < one.exprs.count; ++i) {
      const bp::ExprRange range = program_.expressions[one.exprs.first + i];
      if (!range.empty()) out[i].initial = expression(range);
    }
    return out;
  }

  void sequence(std::uint32_t first) {
    for (std::uint32_t i = first; i != bp::no_index; i = program_.statements[i].next)
      statement(program_.statements[i]);
  }

  void branches(const bp::Statement& head) {
    static_cast<void>(builder_.begin_if(expressions(head.exprs).front()));
    sequence(head.body);
    const bp::Statement* last = &head;
    while (last->otherwise != bp::no_index && program_.statements[last->otherwise].is_elsif) {
      last = &program_.statements[last->otherwise];
      static_cast<void>(builder_.begin_elsif(expressions(last->exprs).front()));
      sequence(last->body);
    }
    if (last->has_else) {
      builder_.begin_else();
      sequence(last->otherwise);
    }
    builder_.end();
  }

  void statement(const bp::Statement& one) {
    using enum bp::StatementKind;
    for (const std::string& label : names(one.labels)) builder_.label(label);
    const auto condition = [&] { return expressions(one.exprs).front(); };
    const auto callee = [&] { return std::string(program_.text(one.target.name)); };
    std::optional<Expression> constrain;
    if (one.has_constrain) constrain = expression(program_.constrain(one));
    switch (one.kind) {
      case Skip: builder_.add_skip(); break;
      case Print: builder_.add_print(expressions(one.exprs)); break;
      case Goto: builder_.add_goto(names(one.names)); break;
      case Return: builder_.add_return(expressions(one.exprs)); break;
      case Assign:
        builder_.add_assign(names(one.names), expressions(bp::Program::values(one)), constrain);
        break;
      case Call: builder_.add_call(callee(), expressions(one.exprs), names(one.names)); break;
      case Assert: builder_.add_assert(condition()); break;
      case Assume: builder_.add_assume(condition()); break;
      case Enforce: builder_.enforce(condition()); break;
      case Dead: builder_.add_dead(names(one.names)); break;
      case Decl: builder_.declare(declared(one)); break;
      case AtomicBegin: builder_.add_atomic_begin(); break;
      case AtomicEnd: builder_.add_atomic_end(); break;
      case StartThreadGoto: builder_.add_start_thread_at(names(one.names).front()); break;
      case StartThreadCall: builder_.add_start_thread(callee(), expressions(one.exprs)); break;
      case EndThread: builder_.add_end_thread(); break;
      case If: branches(one); break;
      case While:
        static_cast<void>(builder_.begin_while(condition()));
        sequence(one.body);
        builder_.end();
        break;
    }
  }
};

/// Without `dfs`, which means nothing and is not built.
std::string without_dfs(std::string text) {
  for (std::size_t at = text.find("dfs "); at != std::string::npos; at = text.find("dfs ", at))
    text.erase(at, 4);
  return text;
}

std::string verdicts(const Answer& answer) {
  std::string out = answer.internal_error;
  for (const PropertyResult& result : answer.results)
    out += fmt::format("{} {} {}\n", to_string(result.verdict),
                       result.trace ? result.trace->length : "", result.reason);
  return out;
}

void expect_same(const std::string& text) {
  const ParseResult parsed = parse(text);
  ASSERT_TRUE(parsed.program) << text;
  const bp::Program& read = parsed.program->implementation().program();
  const ParseResult built = Rebuilding(read).run();
  ASSERT_TRUE(built.program) << text;
  const bp::Program& made = built.program->implementation().program();
  EXPECT_TRUE(bp::same_program(read, made)) << text << "\nis not\n" << built.program->text();
  const ParseResult again = parse(std::string(built.program->text()));
  ASSERT_TRUE(again.program) << built.program->text();
  EXPECT_TRUE(bp::same_program(made, again.program->implementation().program()))
      << built.program->text();
  const FormatResult formatted = format(std::string(built.program->text()));
  EXPECT_EQ(formatted.text, bp::print_program(read));
  EXPECT_EQ(built.program->to_dot(), again.program->to_dot());
  Question question;
  question.all_labels = true;
  question.asserts = true;
  question.traces = true;
  if (built.program->is_concurrent()) question.context_switches = 1;
  EXPECT_EQ(verdicts(check(*parsed.program, question)), verdicts(check(*built.program, question)))
      << text;
}

TEST(ProgramBuilder, random_programs_are_the_same_if_rebuilt) {
  for (std::uint64_t seed = 0; seed < test::repetitions(150); ++seed)
    expect_same(without_dfs(bp::generate_random(seed, bp::varied_size(seed))));
}

TEST(ProgramBuilder, random_programs_with_threads_are_the_same_if_rebuilt) {
  for (std::uint64_t seed = 0; seed < test::repetitions(25); ++seed)
    expect_same(without_dfs(bp::generate_random(seed, bp::random_concurrent_size)));
}

TEST(ProgramBuilder, statements_that_random_programs_do_not_have_are_the_same_if_rebuilt) {
  expect_same(R"(
decl a := T, b, {x > 5} := a;
thread t * 2 begin
  decl own;
  void main() begin
    atomic_begin; a, b := b, a constrain 'a | b & !'b; atomic_end;
    A: B: 7: goto A, 7;
  end
end
thread u begin
  void main() begin skip; start_thread f(T); start_thread goto L; L: end_thread; end
end
f(x) begin decl y; enforce x => a ? b : a; print(x, y); print(); dead y, x; return x, choose(x, y); end
void init() begin a, _ := f(*); end
)");
}

TEST(ProgramBuilder, tells_the_line_of_each_statement) {
  ProgramBuilder builder("built.bp");
  const Expression locked = builder.declare("locked");
  const Expression odd = builder.declare("x > 5", true);
  builder.begin_procedure("main");
  const std::uint32_t first = builder.add_assign("locked", false);
  builder.begin_while(Expression::any());
  builder.label("end");
  const std::uint32_t call = builder.add_call("lock");
  builder.begin_if(odd & !locked);
  builder.begin_else();
  builder.add_skip();
  builder.end();
  builder.end();
  builder.end();
  builder.begin_procedure("lock");
  const std::uint32_t failing = builder.add_assert(!locked);
  builder.add_assign("locked", true);
  builder.end();
  const ParseResult built = builder.finish();
  for (const Message& message : built.messages) ADD_FAILURE() << message.to_string();
  ASSERT_TRUE(built.program);
  EXPECT_EQ(built.program->text(), R"(decl locked;
decl {x > 5} := T;
void main() begin
  locked := F;
  while * do
{end}: lock();
    if {x > 5} & !locked then
    else
      skip;
    fi
  od
end
void lock() begin
  assert !locked;
  locked := T;
end
)");
  Question question;
  question.traces = true;
  const Answer answer = check(*built.program, question);
  ASSERT_EQ(answer.results.size(), 1U);
  ASSERT_TRUE(answer.results.front().trace);
  EXPECT_EQ(answer.results.front().at, (Location{"built.bp", failing, 3}));
  std::vector<std::uint32_t> lines;
  for (const TraceStep& step : answer.results.front().trace->steps) lines.push_back(step.at.line);
  EXPECT_EQ(std::ranges::count(lines, first), 1);
  EXPECT_EQ(std::ranges::count(lines, call), 2);
}

TEST(ProgramBuilder, what_is_wrong_with_the_program_is_told_as_by_parse) {
  ProgramBuilder builder("built.bp");
  builder.begin_procedure("main");
  builder.add_assign("x", !Expression("y"));
  builder.end();
  const ParseResult built = builder.finish();
  EXPECT_FALSE(built.program);
  ASSERT_EQ(built.errors, 2U);
  EXPECT_EQ(built.messages.front().text, "'x' is not declared");
  EXPECT_EQ(built.messages.front().at, (Location{"built.bp", 2, 3}));
  builder.begin_procedure("main");  // it is empty, and can be used again
  builder.end();
  EXPECT_TRUE(builder.finish().program);
}

/// What the exception says; it must have changed nothing.
std::string complaint(ProgramBuilder& builder, const std::function<void(ProgramBuilder&)>& misuse) {
  try {
    misuse(builder);
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return "nothing";
}

TEST(ProgramBuilder, says_what_is_wrong_about_a_call) {
  using B = ProgramBuilder;
  B builder;
  const auto told = [&](const std::function<void(B&)>& misuse) {
    return complaint(builder, misuse);
  };
  EXPECT_EQ(told([](B& b) { b.add_skip(); }), "ProgramBuilder::add_skip: begin a procedure first");
  EXPECT_EQ(told([](B& b) { b.end(); }), "ProgramBuilder::end: nothing is open");
  EXPECT_EQ(told([](B& b) { b.label("L"); }), "ProgramBuilder::label: begin a procedure first");
  EXPECT_EQ(told([](B& b) { b.declare(std::vector<Declaration>{}); }),
            "ProgramBuilder::declare: at least one variable is needed");
  EXPECT_EQ(told([](B& b) { b.declare("a}b"); }),
            "ProgramBuilder: 'a}b' cannot be a name; one has at least one character, no '}' and no "
            "line break");
  EXPECT_NE(told([](B& b) { b.declare(""); }), "nothing");
  EXPECT_NE(told([](B& b) { b.declare("a\nb"); }), "nothing");
  EXPECT_NE(told([](B& b) { b.declare("{a\nb}"); }), "nothing");
  EXPECT_EQ(told([](B& b) { b.begin_procedure("f", {}, 10'001); }),
            "ProgramBuilder::begin_procedure: a procedure can have at most 10000 results");
  EXPECT_EQ(told([](B& b) { b.begin_thread("t", 1001); }),
            "ProgramBuilder::begin_thread: a thread can have at most 1000 copies");
  builder.begin_procedure("main");
  EXPECT_EQ(told([](B& b) { b.begin_procedure("f"); }),
            "ProgramBuilder::begin_procedure: procedure 'main' has not ended");
  EXPECT_EQ(told([](B& b) { b.begin_thread("f"); }),
            "ProgramBuilder::begin_thread: procedure 'main' has not ended");
  EXPECT_EQ(told([](B& b) { static_cast<void>(b.finish()); }),
            "ProgramBuilder::finish: procedure 'main' has not ended");
  EXPECT_EQ(told([](B& b) { b.begin_else(); }),
            "ProgramBuilder::begin_else: procedure 'main' is open, and not an 'if'");
  EXPECT_EQ(told([](B& b) { b.add_goto({}); }),
            "ProgramBuilder::add_goto: at least one label is needed");
  EXPECT_EQ(told([](B& b) { b.add_assign(std::vector<std::string>{}, {}); }),
            "ProgramBuilder::add_assign: at least one variable is needed");
  EXPECT_EQ(
      told([](B& b) { b.add_assume(Expression::next("x")); }),
      "ProgramBuilder: the next value of 'x' is known only to the constrain of an assignment");
  builder.label("L");
  EXPECT_EQ(told([](B& b) { b.end(); }), "ProgramBuilder::end: label 'L' has no statement");
  EXPECT_EQ(told([](B& b) { b.enforce(true); }),
            "ProgramBuilder::enforce: label 'L' has no statement");
  builder.begin_if(true);
  EXPECT_EQ(told([](B& b) { b.enforce(true); }),
            "ProgramBuilder::enforce: it must stand once, before the statements of the procedure");
  builder.begin_else();
  EXPECT_EQ(told([](B& b) { b.begin_elsif(true); }),
            "ProgramBuilder::begin_elsif: an 'else' is open, and not an 'if'");
  builder.end();
  builder.end();
  const ParseResult built = builder.finish();
  ASSERT_TRUE(built.program);
  EXPECT_EQ(built.program->text(), "void main() begin\nL: if T then\n  else\n  fi\nend\n");
}

TEST(ProgramBuilder, nests_as_deep_as_the_parser_reads) {
  ProgramBuilder builder;
  builder.begin_procedure("main");
  std::size_t depth = 0;
  EXPECT_THROW(for (; depth < 3000; ++depth) static_cast<void>(builder.begin_while(true)),
               std::logic_error);
  for (std::size_t i = 0; i < depth; ++i) builder.end();
  builder.end();
  const ParseResult built = builder.finish();
  ASSERT_TRUE(built.program);
  EXPECT_TRUE(parse(std::string(built.program->text())).program);
}

TEST(ProgramBuilder, expressions_can_be_long_and_deep) {
  ProgramBuilder builder;
  const Expression x = builder.declare("x");
  Expression deep = x;
  for (int i = 0; i < 100'000; ++i) deep = !std::move(deep);
  builder.begin_procedure("main");
  builder.add_assume(deep);
  builder.add_assert(Expression::all_of(std::vector<Expression>(20'000, x)));
  builder.add_assert(Expression::any_of({}) | Expression::all_of({}));
  builder.end();
  const ParseResult built = builder.finish();
  ASSERT_TRUE(built.program);
  EXPECT_EQ(exit_status(check(*built.program, {})), 0);
}

}  // namespace

}  // namespace hardbop
