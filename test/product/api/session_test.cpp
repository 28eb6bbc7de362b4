// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <hardbop/hardbop.hpp>

namespace hardbop {

namespace {

constexpr const char* session_text = R"(decl g;
void main() begin
  g := F;
  flip();
  flip();
  assert(!g);
end
void flip() begin
  g := !g; // a comment
end
)";

Session make_session() {
  const ParseResult parsed = parse(session_text, {.name = "a.bp"});
  EXPECT_TRUE(parsed.program);
  return Session(*parsed.program);
}

Verdict verdict(const Answer& answer) {
  EXPECT_EQ(answer.internal_error, "");
  EXPECT_EQ(answer.results.size(), 1U);
  return answer.results.front().verdict;
}

std::string figure(const Answer& answer, std::string_view name) {
  for (const Statistic& one : answer.statistics)
    if (one.first == name) return std::to_string(std::get<std::uint64_t>(one.second));
  return "none";
}

TEST(Session, an_edit_is_seen_and_the_rest_is_taken) {
  Session session = make_session();
  EXPECT_EQ(verdict(session.check({})), Verdict::Holds);
  EXPECT_TRUE(session.edit("void flip() begin if (g) then g := F; else g := T; fi end").program);
  const Answer same = session.check({});
  EXPECT_EQ(verdict(same), Verdict::Holds);
  EXPECT_EQ(figure(same, "store.procedures_taken"), "1");
  EXPECT_EQ(figure(same, "store.procedures_explored"), "1");
  EXPECT_TRUE(session.edit("void flip() begin g := T; end").program);
  EXPECT_EQ(verdict(session.check({})), Verdict::Violated);
}

TEST(Session, procedures_and_globals_are_added) {
  Session session = make_session();
  const ParseResult added = session.edit(
      "decl h := T; void twice() begin flip(); flip(); end "
      "void main() begin g := F; twice(); assert(!g & h); end");
  for (const Message& message : added.messages) ADD_FAILURE() << message.to_string();
  EXPECT_EQ(verdict(session.check({})), Verdict::Holds);
}

TEST(Session, threads_are_replaced) {
  const ParseResult named =
      parse("decl g := F; thread one begin void main() begin assert !g; end end", {.name = "b.bp"});
  ASSERT_TRUE(named.program);
  Session session(*named.program);
  EXPECT_TRUE(
      session.edit("thread one begin void main() begin g := T; assert !g; end end").program);
  EXPECT_EQ(verdict(session.check({})), Verdict::Violated);
}

TEST(Session, an_edit_of_nothing_or_of_the_same_twice_is_an_error) {
  Session session = make_session();
  const ParseResult twice =
      session.edit("void flip() begin skip; end\nvoid flip() begin g := T; end");
  ASSERT_EQ(twice.errors, 1U);
  EXPECT_EQ(twice.messages.front().text, "procedure 'flip' is defined twice in one edit");
  EXPECT_EQ(twice.messages.front().at.line, 2U);
  EXPECT_EQ(session.edit("").errors, 1U);
  EXPECT_EQ(session.edit(" // nothing\n").errors, 1U);
}

TEST(Session, an_edit_with_errors_changes_nothing) {
  Session session = make_session();
  EXPECT_EQ(session.edit("void flip() begin unknown := T; end").errors, 1U);
  EXPECT_GT(session.edit("void flip() begin").errors, 0U);
  EXPECT_GT(session.edit("void flip() begin end void flip() begin end").errors, 0U);
  EXPECT_EQ(verdict(session.check({})), Verdict::Holds);
}

TEST(Session, traces_and_certificates_are_made) {
  Session session = make_session();
  EXPECT_TRUE(session.edit("void flip() begin g := T; end").program);
  Question question;
  question.traces = true;
  question.certify = true;
  const Answer first = session.check(question);
  const Answer again = session.check(question);
  ASSERT_TRUE(again.results.front().trace);
  EXPECT_EQ(to_text(first), to_text(again));
  EXPECT_NE(again.certificate, "");
}

}  // namespace

}  // namespace hardbop
