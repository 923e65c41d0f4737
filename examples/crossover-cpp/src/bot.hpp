#pragma once

/// The crossover bot: watches two moving averages of a stock and signals when they cross.

#include <functional>
#include <string>
#include <vector>

#include "strategy.hpp"

/// Fetches the newest `limit` closes of a symbol, as price_feed::newest_prices() does.
using fetch = std::function<std::vector<day_close>(const std::string& symbol, std::size_t limit)>;

/// Looks at prices until the bot is asked to stop.
void watch(const settings& settings, const fetch& newest_prices);

/// Runs the bot with its config and the feed of the environment: the program main.cpp.
void run();

/// Answers queries from the state that the bot has written: the program query.cpp.
void answer_queries();
