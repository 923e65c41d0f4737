/**
 * The contract's error table: one code, one sentence, one advice, the same in every language [ERR-1, ERR-2].
 *
 * `{name}` in a message stands for what the contract says there.
 */
export const errorTable = {
  "input.missing_bot_id": {
    message: "BOT_ID is not set",
    next: "Start the bot with the platform or with `platform dev`, or set BOT_ID to any text.",
  },
  "input.missing_bot_config": {
    message: "BOT_CONFIG is not set",
    next: "Start the bot with the platform or with `platform dev`, or set BOT_CONFIG to a JSON object such as {}.",
  },
  "input.invalid_bot_config": {
    message: "BOT_CONFIG is not valid JSON",
    next: "Correct BOT_CONFIG; the cause says where it stops being JSON.",
  },
  "input.config_not_object": {
    message: "BOT_CONFIG must be a JSON object, got {kind}",
    next: 'Put the settings into an object: {"symbol":"AAPL"}.',
  },
  "metric.invalid_type": {
    message: "a metric type must be a non-empty string, got {value}",
    next: 'Name the metric, for example metric("price", …).',
  },
  "metric.invalid_data": {
    message: "the data of metric {type} must be a JSON object: {reason}",
    next: "Pass an object of numbers, strings, booleans, null, arrays and objects.",
  },
  "metric.too_large": {
    message: "metric {type} is {size} bytes as one line of JSON, more than 65536",
    next: "Split the data over several metrics, or emit less of it.",
  },
  "metric.write_failed": {
    message: "cannot write metric {type} to standard output: {reason}",
    next: "Check who reads the bot's standard output, and whether its disk is full.",
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
    next: "Check who reads the bot's standard error, and whether its disk is full.",
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
    next: "Report less; metrics and state can hold the rest.",
  },
  "result.write_failed": {
    message: "cannot write the result to {path}: {reason}",
    next: "Check that the directory of RESULT_PATH exists, is writable and has space.",
  },
  "result.in_query": {
    message: "{function} cannot be used in a query process",
    next: "Return the answer from the handler instead; throw to fail.",
  },
  "state.invalid_key": {
    message: "invalid state key {key}: {reason}",
    next: "Use a non-empty text of at most 200 characters when encoded; letters a–z, digits, _ and - count one each, every other byte three.",
  },
  "state.invalid_value": {
    message: "the value of state key {key} has no JSON form: {reason}",
    next: "Store numbers, strings, booleans, null, arrays and objects.",
  },
  "state.value_too_large": {
    message: "the value of state key {key} is {size} bytes as JSON, more than 1048576",
    next: "Split the value over several keys, or keep less of it.",
  },
  "state.write_failed": {
    message: "cannot change the state in {path}: {reason}",
    next: "Check that STATE_DIR is a writable directory with space.",
  },
  "state.read_failed": {
    message: "cannot read the state in {path}: {reason}",
    next: "Check that STATE_DIR is a directory that the bot may read.",
  },
  "state.corrupt": {
    message: "the file of state key {key} is not valid JSON: {path}",
    next: "Look at the file; set or delete the key to go on without its value.",
  },
  "state.read_only": {
    message: "state is read-only in a query process: {operation}",
    next: "Change state in the bot itself; a query only reads.",
  },
  "query.invalid_path": {
    message: "a query path must begin with /, got {value}",
    next: 'Register the handler as "/" and a name, for example "/status".',
  },
  "query.invalid_handler": {
    message: "the handler of {path} must be a function, got {kind}",
    next: "Pass the function that takes the request and returns the answer.",
  },
  "query.already_running": {
    message: "query.run() was called twice",
    next: "Call query.run() once, at the end of the query program.",
  },
  "query.invalid_port": {
    message: "QUERY_PORT must be a number from 1 to 65535, got {value}",
    next: "Correct QUERY_PORT, or leave it unset for 9476.",
  },
  "query.listen_failed": {
    message: "cannot listen on {host}:{port}: {reason}",
    next: "Stop what uses the port, or set QUERY_PORT to a free one.",
  },
  "query.invalid_param": {
    message: "parameter {key} must be {expected}, got {value}",
    next: "Send the parameter in the named form, or leave it out.",
  },
  "query.unknown_path": {
    message: "no query handler for {path}",
    next: "Ask one of available_queries, or register a handler for the path.",
  },
  "query.params_not_object": {
    message: "query parameters must be a JSON object, got {text}",
    next: 'Send an object such as {"limit":5}, or nothing.',
  },
  "query.handler_failed": {
    message: "{message}",
    next: "Read the message; it is the handler's own.",
  },
  "query.method_not_allowed": {
    message: "method {method} is not allowed",
    next: "Use GET with a query string or POST with a JSON object.",
  },
  "query.body_too_large": {
    message: "the request body is over 1048576 bytes",
    next: "Send less than 1 MiB of parameters.",
  },
} as const satisfies Record<string, { message: string; next: string }>;

/** A code of the error table: `room.reason`. */
export type ErrorCode = keyof typeof errorTable;
