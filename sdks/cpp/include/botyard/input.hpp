#pragma once

/// \file
/// The bot's identifier and configuration.

#include <botyard/convert.hpp>
#include <botyard/json.hpp>
#include <string>
#include <utility>

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

/// The same with the configuration as a type, as parse_as() returns it.
///
/// \code
/// struct settings {
///     std::string symbol;
///     BOTYARD_MEMBERS(symbol)
/// };
/// const botyard::input::typed_input<settings> input = botyard::input::parse_as<settings>();
/// botyard::log::info("started", {{"bot", input.bot_id}, {"symbol", input.config.symbol}});
/// \endcode
template <class T>
struct typed_input {
    /// As in bot_input.
    std::string bot_id;
    /// The bot's configuration.
    T config;
};

namespace detail {
[[noreturn]] void wrong_type(const json& config, const botyard::detail::misfit& reason);
}  // namespace detail

/// Reads the bot's identifier, and its configuration as a type [IN-6]: a struct with BOTYARD_MEMBERS(), a
/// map, or any other type of state::get_as().
///
/// \code
/// struct settings {
///     std::string symbol;
///     int shares = 10;
///     std::optional<double> stop;
///     BOTYARD_MEMBERS(symbol, stop)
///     BOTYARD_DEFAULTS(shares)
/// };
/// const auto [bot_id, config] = botyard::input::parse_as<settings>();
/// botyard::log::info("trading " + config.symbol, {{"shares", config.shares}});
/// \endcode
///
/// \throws exception as parse(), and `input.wrong_type` if the configuration does not fit the type. The
/// message names the path of the first part that does not, such as `legs[0].size`, and quotes nothing of the
/// configuration [IN-5]. The cause is what a `from_json` of the bot says.
template <class T>
typed_input<T> parse_as() {
    auto [bot_id, config] = parse();
    try {
        return {std::move(bot_id), botyard::detail::converter<T>::convert(config)};
    } catch (const botyard::detail::misfit& reason) {
        detail::wrong_type(config, reason);
    }
}

}  // namespace botyard::input
