#include <doctest/doctest.h>

#include <csignal>
#include <future>
#include <thread>

#include "bot.hpp"
#include "client.hpp"

using botyard::json;

namespace {

json answer_of(const std::string& path, const std::string& params = "{}", int exit_code = 0) {
    const folder home;
    CHECK(home.run("answers", {}, {{"QUERY_PATH", path}, {"QUERY_PARAMS", params}}).exit_code == exit_code);
    return home.json("result.json");
}

}  // namespace

TEST_CASE("one-shot - a query is answered and the process ends") {
    CHECK(answer_of("/limits") == json{{"status", "ok"}, {"data", {10, 20}}});
    CHECK(answer_of("/echo", R"({"a":[1,null]})")["data"] == json{{"a", {1, nullptr}}});
    CHECK(answer_of("/nothing")["data"] == nullptr);
}

TEST_CASE("one-shot - failures have their code") {
    CHECK(answer_of("/nope", "{}", 1)["available_queries"].size() == 10);
    CHECK(answer_of("/limits", "[]", 1)["code"] == "query.params_not_object");
    CHECK(answer_of("/limit", R"({"limit":"x"})", 1)["code"] == "query.invalid_param");
    CHECK(answer_of("/sets", "{}", 1)["error"] == "state is read-only in a query process: set");
}

TEST_CASE("one-shot - a failure of the handler is logged with its type") {
    const folder home;
    const auto record = json::parse(home.run("answers", {}, {{"QUERY_PATH", "/fails"}}).err);
    CHECK(record["message"] == "no prices");
    CHECK(record["data"] == json{{"path", "/fails"}, {"type", "domain_error"}});
}

TEST_CASE("one-shot - an answer without a JSON form is logged with the reason") {
    const folder home;
    const auto record = json::parse(home.run("answers", {}, {{"QUERY_PATH", "/bytes"}}).err);
    CHECK(record["message"] == "the answer of /bytes has no JSON form");
    CHECK(record["data"] == json{{"path", "/bytes"}, {"reason", "it contains bytes"}});
}

TEST_CASE("server - answers on one connection until it is terminated") {
    const folder home;
    const server bot(home);
    client one(bot.port);
    CHECK(one.get("/limits") == "200 [10,20]");
    CHECK(one.get("/echo?a=1+2") == R"(200 {"a":"1 2"})");
    CHECK(one.get("/limit?limit=x").starts_with("400 "));
    CHECK(one.get("/health") == R"(200 {"status":"ok"})");
    CHECK(bot.stop().exit_code == 0);
}

TEST_CASE(
    "server - a slow handler and a half-sent request delay nobody, and the slow answer is finished on "
    "SIGTERM") {
    const folder home;
    const server bot(home);
    client half(bot.port), slow(bot.port), quick(bot.port);
    half.send("GET /limits HTTP/1.1\r\nHost");
    slow.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
    CHECK(quick.get("/limits") == "200 [10,20]");
    ::kill(bot.process, SIGTERM);
    CHECK(slow.receive() == "200 \"slow\"");
    CHECK(half.receive() == "closed");
    CHECK(home.wait(bot.process).exit_code == 0);
}

TEST_CASE("server - 100 slow queries at once are all answered") {
    const folder home;
    const server bot(home);
    std::vector<client> clients;
    for (int count = 0; count < 100; ++count)
        clients.emplace_back(bot.port).send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
    for (auto& one : clients) CHECK(one.receive() == "200 \"slow\"");
    CHECK(bot.stop().exit_code == 0);
}

TEST_CASE("server - what is not HTTP is refused") {
    const folder home;
    const server bot(home);
    client one(bot.port);
    one.send("no HTTP\r\n\r\n");
    CHECK(one.receive().starts_with("400 "));
    CHECK(bot.stop().exit_code == 0);
}
