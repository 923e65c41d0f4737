/// A scheduled bot: it runs once for every tick of its schedule, and reports a result.

#include <botyard/botyard.hpp>

#include <string>

#include "bot.hpp"

void run() {
    // bot-schema.json guarantees what the config of an instance contains.
    const auto [bot_id, config] = botyard::input::parse();
    const std::string symbol = config.at("symbol");
    const auto runs = botyard::state::get_as<long>("runs").value_or(0) + 1;
    botyard::log::info("running", {{"bot", bot_id}, {"symbol", symbol}});

    botyard::metric("run", {{"symbol", symbol}, {"count", runs}});
    botyard::state::set("runs", runs);
    botyard::success("looked at " + symbol + ", run " + std::to_string(runs));
}
