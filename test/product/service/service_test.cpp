// SPDX-License-Identifier: MIT
// Requests and responses as JSON, and the server.
#include <chrono>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>

#include <hardbop/service.hpp>

namespace hardbop::service {
namespace {

using Json = nlohmann::json;

constexpr const char* program = "decl g; void main() begin g := *; if g then R: skip; fi end";

Json ask(const std::string& method, const Json& request) {
  Call call;
  return Json::parse(respond(method, request.dump(), call));
}

std::string problem(const std::string& method, const Json& request) {
  const Json response = ask(method, request);
  return response.contains("error") ? response["error"]["message"].get<std::string>() : "";
}

TEST(Service, a_check_gives_the_answer_of_the_schema) {
  const Json response =
      ask("check", {{"text", program}, {"name", "p.bp"}, {"labels", {"R"}}, {"traces", true}});
  const Json& result = response["result"]["results"][0];
  EXPECT_EQ(result["verdict"], "violated");
  EXPECT_EQ(result["trace"]["steps"].size(), 2);
  EXPECT_EQ(response["result"]["inputs"][0]["path"], "p.bp");
}

TEST(Service, options_have_the_names_of_the_tables) {
  const Json request = {
      {"text", program}, {"labels", {"R"}}, {"engine", "image"}, {"traversal", "frames"}};
  EXPECT_EQ(ask("check", request)["result"]["engine"], "image");
  EXPECT_EQ(problem("check", {{"text", program}, {"traversal", "sideways"}}),
            "request: 'traversal' should be one of machines, frames");
}

TEST(Service, a_certificate_is_part_of_the_answer_and_validates) {
  const Json answer =
      ask("check", {{"text", "void main() begin assert 1; end"}, {"certify", true}})["result"];
  const Json request = {{"text", "void main() begin assert 1; end"},
                        {"evidence", answer["certificate"]}};
  EXPECT_EQ(ask("validate", request)["result"]["status"], "valid");
  const Json other = {{"text", "void main() begin assert 0; end"},
                      {"evidence", answer["certificate"]}};
  EXPECT_EQ(ask("validate", other)["result"]["status"], "invalid");
}

TEST(Service, mistakes_are_named) {
  EXPECT_EQ(problem("check", {{"text", program}, {"label", {"R"}}}),
            "request: unknown key 'label'; did you mean 'labels'?");
  EXPECT_EQ(problem("check", Json::object()), "request: the key 'text' is missing");
  EXPECT_EQ(problem("check", {{"text", 3}}), "request: 'text' should be a text");
  EXPECT_EQ(problem("check", Json::array()), "request should be an object");
  EXPECT_EQ(problem("chek", Json::object()), "no method is called 'chek'; did you mean 'check'?");
  EXPECT_EQ(problem("check_c", {{"sources", {{{"path", "a.c"}}}}}),
            "sources[0]: the key 'text' is missing");
  Call call;
  EXPECT_EQ(Json::parse(respond("check", "{\"text\": ", call))["error"]["code"], "bad-request");
  EXPECT_EQ(Json::parse(respond("check", "\xff", call))["error"]["code"], "bad-request");
}

TEST(Service, errors_of_a_program_have_their_places) {
  const Json error = ask("parse", {{"text", "void main() begin x := 1; end"}})["error"];
  EXPECT_EQ(error["code"], "bad-input");
  EXPECT_EQ(error["messages"][0]["location"]["column"], 19);
}

TEST(Service, deep_nesting_is_no_crash) {
  Call call;
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  EXPECT_TRUE(Json::parse(respond("check", deep, call)).contains("error"));
}

TEST(Service, a_cancelled_check_is_unknown) {
  Call call;
  call.cancel = true;
  const std::string text = ask("generate", {{"family", "hard"}, {"size", 6}})["result"]["text"];
  const Json response =
      Json::parse(respond("check", Json{{"text", text}, {"all_labels", true}}.dump(), call));
  EXPECT_EQ(response["result"]["results"][0]["verdict"], "unknown");
}

TEST(Service, a_session_keeps_a_program_that_is_edited) {
  Sessions sessions;
  Call call;
  call.sessions = &sessions;
  const auto request = [&](const std::string& method, const Json& parameters) {
    return Json::parse(respond(method, parameters.dump(), call));
  };
  const std::string text =
      "decl g; void main() begin g := 0; f(); assert !g; end void f() begin skip; end";
  const Json opened = request("session_open", {{"text", text}});
  const Json session = opened["result"]["session"];
  const auto verdict = [&] {
    return request("session_check", {{"session", session}})["result"]["results"][0]["verdict"];
  };
  EXPECT_EQ(verdict(), "holds");
  request("session_edit", {{"session", session}, {"text", "void f() begin g := 1; end"}});
  EXPECT_EQ(verdict(), "violated");
  EXPECT_EQ(request("session_edit", {{"session", session},
                                     {"text", "void f() begin h := 1; end"}})["error"]["code"],
            "bad-input");
  EXPECT_EQ(verdict(), "violated");
  EXPECT_TRUE(request("session_close", {{"session", session}})["result"].is_null());
  EXPECT_EQ(request("session_check", {{"session", session}})["error"]["message"],
            "there is no such session");
  EXPECT_EQ(problem("session_open", {{"text", text}}), "there are no sessions here");
}

std::vector<Json> served(const std::string& input) {
  std::istringstream in(input);
  std::ostringstream out;
  serve(in, out);
  std::vector<Json> messages;
  std::istringstream lines(out.str());
  for (std::string line; std::getline(lines, line);) messages.push_back(Json::parse(line));
  return messages;
}

TEST(Serve, lines_are_answered_with_their_ids) {
  const std::vector<Json> messages =
      served(R"({"id": 7, "method": "generate", "params": {"size": 1}})"
             "\n"
             R"({"id": "a", "method": "shutdown"})"
             "\n");
  ASSERT_EQ(messages.size(), 2);
  for (const Json& message : messages) EXPECT_TRUE(message["id"] == 7 || message["id"] == "a");
}

TEST(Serve, a_header_gives_the_length) {
  const std::string body = R"({"id": 1, "method": "initialize"})";
  std::istringstream in("Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
  std::ostringstream out;
  serve(in, out);
  EXPECT_TRUE(out.str().starts_with("Content-Length: "));
  EXPECT_NE(out.str().find("\"methods\":[\"check\""), std::string::npos);
}

TEST(Serve, bad_messages_are_errors) {
  const std::vector<Json> messages = served("{\n[]\n{\"id\": 1, \"method\": \"no\"}\n");
  ASSERT_EQ(messages.size(), 3);
  EXPECT_EQ(messages[0]["error"]["code"], -32700);
  EXPECT_EQ(messages[1]["error"]["code"], -32600);
  EXPECT_EQ(messages[2]["error"]["data"]["code"], "bad-request");
}

TEST(Serve, a_length_that_is_not_true_is_an_error) {
  for (const std::string length : {"99999999999999", "-1", "ten", "1000000"}) {
    std::istringstream in("Content-Length: " + length + "\r\n\r\n{}");
    std::ostringstream out;
    serve(in, out);
    EXPECT_NE(out.str().find("-32"), std::string::npos) << length;
  }
}

TEST(Serve, every_message_with_an_id_is_answered) {
  const std::vector<Json> messages = served(
      "{\"id\": 1, \"method\": \"initialise\"}\n"
      "{\"id\": 2, \"method\": \"cancel\", \"params\": {\"id\": 7}}\n"
      "{\"method\": \"cancel\", \"params\": 3}\n"
      "{\"id\": 3, \"method\": \"cancel\", \"params\": []}\n");
  ASSERT_EQ(messages.size(), 3);
  EXPECT_TRUE(messages[0]["result"].contains("methods"));
  EXPECT_EQ(messages[1]["result"], false);
  EXPECT_EQ(messages[2]["result"], false);
}

std::string long_check(double timeout) {
  Call call;
  const std::string text =
      Json::parse(respond("generate", R"({"family": "hard", "size": 12})", call))["result"]["text"];
  Json parameters = {{"text", text}, {"all_labels", true}};
  if (timeout > 0) parameters["timeout"] = timeout;
  return Json{{"id", 1}, {"method", "check"}, {"params", parameters}}.dump() + "\n";
}

TEST(Serve, at_the_end_of_the_input_requests_are_finished) {
  for (int i = 0; i != 10; ++i) {
    const std::vector<Json> messages = served(
        R"({"id": 1, "method": "check", "params": {"text": "void main() begin assert F; end"}})"
        "\n");
    ASSERT_EQ(messages.size(), 1U);
    EXPECT_EQ(messages.front()["result"]["results"][0]["verdict"], "violated");
  }
  const std::string limited = served(long_check(0.2)).back().dump();
  EXPECT_EQ(limited.find("cancel"), std::string::npos) << limited;
}

TEST(Serve, exit_and_a_closed_output_cancel_what_is_under_way) {
  const std::vector<Json> messages = served(long_check(0) + R"({"method": "exit"})" + "\n");
  ASSERT_FALSE(messages.empty());
  EXPECT_EQ(messages.back()["id"], 1);
  std::istringstream in(long_check(0));
  std::ostringstream out;
  out.setstate(std::ios::badbit);
  serve(in, out);  // ends
}

TEST(Serve, reading_goes_on_behind_a_length_that_is_not_true) {
  const auto message = [](int id, int more) {
    const std::string body = R"({"id": )" + std::to_string(id) + R"(, "method": "shutdown"})";
    return "Content-Length: " + std::to_string(static_cast<int>(body.size()) + more) + "\r\n\r\n" +
           body;
  };
  for (const int more : {-7, 3, 25}) {
    std::istringstream in(message(1, 0) + message(2, more) + message(3, 0) + message(4, 0) +
                          message(5, 0));
    std::ostringstream out;
    serve(in, out);
    const std::string text = out.str();
    EXPECT_NE(text.find("\"id\":1,"), std::string::npos) << more;
    EXPECT_NE(text.find("\"id\":5,"), std::string::npos) << more << text;
    const std::size_t error = text.find("-32700");
    EXPECT_NE(error, std::string::npos) << more;
    EXPECT_EQ(text.find("-32700", error + 1), std::string::npos) << more << text;
  }
}

TEST(Service, what_is_too_large_or_too_deep_is_refused) {
  Call call;
  EXPECT_NE(respond("generate", R"({"size": 4000000000})", call)
                .find("'size' of family tn can be at most 1000000"),
            std::string::npos);
  for (const std::string& deep :
       {std::string(300'000, '['), std::string(300'000, '[') + std::string(300'000, ']')}) {
    EXPECT_NE(respond("check", deep, call).find("should be JSON"), std::string::npos);
    EXPECT_NE(respond("check", "{\"text\": " + deep + "}", call).find("should be JSON"),
              std::string::npos);
    const std::vector<Json> messages = served("{\"id\": " + deep + ", \"method\": \"check\"}\n");
    ASSERT_EQ(messages.size(), 1U);
    EXPECT_EQ(messages.front()["error"]["code"], -32700);
  }
}

}  // namespace
}  // namespace hardbop::service
