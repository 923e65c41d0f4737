/// The crossover bot: watches two moving averages of a stock and signals when they cross.

#include <signal.h>

#include <botyard/botyard.hpp>

#include <ctime>

#include "feed.hpp"
#include "record.hpp"

namespace {

/// The platform's request to stop, which is the signal SIGTERM. It is blocked, and arrives while the bot
/// waits for it.
class stop_request {
  public:
    stop_request() {
        sigemptyset(&signals_);
        sigaddset(&signals_, SIGTERM);
        sigprocmask(SIG_BLOCK, &signals_, nullptr);
    }

    /// Waits for this time, or until the bot is asked to stop. Returns whether it was.
    bool arrives_within(long milliseconds) const {
        const timespec time{milliseconds / 1000, milliseconds % 1000 * 1'000'000};
        return sigtimedwait(&signals_, nullptr, &time) == SIGTERM;
    }

  private:
    sigset_t signals_;
};

/// Looks once: fetch, take every new close, store, emit.
void look(const settings& settings, const price_feed& feed) {
    const auto stored = botyard::state::get(record_key);
    auto seen = record::resume(settings, stored);
    std::vector<day_close> prices;
    try {
        prices = feed.newest_prices(settings.symbol, settings.long_period + most_new_closes);
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

int main() {
    try {
        const stop_request stop;
        const auto settings = settings::of(botyard::input::parse().config);
        const auto feed = price_feed::from_environment();
        do {
            look(settings, feed);
        } while (!stop.arrives_within(settings.update_interval_ms));
    } catch (const std::exception& failure) {
        botyard::error(failure.what());
    }
}
