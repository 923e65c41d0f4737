#pragma once

/// \file
/// Log lines.
///
/// Each function writes one line to standard error, which has reached the system when the function returns
/// [LOG-1]. Data is an object; null counts as no data.

#include <botyard/json.hpp>
#include <string_view>

namespace botyard::log {

/// Logs details for the bot's author.
/// \throws exception `log.write_failed`
void debug(std::string_view message);

/// Logs details for the bot's author, with data.
/// \throws exception `log.invalid_data` if the JSON form of `data` is not an object, `log.write_failed`
void debug(std::string_view message, const json_form& data);

/// Logs what the bot does.
/// \throws exception `log.write_failed`
void info(std::string_view message);

/// Logs what the bot does, with data.
/// \throws exception `log.invalid_data`, `log.write_failed`
void info(std::string_view message, const json_form& data);

/// Logs something unexpected that the bot can live with.
/// \throws exception `log.write_failed`
void warn(std::string_view message);

/// Logs something unexpected that the bot can live with, with data.
/// \throws exception `log.invalid_data`, `log.write_failed`
void warn(std::string_view message, const json_form& data);

/// Logs something that went wrong; the run continues.
/// \throws exception `log.write_failed`
void error(std::string_view message);

/// Logs something that went wrong, with data; the run continues.
/// \throws exception `log.invalid_data`, `log.write_failed`
void error(std::string_view message, const json_form& data);

}  // namespace botyard::log
