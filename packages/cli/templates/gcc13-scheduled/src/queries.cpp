/// Answers queries about the bot. It can read the bot's state, but not change it.

#include <botyard/botyard.hpp>

#include "bot.hpp"

namespace query = botyard::query;

void answer_queries() {
    query::handler("/status", [](const query::request&) -> botyard::json {
        const auto config = query::get_config();
        return {{"symbol", config.at("symbol")}, {"runs", botyard::state::get("runs", 0)}};
    });
    query::run();
}
