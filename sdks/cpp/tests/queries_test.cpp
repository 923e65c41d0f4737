#include <doctest/doctest.h>

#include <csignal>
#include <fstream>
#include <sstream>
#include <vector>

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
    CHECK(answer_of("/nope", "{}", 1)["available_queries"].size() == 26);
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

TEST_CASE("one-shot - a refused parameter is one also if the handler wraps its exception, however often") {
    const folder home;
    const auto bot =
        home.run("answers", {}, {{"QUERY_PATH", "/wrapped-limit"}, {"QUERY_PARAMS", R"({"limit":"x"})"}});
    CHECK(home.json("result.json")["code"] == "query.invalid_param");
    CHECK(home.json("result.json")["error"] == R"(parameter "limit" must be an integer, got "x")");
    CHECK(bot.err.empty());
}

TEST_CASE("one-shot - a refused parameter that the handler has caught is no cause of a later failure") {
    const folder home;
    const auto bot =
        home.run("answers", {}, {{"QUERY_PATH", "/caught"}, {"QUERY_PARAMS", R"({"limit":"x"})"}});
    CHECK(home.json("result.json")["code"] == "query.handler_failed");
    CHECK(json::parse(bot.err)["data"] == json{{"path", "/caught"}, {"type", "domain_error"}});
}

TEST_CASE("one-shot - the record of a failure names its causes, with the types that were thrown") {
    const auto data = [](const std::string& path) {
        const folder home;
        std::ofstream(home.path() + "/k.json") << "{";
        const auto bot = home.run("answers", {}, {{"QUERY_PATH", path}, {"STATE_DIR", home.path()}});
        return json::parse(bot.err)["data"];
    };
    CHECK(data("/wrapped") == json::parse(R"({"path":"/wrapped","type":"logic_error","cause":[
        {"type":"logic_error","message":"outer 1"},{"type":"domain_error","message":"no prices"}]})"));
    CHECK(data("/wrapped-text") == json::parse(R"({"path":"/wrapped-text","type":"string","cause":[
        {"type":"int","message":""}]})"));
    CHECK(data("/wrapped-often")["cause"].size() == 8);
    CHECK(data("/wrapped-sdk")["cause"][0]["type"] == "exception");
    CHECK(data("/wrapped-sdk")["cause"][1] == json{{"message", "invalid JSON at line 1, column 1"}});
    CHECK(data("/round") == json{{"path", "/round"}, {"type", "own_cause"}});
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

TEST_CASE("server - 31 handlers that wait and a half-sent request delay nobody") {
    const folder home;
    const server bot(home);
    const client half(bot.port), quick(bot.port);
    half.send("GET /limits HTTP/1.1\r\nHost");
    std::vector<client> held;
    for (int count = 0; count < 31; ++count)
        held.emplace_back(bot.port).send("GET /held HTTP/1.1\r\nHost: x\r\n\r\n");
    for (std::size_t count = 0; count < held.size(); ++count) CHECK(quick.get("/release") == "200 null");
    for (const auto& one : held) CHECK(one.receive() == "200 null");
    CHECK(bot.stop().exit_code == 0);
}

TEST_CASE("server - parameters come from the query string and the body, and the body wins") {
    const folder home;
    const server bot(home);
    const client one(bot.port);
    CHECK(one.post("/echo?a=1&b=2", R"({"b":3})") == R"(200 {"a":"1","b":3})");
    CHECK(one.post("/echo", "[]").starts_with("400 "));
    CHECK(one.get("/replaced") == "200 2");
    CHECK(bot.stop().exit_code == 0);
}

TEST_CASE("server - a body is at most 1,048,576 bytes long, and an unknown path is told first") {
    const folder home;
    const server bot(home);
    const auto body = R"({"x":")" + std::string(1'048'568, 'x') + R"("})";
    const client fitting(bot.port), large(bot.port), unknown(bot.port);
    CHECK(fitting.post("/echo", body) == "200 " + body);
    CHECK(large.post("/echo", body + " ").starts_with("413 "));
    CHECK(unknown.post("/nope", body + " ").starts_with("404 "));
    CHECK(bot.stop().exit_code == 0);
}

TEST_CASE("server - a client that asks first is told to send its body") {
    const folder home;
    const server bot(home);
    const client one(bot.port);
    one.send("POST /echo HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
    CHECK(one.receive_head() == "HTTP/1.1 100 Continue\r\n\r\n");
    one.send("{}");
    CHECK(one.receive() == "200 {}");
    CHECK(bot.stop().exit_code == 0);
}

TEST_CASE(
    "server - a connection is closed when the client asks for it, and HEAD is answered without a body") {
    const folder home;
    const server bot(home);
    const client one(bot.port);
    one.send("HEAD /limits HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    const auto head = one.receive_head();
    CHECK(head.starts_with("HTTP/1.1 405 "));
    CHECK(head.find("\r\nAllow: GET, POST\r\n") != std::string::npos);
    CHECK(head.find("\r\nContent-Type: application/json\r\n") != std::string::npos);
    CHECK(one.receive() == "closed");
    CHECK(bot.stop().exit_code == 0);
}

TEST_CASE("server - a handler that fails is answered with its message and logged once") {
    const folder home;
    const server bot(home);
    const client one(bot.port);
    CHECK(one.get("/fails") == R"(500 {"status":"error","error":"no prices"})");
    CHECK(one.get("/again") == R"(500 {"status":"error","error":"query.run() was called twice"})");
    std::istringstream lines(bot.stop().err);
    std::string line;
    for (const std::string path : {"/fails", "/again"}) {
        CHECK(std::getline(lines, line));
        CHECK(json::parse(line)["data"]["path"] == path);
    }
    CHECK_FALSE(std::getline(lines, line));
}

TEST_CASE("server - a handler whose exception has no message, not even an empty one, fails like any other") {
    const folder home;
    const server bot(home);
    const client one(bot.port);
    CHECK(one.get("/silent") == R"(500 {"status":"error","error":"the handler failed without a message"})");
    CHECK(one.get("/wrapped-silent") == R"(500 {"status":"error","error":"outer 1"})");
    CHECK(one.get("/limits") == "200 [10,20]");
    const auto stopped = bot.stop();
    CHECK(stopped.exit_code == 0);
    const auto second = json::parse(stopped.err.substr(stopped.err.find('\n')));
    CHECK(second["data"]["cause"] == json{{{"type", "silent"}, {"message", ""}}});
}

TEST_CASE("server - a length that is no row of digits is refused and ends the connection") {
    const folder home;
    const server bot(home);
    for (const std::string length :
         {"7, 7", "7,7", "7,", ", 7", "+7", "7 7", "7;", "", "7\r\nContent-Length: 7, 7"}) {
        CAPTURE(length);
        const client one(bot.port);
        one.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: " + length +
                 "\r\n\r\n{\"a\":1}GET /limits HTTP/1.1\r\nHost: x\r\n\r\n");
        CHECK(one.receive() == "400 ");
        CHECK(one.receive() == "closed");
    }
    const client one(bot.port);
    one.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length:  0007 \r\n\r\n{\"a\":1}");
    CHECK(one.receive() == R"(200 {"a":1})");
    CHECK(bot.stop().exit_code == 0);
}

TEST_CASE("server - queries that were received before SIGINT are answered") {
    const folder home;
    const server bot(home);
    const client one(bot.port), quick(bot.port);
    one.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
    CHECK(quick.get("/limits") == "200 [10,20]");
    one.send("GET /limits HTTP/1.1\r\nHost: x\r\n\r\n");
    ::kill(bot.process, SIGINT);
    CHECK(one.receive() == "200 \"slow\"");
    CHECK(one.receive() == "200 [10,20]");
    CHECK(home.wait(bot.process).exit_code == 0);
}

TEST_CASE("server - a port that is none is refused") {
    const folder home;
    for (const std::string port : {"0", "65536", "80 ", "+80", "000080"}) {
        CAPTURE(port);
        const auto bot = home.run("answers", {}, {{"QUERY_PORT", port}});
        CHECK(bot.signal == SIGABRT);
        CHECK(bot.err.find("QUERY_PORT must be a number from 1 to 65535, got \"" + port) !=
              std::string::npos);
    }
}

TEST_CASE("server - an exception that leaves a thread of the bot is logged and ends the process") {
    const folder home;
    const server bot(home);
    client one(bot.port);
    CHECK(one.get("/left") == "closed");
    const auto ended = home.wait(bot.process);
    CHECK(ended.signal == SIGABRT);
    const auto record = json::parse(ended.err.substr(0, ended.err.find('\n')));
    CHECK(record["message"] == "no prices");
    CHECK(record["data"] == json{{"type", "domain_error"}});
}

TEST_CASE("server - on SIGTERM a slow answer is finished and a half-sent request is dropped") {
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
