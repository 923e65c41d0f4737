// Generated from conformance/contract/messages.json by `npm run check -- --fix`. Do not edit.

#pragma once

/// \file
/// The codes of errors, one constant each.

#include <string_view>

// clang-format off

/// The codes of the contract's error table [ERR-1]. The comment of each one has the message, with its placeholders in
/// braces, and the advice.
///
/// \code
/// try {
///     botyard::state::set("closes", std::string(2'000'000, '9'));
/// } catch (const botyard::exception& failure) {
///     if (failure.code() != botyard::codes::state_value_too_large) throw;
/// }
/// \endcode
namespace botyard::codes {

/// `BOT_ID is not set`
///
/// Run the bot on the platform or with `platform dev`, or set BOT_ID to a non-empty string.
inline constexpr std::string_view input_missing_bot_id = "input.missing_bot_id";

/// `BOT_CONFIG is not set`
///
/// Run the bot on the platform or with `platform dev`, or set BOT_CONFIG to a JSON object such as {}.
inline constexpr std::string_view input_missing_bot_config = "input.missing_bot_config";

/// `BOT_CONFIG is not valid JSON`
///
/// Correct BOT_CONFIG; the cause gives the position of the error.
inline constexpr std::string_view input_invalid_bot_config = "input.invalid_bot_config";

/// `BOT_CONFIG must be a JSON object, got {kind}`
///
/// Make the config an object, for example {"symbol":"AAPL"}.
inline constexpr std::string_view input_config_not_object = "input.config_not_object";

/// `the config does not fit its type: {reason}`
///
/// Correct the config of the instance, or the type that the bot reads it as.
inline constexpr std::string_view input_wrong_type = "input.wrong_type";

/// `a metric type must be a non-empty string, got {value}`
///
/// Name the metric, for example metric("price", …).
inline constexpr std::string_view metric_invalid_type = "metric.invalid_type";

/// `the data of metric {type} must be a JSON object: {reason}`
///
/// Pass an object of numbers, strings, booleans, null, arrays and objects.
inline constexpr std::string_view metric_invalid_data = "metric.invalid_data";

/// `metric {type} is {size} bytes as one line of JSON, more than 65536`
///
/// Split the data across several metrics, or emit less data.
inline constexpr std::string_view metric_too_large = "metric.too_large";

/// `cannot write metric {type} to standard output: {reason}`
///
/// Check that the bot's standard output is being read, and that its disk is not full.
inline constexpr std::string_view metric_write_failed = "metric.write_failed";

/// `a log message must be a string, got {kind}`
///
/// Pass the text first and the details as data.
inline constexpr std::string_view log_invalid_message = "log.invalid_message";

/// `the data of a log line must be a JSON object: {reason}`
///
/// Pass an object of numbers, strings, booleans, null, arrays and objects.
inline constexpr std::string_view log_invalid_data = "log.invalid_data";

/// `cannot write a log line to standard error: {reason}`
///
/// Check that the bot's standard error is being read, and that its disk is not full.
inline constexpr std::string_view log_write_failed = "log.write_failed";

/// `the message of a result must be a string, got {kind}`
///
/// Pass the text first and the details as data.
inline constexpr std::string_view result_invalid_message = "result.invalid_message";

/// `the data of a result cannot be written: {reason}`
///
/// Pass an object of numbers, strings, booleans, null, arrays and objects.
inline constexpr std::string_view result_invalid_data = "result.invalid_data";

/// `the result is {size} bytes as JSON, more than 1048576`
///
/// Report less data; use metrics or state for the rest.
inline constexpr std::string_view result_too_large = "result.too_large";

/// `cannot write the result to {path}: {reason}`
///
/// Check that the directory of RESULT_PATH exists, is writable and has free space.
inline constexpr std::string_view result_write_failed = "result.write_failed";

/// `{function} cannot be used in a query process`
///
/// Return the answer from the handler instead; to report a failure, throw an error.
inline constexpr std::string_view result_in_query = "result.in_query";

/// `invalid state key {key}: {reason}`
///
/// Use a non-empty string of at most 200 characters when encoded; a–z, digits, _ and - count as one each, every other byte as three.
inline constexpr std::string_view state_invalid_key = "state.invalid_key";

/// `the value of state key {key} has no JSON form: {reason}`
///
/// Store only numbers, strings, booleans, null, arrays and objects.
inline constexpr std::string_view state_invalid_value = "state.invalid_value";

/// `the value of state key {key} is {size} bytes as JSON, more than 1048576`
///
/// Split the value across several keys, or store less data.
inline constexpr std::string_view state_value_too_large = "state.value_too_large";

/// `cannot change the state in {path}: {reason}`
///
/// Check that STATE_DIR is a writable directory with free space.
inline constexpr std::string_view state_write_failed = "state.write_failed";

/// `cannot read the state in {path}: {reason}`
///
/// Check that STATE_DIR is a directory that the bot can read.
inline constexpr std::string_view state_read_failed = "state.read_failed";

/// `the file of state key {key} is not valid JSON: {path}`
///
/// Inspect the file; to continue without its value, set or delete the key.
inline constexpr std::string_view state_corrupt = "state.corrupt";

/// `the value of state key {key} is of another type: {reason}`
///
/// Read it as the type that was stored; to continue without it, set or delete the key.
inline constexpr std::string_view state_wrong_type = "state.wrong_type";

/// `state is read-only in a query process: {operation}`
///
/// Change the state in the bot itself; a query can only read it.
inline constexpr std::string_view state_read_only = "state.read_only";

/// `a request to stop cannot be received: {reason}`
///
/// Call a function of stop in the main thread first.
inline constexpr std::string_view stop_unavailable = "stop.unavailable";

/// `a query path must begin with /, got {value}`
///
/// Use a path that begins with "/", for example "/status".
inline constexpr std::string_view query_invalid_path = "query.invalid_path";

/// `the handler of {path} must be a function, got {kind}`
///
/// Pass a function that takes the request and returns the answer.
inline constexpr std::string_view query_invalid_handler = "query.invalid_handler";

/// `query.run() was called twice`
///
/// Call query.run() once, at the end of the query program.
inline constexpr std::string_view query_already_running = "query.already_running";

/// `QUERY_PORT must be a number from 1 to 65535, got {value}`
///
/// Correct QUERY_PORT, or unset it to use 9476.
inline constexpr std::string_view query_invalid_port = "query.invalid_port";

/// `cannot listen on {host}:{port}: {reason}`
///
/// Stop the process that uses the port, or set QUERY_PORT to a free port.
inline constexpr std::string_view query_listen_failed = "query.listen_failed";

/// `parameter {key} must be {expected}, got {value}`
///
/// Send the parameter with the expected type, or leave it out.
inline constexpr std::string_view query_invalid_param = "query.invalid_param";

/// `no query handler for {path}`
///
/// Use one of the paths in available_queries, or register a handler for this path.
inline constexpr std::string_view query_unknown_path = "query.unknown_path";

/// `query parameters must be a JSON object, got {text}`
///
/// Send a JSON object such as {"limit":5}, or no parameters.
inline constexpr std::string_view query_params_not_object = "query.params_not_object";

/// `{message}`
///
/// The message comes from the handler; the bot's log shows where it failed.
inline constexpr std::string_view query_handler_failed = "query.handler_failed";

/// `method {method} is not allowed`
///
/// Use GET with a query string or POST with a JSON object.
inline constexpr std::string_view query_method_not_allowed = "query.method_not_allowed";

/// `the request body exceeds 1048576 bytes`
///
/// Send at most 1 MiB of parameters.
inline constexpr std::string_view query_body_too_large = "query.body_too_large";

}  // namespace botyard::codes

// clang-format on
