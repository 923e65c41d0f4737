#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <sstream>

#include "bot.hpp"

using botyard::json;

TEST_CASE("a run leaves its metric, its log line, its state and its result") {
    const folder home;
    home.run("runs", {"trade"});
    const auto second = home.run("runs", {"trade"});
    CHECK(second.exit_code == 0);
    CHECK(home.text(".state/runs.json") == "2");
    CHECK(home.json("result.json") ==
          json{{"status", "success"}, {"message", "done"}, {"data", {{"runs", 2}}}});
    CHECK(second.out.find(R"("data":{"runs":2,"symbol":"AAPL"}})") != std::string::npos);
    CHECK(second.err.find(R"("message":"traded","data":{"bot":"bot-1"}})") != std::string::npos);
}

TEST_CASE("the example of the page about money keeps every digit over two runs") {
    const folder home;
    for (const auto* data : {R"("data":{"exact":"562.61205","value":562.61205}})",
                             R"("data":{"exact":"1125.22410","value":1125.2241}})"}) {
        CHECK(home.run("money", {}, {{"BOT_CONFIG", R"({"fee":"0.001"})"}}).out.find(data) !=
              std::string::npos);
    }
}

TEST_CASE(
    "state and result are on disk before their files are renamed, and the names are when the call returns") {
    const folder home;
    const std::string steps = "flush file\nrename\nflush folder\n";
    CHECK(home.run("durable", {}).out == steps + steps);
}

TEST_CASE("error ends the run at once: what was printed is kept, and no destructor or exit function runs") {
    const folder home;
    const auto bot = home.run("runs", {"error"});
    CHECK(bot.exit_code == 1);
    CHECK(bot.out == "printed\n");
    CHECK(home.json("result.json") ==
          json{{"status", "error"}, {"message", "no prices"}, {"data", {{"left", 2}}}});
    CHECK(json::parse(bot.err)["message"] == "no prices");
}

TEST_CASE("error does not wait for a thread that holds standard output") {
    const folder home;
    const auto begin = std::chrono::steady_clock::now();
    CHECK(home.run("runs", {"locked"}).exit_code == 1);
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
}

TEST_CASE("error logs a result that it cannot write") {
    const folder home;
    const auto bot = home.run("runs", {"error"}, {{"RESULT_PATH", "/nowhere/result.json"}});
    CHECK(bot.exit_code == 1);
    CHECK(bot.err.find("cannot write the result to /nowhere/result.json: ENOENT") != std::string::npos);
}

TEST_CASE("an uncaught exception ends the run without a result") {
    const folder home;
    CHECK(home.run("runs", {"throw"}).signal == SIGABRT);
    CHECK(home.text("result.json").empty());
}

TEST_CASE("what the bot has printed comes before its metric") {
    const folder home;
    CHECK(home.run("runs", {"order"}).out.starts_with("before\n{\"_metric\":\"m\""));
}

TEST_CASE("metrics of several threads do not mix") {
    const folder home;
    std::istringstream lines(home.run("runs", {"threads"}).out);
    int count = 0;
    for (std::string line; std::getline(lines, line) && line.starts_with('{'); ++count) {
        CHECK(json::parse(line)["data"]["x"].get<std::string>().size() == 3000);
    }
    CHECK(count == 1600);
}

TEST_CASE("a broken pipe is a failure of the call") {
    const folder home;
    const auto bot = home.run("runs", {"broken-pipe"});
    CHECK(bot.signal == 0);
    CHECK(json::parse(bot.err)["message"] == "cannot write metric \"m\" to standard output: EPIPE");
}

TEST_CASE("after a line that was cut off, the next one starts on a new line") {
    const folder home;
    const auto bot = home.run("runs", {"limit"});
    CHECK(json::parse(bot.err)["message"] == "cannot write metric \"m\" to standard output: EFBIG");
    CHECK(bot.out.find("\n{\"_metric\":\"after\"") == 200);
}

TEST_CASE("a full disk is a failure of the call") {
    const folder home;
    const auto bot = home.run("runs", {"metric"}, {}, "/dev/full");
    CHECK(bot.exit_code == 0);
    CHECK(json::parse(bot.err)["message"] == "cannot write metric \"m\" to standard output: ENOSPC");
}
