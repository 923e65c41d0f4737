#pragma once

/// \file
/// Log lines.
///
/// Each function writes one line to standard error, which has reached the system when the function returns
/// [LOG-1]. Its time is that of the call, in UTC, in milliseconds. Any number of threads may call them. Bytes
/// of the message that are not UTF-8 become U+FFFD.
///
/// Data is an object with any keys; null counts as no data. A log line has no greatest length, but the
/// platform cuts long ones.
///
/// \code
/// botyard::log::info("started");
/// try {
///     botyard::log::info("started", 5);
/// } catch (const botyard::exception& failure) {
///     assert(failure.code() == botyard::codes::log_invalid_data);
/// }
/// \endcode

#include <botyard/json.hpp>
#include <string_view>

namespace botyard::log {

/// Logs details for the bot's author.
///
/// \code
/// botyard::log::debug("asking for prices");
/// \endcode
///
/// \throws exception `log.write_failed`: standard error is closed, full or a broken pipe
void debug(std::string_view message);

/// Logs details for the bot's author, with data.
///
/// \code
/// botyard::log::debug("asking for prices", {{"symbols", {"AAPL", "MSFT"}}, {"timeout_seconds", 5}});
/// \endcode
///
/// \throws exception
/// - `log.invalid_data`: the JSON form of `data` is neither an object nor null; nothing is written
/// - `log.write_failed`: standard error is closed, full or a broken pipe
void debug(std::string_view message, const json_form& data);

/// Logs what the bot does.
///
/// \code
/// botyard::log::info("rebalanced 2 positions");
/// \endcode
///
/// \throws exception `log.write_failed`, as debug()
void info(std::string_view message);

/// Logs what the bot does, with data.
///
/// \code
/// botyard::log::info("bought", {{"symbol", "AAPL"}, {"shares", 3}});
/// \endcode
///
/// \throws exception `log.invalid_data`, `log.write_failed`, as debug()
void info(std::string_view message, const json_form& data);

/// Logs something unexpected that the bot can live with.
///
/// \code
/// botyard::log::warn("the price is an hour old");
/// \endcode
///
/// \throws exception `log.write_failed`, as debug()
void warn(std::string_view message);

/// Logs something unexpected that the bot can live with, with data.
///
/// \code
/// botyard::log::warn("the price is old", {{"symbol", "AAPL"}, {"age_seconds", 3600}});
/// \endcode
///
/// \throws exception `log.invalid_data`, `log.write_failed`, as debug()
void warn(std::string_view message, const json_form& data);

/// Logs something that went wrong; the run continues. botyard::error() ends the run instead.
///
/// \code
/// botyard::log::error("the exchange has refused the order");
/// \endcode
///
/// \throws exception `log.write_failed`, as debug()
void error(std::string_view message);

/// Logs something that went wrong, with data; the run continues.
///
/// \code
/// botyard::log::error("the exchange has refused the order", {{"status", 503}});
/// \endcode
///
/// \throws exception `log.invalid_data`, `log.write_failed`, as debug()
void error(std::string_view message, const json_form& data);

}  // namespace botyard::log
