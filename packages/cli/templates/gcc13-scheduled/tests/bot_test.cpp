/// The bot and its queries, run without a platform.

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <botyard/testing.hpp>

#include "../src/bot.hpp"

using botyard::json;

TEST_CASE("it counts its runs") {
    botyard::testing::bot bot({.config = {{"symbol", "AAPL"}}});
    CHECK(bot.run(run) == 0);
    CHECK(bot.run(run) == 0);
    const auto metrics = bot.metrics();
    REQUIRE(metrics.size() == 2);
    CHECK(metrics[1].data == json{{"symbol", "AAPL"}, {"count", 2}});
    CHECK(bot.result().value() == json{{"status", "success"}, {"message", "looked at AAPL, run 2"}});
    bot.run(answer_queries);
    CHECK(bot.ask("/status") == json{{"status", "ok"}, {"data", {{"symbol", "AAPL"}, {"runs", 2}}}});
}
