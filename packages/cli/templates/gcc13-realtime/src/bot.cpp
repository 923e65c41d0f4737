/// A realtime bot: it runs until the platform stops it.

#include <botyard/botyard.hpp>
#include <botyard/stop.hpp>

#include <string>

#include "bot.hpp"

void run() {
    // bot-schema.json guarantees what the config of an instance contains.
    const auto [bot_id, config] = botyard::input::parse();
    const std::string symbol = config.at("symbol");
    const std::chrono::duration<double> interval(config.at("interval_seconds").get<double>());
    auto beats = botyard::state::get_as<long>("beats").value_or(0);
    botyard::log::info("started", {{"bot", bot_id}, {"symbol", symbol}});

    while (!botyard::stop::requested()) {
        ++beats;
        botyard::metric("beat", {{"symbol", symbol}, {"count", beats}});
        botyard::state::set("beats", beats);
        botyard::stop::wait(interval);
    }
}
