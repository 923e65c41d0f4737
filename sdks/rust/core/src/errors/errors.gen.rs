// Generated from conformance/contract/messages.json by `npm run check -- --fix`. Do not edit.

//! The contract's error table: the code, the message template and the advice of each error [ERR-1, ERR-2, ERR-3].

use super::Entry;

/// What failed, for programs. There is a variant for each code of the contract, described by the template of its
/// message.
///
/// A code is equal to its text and is written as its text, by `Display` and as JSON. Matches need a last arm `_`,
/// because later versions may have more codes.
///
/// ```
/// # use botyard_core as botyard;
/// use botyard::ErrorCode;
///
/// fn is_worth_another_try(code: ErrorCode) -> bool {
///     match code {
///         ErrorCode::StateReadFailed | ErrorCode::StateWriteFailed => true,
///         _ => false,
///     }
/// }
///
/// assert!(is_worth_another_try(ErrorCode::StateWriteFailed));
/// assert_eq!(ErrorCode::StateWriteFailed, "state.write_failed");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ErrorCode {
    /// `input.missing_bot_id`: `BOT_ID is not set`
    InputMissingBotId,
    /// `input.missing_bot_config`: `BOT_CONFIG is not set`
    InputMissingBotConfig,
    /// `input.invalid_bot_config`: `BOT_CONFIG is not valid JSON`
    InputInvalidBotConfig,
    /// `input.config_not_object`: `BOT_CONFIG must be a JSON object, got {kind}`
    InputConfigNotObject,
    /// `input.wrong_type`: `the config does not fit its type: {reason}`
    InputWrongType,
    /// `metric.invalid_type`: `a metric type must be a non-empty string, got {value}`
    MetricInvalidType,
    /// `metric.invalid_data`: `the data of metric {type} must be a JSON object: {reason}`
    MetricInvalidData,
    /// `metric.too_large`: `metric {type} is {size} bytes as one line of JSON, more than 65536`
    MetricTooLarge,
    /// `metric.write_failed`: `cannot write metric {type} to standard output: {reason}`
    MetricWriteFailed,
    /// `log.invalid_message`: `a log message must be a string, got {kind}`
    LogInvalidMessage,
    /// `log.invalid_data`: `the data of a log line must be a JSON object: {reason}`
    LogInvalidData,
    /// `log.write_failed`: `cannot write a log line to standard error: {reason}`
    LogWriteFailed,
    /// `result.invalid_message`: `the message of a result must be a string, got {kind}`
    ResultInvalidMessage,
    /// `result.invalid_data`: `the data of a result cannot be written: {reason}`
    ResultInvalidData,
    /// `result.too_large`: `the result is {size} bytes as JSON, more than 1048576`
    ResultTooLarge,
    /// `result.write_failed`: `cannot write the result to {path}: {reason}`
    ResultWriteFailed,
    /// `result.in_query`: `{function} cannot be used in a query process`
    ResultInQuery,
    /// `state.invalid_key`: `invalid state key {key}: {reason}`
    StateInvalidKey,
    /// `state.invalid_value`: `the value of state key {key} has no JSON form: {reason}`
    StateInvalidValue,
    /// `state.value_too_large`: `the value of state key {key} is {size} bytes as JSON, more than 1048576`
    StateValueTooLarge,
    /// `state.write_failed`: `cannot change the state in {path}: {reason}`
    StateWriteFailed,
    /// `state.read_failed`: `cannot read the state in {path}: {reason}`
    StateReadFailed,
    /// `state.corrupt`: `the file of state key {key} is not valid JSON: {path}`
    StateCorrupt,
    /// `state.wrong_type`: `the value of state key {key} is of another type: {reason}`
    StateWrongType,
    /// `state.read_only`: `state is read-only in a query process: {operation}`
    StateReadOnly,
    /// `stop.unavailable`: `a request to stop cannot be received: {reason}`
    StopUnavailable,
    /// `query.invalid_path`: `a query path must begin with /, got {value}`
    QueryInvalidPath,
    /// `query.invalid_handler`: `the handler of {path} must be a function, got {kind}`
    QueryInvalidHandler,
    /// `query.already_running`: `query.run() was called twice`
    QueryAlreadyRunning,
    /// `query.invalid_port`: `QUERY_PORT must be a number from 1 to 65535, got {value}`
    QueryInvalidPort,
    /// `query.listen_failed`: `cannot listen on {host}:{port}: {reason}`
    QueryListenFailed,
    /// `query.invalid_param`: `parameter {key} must be {expected}, got {value}`
    QueryInvalidParam,
    /// `query.unknown_path`: `no query handler for {path}`
    QueryUnknownPath,
    /// `query.params_not_object`: `query parameters must be a JSON object, got {text}`
    QueryParamsNotObject,
    /// `query.handler_failed`: `{message}`
    QueryHandlerFailed,
    /// `query.method_not_allowed`: `method {method} is not allowed`
    QueryMethodNotAllowed,
    /// `query.body_too_large`: `the request body exceeds 1048576 bytes`
    QueryBodyTooLarge,
}

/// The entry of each code, in the order of the variants.
pub(super) const TABLE: [Entry; 37] = [
    Entry {
        code: ErrorCode::InputMissingBotId,
        name: "input.missing_bot_id",
        message: "BOT_ID is not set",
        next: "Run the bot on the platform or with `platform dev`, or set BOT_ID to a non-empty string.",
    },
    Entry {
        code: ErrorCode::InputMissingBotConfig,
        name: "input.missing_bot_config",
        message: "BOT_CONFIG is not set",
        next: "Run the bot on the platform or with `platform dev`, or set BOT_CONFIG to a JSON object such as {}.",
    },
    Entry {
        code: ErrorCode::InputInvalidBotConfig,
        name: "input.invalid_bot_config",
        message: "BOT_CONFIG is not valid JSON",
        next: "Correct BOT_CONFIG; the cause gives the position of the error.",
    },
    Entry {
        code: ErrorCode::InputConfigNotObject,
        name: "input.config_not_object",
        message: "BOT_CONFIG must be a JSON object, got {kind}",
        next: "Make the config an object, for example {\"symbol\":\"AAPL\"}.",
    },
    Entry {
        code: ErrorCode::InputWrongType,
        name: "input.wrong_type",
        message: "the config does not fit its type: {reason}",
        next: "Correct the config of the instance, or the type that the bot reads it as.",
    },
    Entry {
        code: ErrorCode::MetricInvalidType,
        name: "metric.invalid_type",
        message: "a metric type must be a non-empty string, got {value}",
        next: "Name the metric, for example metric(\"price\", …).",
    },
    Entry {
        code: ErrorCode::MetricInvalidData,
        name: "metric.invalid_data",
        message: "the data of metric {type} must be a JSON object: {reason}",
        next: "Pass an object of numbers, strings, booleans, null, arrays and objects.",
    },
    Entry {
        code: ErrorCode::MetricTooLarge,
        name: "metric.too_large",
        message: "metric {type} is {size} bytes as one line of JSON, more than 65536",
        next: "Split the data across several metrics, or emit less data.",
    },
    Entry {
        code: ErrorCode::MetricWriteFailed,
        name: "metric.write_failed",
        message: "cannot write metric {type} to standard output: {reason}",
        next: "Check that the bot's standard output is being read, and that its disk is not full.",
    },
    Entry {
        code: ErrorCode::LogInvalidMessage,
        name: "log.invalid_message",
        message: "a log message must be a string, got {kind}",
        next: "Pass the text first and the details as data.",
    },
    Entry {
        code: ErrorCode::LogInvalidData,
        name: "log.invalid_data",
        message: "the data of a log line must be a JSON object: {reason}",
        next: "Pass an object of numbers, strings, booleans, null, arrays and objects.",
    },
    Entry {
        code: ErrorCode::LogWriteFailed,
        name: "log.write_failed",
        message: "cannot write a log line to standard error: {reason}",
        next: "Check that the bot's standard error is being read, and that its disk is not full.",
    },
    Entry {
        code: ErrorCode::ResultInvalidMessage,
        name: "result.invalid_message",
        message: "the message of a result must be a string, got {kind}",
        next: "Pass the text first and the details as data.",
    },
    Entry {
        code: ErrorCode::ResultInvalidData,
        name: "result.invalid_data",
        message: "the data of a result cannot be written: {reason}",
        next: "Pass an object of numbers, strings, booleans, null, arrays and objects.",
    },
    Entry {
        code: ErrorCode::ResultTooLarge,
        name: "result.too_large",
        message: "the result is {size} bytes as JSON, more than 1048576",
        next: "Report less data; use metrics or state for the rest.",
    },
    Entry {
        code: ErrorCode::ResultWriteFailed,
        name: "result.write_failed",
        message: "cannot write the result to {path}: {reason}",
        next: "Check that the directory of RESULT_PATH exists, is writable and has free space.",
    },
    Entry {
        code: ErrorCode::ResultInQuery,
        name: "result.in_query",
        message: "{function} cannot be used in a query process",
        next: "Return the answer from the handler instead; to report a failure, throw an error.",
    },
    Entry {
        code: ErrorCode::StateInvalidKey,
        name: "state.invalid_key",
        message: "invalid state key {key}: {reason}",
        next: "Use a non-empty string of at most 200 characters when encoded; a–z, digits, _ and - count as one each, every other byte as three.",
    },
    Entry {
        code: ErrorCode::StateInvalidValue,
        name: "state.invalid_value",
        message: "the value of state key {key} has no JSON form: {reason}",
        next: "Store only numbers, strings, booleans, null, arrays and objects.",
    },
    Entry {
        code: ErrorCode::StateValueTooLarge,
        name: "state.value_too_large",
        message: "the value of state key {key} is {size} bytes as JSON, more than 1048576",
        next: "Split the value across several keys, or store less data.",
    },
    Entry {
        code: ErrorCode::StateWriteFailed,
        name: "state.write_failed",
        message: "cannot change the state in {path}: {reason}",
        next: "Check that STATE_DIR is a writable directory with free space.",
    },
    Entry {
        code: ErrorCode::StateReadFailed,
        name: "state.read_failed",
        message: "cannot read the state in {path}: {reason}",
        next: "Check that STATE_DIR is a directory that the bot can read.",
    },
    Entry {
        code: ErrorCode::StateCorrupt,
        name: "state.corrupt",
        message: "the file of state key {key} is not valid JSON: {path}",
        next: "Inspect the file; to continue without its value, set or delete the key.",
    },
    Entry {
        code: ErrorCode::StateWrongType,
        name: "state.wrong_type",
        message: "the value of state key {key} is of another type: {reason}",
        next: "Read it as the type that was stored; to continue without it, set or delete the key.",
    },
    Entry {
        code: ErrorCode::StateReadOnly,
        name: "state.read_only",
        message: "state is read-only in a query process: {operation}",
        next: "Change the state in the bot itself; a query can only read it.",
    },
    Entry {
        code: ErrorCode::StopUnavailable,
        name: "stop.unavailable",
        message: "a request to stop cannot be received: {reason}",
        next: "Call a function of stop in the main thread first.",
    },
    Entry {
        code: ErrorCode::QueryInvalidPath,
        name: "query.invalid_path",
        message: "a query path must begin with /, got {value}",
        next: "Use a path that begins with \"/\", for example \"/status\".",
    },
    Entry {
        code: ErrorCode::QueryInvalidHandler,
        name: "query.invalid_handler",
        message: "the handler of {path} must be a function, got {kind}",
        next: "Pass a function that takes the request and returns the answer.",
    },
    Entry {
        code: ErrorCode::QueryAlreadyRunning,
        name: "query.already_running",
        message: "query.run() was called twice",
        next: "Call query.run() once, at the end of the query program.",
    },
    Entry {
        code: ErrorCode::QueryInvalidPort,
        name: "query.invalid_port",
        message: "QUERY_PORT must be a number from 1 to 65535, got {value}",
        next: "Correct QUERY_PORT, or unset it to use 9476.",
    },
    Entry {
        code: ErrorCode::QueryListenFailed,
        name: "query.listen_failed",
        message: "cannot listen on {host}:{port}: {reason}",
        next: "Stop the process that uses the port, or set QUERY_PORT to a free port.",
    },
    Entry {
        code: ErrorCode::QueryInvalidParam,
        name: "query.invalid_param",
        message: "parameter {key} must be {expected}, got {value}",
        next: "Send the parameter with the expected type, or leave it out.",
    },
    Entry {
        code: ErrorCode::QueryUnknownPath,
        name: "query.unknown_path",
        message: "no query handler for {path}",
        next: "Use one of the paths in available_queries, or register a handler for this path.",
    },
    Entry {
        code: ErrorCode::QueryParamsNotObject,
        name: "query.params_not_object",
        message: "query parameters must be a JSON object, got {text}",
        next: "Send a JSON object such as {\"limit\":5}, or no parameters.",
    },
    Entry {
        code: ErrorCode::QueryHandlerFailed,
        name: "query.handler_failed",
        message: "{message}",
        next: "The message comes from the handler; the bot's log shows where it failed.",
    },
    Entry {
        code: ErrorCode::QueryMethodNotAllowed,
        name: "query.method_not_allowed",
        message: "method {method} is not allowed",
        next: "Use GET with a query string or POST with a JSON object.",
    },
    Entry {
        code: ErrorCode::QueryBodyTooLarge,
        name: "query.body_too_large",
        message: "the request body exceeds 1048576 bytes",
        next: "Send at most 1 MiB of parameters.",
    },
];
