// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "product/page/pack.hpp"
#include <hardbop/page.hpp>

namespace hardbop {
namespace {

using page::Json;

Json step(int line, Json state, Json free) {
  return {{"depth", 0},
          {"thread", 0},
          {"procedure", "main"},
          {"file", "a.bp"},
          {"line", line},
          {"column", 1},
          {"kind", "step"},
          {"statement", "skip;"},
          {"state", std::move(state)},
          {"free", std::move(free)}};
}

std::string answer_with(const std::string& property) {
  Json trace = {{"length", 1}, {"truncated", false}};
  trace["steps"] = Json::array({step(1, {{"x", true}}, Json::array())});
  trace["end"] = step(1, {{"x", false}}, Json::array({"x"}));
  Json result = {{"property", property}, {"procedure", "main"}, {"verdict", "violated"}};
  result["trace"] = trace;
  Json answer = {{"tool", "hardbop"}, {"inputs", {{{"path", "a.bp"}, {"sha256", nullptr}}}}};
  answer["results"] = Json::array({result});
  return answer.dump();
}

TEST(Pack, states_are_written_as_differences) {
  Json trace = {{"length", 2}};
  trace["steps"] =
      Json::array({step(1, {{"x", 1}, {"y", 2}}, {"y"}), step(2, {{"x", 1}, {"y", 3}}, {"y"})});
  trace["end"] = step(1, {{"x", 1}}, Json::array());
  const Json packed = page::pack_trace(trace, {})["packed"];
  EXPECT_EQ(packed["names"], Json({"x", "y"}));
  EXPECT_EQ(packed["places"].size(), 2U);
  EXPECT_EQ(packed["steps"], Json({0, 0, 0, 1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(packed["changes"].dump(), "[[0,1,1,2],[1,3],[1,null]]");
  EXPECT_EQ(packed["free"].dump(), "[[1],0,[1]]");
}

TEST(Pack, other_keys_of_a_step_are_kept) {
  Json one = step(1, Json::object(), Json::array());
  one["printed"] = {"0", "*"};
  const Json packed = page::pack_trace({{"steps", Json::array({one})}}, {})["packed"];
  EXPECT_EQ(packed["further"].dump(), R"({"0":{"printed":["0","*"]}})");
}

TEST(Page, texts_of_programs_are_no_markup) {
  PageContent content;
  content.answers = {answer_with("</script><!--<img src=x>")};
  content.sources = {{"a.bp", "// </script><script>\n\xff\n"}};
  const std::string page = to_page(content);
  const std::size_t data = page.find("id=\"data\">") + 10;
  const std::string json = page.substr(data, page.find("</script>", data) - data);
  EXPECT_EQ(json.find('<'), std::string::npos);
  const Json read = Json::parse(json);
  EXPECT_EQ(read["answers"][0]["results"][0]["property"], "</script><!--<img src=x>");
  EXPECT_EQ(read["sources"][0]["text"], "// </script><script>\n\xEF\xBF\xBD\n");
}

TEST(Page, tokens_count_as_browsers_do) {
  PageContent content;
  content.answers = {answer_with("p")};
  const std::string text = "/* \xC3\xA9 \xF0\x9F\x98\x80 */ skip";
  content.sources = {
      {"a.bp", text, {{SourceToken::Kind::Keyword, text.find("skip"), text.size()}}}};
  const std::string page = to_page(content);
  EXPECT_NE(page.find("\"tokens\":[11,4,0]"), std::string::npos);
}

TEST(Page, a_changed_source_has_a_note) {
  Json answer = Json::parse(answer_with("p"));
  answer["inputs"][0]["sha256"] = "0";
  PageContent content;
  content.answers = {answer.dump()};
  content.sources = {{"a.bp", "skip"}};
  EXPECT_NE(to_page(content).find("has changed since"), std::string::npos);
}

TEST(Page, blocks_are_where_graphviz_puts_them) {
  PageContent content;
  content.answers = {answer_with("p")};
  content.sources = {{"a.bp", "skip;\nskip;\n"}};
  content.flow = {{"main",
                   {{FlowBlock::Kind::Plain, {{"a.bp", 1, 1}}}, {FlowBlock::Kind::Exit, {}}},
                   {{0, 1, ""}}}};
  EXPECT_NE(layout_request(content).find("0 -> 1"), std::string::npos);
  content.layout =
      "graph 1 2 3\nnode 0 1 2.5 1 0.5 \"\" solid box black lightgrey\n"
      "node 1 1 0.5 1 0.5 \"\" solid box black lightgrey\n"
      "edge 0 1 4 1 2.25 1 2 1 1 1 0.75 solid black\nstop\n";
  const std::string page = to_page(content);
  EXPECT_NE(page.find(R"("box":[36,18,72,36])"), std::string::npos);
  EXPECT_NE(page.find(R"("rows":[[1,"skip;"]])"), std::string::npos);
  EXPECT_NE(page.find(R"("curve":[72,54,72,72,72,144,72,162])"), std::string::npos);
}

TEST(Page, what_is_no_answer_gives_no_page) {
  PageContent content;
  content.answers = {"{}"};
  EXPECT_EQ(to_page(content), "");
  content.answers = {"not JSON"};
  EXPECT_EQ(to_page(content), "");
}

TEST(SavedAnswers, lines_may_name_answers) {
  const auto read = read_saved_answers(
      "{\"program\":\"a\",\"question\":\"q\",\"answer\":{\"results\":[]}}\n\n{\"results\":[]}\n");
  ASSERT_TRUE(read);
  ASSERT_EQ(read->size(), 2U);
  EXPECT_EQ(read->front().program, "a");
  EXPECT_EQ(read->front().question, "q");
  EXPECT_EQ(read->back().program, "");
  EXPECT_FALSE(read_saved_answers("[1]"));
  EXPECT_FALSE(read_saved_answers("{\"results\":[]}\n{}\n"));
}

TEST(SavedAnswers, a_row_without_an_answer_has_its_verdict) {
  const auto read = read_saved_answers(
      R"({"program":"a","question":"q","verdict":"error","reason":"crashed","answer":null})");
  ASSERT_TRUE(read);
  const Json answer = Json::parse(read->front().json);
  EXPECT_EQ(answer["results"][0]["verdict"], "error");
  EXPECT_EQ(answer["results"][0]["reason"], "crashed");
  PageContent content;
  content.answers = {read->front().json};
  EXPECT_NE(to_page(content), "");
}

}  // namespace
}  // namespace hardbop
