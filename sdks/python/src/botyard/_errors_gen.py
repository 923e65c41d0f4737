# Generated from conformance/contract/messages.json by `npm run check -- --fix`. Do not edit.
"""The contract's error table. [ERR-1, ERR-2, ERR-3]"""

# code: (message template, what to do next)
TABLE = {
    "input.missing_bot_id": (
        "BOT_ID is not set",
        "Run the bot on the platform or with `platform dev`, or set BOT_ID to a non-empty string.",
    ),
    "input.missing_bot_config": (
        "BOT_CONFIG is not set",
        "Run the bot on the platform or with `platform dev`, or set BOT_CONFIG to a JSON object such as {}.",
    ),
    "input.invalid_bot_config": (
        "BOT_CONFIG is not valid JSON",
        "Correct BOT_CONFIG; the cause gives the position of the error.",
    ),
    "input.config_not_object": (
        "BOT_CONFIG must be a JSON object, got {kind}",
        "Make the config an object, for example {\"symbol\":\"AAPL\"}.",
    ),
    "input.wrong_type": (
        "the config does not fit its type: {reason}",
        "Correct the config of the instance, or the type that the bot reads it as.",
    ),
    "metric.invalid_type": (
        "a metric type must be a non-empty string, got {value}",
        "Name the metric, for example metric(\"price\", …).",
    ),
    "metric.invalid_data": (
        "the data of metric {type} must be a JSON object: {reason}",
        "Pass an object of numbers, strings, booleans, null, arrays and objects.",
    ),
    "metric.too_large": (
        "metric {type} is {size} bytes as one line of JSON, more than 65536",
        "Split the data across several metrics, or emit less data.",
    ),
    "metric.write_failed": (
        "cannot write metric {type} to standard output: {reason}",
        "Check that the bot's standard output is being read, and that its disk is not full.",
    ),
    "log.invalid_message": (
        "a log message must be a string, got {kind}",
        "Pass the text first and the details as data.",
    ),
    "log.invalid_data": (
        "the data of a log line must be a JSON object: {reason}",
        "Pass an object of numbers, strings, booleans, null, arrays and objects.",
    ),
    "log.write_failed": (
        "cannot write a log line to standard error: {reason}",
        "Check that the bot's standard error is being read, and that its disk is not full.",
    ),
    "result.invalid_message": (
        "the message of a result must be a string, got {kind}",
        "Pass the text first and the details as data.",
    ),
    "result.invalid_data": (
        "the data of a result cannot be written: {reason}",
        "Pass an object of numbers, strings, booleans, null, arrays and objects.",
    ),
    "result.too_large": (
        "the result is {size} bytes as JSON, more than 1048576",
        "Report less data; use metrics or state for the rest.",
    ),
    "result.write_failed": (
        "cannot write the result to {path}: {reason}",
        "Check that the directory of RESULT_PATH exists, is writable and has free space.",
    ),
    "result.in_query": (
        "{function} cannot be used in a query process",
        "Return the answer from the handler instead; to report a failure, throw an error.",
    ),
    "state.invalid_key": (
        "invalid state key {key}: {reason}",
        "Use a non-empty string of at most 200 characters when encoded; a–z, digits, _ and - count as one each, every other byte as three.",
    ),
    "state.invalid_value": (
        "the value of state key {key} has no JSON form: {reason}",
        "Store only numbers, strings, booleans, null, arrays and objects.",
    ),
    "state.value_too_large": (
        "the value of state key {key} is {size} bytes as JSON, more than 1048576",
        "Split the value across several keys, or store less data.",
    ),
    "state.write_failed": (
        "cannot change the state in {path}: {reason}",
        "Check that STATE_DIR is a writable directory with free space.",
    ),
    "state.read_failed": (
        "cannot read the state in {path}: {reason}",
        "Check that STATE_DIR is a directory that the bot can read.",
    ),
    "state.corrupt": (
        "the file of state key {key} is not valid JSON: {path}",
        "Inspect the file; to continue without its value, set or delete the key.",
    ),
    "state.wrong_type": (
        "the value of state key {key} is of another type: {reason}",
        "Read it as the type that was stored; to continue without it, set or delete the key.",
    ),
    "state.read_only": (
        "state is read-only in a query process: {operation}",
        "Change the state in the bot itself; a query can only read it.",
    ),
    "stop.unavailable": (
        "a request to stop cannot be received: {reason}",
        "Call a function of stop in the main thread first.",
    ),
    "query.invalid_path": (
        "a query path must begin with /, got {value}",
        "Use a path that begins with \"/\", for example \"/status\".",
    ),
    "query.invalid_handler": (
        "the handler of {path} must be a function, got {kind}",
        "Pass a function that takes the request and returns the answer.",
    ),
    "query.already_running": (
        "query.run() was called twice",
        "Call query.run() once, at the end of the query program.",
    ),
    "query.invalid_port": (
        "QUERY_PORT must be a number from 1 to 65535, got {value}",
        "Correct QUERY_PORT, or unset it to use 9476.",
    ),
    "query.listen_failed": (
        "cannot listen on {host}:{port}: {reason}",
        "Stop the process that uses the port, or set QUERY_PORT to a free port.",
    ),
    "query.invalid_param": (
        "parameter {key} must be {expected}, got {value}",
        "Send the parameter with the expected type, or leave it out.",
    ),
    "query.unknown_path": (
        "no query handler for {path}",
        "Use one of the paths in available_queries, or register a handler for this path.",
    ),
    "query.params_not_object": (
        "query parameters must be a JSON object, got {text}",
        "Send a JSON object such as {\"limit\":5}, or no parameters.",
    ),
    "query.handler_failed": (
        "{message}",
        "The message comes from the handler; the bot's log shows where it failed.",
    ),
    "query.method_not_allowed": (
        "method {method} is not allowed",
        "Use GET with a query string or POST with a JSON object.",
    ),
    "query.body_too_large": (
        "the request body exceeds 1048576 bytes",
        "Send at most 1 MiB of parameters.",
    ),
}
