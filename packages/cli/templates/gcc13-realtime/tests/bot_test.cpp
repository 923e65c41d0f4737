/// The bot and its queries, run without a platform.

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <botyard/testing.hpp>

#include "../src/bot.hpp"

using botyard::json;

TEST_CASE("it beats until it is asked to stop") {
    botyard::testing::bot bot({
        .config = {{"symbol", "AAPL"}, {"interval_seconds", 5}},
        .stop_after = std::chrono::seconds(10),
    });
    CHECK(bot.run(run) == 0);
    const auto metrics = bot.metrics();
    REQUIRE(metrics.size() == 2);
    CHECK(metrics[0].data == json{{"symbol", "AAPL"}, {"count", 1}});
    CHECK(metrics[1].data == json{{"symbol", "AAPL"}, {"count", 2}});
    bot.run(answer_queries);
    CHECK(bot.ask("/status") == json{{"status", "ok"}, {"data", {{"symbol", "AAPL"}, {"beats", 2}}}});
}
