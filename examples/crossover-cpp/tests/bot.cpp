/// The bot and its queries, run without a platform and a feed.

#include "bot.hpp"

#include <doctest/doctest.h>
#include <botyard/botyard.hpp>
#include <botyard/testing.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "closes.hpp"

using namespace std::chrono_literals;
using botyard::json;

TEST_CASE("a bot looks until it is stopped, and its queries answer") {
    const auto life = fixture("looks.json").at("the examples of crossover.md");
    auto config = life["settings"];
    config["update_interval_ms"] = 60'000;
    const auto history = closes(config["symbol"]);
    std::size_t look = 0;
    const auto newest_prices = [&](const std::string&, std::size_t limit) {
        const std::string today = life["looks"].at(look++)["at"];
        const auto end =
            std::ranges::partition_point(history, [&](const day_close& one) { return one.date <= today; });
        const auto known = std::min(limit, static_cast<std::size_t>(end - history.begin()));
        return std::vector(end - static_cast<std::ptrdiff_t>(known), end);
    };

    botyard::testing::bot bot({.config = config, .stop_after = life["looks"].size() * 60s});
    const auto exit_code =
        bot.run([&] { watch(settings::of(botyard::input::parse().config), newest_prices); });
    CHECK(exit_code == 0);
    auto expected = json::array(), signals = json::array();
    for (const auto& one : life["looks"]) {
        for (const auto& signal : one.value("signals", json::array())) expected.push_back(signal["type"]);
    }
    for (const auto& metric : bot.metrics()) {
        if (metric.type == "signal") signals.push_back(metric.data["type"]);
    }
    CHECK(signals == expected);
    bot.run(answer_queries);
    CHECK(bot.ask("/status")["data"] == life["status"]);
    CHECK(bot.ask("/signals", {{"limit", 100}})["data"] == life["signals"]);
    CHECK(bot.ask("/performance")["data"] == life["performance"]);
}

TEST_CASE("a feed that does not answer is logged and asked again") {
    ::setenv("PRICE_FEED_URL", "http://127.0.0.1:9", 1);
    botyard::testing::bot bot({.config = {{"update_interval_ms", 1000}}, .stop_after = 2s});
    CHECK(bot.run(run) == 0);
    const auto logs = bot.logs();
    REQUIRE(logs.size() == 2);
    for (const auto& record : logs) CHECK(record.message == "the price feed did not answer");
    CHECK(bot.metrics().empty());
}

TEST_CASE("a bot without a feed fails and says what to set") {
    ::unsetenv("PRICE_FEED_URL");
    botyard::testing::bot bot;
    CHECK(bot.run(run) == 1);
    CHECK(bot.result().value()["message"] ==
          "PRICE_FEED_URL is not set: set it to the address of the price feed");
}
