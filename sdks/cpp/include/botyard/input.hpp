#pragma once

/// \file
/// The bot's identifier and configuration.

#include <botyard/json.hpp>
#include <string>

namespace botyard::input {

/// What the platform gives to a bot.
struct bot_input {
    /// The bot's identifier, exactly as it is in `BOT_ID`.
    std::string bot_id;
    /// The bot's configuration, an object.
    json config;
};

/// Reads the bot's identifier and configuration from `BOT_ID` and `BOT_CONFIG`, anew at each call [IN-4].
///
/// \code
/// auto [bot_id, config] = botyard::input::parse();
/// std::string symbol = config.value("symbol", "AAPL");
/// \endcode
///
/// \throws exception `input.missing_bot_id`, `input.missing_bot_config`, `input.invalid_bot_config` (the
/// cause gives the position), `input.config_not_object`. None of them quotes the config, which may contain
/// secrets [IN-5].
bot_input parse();

}  // namespace botyard::input
