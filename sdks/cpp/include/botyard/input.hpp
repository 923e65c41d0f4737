#pragma once

/// \file
/// The bot's identifier and configuration.

#include <botyard/json.hpp>
#include <string>

namespace botyard::input {

/// What the platform gives to a bot. It can be taken apart by a structured binding, in this order.
///
/// \code
/// const botyard::input::bot_input input = botyard::input::parse();
/// botyard::log::info("started", {{"bot", input.bot_id}, {"keys", input.config.size()}});
/// \endcode
struct bot_input {
    /// The bot's identifier, exactly as it is in `BOT_ID`, not empty.
    std::string bot_id;
    /// The bot's configuration, an object. The platform has checked it against the schema of the package.
    json config;
};

/// Reads the bot's identifier and configuration from `BOT_ID` and `BOT_CONFIG`, anew at each call: a change
/// to one config does not affect the next [IN-4].
///
/// \code
/// auto [bot_id, config] = botyard::input::parse();
/// std::string symbol = config.value("symbol", "AAPL");
/// \endcode
///
/// \throws exception the first of these that applies [IN-2]; none quotes the config, which may contain
/// secrets [IN-5]
/// - `input.missing_bot_id`: `BOT_ID` is unset or empty
/// - `input.missing_bot_config`: `BOT_CONFIG` is unset or empty
/// - `input.invalid_bot_config`: `BOT_CONFIG` is not valid JSON; the cause gives the position
/// - `input.config_not_object`: `BOT_CONFIG` is valid JSON, but not an object
bot_input parse();

}  // namespace botyard::input
