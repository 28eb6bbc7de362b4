// SPDX-License-Identifier: MIT
// Programs that are made: their text reads as they are, and tags stay with their statements.
#include "boolean/language/program_builder.hpp"

#include "boolean/language/checked_program.hpp"
#include "boolean/language/parsing.hpp"
#include "boolean/language/statement_tags.hpp"

namespace hardbop::bp {

namespace {

NamedTerm yes() {
  return NamedTerm::constant(true);
}

class Building : public testing::Test {
 protected:
  NamePool pool_;
  ProgramBuilder builder_;
  StatementTags<int> tags_;
  Name x_ = pool_.intern("x");
  Name y_ = pool_.intern("{y > 1}");

  [[nodiscard]] static Draft draft(StatementKind kind, std::vector<Name> names = {},
                                   std::vector<NamedTerm> values = {}) {
    return {.kind = kind, .names = std::move(names), .values = std::move(values)};
  }
};

TEST_F(Building, its_text_reads_as_it_is) {
  const NamedTerm x = NamedTerm::of(x_);
  const NamedTerm y = NamedTerm::of(y_);
  builder_.declare({x_});
  builder_.blank_line();
  builder_.begin_procedure("f", 2, {y_});
  builder_.declare({pool_.intern("z"), pool_.intern("w")});
  builder_.enforce(NamedTerm::chain({!(x & y), ~x | y, yes()}, Op::And));
  tags_.set(builder_.begin_if(x ^ y, "L"), 1);
  Draft assigned = draft(StatementKind::Assign, {x_, y_}, {NamedTerm::any(), iff(x, y)});
  assigned.constrain = !(NamedTerm::next(x_) & y);
  tags_.set(builder_.add(assigned), 2);
  tags_.set(builder_.begin_elsif(!!y), 3);
  tags_.set(builder_.add(draft(StatementKind::Goto, {pool_.intern("L"), pool_.intern("M")})), 4);
  builder_.begin_else();
  tags_.set(builder_.add(draft(StatementKind::Dead, {y_})), 5);
  builder_.end_if();
  Draft constrain = draft(StatementKind::Assume);
  constrain.label = "M";
  constrain.constrain = ~NamedTerm::next(x_) & y;
  constrain.comment = "not an assignment";
  tags_.set(builder_.add(constrain), 6);
  builder_.add(draft(StatementKind::Return, {}, {x, NamedTerm::choose(x, !y)}));
  builder_.end_procedure();
  builder_.begin_procedure("main", 0, {});
  Draft call = draft(StatementKind::Call, {x_, pool_.intern("_")}, {yes()});
  call.callee = "f";
  tags_.set(builder_.add(call), 7);
  tags_.set(builder_.add(draft(StatementKind::Assert, {}, {x})), 8);
  builder_.add(draft(StatementKind::Return));
  builder_.end_procedure();
  const CheckedProgram made(builder_.finish("made.bp"));
  EXPECT_EQ(made.text(), R"(decl x;

bool<2> f({y > 1}) begin
  decl z, w;
  enforce !(x & {y > 1}) & (!x | {y > 1}) & T;
L: if (x ^ {y > 1}) then
    x, {y > 1} := *, (x = {y > 1}) constrain !('x & {y > 1});
  elsif !!{y > 1} then
    goto L, M;
  else
    dead {y > 1};
  fi
M:  constrain (!'x & {y > 1});  // not an assignment
  return x, schoose[x, !{y > 1}];
end
void main() begin
  x, _ := f(T);
  assert x;
  return ;
end
)");
  Diagnostics diagnostics;
  const Program read = parse_program(made.program().source, Dialect::Standard, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors());
  EXPECT_TRUE(same_program(made.program(), read));
  const Symbols symbols = check_program(read, diagnostics);
  const Graph graph(read, symbols);
  ASSERT_EQ(made.graph().vertices().size(), graph.vertices().size());
  std::vector<int> tags;
  for (VertexId v = 0; v < graph.vertices().size(); ++v) {
    const Vertex& vertex = made.graph().vertex(v);
    EXPECT_EQ(vertex.at, graph.vertex(v).at);
    EXPECT_EQ(vertex.next, graph.vertex(v).next);
    EXPECT_EQ(vertex.otherwise, graph.vertex(v).otherwise);
    EXPECT_EQ(made.graph().statement_text(v), graph.statement_text(v));
    tags.push_back(tags_.at(vertex));
  }
  // An exit and an error have none, and neither have statements that got none.
  EXPECT_EQ(tags, (std::vector<int>{1, 2, 3, 4, 5, 6, 0, 0, 7, 8, 0, 0, 0}));
}

TEST_F(Building, a_term_knows_its_length) {
  const NamedTerm x = NamedTerm::of(x_);
  for (const NamedTerm& term :
       {x, !x, x & yes(), NamedTerm::chain({x, !x, x | x}, Op::Or), NamedTerm::choose(x ^ x, !x),
        NamedTerm::chain({x}, Op::And).in_parentheses(), !(x & x).in_parentheses(),
        NamedTerm({{Op::Name, false, x_},
                   {Op::Name, false, y_},
                   {Op::Name, false, x_},
                   {Op::Conditional, true, nullptr}})}) {
    ProgramBuilder builder;
    builder.declare({x_, y_});
    builder.begin_procedure("main", 0, {});
    const std::uint32_t statement = builder.add(draft(StatementKind::Assume, {}, {term}));
    builder.end_procedure();
    const CheckedProgram made(builder.finish("made.bp"));
    const SourceSpan span = made.program().statements[statement].span;
    EXPECT_EQ(made.program().source->text(span).size(),
              term.length() + std::string("assume ").size());
  }
}

}  // namespace

}  // namespace hardbop::bp
