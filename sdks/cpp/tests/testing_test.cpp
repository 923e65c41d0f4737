#include <doctest/doctest.h>
#include <botyard/botyard.hpp>
#include <botyard/stop.hpp>
#include <botyard/testing.hpp>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <limits>
#include <thread>

#include "bot.hpp"
#include "variables.hpp"

using namespace std::chrono_literals;
using botyard::json;
namespace input = botyard::input;
namespace query = botyard::query;
namespace state = botyard::state;
namespace stop = botyard::stop;
namespace testing = botyard::testing;

namespace {

struct settings {
    std::string symbol;
    int shares;
    BOTYARD_MEMBERS(symbol, shares)
};

constexpr std::chrono::duration<double> infinite(std::numeric_limits<double>::infinity());

std::vector<std::string> messages(const testing::bot& bot) {
    std::vector<std::string> all;
    for (const auto& record : bot.logs()) all.push_back(record.message);
    return all;
}

}  // namespace

TEST_CASE("testing - a bot gets its config, and what it emits is there as values") {
    const auto look = [] {
        const auto [bot_id, config] = input::parse();
        botyard::metric("price", {{"symbol", config.at("symbol")}, {"value", 187.5}});
        botyard::log::warn("slow");
        botyard::log::info("looked", {{"bot", bot_id}});
        state::set("looks", state::get("looks", 0).get<int>() + 1);
        botyard::success_with_data("looked", {{"looks", state::get("looks")}});
    };
    {
        const auto now = std::chrono::sys_days(2026y / 11 / 28) + 9h + 30min + 123ms;
        testing::bot bot({.config = {{"symbol", "AAPL"}}, .id = "mine", .now = now});
        CHECK(bot.result() == std::nullopt);
        CHECK(bot.run(look) == 0);
        const std::string at = "2026-11-28T09:30:00.123Z";
        CHECK(bot.metrics() ==
              std::vector<testing::metric>{{"price", {{"symbol", "AAPL"}, {"value", 187.5}}, at}});
        CHECK(bot.logs() == std::vector<testing::log_record>{{"warn", "slow", nullptr, at},
                                                             {"info", "looked", {{"bot", "mine"}}, at}});
        CHECK(*bot.result() == json{{"status", "success"}, {"message", "looked"}, {"data", {{"looks", 1}}}});
    }
    const testing::bot bot;
    CHECK(bot.result() == std::nullopt);
    CHECK(state::list().empty());
}

TEST_CASE("testing - a config may be of the type that the bot reads") {
    const testing::bot bot({.config = settings{"AAPL", 3}});
    const auto config = input::parse_as<settings>().config;
    CHECK(config.symbol == "AAPL");
    CHECK(config.shares == 3);
}

TEST_CASE("testing - a bot is asked to stop at its first wait, or after the time that a test gives") {
    const auto beat = [] {
        while (!stop::wait(0s)) {
            botyard::metric("beat", json::object());
            stop::wait(60s);
        }
    };
    for (const auto& [seconds, beats] : {std::pair(0s, 1u), {60s, 1u}, {61s, 2u}, {180s, 3u}}) {
        CAPTURE(seconds.count());
        testing::bot bot({.stop_after = seconds});
        bot.run(beat);
        CHECK(bot.metrics().size() == beats);
        CHECK(bot.now() - std::chrono::sys_days(2026y / 1 / 1) == seconds);
        CHECK(stop::wait(infinite));
        CHECK(bot.now() - std::chrono::sys_days(2026y / 1 / 1) == seconds);
    }
}

TEST_CASE("testing - waits of any length add up to the time to stop") {
    for (const auto& [wait, count] :
         {std::pair<std::chrono::duration<double>, int>{0.1s, 10}, {1e-9s, 1'000'000}}) {
        testing::bot bot({.stop_after = 1s});
        int waits = 1;
        while (!stop::wait(wait)) ++waits;
        CHECK(waits == count);
        CHECK(bot.now() - std::chrono::sys_days(2026y / 1 / 1) == 1s);
    }
}

TEST_CASE("testing - a wait that would never end fails") {
    testing::bot bot({.stop_after = infinite});
    CHECK_FALSE(stop::wait(1h));
    constexpr auto reason = "the bot would never be asked to stop, because stop_after is infinite";
    CHECK_THROWS_WITH_AS(stop::wait(infinite), reason, std::logic_error);
    CHECK_THROWS_WITH_AS(stop::wait(std::chrono::hours::max()), reason, std::logic_error);
    CHECK(bot.now() - std::chrono::sys_days(2026y / 1 / 1) == 1h);
    bot.stop();
    CHECK(stop::wait(infinite));
}

TEST_CASE("testing - a test stops a bot by a call, from another thread and by its token too") {
    testing::bot bot({.stop_after = infinite});
    std::atomic<bool> is_running = false;
    const std::jthread test([&] {
        is_running.wait(false);
        bot.stop();
    });
    bot.run([&] {
        const std::stop_callback asked(stop::token(), [] { botyard::log::info("asked"); });
        is_running = true;
        is_running.notify_one();
        while (!stop::requested()) stop::wait(60s);
        CHECK(stop::token().stop_requested());
    });
    CHECK(messages(bot) == std::vector<std::string>{"asked"});
}

TEST_CASE("testing - callbacks of a token may use the SDK, also if a wait calls them") {
    testing::bot bot;
    const std::stop_callback asked(stop::token(),
                                   [] { botyard::log::info(stop::wait(1s) ? "asked" : "not asked"); });
    CHECK(stop::wait(1s));
    CHECK(messages(bot) == std::vector<std::string>{"asked"});
}

TEST_CASE("testing - error ends the program and not the test") {
    struct noted {
        ~noted() { botyard::log::info("left"); }
    };
    testing::bot bot;
    const auto look = [] {
        const noted block;
        try {
            botyard::error("no price");
        } catch (const std::exception&) {
            botyard::log::warn("caught");
        }
        botyard::metric("price", json::object());
    };
    CHECK(bot.run(look) == 1);
    CHECK(bot.metrics().empty());
    CHECK(*bot.result() == json{{"status", "error"}, {"message", "no price"}});
    CHECK(messages(bot) == std::vector<std::string>{"no price", "left"});
    CHECK(bot.run([] {}) == 0);
    CHECK(bot.run([] { return 7; }) == 7);
    CHECK_THROWS_WITH_AS(botyard::error("no price"),
                         "the bot ended with exit code 1 outside of a program: call it by bot.run",
                         std::logic_error);
}

TEST_CASE(
    "testing - error ends a program of another thread, and of a thread that the program has started itself") {
    testing::bot bot;
    int exit_code = 0;
    std::thread([&] { exit_code = bot.run([] { botyard::error("no price"); }); }).join();
    CHECK(exit_code == 1);
    exit_code = bot.run([] {
        std::thread([] {
            botyard::error("no price");
            botyard::metric("price", json::object());
        }).join();
        botyard::log::info("joined");
    });
    CHECK(exit_code == 1);
    CHECK(bot.metrics().empty());
    CHECK(messages(bot).back() == "joined");
}

TEST_CASE("testing - a run removes the result of an earlier one, and a query program leaves it") {
    testing::bot bot;
    bot.run([] { botyard::success("first"); });
    CHECK(bot.run([] {}) == 0);
    CHECK(bot.result() == std::nullopt);
    bot.run([] { botyard::success("second"); });
    CHECK_THROWS_AS(bot.run([] { throw std::out_of_range("no such symbol"); }), std::out_of_range);
    CHECK(bot.result() == std::nullopt);
    bot.run([] { botyard::error("third"); });
    bot.run([] {
        query::handler("/shares", [](const query::request&) { return 3; });
        query::run();
    });
    CHECK(bot.ask("/shares").at("data") == 3);
    CHECK(bot.result().value().at("message") == "third");
}

TEST_CASE("testing - what a program throws reaches the test") {
    testing::bot bot;
    CHECK_THROWS_WITH_AS(bot.run([] { throw std::out_of_range("no such symbol"); }), "no such symbol",
                         std::out_of_range);
    CHECK(bot.run([] {}) == 0);
}

TEST_CASE("testing - handlers are asked and cannot change the state; a failure is logged") {
    const auto program = [] {
        query::handler("/shares", [](const query::request& request) {
            return state::get("shares").get<int>() * request.get_integer("times").value_or(1);
        });
        query::handler("/sell", [](const query::request&) { state::set("shares", 0); });
        query::handler("/report", [](const query::request&) { botyard::success("asked"); });
        query::run();
    };
    testing::bot bot;
    for (int runs = 0; runs < 2; ++runs) CHECK(bot.run(program) == 0);
    state::set("shares", 10);
    CHECK(bot.ask("/shares", {{"times", "3"}}) == json{{"status", "ok"}, {"data", 30}});
    CHECK(bot.ask("/shares", {{"times", "x"}}).at("code") == "query.invalid_param");
    CHECK(bot.ask("/shares", {1}).at("code") == "query.params_not_object");
    CHECK(bot.ask("/buy").at("code") == "query.unknown_path");
    CHECK(bot.logs().empty());
    CHECK(bot.ask("/sell").at("code") == "query.handler_failed");
    CHECK(bot.logs().at(0).level == "error");
    CHECK(bot.logs().at(0).data == json{{"path", "/sell"}, {"type", "exception"}});
    CHECK(bot.ask("/report").at("code") == "query.handler_failed");
    state::set("shares", 11);
}

TEST_CASE("testing - the handlers of a test are forgotten, and those before it are there again") {
    const auto answer = [](int number) { return [number](const query::request&) { return number; }; };
    query::handler("/number", answer(1));
    {
        testing::bot bot;
        CHECK(bot.ask("/number").at("data") == 1);
        query::handler("/number", answer(2));
        query::handler("/other", answer(3));
        CHECK(bot.ask("/number").at("data") == 2);
    }
    testing::bot bot;
    CHECK(bot.ask("/number").at("data") == 1);
    CHECK(bot.ask("/other").at("code") == "query.unknown_path");
}

TEST_CASE("testing - threads of the bot belong to the test") {
    testing::bot bot({.id = "mine"});
    bot.run([] {
        std::vector<std::jthread> threads;
        for (int n = 0; n < 4; ++n) {
            threads.emplace_back([] {
                for (int beats = 0; beats < 100; ++beats) {
                    botyard::metric("beat", {{"bot", input::parse().bot_id}});
                }
            });
        }
    });
    const auto metrics = bot.metrics();
    CHECK(metrics.size() == 400);
    CHECK(std::ranges::all_of(metrics, [](const auto& one) { return one.data == json{{"bot", "mine"}}; }));
}

TEST_CASE("testing - bots of several threads take turns") {
    std::atomic<int> right = 0;
    {
        std::vector<std::jthread> threads;
        for (int number = 0; number < 8; ++number) {
            threads.emplace_back([&right, number] {
                testing::bot bot({.config = {{"number", number}}, .stop_after = 20s});
                bot.run([] {
                    while (!stop::requested()) {
                        botyard::metric("number", input::parse().config);
                        stop::wait(1s);
                    }
                });
                state::set("number", number);
                const auto metrics = bot.metrics();
                const auto is_mine = [&](const auto& one) { return one.data == json{{"number", number}}; };
                right += metrics.size() == 20 && std::ranges::all_of(metrics, is_mine) &&
                         state::get("number") == number;
            });
        }
    }
    CHECK(right == 8);
}

TEST_CASE("testing - there cannot be two bots in one thread") {
    {
        const testing::bot first;
        CHECK_THROWS_WITH_AS(testing::bot(), "another bot is in a test of this thread: destroy it first",
                             std::logic_error);
    }
    const testing::bot next;
}

TEST_CASE("testing - a bot that cannot be made leaves the turn to others") {
    {
        const variables none({{"TMPDIR", "/no/such/directory"}});
        CHECK_THROWS_AS(testing::bot(), std::system_error);
    }
    const testing::bot next;
}

TEST_CASE("testing - afterwards the process is as it was, and no file is left") {
    const folder temporary;
    const variables given({{"TMPDIR", temporary.path()}, {"BOT_ID", "process"}, {"BOT_CONFIG", "{}"}});
    {
        const testing::bot bot;
        CHECK(input::parse().bot_id == "test-bot");
        state::set("kept", true);
        CHECK_FALSE(std::filesystem::is_empty(temporary.path()));
    }
    CHECK(input::parse().bot_id == "process");
    CHECK(std::filesystem::is_empty(temporary.path()));
}
