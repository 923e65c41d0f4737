// Generated from conformance/contract/messages.json by `npm run check -- --fix`. Do not edit.

/** The contract's error table: the message template and the advice of each code [ERR-1, ERR-2, ERR-3]. */
export const errorTable = {
  "input.missing_bot_id": {
    message: "BOT_ID is not set",
    next: "Run the bot on the platform or with `platform dev`, or set BOT_ID to a non-empty string.",
  },
  "input.missing_bot_config": {
    message: "BOT_CONFIG is not set",
    next: "Run the bot on the platform or with `platform dev`, or set BOT_CONFIG to a JSON object such as {}.",
  },
  "input.invalid_bot_config": {
    message: "BOT_CONFIG is not valid JSON",
    next: "Correct BOT_CONFIG; the cause gives the position of the error.",
  },
  "input.config_not_object": {
    message: "BOT_CONFIG must be a JSON object, got {kind}",
    next: "Make the config an object, for example {\"symbol\":\"AAPL\"}.",
  },
  "input.wrong_type": {
    message: "the config does not fit its type: {reason}",
    next: "Correct the config of the instance, or the type that the bot reads it as.",
  },
  "metric.invalid_type": {
    message: "a metric type must be a non-empty string, got {value}",
    next: "Name the metric, for example metric(\"price\", …).",
  },
  "metric.invalid_data": {
    message: "the data of metric {type} must be a JSON object: {reason}",
    next: "Pass an object of numbers, strings, booleans, null, arrays and objects.",
  },
  "metric.too_large": {
    message: "metric {type} is {size} bytes as one line of JSON, more than 65536",
    next: "Split the data across several metrics, or emit less data.",
  },
  "metric.write_failed": {
    message: "cannot write metric {type} to standard output: {reason}",
    next: "Check that the bot's standard output is being read, and that its disk is not full.",
  },
  "log.invalid_message": {
    message: "a log message must be a string, got {kind}",
    next: "Pass the text first and the details as data.",
  },
  "log.invalid_data": {
    message: "the data of a log line must be a JSON object: {reason}",
    next: "Pass an object of numbers, strings, booleans, null, arrays and objects.",
  },
  "log.write_failed": {
    message: "cannot write a log line to standard error: {reason}",
    next: "Check that the bot's standard error is being read, and that its disk is not full.",
  },
  "result.invalid_message": {
    message: "the message of a result must be a string, got {kind}",
    next: "Pass the text first and the details as data.",
  },
  "result.invalid_data": {
    message: "the data of a result cannot be written: {reason}",
    next: "Pass an object of numbers, strings, booleans, null, arrays and objects.",
  },
  "result.too_large": {
    message: "the result is {size} bytes as JSON, more than 1048576",
    next: "Report less data; use metrics or state for the rest.",
  },
  "result.write_failed": {
    message: "cannot write the result to {path}: {reason}",
    next: "Check that the directory of RESULT_PATH exists, is writable and has free space.",
  },
  "result.in_query": {
    message: "{function} cannot be used in a query process",
    next: "Return the answer from the handler instead; to report a failure, throw an error.",
  },
  "state.invalid_key": {
    message: "invalid state key {key}: {reason}",
    next: "Use a non-empty string of at most 200 characters when encoded; a–z, digits, _ and - count as one each, every other byte as three.",
  },
  "state.invalid_value": {
    message: "the value of state key {key} has no JSON form: {reason}",
    next: "Store only numbers, strings, booleans, null, arrays and objects.",
  },
  "state.value_too_large": {
    message: "the value of state key {key} is {size} bytes as JSON, more than 1048576",
    next: "Split the value across several keys, or store less data.",
  },
  "state.write_failed": {
    message: "cannot change the state in {path}: {reason}",
    next: "Check that STATE_DIR is a writable directory with free space.",
  },
  "state.read_failed": {
    message: "cannot read the state in {path}: {reason}",
    next: "Check that STATE_DIR is a directory that the bot can read.",
  },
  "state.corrupt": {
    message: "the file of state key {key} is not valid JSON: {path}",
    next: "Inspect the file; to continue without its value, set or delete the key.",
  },
  "state.wrong_type": {
    message: "the value of state key {key} is of another type: {reason}",
    next: "Read it as the type that was stored; to continue without it, set or delete the key.",
  },
  "state.read_only": {
    message: "state is read-only in a query process: {operation}",
    next: "Change the state in the bot itself; a query can only read it.",
  },
  "stop.unavailable": {
    message: "a request to stop cannot be received: {reason}",
    next: "Call a function of stop in the main thread first.",
  },
  "query.invalid_path": {
    message: "a query path must begin with /, got {value}",
    next: "Use a path that begins with \"/\", for example \"/status\".",
  },
  "query.invalid_handler": {
    message: "the handler of {path} must be a function, got {kind}",
    next: "Pass a function that takes the request and returns the answer.",
  },
  "query.already_running": {
    message: "query.run() was called twice",
    next: "Call query.run() once, at the end of the query program.",
  },
  "query.invalid_port": {
    message: "QUERY_PORT must be a number from 1 to 65535, got {value}",
    next: "Correct QUERY_PORT, or unset it to use 9476.",
  },
  "query.listen_failed": {
    message: "cannot listen on {host}:{port}: {reason}",
    next: "Stop the process that uses the port, or set QUERY_PORT to a free port.",
  },
  "query.invalid_param": {
    message: "parameter {key} must be {expected}, got {value}",
    next: "Send the parameter with the expected type, or leave it out.",
  },
  "query.unknown_path": {
    message: "no query handler for {path}",
    next: "Use one of the paths in available_queries, or register a handler for this path.",
  },
  "query.params_not_object": {
    message: "query parameters must be a JSON object, got {text}",
    next: "Send a JSON object such as {\"limit\":5}, or no parameters.",
  },
  "query.handler_failed": {
    message: "{message}",
    next: "The message comes from the handler; the bot's log shows where it failed.",
  },
  "query.method_not_allowed": {
    message: "method {method} is not allowed",
    next: "Use GET with a query string or POST with a JSON object.",
  },
  "query.body_too_large": {
    message: "the request body exceeds 1048576 bytes",
    next: "Send at most 1 MiB of parameters.",
  },
} as const satisfies Record<string, { message: string; next: string }>;

/**
 * A code of the error table, such as `state.read_only`.
 *
 * @example
 * const expected: ErrorCode[] = ["state.read_only", "state.write_failed"];
 */
export type ErrorCode = keyof typeof errorTable;
