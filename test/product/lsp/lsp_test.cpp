// SPDX-License-Identifier: MIT
// A scripted client of the language server.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include <hardbop/lsp.hpp>

namespace hardbop {
namespace {

using Json = nlohmann::json;

constexpr const char* uri = "file:///p.bp";
constexpr const char* text =
    "decl g;\n"
    "void main() begin\n"
    "  decl x;\n"
    "  x := g;\n"
    "  flip(x);\n"
    "  R: assert !g;\n"
    "  goto R;\n"
    "end\n"
    "void flip(x) begin\n"
    "  g := x & !g;\n"
    "end\n";

class Client {
 public:
  void notify(const std::string& method, const Json& parameters) {
    send({{"jsonrpc", "2.0"}, {"method", method}, {"params", parameters}});
  }
  int request(const std::string& method, const Json& parameters) {
    send({{"jsonrpc", "2.0"}, {"id", ++last_}, {"method", method}, {"params", parameters}});
    return last_;
  }
  void open(const std::string& content, const std::string& address = uri) {
    notify("textDocument/didOpen", {{"textDocument", {{"uri", address}, {"text", content}}}});
  }
  int ask(const std::string& method, int line, int character) {
    return request("textDocument/" + method,
                   {{"textDocument", {{"uri", uri}}},
                    {"position", {{"line", line}, {"character", character}}}});
  }
  void send(const Json& message) { send_text(message.dump()); }
  void send_text(const std::string& body) {
    input_ += "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  }

  /// Runs the server on all that was sent.
  void run() {
    std::istringstream in(input_);
    std::ostringstream out;
    serve_lsp(in, out);
    std::istringstream messages(out.str());
    for (std::string header; std::getline(messages, header) && !header.empty();) {
      const std::size_t length = std::stoul(header.substr(header.find(' ')));
      std::getline(messages, header);
      std::string body(length, '\0');
      messages.read(body.data(), static_cast<std::streamsize>(length));
      received_.push_back(Json::parse(body));
    }
  }
  [[nodiscard]] Json result(int id) const {
    for (const Json& message : received_)
      if (message.value("id", Json()) == id) return message.value("result", Json("no result"));
    return "no message";
  }
  [[nodiscard]] Json diagnostics() const {
    for (const Json& message : received_)
      if (message.value("method", "") == "textDocument/publishDiagnostics")
        return message["params"]["diagnostics"];
    return nullptr;
  }
  [[nodiscard]] const std::vector<Json>& received() const { return received_; }

 private:
  std::string input_{};
  int last_ = 0;
  std::vector<Json> received_{};
};

TEST(Lsp, errors_have_places_and_hints) {
  Client client;
  client.open("decl lock;\nvoid main() begin\n  /* \xF0\x9F\x94\x92 */ lok := 1;\nend\n");
  client.run();
  const Json all = client.diagnostics();
  Json diagnostics = Json::array();  // the errors
  for (const Json& one : all)
    if (one["severity"] == 1) diagnostics.push_back(one);
  ASSERT_EQ(diagnostics.size(), 1);
  EXPECT_NE(diagnostics[0]["message"].get<std::string>().find("did you mean 'lock'"),
            std::string::npos);
  EXPECT_EQ(diagnostics[0]["range"]["start"], (Json{{"line", 2}, {"character", 11}}));
}

TEST(Lsp, names_lead_to_their_definitions_and_references) {
  Client client;
  client.open(text);
  const int global = client.ask("definition", 9, 2);
  const int local = client.ask("definition", 3, 2);
  const int formal = client.ask("definition", 9, 7);
  const int procedure = client.ask("definition", 4, 4);
  const int label = client.ask("definition", 6, 7);
  const int all = client.ask("references", 0, 5);
  const int nothing = client.ask("definition", 1, 14);
  client.run();
  EXPECT_EQ(client.result(global)["range"]["start"]["line"], 0);
  EXPECT_EQ(client.result(local)["range"]["start"]["line"], 2);
  EXPECT_EQ(client.result(formal)["range"]["start"]["line"], 8);
  EXPECT_EQ(client.result(procedure)["range"]["start"]["line"], 8);
  EXPECT_EQ(client.result(label)["range"]["start"]["line"], 5);
  EXPECT_EQ(client.result(all).size(), 5);
  EXPECT_TRUE(client.result(nothing).is_null());
}

TEST(Lsp, hover_says_what_a_name_is) {
  Client client;
  client.open(text);
  const int global = client.ask("hover", 3, 7);
  const int formal = client.ask("hover", 8, 10);
  const int procedure = client.ask("hover", 4, 2);
  client.run();
  EXPECT_EQ(client.result(global)["contents"]["value"],
            "global variable g\n0 or 1 in runs that arrive here");
  EXPECT_EQ(client.result(formal)["contents"]["value"], "parameter x of flip");
  EXPECT_EQ(client.result(procedure)["contents"]["value"], "procedure void flip(x)");
}

TEST(Lsp, hover_says_which_values_a_variable_has) {
  Client client;
  client.open(
      "decl g;\nvoid main() begin\n  g := 1;\n  if !g then\n    g := g;\n  fi\n  g := !g;\n"
      "  print(g);\nend\n");
  const int before = client.ask("hover", 3, 6);
  const int never = client.ask("hover", 4, 9);
  const int after = client.ask("hover", 7, 8);
  client.open("thread t begin decl g; void main() begin g := 1; end end", "file:///t.bp");
  const int of_thread =
      client.request("textDocument/hover", {{"textDocument", {{"uri", "file:///t.bp"}}},
                                            {"position", {{"line", 0}, {"character", 41}}}});
  client.run();
  const auto value = [&](int id) { return client.result(id)["contents"]["value"]; };
  EXPECT_EQ(value(before), "global variable g\nalways 1 in runs that arrive here");
  EXPECT_EQ(value(never), "global variable g\nno run arrives here");
  EXPECT_EQ(value(after), "global variable g\nalways 0 in runs that arrive here");
  EXPECT_EQ(value(of_thread), "variable g of thread t");
}

TEST(Lsp, a_lens_checks_a_label) {
  Client client;
  client.open(text);
  const int lenses = client.request("textDocument/codeLens", {{"textDocument", {{"uri", uri}}}});
  const int checked = client.request(
      "workspace/executeCommand", {{"command", "hardbop.check"}, {"arguments", {uri, "main.R"}}});
  client.run();
  ASSERT_EQ(client.result(lenses).size(), 2);
  EXPECT_EQ(client.result(lenses)[0]["command"]["arguments"], (Json{uri, "main.R"}));
  EXPECT_EQ(client.result(checked)["message"], "label main.R: violated");
  EXPECT_FALSE(client.result(checked)["trace"].empty());
}

TEST(Lsp, formatting_is_one_edit_and_none_if_there_is_nothing_to_do) {
  Client client;
  client.open("void main() begin skip; end");
  const int ugly = client.request("textDocument/formatting", {{"textDocument", {{"uri", uri}}}});
  client.notify("textDocument/didChange",
                {{"textDocument", {{"uri", uri}}},
                 {"contentChanges", {{{"text", "void main() begin\n  skip;\nend\n"}}}}});
  const int good = client.request("textDocument/formatting", {{"textDocument", {{"uri", uri}}}});
  client.run();
  EXPECT_EQ(client.result(ugly)[0]["newText"], "void main() begin\n  skip;\nend\n");
  EXPECT_EQ(client.result(good), Json::array());
}

TEST(Lsp, systems_and_rules_are_diagnosed_too) {
  Client client;
  client.open("relation R(x: bool) := y;", "file:///s.fx");
  client.run();
  EXPECT_FALSE(client.diagnostics().empty());
  Client other;
  other.open("state { int locked = 0; }\nlock.entry { if (lockd) abort; }\n", "file:///r.slic");
  other.run();
  EXPECT_FALSE(other.diagnostics().empty());
}

TEST(Lsp, names_of_systems_and_rules_lead_to_their_definitions) {
  const std::string system =
      "type Place = {left, right};\n"
      "mu Reach(p: Place) :=\n"
      "  p = Place.left | exists q: Place. Reach(q) & p != q;\n"
      "query all: Reach(Place.right);\n";
  Client client;
  client.open(system);  // is no Boolean program
  client.open(system, "file:///s.fx");
  const auto at = [&](const char* method, int line, int character, const char* address) {
    return client.request(std::string("textDocument/") + method,
                          {{"textDocument", {{"uri", address}}},
                           {"position", {{"line", line}, {"character", character}}}});
  };
  const int relation = at("definition", 3, 13, "file:///s.fx");
  const int bound = at("references", 2, 43, "file:///s.fx");
  const int hover = at("hover", 2, 38, "file:///s.fx");
  const int type = at("references", 0, 6, "file:///s.fx");
  client.open("state { int locked = 0; }\nlock.entry { if (locked) abort; locked = 1; }\n",
              "file:///r.slic");
  const int variable = at("references", 1, 34, "file:///r.slic");
  const int defined = at("definition", 1, 18, "file:///r.slic");
  const int watched = at("hover", 1, 1, "file:///r.slic");
  client.run();
  EXPECT_EQ(client.result(relation)["range"]["start"], (Json{{"line", 1}, {"character", 3}}));
  EXPECT_EQ(client.result(bound).size(), 3);
  EXPECT_EQ(client.result(hover)["contents"]["value"], "mu Reach(p: Place)");
  EXPECT_EQ(client.result(type).size(), 5);
  EXPECT_EQ(client.result(variable).size(), 3);
  EXPECT_EQ(client.result(defined)["range"]["start"], (Json{{"line", 0}, {"character", 12}}));
  EXPECT_EQ(client.result(watched)["contents"]["value"], "function lock of the program is entered");
}

TEST(Lsp, systems_and_rules_are_formatted_too) {
  Client client;
  const auto format = [&](const std::string& content, const char* address) {
    client.open(content, address);
    return client.request("textDocument/formatting", {{"textDocument", {{"uri", address}}}});
  };
  const int system = format("type T=bool;// two\nquery q:exists x:T.x;", "file:///s.fx");
  const int rule = format("lock.entry{abort\"x\";}", "file:///r.slic");
  const int wrong = format("type T = ;", "file:///w.fx");
  const int good = format("type T = bool;\n", "file:///g.fx");
  client.run();
  EXPECT_EQ(client.result(system)[0]["newText"],
            "type T = bool; // two\nquery q: exists x: T. x;\n");
  EXPECT_EQ(client.result(rule)[0]["newText"], "lock.entry {\n  abort \"x\";\n}\n");
  EXPECT_EQ(client.result(wrong), Json());
  EXPECT_EQ(client.result(good), Json::array());
}

TEST(Lsp, a_lens_solves_a_query) {
  const char* const address = "file:///s.fx";
  Client client;
  client.open("relation R(x: 0..4) := x > 1;\ncount R;\nquery some: exists x: 0..4. R(x);\n",
              address);
  const auto solve = [&](const Json& query) {
    return client.request("workspace/executeCommand",
                          {{"command", "hardbop.solve"}, {"arguments", {address, query}}});
  };
  const int lenses =
      client.request("textDocument/codeLens", {{"textDocument", {{"uri", address}}}});
  const int count = solve(0);
  const int truth = solve(1);
  const int none = solve(2);
  const int wrong = solve("R");
  client.run();
  ASSERT_EQ(client.result(lenses).size(), 2);
  EXPECT_EQ(client.result(lenses)[1]["command"]["arguments"], (Json{address, 1}));
  EXPECT_EQ(client.result(count)["message"], "R: 3 tuples\n");
  EXPECT_EQ(client.result(truth)["message"], "some: yes\n");
  EXPECT_EQ(client.result(none)["message"], "there is no such query");
  EXPECT_EQ(client.result(wrong), "no result");
}

TEST(Lsp, a_system_that_takes_input_has_names_but_no_queries_to_solve) {
  const char* const address = "file:///s.fx";
  Client client;
  client.open("input type Module;\ninput relation Init(m: Module);\nmu R(m: Module) := Init(m);\n",
              address);
  const int lenses =
      client.request("textDocument/codeLens", {{"textDocument", {{"uri", address}}}});
  const int defined = client.request(
      "textDocument/definition",
      {{"textDocument", {{"uri", address}}}, {"position", {{"line", 2}, {"character", 21}}}});
  client.run();
  EXPECT_TRUE(client.diagnostics().empty());
  EXPECT_TRUE(client.result(lenses).empty());
  EXPECT_EQ(client.result(defined)["range"]["start"], (Json{{"line", 1}, {"character", 15}}));
}

TEST(Lsp, a_position_is_made_of_whole_numbers) {
  Client client;
  client.open(text);
  const int huge = client.request(
      "textDocument/hover",
      {{"textDocument", {{"uri", uri}}}, {"position", {{"line", 1e300}, {"character", -1}}}});
  client.run();
  EXPECT_EQ(client.result(huge), "no result");
}

TEST(Lsp, a_document_without_a_file_has_the_language_that_the_editor_says) {
  Client client;
  const auto open = [&](const std::string& id, const std::string& address) {
    const Json document = {
        {"uri", address}, {"languageId", id}, {"text", "query q:forall x:bool.x=x;"}};
    client.notify("textDocument/didOpen", {{"textDocument", document}});
  };
  open("hardbop-fx", "untitled:One");
  open("hardbop", "untitled:Two");
  open("hardbop-fx", "file:///p.bp");
  const Json changed = {{"text", "query q:forall x:bool.x=x&x=x;"}};
  client.notify("textDocument/didChange",
                {{"textDocument", {{"uri", "untitled:One"}}}, {"contentChanges", {changed}}});
  client.run();
  std::vector<Json> told;
  for (const Json& message : client.received()) told.push_back(message["params"]);
  ASSERT_EQ(told.size(), 4U);
  EXPECT_TRUE(told[0]["diagnostics"].empty());
  EXPECT_FALSE(told[1]["diagnostics"].empty());
  EXPECT_FALSE(told[2]["diagnostics"].empty());
  EXPECT_TRUE(told[3]["diagnostics"].empty());
}

TEST(Lsp, an_unknown_command_is_an_error) {
  Client client;
  const int id = client.request("workspace/executeCommand",
                                {{"command", "hardbop.chek"}, {"arguments", Json::array()}});
  client.run();
  EXPECT_EQ(client.result(id), "no result");
}

TEST(Lsp, bad_messages_are_errors_and_the_server_goes_on) {
  Client client;
  client.send_text("{");
  client.send(Json::array());
  client.send({{"id", 77}, {"method", "nothing/known"}});
  client.send({{"id", 78}, {"method", "textDocument/hover"}, {"params", 3}});
  client.send({{"id", 79}, {"method", "textDocument/hover"}});
  client.notify("textDocument/didOpen", {{"textDocument", {{"uri", 3}}}});
  client.notify("textDocument/didChange",
                {{"textDocument", {{"uri", uri}}}, {"contentChanges", Json::array()}});
  const int last = client.request("shutdown", Json::object());
  client.run();
  EXPECT_TRUE(client.result(last).is_null());
  std::size_t errors = 0;
  for (const Json& message : client.received()) errors += message.contains("error") ? 1 : 0;
  EXPECT_EQ(errors, 5);
}

}  // namespace
}  // namespace hardbop
