#include "bot.hpp"

#include <botyard/botyard.hpp>
#include <botyard/stop.hpp>

#include "feed.hpp"
#include "record.hpp"

namespace {

/// Looks once: fetch, take every new close, store, emit.
void look(const settings& settings, const fetch& newest_prices) {
    const auto stored = botyard::state::get(record_key);
    auto seen = record::resume(settings, stored);
    std::vector<day_close> prices;
    try {
        prices = newest_prices(settings.symbol, settings.long_period + most_new_closes);
    } catch (const price_feed_error& failure) {
        botyard::log::warn(failure.what(), {{"reason", failure.reason}});
        return;
    }
    if (prices.size() < settings.long_period) {
        botyard::log::info("too little history: " + std::to_string(prices.size()) + " of " +
                           std::to_string(settings.long_period) + " closes");
        return;
    }
    auto crossings = seen.catch_up(settings, prices);
    botyard::state::set(record_key, seen.fields());
    for (const auto& measured : to_emit(settings, stored, prices)) {
        botyard::metric("price", measured.price);
        botyard::metric("sma", measured.sma);
        for (auto& crossing : crossings) {
            if (crossing.value("date", "") != measured.date) continue;
            crossing.erase("date");
            crossing["time"] = measured.price["time"];
            botyard::metric("signal", crossing);
        }
    }
}

}  // namespace

void watch(const settings& settings, const fetch& newest_prices) {
    while (!botyard::stop::requested()) {
        look(settings, newest_prices);
        botyard::stop::wait(std::chrono::milliseconds(settings.update_interval_ms));
    }
}

void run() {
    try {
        const auto settings = settings::of(botyard::input::parse().config);
        const auto feed = price_feed::from_environment();
        watch(settings, [&feed](const std::string& symbol, std::size_t limit) {
            return feed.newest_prices(symbol, limit);
        });
    } catch (const std::exception& failure) {
        botyard::error(failure.what());
    }
}
